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
    guard let (length, second) = form(buffer[index]), index + length <= buffer.count,
      second.contains(buffer[index + 1]),
      buffer[index..<index + length].dropFirst(2).allSatisfy({ $0.isUTF8Continuation })
    else { return 0 }
    return length
  }

  /// The length of a sequence by its first byte, and what its second may be; `nil` if none begins so.
  static func form(_ first: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
    switch first {
    case 0xC2...0xDF: (2, 0x80...0xBF)
    case 0xE0: (3, 0xA0...0xBF)
    case 0xED: (3, 0x80...0x9F)
    case 0xE1...0xEF: (3, 0x80...0xBF)
    case 0xF0: (4, 0x90...0xBF)
    case 0xF1...0xF3: (4, 0x80...0xBF)
    case 0xF4: (4, 0x80...0x8F)
    default: nil
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
  static func quote(_ text: some StringProtocol) -> String { quote(Array(text.utf8)) }

  static func quote(_ bytes: some Collection<UInt8>) -> String { String(utf8: quoted(bytes)) }

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

extension Collection where Element == UInt8 {
  /// The number of bytes of the byte order mark with which some programs begin UTF-8: 3, or 0 if there is none.
  var markLength: Int { starts(with: [0xEF, 0xBB, 0xBF] as [UInt8]) ? 3 : 0 }

  /// The bytes after the byte order mark.
  var withoutMark: SubSequence { dropFirst(markLength) }
}

extension [UInt8] {
  /// The bytes after the byte order mark; themselves, not a copy, if there is none.
  var unmarked: [UInt8] { markLength == 0 ? self : Array(withoutMark) }
}

extension String {
  /// The digits of a hash in a name.
  package init(base32 hash: UInt64, digits: Int) {
    self.init(utf8: [UInt8].written { $0.append(base32: hash, digits: digits) })
  }

  /// The name of a file without its ending, that is, up to the last dot.
  var withoutEnding: String { lastIndex(of: ".").map { String(self[..<$0]) } ?? self }

  /// What stands behind the last slash of a path.
  var lastPart: String { lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self }

  /// The ending of the name of a file, in lower case and without the dot; `nil` if there is none.
  var ending: String? { lastIndex(of: ".").map { self[index(after: $0)...].lowercased() } }

  /// The text of bytes; invalid UTF-8 becomes U+FFFD.
  init(utf8 bytes: some Collection<UInt8>) { self.init(decoding: bytes, as: UTF8.self) }
}
