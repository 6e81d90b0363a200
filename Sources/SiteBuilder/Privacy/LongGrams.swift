import CByteSearch

/// Which places of a text may belong to a long needle: the first look, at every eighth byte. Most are decided by one
/// multiplication and one bit, in a loop without branches.
struct LongGrams: Sendable {
  /// The number of bytes of a gram, and the distance between places that are looked at.
  static let width = 6
  static let stride = 8

  private var bits: [UInt64]
  private let shift: UInt64
  private var isEmpty = true

  /// The largest table, 1 MiB: larger ones would leave the processor's second cache.
  private static let mostBits: UInt64 = 23
  /// Bits in the table for each gram.
  private static let bitsPerGram = 16

  /// - Parameter grams: about how many will be added.
  init(_ grams: Int) {
    var power: UInt64 = 7
    while power < Self.mostBits, 1 << power < grams * Self.bitsPerGram { power += 1 }
    shift = 64 - power
    bits = Array(repeating: 0, count: 1 << Int(power - 6))
  }

  /// The hash of a gram, regardless of ASCII case: its highest bits depend on all of it.
  /// - Parameter word: the gram in its lowest bytes; the others do not matter.
  @inline(__always) static func hash(_ word: UInt64) -> UInt64 {
    (word &<< 16 | 0x2020_2020_2020_0000) &* 0x9E37_79B9_7F4A_7C15
  }

  /// - Parameter word: a gram in its lowest bytes.
  mutating func add(_ word: UInt64) {
    isEmpty = false
    let bit = Self.hash(word) &>> shift
    bits[Int(truncatingIfNeeded: bit &>> 6)] |= 1 &<< (bit & 63)
  }

  /// The places that are looked at together: those of 16 KiB, which the processor's first cache holds.
  private static let block = 2_048

  /// Calls `body` with each place that may have a gram, and the word that begins there. O(bytes / stride).
  @inline(__always)
  func forEachPlace(of text: UnsafeRawBufferPointer, _ body: (_ offset: Int, _ word: UInt64) -> Void) {
    guard !isEmpty, let base = text.baseAddress else { return }
    bits.withUnsafeBufferPointer { bits in
      let bits = bits.baseAddress.unsafelyUnwrapped
      var start = 0
      if text.count >= 8 {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.block + 1) { places in
          let places = places.baseAddress.unsafelyUnwrapped
          while start &+ 8 <= text.count {
            let length = min(Self.block * Self.stride, text.count &- start)
            let found = busylife_find_grams(
              (base + start).assumingMemoryBound(to: UInt8.self), length, bits, UInt32(shift), places)
            for index in 0..<found {
              let offset = start &+ Int(places[index])
              body(offset, base.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian)
            }
            start &+= length & ~(Self.stride - 1)
          }
        }
      }
      if start &+ Self.width > text.count { return }
      var word: UInt64 = 0
      for index in 0..<Self.width { word |= UInt64(text[start &+ index]) &<< UInt64(8 &* index) }
      let bit = Self.hash(word) &>> shift
      if bits[Int(truncatingIfNeeded: bit &>> 6)] &>> (bit & 63) & 1 != 0 { body(start, word) }
    }
  }
}
