import Bytes
import CalendarPages
import CivilTime
import Events
import ICalendar
import Settling
import TimeZones

/// What a search found: an entry, and which of its times is shown.
struct SearchResult {
  var entry: SearchEntry
  /// The title and place of the shown date of a series, if that date is an override.
  var title: [UInt8]?
  var place: [UInt8]?
  /// Seconds since the epoch; for an all-day result, the beginnings of days in the reader's zone.
  var start: Int64
  var end: Int64
  /// The first and the last date in the reader's zone.
  var firstDate: Int32
  var lastDate: Int32
  var isAllDay: Bool
  var isPast: Bool
  /// Whether it has no time at all.
  var isTimeless: Bool { entry.kind == .note && entry.item.day == SearchItem.lasting }
}

/// Sorts what was found for display: current and coming results, soonest first; then results without a time; then past
/// ones, latest first. Only entries that are shown, or whose order can't be known otherwise, are needed.
struct SearchOrder {
  private let query: SearchQuery
  private let zone: Zone
  /// The files that are missing.
  private(set) var needs: [[UInt8]] = []

  /// The greatest number of series that are read for a query: further ones are left out.
  private static let mostSeries = 400

  init(_ query: SearchQuery, _ zone: Zone) { (self.query, self.zone) = (query, zone) }

  struct Results {
    var shown: [SearchResult]
    /// How many there are in all.
    var count: Int
    /// Whether some were left out of the count.
    var isCut: Bool
  }

  /// Something found, and what decides its order: the times of its entry if known, otherwise its days.
  private struct Place {
    var posting: SearchPosting
    var result: SearchResult?
    var group: Int
    /// Seconds: of the start, or of the day.
    var key: Int64
  }

  /// - Parameter isComplete: whether nothing was left out so far.
  mutating func results(
    of found: [SearchPosting], isComplete: Bool, _ layout: SearchFiles, _ engine: inout SearchEngine
  ) -> Results {
    var places: [Place] = []
    places.reserveCapacity(found.count)
    let today = SearchItems.day(of: query.now)
    let year = self.year
    var isCut = false
    var series = 0
    for posting in found {
      let item = posting.item
      let first = item.day
      let last = item.day &+ posting.days
      var isSure = item.day != SearchItem.lasting
      if isSure {
        // A day of UTC may be the day before or after in the reader's zone.
        isSure = first > today + 1 || last < today - 1
        switch query.time {
        case .any: break
        case .future: if last < today - 1 { continue }
        case .past: if first > today + 1 { continue }
        case .year:
          if last < year.lowerBound - 1 || first > year.upperBound { continue }
          isSure = isSure && (first...last).overlaps(year.lowerBound + 1...year.upperBound - 2)
        }
      } else {
        series += 1
        if series > Self.mostSeries * query.effort {
          isCut = true
          continue
        }
      }
      if isSure {
        let isPast = last < today
        places.append(Place(posting: posting, group: isPast ? 2 : 0, key: Int64(first) * 86_400))
        continue
      }
      guard let entry = entry(of: item, layout, engine) else { continue }
      guard let result = result(entry, &engine) else { continue }
      places.append(place(posting, result))
    }
    if !needs.isEmpty { return Results(shown: [], count: 0, isCut: false) }
    places.sort { Self.precedes($0, $1) }
    let count = places.count
    var shown = beginning(of: places, layout, &engine)
    if !needs.isEmpty { return Results(shown: [], count: 0, isCut: false) }
    shown.sort { Self.precedes($0, $1) }
    return Results(shown: shown.prefix(query.limit).compactMap { $0.result }, count: count, isCut: isCut)
  }

  /// The first of sorted places, with their times: some more than are shown, since days do not tell the order within a
  /// day.
  private mutating func beginning(of places: [Place], _ layout: SearchFiles, _ engine: inout SearchEngine) -> [Place] {
    var shown: [Place] = []
    for place in places {
      if shown.count >= max(1, query.limit) {
        let last = shown[max(1, query.limit) - 1]
        if place.group != last.group || (place.key - last.key).magnitude > 2 * 86_400
          || shown.count >= query.limit + 200
        {
          break
        }
      }
      var place = place
      if place.result == nil, let entry = entry(of: place.posting.item, layout, engine),
        let result = result(entry, &engine)
      {
        place = self.place(place.posting, result)
      }
      // The index of another build may lack the entry.
      if place.result != nil { shown.append(place) } else if needs.isEmpty { continue } else { shown.append(place) }
    }
    return shown
  }

  private static func precedes(_ left: Place, _ right: Place) -> Bool {
    if left.group != right.group { return left.group < right.group }
    if left.key != right.key { return left.group == 2 ? left.key > right.key : left.key < right.key }
    return left.posting.item < right.posting.item
  }

  private func place(_ posting: SearchPosting, _ result: SearchResult) -> Place {
    Place(
      posting: posting, result: result, group: result.isTimeless ? 1 : result.isPast ? 2 : 0, key: result.start)
  }

  /// The day numbers of the year that is asked for.
  private var year: Range<Int32> {
    guard case .year(let year) = query.time, let first = CivilDate(year: year, month: 1, day: 1) else { return 0..<0 }
    return first.dayNumber..<(first.adding(years: 1)?.dayNumber ?? CivilDate.last.dayNumber)
  }

  // MARK: Entries and their times

