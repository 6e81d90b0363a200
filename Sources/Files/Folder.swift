/// An open folder. What is in it is accessed by a single name, so no look-up passes through another folder or a link;
/// and it remains the same folder if it is renamed.
package final class Folder: Sendable {
  /// The path shown in messages.
  package let path: String
  package let descriptor: Int32

  /// Takes ownership of a descriptor.
  init(_ path: String, taking descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  /// Takes ownership of a descriptor that was just opened; a negative one stands for the system's last error.
  static func opened(_ path: String, _ descriptor: Int32) throws(FileFailure) -> Folder {
    guard descriptor >= 0 else { throw .last(path, "can't be opened") }
    return Folder(path, taking: descriptor)
  }

  deinit { close(descriptor) }

  /// The path of a name in the folder, for messages.
  package func path(of name: String) -> String {
    path.hasSuffix("/") ? path + name : path == "." ? name : path + "/" + name
  }

  // MARK: Sub-folders

  /// Opens a sub-folder.
  /// - Returns: `nil` if the name is not in use.
  /// - Throws: `link` for a symbolic link, `notAFolder` for anything else that is not a folder.
  package func folder(_ name: String) throws(FileFailure) -> Folder? {
    try requirePlain(name)
    // Another process may make the folder between the attempt to open it and the question what the name is.
    for isLast in [false, true] {
      let inner = Self.open(descriptor, name)
      if inner >= 0 { return Folder(path(of: name), taking: inner) }
      let code = errno
      switch kind(of: name) {
      case .link: throw FileFailure(path(of: name), .link)
      case .file, .other: throw FileFailure(path(of: name), .notAFolder)
      case .folder where code == ENOENT && !isLast: continue
      case .folder: throw FileFailure(path(of: name), .system(code))
      case nil: return nil
      }
    }
    return nil
  }

  /// Opens a sub-folder, which is made if the name is not in use.
  /// - Returns: the folder, and whether it was made.
  /// - Throws: see ``folder(_:)``.
  package func makeFolder(_ name: String, mode: mode_t = 0o777) throws(FileFailure) -> (folder: Folder, isNew: Bool) {
    // Another process may remove or make the folder between the steps: two tries are enough unless it continues.
    for _ in 0..<2 {
      if let present = try folder(name) { return (present, false) }
      if mkdirat(descriptor, name, mode) == 0 {
        guard let made = try folder(name) else { continue }
        return (made, true)
      }
      if errno != EEXIST { throw failure(name, "can't be made") }
    }
    throw FileFailure(path(of: name), .system(EEXIST), "can't be made")
  }

  /// A descriptor of a folder; negative if the name is not a folder, or a link. Also opens folders that may be entered
  /// but not read.
  static func open(_ folder: Int32, _ name: String) -> Int32 {
    let flags = O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let opened = openat(folder, name, O_RDONLY | flags)
    guard opened < 0, errno == EACCES else { return opened }
    #if canImport(Darwin)
      return openat(folder, name, O_EXEC | flags)
    #else
      return openat(folder, name, passing | flags)
    #endif
  }

  #if !canImport(Darwin)
    /// Linux's O_PATH, which Glibc declares for GNU sources only.
    private static let passing: Int32 = 0x20_0000
  #endif

  // MARK: Inspecting

  package enum Kind: Sendable { case file, folder, link, other }

  /// The kind of the file with a name; `nil` if there is none.
  package func kind(of name: UnsafePointer<CChar>) -> Kind? { status(name).map { Self.kind($0) } }

  /// The stamp of a regular file; `nil` if there is none.
  package func stamp(_ name: UnsafePointer<CChar>) -> FileStamp? { status(name).flatMap { FileStamp($0) } }

  /// The system's status of a name, of a link itself and not its target; `nil` if there is none.
  package func status(_ name: UnsafePointer<CChar>) -> stat? {
    var status = stat()
    return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  /// The system's status of the folder itself.
  package var status: stat {
    var status = stat()
    fstat(descriptor, &status)
    return status
  }

  /// Its permissions.
  package var mode: mode_t { status.st_mode & 0o7777 }

  static func kind(_ status: stat) -> Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .link
    default: .other
    }
  }

  /// The target of a link, as written; `nil` if the name is not a link.
  package func target(ofLink name: String) -> String? {
    var size = 256
    while true {
      let target = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = max(0, buffer.withMemoryRebound(to: CChar.self) { readlinkat(descriptor, name, $0.baseAddress!, size) })
      }
      if target.isEmpty { return nil }
      if target.count < size { return String(decoding: target, as: UTF8.self) }
      size *= 4
    }
  }

  /// The names in the folder, hidden ones included, in the order of the file system.
  package func names() throws(FileFailure) -> [(name: String, kind: Kind)] {
    var found: [(name: String, kind: Kind)] = []
    try forEachName { name, kind in found.append((String(cString: name), kind)) }
    return found
  }

  /// The number of files in the folder and its sub-folders, without hidden ones. O(files).
  package func countFiles() throws(FileFailure) -> Int {
    var count = 0
    var inner: [String] = []
    try forEachName { name, kind in
      if name.pointee == 0x2E { return }
      if kind == .folder { inner.append(String(cString: name)) } else { count += 1 }
    }
    for name in inner { count += try folder(name)?.countFiles() ?? 0 }
    return count
  }

  /// Calls a function with each name except `.` and `..`.
  private func forEachName(_ body: (UnsafePointer<CChar>, Kind) -> Void) throws(FileFailure) {
    // fdopendir takes ownership of its descriptor; this folder's is kept.
    let own = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0, let stream = fdopendir(own) else {
      let failure = FileFailure.last(path, "can't be read")
      if own >= 0 { close(own) }
      throw failure
    }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let type = Int32(entry.pointee.d_type)
      withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: 1) { name in
          if name[0] == 0x2E, name[1] == 0 || name[1] == 0x2E && name[2] == 0 { return }
          switch type {
          case Int32(DT_REG): body(name, .file)
          case Int32(DT_DIR): body(name, .folder)
          case Int32(DT_LNK): body(name, .link)
          case Int32(DT_UNKNOWN): body(name, kind(of: name) ?? .other)
          default: body(name, .other)
          }
        }
      }
    }
  }

  // MARK: Errors

  /// The system's last error, for a name in the folder.
  package func failure(_ name: String, _ action: String) -> FileFailure { .last(path(of: name), action) }

  /// Refuses anything but a single name: it would lead to another folder.
  func requirePlain(_ name: String) throws(FileFailure) {
    let isPlain = !name.isEmpty && name != "." && name != ".." && !name.utf8.contains { $0 == 0x2F || $0 == 0 }
    if !isPlain { throw FileFailure(path(of: name), .name) }
  }
}
