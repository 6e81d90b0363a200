import Bytes
import Files

/// Where an output folder has sites: one in itself, or one for each audience in folders below it.
///
/// A build replaces all sites that are there by those that it makes. Files of a site that is no longer wanted become
/// files of the new site if they are in its folder, and so are removed when it is published; all others are removed
/// afterwards. The record in the output folder (``OutputFolder/recordName``) names every folder that has a site, may
/// have one, or had one: it is written before anything is staged, and shortened last. So a build after one that was
/// killed finds, by the manifests in these folders, what is left to remove.
///
/// The service worker of a site that is no longer wanted is not removed but replaced by one that removes itself:
/// browsers that have it ask for it there for ever. The record names these files, too.
package struct SiteFolders {
  /// A folder that has a site.
  fileprivate struct Place {
    /// Below the output folder; empty for that folder itself.
    let path: String
    let output: OutputFolder
    let state: OutputFolder.State
  }

  private let output: OutputFolder
  /// The parent of the output folder.
  private let parent: Folder
  private let content: String
  /// The output folder itself.
  private let root: Place
  /// The folders that had a site before.
  private let places: [Place]

  /// Reads the states of all folders; changes nothing.
  package init(_ output: OutputFolder, in parent: Folder, content: String) throws(BuildError) {
    self.output = output
    self.parent = parent
    self.content = content
    let state = try output.anyState(in: parent)
    root = Place(path: "", output: output, state: state)
    var places: [Place] = state.manifest == nil && state.intent == nil && !state.hasRemains ? [] : [root]
    for path in Self.folders(state) {
      let folder = try Self.folder(path, of: output, content: content)
      let state = try folder.anyState(in: try folder.existingParent())
      places.append(Place(path: path, output: folder, state: state))
    }
    self.places = places
  }

  /// The folder of a site.
  /// - Parameter path: its path below the output folder; empty for that folder itself.
  package static func folder(_ path: String, of output: OutputFolder, content: String) throws(BuildError)
    -> OutputFolder
  {
    path.isEmpty ? output : try OutputFolder(output.path + "/" + path, content: content)
  }

  /// The prefix of a worker's path in the record; the name of a folder can't have a colon.
  private static let workerMark = "worker:"

  private static func recorded(_ state: OutputFolder.State) -> [String] {
    state.record.map { record in record.paths.indices.map { record.path($0) } } ?? []
  }

  private static func folders(_ state: OutputFolder.State) -> [String] {
    recorded(state).filter { !$0.hasPrefix(workerMark) }
  }

  private static func workers(_ state: OutputFolder.State) -> [String] {
    recorded(state).filter { $0.hasPrefix(workerMark) }.map { String($0.dropFirst(workerMark.count)) }
      .filter { WorkerPath.isWorker($0) && Manifest.isPlain($0.utf8) }
  }

  /// The folders below an output folder that have sites, and the workers left by removed sites; `nil` if the only site
  /// is in that folder itself. A build may have been interrupted.
  package static func recorded(in output: OutputFolder) throws(BuildError) -> (folders: [String], workers: [String])? {
    guard let parent = try output.existingParent(),
      let folder = try reaching({ () throws(FileFailure) in try parent.folder(output.name) }),
      folder.kind(of: OutputFolder.recordName) != nil
    else { return nil }
    let state = try output.anyState(in: parent)
    return (Self.folders(state), Self.workers(state))
  }

  /// Whether the sites below an output folder are those of a complete build.
  package static func areComplete(in output: OutputFolder) throws(BuildError) -> Bool {
    guard let parent = try output.existingParent(), output.isAtRest(in: parent) else { return false }
    let state = try output.anyState(in: parent)
    return state.manifest == nil && !state.hasRemains && !state.hasLockInside
  }

  /// The sites of the last build, and the folders of all sites, those of an interrupted build included.
  package var published: (sites: [(folder: String, manifest: Manifest)], folders: [String]) {
    (places.compactMap { place in place.state.manifest.map { (place.path, $0) } }, places.map { $0.path })
  }

  /// Workers of sites that are no longer made; a worker that removes itself replaces them.
  /// - Parameters:
  ///   - paths: the folders of the sites to be made.
  ///   - worker: the one that takes their place.
  /// - Returns: their paths, and whether it has taken their place already.
  func removedWorkers(_ paths: [String], worker: [UInt8]) throws(BuildError) -> [(path: String, isInPlace: Bool)] {
    guard paths != [""], let folder = root.state.folder else { return [] }
    var found: [(path: String, isInPlace: Bool)] = []
    for path in remainingWorkers(paths) {
      guard let (inner, name) = try reaching({ () throws(FileFailure) in try folder.place(path) }),
        inner.kind(of: name) == .file
      else { continue }
      found.append((path, inner.read(name) == worker))
    }
    return found
  }

  // MARK: Before a build

  /// Refuses an output folder with files of others in it, and records where sites will be.
  /// - Parameter paths: the folders of the sites to be made; empty for the output folder itself.
  package func begin(_ paths: [String]) throws(BuildError) {
    if paths == [""] { return try output.requireOwn(root.state) }
    try output.requireOwn(root.state, but: Set(paths.compactMap { $0.split(separator: "/").first.map { String($0) } }))
    try record(Self.folders(root.state) + paths + remainingWorkers(paths).map { Self.workerMark + $0 })
  }

  /// The paths of workers outside of the folders of the sites to be made.
  /// - Parameter paths: the folders of the sites to be made.
  private func remainingWorkers(_ paths: [String]) -> [String] {
    var all = Self.workers(root.state)
    for place in places where !paths.contains(place.path) { all += place.all.filter(WorkerPath.isWorker) }
    // Sorted by path, so that the order does not depend on which sites there were before.
    return all.filter { worker in !paths.contains { worker.hasPrefix($0 + "/") } }.unique
      .sorted { Manifest.precedes($0, $1) }
  }

  /// Records again what was recorded before, if nothing was published.
  package func abandon() {
    if root.state.record != nil {
      try? record(Self.recorded(root.state))
    } else if let folder = try? parent.folder(output.name) {
      folder.remove(OutputFolder.recordName)
      if root.state.folder == nil { parent.removeFolder(ifEmpty: output.name) }
    }
  }

  /// The state of the folder of a site to be made; files of other sites that are in it are the new site's.
  package func state(of path: String, _ folder: OutputFolder, in parent: Folder) throws(BuildError)
    -> OutputFolder.State
  {
    let prefix = path.isEmpty ? "" : path + "/"
    let others = Self.workers(root.state) + places.filter { $0.path != path }.flatMap { $0.all }
    let files = others.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    let state = try folder.anyState(in: parent).owning(files)
    try folder.requireOwn(state)
    return state
  }

  // MARK: After a build

  /// Removes the files and the caches of all sites that were not made again.
  /// - Parameters:
  ///   - paths: the folders of the sites that were made.
  ///   - worker: the service worker that replaces theirs.
  /// - Returns: the number of files removed, and the files of others outside of the sites that were made.
  package func end(
    _ paths: [String], worker: [UInt8], _ waiting: (String) -> Void
  ) throws(BuildError) -> (removed: Int, foreign: [String]) {
    var removed = 0
    let workers = paths == [""] ? [] : remainingWorkers(paths)
    if !workers.isEmpty { try put(worker, at: workers) }
    for place in places where !paths.contains(place.path) {
      removed += try remove(place, but: paths.map { $0.isEmpty ? "" : $0 + "/" }, waiting)
    }
    if paths == [""] {
      if root.state.record != nil { try record([]) }
      return (removed, [])
    }
    try record(paths + workers.map { Self.workerMark + $0 })
    guard let folder = try reaching({ () throws(FileFailure) in try parent.folder(output.name) }) else {
      return (removed, [])
    }
    return (removed, try ForeignFiles.all(in: folder, outside: paths).filter { !workers.contains($0) })
  }

  /// Begins the name of a worker that is not yet in its place.
  private static let unfinishedWorker = ".busylife-worker."

  /// Puts a worker in the place of others. Does nothing where no worker is published.
  private func put(_ worker: [UInt8], at paths: [String]) throws(BuildError) {
    try reaching { () throws(FileFailure) in
      guard let folder = try parent.folder(output.name) else { return }
      let tree = FolderTree(folder)
      for path in paths {
        guard let (folder, name) = try tree.place(path) else { continue }
        // Left by a build that was killed here.
        for entry in try folder.names() where entry.name.hasPrefix(Self.unfinishedWorker) { folder.remove(entry.name) }
        guard folder.kind(of: name) == .file, folder.read(name) != worker else { continue }
        let new = "\(Self.unfinishedWorker)\(getpid())"
        try folder.write(new, worker)
        try folder.move(new, to: folder, name)
      }
    }
  }

  /// - Parameter kept: the prefixes of files that belong to other sites now.
  private func remove(
    _ place: Place, but kept: [String], _ waiting: (String) -> Void
  ) throws(BuildError) -> Int {
    for isOfFleet in [false, true] {
      if let cache = BuildCache.Place(of: place.output, isOfFleet: isOfFleet) { BuildCache.remove(at: cache) }
    }
    guard let parent = try place.output.existingParent() else { return 0 }
    // The lock of the output folder itself is already held.
    let lock = place.path.isEmpty ? nil : try OutputLock(place.output, in: parent, waiting: waiting)
    defer {
      lock?.release()
      if !place.path.isEmpty { removeEmptyParents(of: place.path) }
    }
    if !place.path.isEmpty { try place.output.cleanBeside(in: parent) }
    return try reaching { () throws(FileFailure) in
      guard let folder = try parent.folder(place.output.name) else { return 0 }
      let prefix = place.path.isEmpty ? "" : place.path + "/"
      let gone = place.state.files.filter { file in
        !WorkerPath.isWorker(file) && !kept.contains { (prefix + file).hasPrefix($0) }
      }
      let removed = try Publication.remove(gone, from: FolderTree(folder))
      try folder.removeTree(OutputFolder.stagingName)
      // Last: until then it tells which files are the generator's.
      folder.remove(OutputFolder.manifestName)
      if !place.path.isEmpty { parent.removeFolder(ifEmpty: place.output.name) }
      return removed
    }
  }

  private func removeEmptyParents(of path: String) {
    guard let root = try? parent.folder(output.name) else { return }
    let tree = FolderTree(root)
    var path = path
    while let slash = path.utf8.lastIndex(of: .slash) {
      path = String(path[..<slash])
      guard let place = try? tree.place(path), place.folder.removeFolder(ifEmpty: place.name) else { return }
      tree.forget(path)
    }
  }

  /// Records folders; removes the record if there are none.
  private func record(_ paths: [String]) throws(BuildError) {
    try reaching { () throws(FileFailure) in
      let folder = try parent.makeFolder(output.name).folder
      // Left by a build that was killed here.
      for entry in try folder.names() where OutputFolder.isUnfinishedRecord(entry.name) { folder.remove(entry.name) }
      let all = paths.unique
      if all.isEmpty {
        folder.remove(OutputFolder.recordName)
        return
      }
      try folder.replace(OutputFolder.recordName, Manifest(all).bytes, mode: 0o600)
    }
  }
}

extension SiteFolders.Place {
  /// The paths of the generator's files, relative to the output folder.
  fileprivate var all: [String] { path.isEmpty ? state.files : state.files.map { path + "/" + $0 } }
}
