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
  /// A moment of an edit: between two of them others may save, and the process may be killed.
  enum Moment: CaseIterable { case locked, compared, drafted, held, checked, exchanged, returned, done }

  /// Makes the edit in one step, or not at all: at any moment, and after a kill at any, the name means the
  /// old bytes or the new ones, whole.
  ///
  /// Another program may have written the file since it was read. So its bytes are compared before the new
  /// file takes its name and, of the file that went, once more after: two names are exchanged, so that what
  /// came in between is still there, and gets its name back.
  /// - Parameters:
  ///   - patience: how long to wait for another process that edits in the folder.
  ///   - moment: told of each moment, so that tests can save in it as somebody else, or look at what a kill leaves.
  /// - Throws: `conflict` where the file is not as it was read, `impossible` where it is not to be written.
  func perform(patience: Duration = FolderLock.patience, _ moment: (Moment) -> Void = { _ in }) throws(EditError) {
    let target = Self.resolved(path) ?? path
    let (folder, name) = Self.parts(target)
    let lock = try FolderLock(folder, patience: patience)
    defer { lock.release() }
    // Before anything is written: what was found may be this very file, as somebody saved it.
    let found = try HeldFile.settle(folder)
    if !found.isEmpty { throw .conflict(found.map { $0.message }.joined(separator: "\n")) }
    if before != nil {
      // Here, too, since an undo comes straight to this place.
      try Self.requireWritable(path)
      try requireOneName(target)
    }
    moment(.locked)
    try compare(target)
    moment(.compared)
    let held = HeldFile(beside: name, in: folder, before: before, after: after)
    let draft = folder + "/" + HeldFile.draft
    switch (before, after) {
    case (nil, nil): return
    case (nil, let after?):
      try write(after, to: draft, like: nil)
      moment(.drafted)
      try put(draft, at: target)
    case (_?, let after?):
      try write(after, to: draft, like: target)
      moment(.drafted)
      try exchange(draft, held, with: target, moment)
    case (_?, nil): try take(target, away: held, moment)
    }
    lock.sync()
    moment(.done)
  }

  /// Refuses a file that its owner has made read-only, though a rename would go through.
  static func requireWritable(_ path: String) throws(EditError) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    if status.st_mode & 0o222 == 0 || access(path, W_OK) != 0 {
      throw .impossible("\(path): the file is read-only; make it writable (chmod u+w) or edit another calendar")
    }
    let folder = parts(resolved(path) ?? path).folder
    if access(folder, W_OK) != 0 {
      throw .impossible("\(path): files can't be made in its folder; make the folder writable (chmod u+w)")
    }
  }

  /// Refuses a file with another name, which would keep the old bytes. Only where the folder is locked and clean: a
  /// kill may have left such a name.
  private func requireOneName(_ target: String) throws(EditError) {
    var status = stat()
    guard stat(target, &status) == 0, status.st_nlink > 1 else { return }
    throw .impossible(
      "\(path): the file has another name (a hard link), from which an edit would part it; make it a file of its own "
        + "(cp \(path) NEW, mv NEW \(path)) or edit it by hand")
  }

  // MARK: Steps

  private var changed: EditError {
    .conflict("\(path): the file was changed by somebody else; nothing was written, look at the page again")
  }

  private func compare(_ target: String) throws(EditError) {
    if try Self.bytes(of: target, named: path) != before { throw changed }
  }

  private func write(_ bytes: [UInt8], to draft: String, like original: String?) throws(EditError) {
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw failure("can't be made") }
    var isDone = false
    defer {
      close(file)
      if !isDone { unlink(draft) }
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

  /// - Parameter held: where the draft waits, and what had the name is found after.
  private func exchange(_ draft: String, _ held: HeldFile, with target: String, _ moment: (Moment) -> Void)
    throws(EditError)
  {
    let error = Names.move(draft, to: held.path)
    guard error == 0 else {
      unlink(draft)
      throw failure("can't be replaced", error)
    }
    moment(.held)
    do throws(EditError) { try compare(target) } catch {
      _ = try held.end()
      throw error
    }
    moment(.checked)
    guard busylife_exchange(held.path, target) == 0 else {
      let error = errno
      // A file system without exchange: the comparison a moment ago has to do.
      if Names.isUnsupported(error), rename(held.path, target) == 0 { return }
      _ = try held.end()
      // Somebody took the file away, and it is not to come back.
      throw error == ENOENT ? changed : failure("can't be replaced", error)
    }
    moment(.exchanged)
    // What had the name is what was compared, unless somebody was quicker: then it has it again.
    if let error = held.error(try held.end(moment), shown: path) { throw error }
  }

  /// A new file, which must not take the name of another.
  private func put(_ draft: String, at target: String) throws(EditError) {
    let error = Names.move(draft, to: target)
    if error == 0 { return }
    unlink(draft)
    throw error == EEXIST ? changed : failure("can't be made", error)
  }

  private func take(_ target: String, away held: HeldFile, _ moment: (Moment) -> Void) throws(EditError) {
    let error = Names.move(target, to: held.path)
    guard error == 0 else { throw error == ENOENT ? changed : failure("can't be removed", error) }
    moment(.exchanged)
    if let error = held.error(try held.end(moment), shown: path) { throw error }
  }

  private func failure(_ what: String, _ error: Int32 = errno) -> EditError {
    .failure("\(path): the file \(what) (\(Names.reason(error))); nothing was changed")
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

  /// Where a path leads with all links followed, so that a link stays one; `nil` where that is nowhere.
  public static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// The folder of a file, and its name there.
  private static func parts(_ path: String) -> (folder: String, name: String) {
    let folder = (path as NSString).deletingLastPathComponent
    return (folder.isEmpty ? "." : folder, (path as NSString).lastPathComponent)
  }
}

/// A folder, locked against other editors of this kind (flock(2)); the system drops the lock of a process
/// that was killed.
struct FolderLock {
  /// How long an edit waits for another process: an edit takes a moment, and a page waits for its answer.
  static let patience = Duration.seconds(5)

  private let folder: Int32

  init(_ path: String, patience: Duration) throws(EditError) {
    folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .failure("\(path): the folder can't be opened (\(Names.reason()))") }
    let end = ContinuousClock.now + patience
    while flock(folder, LOCK_EX | LOCK_NB) != 0 {
      let error = errno
      if error == EINTR { continue }
      guard error == EWOULDBLOCK, ContinuousClock.now < end else {
        close(folder)
        throw error == EWOULDBLOCK
          ? .conflict(
            "\(path): another process is writing to this folder; nothing was written, try again when it has ended")
          : .failure("\(path): the folder can't be locked (\(Names.reason(error)))")
      }
      usleep(20_000)
    }
  }

  /// Names last through a power failure only once their folder is on the disk.
  func sync() { fsync(folder) }

  func release() { close(folder) }
}
