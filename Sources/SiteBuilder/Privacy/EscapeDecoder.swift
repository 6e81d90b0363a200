import Bytes
import CByteSearch

/// Decodes escapes of all formats that sites contain, wherever one stands: `%C3%A4`, `&amp;`, `&#228;`, `&#xe4;`,
/// `\u00e4`, `\n`, `\,` and folded lines of iCalendar. Zero bytes are dropped.
///
/// The result serves only to be searched, so what was no escape in its own format does no harm: the text is searched as
/// it stands too.
struct EscapeDecoder {
  let text: UnsafeRawBufferPointer
  /// Whether a line that begins with a space goes on with the one before it, as in iCalendar.
  let unfolds: Bool
  private let relevance: Relevance

  /// The most bytes before and after an escape that are decoded with it.
  static let reach = TextScanner.longest * 2

  /// Which escapes matter: those that stand for a byte of what is searched for, and as much around them as there is of
  /// it. Most escapes of pages stand for quotation marks and angle brackets, which few texts have.
  struct Relevance: Sendable {
    /// By byte below 128: how many bytes a text has at most before it and after it; `nil` if none has it.
    private var reaches: [(before: UInt8, after: UInt8)?]
    /// The same for escapes that stand for bytes of characters that are not ASCII, and for those that may be part of
    /// another escape.
    fileprivate let reach: Int
    /// Of an ampersand that begins no other escape.
    fileprivate let ampersand: (before: Int, after: Int)?

    /// - Parameter needles: all that is searched for, none longer than ``EscapeDecoder/reach``.
    init(_ needles: some Sequence<ArraySlice<UInt8>>) {
      var before = [Int](repeating: -1, count: 256)
      var after = before
      var longest = 0
      for needle in needles {
        longest = max(longest, needle.count)
        for (index, byte) in zip(needle.indices, needle) {
          before[Int(byte)] = max(before[Int(byte)], index &- needle.startIndex)
          after[Int(byte)] = max(after[Int(byte)], needle.endIndex &- index &- 1)
        }
      }
      reach = longest
      reaches = (0..<128).map { before[$0] < 0 ? nil : (UInt8(before[$0]), UInt8(after[$0])) }
      ampersand = reaches[0x26].map { (Int($0.before), Int($0.after)) }
      let whole = UInt8(reach)
      // They may be part of an escape that is itself written with escapes.
      for byte in 0..<128 where EscapeDecoder.isMark(UInt8(byte)) { reaches[byte] = (whole, whole) }
    }

    /// Everything matters.
    fileprivate init() {
      reach = EscapeDecoder.reach
      reaches = Array(repeating: (UInt8(reach), UInt8(reach)), count: 128)
      ampersand = (reach, reach)
    }

    @inline(__always) fileprivate func has(_ byte: UInt8) -> Bool { reaches[Int(byte)] != nil }

    /// The bytes before and after an escape that are decoded with it; `nil` for one that may be passed over.
    @inline(__always) fileprivate func reach(of decoded: Decoded?) -> (before: Int, after: Int)? {
      let value: UInt32
      switch decoded {
      case .byte(let byte): value = UInt32(byte)
      case .scalar(let scalar): value = scalar
      case nil: return (reach, reach)
      }
      if value >= 0x80 { return (reach, reach) }
      let byte = UInt8(value)
      // Letters, digits and `#;` may be part of an escape that is itself written with escapes.
      if byte.isLetter || byte.isDigit || byte == 0x23 || byte == 0x3B { return (reach, reach) }
      return reaches[Int(byte)].map { (Int($0.before), Int($0.after)) }
    }
  }

  /// - Parameter relevance: which escapes are decoded; `nil` for all.
  init(_ text: UnsafeRawBufferPointer, unfolds: Bool, _ relevance: Relevance? = nil) {
    self.text = text
    self.unfolds = unfolds
    self.relevance = relevance ?? Relevance()
  }

  /// Whether a byte can begin an escape other than a fold.
  @inline(__always) private static func isMark(_ byte: UInt8) -> Bool {
    byte == 0x25 || byte == 0x26 || byte == 0x5C || byte == 0
  }

  /// The words of marks that are made together, each for 64 bytes.
  private static let block = 128

  /// A byte of 0 in a word sets a bit, and perhaps bits of bytes above it.
  @inline(__always) private static func zeros(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }

  /// Has a bit in each of eight bytes that can begin an escape other than a fold, and perhaps in others above those.
  @inline(__always) private static func marks(_ bytes: UnsafeRawPointer) -> UInt64 {
    let word = bytes.loadUnaligned(as: UInt64.self).littleEndian
    return zeros(word) | zeros(word ^ 0x2525_2525_2525_2525) | zeros(word ^ 0x2626_2626_2626_2626)
      | zeros(word ^ 0x5C5C_5C5C_5C5C_5C5C)
  }

