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
    default: throw FileFailure(path, .other("is no regular file"))
    }
    var bytes: [UInt8] = []
    // Files that the system makes up say that they are empty; one byte more tells that a file has ended.
    var room = min(Int(status.st_size), limit) + 1
    while true {
      var got = 0
      let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        repeat { got = Self.read(file, buffer.baseAddress!, room) } while got < 0 && errno == EINTR
        count = max(got, 0)
      }
      if got < 0 { throw .last(path, "can't be read") }
      if got == 0 { return bytes }
      if bytes.isEmpty { bytes = part } else { bytes += part }
      if bytes.count > limit { throw FileFailure(path, .other("is larger than \(limit >> 20) MiB")) }
      room = max(room - got, 16_384)
    }
  }

  /// Calls a function with all bytes of a regular file, some at a time, so that they are never in memory all at once.
  /// - Returns: whether all were read.
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

  /// All bytes of a file that the user or the system names: links are followed. O(bytes).
  package static func contents(of path: String) throws(FileFailure) -> [UInt8] {
    let file = followed(path)
    guard file >= 0 else { throw .last(path, "can't be read") }
    defer { close(file) }
    return try all(of: file, path)
  }

  /// Opens a file that the user or the system names, for reading: links are followed.
  /// - Returns: less than 0 if there is none.
  package static func followed(_ path: String) -> Int32 {
    openat(AT_FDCWD, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  }

  /// read(2), by a name that no method hides.
  private static func read(_ file: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.read(file, bytes, count)
    #elseif canImport(Musl)
      Musl.read(file, bytes, count)
    #else
      Darwin.read(file, bytes, count)
    #endif
  }
}

/// Writing to open files.
package enum FileWriting {
  /// Writes all bytes, going on after whatever signal came between.
  /// - Returns: whether all were written; else `errno` says why not.
  package static func putAll(_ bytes: [UInt8], into file: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let count = write(file, buffer.baseAddress! + written, buffer.count - written)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return false }
        written += count
      }
      return true
    }
  }
}
