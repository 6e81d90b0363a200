import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Keeps two builds from writing to one folder. The system holds the lock for as long as the process lives,
/// so one that was killed leaves none behind.
///
/// The file is beside the output folder, where it outlives that folder's being swapped; in it where the folder
/// around it can't be written to. It holds the process id, for whoever has to wait.
struct OutputLock {
  /// Its name where it has to be in the output folder.
  static let nameInside = ".busylife-lock"

  private let path: String
  private let file: Int32

  /// How long a build waits for another one. Longer than any build of a usual site; shorter than people wait
  /// before they look what is wrong.
  static let patience = Duration.seconds(10)

  /// - Parameters:
  ///   - output: the real path of the output folder.
  ///   - shown: its path as the user typed it.
  ///   - waiting: told once, when it has to wait.
  /// - Throws: `inputOutput` when another build still goes on after ``patience``, or nothing can be written.
  init(_ output: String, shown: String, waiting: (String) -> Void) throws(BuildError) {
    let beside = Self.beside(output)
    var isTold = false
    let end = ContinuousClock.now + Self.patience
    while true {
      var path = beside
      var file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
      if file < 0, errno == EACCES || errno == EROFS || errno == EPERM {
        let reason = errno
        path = output + "/" + Self.nameInside
        file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
        if file < 0, errno == ENOENT { errno = reason }
      }
      guard file >= 0 else { throw .inputOutput("\(shown): can't be written: \(Folder.reason())") }
      if flock(file, LOCK_EX | LOCK_NB) == 0 {
        if Self.isAt(path, file) {
          self.path = path
          self.file = file
          // For others to read; the lock itself does not depend on it.
          let id = Array("\(getpid())\n".utf8)
          ftruncate(file, 0)
          pwrite(file, id, id.count, 0)
          return
        }
        // The build before took its file away between the opening and the locking.
        close(file)
        continue
      }
      // Where the file system has no locks, nothing can be kept out.
      guard errno == EWOULDBLOCK || errno == EINTR else {
        self.path = path
        self.file = file
        return
      }
      let holder = Self.holder(file).map { "process \($0)" } ?? "another process"
      close(file)
      if ContinuousClock.now >= end {
        throw .inputOutput("\(shown): \(holder) is building there; wait until it has ended, or name another folder with --output")
      }
      if !isTold { waiting("Waiting for \(holder), which is building into \(shown)") }
      isTold = true
      usleep(20_000)
    }
  }

  /// Where the lock of an output folder is, if it can be.
  static func beside(_ output: String) -> String {
    let url = URL(fileURLWithPath: output)
    return url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent).busylife-lock").path
  }

  /// The file goes while it is still locked: whoever opened it meanwhile sees that it is no longer there.
  func release() {
    unlink(path)
    close(file)
  }

  private static func isAt(_ path: String, _ file: Int32) -> Bool {
    var named = stat()
    var opened = stat()
    return stat(path, &named) == 0 && fstat(file, &opened) == 0 && named.st_ino == opened.st_ino
      && named.st_dev == opened.st_dev
  }

  private static func holder(_ file: Int32) -> Int? {
    var bytes = [UInt8](repeating: 0, count: 20)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int(String(decoding: bytes[..<count], as: UTF8.self).prefix { $0 != "\n" })
  }
}
