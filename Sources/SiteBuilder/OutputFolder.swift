import Bytes
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The folder that a build publishes to.
///
/// New files are first written to a staging folder; only when all are there are they moved into
/// place, each by one rename, and then what is gone is removed. A first build is moved as a whole.
/// Whatever fails before that leaves the last good site as it was.
struct OutputFolder {
  /// What the generator wrote, a path a line; names the files it may change and remove.
  static let manifestName = ".busylife-gen"
  /// What a build is about to write: read after a kill, so that nothing is left behind.
  static let intentName = ".busylife-gen-next"
  static let stagingName = ".busylife-staging"
  private static let manifestHead = "busylife-gen 1"

  let path: String
  /// Whether nothing is there yet.
  let isNew: Bool
  private let staging: String
  private var known: Set<String> = []

  /// Checks that a folder may be written to.
  /// - Parameters:
  ///   - path: `--output`, as the user typed it.
  ///   - content: the content folder, which must not be written over.
  init(_ path: String, content: String) throws(BuildError) {
    let real = Self.real(path)
    let manager = FileManager.default
    self.path = path
    if real == "/" { throw .usage("--output \(path): the root of the file system; name a folder of its own") }
    let home = ProcessInfo.processInfo.environment["HOME"] ?? NSHomeDirectory()
    if real == Self.real(home) || real == Self.real(NSHomeDirectory()) { throw .usage("--output \(path): your home folder; name a folder of its own") }
    let realContent = Self.real(content)
    if real == realContent || realContent.hasPrefix(real + "/") {
      throw .usage("--output \(path): the content is in it; name a folder of its own")
    }
    if real.hasPrefix(realContent + "/") {
      throw .usage("--output \(path): it is in the content folder; name a folder beside it")
    }
    var isFolder: ObjCBool = false
    let exists = manager.fileExists(atPath: path, isDirectory: &isFolder)
    if exists, !isFolder.boolValue { throw .usage("--output \(path): a file; name a folder") }
    var present: [String] = []
    if exists {
      guard let names = try? manager.contentsOfDirectory(atPath: path) else {
        throw .inputOutput("\(path): can't be read; check its permissions")
      }
      present = names
    }
    let hasManifest = present.contains(Self.manifestName) || present.contains(Self.intentName)
    // Keepers of empty folders are no content.
    let foreign = present.filter { ![".gitkeep", ".gitignore", ".DS_Store", Self.stagingName].contains($0) }
    if !hasManifest, let example = foreign.min() {
      throw .usage("--output \(path): holds files that busylife-gen did not write (as \(example)); empty it or name another folder")
    }
    isNew = !hasManifest
    staging = isNew ? Self.stagingBeside(real) : path + "/" + Self.stagingName
    if hasManifest {
      for name in [Self.manifestName, Self.intentName] {
        guard let text = try? String(contentsOfFile: path + "/" + name, encoding: .utf8) else { continue }
        let lines = text.split(separator: "\n").map { String($0) }
        guard lines.first == Self.manifestHead else {
          throw .usage("--output \(path): \(name) was not written by this version; empty the folder or name another")
        }
        for line in lines.dropFirst() where Self.isInside(line) { known.insert(line) }
      }
    }
  }

