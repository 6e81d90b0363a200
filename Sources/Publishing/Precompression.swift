import CBrotli
import CZlib

/// A content coding in which servers can send a file (RFC 9110, 8.4.1).
package enum Precompression: String, CaseIterable, Sendable {
  case gzip = ".gz"
  case brotli = ".br"

  /// The extension added to the file's name.
  package var suffix: String { rawValue }

  /// Levels at which a page takes a millisecond or two; brotli's two highest levels take ten times as long for a
  /// twentieth less.
  private static let gzipLevel: Int32 = 9
  private static let brotliQuality: Int32 = 9

  /// What determines the result besides the file's bytes.
  package static let settings: Fingerprint = {
    var made = Ingredients()
    made.add(gzipLevel)
    made.add(String(cString: zlibVersion()))
    made.add(brotliQuality)
    made.add(BrotliEncoderVersion())
    return made.finish()
  }()

  /// The compressed file, always with the same bytes; `nil` if it is not smaller. O(bytes).
  package func encode(_ bytes: [UInt8]) -> [UInt8]? {
    if bytes.isEmpty { return nil }
    let encoded = [UInt8](unsafeUninitializedCapacity: bytes.count - 1) { buffer, count in
      count = bytes.withUnsafeBufferPointer { source in
        switch self {
        case .gzip: Self.gzip(source, into: buffer)
        case .brotli: Self.brotli(source, into: buffer)
        }
      }
    }
    return encoded.isEmpty ? nil : encoded
  }

  /// - Returns: the number of bytes written; 0 if they do not fit.
  private static func gzip(_ source: UnsafeBufferPointer<UInt8>, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int
  {
    var stream = z_stream()
    // 15 is the largest window; adding 16 selects gzip's header, which contains no time unless one is set.
    guard
      deflateInit2_(
        &stream, gzipLevel, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)
      )
        == Z_OK
    else { return 0 }
    defer { deflateEnd(&stream) }
    // zlib does not write to its input, though its types allow it.
    stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
    stream.avail_in = UInt32(source.count)
    stream.next_out = buffer.baseAddress
    stream.avail_out = UInt32(buffer.count)
    return deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : 0
  }

  private static func brotli(_ source: UnsafeBufferPointer<UInt8>, into buffer: UnsafeMutableBufferPointer<UInt8>)
    -> Int
  {
    var count = buffer.count
    let isDone = BrotliEncoderCompress(
      brotliQuality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, source.count, source.baseAddress, &count,
      buffer.baseAddress)
    return isDone == BROTLI_TRUE ? count : 0
  }
}
