/// Finds where one of many needles may occur in a text, by looking at few places of it.
///
/// A gram is some consecutive bytes of a needle. A text is looked at only at every `stride`-th byte. Of each needle the
/// grams at `stride` consecutive places are in the table, so that wherever the needle stands, one of them is looked at.
/// Most places are decided by one bit of a table of bits; the few that remain are compared with the needles of that
/// gram. This is the idea of Wu and Manber's algorithm with hashed blocks; the automaton of Aho and Corasick looks at
/// every byte, which at hundreds of megabytes would cost as much as writing the site.
///
/// Long needles have a table of their own (``LongNeedles``).
final class GramTable: Sendable {
  /// A needle's gram.
  struct Entry: Sendable {
    var gram: UInt64
    /// The number of the needle.
    var needle: Int32
    /// The next entry in the same bucket, or -1.
    fileprivate var next: Int32 = -1
    /// The place of the gram within the needle.
    var place: UInt8

    /// A gram of a needle. Of each needle there must be as many as the table's stride, at consecutive places.
    /// - Parameter word: its bytes, the first one lowest.
    init(_ word: UInt64, width: Int, needle: Int, place: Int) {
      gram = GramTable.folded(word, width)
      self.needle = Int32(truncatingIfNeeded: needle)
      self.place = UInt8(truncatingIfNeeded: place)
    }
  }

  /// The widths and strides of the tables: for each length of needles the one that looks at the fewest places.
  enum Layout: Sendable {
    case short, medium, long

    /// The number of bytes of a gram.
    var width: Int {
      switch self {
      case .short: 3
      case .medium: 4
      case .long: LongNeedles.width
      }
    }

    var stride: Int {
      switch self {
      case .short: 2
      case .medium: 4
      case .long: LongNeedles.stride
      }
    }

    /// The length from which a needle is found: shorter ones may lie between two places that are looked at.
    var shortest: Int { width + stride - 1 }

    /// The one for needles of a length; `nil` for those that are too short.
    static func of(_ length: Int) -> Layout? {
      [Layout.long, .medium, .short].first { length >= $0.shortest }
    }
  }

  private let layout: Layout
  private let entries: [Entry]
  /// By the hash of a gram: its first entry; -1 for none; below that, the number of a large bucket.
  private let buckets: [Int32]
  /// The neighbourhoods that the needles of large buckets have, and where those of each bucket begin.
  private let neighbourhoods: [Neighbourhood]
  private let groups: [Int32]
  /// Of large buckets: the first entry by the hash of a gram with its neighbourhood.
  private let neighbours: HashIndex
  private let bits: [UInt64]
  private let bitShift: UInt64
  private let bucketShift: UInt64

  /// Bits in the table for each gram, of which two are set: with 32, one place in some 250 that has nothing to do with
  /// any needle is looked up.
  private static let bitsPerGram = 32
  /// The largest table of bits, 512 KiB: larger ones would leave the processor's second cache.
  private static let mostBits: UInt64 = 22

  /// The number of entries from which a bucket is divided: as many comparisons take as long as the search for their
  /// neighbourhood.
  static let large = 4

  /// How many bytes before and after a gram belong to a needle, of those that are looked at.
  struct Neighbourhood: Hashable, Sendable {
    var before: UInt8
    var after: UInt8

    init(before: Int, after: Int) {
      // Few different ones, since all of a bucket are looked up.
      self.before = UInt8(min(8, max(0, before)) & ~1)
      self.after = after >= 8 ? 8 : after >= 3 ? 3 : 0
    }
  }

  /// A gram as a number: its bytes, the first one lowest, regardless of ASCII case. Some other bytes become equal too.
  @inline(__always) fileprivate static func folded(_ word: UInt64, _ width: Int) -> UInt64 {
    (word | 0x2020_2020_2020_2020) & (1 &<< UInt64(width &* 8) &- 1)
  }

  /// Its highest bits depend on all of a gram.
  @inline(__always) private static func hash(_ gram: UInt64) -> UInt64 { gram &* 0x9E37_79B9_7F4A_7C15 }

  /// The two bits of a hash within its word: by the bits below those that give the word.
  @inline(__always) private static func mask(_ hash: UInt64, _ shift: UInt64) -> UInt64 {
    1 &<< (hash &>> (shift &- 6) & 63) | 1 &<< (hash &>> (shift &- 12) & 63)
  }

