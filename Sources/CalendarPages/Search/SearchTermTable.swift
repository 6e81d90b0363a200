import Bytes

/// The terms of an index that is made, each with its items. Flat: a large site has some millions of pairs of a term and
/// an item.
struct SearchTermTable {
  /// The bytes of all terms, one after the other.
  private(set) var bytes: [UInt8] = []
  /// Where each term ends in ``bytes``.
  private var ends: [Int32] = []
  private var hashes: [UInt32] = []
  /// The slots, a power of two, each a term or -1; at most half are taken.
  private var slots = [Int32](repeating: -1, count: 1 << 12)
  /// The last item of each term.
  private var last: [Int32] = []
  /// The terms of all items, those of one item together and each once, and where those of each item end.
  private var found: [Int32] = []
  private var itemEnds: [Int32] = []

  /// The number of terms.
  var count: Int { ends.count }

  /// Where a term lies in ``bytes``.
  func range(of term: Int) -> Range<Int> { (term == 0 ? 0 : Int(ends[term - 1]))..<Int(ends[term]) }

  /// Adds a term to the item that is being added. O(its bytes).
  mutating func add(_ term: UnsafeBufferPointer<UInt8>) { add(number(of: term)) }

  /// Adds a term that is known.
  mutating func add(_ term: Int32) {
    let item = Int32(truncatingIfNeeded: itemEnds.count)
    if last[Int(term)] == item { return }
    last[Int(term)] = item
    found.append(term)
  }

  /// Ends the terms of an item; the next one's follow.
  mutating func endItem() { itemEnds.append(Int32(found.count)) }

  /// The number of a term, which is added if it is new.
  mutating func number(of term: UnsafeBufferPointer<UInt8>) -> Int32 {
    let hash = UInt32(truncatingIfNeeded: StableHash.of(term))
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] >= 0 {
      let known = slots[slot]
      if hashes[Int(known)] == hash, spells(Int(known), term) { return known }
      slot = (slot + 1) & mask
    }
    let number = Int32(truncatingIfNeeded: ends.count)
    bytes.append(contentsOf: term)
    ends.append(Int32(bytes.count))
    hashes.append(hash)
    last.append(-1)
    slots[slot] = number
    if ends.count * 2 > slots.count { grow() }
    return number
  }

  private func spells(_ known: Int, _ term: UnsafeBufferPointer<UInt8>) -> Bool {
    let range = range(of: known)
    guard range.count == term.count else { return false }
    for place in 0..<term.count where bytes[range.lowerBound + place] != term[place] { return false }
    return true
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    let mask = slots.count - 1
    for (number, hash) in hashes.enumerated() {
      var slot = Int(hash) & mask
      while slots[slot] >= 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(truncatingIfNeeded: number)
    }
  }

  /// The items of each term.
  struct Lists {
    /// By term, in the order of items.
    fileprivate(set) var items: [Int32]
    /// Where the list of each term begins in ``items``, and the end of the last.
    fileprivate(set) var starts: [Int32]

    subscript(term: Int) -> ArraySlice<Int32> { items[Int(starts[term])..<Int(starts[term + 1])] }
  }

  /// Ends the table, and gives back what only adding needs. O(pairs and terms).
  mutating func lists() -> Lists {
    var starts = [Int32](repeating: 0, count: count + 1)
    for term in found { starts[Int(term) + 1] += 1 }
    for term in 0..<count { starts[term + 1] += starts[term] }
    var next = starts
    var items = [Int32](repeating: 0, count: found.count)
    var place = 0
    for (item, end) in itemEnds.enumerated() {
      while place < Int(end) {
        let term = Int(found[place])
        items[Int(next[term])] = Int32(truncatingIfNeeded: item)
        next[term] += 1
        place += 1
      }
    }
    (found, itemEnds, hashes, last, slots) = ([], [], [], [], [])
    return Lists(items: items, starts: starts)
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
