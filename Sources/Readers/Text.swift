import Bytes
import CivilTime

/// Times of remote data, in messages.
package enum RemoteTime {
  /// Seconds since 1970 as `2026-11-20 06:00 UTC`.
  package static func text(_ seconds: Int64) -> String {
    var out: [UInt8] = []
    out.append(rfc3339: Instant(clamping: seconds), at: .utc)
    return String(decoding: out, as: UTF8.self).prefix(16).replacing("T", with: " ") + " UTC"
  }
}

/// Helpers for text from files.
enum Text {
  /// Valid UTF-8 from any bytes: each invalid one becomes U+FFFD. Also returns the offset of the first invalid byte.
  /// O(bytes).
  static func repaired(_ bytes: [UInt8]) -> (text: [UInt8], firstInvalid: Int?) {
    guard let first = firstInvalid(in: bytes) else { return (bytes, nil) }
    return (Array(String(decoding: bytes, as: UTF8.self).utf8), first)
  }

  /// The offset of the first byte that is not UTF-8. O(bytes).
  static func firstInvalid(in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      while index < buffer.count {
        if buffer[index] < 0x80 {
          index += 1
          continue
        }
        let length = sequenceLength(in: buffer, at: index)
        if length == 0 { return index }
        index += length
      }
      return nil
    }
  }

  /// The length of a multi-byte UTF-8 sequence, 2 to 4; 0 if the bytes are invalid (RFC 3629: no surrogates, no
  /// overlong forms, nothing above U+10FFFF).
  static func sequenceLength(in buffer: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    func isContinuation(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      index + offset < buffer.count && range.contains(buffer[index + offset])
    }
    switch buffer[index] {
    case 0xC2...0xDF: return isContinuation(1) ? 2 : 0
    case 0xE0: return isContinuation(1, 0xA0...0xBF) && isContinuation(2) ? 3 : 0
    case 0xED: return isContinuation(1, 0x80...0x9F) && isContinuation(2) ? 3 : 0
    case 0xE1...0xEF: return isContinuation(1) && isContinuation(2) ? 3 : 0
    case 0xF0:
      return isContinuation(1, 0x90...0xBF) && isContinuation(2) && isContinuation(3) ? 4 : 0
    case 0xF1...0xF3: return isContinuation(1) && isContinuation(2) && isContinuation(3) ? 4 : 0
    case 0xF4:
      return isContinuation(1, 0x80...0x8F) && isContinuation(2) && isContinuation(3) ? 4 : 0
    default: return 0
    }
  }

  /// The candidate most similar to a misspelt name; `nil` if none is near. O(name × candidates' bytes).
  static func nearest(_ name: String, in candidates: [String]) -> String? {
    // Longer names are not misspellings, and a comparison takes the product of both lengths.
    if name.utf8.count > 256 { return nil }
    return Bytes.nearest(Array(name.utf8), in: candidates.map { Array($0.utf8) }, most: 1).first
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// `; did you mean "title"?`, or nothing if no name is near.
  static func suggestion(_ name: String, in candidates: [String]) -> String? {
    nearest(name, in: candidates).map { "; did you mean \(quote($0))?" }
  }

  /// Content for use in a message: quoted, on one line, truncated.
  static func quote(_ text: some StringProtocol) -> String {
    String(decoding: quoted(Array(text.utf8)), as: UTF8.self)
  }

  static func quote(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: quoted(bytes), as: UTF8.self)
  }

  /// The message about an unknown zone name, with suggestions.
  static func unknownZone(_ name: some Collection<UInt8>, in zones: ZoneNamesNear) -> String {
    let near = zones(Array(name)).map { String(decoding: $0, as: UTF8.self) }
    let mend =
      near.isEmpty
      ? "write a name such as Europe/Berlin, or an offset such as UTC+8"
      : "did you mean \(near.joined(separator: ", "))?"
    return "\(quote(name)) is not a known time zone; \(mend)"
  }

  typealias ZoneNamesNear = (_ name: [UInt8]) -> [[UInt8]]
}

extension String {
  /// The text of bytes; invalid UTF-8 becomes U+FFFD.
  init(utf8 bytes: some Collection<UInt8>) { self.init(decoding: bytes, as: UTF8.self) }
}
