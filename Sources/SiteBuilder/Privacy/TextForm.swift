import Bytes

/// A form in which a text is searched for. What is written with escapes (percent-encoded, character references, JSON,
/// iCalendar, folded lines) or with a zero byte beside each letter is decoded first, and then searched for as it is.
enum TextForm: UInt8, Sendable, CaseIterable {
  /// As it is, regardless of ASCII case.
  case plain
  /// As event pages are named after their titles (``CalendarPages/EventSlug``).
  case slug
  /// Base64, the text beginning in the first, second or third byte of three.
  case base64, base64AfterOne, base64AfterTwo
  case hexadecimal
  /// UTF-16, for texts that are not ASCII.
  case utf16LittleEndian, utf16BigEndian

  /// As messages name it; empty for the plain form.
  var label: String {
    switch self {
    case .plain: ""
    case .slug: "as part of a name"
    case .base64, .base64AfterOne, .base64AfterTwo: "in base64"
    case .hexadecimal: "in hexadecimal"
    case .utf16LittleEndian, .utf16BigEndian: "in UTF-16"
    }
  }

  /// The bytes of a text that precede it in its first group of three, for base64.
  var phase: Int { self == .base64AfterOne ? 1 : self == .base64AfterTwo ? 2 : 0 }

  /// The text in this form. Of base64 only the characters that the text alone decides.
  func encoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    switch self {
    case .plain: Array(text)
    case .slug: Self.slug(text)
    case .base64, .base64AfterOne, .base64AfterTwo:
      (Self.firstCharacter(phase)..<Self.endCharacter(phase, text.count)).map {
        Self.base64Character($0, of: text, phase)
      }
    case .hexadecimal: (0..<2 * text.count).map { Self.hexadecimalDigit($0, of: text) }
    case .utf16LittleEndian:
      String(decoding: text, as: UTF8.self).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case .utf16BigEndian:
      String(decoding: text, as: UTF8.self).utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }
  }

  /// Whether bytes of a file are this text, given the bytes of ``encoded(_:)``.
  static func equal(_ left: UInt8, _ right: UInt8, in form: TextForm) -> Bool {
    switch form {
    case .plain, .slug, .hexadecimal: return left.lowercased == right.lowercased
    case .base64, .base64AfterOne, .base64AfterTwo:
      // The alphabet for addresses and file names (RFC 4648, section 5).
      let found: UInt8 = left == 0x2D ? 0x2B : left == 0x5F ? 0x2F : left
      return found == right
    case .utf16LittleEndian, .utf16BigEndian: return left == right
    }
  }

  /// A text as ``CalendarPages/EventSlug`` writes titles, without its end.
  private static func slug(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var slug: [UInt8] = []
    for byte in text {
      if slug.count >= slugLength { break }
      if byte.isLetter || byte.isDigit {
        slug.append(byte.lowercased)
      } else if byte != 0x27, let last = slug.last, last != 0x2D {
        slug.append(0x2D)
      }
    }
    while slug.last == 0x2D { slug.removeLast() }
    return slug
  }

  /// The length of titles in names of event pages.
  private static let slugLength = 40

  // MARK: Base64 and hexadecimal, character by character

  /// The first character that no byte before the text is part of.
  static func firstCharacter(_ phase: Int) -> Int { phase == 0 ? 0 : phase + 1 }

  /// The end of the characters that no byte after the text is part of.
  static func endCharacter(_ phase: Int, _ count: Int) -> Int { (phase + count) * 8 / 6 }

  /// A character of base64, counted from the first of the group in which the text begins.
  @inline(__always)
  static func base64Character(_ index: Int, of text: ArraySlice<UInt8>, _ phase: Int) -> UInt8 {
    let bit = index &* 6
    let byte = text.startIndex &+ (bit &>> 3) &- phase
    let first = UInt32(text[byte])
    let second = byte &+ 1 < text.endIndex ? UInt32(text[byte &+ 1]) : 0
    let sextet = UInt8(truncatingIfNeeded: (first &<< 8 | second) &>> UInt32(10 &- bit & 7)) & 63
    switch sextet {
    case 0..<26: return 0x41 &+ sextet
    case 26..<52: return 0x61 &- 26 &+ sextet
    case 52..<62: return 0x30 &- 52 &+ sextet
    default: return sextet == 62 ? 0x2B : 0x2F
    }
  }

  @inline(__always)
  static func hexadecimalDigit(_ index: Int, of text: ArraySlice<UInt8>) -> UInt8 {
    let byte = text[text.startIndex &+ index / 2]
    let digit = index & 1 == 0 ? byte &>> 4 : byte & 15
    return digit < 10 ? 0x30 &+ digit : 0x57 &+ digit
  }
}
