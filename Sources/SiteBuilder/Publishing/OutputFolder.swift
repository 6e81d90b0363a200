import Files
import Foundation

/// The folder that a build publishes to: whether it may, and what of it is the generator's own.
struct OutputFolder: Sendable {
  /// Names the files that the generator wrote. Replaced last, so that it is never ahead of them.
  static let manifestName = ".busylife-gen"
  /// Holds what a build is about to publish.
  static let stagingName = ".busylife-staging"
  /// In the staging folder: a manifest of all that may be the generator's when the build is cut short.
  static let intentName = "intent"
  /// The lock where it has to be in the output folder, because nothing can be written beside it.
  static let lockName = ".busylife-lock"
  /// What keeps an empty folder in a repository, or is left by those who look at it, is no content.
  static let keepers: Set<String> = [".gitkeep", ".gitignore", ".DS_Store"]

  /// As the user typed it.
  let path: String
  /// Absolute, without `.` and `..`. No name in it is a link, except in `/`: a folder that a link leads to is refused
  /// when it is opened.
  let real: String
  /// The folder that it is in, and its name there.
  let parentPath: String
  let name: String

  /// Checks that a folder may be written to, by where it is.
  /// - Parameters:
  ///   - path: `--output`, as the user typed it.
  ///   - content: the content folder, which must not be written over.
  /// - Throws: `usage` for a place that is no output's, `inputOutput` where a link leads there.
  init(_ path: String, content: String) throws(BuildError) {
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

  /// A path with its links followed, as far as it exists.
  private static func real(_ path: String) -> String {
    let absolute = URL(fileURLWithPath: path).standardizedFileURL
    if FileManager.default.fileExists(atPath: absolute.path) { return absolute.resolvingSymlinksInPath().path }
    if absolute.path == "/" { return "/" }
    let parent = real(absolute.deletingLastPathComponent().path)
    return (parent == "/" ? "" : parent) + "/" + absolute.lastPathComponent
  }

  /// The folder that it is in; `nil` if that is missing and is not to be made.
  private func parent(isMade: Bool, _ made: (Folder, String) -> Void = { _, _ in }) throws(FileFailure) -> Folder? {
    try FolderPath.open(parentPath, making: isMade ? 0o777 : nil, made)
  }

  /// The folder that it is in, to be looked at.
  func existingParent() throws(BuildError) -> Folder? {
    try reaching { () throws(FileFailure) in try parent(isMade: false) }
  }

  /// The folder that it is in, made if it is missing.
  /// - Returns: it, and each folder that was made: the one around it and its name, outer ones first.
  func makeParent() throws(BuildError) -> (folder: Folder, made: [(outer: Folder, name: String)]) {
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

  /// Where the lock is, if something can be written beside the folder: there it outlives that folder's being swapped.
  var lockBeside: String { ".\(name).busylife-lock" }

  // MARK: What is there

  /// What stands in an output folder.
  struct State: Sendable {
    /// `nil` if there is none yet.
    var folder: FolderTree?
    /// What the last whole build wrote; `nil` where there was none.
    var manifest: Manifest?
    /// What a build that was cut short had begun to publish.
    var intent: Manifest?
    /// Whether a build was cut short, so that its staging folder is still there.
    var hasRemains = false

    /// Whether a build goes on here, or was killed, that had to put its lock into the folder.
    var hasLockInside = false

    /// Whether no build has published here.
    var isNew: Bool { manifest == nil && intent == nil }
  }

  /// Looks what is there; changes nothing.
  /// - Parameter parent: the folder that it is in.
  /// - Throws: `usage` where the folder holds files and none of them is known to be the generator's, `inputOutput`
  ///   where a link stands in the place of one of its folders.
  func state(in parent: Folder?) throws(BuildError) -> State {
    var state = State()
    guard let folder = try reaching({ () throws(FileFailure) in try parent?.folder(name) }) else { return state }
    state.folder = FolderTree(folder)
    let names = try reaching(folder.names).map { $0.name }
    if names.contains(Self.manifestName) {
      guard let bytes = folder.read(Self.manifestName), let manifest = Manifest(reading: bytes) else {
        throw .usage(
          "--output \(path): \(Self.manifestName) was not written by this version; empty the folder or name another")
      }
      state.manifest = manifest
    }
    if names.contains(Self.lockName) { state.hasLockInside = true }
    if names.contains(Self.stagingName) {
      state.hasRemains = true
      let staging = try reaching { () throws(FileFailure) in try folder.folder(Self.stagingName) }
      state.intent = staging?.read(Self.intentName).flatMap { Manifest(reading: $0) }
    }
    let own = Self.keepers.union([Self.stagingName, Self.lockName])
    if state.isNew, let example = names.filter({ !own.contains($0) }).min() {
      throw .usage(
        "--output \(path): holds files that busylife-gen did not write (as \(example)); empty it or name another folder"
      )
    }
    return state
  }

  /// Whether no build goes on here, and none that was killed left anything beside the folder.
  /// - Parameter parent: the folder that it is in.
  func isAtRest(in parent: Folder?) -> Bool {
    parent?.kind(of: lockBeside) == nil && parent?.kind(of: stagingBeside) == nil
  }

  /// Takes away what a build that was killed left beside the folder. It may have been about to swap the folder
  /// in: what kept the empty one in its repository is then put back.
  func cleanBeside(in parent: Folder) throws(BuildError) {
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
