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

  /// Whether a byte can begin an escape.
  @inline(__always) private static func isMark(_ byte: UInt8) -> Bool {
    byte == 0x25 || byte == 0x26 || byte == 0x5C || byte == 0 || byte == 0x0A
  }

  /// Not 0 if one of some bytes can begin an escape. Without branches, so that it is compiled to a few instructions for
  /// 16 bytes each.
  /// - Parameter lineFeed: a line feed, or 0 if lines are not folded.
  @inline(__always) private static func marks(_ bytes: UnsafeRawPointer, _ count: Int, _ lineFeed: UInt8) -> UInt8 {
    var marks: UInt8 = 0
    for index in 0..<count {
      let byte = bytes.load(fromByteOffset: index, as: UInt8.self)
      marks |= (byte == 0x25 ? 1 : 0) | (byte == 0x26 ? 1 : 0) | (byte == 0x5C ? 1 : 0) | (byte == 0 ? 1 : 0)
      marks |= byte == lineFeed ? 1 : 0
    }
    return marks
  }

  /// Calls `body` with each range of the text that contains escapes and what is near them. O(bytes).
  func forEachRegion(_ body: (Range<Int>) -> Void) {
    guard let base = text.baseAddress else { return }
    var region = 0..<0
    var offset = 0
    let block = 64
    while offset < text.count {
      let end = min(offset &+ block, text.count)
      if end &- offset == block, Self.marks(base + offset, block, unfolds ? 0x0A : 0) == 0 {
        offset = end
        continue
      }
      var index = offset
      while index < end {
        guard Self.isMark(text[index]), let (_, length) = unit(at: index, isLenient: false) else {
          index &+= 1
          continue
        }
        let start = max(0, index &- Self.reach)
        let close = min(text.count, index &+ length &+ Self.reach)
        if start <= region.upperBound, !region.isEmpty {
          region = region.lowerBound..<max(region.upperBound, close)
        } else {
          if !region.isEmpty { body(region) }
          region = start..<close
        }
        index &+= length
      }
      offset = max(end, index)
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
      if limit != .max, out.count &- start >= limit { break }
      let byte = text[index]
      if Self.isMark(byte) || byte == 0x0D, let (scalar, length) = unit(at: index, isLenient: true) {
        if let scalar { Self.append(scalar, to: &out) }
        index &+= length
      } else {
        out.append(byte)
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
  /// - Parameter isLenient: also the line break before a folded line, which is searched for by its line feed.
  private func unit(at index: Int, isLenient: Bool) -> (Decoded?, Int)? {
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
      guard unfolds, isLenient, byte(index + 1) == 0x0A, index + 2 < text.count else { return nil }
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
      guard let value = UInt32(String(decoding: inner.dropFirst(isHexadecimal ? 2 : 1), as: UTF8.self),
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
