import Bytes

/// One of the things that a search finds: an event by itself, a series, or a note.
///
/// Its identity does not depend on other items: it is the day on which it begins, and bits of a hash.
package struct SearchItem: Hashable, Comparable, Sendable {
  /// The day number (UTC) of its beginning; ``lasting`` for series and for notes without a day.
  package var day: Int32
  /// Bits of a hash: 24 for an item with a day, otherwise 32. ``SearchItems`` makes equal ones different.
  package var id: UInt32

  /// The day of items that have none.
  package static let lasting = Int32.min

  package init(day: Int32, id: UInt32) { (self.day, self.id) = (day, id) }

  package static func < (left: SearchItem, right: SearchItem) -> Bool {
    left.day == right.day ? left.id < right.id : left.day < right.day
  }
}

/// An item in the list of a term.
package struct SearchPosting: Equatable, Sendable {
  package var item: SearchItem
  /// How many days after its first it ends; 0 for series.
  package var days: Int32

  package init(_ item: SearchItem, days: Int32 = 0) { (self.item, self.days) = (item, days) }
}

/// The list of a term's items, in their order. In files: the number of items without a day, with four bytes each; the
/// number of others, each as the days since the one before and three bytes. For a pair of characters, each item is
/// followed by its places: their number, and each as the distance from the one before.
struct SearchList: Equatable {
  private(set) var postings: [SearchPosting] = []
  /// Where the places of each item end in ``places``; empty if the term has none.
  private var ends: [Int32] = []
  private var places: [Int32] = []

  /// Before every day that an event can have, so that differences are not negative.
  private static let firstDay: Int32 = -5_000_000
  /// No list has this many items. The sum of two smaller numbers fits in an `Int` of a browser's module, which has 32
  /// bits; the bound is the same natively, so that tests see what browsers see.
  static let most: Int32 = 1 << 30

  init(_ postings: [SearchPosting] = []) { self.postings = postings }

  /// - Parameter places: in increasing order.
  mutating func append(_ posting: SearchPosting, places own: some Collection<Int32>) {
    places.append(contentsOf: own)
    endItem(posting)
  }

  /// Adds an item, whose places have been added.
  private mutating func endItem(_ posting: SearchPosting) {
    postings.append(posting)
    ends.append(Int32(truncatingIfNeeded: places.count))
  }

  /// Where in ``places`` those of the item at an index of ``postings`` are.
  private func placesOfItem(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
  }

  /// Appends the bytes of a part of the list.
  func pack(_ range: Range<Int>, to out: inout [UInt8]) {
    Self.pack(postings[range], to: &out) { index, out in
      if ends.isEmpty { return }
      let own = placesOfItem(range.lowerBound + index)
      out.pack(own.count)
      var last: Int32 = 0
      for place in places[own] {
        out.pack(Int(place - last))
        last = place
      }
    }
  }

  /// - Parameter appendMore: gets the number of each item in the collection, and appends what follows it.
  static func pack(
    _ postings: some Collection<SearchPosting>, to out: inout [UInt8],
    _ appendMore: (_ index: Int, _ out: inout [UInt8]) -> Void = { _, _ in }
  ) {
    let lasting = postings.prefix { $0.item.day == SearchItem.lasting }.count
    out.pack(lasting)
    var index = 0
    var day = firstDay
    for posting in postings {
      if index == lasting { out.pack(postings.count - lasting) }
      let id = posting.item.id
      if index < lasting {
        for place: UInt32 in 0..<4 { out.append(UInt8(truncatingIfNeeded: id >> (place * 8))) }
      } else {
        out.pack(UInt64(posting.item.day - day) << 1 | (posting.days > 0 ? 1 : 0))
        if posting.days > 0 { out.pack(Int(posting.days)) }
        for place: UInt32 in 0..<3 { out.append(UInt8(truncatingIfNeeded: id >> (place * 8))) }
        day = posting.item.day
      }
      appendMore(index, &out)
      index += 1
    }
    if index == lasting { out.pack(0) }
  }

