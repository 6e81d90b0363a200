import Bytes

/// One of the things that a search finds: an event by itself, a series, or a note.
///
/// It is identified by what does not change when others come and go: the day on which it begins, and bits of a hash.
package struct SearchItem: Hashable, Comparable, Sendable {
  /// The day number (UTC) of its beginning; ``lasting`` for series and for notes without a day.
  package var day: Int32
  /// Bits of a hash: 24 among those of a day, otherwise 32. Equal ones are told apart by ``SearchItems``.
  package var id: UInt32

  /// The day of what has none.
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

/// The list of a term's items, in their order, and its form in files: the number of those that last, each in four
/// bytes; the number of others, each the days since the one before, and three bytes.
enum SearchPostings {
  /// Before every day that an event can have, so that days are written as numbers.
  private static let firstDay: Int32 = -5_000_000
  /// No list has as many items. Two such numbers and their sum are less than an `Int` of a browser's module can be,
  /// which has 32 bits; this has as many, so that tests see the bound that browsers see.
  static let most: Int32 = 1 << 30

  static func pack(_ postings: some Collection<SearchPosting>, to out: inout [UInt8]) {
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
      index += 1
    }
    if index == lasting { out.pack(0) }
  }

  /// The next list. Anything that ``pack(_:to:)`` did not write makes the reader unsound.
  static func unpack(_ reader: inout Unpacker) -> [SearchPosting] {
    var found: [SearchPosting] = []
    for _ in 0..<reader.count() {
      found.append(SearchPosting(SearchItem(day: SearchItem.lasting, id: reader.id(4))))
    }
    var day = Int64(firstDay)
    for _ in 0..<reader.count() {
      let step = reader.number()
      let days = step & 1 == 0 ? 0 : reader.number(below: 1 << 24)
      guard step >> 1 < 1 << 24 else {
        reader.fail()
        return []
      }
      day += Int64(step >> 1)
      // No event begins later.
      guard day < 3_000_000 else {
        reader.fail()
        return []
      }
      found.append(
        SearchPosting(
          SearchItem(day: Int32(clamping: day), id: reader.id(3)), days: Int32(truncatingIfNeeded: days)))
    }
    return reader.isSound ? found : []
  }

  /// Those in both of two lists. O(n + m).
  static func both(_ left: [SearchPosting], _ right: [SearchPosting]) -> [SearchPosting] {
    var found: [SearchPosting] = []
    var (here, there) = (0, 0)
    while here < left.count, there < right.count {
      if left[here].item == right[there].item {
        found.append(left[here])
        here += 1
        there += 1
      } else if left[here].item < right[there].item {
        here += 1
      } else {
        there += 1
      }
    }
    return found
  }

  /// Those in either of two lists, once. O(n + m).
  static func either(_ left: [SearchPosting], _ right: [SearchPosting]) -> [SearchPosting] {
    if left.isEmpty { return right }
    if right.isEmpty { return left }
    var found: [SearchPosting] = []
    found.reserveCapacity(left.count + right.count)
    var (here, there) = (0, 0)
    while here < left.count || there < right.count {
      if there == right.count || here < left.count && left[here].item < right[there].item {
        found.append(left[here])
        here += 1
      } else {
        if here < left.count, left[here].item == right[there].item { here += 1 }
        found.append(right[there])
        there += 1
      }
    }
    return found
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
