/// Finds where one of many needles may stand in a text, by looking at few places of it.
///
/// Each needle has a window, some consecutive bytes of it. A text is looked at only at every `stride`-th byte; wherever
/// a window stands, one of its grams of `width` bytes begins at a place that is looked at. A bit says for most places
/// that no window has the gram that begins there. For the others, a byte says at which places of a window it may be,
/// and the hash of each such window leads to its needles. This is the idea of Wu and Manber's algorithm with hashed
/// blocks; the automaton of Aho and Corasick looks at every byte, which at hundreds of megabytes would cost as much as
/// writing the site.
struct NeedleTable: Sendable {
  /// The number of bytes of a gram, and the distance between places that are looked at, at most 8 each.
  struct Layout: Sendable {
    var width: Int
    var stride: Int

    /// The number of bytes of a window, and of the shortest needle: shorter ones may lie between two places.
    var window: Int { width + stride - 1 }

    /// For each length of needles the layout that looks at the fewest places, the longest needles first.
    static let all = [Layout(width: 6, stride: 8), Layout(width: 4, stride: 4), Layout(width: 3, stride: 2)]
  }

  /// A needle and the offset of its window.
  struct Entry: Sendable {
    var needle: Int32
    var window: UInt8
    /// The entry before this one with the same window, or -1.
    fileprivate var previous: Int32 = -1

    init(needle: Int, window: Int) {
      self.needle = Int32(needle)
      self.window = UInt8(window)
    }
  }

  let layout: Layout
  private var entries: [Entry]
  /// A bit for each hash of a gram.
  private var bits: [UInt64]
  private let bitShift: UInt64
  /// By another hash of a gram: a bit for each place of a window.
  private var places: [UInt8]
  private let placeShift: UInt64
  /// By the hash of a window: its last entry.
  private var windows: WindowIndex

  /// The largest tables of bits and of places, 1 MiB each: larger ones would leave the processor's second cache.
  private static let mostBits = 23
  private static let mostPlaces = 20
  /// Bits in the table for each gram.
  private static let bitsPerGram = 16
  /// How many places are looked at together.
  private static let block = 1_024

  /// O(entries).
  /// - Parameter bytes: the bytes of a needle, at least as many as a window has.
  init(_ layout: Layout, _ given: [Entry], _ bytes: (Int) -> ArraySlice<UInt8>) {
    self.layout = layout
    entries = given
    func power(_ least: Int, _ count: Int, _ most: Int) -> Int {
      (least..<most).first { 1 << $0 >= count } ?? most
    }
    let grams = given.count * layout.stride
    let (bitPower, placePower) = (
      power(7, grams * Self.bitsPerGram, Self.mostBits), power(3, grams * 3 / 2, Self.mostPlaces)
    )
    bits = Array(repeating: 0, count: 1 << (bitPower - 6))
    places = Array(repeating: 0, count: 1 << placePower)
    bitShift = UInt64(64 - bitPower)
    placeShift = UInt64(64 - placePower)
    windows = WindowIndex(given.count)
    for index in entries.indices {
      let start = Int(entries[index].window)
      let key = bytes(Int(entries[index].needle)).withUnsafeBytes { needle in
        for place in 0..<layout.stride {
          let hash = hash(Self.word(needle, start + place))
          bits[Int(truncatingIfNeeded: hash &>> (bitShift &+ 6))] |= 1 &<< (hash &>> bitShift & 63)
          places[Int(truncatingIfNeeded: Self.second(hash) &>> placeShift)] |= 1 &<< UInt8(place)
        }
        return self.key(needle, start)
      }
      entries[index].previous = windows.exchange(key, Int32(index))
    }
  }

