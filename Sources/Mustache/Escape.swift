import Bytes

// Escaping for HTML and XML text and quoted attribute values (specification: interpolation).

/// A bit for each byte below 64 that must not pass: `"`, `&`, `'`, `<` and `>`.
private let special: UInt64 = 1 << 0x22 | 1 << 0x26 | 1 << 0x27 | 1 << 0x3C | 1 << 0x3E

extension Array where Element == UInt8 {
  /// Appends text so that it stays text: `&`, `<`, `>`, `"` and `'` become character references.
  /// O(count).
  public mutating func append(escaping text: some Collection<UInt8>) {
    let direct: Void? = text.withContiguousStorageIfAvailable { appendEscaped($0) }
    if direct == nil { Array(text).withUnsafeBufferPointer { appendEscaped($0) } }
  }

  /// Appends text escaped; runs without special bytes are copied whole.
  mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var run = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 64, (special &>> UInt64(byte)) & 1 != 0 {
        append(contentsOf: UnsafeBufferPointer(rebasing: text[run..<index]))
        append(reference(byte))
        run = index + 1
      }
      index += 1
    }
    append(contentsOf: UnsafeBufferPointer(rebasing: text[run...]))
  }
}

/// The reference of a special byte. `&#39;` rather than `&apos;`, which HTML 4 lacks.
private func reference(_ byte: UInt8) -> StaticString {
  switch byte {
  case 0x22: "&quot;"
  case 0x26: "&amp;"
  case 0x27: "&#39;"
  case 0x3C: "&lt;"
  default: "&gt;"
  }
}
