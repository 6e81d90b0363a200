/// Finds where one of many needles may occur in a text, by looking at few places of it.
///
/// A gram is some consecutive bytes of a needle. A text is looked at only at every `stride`-th byte. Of each needle the
/// grams at `stride` consecutive places are in the table, so that wherever the needle stands, one of them is looked at.
/// Most places are decided by one bit of a table of bits; the few that remain are compared with the needles of that
/// gram. This is the idea of Wu and Manber's algorithm with hashed blocks; the automaton of Aho and Corasick looks at
/// every byte, which at hundreds of megabytes would cost as much as writing the site.
struct GramTable: Sendable {
  /// A needle's gram.
  struct Entry: Sendable {
    var gram: UInt64
    /// The number of the needle's text.
    var text: Int32
    /// The next entry in the same bucket, or -1.
    fileprivate var next: Int32
    /// The place of the gram within the needle.
    var place: UInt8
    var form: TextForm
  }

  /// The number of bytes of a gram, up to 8.
  let width: Int
  let stride: Int
  private var entries: [Entry] = []
  private var buckets: [Int32] = []
  private var bits: [UInt64] = []
  private var bitShift: UInt64 = 0
  private var bucketShift: UInt64 = 0

  /// Bits in the table for each gram: with 16, one place in 16 that has nothing to do with any needle is looked up.
  private static let bitsPerGram = 16
  /// The largest table of bits, 1 MiB: larger ones would leave the processor's second cache.
  private static let mostBits: UInt64 = 23

  var isEmpty: Bool { entries.isEmpty }

  /// The length from which a needle is found: shorter ones may lie between two places that are looked at.
  var shortest: Int { width + stride - 1 }

  init(width: Int, stride: Int) {
    self.width = width
    self.stride = stride
  }

  /// A gram as a number: its bytes, the first one lowest, regardless of ASCII case. Some other bytes become equal too.
  @inline(__always) private static func folded(_ word: UInt64, _ width: Int) -> UInt64 {
    let word = word | 0x2020_2020_2020_2020
    return width == 8 ? word : word & (1 &<< UInt64(width &* 8) &- 1)
  }

  @inline(__always) private static func hash(_ gram: UInt64) -> UInt64 {
    let mixed = gram &* 0x9E37_79B9_7F4A_7C15
    return (mixed ^ (mixed &>> 29)) &* 0xBF58_476D_1CE4_E5B9
  }

  /// Adds a gram of a needle; there must be `stride` of them, at consecutive places. ``finish()`` follows the last one.
  /// - Parameter word: its bytes, the first one lowest.
  mutating func add(_ word: UInt64, text: Int, form: TextForm, place: Int) {
    entries.append(
      Entry(
        gram: Self.folded(word, width), text: Int32(truncatingIfNeeded: text), next: -1,
        place: UInt8(truncatingIfNeeded: place), form: form))
  }

  /// Makes the tables. O(grams).
  mutating func finish() {
    if entries.isEmpty { return }
    var power: UInt64 = 6
    while power < Self.mostBits, 1 << power < entries.count * Self.bitsPerGram { power += 1 }
    bitShift = 64 - power
    bits = Array(repeating: 0, count: 1 << Int(power - 6))
    power = 1
    while 1 << power < entries.count { power += 1 }
    bucketShift = 64 - power
    buckets = Array(repeating: -1, count: 1 << Int(power))
    for index in entries.indices {
      let hash = Self.hash(entries[index].gram)
      let bit = hash &>> bitShift
      bits[Int(truncatingIfNeeded: bit &>> 6)] |= 1 &<< (bit & 63)
      let bucket = Int(truncatingIfNeeded: hash &>> bucketShift)
      entries[index].next = buckets[bucket]
      buckets[bucket] = Int32(truncatingIfNeeded: index)
    }
  }

  /// Calls `body` with each place of a text that has a needle's gram, and that gram. O(bytes / stride), and O(1) for
  /// each call.
  @inline(__always)
  func forEachGram(of text: UnsafeRawBufferPointer, _ body: (_ offset: Int, _ entry: Entry) -> Void) {
    guard !entries.isEmpty, text.count >= shortest, let base = text.baseAddress else { return }
    bits.withUnsafeBufferPointer { bits in
      let bits = bits.baseAddress.unsafelyUnwrapped
      switch width {
      case 8:
        look(base, text.count, bits, 4, 8, { $0.loadUnaligned(fromByteOffset: $1, as: UInt64.self) }, body)
      case 4:
        look(base, text.count, bits, 4, 4, { UInt64($0.loadUnaligned(fromByteOffset: $1, as: UInt32.self)) }, body)
      default:
        look(
          base, text.count, bits, 2, 3,
          {
            UInt64($0.loadUnaligned(fromByteOffset: $1, as: UInt16.self))
              | UInt64($0.load(fromByteOffset: $1 &+ 2, as: UInt8.self)) &<< 16
          }, body)
      }
    }
  }

  /// The loop, with constant widths once it is inlined.
  @inline(__always) private func look(
    _ base: UnsafeRawPointer, _ count: Int, _ bits: UnsafePointer<UInt64>, _ stride: Int, _ width: Int,
    _ load: (UnsafeRawPointer, Int) -> UInt64, _ body: (Int, Entry) -> Void
  ) {
    let last = count &- width
    let shift = bitShift
    var offset = 0
    while offset <= last {
      let gram = Self.folded(load(base, offset), width)
      let hash = Self.hash(gram)
      let bit = hash &>> shift
      if bits[Int(truncatingIfNeeded: bit &>> 6)] &>> (bit & 63) & 1 != 0 {
        var index = buckets[Int(truncatingIfNeeded: hash &>> bucketShift)]
        while index >= 0 {
          let entry = entries[Int(index)]
          if entry.gram == gram { body(offset, entry) }
          index = entry.next
        }
      }
      offset &+= stride
    }
  }
}
