/// Reading from open files.
package enum FileReading {
  /// All bytes of a regular file. O(bytes).
  /// - Parameters:
  ///   - path: for messages.
  ///   - limit: more bytes than this are an error.
  package static func all(of file: Int32, _ path: String, limit: Int = .max - 1) throws(FileFailure) -> [UInt8] {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .last(path, "can't be read") }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw FileFailure(path, .system(EISDIR), "can't be read")
    default: throw FileFailure(path, .other("is not a regular file"))
    }
    var bytes: [UInt8] = []
    // Generated files, as in /proc, report a size of 0; reading one more byte than the size shows where a file ends.
    var room = min(Int(status.st_size), limit) + 1
    while true {
      var got = 0
      let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        repeat { got = read(file, buffer.baseAddress!, room) } while got < 0 && errno == EINTR
        count = max(got, 0)
      }
      if got < 0 { throw .last(path, "can't be read") }
      if got == 0 { return bytes }
      if bytes.isEmpty { bytes = part } else { bytes += part }
      if bytes.count > limit { throw FileFailure(path, .tooLarge(mebibytes: limit >> 20)) }
      room = max(room - got, 16_384)
    }
  }

  /// Calls a function with successive parts of a regular file, so that it is never in memory as a whole.
  /// - Returns: whether everything was read.
  package static func forEachPart(of file: Int32, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    let size = min(max(Int(status.st_size) + 1, 4_096), 262_144)
    return withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { buffer in
      while true {
        let got = read(file, buffer.baseAddress!, buffer.count)
        if got < 0, errno == EINTR { continue }
        if got <= 0 { return got == 0 }
        body(UnsafeRawBufferPointer(rebasing: buffer[..<got]))
      }
    }
  }

  /// All bytes of a file named by the user or the system: links are followed. O(bytes).
  package static func contents(of path: String) throws(FileFailure) -> [UInt8] {
    let file = followed(path)
    guard file >= 0 else { throw .last(path, "can't be read") }
    defer { close(file) }
    return try all(of: file, path)
  }

  /// Opens a file named by the user or the system for reading: links are followed.
  /// - Returns: a negative number if there is none.
  package static func followed(_ path: String) -> Int32 {
    openat(AT_FDCWD, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  }
}

/// Writing to open files.
package enum FileWriting {
  /// Writes all bytes, continuing after interruptions by signals.
  /// - Returns: whether everything was written; otherwise `errno` tells why not.
  package static func putAll(_ bytes: [UInt8], into file: Int32) -> Bool {
    bytes.withUnsafeBytes { putAll($0, into: file) }
  }

  static func putAll(_ bytes: UnsafeRawBufferPointer, into file: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = write(file, bytes.baseAddress! + written, bytes.count - written)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return false }
      written += count
    }
    return true
  }
}
