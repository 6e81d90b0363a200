import Bytes

/// # Search
///
/// A site's search index, written by the build and read in the reader's browser by the same sources. The build divides
/// the texts of events and notes into terms (``SearchTerms``), and writes for each term which events have it
/// (``SearchIndex``), in files that are found by a hash of the term's beginning (``SearchFiles``). ``SearchEngine``
/// answers queries, and says which of the files it needs.
///
/// Left out: stems ("meeting" is not found by "meet ups"), misspelt words, and words in the middle of others, except in
/// scripts that do not divide words.

/// What search makes of a character: letters without case and accents, digits of every script as ASCII.
package struct Folding: Sendable {
  /// What a character becomes.
  enum Result: Equatable {
    /// Nothing: an accent, a point, a joiner.
    case nothing
    case separator
    /// A character of a word.
    case letter(UInt32)
    /// Several letters of ASCII, as a range of ``texts``.
    case letters(Range<Int>)
    /// A character of a script that does not divide words, or whose words take endings: terms are pairs of these.
    case pair(UInt32)
  }

  /// From U+0080 on: 0 for nothing, 1 for a separator, from 0xE000 on an index of ``ranges``, otherwise the character.
  private let targets: [UInt16]
  /// ``FoldingTable/texts``.
  let texts: [UInt8]
  private let ranges: [Range<Int>]

  /// Decodes the table. O(its size), some microseconds.
  package init() {
    var targets: [UInt16] = []
    targets.reserveCapacity(FoldingTable.end - 0x80)
    for code in 0x80..<FoldingTable.end { targets.append(UInt16(truncatingIfNeeded: code)) }
    var at = 0
    var numbers = FoldingNumbers()
    while let gap = numbers.next() {
      guard let shape = numbers.next(), let result = numbers.next() else { break }
      at += gap
      let step = shape % 3 == 2 ? 2 : 1
      for place in 0..<shape / 3 where at + place * step < targets.count {
        let index = at + place * step
        if shape % 3 == 0 {
          targets[index] = UInt16(truncatingIfNeeded: result < 2 ? result : 0xE000 + result - 2)
        } else {
          let distance = result % 2 == 0 ? result / 2 : -(result + 1) / 2
          targets[index] = UInt16(truncatingIfNeeded: Int(targets[index]) + distance)
        }
      }
      at += (shape / 3 - 1) * step + 1
    }
    self.targets = targets
    texts = [UInt8](FoldingTable.texts)
    var ranges: [Range<Int>] = []
    var start = 0
    for index in texts.indices where texts[index] == .space {
      ranges.append(start..<index)
      start = index + 1
    }
    self.ranges = ranges
  }

  /// What a character beyond ASCII becomes. O(1).
  func result(of code: UInt32) -> Result {
    if code < FoldingTable.end {
      let target = targets[Int(code) - 0x80]
      switch target {
      case 0: return .nothing
      case 1: return .separator
      case 0xE000...: return .letters(ranges[Int(target) - 0xE000])
      default: return Self.isPaired(code) ? .pair(code) : .letter(UInt32(target))
      }
    }
    switch code {
    case 0x3005...0x3007, 0x303B...0x303C, 0x3041...0x3096, 0x3099...0x309A, 0x309D...0x309F, 0x30A1...0x30FA,
      0x30FC...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF66...0xFF9F,
      0x1B000...0x1B16F, 0x20000...0x3FFFF:
      return .pair(code)
    // Full-width forms of ASCII.
    case 0xFF01...0xFF5E:
      let ascii = UInt8(truncatingIfNeeded: code - 0xFEE0)
      return ascii.isLetter || ascii.isDigit ? .letter(UInt32(ascii.lowercased)) : .separator
    case 0xFE00...0xFE0F, 0xFE20...0xFE2F, 0xFEFF, 0xE0000...0xE0FFF: return .nothing
    case 0x3000...0x33FF, 0x4DC0...0x4DFF, 0xD800...0xF8FF, 0xFE10...0xFE6F, 0xFF00...0xFFFF, 0x1D000...0x1D2FF,
      0x1F000...0x1FFFF, 0xF0000...:
      return .separator
    default: return .letter(code)
    }
  }

  /// Whether terms that begin with this character are pairs: Thai and Lao, Burmese, Khmer, and what
  /// ``result(of:)`` names of Chinese, Japanese and Korean.
  static func isPaired(_ code: UInt32) -> Bool {
    switch code {
    case 0xE00...0xEFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF: true
    default: false
    }
  }
}

/// Reads the numbers of ``FoldingTable``: groups of five bits in base 64, the lowest first; the upper half of the
/// digits says that more follow.
private struct FoldingNumbers {
  private var index = 0

  mutating func next() -> Int? {
    var value = 0
    var shift = 0
    while index < FoldingTable.runs.utf8CodeUnitCount {
      let digit = Self.value(of: FoldingTable.runs.utf8Start[index])
      index += 1
      value |= (digit & 31) << shift
      if digit < 32 { return value }
      shift += 5
    }
    return nil
  }

  private static func value(of digit: UInt8) -> Int {
    switch digit {
    case 0x41...0x5A: Int(digit) - 0x41
    case 0x61...0x7A: Int(digit) - 0x61 + 26
    case 0x30...0x39: Int(digit) - 0x30 + 52
    default: digit == .plus ? 62 : 63
    }
  }
}
