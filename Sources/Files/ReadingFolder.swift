import Synchronization

/// A folder that files are read from, and that is not left: a symbolic link in it is followed only while its target is
/// inside. So somebody who can put a link into the folder can't have files from elsewhere published.
package struct ReadingFolder: Sendable {
  /// As the user typed it.
  package let path: String
  private let root: Folder
  /// The folder's real path: an absolute link that begins with it stays inside.
  private let realPath: String
  /// Whether links that lead out are followed.
  package var followsLinks = false
  private let followed = FollowedLinks()

  /// The greatest number of chained links, as in Linux.
  private static let hops = 40

  /// - Throws: if there is no such folder, or it can't be opened.
  package init(_ path: String) throws(FileFailure) {
    self.path = path
    root = try FolderPath.openForReading(path)
    guard let real = realpath(path, nil) else { throw .last(path, "can't be opened") }
    realPath = String(cString: real)
    free(real)
  }

  /// The kind of file at a path.
  package enum Kind: Sendable {
    case file, folder, other, missing
    /// A link leads out of the folder.
    case outside
  }

  /// The target of a path.
  private enum Goal {
    case found(Folder, String)
    /// The path ends at this folder.
    case folder(Folder)
    case missing
    case outside
    case loop
  }

  /// - Parameter path: relative to the folder, with slashes; may contain `.` and `..`.
  package func kind(_ path: String) -> Kind {
    switch goal(path) {
    case .found(let folder, let name): folder.status(name).map { Self.kind($0) } ?? .missing
    case .folder: .folder
    case .missing, .loop: .missing
    case .outside: followsLinks ? followedKind(path) : .outside
    }
  }

  private func followedKind(_ path: String) -> Kind {
    var status = stat()
    return fstatat(root.descriptor, path, &status, 0) == 0 ? Self.kind(status) : .missing
  }

  private static func kind(_ status: stat) -> Kind {
    switch Folder.kind(status) {
    case .file: .file
    case .folder: .folder
    case .link, .other: .other
    }
  }

  /// Whether a link makes a path leave the folder.
  package func leadsOut(_ path: String) -> Bool {
    if case .outside = goal(path) { true } else { false }
  }

  /// Paths, relative to the folder, that were read through links that lead out, sorted by bytes.
  package var readOutside: [String] { followed.all }

  /// Whether a name exists in the folder, even as a dangling link.
  package func has(_ name: String) -> Bool { root.kind(of: name) != nil }

  /// The device and inode of what is at a path, which identify a folder; `nil` if there is nothing.
  package func identity(_ path: String) -> FileIdentity? {
    guard let descriptor = try? opened(path, O_RDONLY | O_NONBLOCK) else { return nil }
    defer { close(descriptor) }
    var status = stat()
    return fstat(descriptor, &status) == 0 ? FileIdentity(status) : nil
  }

  /// The names in a folder that are not hidden, sorted by bytes, so that the file system's order does not show.
  /// - Parameters:
  ///   - path: empty for the folder itself.
  ///   - withHidden: whether hidden names are among them after all.
  package func names(_ path: String, withHidden: Bool = false) throws(FileFailure) -> [String] {
    let names = try Folder(shown(path), taking: opened(path, O_RDONLY | O_DIRECTORY)).names()
    return names.map { $0.name }.filter { withHidden || !$0.hasPrefix(".") }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The bytes of a file. Pipes and devices, which might never end, are refused.
  /// - Parameter limit: more bytes than this are an error.
  package func bytes(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] {
    let file = try opened(path, O_RDONLY | O_NONBLOCK)
    defer { close(file) }
    return try FileReading.all(of: file, shown(path), limit: limit)
  }

  private func shown(_ path: String) -> String { path.isEmpty ? self.path : root.path(of: path) }

  /// Opens the target of a path.
  private func opened(_ path: String, _ flags: Int32) throws(FileFailure) -> Int32 {
    let flags = flags | O_CLOEXEC
    let descriptor: Int32
    switch goal(path) {
    case .found(let folder, let name): descriptor = openat(folder.descriptor, name, flags | O_NOFOLLOW)
    case .folder(let folder): descriptor = openat(folder.descriptor, ".", flags)
    case .missing: throw failure(path, .system(ENOENT))
    case .loop: throw failure(path, .system(ELOOP))
    case .outside:
      guard followsLinks else { throw failure(path, .outside) }
      followed.add(path)
      descriptor = openat(root.descriptor, path, flags)
    }
    if descriptor < 0 { throw failure(path, .system(errno)) }
    return descriptor
  }

  private func failure(_ path: String, _ reason: FileFailure.Reason) -> FileFailure {
    FileFailure(shown(path), reason, "can't be read")
  }

  /// Walks a path one name at a time, each relative to the folder before it.
  private func goal(_ path: String) -> Goal {
    var folders = [root]
    var left: [String] = FolderPath.names(path).reversed()
    var hops = 0
    while let name = left.popLast() {
      if name == ".." {
        if folders.count == 1 { return .outside }
        folders.removeLast()
        continue
      }
      let folder = folders[folders.count - 1]
      switch folder.kind(of: name) {
      case .link:
        hops += 1
        guard hops <= Self.hops else { return .loop }
        guard let target = folder.target(ofLink: name) else { return .missing }
        guard target.hasPrefix("/") else {
          left += FolderPath.names(target).reversed()
          continue
        }
        guard let inside = inside(target) else { return .outside }
        folders = [root]
        left += FolderPath.names(inside).reversed()
      case .folder:
        guard let inner = try? folder.folder(name) else { return .missing }
        folders.append(inner)
      case .file, .other: return left.isEmpty ? .found(folder, name) : .missing
      case nil: return .missing
      }
    }
    return .folder(folders[folders.count - 1])
  }

  /// The relative path of an absolute target inside the folder; `nil` for any other.
  private func inside(_ target: String) -> String? {
    if target == realPath { return "" }
    let prefix = realPath == "/" ? "/" : realPath + "/"
    return target.hasPrefix(prefix) ? String(target.utf8.dropFirst(prefix.utf8.count)) : nil
  }
}

/// Paths that were read through links out of a folder. Thread-safe.
private final class FollowedLinks: Sendable {
  private let paths = Mutex<Set<String>>([])

  func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

  var all: [String] { paths.withLock { $0.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } } }
}

/// Identifies a file or folder, by whatever path it was reached.
package struct FileIdentity: Hashable, Sendable {
  private var device: UInt64
  private var number: UInt64

  package init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
