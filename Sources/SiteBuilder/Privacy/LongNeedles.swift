import Bytes
import CByteSearch

/// Finds where one of many long needles may stand in a text, by looking at every eighth byte.
///
/// Each needle has a window of thirteen bytes. Wherever the window stands, six bytes of it begin at a place that is
/// looked at: one bit says for most places, in a loop without branches, that those of no needle do. For the others, a
/// byte says at which places of a window they may be, and the hash of each such window leads to its needles.
struct LongNeedles: Sendable {
  /// The number of bytes of a gram, and the distance between places that are looked at.
  static let width = 6
  static let stride = 8
  /// The number of bytes of a window.
  static let window = width + stride - 1

  /// A bit for each hash of a gram.
  private var bits: [UInt64]
  private let shift: UInt64
  /// By another hash of a gram: a bit for each place of a window.
  private var places: [UInt8]
  private let placeShift: UInt64
  /// By the hash of a window: the last of its needles; below -1 a large group.
  private var windows: HashIndex
  /// The needle before each one with the same window, or -1.
  private var previous: [Int32]
  /// The number of each needle, and the offset of its window.
  private var needles: [(number: Int32, window: UInt8)] = []
  /// Large groups are divided by what stands beside the window.
  private var neighbourhoods: [GramTable.Neighbourhood] = []
  private var groups: [Int32] = [0]
  private var neighbours = HashIndex(0)

  /// The largest table of bits, 1 MiB: larger ones would leave the processor's second cache.
  private static let mostBits: UInt64 = 23
  /// Bits in the table for each gram.
  private static let bitsPerGram = 16
  /// The largest table of places, 1 MiB.
  private static let mostPlaces: UInt64 = 20

  /// A needle and where its window begins.
  struct Entry: Sendable {
    var number: Int32
    var window: Int
  }

  /// O(needles), and O(bytes) of those that share a window with many others.
  /// - Parameters:
  ///   - entries: needles of at least ``window`` bytes.
  ///   - bytes: the bytes of a needle.
  init(_ entries: [Entry], _ bytes: (Int) -> ArraySlice<UInt8>) {
    let grams = entries.count * Self.stride
    var power: UInt64 = 7
    while power < Self.mostBits, 1 << power < grams * Self.bitsPerGram { power += 1 }
    shift = 64 - power
    bits = Array(repeating: 0, count: 1 << Int(power - 6))
    power = 3
    while power < Self.mostPlaces, 1 << power < grams * 3 / 2 { power += 1 }
    placeShift = 64 - power
    places = Array(repeating: 0, count: 1 << Int(power))
    windows = HashIndex(entries.count)
    previous = []
    previous.reserveCapacity(entries.count)
    needles.reserveCapacity(entries.count)
    var sizes: [UInt8] = []
    sizes.reserveCapacity(entries.count)
    var large: [UInt64] = []
    for entry in entries {
      let key = bytes(Int(entry.number)).withUnsafeBytes { needle in
        let window = needle.baseAddress.unsafelyUnwrapped + entry.window
        let (low, high) = Self.words(window)
        for place in 0..<Self.stride {
          // The last two are in the window's last eight bytes.
          let gram =
            place < 6
            ? window.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian
            : high &>> UInt64(8 &* (place &- 5))
          let hash = Self.hash(gram)
          bits[Int(truncatingIfNeeded: hash &>> (shift &+ 6))] |= 1 &<< (hash &>> shift & 63)
          places[Int(truncatingIfNeeded: GramTable.second(hash) &>> placeShift)] |= 1 &<< UInt8(place)
        }
        return Self.key(low, high)
      }
      let before = windows.exchange(key, Int32(needles.count))
      previous.append(before)
      needles.append((entry.number, UInt8(entry.window)))
      let size = before < 0 ? 1 : min(sizes[Int(before)], UInt8(GramTable.large)) &+ 1
      sizes.append(size)
      if size == GramTable.large { large.append(key) }
    }
    if !large.isEmpty { divide(large, bytes) }
  }

  /// Divides the needles of some windows by what stands beside them.
  private mutating func divide(_ large: [UInt64], _ bytes: (Int) -> ArraySlice<UInt8>) {
    neighbours = HashIndex(needles.count)
    for key in large {
      var found: [GramTable.Neighbourhood] = []
      var index = windows[key]
      while index >= 0 {
        let (number, window) = needles[Int(index)]
        let place = Int(window)
        let next = previous[Int(index)]
        bytes(Int(number)).withUnsafeBytes { needle in
          let beside = GramTable.Neighbourhood(before: place, after: needle.count - place - Self.window)
          if !found.contains(beside) { found.append(beside) }
          let base = needle.baseAddress.unsafelyUnwrapped
          let (before, after) = GramTable.neighbours(base, needle.count, place, Self.window)
          let (low, high) = Self.words(base + place)
          let own = GramTable.key(Self.key(low, high), beside, before: before, after: after)
          previous[Int(index)] = neighbours.exchange(own, index)
        }
        index = next
      }
      _ = windows.exchange(key, -1 - Int32(groups.count))
      neighbourhoods += found
      groups.append(Int32(neighbourhoods.count))
    }
  }

