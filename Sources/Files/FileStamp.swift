/// What the file system says of a regular file: its number, its size and the time of its last change, which no
/// program can set. Equal stamps mean equal bytes. Unequal stamps mean that the bytes must be compared.
package struct FileStamp: Hashable, Sendable, BitwiseCopyable {
  package private(set) var number: UInt64
  package private(set) var size: Int64
  /// Nanoseconds since 1970.
  package private(set) var changed: Int64

  /// The stamp of no file.
  package static let none = FileStamp()

  private init() {
    number = 0
    size = -1
    changed = 0
  }

  /// `nil` for what is no regular file.
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