  /// A better hash, made of the first.
  @inline(__always) static func second(_ hash: UInt64) -> UInt64 {
    (hash ^ (hash &>> 29)) &* 0xBF58_476D_1CE4_E5B9
  }

  /// O(grams).
  /// - Parameter needle: the bytes of a needle.
  init(_ layout: Layout, _ given: [Entry], _ needle: (Int) -> ArraySlice<UInt8>) {
    self.layout = layout
    var entries = given
    var power: UInt64 = 7
    while power < Self.mostBits, 1 << power < entries.count * Self.bitsPerGram { power += 1 }
    // The highest bits of a hash give the number of a word.
    bitShift = 64 - (power - 6)
    var bits = [UInt64](repeating: 0, count: 1 << Int(power - 6))
    power = 1
    while 1 << power < entries.count { power += 1 }
    bucketShift = 64 - power
    var buckets = [Int32](repeating: -1, count: 1 << Int(power))
    var sizes = [UInt8](repeating: 0, count: buckets.count)
    var large: [Int] = []
    for index in entries.indices {
      let hash = Self.hash(entries[index].gram)
      bits[Int(truncatingIfNeeded: hash &>> bitShift)] |= Self.mask(hash, bitShift)
      let bucket = Int(truncatingIfNeeded: Self.second(hash) &>> bucketShift)
      entries[index].next = buckets[bucket]
      buckets[bucket] = Int32(truncatingIfNeeded: index)
      if sizes[bucket] < Self.large {
        sizes[bucket] += 1
        if sizes[bucket] == Self.large { large.append(bucket) }
      }
    }
    // The entries of a large bucket are divided by what stands beside their grams.
    var neighbourhoods: [Neighbourhood] = []
    var groups: [Int32] = [0]
    var small = 0
    for size in sizes where size < Self.large { small += Int(size) }
    var neighbours = HashIndex(entries.count - small)
    for bucket in large {
      var found: [Neighbourhood] = []
      var index = buckets[bucket]
      while index >= 0 {
        let entry = entries[Int(index)]
        let bytes = needle(Int(entry.needle))
        let place = Int(entry.place)
        let beside = Neighbourhood(before: place, after: bytes.count - place - layout.width)
        if !found.contains(beside) { found.append(beside) }
        let (before, after) = bytes.withUnsafeBytes {
          Self.neighbours($0.baseAddress.unsafelyUnwrapped, $0.count, place, layout.width)
        }
        let key = Self.key(entry.gram, beside, before: before, after: after)
        let next = entry.next
        entries[Int(index)].next = neighbours.exchange(key, index)
        index = next
      }
      buckets[bucket] = -1 - Int32(groups.count)
      neighbourhoods += found
      groups.append(Int32(neighbourhoods.count))
    }
    self.entries = entries
    self.buckets = buckets
    self.neighbourhoods = neighbourhoods
    self.groups = groups
    self.neighbours = neighbours
    self.bits = bits
  }

  /// The hash of a gram and of its neighbourhood.
  /// - Parameters:
  ///   - before: the eight bytes before the gram, the last one highest.
  ///   - after: the eight bytes after it, the first one lowest.
  @inline(__always) static func key(
    _ gram: UInt64, _ beside: Neighbourhood, before: UInt64, after: UInt64
  ) -> UInt64 {
    let first = beside.before == 0 ? 0 : (before | 0x2020_2020_2020_2020) &>> UInt64(64 &- 8 &* Int(beside.before))
    let last = beside.after == 0 ? 0 : (after | 0x2020_2020_2020_2020) &<< UInt64(64 &- 8 &* Int(beside.after))
    let lengths = UInt64(beside.before) &<< 52 | UInt64(beside.after) &<< 48
    return second(hash(first ^ (last &>> 31 | last &<< 33) &* 0x94D0_49BB_1331_11EB) ^ second(gram ^ lengths))
  }

