/// # Bytes
///
/// Text in the core is UTF-8 bytes, both read and written. Only the host makes strings, where people read them.
///
/// Left out: Unicode case folding, normalisation and grapheme clusters, whose tables would be larger than the rest of
/// the browser module together.

extension UInt8 {
  /// The byte of an ASCII character: shorter than `UInt8(ascii: "A")`.
  @inlinable @inline(__always)
  package static func ascii(_ scalar: Unicode.Scalar) -> UInt8 { UInt8(truncatingIfNeeded: scalar.value) }

  // Names of punctuation and white space.
  @inlinable @inline(__always) package static var tab: UInt8 { 0x09 }
  @inlinable @inline(__always) package static var lineFeed: UInt8 { 0x0A }
  @inlinable @inline(__always) package static var carriageReturn: UInt8 { 0x0D }
  @inlinable @inline(__always) package static var space: UInt8 { 0x20 }
  @inlinable @inline(__always) package static var exclamation: UInt8 { 0x21 }
  @inlinable @inline(__always) package static var quote: UInt8 { 0x22 }
  @inlinable @inline(__always) package static var hash: UInt8 { 0x23 }
  @inlinable @inline(__always) package static var percent: UInt8 { 0x25 }
  @inlinable @inline(__always) package static var ampersand: UInt8 { 0x26 }
  @inlinable @inline(__always) package static var apostrophe: UInt8 { 0x27 }
  @inlinable @inline(__always) package static var openParenthesis: UInt8 { 0x28 }
  @inlinable @inline(__always) package static var closeParenthesis: UInt8 { 0x29 }
  @inlinable @inline(__always) package static var asterisk: UInt8 { 0x2A }
  @inlinable @inline(__always) package static var plus: UInt8 { 0x2B }
  @inlinable @inline(__always) package static var comma: UInt8 { 0x2C }
  @inlinable @inline(__always) package static var hyphen: UInt8 { 0x2D }
  @inlinable @inline(__always) package static var dot: UInt8 { 0x2E }
  @inlinable @inline(__always) package static var slash: UInt8 { 0x2F }
  @inlinable @inline(__always) package static var colon: UInt8 { 0x3A }
  @inlinable @inline(__always) package static var semicolon: UInt8 { 0x3B }
  @inlinable @inline(__always) package static var less: UInt8 { 0x3C }
  @inlinable @inline(__always) package static var equals: UInt8 { 0x3D }
  @inlinable @inline(__always) package static var greater: UInt8 { 0x3E }
  @inlinable @inline(__always) package static var question: UInt8 { 0x3F }
  @inlinable @inline(__always) package static var at: UInt8 { 0x40 }
  @inlinable @inline(__always) package static var openBracket: UInt8 { 0x5B }
  @inlinable @inline(__always) package static var backslash: UInt8 { 0x5C }
  @inlinable @inline(__always) package static var closeBracket: UInt8 { 0x5D }
  @inlinable @inline(__always) package static var caret: UInt8 { 0x5E }
  @inlinable @inline(__always) package static var underscore: UInt8 { 0x5F }
  @inlinable @inline(__always) package static var openBrace: UInt8 { 0x7B }
  @inlinable @inline(__always) package static var closeBrace: UInt8 { 0x7D }

  /// Whether this is `0` to `9`.
  @inlinable package var isDigit: Bool { self &- 0x30 < 10 }

  /// Whether this is an ASCII letter.
  @inlinable package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// Whether this is a space, tab, line feed, form feed or carriage return.
  @inlinable package var isWhitespace: Bool {
    self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D || self == 0x0C
  }

  /// 0 to 9 for a digit; `nil` for any other byte.
  @inlinable package var digitValue: Int? { isDigit ? Int(self &- 0x30) : nil }

  /// The value of a hexadecimal digit; `nil` for other bytes.
  @inlinable package var hexadecimalValue: UInt8? {
    switch self {
    case 0x30...0x39: self &- 0x30
    case 0x41...0x46: self &- 0x37
    case 0x61...0x66: self &- 0x57
    default: nil
    }
  }

  /// The lowercase of an ASCII letter; any other byte as it is.
  @inlinable package var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

  /// The uppercase of an ASCII letter; any other byte as it is.
  @inlinable package var uppercased: UInt8 { self &- 0x61 < 26 ? self & 0xDF : self }

  /// Whether this byte continues a UTF-8 sequence and so does not begin a character.
  @inlinable package var isUTF8Continuation: Bool { self & 0xC0 == 0x80 }
}

extension Collection where Element == UInt8 {
  /// Whether these bytes equal `text`.
  @inlinable package func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    var expected = text.utf8Start
    for byte in self {
      if byte != expected.pointee { return false }
      expected += 1
    }
    return true
  }

  /// Whether these bytes equal `text` without regard to ASCII case. Other bytes are compared exactly.
  @inlinable package func equalsIgnoringCase(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    var expected = text.utf8Start
    for byte in self {
      if byte.lowercased != expected.pointee.lowercased { return false }
      expected += 1
    }
    return true
  }

  /// Whether both are equal without regard to ASCII case.
  @inlinable package func equalsIgnoringCase(_ other: some Collection<UInt8>) -> Bool {
    guard count == other.count else { return false }
    var theirs = other.makeIterator()
    for byte in self {
      guard let their = theirs.next(), byte.lowercased == their.lowercased else { return false }
    }
    return true
  }

  /// Whether these bytes begin with `text`.
  @inlinable package func hasPrefix(_ text: StaticString) -> Bool {
    guard count >= text.utf8CodeUnitCount else { return false }
    return prefix(text.utf8CodeUnitCount).equals(text)
  }

  /// A copy without ASCII control characters; tabs and line endings, which separate words, become spaces.
  package var onOneLine: [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(count)
    for byte in self {
      if byte >= 0x20, byte != 0x7F { out.append(byte) } else if byte.isWhitespace { out.append(0x20) }
    }
    return out
  }

  /// A copy with the ASCII letters in lower case.
  @inlinable package var asciiLowercased: [UInt8] { self.map { $0.lowercased } }

  /// A copy with the ASCII letters in upper case.
  @inlinable package var asciiUppercased: [UInt8] { self.map { $0.uppercased } }
}

extension Collection where Element == UInt8, SubSequence: Collection<UInt8> {
  /// The bytes without ASCII white space at either end.
  @inlinable package var trimmed: SubSequence {
    var low = startIndex
    var rest = count
    while rest > 0, self[low].isWhitespace {
      low = index(after: low)
      rest -= 1
    }
    var high = low
    var cursor = low
    while cursor != endIndex {
      let next = index(after: cursor)
      if !self[cursor].isWhitespace { high = next }
      cursor = next
    }
    return self[low..<high]
  }
}
