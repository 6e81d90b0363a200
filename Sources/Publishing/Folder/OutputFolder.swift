import Bytes
import Files
import Foundation

/// The folder that a build publishes to: whether it may do so, and which files in it are the generator's.
package struct OutputFolder: Sendable {
  /// Names the files that the generator wrote. Replaced last, so that it never names files that do not exist yet.
  static let manifestName = ".busylife-gen"
  /// Contains what a build is about to publish.
  static let stagingName = ".busylife-staging"
  /// In the staging folder: a manifest of all files that may be the generator's if the build is interrupted.
  static let intentName = "intent"
  /// Names the folders below the output folder that hold sites of audiences. It tells even a build without a cache
  /// where builds published, so that a site that is no longer wanted is removed. Not for others to read.
  static let recordName = ".busylife-audiences"
  /// The lock, if it has to be in the output folder because nothing can be written beside it.
  static let lockName = ".busylife-lock"
  /// Files that keep an empty folder in a repository, or that file managers leave, do not count as content.
  static let keepers: Set<String> = [".gitkeep", ".gitignore", ".DS_Store"]

  /// As the user typed it.
  package let path: String
  /// Absolute, without `.` and `..`. No name in it is a link, except in `/`: a folder reached by a link is refused when
  /// it is opened.
  package let real: String
  /// Its parent folder, and its name there.
  let parentPath: String
  package let name: String

  /// Checks by its location whether a folder may be written to.
  /// - Parameters:
  ///   - path: `--output`, as the user typed it.
  ///   - content: the content folder, which must not be overwritten.
  /// - Throws: `usage` for a place where no output may be, `inputOutput` if a link is on the path.
  package init(_ path: String, content: String) throws(BuildError) {
    let real = FolderPath.absolute(path)
    guard let (parent, name) = FolderPath.split(real) else {
      throw .usage("--output \(path): the root of the file system; name a folder of its own")
    }
    self.path = path
    self.real = real
    parentPath = parent
    self.name = name
    let home = ProcessInfo.processInfo.environment["HOME"] ?? NSHomeDirectory()
    if real == Self.real(home) || real == Self.real(NSHomeDirectory()) {
      throw .usage("--output \(path): your home folder; name a folder of its own")
    }
    let realContent = Self.real(content)
    if real == realContent || realContent.hasPrefix(real + "/") {
      throw .usage("--output \(path): the content is in it; name a folder of its own")
    }
    if real.hasPrefix(realContent + "/") {
      throw .usage("--output \(path): it is in the content folder; name a folder beside it")
    }
    do throws(FileFailure) { _ = try self.parent(isMade: false)?.folder(name) } catch {
      if error.reason == .notAFolder, error.path == real { throw .usage("--output \(path): a file; name a folder") }
      throw BuildError(error)
    }
  }

  /// Refuses to build a shard where the whole site is, or another shard: the rest would be removed.
  package func requireRoom(for shard: Shard?, in state: State) throws(BuildError) {
    guard let shard, let manifest = state.manifest else { return }
    guard let mark = manifest.mark else {
      throw .usage("--output \(path): a whole site is there; name a folder of its own for shard \(shard)")
    }
    if mark.shard.count == shard.count, mark.shard != shard {
      throw .usage("--output \(path): shard \(mark.shard) is there; name a folder of its own for shard \(shard)")
    }
  }

  /// A path with its links followed, as far as it exists.
  package static func real(_ path: String) -> String {
    let absolute = URL(fileURLWithPath: path).standardizedFileURL
    if FileManager.default.fileExists(atPath: absolute.path) { return absolute.resolvingSymlinksInPath().path }
    if absolute.path == "/" { return "/" }
    let parent = real(absolute.deletingLastPathComponent().path)
    return (parent == "/" ? "" : parent) + "/" + absolute.lastPathComponent
  }

  /// The parent folder; `nil` if it is missing and is not to be made.
  private func parent(isMade: Bool, _ made: (Folder, String) -> Void = { _, _ in }) throws(FileFailure) -> Folder? {
    try FolderPath.open(parentPath, making: isMade ? 0o777 : nil, made)
  }

  /// The parent folder, for reading.
  func existingParent() throws(BuildError) -> Folder? {
    try reaching { () throws(FileFailure) in try parent(isMade: false) }
  }

  /// The parent folder, made if it is missing.
  /// - Returns: the folder, and each folder that was made, with its parent and name, outermost first.
  package func makeParent() throws(BuildError) -> (folder: Folder, made: [(outer: Folder, name: String)]) {
    var made: [(outer: Folder, name: String)] = []
    do throws(FileFailure) {
      guard let folder = try parent(isMade: true, { made.append(($0, $1)) }) else {
        throw FileFailure(parentPath, .system(ENOENT), "can't be made")
      }
      return (folder, made)
    } catch {
      for (outer, name) in made.reversed() { outer.removeFolder(ifEmpty: name) }
      throw BuildError(error)
    }
  }

  /// Where a first build is staged: beside the folder, on the same file system, so that one rename moves it.
  var stagingBeside: String { ".\(name).busylife-staging" }

  /// Where the lock is, if something can be written beside the folder: there it is not affected when that folder is
  /// replaced.
  var lockBeside: String { ".\(name).busylife-lock" }

  /// Whether a name is that of a record that is not yet in place.
  static func isUnfinishedRecord(_ name: String) -> Bool { name.hasPrefix(recordName + ".") }

  /// Whether a name is that of the lock or staging folder of a folder beside it.
  private static func isBesideAnother(_ name: String) -> Bool {
    name.hasPrefix(".") && (name.hasSuffix(".busylife-staging") || name.hasSuffix(".busylife-lock"))
  }

  // MARK: State

  /// The state of an output folder.
  package struct State: Sendable {
    /// `nil` if it does not exist yet.
    package var folder: FolderTree?
    /// What the last complete build wrote; `nil` if there was none.
    package var manifest: Manifest?
    /// What an interrupted build had begun to publish.
    var intent: Manifest?
    /// Whether a build was interrupted, so that its staging folder still exists.
    package var hasRemains = false

    /// Whether a running or killed build had to put its lock into the folder.
    var hasLockInside = false

    /// The folders below it that hold sites of audiences, or did; `nil` if it never had any.
    package var record: Manifest?
    /// Names in the folder that builds do not make in a site's folder.
    var strangers: [String] = []

    /// Whether no build has published here.
    package var isNew: Bool { manifest == nil && intent == nil && record == nil }

    /// The files that are the generator's, or may be after an interrupted build.
    package var files: [String] {
      let lists = [manifest, intent].compactMap { $0 }
      let all = lists.flatMap { list in list.paths.indices.map { list.path($0) } }
      return lists.count < 2 ? all : all.unique
    }

    /// This state with more files: those of other sites published below the folder, which are this site's now.
    func owning(_ files: [String]) -> State {
      if files.isEmpty { return self }
      var state = self
      state.intent = Manifest((intent.map { list in list.paths.indices.map { list.path($0) } } ?? []) + files)
      return state
    }
  }

  /// Reads the state; changes nothing.
  /// - Parameter parent: the parent folder.
  /// - Throws: `usage` if the folder contains files and none is known to be the generator's, `inputOutput` if a link is
  ///   in the place of one of its folders.
  package func state(in parent: Folder?) throws(BuildError) -> State {
    let state = try anyState(in: parent)
    try requireOwn(state)
    return state
  }

  /// Refuses a folder that contains files if none of them is known to be the generator's.
  /// - Parameter sites: names of folders below it that have their own states, and so may be there.
  func requireOwn(_ state: State, but sites: Set<String> = []) throws(BuildError) {
    let strangers = state.strangers.filter { !sites.contains($0) && (sites.isEmpty || !Self.isBesideAnother($0)) }
    guard state.isNew, let example = strangers.min() else { return }
    throw .usage(
      "--output \(path): contains files that busylife-gen did not write (such as \(example)); empty it or "
        + "name another folder"
    )
  }

  /// Reads the state without checking whose the files are; changes nothing.
  func anyState(in parent: Folder?) throws(BuildError) -> State {
    var state = State()
    guard let folder = try reaching({ () throws(FileFailure) in try parent?.folder(name) }) else { return state }
    state.folder = FolderTree(folder)
    let names = try reaching(folder.names).map { $0.name }
    if names.contains(Self.manifestName) {
      guard let bytes = folder.read(Self.manifestName), let manifest = Manifest(reading: bytes) else {
        throw .inputOutput(
          "\(path)/\(Self.manifestName): this list of the site's files is damaged, so a build can't tell which files "
            + "it may replace; empty the folder, or name another with --output")
      }
      state.manifest = manifest
    }
    if names.contains(Self.lockName) { state.hasLockInside = true }
    if names.contains(Self.stagingName) {
      state.hasRemains = true
      let staging = try reaching { () throws(FileFailure) in try folder.folder(Self.stagingName) }
      state.intent = staging?.read(Self.intentName).flatMap { Manifest(reading: $0) }
    }
    if names.contains(Self.recordName) {
      state.record = folder.read(Self.recordName).flatMap { Manifest(reading: $0) } ?? Manifest([])
    }
    let own = Self.keepers.union([Self.stagingName, Self.lockName, Self.manifestName, Self.recordName])
    state.strangers = names.filter { !own.contains($0) && !Self.isUnfinishedRecord($0) }
    return state
  }

  /// Whether no build is running here, and no killed build left anything beside the folder.
  /// - Parameter parent: the parent folder.
  func isAtRest(in parent: Folder?) -> Bool {
    parent?.kind(of: lockBeside) == nil && parent?.kind(of: stagingBeside) == nil
  }

  /// Removes what a killed build left beside the folder. It may have been about to move the staged folder into place:
  /// the files that kept the empty folder in its repository are then restored.
  package func cleanBeside(in parent: Folder) throws(BuildError) {
    try reaching { () throws(FileFailure) in
      guard let staging = try parent.folder(stagingBeside) else { return }
      for keeper in Self.keepers where staging.kind(of: keeper) == .file {
        let folder = try parent.makeFolder(name).folder
        if folder.kind(of: keeper) == nil { try staging.move(keeper, to: folder, keeper) }
      }
      try parent.removeTree(stagingBeside)
    }
  }
}