  /// A first build is staged beside the folder, on the same file system, so that one rename moves it.
  private static func stagingBeside(_ real: String) -> String {
    let url = URL(fileURLWithPath: real)
    return url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent).busylife-staging").path
  }

  /// A manifest is a file, and files can be wrong: a path that leads out is nobody's.
  private static func isInside(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
  }

  private static func real(_ path: String) -> String {
    let absolute = URL(fileURLWithPath: path).standardizedFileURL
    // What does not exist yet is resolved as far as it does.
    if FileManager.default.fileExists(atPath: absolute.path) { return absolute.resolvingSymlinksInPath().path }
    if absolute.path == "/" { return "/" }
    let parent = real(absolute.deletingLastPathComponent().path)
    return (parent == "/" ? "" : parent) + "/" + absolute.lastPathComponent
  }

  // MARK: Staging

  /// Makes an empty staging folder with all the folders that paths need.
  func begin(_ paths: [String]) throws(BuildError) {
    try? FileManager.default.removeItem(atPath: staging)
    var folders: Set<String> = [""]
    for path in paths {
      if let slash = path.lastIndex(of: "/") { folders.insert(String(path[..<slash])) }
    }
    for folder in folders {
      do {
        try FileManager.default.createDirectory(
          atPath: folder.isEmpty ? staging : staging + "/" + folder, withIntermediateDirectories: true)
      } catch {
        throw .inputOutput("\(staging): can't be made; check the permissions of the folder it is in")
      }
    }
  }

  /// Writes a file to the staging folder, unless the published one has the same bytes already.
  /// - Returns: whether it was written.
  func stage(_ path: String, _ bytes: [UInt8]) throws(BuildError) -> Bool {
    if !isNew, Self.hasBytes(self.path + "/" + path, bytes) { return false }
    try Self.write(staging + "/" + path, bytes)
    return true
  }

  /// Whether a file has exactly these bytes.
  private static func hasBytes(_ path: String, _ bytes: [UInt8]) -> Bool {
    let file = open(path, O_RDONLY)
    if file < 0 { return false }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, Int(status.st_size) == bytes.count else { return false }
    var offset = 0
    return withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
      while offset < bytes.count {
        let count = read(file, buffer.baseAddress, min(buffer.count, bytes.count - offset))
        if count <= 0 { return false }
        let same = bytes.withUnsafeBytes { memcmp($0.baseAddress! + offset, buffer.baseAddress!, count) == 0 }
        if !same { return false }
        offset += count
      }
      return true
    }
  }

  private static func write(_ path: String, _ bytes: [UInt8]) throws(BuildError) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard file >= 0 else { throw .inputOutput("\(path): can't be written: \(reason())") }
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes { Self.write(file, $0.baseAddress! + offset, bytes.count - offset) }
      if count < 0 {
        if errno == EINTR { continue }
        let why = reason()
        close(file)
        throw .inputOutput("\(path): can't be written: \(why)")
      }
      offset += count
    }
    // Some file systems say only here that the disk is full.
    if close(file) != 0 { throw .inputOutput("\(path): can't be written: \(reason())") }
  }

  private static func write(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    #if canImport(Glibc)
    Glibc.write(file, bytes, count)
    #elseif canImport(Musl)
    Musl.write(file, bytes, count)
    #else
    Darwin.write(file, bytes, count)
    #endif
  }

  private static func reason() -> String {
    switch errno {
    case ENOSPC: "the disk is full"
    case EACCES, EPERM: "no permission"
    case EROFS: "the file system is read-only"
    default: String(cString: strerror(errno))
    }
  }

  /// Takes the staging folder away again, after a failure.
  func abandon() { try? FileManager.default.removeItem(atPath: staging) }

  // MARK: Publishing

  /// Moves what was staged into place.
  /// - Parameters:
  ///   - written: the paths that were staged.
  ///   - all: every path of the site.
  /// - Returns: how many files were removed, and the files in the folder that are somebody else's.
  func publish(written: [String], all: [String]) throws(BuildError) -> (removed: Int, foreign: [String]) {
    let manifest = Array((Self.manifestHead + "\n" + all.sorted().joined(separator: "\n") + "\n").utf8)
    if isNew { return try publishFirst(manifest) }
    let current = Set(all)
    let gone = known.subtracting(current)
    if !written.isEmpty || !gone.isEmpty {
      try Self.write(path + "/" + Self.intentName, manifest)
      for file in written {
        let target = path + "/" + file
        if rename(staging + "/" + file, target) == 0 { continue }
        if let slash = target.lastIndex(of: "/") {
          try? FileManager.default.createDirectory(atPath: String(target[..<slash]), withIntermediateDirectories: true)
        }
        if rename(staging + "/" + file, target) != 0 {
          throw .inputOutput("\(target): can't be replaced: \(Self.reason())")
        }
      }
    }
    var removed = 0
    var folders: Set<String> = []
    for file in gone where unlink(path + "/" + file) == 0 {
      removed += 1
      if let slash = file.lastIndex(of: "/") { folders.insert(String(file[..<slash])) }
    }
    // A folder that holds nothing more goes too; one that does is not empty, and stays.
    for folder in folders.sorted(by: >) { rmdir(path + "/" + folder) }
    if !Self.hasBytes(path + "/" + Self.manifestName, manifest) {
      try Self.write(path + "/" + Self.stagingName + "/manifest", manifest)
      if rename(path + "/" + Self.stagingName + "/manifest", path + "/" + Self.manifestName) != 0 {
        throw .inputOutput("\(path)/\(Self.manifestName): can't be replaced: \(Self.reason())")
      }
    }
    unlink(path + "/" + Self.intentName)
    abandon()
    return (removed, foreignFiles(current))
  }

  private func publishFirst(_ manifest: [UInt8]) throws(BuildError) -> (removed: Int, foreign: [String]) {
    try Self.write(staging + "/" + Self.manifestName, manifest)
    let manager = FileManager.default
    if manager.fileExists(atPath: path) {
      // Keepers of the empty folder stay in it.
      for name in (try? manager.contentsOfDirectory(atPath: path)) ?? [] where name != Self.stagingName {
        rename(path + "/" + name, staging + "/" + name)
      }
      rmdir(path)
    } else if let parent = Optional(URL(fileURLWithPath: path).deletingLastPathComponent().path) {
      try? manager.createDirectory(atPath: parent, withIntermediateDirectories: true)
    }
    guard rename(staging, path) == 0 else {
      throw .inputOutput("\(path): the site can't be moved there: \(Self.reason())")
    }
    return (0, [])
  }

  private func foreignFiles(_ own: Set<String>) -> [String] {
    guard let all = try? FileManager.default.subpathsOfDirectory(atPath: path) else { return [] }
    var isFolder: ObjCBool = false
    return all.filter { name in
      !own.contains(name) && !(name.split(separator: "/").last ?? "").hasPrefix(".")
        && FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }
}