  private static let lowercase: UInt64 = 0x2020_2020_2020_2020
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Eight bytes from an offset on, the first one lowest, with 0 for those after the end.
  @inline(__always) private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    let base = bytes.baseAddress.unsafelyUnwrapped
    if offset &+ 8 <= bytes.count { return base.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian }
    var word: UInt64 = 0
    for index in offset..<bytes.count {
      word |= UInt64(base.load(fromByteOffset: index, as: UInt8.self)) &<< UInt64(8 &* (index &- offset))
    }
    return word
  }

  /// The first bytes of a word, regardless of ASCII case, highest. Some other bytes become equal too.
  @inline(__always) private static func folded(_ word: UInt64, _ count: Int) -> UInt64 {
    (word | lowercase) &<< UInt64(64 &- 8 &* count)
  }

  /// The hash of the gram that a word begins with: its highest bits depend on all of it.
  @inline(__always) private func hash(_ word: UInt64) -> UInt64 {
    Self.folded(word, layout.width) &* Self.factor
  }

  /// A better hash, made of the first.
  @inline(__always) private static func second(_ hash: UInt64) -> UInt64 {
    (hash ^ (hash &>> 29)) &* 0xBF58_476D_1CE4_E5B9
  }

  /// The hash of a window: of its first and its last eight bytes.
  @inline(__always) private func key(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> UInt64 {
    let count = min(8, layout.window)
    let first = Self.folded(Self.word(bytes, start), count) &* Self.factor
    let last = Self.folded(Self.word(bytes, start &+ layout.window &- count), count) &* 0x94D0_49BB_1331_11EB
    return Self.second(first ^ (last &>> 32 | last &<< 32))
  }

  /// Calls `body` with each place where a needle may begin. O(bytes / stride), and O(1) for each call.
  @inline(__always)
  func forEachPlace(of text: UnsafeRawBufferPointer, _ body: (_ start: Int, _ needle: Int) -> Void) {
    if entries.isEmpty || text.count < layout.window { return }
    withUnsafeTemporaryAllocation(of: Int.self, capacity: Self.block) { found in
      var offset = 0
      while offset &+ 8 <= text.count {
        for index in 0..<findGrams(in: text, &offset, found.baseAddress.unsafelyUnwrapped) {
          look(at: found[index], text, body)
        }
      }
      // A window may end with the text.
      while offset &+ layout.width <= text.count {
        look(at: offset, text, body)
        offset &+= layout.stride
      }
    }
  }

  /// Writes the places of a block of text whose grams may be those of a window.
  /// - Parameter offset: of the block; of the next one afterwards.
  /// - Returns: how many there are.
  @inline(never) private func findGrams(
    in text: UnsafeRawBufferPointer, _ offset: inout Int, _ found: UnsafeMutablePointer<Int>
  ) -> Int {
    let (stride, fold, shift) = (layout.stride, UInt64(64 &- 8 &* layout.width), bitShift)
    let base = text.baseAddress.unsafelyUnwrapped
    let last = min(text.count &- 8, offset &+ (Self.block &- 1) &* stride)
    var place = offset
    var count = 0
    bits.withUnsafeBufferPointer { bits in
      let bits = bits.baseAddress.unsafelyUnwrapped
      while place <= last {
        // Each place is written, but kept only if it matches: matches can seldom be predicted, and a wrong prediction
        // takes as long as ten looks.
        let word = base.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian
        let bit = (((word | Self.lowercase) &<< fold) &* Self.factor) &>> shift
        found[count] = place
        count &+= Int(truncatingIfNeeded: bits[Int(truncatingIfNeeded: bit &>> 6)] &>> (bit & 63) & 1)
        place &+= stride
      }
    }
    offset = place
    return count
  }

  /// Looks up the windows to which a gram may belong.
  @inline(__always) private func look(
    at offset: Int, _ text: UnsafeRawBufferPointer, _ body: (Int, Int) -> Void
  ) {
    var places = places[Int(truncatingIfNeeded: Self.second(hash(Self.word(text, offset))) &>> placeShift)]
    while places != 0 {
      let start = offset &- places.trailingZeroBitCount
      places &= places &- 1
      guard start >= 0, start &+ layout.window <= text.count else { continue }
      let key = key(text, start)
      var index = windows.mayHave(key) ? windows[key] : -1
      while index >= 0 {
        let entry = entries[Int(index)]
        body(start &- Int(entry.window), Int(entry.needle))
        index = entry.previous
      }
    }
  }
}

/// Numbers other than -1 by hashes that are well mixed already.
private struct WindowIndex: Sendable {
  private var slots: [(key: UInt32, value: Int32)]
  /// A bit for each value of a hash prefix, sixteen times as many as slots: most hashes that are looked up are not
  /// there.
  private var bits: [UInt64]
  private let shift: UInt64

  /// - Parameter count: the most numbers.
  init(_ count: Int) {
    var power = 3
    while 1 << power < count * 2 { power += 1 }
    slots = Array(repeating: (0, -1), count: 1 << power)
    bits = Array(repeating: 0, count: 1 << (power - 2))
    shift = UInt64(60 - power)
  }

  /// Whether there may be a number.
  @inline(__always) func mayHave(_ key: UInt64) -> Bool {
    bits.withUnsafeBufferPointer { $0[Int(truncatingIfNeeded: key &>> (shift &+ 6))] &>> (key &>> shift & 63) & 1 != 0 }
  }

  /// The number of a hash, or -1. Different hashes may have the same number.
  subscript(key: UInt64) -> Int32 { slots.withUnsafeBufferPointer { $0[slot(of: key, $0)].value } }

  /// Sets the number of a hash, and returns the one that it had, or -1.
  mutating func exchange(_ key: UInt64, _ value: Int32) -> Int32 {
    let place = slots.withUnsafeBufferPointer { slot(of: key, $0) }
    let old = slots[place].value
    slots[place] = (Self.part(key), value)
    bits[Int(truncatingIfNeeded: key &>> (shift &+ 6))] |= 1 &<< (key &>> shift & 63)
    return old
  }

  @inline(__always) private static func part(_ key: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: key &>> 32) }

  @inline(__always) private func slot(
    of key: UInt64, _ slots: UnsafeBufferPointer<(key: UInt32, value: Int32)>
  ) -> Int {
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: key) & mask
    while slots[slot].value != -1, slots[slot].key != Self.part(key) { slot = (slot &+ 1) & mask }
    return slot
  }
}
