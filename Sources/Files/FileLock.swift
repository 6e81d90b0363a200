/// Keeps other busylife-gen processes out of a folder (flock(2)). The system holds the lock for as long as the process
/// lives, so a killed process leaves none behind.
///
/// Whoever can open a file can lock it. So only those who can write to the folder can open the lock file: somebody who
/// may only read a site can't keep it from being built.
package struct FileLock {
  private let folder: Folder
  private let name: String
  private let file: Int32

  package enum Failure: Error {
    /// The lock file can't be used.
    case file(FileFailure)
    /// Another process holds the lock: `process 123`, or `another process` if the system does not say which.
    case held(by: String)
  }
}

extension FileLock {
  /// Waits for the lock.
  /// - Parameters:
  ///   - name: the name of the lock file, which exists while somebody holds the lock.
  ///   - patience: how long to wait for another process.
  ///   - waiting: called once with the holder, if another process holds the lock.
  package init(
    _ name: String, in folder: Folder, patience: Duration, waiting: (String) -> Void = { _ in }
  ) throws(Failure) {
    let end = ContinuousClock.now + patience
    var isTold = false
    while true {
      let file = try Self.open(name, in: folder)
      if flock(file, LOCK_EX | LOCK_NB) == 0 {
        // The previous holder may have removed the file after it was opened here and before it was locked.
        guard Self.has(folder, name, file) else {
          close(file)
          continue
        }
        self.init(folder: folder, name: name, file: file)
        writeProcess()
        return
      }
      guard errno == EWOULDBLOCK || errno == EINTR else {
        // On a file system without locks, nothing can be kept out.
        self.init(folder: folder, name: name, file: file)
        return
      }
      let holder = Self.holder(of: file).map { "process \($0)" } ?? "another process"
      close(file)
      if patience > .zero, !isTold {
        waiting(holder)
        isTold = true
      }
      if ContinuousClock.now >= end { throw .held(by: holder) }
      usleep(20_000)
    }
  }

  /// Releases the lock. The file is removed while still locked: a process that opened it meanwhile sees that it is
  /// gone.
  package func release() {
    if Self.has(folder, name, file) { unlinkat(folder.descriptor, name, 0) }
    close(file)
  }

  // MARK: The file

  private static func open(_ name: String, in folder: Folder) throws(Failure) -> Int32 {
    switch folder.kind(of: name) {
    case .file, nil: break
    case .link: throw .file(FileFailure(folder.path(of: name), .link))
    case .folder, .other: throw .file(FileFailure(folder.path(of: name), .other("is not a build's lock; remove it")))
    }
    let mode = mode(in: folder)
    let file = openat(folder.descriptor, name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode)
    guard file >= 0 else {
      let failure = FileFailure.last(folder.path(of: name), "can't be locked")
      guard failure.code == EACCES, let status = folder.status(name), status.st_uid != geteuid() else {
        throw .file(failure)
      }
      let words =
        "this lock is another user's (number \(status.st_uid)); wait until their build has ended, or have "
        + "them remove it"
      throw .file(FileFailure(failure.path, .other(words)))
    }
    var status = stat()
    fstat(file, &status)
    // A file with a second name belongs to somebody else, and is not written to.
    guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink <= 1 else {
      close(file)
      throw .file(FileFailure(folder.path(of: name), .other("is not a build's lock; remove it")))
    }
    // Earlier versions made the file so that everybody could open it.
    if status.st_uid == geteuid(), status.st_mode & 0o777 != mode { fchmod(file, mode) }
    return file
  }

  /// Permissions for everybody who can write to the folder.
  private static func mode(in folder: Folder) -> mode_t {
    let mode = folder.mode
    // In a sticky folder, such as /tmp, every user has their own files.
    if mode & 0o1000 != 0 { return 0o600 }
    return 0o600 | (mode & 0o020 != 0 ? 0o060 : 0) | (mode & 0o002 != 0 ? 0o006 : 0)
  }

  private static func has(_ folder: Folder, _ name: String, _ file: Int32) -> Bool {
    var opened = stat()
    guard let named = folder.status(name), fstat(file, &opened) == 0 else { return false }
    return named.st_ino == opened.st_ino && named.st_dev == opened.st_dev
  }

  // MARK: The holder

  /// Records who holds the lock, for waiting processes on systems that don't say it; the lock does not depend on it.
  private func writeProcess() {
    let id = Array("\(getpid())\n".utf8)
    ftruncate(file, 0)
    pwrite(file, id, id.count, 0)
  }

  /// The process that has locked a file, according to the system, otherwise according to the file.
  private static func holder(of file: Int32) -> Int? { listedHolder(of: file) ?? writtenHolder(of: file) }

  /// Linux lists locks as `1: FLOCK  ADVISORY  WRITE 4711 fe:01:1234 0 EOF`; the third number from the end is the
  /// inode.
  private static func listedHolder(of file: Int32) -> Int? {
    var status = stat()
    guard fstat(file, &status) == 0, let folder = try? FolderPath.openForReading("/proc"),
      let list = folder.read("locks")
    else { return nil }
    for line in list.split(separator: 0x0A) {
      let words = line.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      guard words.count >= 6, words[1] == "FLOCK",
        words[5].utf8.split(separator: 0x3A).last.map({ String(Substring($0)) })
          == "\(status.st_ino)", let process = Int(words[4]), process > 0
      else { continue }
      return process
    }
    return nil
  }

  private static func writtenHolder(of file: Int32) -> Int? {
    var bytes = [UInt8](repeating: 0, count: 20)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int(String(decoding: bytes[..<count].prefix { $0 != 0x0A }, as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
  }
}
