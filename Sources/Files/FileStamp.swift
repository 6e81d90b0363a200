/// A regular file's inode number, size and change time (ctime), which programs can't set. Equal stamps mean equal
/// bytes. If stamps differ, the bytes must be compared.
package struct FileStamp: Hashable, Sendable, BitwiseCopyable {
  package let number: UInt64
  package let size: Int64
  /// Nanoseconds since 1970.
  package let changed: Int64

  /// The stamp of a file that does not exist.
  package static let none = FileStamp(number: 0, size: -1, changed: 0)
}

extension FileStamp {
  /// `nil` if it is not a regular file.
  package init?(_ status: stat) {
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
