/// Numbers and texts in few bytes: the form of all binary files in a site's `data/`.
///
/// A number is written in groups of seven bits, the lowest first, with the high bit set in all but the last (LEB128). A
/// text is its length and its bytes. Nothing is aligned or named: the reader must ask for the same values in the same
/// order.
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

  /// Appends a signed number (zigzag): short if its magnitude is small.
  package mutating func pack(signed number: Int64) {
    pack(UInt64(bitPattern: number << 1 ^ number >> 63))
  }

  /// Appends a text: its count, then its bytes.
  package mutating func pack(_ text: [UInt8]) {
    pack(text.count)
    append(contentsOf: text)
  }

  /// Appends texts: their number, then each.
  package mutating func pack(_ texts: [[UInt8]]) {
    pack(texts.count)
    for text in texts { pack(text) }
  }

  /// Ends a file: appends a hash of everything before it. O(bytes).
  package mutating func seal() { append(eight: StableHash.of(self)) }
}

/// Reads what `pack` wrote.
///
/// The bytes may come from anywhere. Missing data reads as 0 or empty, and ``isSound`` then stays false: checking it
/// once at the end is all the error handling needed. Counts are limited by the remaining bytes, so a few bytes can't
/// cause a large allocation.
package struct Unpacker {
  private let bytes: [UInt8]
  private var index: Int
  private let end: Int
  /// Whether everything requested so far existed.
  package private(set) var isSound = true

  /// - Parameter range: the range of bytes to read; by default all.
  package init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
    self.bytes = bytes
    index = Swift.min(range?.lowerBound ?? 0, bytes.count)
    end = Swift.min(range?.upperBound ?? bytes.count, bytes.count)
  }

  /// Reads what lies between the mark of a file and the hash that `seal` appended. O(bytes).
  /// - Parameter mark: four bytes.
  /// - Returns: `nil` if the bytes are anything else, incomplete, or of another version.
  package init?(sealed bytes: [UInt8], mark: StaticString) {
    guard bytes.count > 12, bytes.hasPrefix(mark) else { return nil }
    let end = bytes.count - 8
    var hash: UInt64 = 0
    for place in 0..<8 { hash |= UInt64(bytes[end + place]) << UInt64(place * 8) }
    guard hash == StableHash.of(bytes[..<end]) else { return nil }
    self.init(bytes, in: 4..<end)
  }

  /// Whether everything was read.
  package var isAtEnd: Bool { index >= end }

  /// The offset of the next byte.
  package var offset: Int { index }

  /// Records that what was read is invalid.
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

  /// The next signed number.
  package mutating func signed() -> Int64 {
    let value = number()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// The next number, which must be less than `bound`.
  package mutating func number(below bound: Int) -> Int {
    let value = number()
    guard value < UInt64(bound) else {
      fail()
      return 0
    }
    return Int(value)
  }

  /// The number of elements that follow, each of at least one byte.
  package mutating func count() -> Int {
    let value = number()
    guard value <= UInt64(end - index) else {
      fail()
      return 0
    }
    return Int(value)
  }

  /// The next `count` bytes.
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

  /// Skips the next text and returns its range.
  package mutating func skipText() -> Range<Int> {
    let count = count()
    index += count
    return (index - count)..<index
  }
}