  /// The eight bytes before and after a gram; 0 for those beyond the ends of what it stands in.
  @inline(__always) static func neighbours(
    _ base: UnsafeRawPointer, _ count: Int, _ offset: Int, _ width: Int
  ) -> (before: UInt64, after: UInt64) {
    var before: UInt64 = 0
    if offset >= 8 {
      before = base.loadUnaligned(fromByteOffset: offset &- 8, as: UInt64.self).littleEndian
    } else {
      for index in 0..<offset {
        before |= UInt64(base.load(fromByteOffset: index, as: UInt8.self)) &<< UInt64(8 &* (8 &- offset &+ index))
      }
    }
    var after: UInt64 = 0
    let end = offset &+ width
    if end &+ 8 <= count {
      after = base.loadUnaligned(fromByteOffset: end, as: UInt64.self).littleEndian
    } else {
      for index in 0..<max(0, count &- end) {
        after |= UInt64(base.load(fromByteOffset: end &+ index, as: UInt8.self)) &<< UInt64(8 &* index)
      }
    }
    return (before, after)
  }

  /// Calls `body` with each place of a text that has a needle's gram, and that gram; not for long needles. O(bytes /
  /// stride), and O(1) for each call.
  @inline(__always)
  func forEachGram(of text: UnsafeRawBufferPointer, _ body: (_ offset: Int, _ entry: Entry) -> Void) {
    guard !entries.isEmpty, text.count >= layout.shortest, let base = text.baseAddress else { return }
    bits.withUnsafeBufferPointer { bits in
      let bits = bits.baseAddress.unsafelyUnwrapped
      switch layout {
      case .long: return
      case .medium:
        look(base, text.count, bits, 4, 4, { UInt64($0.loadUnaligned(fromByteOffset: $1, as: UInt32.self)) }, body)
      case .short:
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
      let mask = Self.mask(hash, shift)
      if bits[Int(truncatingIfNeeded: hash &>> shift)] & mask == mask { look(at: offset, base, count, gram, body) }
      offset &+= stride
    }
  }

  @inline(__always) private func look(
    at offset: Int, _ base: UnsafeRawPointer, _ count: Int, _ gram: UInt64, _ body: (Int, Entry) -> Void
  ) {
    entries.withUnsafeBufferPointer { entries in
      let entries = entries.baseAddress.unsafelyUnwrapped
      var index = buckets.withUnsafeBufferPointer {
        $0[Int(truncatingIfNeeded: Self.second(Self.hash(gram)) &>> bucketShift)]
      }
      if index < -1 { lookBeside(entries, base, count, offset, gram, group: -2 - Int(index), body) }
      while index >= 0 {
        let entry = entries[Int(index)]
        if entry.gram == gram { body(offset, entry) }
        index = entry.next
      }
    }
  }

  /// Calls `body` with the entries of a large bucket that have what stands beside a gram.
  @inline(never) private func lookBeside(
    _ entries: UnsafePointer<Entry>, _ base: UnsafeRawPointer, _ count: Int, _ offset: Int, _ gram: UInt64, group: Int,
    _ body: (Int, Entry) -> Void
  ) {
    let (before, after) = Self.neighbours(base, count, offset, layout.width)
    neighbourhoods.withUnsafeBufferPointer { neighbourhoods in
      for number in Int(groups[group])..<Int(groups[group &+ 1]) {
        // What is beyond the ends is 0, as in no needle.
        let key = Self.key(gram, neighbourhoods[number], before: before, after: after)
        guard neighbours.mayHave(key) else { continue }
        var index = neighbours[key]
        while index >= 0 {
          let entry = entries[Int(index)]
          if entry.gram == gram { body(offset, entry) }
          index = entry.next
        }
      }
    }
  }
}

/// Numbers other than -1 by hashes that are well mixed already.
struct HashIndex: Sendable {
  private var slots: [(key: UInt32, value: Int32)]
  /// A bit for each of sixteen times as many values of hashes as there are slots: most that are asked for are not
  /// there.
  private var bits: [UInt64]
  private let shift: UInt64

  /// - Parameter count: the most numbers.
  init(_ count: Int) {
    var power: UInt64 = 3
    while 1 << power < count * 2 { power += 1 }
    slots = Array(repeating: (0, -1), count: 1 << Int(power))
    bits = Array(repeating: 0, count: 1 << Int(power - 2))
    shift = 64 - (power + 4)
  }

  /// Whether there may be a number.
  @inline(__always) func mayHave(_ key: UInt64) -> Bool {
    bits.withUnsafeBufferPointer { bits in
      bits[Int(truncatingIfNeeded: key &>> (shift &+ 6))] &>> (key &>> shift & 63) & 1 != 0
    }
  }

  /// The number of a hash, or -1. Those of different hashes may be the same.
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
