/// A regular file that is open for reading, and remains the same file if its name is given to another.
package final class OpenFile: Sendable {
  let descriptor: Int32
  /// The stamp of the file when it was opened.
  package let stamp: FileStamp

  /// - Returns: `nil` if there is no regular file of this name in the folder itself, or if it can't be read.
  package init?(_ name: String, in folder: Folder) {
    guard (try? folder.requirePlain(name)) != nil else { return nil }
    let file = folder.open(name)
    guard file >= 0 else { return nil }
    var status = stat()
    guard fstat(file, &status) == 0, let stamp = FileStamp(status) else {
      close(file)
      return nil
    }
    descriptor = file
    self.stamp = stamp
  }

  deinit { close(descriptor) }

  /// Some of its bytes; `nil` if it does not have all of them. O(bytes).
  package func bytes(_ range: Range<Int>) -> [UInt8]? {
    var read = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      while read < range.count {
        let got = pread(descriptor, buffer.baseAddress! + read, range.count - read, off_t(range.lowerBound + read))
        if got < 0, errno == EINTR { continue }
        if got <= 0 { break }
        read += got
      }
      count = read
    }
    return read == range.count ? bytes : nil
  }
}
