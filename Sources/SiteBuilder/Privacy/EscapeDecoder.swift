import Bytes

/// Decodes escapes of all formats that sites contain, wherever one stands: `%C3%A4`, `&amp;`, `&#228;`, `&#xe4;`,
/// `\u00e4`, `\n`, `\,`, folded lines of iCalendar, and zero bytes between letters (UTF-16), which are dropped.
///
/// The result serves only to be searched, so what was no escape in its own format does no harm: the text is searched as
/// it stands too.
struct EscapeDecoder {
  let text: UnsafeRawBufferPointer
  /// Whether a line that begins with a space goes on with the one before it, as in iCalendar.
  let unfolds: Bool

  /// The bytes before and after an escape that are decoded with it: no text that is searched for is longer.
  static let reach = TextScanner.longest

  init(_ text: UnsafeRawBufferPointer, unfolds: Bool) {
    self.text = text
    self.unfolds = unfolds
  }

  /// Whether a byte can begin an escape other than a fold.
  @inline(__always) private static func isMark(_ byte: UInt8) -> Bool {
    byte == 0x25 || byte == 0x26 || byte == 0x5C || byte == 0
  }

  /// The bytes that are looked at together for marks.
  private static let block = 64

  /// Whether one of the bytes of a block can begin an escape. Without a branch for each byte.
  @inline(__always) private func hasMark(_ bytes: UnsafeRawPointer) -> Bool {
    // A byte of 0 in a word sets a bit here.
    @inline(__always) func zeros(_ word: UInt64) -> UInt64 {
      (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }
    var marks: UInt64 = 0
    var offset = 0
    while offset < Self.block {
      let here = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      marks |= zeros(here) | zeros(here ^ 0x2525_2525_2525_2525) | zeros(here ^ 0x2626_2626_2626_2626)
      marks |= zeros(here ^ 0x5C5C_5C5C_5C5C_5C5C)
      if unfolds {
        let before = bytes.loadUnaligned(fromByteOffset: offset &- 1, as: UInt64.self) ^ 0x0A0A_0A0A_0A0A_0A0A
        marks |= zeros(before | (here ^ 0x2020_2020_2020_2020)) | zeros(before | (here ^ 0x0909_0909_0909_0909))
      }
      offset &+= 8
    }
    return marks != 0
  }

  /// Calls `body` with each range of the text that contains escapes and what is near them. O(bytes).
  func forEachRegion(_ body: (Range<Int>) -> Void) {
    guard let base = text.baseAddress else { return }
    let count = text.count
    var start = 0
    var end = 0
    var offset = 0
    while offset < count {
      let limit = min(offset &+ Self.block, count)
      // The first block has no byte before it.
      if offset > 0, limit &- offset == Self.block, !hasMark(base + offset) {
        offset = limit
        continue
      }
      while offset < limit {
        let byte = base.load(fromByteOffset: offset, as: UInt8.self)
        let isFold = unfolds && (byte == 0x20 || byte == 0x09) && offset > 0 && text[offset &- 1] == 0x0A
        guard isFold || Self.isMark(byte), let length = isFold ? 1 : unit(at: offset)?.1 else {
          offset &+= 1
          continue
        }
        if offset &- Self.reach > end {
          if end > start { body(start..<end) }
          start = offset &- Self.reach
        } else if end == 0 {
          start = max(0, offset &- Self.reach)
        }
        end = min(count, offset &+ length &+ Self.reach)
        offset &+= length
      }
    }
    if end > start { body(start..<end) }
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
      var next = index
      while next < range.upperBound, !Self.isMark(text[next]), !unfolds || (text[next] != 0x0A && text[next] != 0x0D) {
        next &+= 1
      }
      if limit != .max, out.count &- start &+ next &- index >= limit { return index + limit - (out.count - start) }
      out.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[index..<next]))
      index = next
      if index == range.upperBound { break }
      if limit != .max, out.count &- start >= limit { break }
      if let (decoded, length) = unit(at: index) {
        if let decoded { Self.append(decoded, to: &out) }
        index &+= length
      } else {
        out.append(text[index])
        index &+= 1
      }
    }
    return min(index, text.count)
  }

  /// What an escape stands for.
  private enum Decoded {
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

  private func byte(_ index: Int) -> UInt8 { index < text.count ? text[index] : 0x20 }

  /// The escape at an offset, and its length; `nil` if there is none. Nothing for what is dropped.
  private func unit(at index: Int) -> (Decoded?, Int)? {
    switch text[index] {
    case 0: return (nil, 1)
    case 0x25:
      guard let value = hexadecimal(index + 1, digits: 2) else { return nil }
      return (.byte(UInt8(value)), 3)
    case 0x26: return reference(at: index)
    case 0x5C: return backslash(at: index)
    case 0x0A:
      guard unfolds, index + 1 < text.count else { return nil }
      return byte(index + 1) == 0x20 || byte(index + 1) == 0x09 ? (nil, 2) : nil
    case 0x0D:
      guard unfolds, byte(index + 1) == 0x0A, index + 2 < text.count else { return nil }
      let next = byte(index + 2)
      return next == 0x20 || next == 0x09 ? (nil, 3) : nil
    default: return nil
    }
  }

  private func backslash(at index: Int) -> (Decoded?, Int)? {
    switch byte(index + 1) {
    case 0x6E, 0x4E: return (.byte(0x0A), 2)
    case 0x74: return (.byte(0x09), 2)
    case 0x72: return (.byte(0x0D), 2)
    case 0x2C, 0x3B, 0x5C, 0x22, 0x27, 0x2F: return (.byte(byte(index + 1)), 2)
    case 0x78:
      guard let value = hexadecimal(index + 2, digits: 2) else { return nil }
      return (.scalar(value), 4)
    case 0x75:
      guard let value = hexadecimal(index + 2, digits: 4) else { return nil }
      if value & 0xFC00 == 0xD800, byte(index + 6) == 0x5C, byte(index + 7) == 0x75,
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
    while end < min(text.count, index + 16), text[end] != 0x3B { end += 1 }
    guard end < text.count, text[end] == 0x3B, end > index + 1 else { return nil }
    let inner = UnsafeRawBufferPointer(rebasing: text[index + 1..<end])
    let length = end + 1 - index
    if inner[0] == 0x23 {
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
      switch text[index] {
      case 0x30...0x39: value = value << 4 | UInt32(text[index] - 0x30)
      case 0x41...0x46: value = value << 4 | UInt32(text[index] - 0x37)
      case 0x61...0x66: value = value << 4 | UInt32(text[index] - 0x57)
      default: return nil
      }
    }
    return value
  }
}
