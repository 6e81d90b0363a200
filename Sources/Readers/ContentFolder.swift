import Bytes
import Foundation

/// The content folder, and how files in it are named, listed and read.
struct ContentFolder {
  /// As the user typed it, without slashes at its end.
  let path: String

  init(_ path: String) throws(ContentError) {
    var path = path.isEmpty ? "." : path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
    switch Self.kind(of: path) {
    case .folder: break
    case .missing: throw .missing(folder: path)
    case .file, .other: throw .notAFolder(path: path)
    }
    if case .failure(let failure) = Self.list(path) {
      throw .unreadable(folder: path, reason: failure.reason)
    }
  }

  /// The path of what lies in the folder, as the user would type it.
  func path(of relative: String) -> String {
    path == "." ? relative : path == "/" ? "/" + relative : path + "/" + relative
  }

  // MARK: The file system

  enum Kind { case file, folder, other, missing }

  /// Why something can't be read, in the system's words.
  struct Failure: Error {
    let reason: String

    static var current: Failure { Failure(reason: String(cString: strerror(errno)).lowercased()) }
  }

  /// What is at a path, links followed.
  static func kind(of path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return .missing }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// Whether something is at a path, be it a link that leads nowhere.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Where a path leads with all links followed; `nil` where that is nowhere.
  static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Whether links lead a path out of the folder.
  func isOutside(_ path: String) -> Bool {
    guard let root = Self.resolved(self.path), let real = Self.resolved(path) else { return false }
    return real != root && !real.hasPrefix(root == "/" ? root : root + "/")
  }

  /// The names in a folder that are not hidden, sorted by their bytes, so that no file system's order
  /// shows.
  static func list(_ path: String) -> Result<[String], Failure> {
    guard let folder = opendir(path) else { return .failure(.current) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { raw in
        String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return .success(names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  /// The bytes of a file. A pipe or device, which might never end, is refused.
  static func bytes(of path: String, limit: Int) -> Result<[UInt8], Failure> {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return .failure(.current) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return .failure(.current) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: return .failure(Failure(reason: "is a directory"))
    default: return .failure(Failure(reason: "is no regular file"))
    }
    let size = Int(status.st_size)
    if size > limit { return .failure(Failure(reason: "is larger than \(limit >> 20) MiB")) }
    var failure: Failure?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = read(file, buffer.baseAddress! + count, size - count)
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = .current }
        if got <= 0 { break }
        count += got
      }
    }
    if let failure { return .failure(failure) }
    return .success(bytes)
  }
}