  /// The hash of a gram, regardless of ASCII case: its highest bits depend on all of it.
  /// - Parameter word: the gram in its lowest bytes; the others do not matter.
  @inline(__always) private static func hash(_ word: UInt64) -> UInt64 {
    (word &<< 16 | 0x2020_2020_2020_0000) &* 0x9E37_79B9_7F4A_7C15
  }

  /// The first and the last eight bytes of a window.
  @inline(__always) private static func words(_ window: UnsafeRawPointer) -> (UInt64, UInt64) {
    (
      window.loadUnaligned(as: UInt64.self).littleEndian,
      window.loadUnaligned(fromByteOffset: Self.window - 8, as: UInt64.self).littleEndian
    )
  }

  /// The hash of a window, regardless of ASCII case.
  @inline(__always) private static func key(_ low: UInt64, _ high: UInt64) -> UInt64 {
    let first = (low | 0x2020_2020_2020_2020) &* 0x9E37_79B9_7F4A_7C15
    let last = (high | 0x2020_2020_2020_2020) &* 0x94D0_49BB_1331_11EB
    return GramTable.second(first ^ (last &>> 32 | last &<< 32))
  }

  // MARK: Searching

  /// The places that are looked at together: those of 16 KiB, which the processor's first cache holds.
  private static let block = 2_048

  /// Calls `body` with each place where a window may begin, and the number and the window's offset of its needle.
  /// O(bytes / stride), and O(1) for each call.
  @inline(__always)
  func forEachPlace(of text: UnsafeRawBufferPointer, _ body: (_ offset: Int, _ needle: Int, _ window: Int) -> Void) {
    guard !needles.isEmpty, text.count >= Self.window, let base = text.baseAddress else { return }
    bits.withUnsafeBufferPointer { bits in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.block + 1) { found in
        let bits = bits.baseAddress.unsafelyUnwrapped
        let found = found.baseAddress.unsafelyUnwrapped
        var start = 0
        while start &+ 8 <= text.count {
          let length = min(Self.block * Self.stride, text.count &- start)
          let count = busylife_find_grams(
            (base + start).assumingMemoryBound(to: UInt8.self), length, bits, UInt32(shift), found)
          for index in 0..<count {
            let offset = start &+ Int(found[index])
            look(at: offset, base.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian, text, body)
          }
          start &+= length & ~(Self.stride - 1)
        }
        // A window may end with the text.
        if start &+ Self.width > text.count { return }
        let last = base.loadUnaligned(fromByteOffset: text.count &- 8, as: UInt64.self).littleEndian
        look(at: start, last &>> UInt64(8 &* (start &- (text.count &- 8))), text, body)
      }
    }
  }

  /// Looks up the windows to which a gram may belong.
  @inline(__always) private func look(
    at offset: Int, _ word: UInt64, _ text: UnsafeRawBufferPointer, _ body: (Int, Int, Int) -> Void
  ) {
    var places = places.withUnsafeBufferPointer {
      $0[Int(truncatingIfNeeded: GramTable.second(Self.hash(word)) &>> placeShift)]
    }
    while places != 0 {
      let start = offset &- places.trailingZeroBitCount
      places &= places &- 1
      guard start >= 0, start &+ Self.window <= text.count else { continue }
      let (low, high) = Self.words(text.baseAddress.unsafelyUnwrapped + start)
      let key = Self.key(low, high)
      if windows.mayHave(key) { find(key, at: start, of: text, body) }
    }
  }

  /// Calls `body` with the needles of a window.
  @inline(never) private func find(
    _ key: UInt64, at start: Int, of text: UnsafeRawBufferPointer, _ body: (Int, Int, Int) -> Void
  ) {
    let index = windows[key]
    if index >= -1 {
      visit(from: index, start, body)
      return
    }
    let group = -2 - Int(index)
    let (before, after) = GramTable.neighbours(text.baseAddress.unsafelyUnwrapped, text.count, start, Self.window)
    for number in Int(groups[group])..<Int(groups[group &+ 1]) {
      let own = GramTable.key(key, neighbourhoods[number], before: before, after: after)
      if neighbours.mayHave(own) { visit(from: neighbours[own], start, body) }
    }
  }

  @inline(__always) private func visit(from last: Int32, _ start: Int, _ body: (Int, Int, Int) -> Void) {
    var index = last
    while index >= 0 {
      let needle = needles[Int(index)]
      body(start, Int(needle.number), Int(needle.window))
      index = previous[Int(index)]
    }
  }
}
