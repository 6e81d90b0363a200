import Bytes

/// The terms of an index that is made, each with its items. Flat: a large site has some millions of pairs of a term and
/// an item.
struct SearchTermTable {
  private struct Term {
    var start: UInt32
    var count: Int32
    /// The last item that has it.
    var last: Int32
  }

  private static let upperHalf: UInt64 = 0xFFFF_FFFF_0000_0000

  /// The bytes of all terms, one after the other.
  private(set) var bytes: [UInt8] = []
  private var terms: [Term] = []
  /// Hash table; its size is a power of two. A slot has the number of a term plus 1 and above it half of its hash, or
  /// is 0; at most half are taken.
  private var slots = [UInt64](repeating: 0, count: 1 << 12)
  /// The terms of all items, grouped by item, each once. A pair occurs as often as it stands in the item, each time
  /// followed by the complement of its place, which is negative.
  private var found: [Int32] = []
  /// Where those of each item are.
  private var ranges: [(start: Int32, end: Int32)]
  private var item: Int32 = -1
  private var hasPlaces = false

  /// - Parameter items: the number of all items.
  init(items: Int) { ranges = [(start: Int32, end: Int32)](repeating: (0, 0), count: items) }

  /// The number of terms.
  var count: Int { terms.count }

  /// Where a term lies in ``bytes``.
  func range(of term: Int) -> Range<Int> { Int(terms[term].start)..<Int(terms[term].start) + Int(terms[term].count) }

  /// Begins an item, each once and in any order: what is added next are its terms.
  mutating func begin(item: Int) {
    self.item = Int32(truncatingIfNeeded: item)
    ranges[item] = (Int32(found.count), Int32(found.count))
  }

  /// Adds a term to the item. O(its bytes).
  /// - Parameter place: of a pair, each once and in order; -1 of other terms.
  mutating func add(_ term: UnsafeBufferPointer<UInt8>, place: Int32 = -1) {
    let number = number(of: term)
    if place < 0 { return add(number) }
    found.append(number)
    found.append(~place)
    ranges[Int(item)].end = Int32(found.count)
    hasPlaces = true
  }

  /// Adds a term that is known.
  mutating func add(_ term: Int32) {
    if terms[Int(term)].last == item { return }
    terms[Int(term)].last = item
    found.append(term)
    ranges[Int(item)].end = Int32(found.count)
  }

  /// The number of a term, which is added if it is new.
  mutating func number(of term: UnsafeBufferPointer<UInt8>) -> Int32 {
    let hash = StableHash.of(term)
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let known = Int32(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) - 1
      if (slots[slot] ^ hash) & Self.upperHalf == 0, spells(terms[Int(known)], term) { return known }
      slot = (slot + 1) & mask
    }
    terms.append(Term(start: UInt32(bytes.count), count: Int32(term.count), last: -1))
    bytes.append(contentsOf: term)
    slots[slot] = hash & Self.upperHalf | UInt64(terms.count)
    if terms.count * 2 > slots.count { grow() }
    return Int32(truncatingIfNeeded: terms.count - 1)
  }

  private func spells(_ known: Term, _ term: UnsafeBufferPointer<UInt8>) -> Bool {
    guard Int(known.count) == term.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      let start = Int(known.start)
      for place in 0..<term.count where bytes[start + place] != term[place] { return false }
      return true
    }
  }

  private mutating func grow() {
    slots = [UInt64](repeating: 0, count: slots.count * 2)
    let mask = slots.count - 1
    for (number, term) in terms.enumerated() {
      let start = Int(term.start)
      let hash = StableHash.of(bytes[start..<start + Int(term.count)])
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = hash & Self.upperHalf | UInt64(number + 1)
    }
  }

  /// The items of each term.
  struct Lists {
    /// By term, in the order of items; a pair's item as often as the pair stands in it.
    fileprivate(set) var items: [Int32]
    /// The place of the pair for each of ``items``, -1 of other terms; empty if there are no pairs.
    fileprivate(set) var places: [Int32]
    /// Where the list of each term begins in ``items``, and the end of the last.
    fileprivate(set) var starts: [Int32]

    subscript(term: Int) -> ArraySlice<Int32> { items[range(of: term)] }

    /// Where the items of a term are in ``items``.
    func range(of term: Int) -> Range<Int> { Int(starts[term])..<Int(starts[term + 1]) }
  }

  /// Ends the table, and frees what is needed only for adding. O(pairs and terms).
  mutating func lists() -> Lists {
    var starts = [Int32](repeating: 0, count: count + 1)
    for term in found where term >= 0 { starts[Int(term) + 1] += 1 }
    for term in 0..<count { starts[term + 1] += starts[term] }
    var next = starts
    var items = [Int32](repeating: 0, count: Int(starts[count]))
    var places = [Int32](repeating: -1, count: hasPlaces ? items.count : 0)
    for (item, range) in ranges.enumerated() {
      var term = 0
      for index in Int(range.start)..<Int(range.end) {
        if found[index] < 0 {
          places[Int(next[term]) - 1] = ~found[index]
          continue
        }
        term = Int(found[index])
        items[Int(next[term])] = Int32(truncatingIfNeeded: item)
        next[term] += 1
      }
    }
    (found, ranges, slots) = ([], [], [])
    return Lists(items: items, places: places, starts: starts)
  }

  /// Whether a term's bytes come before another's.
  func precedes(_ left: Int, _ right: Int) -> Bool {
    let (mine, theirs) = (range(of: left), range(of: right))
    for place in 0..<min(mine.count, theirs.count) {
      let (byte, other) = (bytes[mine.lowerBound + place], bytes[theirs.lowerBound + place])
      if byte != other { return byte < other }
    }
    return mine.count < theirs.count
  }
}
