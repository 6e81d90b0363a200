import Bytes
import CalendarPages
import CivilTime
import DataFiles
import Events

/// A ``SearchEntry`` to be written: the same values, with texts as slices of other bytes.
private struct WrittenEntry {
  var item: SearchItem
  var kind: SearchEntry.Kind
  var start: Int64 = 0
  var end: Int64 = 0
  var isTentative = false
  var title: ArraySlice<UInt8>
  var place: ArraySlice<UInt8> = []
  var calendar: [UInt8] = []
  var name: [UInt8] = []
  var hash: UInt64 = 0
  var data: [UInt8] = []

  /// Appends its bytes, which ``SearchEntry`` reads.
  func pack(excerpt: [UInt8], to out: inout [UInt8]) {
    let isLasting = item.day == SearchItem.lasting
    out.append(
      kind.rawValue | (isTentative ? 8 : 0) | (place.isEmpty ? 0 : 16) | (excerpt.isEmpty ? 0 : 32)
        | (name.isEmpty ? 0 : 64) | (isLasting ? 128 : 0))
    if !isLasting { out.pack(signed: Int64(item.day)) }
    for index: UInt32 in 0..<(isLasting ? 4 : 3) { out.append(UInt8(truncatingIfNeeded: item.id >> (index * 8))) }
    if !isLasting {
      out.pack(signed: start - Int64(item.day) * 86_400)
      out.pack(signed: end - start)
    }
    Self.pack(title, to: &out)
    if !place.isEmpty { Self.pack(place, to: &out) }
    if !excerpt.isEmpty { Self.pack(excerpt[...], to: &out) }
    if kind == .note || kind == .series { Self.pack(data[...], to: &out) }
    if kind == .note { return }
    Self.pack(calendar[...], to: &out)
    if name.isEmpty { out.append(eight: hash) } else { Self.pack(name[...], to: &out) }
  }

  private static func pack(_ text: ArraySlice<UInt8>, to out: inout [UInt8]) {
    out.pack(text.count)
    out.append(contentsOf: text)
  }
}

/// The packed entries of all items.
struct SearchEntries {
  private let store: EventStore
  private let slugs: EventSlugs
  private let writer: EventFileWriter
  private var excerpt: [UInt8] = []
  /// All entries, in the order in which they were added.
  private var bytes: [UInt8] = []
  /// By item: the item, and where its entry is.
  fileprivate private(set) var all: [(item: SearchItem, start: Int, count: Int32)]

  /// - Parameter items: the number of all items.
  init(_ store: EventStore, _ slugs: EventSlugs, items: Int) {
    (self.store, self.slugs) = (store, slugs)
    writer = EventFileWriter(store)
    bytes.reserveCapacity(items * 96)
    all = [(item: SearchItem, start: Int, count: Int32)](
      repeating: (SearchItem(day: 0, id: 0), 0, 0), count: items)
  }

  /// The entries of some items, one after the other.
  fileprivate func joined(_ items: Range<Int>) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(items.reduce(0) { $0 + Int(all[$1].count) })
    for item in items { out.append(contentsOf: bytes[all[item].start..<all[item].start + Int(all[item].count)]) }
    return out
  }

  fileprivate func joined(_ items: [Int]) -> [UInt8] { items.reduce(into: []) { $0 += joined($1..<$1 + 1) } }

  /// - Parameter number: the index of the item.
  mutating func add(_ item: SearchItem, number: Int, event index: Int32, _ fields: SearchFields) {
    let event = store[index]
    let kind: SearchEntry.Kind =
      if item.day == SearchItem.lasting {
        .series
      } else {
        switch event.kind {
        case .allDay: .allDay
        case .floating: .floating
        case .zoned: .zoned
        }
      }
    var entry = WrittenEntry(item: item, kind: kind, title: fields.title)
    (entry.start, entry.end) = (event.start, event.end)
    entry.isTentative = event.status == .tentative
    entry.place = fields.place
    entry.calendar = store.calendar(of: event).name
    (entry.hash, entry.name) = (event.uidHash, slugs.name(of: event) ?? [])
    if kind == .series { entry.data = writer.brief(store.members(of: index)) }
    SearchTexts.excerpt(of: fields.description, isEscaped: true, in: &excerpt)
    add(entry, number)
  }

  mutating func add(_ item: SearchItem, number: Int, _ note: NotePage) {
    var entry = WrittenEntry(item: item, kind: .note, title: note.title[...])
    entry.start = item.day == SearchItem.lasting ? 0 : Int64(item.day) * 86_400
    entry.end = item.day == SearchItem.lasting ? 0 : entry.start + 86_400
    entry.data = note.slug
    SearchTexts.excerpt(of: SafeHTML.text(of: note.html)[...], isEscaped: false, in: &excerpt)
    add(entry, number)
  }

  private mutating func add(_ entry: WrittenEntry, _ number: Int) {
    let start = bytes.count
    entry.pack(excerpt: excerpt, to: &bytes)
    all[number] = (entry.item, start, Int32(bytes.count - start))
  }
}

extension SearchIndex {
  /// Adds the files of entries.
  mutating func add(_ made: SearchEntries) {
    var first = made.all.partitioningIndex { $0.item.day != SearchItem.lasting }
    addLasting(made, count: first)
    while first < made.all.count {
      var next = first
      guard let month = CivilDate(dayNumber: Int(made.all[first].item.day))?.civilMonth else {
        first += 1
        continue
      }
      while next < made.all.count, made.all[next].item.day <= month.lastDay.dayNumber { next += 1 }
      let division = SearchFiles.Division.of(bytes: made.all[first..<next].reduce(0) { $0 + Int($1.count) })
      layout.months.append((month.monthNumber, division))
      // Each file contains a range of days.
      while first < next {
        guard let date = CivilDate(dayNumber: Int(made.all[first].item.day)) else { return }
        let last = division.last(of: date).dayNumber
        var end = first
        while end < next, made.all[end].item.day <= last { end += 1 }
        files.append((division.path(of: date), made.joined(first..<end)))
        first = end
      }
    }
  }

  /// - Parameter count: the number of items without a day, which come first.
  private mutating func addLasting(_ made: SearchEntries, count: Int) {
    var groups = [[Int]](repeating: [], count: 16)
    func place(_ item: Int) -> (group: Int, part: Int) { SearchFiles.place(hash: UInt64(made.all[item].item.id)) }
    for item in 0..<count { groups[place(item).group].append(item) }
    for (group, items) in groups.enumerated() where !items.isEmpty {
      if items.reduce(0, { $0 + Int(made.all[$1].count) }) <= SearchFiles.largestGroup {
        layout.series[group] = SearchFiles.whole
        files.append((SearchFiles.path("series", [group]), made.joined(items)))
        continue
      }
      for part in 0..<16 {
        let own = items.filter { place($0).part == part }
        if own.isEmpty { continue }
        layout.series[group] |= 1 << UInt32(part)
        files.append((SearchFiles.path("series", [group, part]), made.joined(own)))
      }
    }
  }
}