  /// The entry of an item; `nil` if its file does not have it, or is missing and is then in ``needs``.
  private mutating func entry(
    of item: SearchItem, _ layout: SearchFiles, _ engine: borrowing SearchEngine
  ) -> SearchEntry? {
    guard let path = layout.path(ofEntry: item) else { return nil }
    guard let file = engine.file(path) else {
      if !needs.contains(path) { needs.append(path) }
      return nil
    }
    var reader = Unpacker(file)
    while !reader.isAtEnd, let entry = SearchEntry(&reader) { if entry.item == item { return entry } }
    return nil
  }

  /// The time of an entry that a query asks for; `nil` if it has none.
  private func result(_ entry: SearchEntry, _ engine: inout SearchEngine) -> SearchResult? {
    switch entry.kind {
    case .series:
      let store = engine.store(of: entry)
      guard let next = occurrence(store) else { return nil }
      var result = result(entry, next.start, next.end, next.isAllDay ? (next.firstDate, next.endDate) : nil)
      let event = store[next.event]
      if event.isOverride {
        result.title = Array(store.slice(event.title, of: event))
        let city = store.text(.xBusyLifeCity, of: event)
        result.place = Array(SearchFields.place(city, store.slice(event.location, of: event)))
      }
      return result
    case .note where entry.item.day == SearchItem.lasting:
      if query.time != .any { return nil }
      return SearchResult(entry: entry, start: 0, end: 0, firstDate: 0, lastDate: 0, isAllDay: true, isPast: false)
    case .allDay, .note:
      let first = SearchItems.day(of: entry.start)
      let end = max(SearchItems.day(of: entry.end), first)
      return kept(result(entry, startOfDay(first), startOfDay(end), (first, end)))
    case .floating: return kept(result(entry, instant(entry.start), instant(entry.end), nil))
    case .zoned: return kept(result(entry, entry.start, max(entry.start, entry.end), nil))
    }
  }

  private func result(
    _ entry: SearchEntry, _ start: Int64, _ end: Int64, _ dates: (first: Int32, end: Int32)?
  ) -> SearchResult {
    let isPast = end <= query.now && (end > start || start < query.now)
    if let dates {
      return SearchResult(
        entry: entry, start: start, end: end, firstDate: dates.first, lastDate: max(dates.first, dates.end - 1),
        isAllDay: true, isPast: isPast)
    }
    let first = date(start)
    return SearchResult(
      entry: entry, start: start, end: end, firstDate: first, lastDate: end > start ? date(end - 1) : first,
      isAllDay: false, isPast: isPast)
  }

  /// A single event, if it is at the time that is asked for.
  private func kept(_ result: SearchResult) -> SearchResult? {
    switch query.time {
    case .any: return result
    case .future: return result.isPast ? nil : result
    case .past: return result.start < query.now ? result : nil
    case .year: return result.lastDate >= year.lowerBound && result.firstDate < year.upperBound ? result : nil
    }
  }

  /// The next occurrence of a series, or its last if all are past, among those that are asked for.
  private func occurrence(_ store: EventStore) -> Occurrence? {
    if store.events.isEmpty { return nil }
    let master = store.master(of: Int32(store.events.firstIndex { !$0.isOverride } ?? 0))
    let day: Int64 = 86_400
    let (low, high) = (CivilDateTime.first.wallSeconds, CivilDateTime.last.wallSeconds)
    if case .year = query.time {
      let within = store.occurrences(
        of: master, from: startOfDay(year.lowerBound), to: startOfDay(year.upperBound), in: zone)
      return within.first { $0.end > query.now } ?? within.last
    }
    if query.time != .past {
      // The next is usually near.
      for reach in [40, 400, 4_000, 40_000] as [Int64] {
        let next = store.occurrences(of: master, from: query.now, to: min(high, query.now + reach * day), in: zone)
        if let first = next.first { return first }
      }
      if query.time == .future { return nil }
    }
    for reach in [40, 400, 4_000, 40_000, 4_000_000] as [Int64] {
      let past = store.occurrences(of: master, from: max(low, query.now - reach * day), to: query.now, in: zone)
      if let last = past.last { return last }
    }
    return nil
  }

  private func date(_ seconds: Int64) -> Int32 { zone.wall(at: Instant(clamping: seconds)).date.dayNumber }

  private func startOfDay(_ day: Int32) -> Int64 {
    guard let date = CivilDate(dayNumber: Int(day)) else { return Int64(day) * 86_400 }
    return zone.startOfDay(date).secondsSinceEpoch
  }

  private func instant(_ wall: Int64) -> Int64 {
    CivilDateTime(wallSeconds: wall).map { zone.instant(of: $0).secondsSinceEpoch } ?? wall
  }
}

extension SearchEngine {
  /// The events of a series, read once.
  mutating func store(of entry: SearchEntry) -> EventStore {
    if let known = series.first(where: { $0.item == entry.item }) { return known.store }
    var read = ReadEvents()
    let calendar = read.add(calendar: CalendarInfo(name: [0x78], title: [0x78], color: []))
    var diagnostics = Diagnostics()
    read.add(
      ICalendarDocument(parsing: entry.data), to: calendar, zones: zones, diagnostics: &diagnostics)
    read.link()
    let store = read.unredacted().store
    series.append((entry.item, store))
    return store
  }
}
