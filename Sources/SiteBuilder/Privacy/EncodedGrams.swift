import Bytes

/// Where a text may stand in base64 or in hexadecimal: places that look like it are decoded, and what they stand for is
/// searched like any other text.
///
/// Only bits of hashes are kept, since tables of all encoded needles would be several times those of the plain ones.
struct EncodedGrams: Sendable {
  /// The number of characters of a gram, and the distance between places that are looked at.
  private static let width = 8
  private static let stride = 4
  /// The characters whose grams are in the table: wherever they begin, one of their grams is looked at.
  static let characters = width + stride - 1

  private var words: [UInt64]
  private let shift: UInt64
  private var isEmpty = true

  /// The largest table, 1 MiB.
  private static let mostBits: UInt64 = 23
  /// Bits in the table for each text: it has 16 grams, and each sets two.
  private static let bitsPerText = 256

  init(texts: Int) {
    var power: UInt64 = 7
    while power < Self.mostBits, 1 << power < texts * Self.bitsPerText { power += 1 }
    shift = 64 - (power - 6)
    words = Array(repeating: 0, count: 1 << Int(power - 6))
  }

  @inline(__always) private static func hash(_ gram: UInt64) -> UInt64 {
    (gram | 0x2020_2020_2020_2020) &* 0x9E37_79B9_7F4A_7C15
  }

  @inline(__always) private func mask(_ hash: UInt64) -> UInt64 {
    1 &<< (hash &>> (shift &- 6) & 63) | 1 &<< (hash &>> (shift &- 12) & 63)
  }

  // MARK: Making

  /// Adds a text: in base64 as it stands after none, one and two bytes of a group of three, and in hexadecimal.
  /// - Parameter window: the offset of the bytes whose grams are added.
  mutating func add(_ text: ArraySlice<UInt8>, _ window: Int) {
    if text.count >= TextScanner.shortestInBase64 {
      for phase in 0..<3 {
        // The first character that only bytes from the window on are part of.
        let start = ((phase + window) * 8 + 5) / 6
        add { Self.base64Character(start &+ $0, of: text, phase) }
      }
    }
    if text.count >= TextScanner.shortestInHexadecimal {
      add { Self.hexadecimalDigit(window &* 2 &+ $0, of: text) }
    }
  }

  @inline(__always) private mutating func add(_ character: (Int) -> UInt8) {
    isEmpty = false
    var gram: UInt64 = 0
    for index in 0..<Self.characters {
      gram = gram &>> 8 | UInt64(character(index)) &<< 56
      if index < Self.width - 1 { continue }
      let hash = Self.hash(gram)
      words[Int(truncatingIfNeeded: hash &>> shift)] |= mask(hash)
    }
  }

  /// A character of base64, counted from the first of the group in which the text begins.
  @inline(__always)
  private static func base64Character(_ index: Int, of text: ArraySlice<UInt8>, _ phase: Int) -> UInt8 {
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

  @inline(__always) private static func hexadecimalDigit(_ index: Int, of text: ArraySlice<UInt8>) -> UInt8 {
    let byte = text[text.startIndex &+ index / 2]
    let digit = index & 1 == 0 ? byte &>> 4 : byte & 15
    return digit < 10 ? 0x30 &+ digit : 0x57 &+ digit
  }

  // MARK: Searching

  /// What a place stands for, in one of the ways to read it.
  struct Decoded {
    var bytes: [UInt8]
    var form: TextForm
    /// The offset of its first character.
    var start: Int

    /// The offset of the character in which a byte begins.
    func offset(of byte: Int) -> Int { form == .base64 ? start + byte * 8 / 6 : start + byte * 2 }
  }

  /// The characters before and after a gram that are decoded: as many as the longest text takes in hexadecimal.
  private static let reach = TextScanner.longest * 2 + 4

  /// Calls `body` with all readings of each place that may hold a text. O(bytes).
  func forEachReading(of bytes: UnsafeRawBufferPointer, _ body: (Decoded) -> Void) {
    guard !isEmpty, let base = bytes.baseAddress else { return }
    let last = bytes.count &- Self.width
    var offset = 0
    var done = 0
    words.withUnsafeBufferPointer { words in
      while offset <= last {
        let gram = base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        // Most places have a space, a quotation mark or another byte below `+`.
        if (gram &- 0x2B2B_2B2B_2B2B_2B2B) & ~gram & 0x8080_8080_8080_8080 == 0 {
          let hash = Self.hash(gram)
          let mask = mask(hash)
          if words[Int(truncatingIfNeeded: hash &>> shift)] & mask == mask, offset >= done {
            done = decode(bytes, around: offset, body)
          }
        }
        offset &+= Self.stride
      }
    }
  }

  /// - Returns: the offset up to which everything was decoded that can begin before it.
  @inline(never) private func decode(
    _ bytes: UnsafeRawBufferPointer, around offset: Int, _ body: (Decoded) -> Void
  ) -> Int {
    func run(_ value: (UInt8) -> UInt8?) -> Range<Int> {
      var start = offset
      while start > 0, offset - start < Self.reach, value(bytes[start - 1]) != nil { start -= 1 }
      var end = offset
      while end < bytes.count, end - offset < Self.reach, value(bytes[end]) != nil { end += 1 }
      return start..<end
    }
    let characters = run(Self.sextet)
    if characters.count < Self.characters { return offset }
    for start in characters.lowerBound..<characters.lowerBound + 4 {
      var decoded: [UInt8] = []
      var bits: UInt32 = 0
      var count: UInt32 = 0
      for index in start..<characters.upperBound {
        bits = bits << 6 | UInt32(Self.sextet(bytes[index])!)
        count += 6
        if count >= 8 {
          count -= 8
          decoded.append(UInt8(truncatingIfNeeded: bits >> count))
        }
      }
      body(Decoded(bytes: decoded, form: .base64, start: start))
    }
    let digits = run(Self.digit)
    if digits.count >= Self.characters {
      for start in digits.lowerBound..<digits.lowerBound + 2 {
        let decoded = Swift.stride(from: start, to: digits.upperBound - 1, by: 2).map {
          Self.digit(bytes[$0])! << 4 | Self.digit(bytes[$0 + 1])!
        }
        body(Decoded(bytes: decoded, form: .hexadecimal, start: start))
      }
    }
    // A run that ends here is done; a longer one is decoded again from the next gram on.
    return characters.upperBound - offset < Self.reach && digits.upperBound - offset < Self.reach
      ? min(characters.upperBound, offset + Self.reach) : offset
  }

  private static func sextet(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x41...0x5A: byte - 0x41
    case 0x61...0x7A: byte - 0x61 + 26
    case 0x30...0x39: byte - 0x30 + 52
    // The second ones are those of the alphabet for addresses (RFC 4648, section 5).
    case 0x2B, 0x2D: 62
    case 0x2F, 0x5F: 63
    default: nil
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
