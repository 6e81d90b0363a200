import Bytes
import CFileExchange
import Foundation

/// What one file held and what it is to hold; `nil` where there is no file.
public struct FileEdit: Equatable, Sendable {
  /// As the user would type it.
  public var path: String
  public var before: [UInt8]?
  public var after: [UInt8]?

  var reversed: FileEdit { FileEdit(path: path, before: after, after: before) }
  var size: Int { (before?.count ?? 0) + (after?.count ?? 0) }
}

extension FileEdit {
  /// Makes the edit in one step, or not at all: at any instant, and after a kill at any, the name means the
  /// old bytes or the new ones, whole.
  ///
  /// Another program may have written the file since it was read. So its bytes are compared before the new
  /// file takes its name and, of the file that went, once more after: two names are exchanged, so that what
  /// came in between is still there, and gets its name back.
  /// - Throws: `conflict` where the file is not as it was read, `impossible` where it is not to be written.
  func perform() throws(EditError) {
    let target = Self.resolved(path) ?? path
    let folder = (target as NSString).deletingLastPathComponent
    let lock = try FolderLock(folder.isEmpty ? "." : folder)
    defer { lock.release() }
    let name = (target as NSString).lastPathComponent
    // Hidden, so that neither readers nor the watch take it for a calendar; short, however long the name is.
    let mark = String(StableHash.of(name.utf8), radix: 16)
    let temporary = (folder.isEmpty ? "." : folder) + "/.busylife-edit-\(mark)"
    try compare(target)
    switch (before, after) {
    case (nil, nil): return
    case (_, let after?):
      try write(after, to: temporary, like: before == nil ? nil : target)
      if before == nil { try put(temporary, at: target) } else { try exchange(temporary, with: target) }
    case (_?, nil): try take(target, away: temporary)
    }
    lock.sync()
  }

  /// Refuses a file that its owner has made read-only, though a rename would go through.
  static func requireWritable(_ path: String) throws(EditError) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    if status.st_mode & 0o222 == 0 || access(path, W_OK) != 0 {
      throw .impossible("\(path): the file is read-only; make it writable (chmod u+w) or edit another calendar")
    }
    let folder = ((resolved(path) ?? path) as NSString).deletingLastPathComponent
    if access(folder.isEmpty ? "." : folder, W_OK) != 0 {
      throw .impossible("\(path): files can't be made in its folder; make the folder writable (chmod u+w)")
    }
  }

  // MARK: Steps

  private var changed: EditError {
    .conflict("\(path): the file was changed by somebody else; nothing was written, look at the page again")
  }

  private func compare(_ target: String) throws(EditError) {
    if try Self.bytes(of: target, named: path) != before { throw changed }
  }

  private func write(_ bytes: [UInt8], to temporary: String, like original: String?) throws(EditError) {
    // Left by an edit that was killed; nobody else writes one while the folder is locked.
    unlink(temporary)
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw failure("can't be made") }
    var isDone = false
    defer {
      close(file)
      if !isDone { unlink(temporary) }
    }
    if let original {
      var status = stat()
      if stat(original, &status) == 0 {
        // Only root may give files away; elsewhere the new file is the writer's, as with any editor.
        if status.st_uid != geteuid() || status.st_gid != getegid() { _ = fchown(file, status.st_uid, status.st_gid) }
        fchmod(file, status.st_mode & 0o7777)
      }
    }
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes { Foundation.write(file, $0.baseAddress! + offset, $0.count - offset) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure("can't be written") }
      offset += count
    }
    guard fsync(file) == 0 else { throw failure("can't be written") }
    isDone = true
  }

  private func exchange(_ temporary: String, with target: String) throws(EditError) {
    defer { unlink(temporary) }
    try compare(target)
    if busylife_exchange(temporary, target) == 0 {
      // What had the name is what was compared, unless somebody was quicker: then it has it again.
      if try Self.bytes(of: temporary, named: path) == before { return }
      _ = busylife_exchange(temporary, target)
      // Whoever saved once more in between has the last word.
      if (try? Self.bytes(of: temporary, named: path)) != after { _ = busylife_exchange(temporary, target) }
      throw changed
    }
    // A file system without exchange: the comparison a moment ago has to do.
    guard rename(temporary, target) == 0 else { throw failure("can't be replaced") }
  }

  /// A new file, which must not take the name of another.
  private func put(_ temporary: String, at target: String) throws(EditError) {
    defer { unlink(temporary) }
    if link(temporary, target) == 0 { return }
    if errno == EEXIST { throw changed }
    guard access(target, F_OK) != 0, rename(temporary, target) == 0 else { throw failure("can't be made") }
  }

  private func take(_ target: String, away temporary: String) throws(EditError) {
    unlink(temporary)
    guard rename(target, temporary) == 0 else { throw failure("can't be removed") }
    let taken = try? Self.bytes(of: temporary, named: path)
    if taken != before {
      if link(temporary, target) == 0 { unlink(temporary) }
      throw changed
    }
    unlink(temporary)
  }

  private func failure(_ what: String) -> EditError {
    .failure("\(path): the file \(what) (\(String(cString: strerror(errno)).lowercased())); nothing was changed")
  }

  // MARK: The file system

  /// The bytes of a file; `nil` if there is none.
  static func bytes(of path: String, named shown: String) throws(EditError) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw .failure("\(shown): the file can't be read (\(String(cString: strerror(errno)).lowercased()))")
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .impossible("\(shown): this is no regular file")
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress! + count, $0.count - count) }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .failure("\(shown): the file can't be read") }
      if got == 0 { break }
      count += got
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Where a path leads with all links followed, so that a link stays one.
  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}

/// A folder, locked against other editors of this kind (flock(2)); the system drops the lock of a process
/// that was killed.
private struct FolderLock {
  private let folder: Int32

  init(_ path: String) throws(EditError) {
    folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .failure("\(path): the folder can't be opened") }
    while flock(folder, LOCK_EX) != 0, errno == EINTR {}
  }

  /// Names last through a power failure only once their folder is on the disk.
  func sync() { fsync(folder) }

  func release() { close(folder) }
}
