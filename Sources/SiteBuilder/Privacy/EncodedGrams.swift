import Bytes

/// Where a text of some length may stand in base64 or in hexadecimal: places that look like it are decoded, and what
/// they stand for is searched like any other text.
///
/// Only bits of hashes are kept, since tables of all encoded needles would be several times those of the plain ones.
struct EncodedGrams: Sendable {
  private static let width = LongGrams.width
  /// The characters whose grams are in the table: wherever they begin, one of their grams is looked at. Eleven bytes
  /// give one more in base64, and nine more in hexadecimal.
  static let characters = width + LongGrams.stride - 1

  private var bits: [UInt64]
  private let shift: UInt64

  /// The largest table, 1 MiB.
  private static let mostBits: UInt64 = 23
  /// Bits in the table for each text: it has 32 grams, and each sets two.
  private static let bitsPerText = 512

  init(texts: Int) {
    var power: UInt64 = 7
    while power < Self.mostBits, 1 << power < texts * Self.bitsPerText { power += 1 }
    shift = 64 - (power - 6)
    bits = Array(repeating: 0, count: 1 << Int(power - 6))
  }

  /// Regardless of the case of letters: digits of hexadecimal have either.
  @inline(__always) private static func hash(_ gram: UInt64) -> UInt64 {
    let hash = LongGrams.hash(gram)
    return (hash ^ (hash &>> 29)) &* 0xBF58_476D_1CE4_E5B9
  }

  @inline(__always) private func mask(_ hash: UInt64) -> UInt64 {
    1 &<< (hash &>> (shift &- 6) & 63) | 1 &<< (hash &>> (shift &- 12) & 63)
  }

  // MARK: Making

  /// Adds a text of at least ``TextScanner/shortestWithinEncoded`` bytes: in base64 as it stands after none, one and
  /// two bytes of a group of three, and in hexadecimal.
  /// - Parameters:
  ///   - window: the offset of the bytes whose grams are added.
  ///   - first: where its grams are added too.
  mutating func add(_ text: ArraySlice<UInt8>, _ window: Int, _ first: inout LongGrams) {
    text.withUnsafeBytes { text in
      // 88 bits: the first 64, and the last 64.
      let bits = text.loadUnaligned(fromByteOffset: window, as: UInt64.self).bigEndian
      let lastBits = text.loadUnaligned(fromByteOffset: window &+ 3, as: UInt64.self).bigEndian
      @inline(__always) func value(_ bit: Int, _ width: Int) -> UInt8 {
        bit &+ width <= 64
          ? UInt8(truncatingIfNeeded: bits &>> UInt64(64 &- width &- bit)) & (1 &<< UInt8(width) &- 1)
          : UInt8(truncatingIfNeeded: lastBits &>> UInt64(88 &- width &- bit)) & (1 &<< UInt8(width) &- 1)
      }
      // Wherever a text begins in a group of three bytes, the first character that only bytes from the window on are
      // part of begins at their first, third or fifth bit.
      for start in Swift.stride(from: 0, through: 4, by: 2) {
        var hasOther = false
        addGrams(&first) { index in
          let sextet = value(start &+ index &* 6, 6)
          hasOther = hasOther || sextet >= 62
          return EncodedText.character(sextet)
        }
        // The last two characters differ in the alphabet for addresses.
        if hasOther { addGrams(&first) { EncodedText.characterForAddresses(value(start &+ $0 &* 6, 6)) } }
      }
      addGrams(&first) { index in
        let digit = value(index &* 4, 4)
        return digit < 10 ? 0x30 &+ digit : 0x57 &+ digit
      }
    }
  }

  /// Adds the grams of as many characters as there have to be.
  @inline(__always) private mutating func addGrams(_ first: inout LongGrams, _ character: (Int) -> UInt8) {
    var characters: UInt64 = 0
    for index in 0..<Self.characters {
      characters = characters &>> 8 | UInt64(character(index)) &<< 56
      if index < Self.width - 1 { continue }
      let gram = characters &>> 16
      first.add(gram)
      let hash = Self.hash(gram)
      bits[Int(truncatingIfNeeded: hash &>> shift)] |= mask(hash)
    }
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

  /// Calls `body` with all readings of a place that may belong to a text.
  /// - Parameter word: the gram that begins there, in the lowest bytes.
  func forEachReading(of bytes: UnsafeRawBufferPointer, at offset: Int, _ word: UInt64, _ body: (Decoded) -> Void) {
    let hash = Self.hash(word)
    let mask = mask(hash)
    if bits[Int(truncatingIfNeeded: hash &>> shift)] & mask == mask { decode(bytes, around: offset, body) }
  }

  @inline(never) private func decode(
    _ bytes: UnsafeRawBufferPointer, around offset: Int, _ body: (Decoded) -> Void
  ) {
    var alphabets: UInt8 = 0xFF
    for index in offset..<offset + Self.width { alphabets &= EncodedText.alphabets[Int(bytes[index])] }
    if alphabets == 0 { return }
    var done = 0..<0
    for alphabet in [EncodedText.Alphabet.standard, .forAddresses] where alphabets & alphabet.rawValue != 0 {
      let run = EncodedText.run(around: offset, in: bytes, alphabet, reach: Self.reach)
      if run.count <= Self.characters || run == done { continue }
      done = run
      for start in run.lowerBound..<run.lowerBound + 4 {
        body(Decoded(bytes: EncodedText.decoded(bytes, start..<run.upperBound), form: .base64, start: start))
      }
    }
    if alphabets & EncodedText.Alphabet.hexadecimal.rawValue == 0 { return }
    let digits = EncodedText.run(around: offset, in: bytes, .hexadecimal, reach: Self.reach)
    if digits.count < TextScanner.shortestWithinEncoded * 2 { return }
    for start in digits.lowerBound..<digits.lowerBound + 2 {
      let decoded = Swift.stride(from: start, to: digits.upperBound - 1, by: 2).map {
        EncodedText.digit(bytes[$0])! << 4 | EncodedText.digit(bytes[$0 + 1])!
      }
      body(Decoded(bytes: decoded, form: .hexadecimal, start: start))
    }
  }
}
