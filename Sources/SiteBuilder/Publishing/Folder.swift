import Bytes
import Readers

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An open folder. What lies in it is named by its path from it, so that a file costs one short look-up,
/// and whatever becomes of the folder's own name it stays the same folder.
final class Folder: Sendable {
  /// As messages name it.
  let path: String
  private let descriptor: Int32

  /// - Throws: `inputOutput` where there is no such folder or it can't be opened.
  init(_ path: String) throws(BuildError) {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .inputOutput("\(path): can't be opened: \(Self.reason())") }
    self.path = path
  }

  private init(_ path: String, _ descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// A folder in this one; `nil` if there is none.
  func folder(_ name: String) -> Folder? {
    let inner = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    return inner < 0 ? nil : Folder(path + "/" + name, inner)
  }

  // MARK: Looking

  enum Kind { case file, folder, other }

  /// The names in the folder, hidden ones too, in the order of the file system.
  /// - Throws: `inputOutput` where it can't be read.
  func names() throws(BuildError) -> [(name: String, kind: Kind)] {
    var found: [(name: String, kind: Kind)] = []
    try forEachEntry { name, kind in
      let name = String(cString: name)
      if name != ".", name != ".." { found.append((name, kind)) }
    }
    return found
  }

  /// How many files are in the folder and in those within it; hidden ones are left out. O(files).
  func countFiles() throws(BuildError) -> Int {
    var count = 0
    var inner: [String] = []
    try forEachEntry { name, kind in
      if name.pointee == 0x2E { return }
      if kind == .folder { inner.append(String(cString: name)) } else { count += 1 }
    }
    for name in inner { count += try folder(name)?.countFiles() ?? 0 }
    return count
  }

  private func forEachEntry(_ body: (UnsafePointer<CChar>, Kind) -> Void) throws(BuildError) {
    // The stream takes a descriptor over; this one is kept.
    let own = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0, let stream = fdopendir(own) else {
      throw .inputOutput("\(path): can't be read: \(Self.reason())")
    }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: 1) { name in
          switch Int32(entry.pointee.d_type) {
          case Int32(DT_REG): body(name, .file)
          case Int32(DT_DIR): body(name, .folder)
          case Int32(DT_UNKNOWN): body(name, kind(of: name) ?? .other)
          default: body(name, .other)
          }
        }
      }
    }
  }

  /// What is at a path, links not followed; `nil` if nothing is.
  func kind(of path: UnsafePointer<CChar>) -> Kind? {
    guard let status = status(path) else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// By what a file is known to be the same as before; `nil` if there is no regular file.
  func stamp(_ path: UnsafePointer<CChar>) -> FileStamp? {
    status(path).flatMap { FileStamp($0) }
  }

  private func status(_ path: UnsafePointer<CChar>) -> stat? {
    var status = stat()
    return fstatat(descriptor, path, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  /// Its permissions.
  var mode: mode_t {
    var status = stat()
    fstat(descriptor, &status)
    return status.st_mode & 0o7777
  }

  // MARK: Files

  /// The bytes of a file of the generator's own; `nil` if there is none, it is a link or it can't be read.
  func read(_ path: String) -> [UInt8]? { bytes(openat(descriptor, path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)) }

  /// The bytes of a file, links followed; `nil` if there is none or it can't be read.
  func contents(_ path: String) -> [UInt8]? { bytes(openat(descriptor, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)) }

  /// The fingerprint of a file's bytes, links followed, which are never in memory all at once; `nil` if there is
  /// none or it can't be read.
  func fingerprint(ofContents path: String) -> Fingerprint? {
    let file = openat(descriptor, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let size = min(max(Int(status.st_size) + 1, 4_096), 262_144)
    return withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { buffer -> Fingerprint? in
      let state = FingerprintState()
      while true {
        let got = Self.read(file, buffer.baseAddress!, buffer.count)
        if got < 0, errno == EINTR { continue }
        if got < 0 { return nil }
        if got == 0 { return state.finish() }
        state.add(UnsafeRawBufferPointer(rebasing: buffer[..<got]))
      }
    }
  }

  private func bytes(_ file: Int32) -> [UInt8]? {
    if file < 0 { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes: [UInt8] = []
    // Files that the system makes up say that they are empty; one byte more tells that a file has ended.
    var room = Int(status.st_size) + 1
    while true {
      var got = 0
      let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        repeat { got = Self.read(file, buffer.baseAddress!, room) } while got < 0 && errno == EINTR
        count = max(got, 0)
      }
      if got < 0 { return nil }
      if got == 0 { return bytes }
      if bytes.isEmpty { bytes = part } else { bytes += part }
      room = max(room - got, 16_384)
    }
  }

  /// Writes a file anew, whether or not there is one.
  /// - Returns: its stamp, as long as it is not moved.
  /// - Throws: `inputOutput`, as where the disk is full.
  @discardableResult
  func write(_ path: String, _ bytes: [UInt8]) throws(BuildError) -> FileStamp { try write(path, [bytes]) }

  /// Writes runs of bytes that follow each other, as one file.
  @discardableResult
  func write(_ path: String, _ runs: [[UInt8]]) throws(BuildError) -> FileStamp {
    let file = openat(descriptor, path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw failure(path, "can't be written") }
    for bytes in runs where !FileWriting.putAll(bytes, into: file) {
      let error = failure(path, "can't be written")
      close(file)
      throw error
    }
    var status = stat()
    fstat(file, &status)
    // Some file systems say only here that the disk is full.
    guard close(file) == 0, let stamp = FileStamp(status) else { throw failure(path, "can't be written") }
    return stamp
  }

  private static func read(_ file: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    #if canImport(Glibc)
    Glibc.read(file, bytes, count)
    #elseif canImport(Musl)
    Musl.read(file, bytes, count)
    #else
    Darwin.read(file, bytes, count)
    #endif
  }

  // MARK: Names

  /// Makes a folder; one that is there already will do.
  func makeFolder(_ path: String) throws(BuildError) {
    if mkdirat(descriptor, path, 0o777) == 0 { return }
    let code = errno
    if code == EEXIST, kind(of: path) == .folder { return }
    errno = code
    throw failure(path, "can't be made")
  }

  func setMode(_ mode: mode_t) { fchmod(descriptor, mode) }

  /// Moves a file or folder over whatever file, or empty folder, is at the new place. At no instant is
  /// there neither the old nor the new.
  func move(_ path: String, to folder: Folder, _ newPath: String) throws(BuildError) {
    if renameat(descriptor, path, folder.descriptor, newPath) != 0 {
      throw folder.failure(newPath, "can't be replaced")
    }
  }

  /// Whether a file was there and is no more.
  @discardableResult
  func remove(_ path: String) -> Bool { unlinkat(descriptor, path, 0) == 0 }

  /// Removes a folder that is empty; one that is not stays.
  func removeFolder(ifEmpty path: String) { unlinkat(descriptor, path, AT_REMOVEDIR) }

  /// Removes a folder by its path if it is empty.
  static func removeFolder(ifEmpty path: String) { rmdir(path) }

  /// Removes a folder and all that is in it; links are not followed.
  func removeTree(_ name: String) {
    if let inner = folder(name), let names = try? inner.names() {
      for entry in names {
        if entry.kind == .folder { inner.removeTree(entry.name) } else { inner.remove(entry.name) }
      }
    }
    removeFolder(ifEmpty: name)
  }

  // MARK: Errors

  private func failure(_ path: String, _ what: String) -> BuildError {
    .inputOutput("\(self.path)/\(path): \(what): \(Self.reason())")
  }

  /// The last error of the system in words.
  static func reason() -> String {
    switch errno {
    case ENOSPC: "the disk is full; make room and build again"
    case EDQUOT: "your share of the disk is full; make room and build again"
    case EFBIG: "the file is larger than the system's limit (see ulimit -f)"
    case EACCES, EPERM: "no permission"
    case EROFS: "the file system is read-only"
    default: String(cString: strerror(errno))
    }
  }
}

/// What the file system says of a file, by which it is known that nobody wrote to it since: its number, its
/// size and the time of its last change, which no program can set. Equal stamps mean the same bytes; unequal
/// ones mean nothing but that somebody must look.
struct FileStamp: Hashable, Sendable {
  private var number: UInt64
  private var size: Int64
  /// Nanoseconds since 1970.
  private(set) var changed: Int64

  /// No file's.
  static let none = FileStamp()

  private init() {
    number = 0
    size = -1
    changed = 0
  }

  func add(to made: inout Ingredients) {
    made.add(number)
    made.add(size)
    made.add(changed)
  }

  /// `nil` for what is no regular file.
  init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    number = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
    let time = status.st_ctimespec
    #else
    let time = status.st_ctim
    #endif
    changed = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
