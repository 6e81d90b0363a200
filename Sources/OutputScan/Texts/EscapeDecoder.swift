import Bytes

/// Decodes escapes of all formats that sites contain, wherever one stands: `%C3%A4`, `&amp;`, `&#228;`, `&#xe4;`,
/// `\u00e4`, `\n`, `\,` and folded lines of iCalendar.
///
/// The result is only searched, so decoding what was no escape in its own format does no harm: the text is also
/// searched as it stands.
struct EscapeDecoder {
  let text: UnsafeRawBufferPointer
  /// Whether a line that begins with a space continues the one before it, as in iCalendar.
  let unfolds: Bool

  /// The most bytes before and after an escape that are decoded with it.
  static let reach = TextScanner.longest * 2

  /// Which escapes matter: those that stand for a byte of what is searched for. Most escapes of pages stand for
  /// quotation marks and angle brackets, which few texts have.
  struct Relevance: Sendable {
    private var isRelevant: [Bool]
    /// The bytes before and after an escape that are decoded with it.
    fileprivate let reach: Int

    /// - Parameters:
    ///   - needles: all bytes of what is searched for.
    ///   - longest: the bytes of the longest text, at most ``EscapeDecoder/reach``.
    init(_ needles: [UInt8], longest: Int) {
      reach = longest
      // These may be part of an escape that is itself written with escapes.
      isRelevant = (0..<128).map { (byte: UInt8) in
        byte.isLetter || byte.isDigit || byte == .hash || byte == .semicolon || EscapeDecoder.isMark(byte)
      }
      for byte in needles where byte < 0x80 { isRelevant[Int(byte)] = true }
    }

    @inline(__always) fileprivate func includes(_ decoded: Decoded?) -> Bool {
      switch decoded {
      case .byte(let byte): byte >= 0x80 || isRelevant[Int(byte)]
      case .scalar(let scalar): scalar >= 0x80 || isRelevant[Int(scalar)]
      case nil: true
      }
    }
  }

  /// Whether a byte can begin an escape other than a fold.
  @inline(__always) private static func isMark(_ byte: UInt8) -> Bool {
    byte == .percent || byte == .ampersand || byte == .backslash
  }

  /// A byte of 0 in a word sets a bit, and perhaps bits of bytes above it.
  @inline(__always) private static func zeros(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }

  /// Calls `body` with each range of the text that contains escapes that matter, and what is near them. O(bytes).
  func forEachRegion(_ relevance: Relevance, _ body: (Range<Int>) -> Void) {
    var region = 0..<0
    var next = nextMark(0..<text.count)
    while next < text.count {
      var end = next &+ 1
      if let (decoded, length) = unit(at: next), relevance.includes(decoded) {
        end = next &+ length
        let near = max(0, next &- relevance.reach)..<min(text.count, end &+ relevance.reach)
        if near.lowerBound > region.upperBound {
          if !region.isEmpty { body(region) }
          region = near
        } else {
          region = region.lowerBound..<near.upperBound
        }
      }
      next = nextMark(end..<text.count)
    }
    if !region.isEmpty { body(region) }
  }

  /// Appends the decoded bytes of a range.
  func decode(_ range: Range<Int>, into out: inout [UInt8]) {
    _ = decode(range, into: &out, until: .max)
  }

  /// The offset in the text of a byte of the decoded range.
  func offset(of decoded: Int, in range: Range<Int>) -> Int {
    var out: [UInt8] = []
    return decode(range, into: &out, until: decoded)
  }

