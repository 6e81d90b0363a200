import Files

/// Merges the parts of a site that `build --shard` has made, each in a folder of its own. The result, with its
/// manifest, has the same bytes as a build of the whole site.
package struct ShardMerge {
  /// The folders of the parts, in any order.
  private let folders: [String]
  /// The folder of the result, as the user typed it.
  private let path: String
  /// Whether the files are where they belong already, and only the manifest is written.
  private let isManifestOnly: Bool
  private let changes: ChangeOptions?

  package init(folders: [String], output: String, isManifestOnly: Bool, changes: ChangeOptions?) {
    (self.folders, path) = (folders, output)
    (self.isManifestOnly, self.changes) = (isManifestOnly, changes)
  }

  /// A part, as it was found.
  private struct Part {
    let path: String
    let folder: FolderTree
    let manifest: Manifest
    let mark: ShardMark
  }

  /// Merges. If anything is wrong with the parts, nothing is written.
  package func run(waiting: (String) -> Void = { _ in }) throws(BuildError) -> BuildSummary {
    let parts = try parts()
    if parts.contains(where: { FolderPath.absolute($0.path) == FolderPath.absolute(path) }) {
      throw .usage("--output \(path): one of the shards; name a folder of its own")
    }
    let output = try OutputFolder(path, content: folders[0])
    let changes = try ChangeFile(changes, output)
    let entries = try entries(of: parts)
    let manifest = Manifest(of: entries.map { $0.entry })
    let (parent, _) = try output.makeParent()
    let lock = try OutputLock(output, in: parent, waiting: waiting)
    defer { lock.release() }
    try output.cleanBeside(in: parent)
    let sites = try SiteFolders(output, in: parent, content: folders[0])
    guard sites.published.folders.allSatisfy({ $0.isEmpty }) else {
      throw .usage("--output \(output.path): has sites of audiences; name the folder of one of them, or another")
    }
    let state = try output.state(in: parent)
    let publication = try Publication(
      output, in: parent, state,
      folders: isManifestOnly ? [] : Publication.folders(of: entries.lazy.map { $0.entry.path }))
    var summary = BuildSummary()
    summary.pages = entries.count { $0.entry.path.hasSuffix(".html") }
    var staged: [(path: String, number: Int)] = []
    var gone: [String] = []
    do throws(BuildError) {
      if !isManifestOnly {
        for (number, entry) in entries.enumerated() {
          let path = entry.entry.path
          if let found = publication.published(path), found.count == entry.entry.bytes,
            ContentDigest(found) == entry.entry.digest
          {
            continue
          }
          _ = try publication.stage(path, number: number, [try Self.bytes(of: entry.entry, in: parts[entry.part])])
          staged.append((path, number))
        }
        let kept = Set(entries.lazy.map { $0.entry.path })
        gone = state.files.filter { !kept.contains($0) }
      }
      try changes?.stage([("", manifest)], over: sites, worker: [])
    } catch {
      changes?.abandon()
      publication.abandon()
      throw error
    }
    let moved = try publication.publish(staged, gone: gone, manifest)
    try changes?.publish()
    try publication.commit(moved, manifest)
    summary.written = staged.count
    summary.unchanged = entries.count - staged.count
    summary.removed = moved.removed
    summary.indexes = [(nil, path + "/index.html")]
    return summary
  }

  // MARK: The parts

  /// All parts, in their order, checked to be those of one build.
  private func parts() throws(BuildError) -> [Part] {
    let parts = try folders.map { path throws(BuildError) in try Self.part(path) }
    guard let first = parts.first else { throw .usage("no folder of a shard is named; name all of them") }
    var byNumber: [Int: Part] = [:]
    for part in parts {
      let (mark, count) = (part.mark, first.mark.shard.count)
      if mark.shard.count != count {
        throw .content([
          "\(part.path): shard \(mark.shard), but \(first.path) is one of \(count); build all shards with the same n"
        ])
      }
      if mark.build != first.mark.build {
        throw .content([
          "\(part.path): shard \(mark.shard) of another build than \(first.path); build all shards with one version of "
            + "busylife-gen from the same content, theme, options and time zones, with the same --now"
        ])
      }
      if let other = byNumber.updateValue(part, forKey: mark.shard.number) {
        throw .content(["\(part.path): shard \(mark.shard) is also in \(other.path); leave out one of them"])
      }
    }
    let count = first.mark.shard.count
    let missing = (1...count).lazy.filter { byNumber[$0] == nil }.prefix(5).map { "\($0)/\(count)" }
    if !missing.isEmpty {
      let names = missing.joined(separator: ", ") + (count - parts.count > missing.count ? ", …" : "")
      throw .content([
        "\(count - parts.count) of \(count) shards missing: \(names); build them with --shard, and name their folders"
      ])
    }
    return parts.sorted { $0.mark.shard.number < $1.mark.shard.number }
  }

  private static func part(_ path: String) throws(BuildError) -> Part {
    let folder = try reaching { () throws(FileFailure) in try FolderPath.openForReading(path) }
    if folder.kind(of: OutputFolder.stagingName) != nil {
      throw .content(["\(path): a build was killed here; run it again"])
    }
    guard let bytes = folder.read(OutputFolder.manifestName) else {
      let isOfAudiences = folder.kind(of: OutputFolder.recordName) != nil
      throw .content([
        isOfAudiences
          ? "\(path): sites of several audiences; merge the folders of each audience separately"
          : "\(path): no shard is here (no \(OutputFolder.manifestName)); name the folders that build --shard wrote"
      ])
    }
    guard let manifest = Manifest(reading: bytes) else {
      throw .content([
        "\(path)/\(OutputFolder.manifestName): not whole, or not of this version; build this shard again"
      ])
    }
    guard let mark = manifest.mark else {
      throw .content(["\(path): a whole site and no shard; leave it out, or build it with --shard"])
    }
    return Part(path: path, folder: FolderTree(folder), manifest: manifest, mark: mark)
  }

  /// Every file of the site, in the order of its manifest, and the part that has it.
  private func entries(of parts: [Part]) throws(BuildError) -> [(entry: Manifest.Entry, part: Int)] {
    var all: [(entry: Manifest.Entry, part: Int)] = []
    for (number, part) in parts.enumerated() {
      for index in part.manifest.paths.indices {
        guard let entry = part.manifest.entry(index), part.mark.shard.has(entry.path) else {
          throw .content([
            "\(part.path)/\(OutputFolder.manifestName): \(part.manifest.path(index)) is no file of shard "
              + "\(part.mark.shard); build this shard again"
          ])
        }
        all.append((entry, number))
      }
    }
    return all.sorted { Manifest.precedes($0.entry.path, $1.entry.path) }
  }

  /// The bytes of a file, checked against the manifest of its part.
  private static func bytes(of entry: Manifest.Entry, in part: Part) throws(BuildError) -> [UInt8] {
    let place = try reaching { () throws(FileFailure) in try part.folder.place(entry.path) }
    guard let bytes = place.flatMap({ $0.folder.read($0.name) }) else {
      throw .content([
        "\(part.path)/\(entry.path): missing; build this shard again, or give --manifest if the files are elsewhere"
      ])
    }
    guard bytes.count == entry.bytes, ContentDigest(bytes) == entry.digest else {
      throw .content(["\(part.path)/\(entry.path): not as the build wrote it; build this shard again"])
    }
    return bytes
  }
}
