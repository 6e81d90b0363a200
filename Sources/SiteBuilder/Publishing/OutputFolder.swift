import Foundation

/// The folder that a build publishes to: whether it may, and what of it is the generator's own.
struct OutputFolder: Sendable {
  /// Names the files that the generator wrote. Replaced last, so that it is never ahead of them.
  static let manifestName = ".busylife-gen"
  /// Holds what a build is about to publish.
  static let stagingName = ".busylife-staging"
  /// In the staging folder: a manifest of all that may be the generator's when the build is cut short.
  static let intentName = "intent"
  /// What keeps an empty folder in a repository, or is left by those who look at it, is no content.
  static let keepers: Set<String> = [".gitkeep", ".gitignore", ".DS_Store"]

  /// As the user typed it.
  let path: String
  /// With all links followed, as far as it exists.
  let real: String

  /// Checks that a folder may be written to, by where it is.
  /// - Parameters:
  ///   - path: `--output`, as the user typed it.
  ///   - content: the content folder, which must not be written over.
  init(_ path: String, content: String) throws(BuildError) {
    let real = Self.real(path)
    self.path = path
    self.real = real
    if real == "/" { throw .usage("--output \(path): the root of the file system; name a folder of its own") }
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
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: real, isDirectory: &isFolder), !isFolder.boolValue {
      throw .usage("--output \(path): a file; name a folder")
    }
  }

  private static func real(_ path: String) -> String {
    let absolute = URL(fileURLWithPath: path).standardizedFileURL
    // What does not exist yet is resolved as far as it does.
    if FileManager.default.fileExists(atPath: absolute.path) { return absolute.resolvingSymlinksInPath().path }
    if absolute.path == "/" { return "/" }
    let parent = real(absolute.deletingLastPathComponent().path)
    return (parent == "/" ? "" : parent) + "/" + absolute.lastPathComponent
  }

  /// The folder that it is in, and its name there.
  var parent: (path: String, name: String) {
    let url = URL(fileURLWithPath: real)
    return (url.deletingLastPathComponent().path, url.lastPathComponent)
  }

  /// Makes the folders that it is in.
  /// - Returns: those that were not there, outer ones first.
  func makeParents() throws(BuildError) -> [String] {
    var missing: [String] = []
    var path = parent.path
    while !FileManager.default.fileExists(atPath: path) {
      missing.append(path)
      path = URL(fileURLWithPath: path).deletingLastPathComponent().path
    }
    for path in missing.reversed() {
      do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
        throw .inputOutput("\(path): can't be made; check the permissions of the folder it is in")
      }
    }
    return missing.reversed()
  }

  /// Where a first build is staged: beside the folder, on the same file system, so that one rename moves it.
  var stagingBeside: String { ".\(parent.name).busylife-staging" }

  // MARK: What is there

  /// What stands in an output folder.
  struct State: Sendable {
    /// `nil` if there is none yet.
    var folder: Folder?
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
  /// - Throws: `usage` where the folder holds files and none of them is known to be the generator's.
  func state() throws(BuildError) -> State {
    var state = State()
    guard FileManager.default.fileExists(atPath: real) else { return state }
    let folder = try Folder(real)
    state.folder = folder
    let names = try folder.names().map { $0.name }
    if names.contains(Self.manifestName) {
      guard let bytes = folder.read(Self.manifestName), let manifest = Manifest(reading: bytes) else {
        throw .usage("--output \(path): \(Self.manifestName) was not written by this version; empty the folder or name another")
      }
      state.manifest = manifest
    }
    if names.contains(OutputLock.nameInside) { state.hasLockInside = true }
    if names.contains(Self.stagingName) {
      state.hasRemains = true
      state.intent = folder.read(Self.stagingName + "/" + Self.intentName).flatMap { Manifest(reading: $0) }
    }
    let own = Self.keepers.union([Self.stagingName, OutputLock.nameInside])
    if state.isNew, let example = names.filter({ !own.contains($0) }).min() {
      throw .usage("--output \(path): holds files that busylife-gen did not write (as \(example)); empty it or name another folder")
    }
    return state
  }

  /// Whether no build goes on here, and none that was killed left anything beside the folder.
  var isAtRest: Bool {
    let manager = FileManager.default
    return !manager.fileExists(atPath: OutputLock.beside(real))
      && !manager.fileExists(atPath: parent.path + "/" + stagingBeside)
  }

  /// Takes away what a build that was killed left beside the folder. It may have been about to swap the folder
  /// in: what kept the empty one in its repository is then put back.
  func cleanBeside() {
    guard let parent = try? Folder(parent.path), let staging = parent.folder(stagingBeside) else { return }
    for keeper in Self.keepers where staging.kind(of: keeper) != nil {
      try? parent.makeFolder(self.parent.name)
      guard let folder = parent.folder(self.parent.name), folder.kind(of: keeper) == nil else { continue }
      try? staging.move(keeper, to: folder, keeper)
    }
    parent.removeTree(stagingBeside)
  }
}