  private func decode(_ range: Range<Int>, into out: inout [UInt8], until limit: Int) -> Int {
    let start = out.count
    var index = range.lowerBound
    while index < range.upperBound {
      // What needs no decoding is copied at once.
      let next = nextMark(index..<range.upperBound)
      if limit != .max, out.count &- start &+ next &- index >= limit { return index + limit - (out.count - start) }
      out.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[index..<next]))
      index = next
      if index == range.upperBound { break }
      if limit != .max, out.count &- start >= limit { break }
      if let (decoded, length) = unit(at: index) {
        if let decoded { Self.append(decoded, to: &out) } else if out.last == .carriageReturn { out.removeLast() }
        index &+= length
      } else {
        out.append(text[index])
        index &+= 1
      }
    }
    return min(index, text.count)
  }

  /// The first byte of a range that may begin an escape, or its end.
  private func nextMark(_ range: Range<Int>) -> Int {
    guard let base = text.baseAddress else { return range.upperBound }
    var next = range.lowerBound
    while next &+ 9 <= range.upperBound {
      let word = (base + next).loadUnaligned(as: UInt64.self).littleEndian
      // 0x24 to 0x27 together.
      var marks = Self.zeros(word & 0xFCFC_FCFC_FCFC_FCFC ^ 0x2424_2424_2424_2424)
      marks |= Self.zeros(word ^ 0x5C5C_5C5C_5C5C_5C5C)
      if unfolds {
        let after = (base + next + 1).loadUnaligned(as: UInt64.self).littleEndian
        let spaces = Self.zeros(after ^ 0x2020_2020_2020_2020) | Self.zeros(after ^ 0x0909_0909_0909_0909)
        marks |= Self.zeros(word ^ 0x0A0A_0A0A_0A0A_0A0A) & spaces
      }
      if marks != 0 { return next &+ marks.trailingZeroBitCount &>> 3 }
      next &+= 8
    }
    while next < range.upperBound, !Self.isMark(text[next]), !isFold(at: next) { next &+= 1 }
    return next
  }

  /// Whether a line continues after a line feed. (The carriage return before it is dropped with it.)
  private func isFold(at index: Int) -> Bool {
    guard unfolds, text[index] == .lineFeed, index &+ 1 < text.count else { return false }
    return text[index &+ 1] == .space || text[index &+ 1] == .tab
  }

  /// What an escape stands for.
  fileprivate enum Decoded {
    case byte(UInt8)
    case scalar(UInt32)
  }

  private static func append(_ decoded: Decoded, to out: inout [UInt8]) {
    switch decoded {
    case .byte(let byte): out.append(byte)
    case .scalar(let value):
      if value < 0x80 {
        out.append(UInt8(value))
      } else if let scalar = Unicode.Scalar(value) {
        out.append(contentsOf: UTF8.encode(scalar)!)
      }
    }
  }

  private func byte(_ index: Int) -> UInt8 { index < text.count ? text[index] : .space }

  /// The escape at an offset, and its length; `nil` if there is none. The escape is `nil` if it is dropped.
  private func unit(at index: Int) -> (Decoded?, Int)? {
    switch text[index] {
    case .percent:
      guard let value = hexadecimal(index + 1, digits: 2) else { return nil }
      return (.byte(UInt8(value)), 3)
    case .ampersand: return reference(at: index)
    case .backslash: return backslash(at: index)
    case .lineFeed: return isFold(at: index) ? (nil, 2) : nil
    default: return nil
    }
  }

  private func backslash(at index: Int) -> (Decoded?, Int)? {
    switch byte(index + 1) {
    case 0x6E, 0x4E: return (.byte(.lineFeed), 2)
    case 0x74: return (.byte(.tab), 2)
    case 0x72: return (.byte(.carriageReturn), 2)
    case .comma, .semicolon, .backslash, .quote, .apostrophe, .slash: return (.byte(byte(index + 1)), 2)
    case 0x78:
      guard let value = hexadecimal(index + 2, digits: 2) else { return nil }
      return (.scalar(value), 4)
    case 0x75:
      guard let value = hexadecimal(index + 2, digits: 4) else { return nil }
      if value & 0xFC00 == 0xD800, byte(index + 6) == .backslash, byte(index + 7) == 0x75,
        let low = hexadecimal(index + 8, digits: 4), low & 0xFC00 == 0xDC00
      {
        return (.scalar(0x10000 + (value & 0x3FF) << 10 + low & 0x3FF), 12)
      }
      return (.scalar(value), 6)
    default: return nil
    }
  }

  /// Names of character references that programs write for characters of texts.
  private static let names: [(name: StaticString, scalar: UInt32)] = [
    ("amp", 0x26), ("lt", 0x3C), ("gt", 0x3E), ("quot", 0x22), ("apos", 0x27), ("nbsp", 0xA0),
  ]

  private func reference(at index: Int) -> (Decoded?, Int)? {
    var end = index + 1
    // The longest is `&#x10FFFF;`; leading zeros are allowed.
    while end < min(text.count, index + 16), text[end] != .semicolon { end += 1 }
    guard end < text.count, text[end] == .semicolon, end > index + 1 else { return nil }
    let inner = UnsafeRawBufferPointer(rebasing: text[index + 1..<end])
    let length = end + 1 - index
    if inner[0] == .hash {
      let isHexadecimal = inner.count > 2 && inner[1] | 0x20 == 0x78
      guard
        let value = UInt32(
          String(decoding: inner.dropFirst(isHexadecimal ? 2 : 1), as: UTF8.self),
          radix: isHexadecimal ? 16 : 10)
      else { return nil }
      return (.scalar(value), length)
    }
    return Self.names.first { inner.equals($0.name) }.map { (.scalar($0.scalar), length) }
  }

  private func hexadecimal(_ start: Int, digits: Int) -> UInt32? {
    guard start + digits <= text.count else { return nil }
    var value: UInt32 = 0
    for index in start..<start + digits {
      guard let digit = text[index].hexadecimalValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