  /// Calls `body` with each range of the text that contains escapes that matter, and what is near them. O(bytes).
  func forEachRegion(_ body: (Range<Int>) -> Void) {
    guard let base = text.baseAddress else { return }
    let count = text.count
    var (start, end) = (0, 0)
    // The end of the last escape.
    var done = 0
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.block) { words in
      var first = 0
      while first < count {
        let length = min(Self.block * 64, count &- first)
        busylife_mark_escapes(
          (base + first).assumingMemoryBound(to: UInt8.self), length, unfolds ? 1 : 0,
          first > 0 ? text[first &- 1] : 0, words.baseAddress)
        for index in 0..<(length &+ 63) / 64 {
          var marks = words[index]
          while marks != 0 {
            let offset = first &+ index &* 64 &+ marks.trailingZeroBitCount
            marks &= marks &- 1
            if offset < done { continue }
            let byte = base.load(fromByteOffset: offset, as: UInt8.self)
            let isFold = byte == 0x20 || byte == 0x09
            let harmless = isFold ? 0 : harmlessLength(at: offset)
            guard harmless == 0, let (decoded, length) = isFold ? (nil, 1) : unit(at: offset) else {
              done = offset &+ harmless
              continue
            }
            done = offset &+ length
            guard let reach = isAmpersand(at: offset) ? relevance.ampersand : relevance.reach(of: decoded) else {
              continue
            }
            if end == 0 || offset &- reach.before > end {
              if end > start { body(start..<end) }
              start = max(0, offset &- reach.before)
            } else {
              start = min(start, max(0, offset &- reach.before))
            }
            end = max(end, min(count, done &+ reach.after))
          }
        }
        first &+= length
      }
    }
    if end > start { body(start..<end) }
  }

  /// Whether a place has `&amp;`, and what follows makes no other escape of it.
  private func isAmpersand(at index: Int) -> Bool {
    guard index &+ 8 <= text.count else { return false }
    let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
    let next = UInt8(truncatingIfNeeded: word &>> 40)
    return word & 0xFF_FFFF_FFFF == 0x3B_706D_6126 && !next.isLetter && next != 0x23 && !Self.isMark(next)
  }

  /// The length of an escape that stands for a byte of no text that is searched for, and is part of no other escape; 0
  /// for all others.
  private func harmlessLength(at index: Int) -> Int {
    guard index &+ 8 <= text.count else { return 0 }
    let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
    // &lt; &gt; &quot; &#39; and &amp; as bytes, the first one lowest.
    switch word & 0xFFFF_FFFF {
    case 0x3B74_6C26: return relevance.has(0x3C) ? 0 : 4
    case 0x3B74_6726: return relevance.has(0x3E) ? 0 : 4
    case 0x6F75_7126: return word &>> 32 & 0xFFFF == 0x3B74 && !relevance.has(0x22) ? 6 : 0
    case 0x3933_2326: return word &>> 32 & 0xFF == 0x3B && !relevance.has(0x27) ? 5 : 0
    case 0x706D_6126:
      // What follows may make another escape of it: `&amp;#65;`.
      let next = UInt8(truncatingIfNeeded: word &>> 40)
      return word &>> 32 & 0xFF == 0x3B && relevance.ampersand == nil && next == 0x20 ? 5 : 0
    default: break
    }
    guard word & 0xFF == 0x5C else { return 0 }
    switch UInt8(truncatingIfNeeded: word &>> 8) {
    // A line break is part of no text that is searched for.
    case 0x6E: return 2
    case 0x2C: return relevance.has(0x2C) ? 0 : 2
    case 0x3B: return relevance.has(0x3B) ? 0 : 2
    case 0x22: return relevance.has(0x22) ? 0 : 2
    default: return 0
    }
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
        if let decoded { Self.append(decoded, to: &out) }
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
    let base = text.baseAddress.unsafelyUnwrapped
    var next = range.lowerBound
    while next &+ 8 <= range.upperBound {
      var marks = Self.marks(base + next)
      if unfolds {
        let word = (base + next).loadUnaligned(as: UInt64.self).littleEndian
        marks |= Self.zeros(word ^ 0x0A0A_0A0A_0A0A_0A0A) | Self.zeros(word ^ 0x0D0D_0D0D_0D0D_0D0D)
      }
      if marks != 0 { return next &+ marks.trailingZeroBitCount &>> 3 }
      next &+= 8
    }
    while next < range.upperBound, !Self.isMark(text[next]), !unfolds || (text[next] != 0x0A && text[next] != 0x0D) {
      next &+= 1
    }
    return next
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