  /// The next list. Anything that ``pack(_:to:)`` did not write makes the reader unsound, and the list empty.
  /// - Parameters:
  ///   - hasPlaces: whether places follow each item.
  ///   - isKept: whether they matter.
  init(_ reader: inout Unpacker, hasPlaces: Bool, isKept: Bool) {
    func readPlaces() {
      if !hasPlaces { return }
      var last: Int32 = 0
      for _ in 0..<reader.count() {
        last &+= Int32(truncatingIfNeeded: reader.number(below: 1 << 30))
        if isKept { places.append(last) }
      }
      if isKept { ends.append(Int32(truncatingIfNeeded: places.count)) }
    }
    for _ in 0..<reader.count() {
      postings.append(SearchPosting(SearchItem(day: SearchItem.lasting, id: reader.id(4))))
      readPlaces()
    }
    var day = Int64(Self.firstDay)
    for _ in 0..<reader.count() {
      let step = reader.number()
      let days = step & 1 == 0 ? 0 : reader.number(below: 1 << 24)
      guard step >> 1 < 1 << 24 else {
        reader.fail()
        break
      }
      day += Int64(step >> 1)
      // No event begins on a later day.
      guard day < 3_000_000 else {
        reader.fail()
        break
      }
      postings.append(
        SearchPosting(
          SearchItem(day: Int32(clamping: day), id: reader.id(3)), days: Int32(truncatingIfNeeded: days)))
      readPlaces()
    }
    if !reader.isSound { (postings, ends, places) = ([], [], []) }
  }

  /// The items of both lists, without places. O(n + m).
  /// - Parameter distance: only items in which `right` stands this far after `left` are taken, with the places of
  ///   `left`; `nil` if places do not matter.
  static func both(_ left: SearchList, _ right: SearchList, distance: Int32? = nil) -> SearchList {
    var found = SearchList()
    var (here, there) = (0, 0)
    while here < left.postings.count, there < right.postings.count {
      let (mine, theirs) = (left.postings[here].item, right.postings[there].item)
      if mine < theirs {
        here += 1
        continue
      }
      if mine == theirs {
        if let distance {
          var after = right.placesOfItem(there)
          let count = found.places.count
          for index in left.placesOfItem(here) {
            let wanted = left.places[index] &+ distance
            while !after.isEmpty, right.places[after.lowerBound] < wanted { after.removeFirst() }
            if !after.isEmpty, right.places[after.lowerBound] == wanted { found.places.append(left.places[index]) }
          }
          if found.places.count > count { found.endItem(left.postings[here]) }
        } else {
          found.postings.append(left.postings[here])
        }
        here += 1
      }
      there += 1
    }
    return found
  }

  /// The items of either list, each once. Both have places, or neither. O(n + m).
  static func either(_ left: SearchList, _ right: SearchList) -> SearchList {
    if left.postings.isEmpty { return right }
    if right.postings.isEmpty { return left }
    var found = SearchList()
    found.postings.reserveCapacity(left.postings.count + right.postings.count)
    var (here, there) = (0, 0)
    while here < left.postings.count || there < right.postings.count {
      if there == right.postings.count
        || here < left.postings.count && left.postings[here].item < right.postings[there].item
      {
        found.append(here, of: left)
        here += 1
      } else {
        if here < left.postings.count, left.postings[here].item == right.postings[there].item { here += 1 }
        found.append(there, of: right)
        there += 1
      }
    }
    return found
  }

  private mutating func append(_ index: Int, of other: SearchList) {
    if other.ends.isEmpty { return postings.append(other.postings[index]) }
    for place in other.placesOfItem(index) { places.append(other.places[place]) }
    endItem(other.postings[index])
  }
}

extension Unpacker {
  /// A number of some bytes, the lowest first.
  mutating func id(_ count: Int) -> UInt32 {
    var id: UInt32 = 0
    for place in 0..<count { id |= UInt32(byte()) << UInt32(place * 8) }
    return id
  }
}
