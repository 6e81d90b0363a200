import Bytes
import CivilTime
import Events

/// What is written of a ``SearchEntry``: the same, with texts that lie elsewhere.
private struct WrittenEntry {
  var item: SearchItem
  var kind: SearchEntry.Kind
  var start: Int64 = 0
  var end: Int64 = 0
  var isTentative = false
  var title: ArraySlice<UInt8>
  var place: ArraySlice<UInt8> = []
  var calendar: [UInt8] = []
  var hash: UInt64 = 0
  var isFullHash = false
  var data: [UInt8] = []

  /// Appends its bytes, which ``SearchEntry`` reads.
  func pack(excerpt: [UInt8], to out: inout [UInt8]) {
    let isLasting = item.day == SearchItem.lasting
    out.append(
      kind.rawValue | (isTentative ? 8 : 0) | (place.isEmpty ? 0 : 16) | (excerpt.isEmpty ? 0 : 32)
        | (isFullHash ? 64 : 0) | (isLasting ? 128 : 0))
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
    out.append(eight: hash)
  }

  private static func pack(_ text: ArraySlice<UInt8>, to out: inout [UInt8]) {
    out.pack(text.count)
    out.append(contentsOf: text)
  }
}

/// Packed entries, in the order of their items: what lasts first.
struct SearchEntries {
  private let store: EventStore
  private let slugs: EventSlugs
  private let writer: EventFileWriter
  private var excerpt: [UInt8] = []
  /// All entries, one after the other.
  fileprivate var bytes: [UInt8] = []
  /// What lasts: its group and part, and where its entry is.
  fileprivate var lasting: [(group: Int, part: Int, range: Range<Int>)] = []
  /// The days that have entries, with their number and where the first is.
  fileprivate var days: [(day: Int32, count: Int, start: Int)] = []

  init(_ store: EventStore, _ slugs: EventSlugs) {
    (self.store, self.slugs) = (store, slugs)
    writer = EventFileWriter(store)
    bytes.reserveCapacity(store.events.count * 96)
  }

  mutating func add(_ item: SearchItem, event index: Int32, _ fields: SearchFields) {
    let event = store.events[Int(index)]
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
    entry.calendar = store.calendars[Int(event.calendar)].name
    let full = slugs.hash(of: event)
    (entry.hash, entry.isFullHash) = (full ?? event.uidHash, full != nil)
    if kind == .series { entry.data = writer.brief(store.members(of: index)) }
    SearchTexts.excerpt(of: fields.description, isEscaped: true, in: &excerpt)
    add(entry)
  }

  mutating func add(_ item: SearchItem, _ note: NotePage) {
    var entry = WrittenEntry(item: item, kind: .note, title: note.title[...])
    entry.start = item.day == SearchItem.lasting ? 0 : Int64(item.day) * 86_400
    entry.end = item.day == SearchItem.lasting ? 0 : entry.start + 86_400
    entry.data = note.slug
    SearchTexts.excerpt(of: SearchTexts.text(ofHTML: note.html)[...], isEscaped: false, in: &excerpt)
    add(entry)
  }

  private mutating func add(_ entry: WrittenEntry) {
    let start = bytes.count
    let day = entry.item.day
    if day == SearchItem.lasting {
      entry.pack(excerpt: excerpt, to: &bytes)
      let place = SearchFiles.place(hash: UInt64(entry.item.id))
      lasting.append((place.group, place.part, start..<bytes.count))
    } else if CivilDate(dayNumber: Int(day)) != nil {
      entry.pack(excerpt: excerpt, to: &bytes)
      if days.last?.day == day { days[days.count - 1].count += 1 } else { days.append((day, 1, start)) }
    }
  }
}

extension SearchIndex {
  /// Adds the files of entries.
  mutating func add(_ made: SearchEntries) {
    addLasting(made)
    var first = 0
    while first < made.days.count {
      guard let month = CivilDate(dayNumber: Int(made.days[first].day))?.civilMonth else { return }
      var (next, count) = (first, 0)
      while next < made.days.count, made.days[next].day <= month.lastDay.dayNumber {
        count += made.days[next].count
        next += 1
      }
      let division = SearchFiles.Division.of(count)
      layout.months.append((month.monthNumber, division))
      var path: [UInt8] = []
      var start = made.days[first].start
      for index in first...next {
        let end = index < made.days.count ? made.days[index].start : made.bytes.count
        let own = index < next ? CivilDate(dayNumber: Int(made.days[index].day)).map { division.path(of: $0) } ?? [] : []
        if own == path { continue }
        if !path.isEmpty { files.append((path, Array(made.bytes[start..<end]))) }
        (path, start) = (own, end)
      }
      first = next
    }
  }

  private mutating func addLasting(_ made: SearchEntries) {
    for group in 0..<16 {
      let entries = made.lasting.filter { $0.group == group }
      if entries.isEmpty { continue }
      func file(_ part: Int?) -> [UInt8] {
        var bytes: [UInt8] = []
        for entry in entries where part == nil || entry.part == part { bytes += made.bytes[entry.range] }
        return bytes
      }
      if entries.reduce(0, { $0 + $1.range.count }) <= SearchFiles.largestGroup {
        layout.series[group] = SearchFiles.whole
        files.append((SearchFiles.path("series", group, nil), file(nil)))
        continue
      }
      for part in 0..<16 where entries.contains(where: { $0.part == part }) {
        layout.series[group] |= 1 << UInt32(part)
        files.append((SearchFiles.path("series", group, part), file(part)))
      }
    }
  }
}
