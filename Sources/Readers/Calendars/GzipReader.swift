import CZlib

/// Unpacks gzip (RFC 1952), with zlib.
enum GzipReader {
  enum Failure: Error {
    /// The unpacked bytes exceed the limit.
    case tooLarge
    /// The data end before they are complete.
    case cutOff
    /// The data are no gzip, or their checksum differs.
    case damaged
  }

  static func isGzip(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: [0x1F, 0x8B] as [UInt8]) }

  /// The unpacked bytes of all members of a file. O(unpacked bytes).
  static func unpack(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    try bytes.withUnsafeBufferPointer { source throws(Failure) in try unpack(source, limit) }
  }

  private static func unpack(_ source: UnsafeBufferPointer<UInt8>, _ limit: Int) throws(Failure) -> [UInt8] {
    var unpacked: [UInt8] = []
    var stream = z_stream()
    // 15 is the largest window; adding 16 accepts gzip's header only.
    guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw .damaged
    }
    defer { inflateEnd(&stream) }
    // zlib does not write to its input, though its types allow it.
    stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
    stream.avail_in = UInt32(source.count)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let (status, count) = chunk.withUnsafeMutableBufferPointer { buffer in
        stream.next_out = buffer.baseAddress
        stream.avail_out = UInt32(buffer.count)
        let status = inflate(&stream, Z_NO_FLUSH)
        return (status, buffer.count - Int(stream.avail_out))
      }
      if count > limit - unpacked.count { throw .tooLarge }
      unpacked += chunk[..<count]
      switch status {
      case Z_STREAM_END:
        // Further members follow, or padding.
        let rest = source.suffix(Int(stream.avail_in))
        if !isGzip(rest) { return unpacked }
        guard inflateReset(&stream) == Z_OK else { throw .damaged }
      case Z_OK: if count == 0, stream.avail_in == 0 { throw .cutOff }
      case Z_BUF_ERROR: throw .cutOff
      default: throw .damaged
      }
    }
  }
}
