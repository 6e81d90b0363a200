import Bytes
import CByteSearch

/// Where a text of some length may stand in base64 or in hexadecimal: places that look like it are decoded, and what
/// they stand for is searched like any other text.
///
/// Such a text stands in a run of so many characters of these alphabets that most bytes of a site are in none; only
/// runs are looked at, and there every fourth place. Only bits of hashes are kept, since tables of all encoded needles
/// would be several times those of the plain ones.
struct EncodedGrams: Sendable {
  /// The number of characters of a gram, and the distance between places that are looked at.
  private static let width = 8
  private static let stride = 4
  /// The characters whose grams are in the table: wherever they begin, one of their grams is looked at. Eleven bytes
  /// give three more in base64, and eleven more in hexadecimal.
  private static let characters = width + stride - 1

  private var bits: [UInt64]
  private let shift: UInt64
  private let isEmpty: Bool

  /// The largest table, 512 KiB.
  private static let mostBits: UInt64 = 22
  /// Bits in the table for each text: it has sixteen grams or some more, and each sets two.
  private static let bitsPerText = 256

  init(texts: Int) {
    var power: UInt64 = 7
    while power < Self.mostBits, 1 << power < texts * Self.bitsPerText { power += 1 }
    shift = 64 - (power - 6)
    bits = Array(repeating: 0, count: 1 << Int(power - 6))
    isEmpty = texts == 0
  }

  /// Regardless of the case of letters: digits of hexadecimal have either.
  @inline(__always) private static func hash(_ gram: UInt64) -> UInt64 {
    let hash = (gram | 0x2020_2020_2020_2020) &* 0x9E37_79B9_7F4A_7C15
    return (hash ^ (hash &>> 29)) &* 0xBF58_476D_1CE4_E5B9
  }

  @inline(__always) private func mask(_ hash: UInt64) -> UInt64 {
    1 &<< (hash &>> (shift &- 6) & 63) | 1 &<< (hash &>> (shift &- 12) & 63)
  }

  // MARK: Making

  /// Adds a text of at least ``TextScanner/shortestWithinEncoded`` bytes: in base64 as it stands after none, one and
  /// two bytes of a group of three, and in hexadecimal.
  /// - Parameter window: the offset of the bytes whose grams are added.
  mutating func add(_ text: ArraySlice<UInt8>, _ window: Int) {
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
        addGrams { index in
          let sextet = value(start &+ index &* 6, 6)
          hasOther = hasOther || sextet >= 62
          return EncodedText.character(sextet)
        }
        // The last two characters differ in the alphabet for addresses.
        if hasOther { addGrams { EncodedText.characterForAddresses(value(start &+ $0 &* 6, 6)) } }
      }
      addGrams { index in
        let digit = value(index &* 4, 4)
        return digit < 10 ? 0x30 &+ digit : 0x57 &+ digit
      }
    }
  }

  /// Adds the grams of as many characters as there have to be.
  @inline(__always) private mutating func addGrams(_ character: (Int) -> UInt8) {
    var gram: UInt64 = 0
    for index in 0..<Self.characters {
      gram = gram &>> 8 | UInt64(character(index)) &<< 56
      if index < Self.width - 1 { continue }
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

  /// The bytes that are looked at together.
  private static let block = 16_384

  /// Calls `body` with all readings of all places that may belong to a text. O(bytes), and O(1) for each call.
  func forEachReading(of bytes: UnsafeRawBufferPointer, _ body: (Decoded) -> Void) {
    guard !isEmpty, bytes.count >= Int(BUSYLIFE_SHORTEST_RUN), let base = bytes.baseAddress else { return }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.block / 8) { places in
      let places = places.baseAddress.unsafelyUnwrapped
      var state = BusylifeRuns()
      var start = 0
      while start < bytes.count {
        let length = min(Self.block, bytes.count &- start)
        let found = busylife_find_runs(
          (base + start).assumingMemoryBound(to: UInt8.self), length, &state, places)
        for index in 0..<found {
          look(in: bytes, from: start &+ Int(places[index]) &- Int(BUSYLIFE_SHORTEST_RUN) &+ 1, body)
        }
        start &+= length
      }
    }
  }

  /// Looks at the places of a run.
  @inline(__always) private func look(
    in bytes: UnsafeRawBufferPointer, from start: Int, _ body: (Decoded) -> Void
  ) {
    let base = bytes.baseAddress.unsafelyUnwrapped
    var offset = start
    EncodedText.alphabets.withUnsafeBufferPointer { alphabets in
      bits.withUnsafeBufferPointer { bits in
        let alphabets = alphabets.baseAddress.unsafelyUnwrapped
        let bits = bits.baseAddress.unsafelyUnwrapped
        var end = start &+ Int(BUSYLIFE_SHORTEST_RUN)
        while end < bytes.count, alphabets[Int(base.load(fromByteOffset: end, as: UInt8.self))] != 0 { end &+= 1 }
        while offset &+ Self.width <= end {
          let hash = Self.hash(base.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian)
          let mask = mask(hash)
          if bits[Int(truncatingIfNeeded: hash &>> shift)] & mask == mask { decode(bytes, around: offset, body) }
          offset &+= Self.stride
        }
      }
    }
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
      if run.count < Int(BUSYLIFE_SHORTEST_RUN) || run == done { continue }
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
