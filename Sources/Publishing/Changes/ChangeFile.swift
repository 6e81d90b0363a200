import Files

/// What `--changes` and `--since` ask for.
package struct ChangeOptions: Sendable {
  /// The file or pipe to write; ``standardOutput`` for standard output.
  package var file: String
  /// What the host has: manifests, or folders with the manifests of audiences' sites. Empty: the last build.
  package var since: [String]

  package static let standardOutput = "-"

  package init(file: String, since: [String]) { (self.file, self.since) = (file, since) }
}

/// The file of a change list. It is written beside its place before anything is published, and moved there when all
/// files but the manifests are in their places. So a build that was killed before is not yet the last build, and the
/// next list has its changes too.
///
/// A pipe and standard output are written to at that moment.
package final class ChangeFile {
  /// Where the list goes.
  private enum Place {
    case file(Folder, name: String)
    case pipe(String)
    case standardOutput
  }

  /// What the host has.
  private enum Source {
    case manifest(Manifest)
    /// A folder with a manifest in the folder of each site.
    case folder(String)
  }

  private let place: Place
  /// The list, if it goes to a pipe or to standard output.
  private var lines: [UInt8] = []
  private let sources: [Source]
  /// The shard that is built: of a whole site's manifest, only the shard's files count.
  private let shard: Shard?

  private static func staged(_ name: String) -> String { ".\(name).busylife-changes" }

  /// Reads what the host has; writes nothing.
  /// - Returns: `nil` if no change list is wanted.
  package init?(_ options: ChangeOptions?, _ output: OutputFolder, _ shard: Shard? = nil) throws(BuildError) {
    guard let options else { return nil }
    place = try Self.place(options.file, output)
    var sources: [Source] = []
    for path in options.since {
      let isFolder = (try? FolderPath.openForReading(path)) != nil
      sources.append(isFolder ? .folder(path) : .manifest(try Self.manifest(at: path)))
    }
    (self.sources, self.shard) = (sources, shard)
  }

  private static func place(_ path: String, _ output: OutputFolder) throws(BuildError) -> Place {
    if path == ChangeOptions.standardOutput { return .standardOutput }
    if Pipe.is(path) { return .pipe(path) }
    let real = FolderPath.absolute(path)
    guard let (parent, name) = FolderPath.split(real) else {
      throw .usage("--changes \(path): the root of the file system; name a file")
    }
    if real == output.real || real.hasPrefix(output.real + "/") {
      throw .usage("--changes \(path): it is in the output folder, which is uploaded; name a file beside it")
    }
    guard let folder = try reaching({ () throws(FileFailure) in try FolderPath.open(parent) }) else {
      throw .inputOutput("--changes \(path): its folder does not exist; make it")
    }
    switch folder.kind(of: name) {
    case .file, nil: return .file(folder, name: name)
    case .folder: throw .usage("--changes \(path): a folder; name a file")
    case .link: throw .usage("--changes \(path): a link; name the file itself, or - for standard output")
    case .other: throw .usage("--changes \(path): a device; name a file, or - for standard output")
    }
  }

  /// A manifest that the user names. An empty file lists nothing.
  private static func manifest(at path: String) throws(BuildError) -> Manifest {
    let bytes = try reaching { () throws(FileFailure) in try FileReading.contents(of: path) }
    if bytes.isEmpty { return Manifest([]) }
    guard let manifest = Manifest(reading: bytes) else {
      throw .usage(
        "--since \(path): not a whole manifest (.busylife-gen) of this version; name the host's own, or an empty file "
          + "if the host has nothing")
    }
    return manifest
  }

  /// What the host has.
  /// - Parameters:
  ///   - folders: the folders of all sites below the output folder, those of the last build included.
  ///   - last: the manifests of the last build.
  private func earlier(
    _ folders: [String], last: [(folder: String, manifest: Manifest)]
  ) throws(BuildError) -> [ChangeList.Contents] {
    if sources.isEmpty { return [ChangeList.Contents(last)] }
    var all: [ChangeList.Contents] = []
    for source in sources {
      var contents = ChangeList.Contents()
      switch source {
      case .manifest(let manifest):
        guard folders.allSatisfy({ $0.isEmpty }) else {
          throw .usage(
            "--since: a site with audiences has a manifest in the folder of each audience; name a folder with the same "
              + "folders")
        }
        if !manifest.paths.isEmpty { contents.add(manifest, in: "", only: shard) }
      case .folder(let path):
        for folder in folders {
          let place = (folder.isEmpty ? path : path + "/" + folder) + "/" + OutputFolder.manifestName
          let file = FileReading.followed(place)
          guard file >= 0 else { continue }
          close(file)
          contents.add(try Self.manifest(at: place), in: folder, only: shard)
        }
      }
      all.append(contents)
    }
    return all
  }

  /// Writes the list of a build beside its place.
  /// - Parameters:
  ///   - sites: the manifests of what is about to be published.
  ///   - folders: what is published so far.
  ///   - worker: the service worker that replaces those of sites that are no longer made.
  package func stage(
    _ sites: [(folder: String, manifest: Manifest)], over folders: SiteFolders, worker: [UInt8]
  ) throws(BuildError) {
    let (last, known) = folders.published
    var now = ChangeList.Contents(sites)
    var earlier = try earlier(sites.map { $0.folder } + known, last: last)
    for (path, isInPlace) in try folders.removedWorkers(sites.map { $0.folder }, worker: worker) {
      now.add(path, worker)
      if isInPlace, sources.isEmpty { earlier[0].add(path, worker) }
    }
    try stage(ChangeList(now, since: earlier))
  }

  private func stage(_ list: ChangeList) throws(BuildError) {
    if case .file(let folder, let name) = place {
      try reaching { () throws(FileFailure) in _ = try folder.write(Self.staged(name), list.lines()) }
    } else {
      lines = list.lines()
    }
  }

  /// Writes the list of a build that had nothing to do.
  package func write(unchanged output: OutputFolder, content: String) throws(BuildError) {
    guard let parent = try output.existingParent() else { return }
    let (last, known) = try SiteFolders(output, in: parent, content: content).published
    try stage(ChangeList(ChangeList.Contents(last), since: try earlier(known, last: last)))
    try publish()
  }

  /// Moves the list to its place, or writes it there.
  package func publish() throws(BuildError) {
    let lines = lines
    switch place {
    case .file(let folder, let name):
      try reaching { () throws(FileFailure) in try folder.move(Self.staged(name), to: folder, name) }
    case .pipe(let path): try reaching { () throws(FileFailure) in try Pipe.write(lines, to: path) }
    case .standardOutput:
      if !FileWriting.putAll(lines, into: STDOUT_FILENO) {
        throw .inputOutput("--changes -: \(FileFailure.last("standard output", "can't be written"))")
      }
    }
  }

  /// Removes what was staged.
  package func abandon() {
    if case .file(let folder, let name) = place { folder.remove(Self.staged(name)) }
  }
}
