/// Numbers and texts in as few bytes as they need: the form of all binary files of a site's `data/`.
///
/// A number is written in groups of seven bits, the lowest first, each but the last with its high bit set
/// (LEB128). A text is its count and its bytes. Nothing is aligned and nothing is named: the reader asks
/// for what the writer wrote, in its order.
extension Array where Element == UInt8 {
  /// Appends a number that is not negative, in 1 to 10 bytes.
  package mutating func pack(_ number: UInt64) {
    var rest = number
    while rest > 0x7F {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends a count or an index.
  package mutating func pack(_ number: Int) { pack(UInt64(number)) }

  /// Appends a number of either sign: small ones of both signs are short.
  package mutating func pack(signed number: Int64) {
    pack(UInt64(bitPattern: number << 1 ^ number >> 63))
  }

  /// Appends a text: its count, then its bytes.
  package mutating func pack(_ text: [UInt8]) {
    pack(text.count)
    append(contentsOf: text)
  }

  /// Appends texts: how many, then each.
  package mutating func pack(_ texts: [[UInt8]]) {
    pack(texts.count)
    for text in texts { pack(text) }
  }
}

/// Reads what was packed.
///
/// The bytes may be anybody's. What is not there reads as 0 or as empty, and ``isSound`` turns false for
/// good: one look at it, once all is read, is the whole of the error handling. No count is believed beyond
/// the bytes that are left, so nothing large is allocated on the word of a few bytes.
package struct Unpacker {
  private let bytes: [UInt8]
  private var index: Int
  private let end: Int
  /// Whether all that was asked for was there.
  package private(set) var isSound = true

  /// - Parameter range: where in the bytes to read; all of them if left out.
  package init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
    self.bytes = bytes
    index = Swift.min(range?.lowerBound ?? 0, bytes.count)
    end = Swift.min(range?.upperBound ?? bytes.count, bytes.count)
  }

  /// Whether everything was read.
  package var isAtEnd: Bool { index >= end }

  /// The place of the next byte.
  package var offset: Int { index }

  /// Says that what was read makes no sense.
  package mutating func fail() {
    isSound = false
    index = end
  }

  /// The next byte.
  package mutating func byte() -> UInt8 {
    guard index < end else {
      fail()
      return 0
    }
    index += 1
    return bytes[index - 1]
  }

  /// The next number.
  package mutating func number() -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 64 {
      let next = byte()
      value |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return value }
      shift += 7
    }
    fail()
    return 0
  }

  /// The next number of either sign.
  package mutating func signed() -> Int64 {
    let value = number()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// The next number, which has to be less than a bound.
  package mutating func number(below bound: Int) -> Int {
    let value = number()
    guard value < UInt64(bound) else {
      fail()
      return 0
    }
    return Int(value)
  }

  /// How many of something follow, each of at least one byte.
  package mutating func count() -> Int {
    let value = number()
    guard value <= UInt64(end - index) else {
      fail()
      return 0
    }
    return Int(value)
  }

  /// The next bytes, as many as are said.
  package mutating func bytes(_ count: Int) -> [UInt8] {
    guard count <= end - index else {
      fail()
      return []
    }
    index += count
    return Array(bytes[(index - count)..<index])
  }

  /// The next text.
  package mutating func text() -> [UInt8] { bytes(count()) }

  /// The next list of texts.
  package mutating func texts() -> [[UInt8]] {
    var texts: [[UInt8]] = []
    for _ in 0..<count() { texts.append(text()) }
    return texts
  }

  /// Passes over the next text and gives where it stands.
  package mutating func skipText() -> Range<Int> {
    let count = count()
    index += count
    return (index - count)..<index
  }
}
