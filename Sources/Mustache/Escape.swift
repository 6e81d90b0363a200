import Bytes

// Escaping for HTML and XML text and quoted attribute values (specification: interpolation).

/// Whether a byte is special in markup: `"`, `&`, `'`, `<` and `>`.
@inlinable @inline(__always)
func isSpecial(_ byte: UInt8) -> Bool {
  let special: UInt64 = 1 << 0x22 | 1 << 0x26 | 1 << 0x27 | 1 << 0x3C | 1 << 0x3E
  return byte < 64 && (special &>> UInt64(byte)) & 1 != 0
}

/// The character reference of a special byte. `&#39;` rather than `&apos;`, which HTML 4 lacks.
@usableFromInline func reference(_ byte: UInt8) -> StaticString {
  switch byte {
  case .quote: "&quot;"
  case .ampersand: "&amp;"
  case .apostrophe: "&#39;"
  case .less: "&lt;"
  default: "&gt;"
  }
}

extension Array where Element == UInt8 {
  /// Appends text escaped for HTML and XML: `&`, `<`, `>`, `"` and `'` become character references. For markup that the
  /// program makes itself. O(count).
  @inlinable package mutating func append(escaping text: some Sequence<UInt8>) {
    for byte in text {
      if isSpecial(byte) { append(reference(byte)) } else { append(byte) }
    }
  }
}
