import CalendarPages
import CivilTime
import Events
import Feeds
import Publishing
import Readers
import Settling
import TimeZones

/// The events of each calendar in the form of feeds, in parts that are made once, by the first thread that needs each:
/// the feeds of all zones, and that of all calendars, consist of these parts with a few lines before and after them.
final class FeedParts: Sendable {
  /// Events in sequence, with the lines that feeds have of them.
  struct Part: Sendable {
    var calendar: UInt16
    /// Whether another calendar shows the events, which this one has too.
    var isCopy = false
    let events: [Int32]
    let feed: Remade<ICalendarFeed>
  }

  let store: EventStore
  private let isOfOneZone: Bool
  private let found: Deferred<FeedCatalog, Never>
  /// Which events are in which feed.
  var catalog: FeedCatalog { found.value() }
  private let parts: [Part]
  /// The parts of each calendar.
  private let calendars: [[Part]]
  /// The events of each category and each filter, by their index in the catalogue.
  private let selections: Remade<(categories: [[Part]], filters: [[Part]])>

  /// O(events).
  /// - Parameter zones: the number of zones that have these feeds.
  init(_ store: EventStore, _ catalog: Deferred<FeedCatalog, Never>, zones: Int) {
    self.store = store
    isOfOneZone = zones == 1
    found = catalog
    selections = Remade {
      func selected(_ selection: FeedCatalog.Selection) -> [Part] {
        Self.parts(of: selection.events, store) { _ in 0 }
      }
      let catalog = catalog.value()
      return (catalog.categories.map(selected), catalog.filters.map(selected))
    }
    var copies: [UInt16: [Int32]] = [:]
    for index in store.events.indices where store.events[index].others != 0 {
      for calendar in store.others(of: store.events[index]) { copies[calendar, default: []].append(Int32(index)) }
    }
    parts =
      Self.parts(of: store.events.indices.lazy.map { Int32($0) }, store) { $0.calendar }
      + copies.sorted { $0.key < $1.key }.map { Self.part($0.key, $0.value, store, isCopy: true) }
    var calendars = [[Part]](repeating: [], count: store.calendars.count)
    for part in parts { calendars[Int(part.calendar)].append(part) }
    self.calendars = calendars
  }

  /// The parts of a feed, in the order in which they stand in its file: those of a calendar, or of all, in content
  /// order, then those that the calendar has in common with another that shows them.
  func parts(of content: Feed.Content) -> [Part] {
    switch content {
    case .all: parts.filter { !$0.isCopy }
    case .calendar(let calendar): calendars[Int(calendar)]
    case .category(let index): selections.value().categories[index]
    case .filter(let index): selections.value().filters[index]
    }
  }

  /// The events of a calendar: its own in content order, then those that it has in common with another. O(its events).
  func events(of calendar: UInt16) -> [Int32] { calendars[Int(calendar)].flatMap { $0.events } }

  /// The lines of several parts, made here as one. O(bytes).
  func feed(of parts: [Part]) -> ICalendarFeed { Self.feed(of: parts.lazy.flatMap { $0.events }, store) }

  /// Frees the lines of a feed that is written, if no other feed has them.
  func release(_ content: Feed.Content) {
    switch content {
    case .category, .filter: if isOfOneZone { for part in parts(of: content) { part.feed.release() } }
    case .all, .calendar: break
    }
  }

  /// Frees all lines, when all feeds are written: they take several times as much memory as the events. Where something
  /// is withheld, the scan of the output holds them until it ends.
  func release() {
    for part in parts { part.feed.release() }
    selections.release()
  }

  // MARK: Dividing

  /// A part has at least this many events, unless the calendar changes, and at most that many: as much work as some
  /// pages, and a small part of a large feed.
  private static let fewest = 128, most = 2_048

  /// Divides events behind every 256th or so, by their UIDs: where events are added or removed, only the parts around
  /// them have other events.
  private static func parts(
    of events: some Sequence<Int32>, _ store: EventStore, calendar: (Event) -> UInt16
  ) -> [Part] {
    var parts: [Part] = []
    var run: [Int32] = []
    var current: UInt16 = 0
    func end() {
      if !run.isEmpty { parts.append(part(current, run, store)) }
      run = []
    }
    for index in events {
      let event = store[index]
      let calendar = calendar(event)
      if calendar != current { end() }
      current = calendar
      run.append(index)
      if run.count >= fewest, event.uidHash >> 32 & 0xFF == 0 || run.count == most { end() }
    }
    end()
    return parts
  }

  private static func part(
    _ calendar: UInt16, _ events: [Int32], _ store: EventStore, isCopy: Bool = false
  ) -> Part {
    Part(calendar: calendar, isCopy: isCopy, events: events, feed: Remade { feed(of: events, store) })
  }

  private static func feed(of events: some Sequence<Int32>, _ store: EventStore) -> ICalendarFeed {
    var feed = ICalendarFeed(store)
    for index in events { feed.add(index) }
    return feed
  }
}

extension RenderedSite {
  /// A file of iCalendar in parts.
  /// - Parameters:
  ///   - known: the parts of the published file.
  ///   - inputs: the fingerprint of all that the lines of some events depend on; `nil` if the next build must make all.
  func iCalendarBlocks(
    of content: Feed.Content, _ known: KnownBlocks, inputs: (([Int32]) -> Fingerprint)?
  ) -> [FeedBlock] {
    let head = head(of: content)
    let parts = feeds.parts(of: content)
    if parts.isEmpty { return [FeedBlock(source: .made(ICalendarFeed(site.events).finish(head)))] }
    let prints = parts.map { inputs?($0.events) }
    let published = zip(parts, prints).map { part, inputs -> (block: FeedBlock, zones: FeedZones)? in
      guard let inputs, let block = known[inputs], let zones = FeedZones(block.notes, site.events, part.events)
      else { return nil }
      return (block, zones)
    }
    // First the parts that nobody has begun, then those that other threads are making.
    for (index, part) in parts.enumerated() where published[index] == nil { part.feed.begin() }
    let zones = parts.indices.map { published[$0]?.zones ?? parts[$0].feed.value().namedZones }
    guard let begin = ICalendarFeed.head(head, before: zones) else {
      return [FeedBlock(source: .made(feeds.feed(of: parts).finish(head)))]
    }
    let blocks = parts.indices.map { index in
      if let published = published[index] { return published.block }
      let (part, feed) = (parts[index], parts[index].feed.value())
      guard let inputs = prints[index], let notes = feed.namedZones.packed(part.events) else {
        return FeedBlock(source: .made(feed.lines))
      }
      return FeedBlock(source: .made(feed.lines), inputs: inputs, notes: notes)
    }
    return [FeedBlock(source: .made(begin))] + blocks + [FeedBlock(source: .made(ICalendarFeed.tail))]
  }

  private func head(of content: Feed.Content) -> ICalendarFeed.Head {
    let (catalog, store) = (feeds.catalog, site.events)
    let link = Feed.iCalendar(content).link(catalog, store, title: site.title, site.words)
    var head = ICalendarFeed.Head(name: link.title)
    var newest = Int64.min
    func note(_ index: Int) { newest = max(newest, store.events[index].lastModified) }
    switch content {
    case .all:
      head.description = description
      store.events.indices.forEach(note)
    case .calendar(let calendar):
      head.color = store.calendars[Int(calendar)].color
      head.colorName = Array(NamedColors.nearest(to: String(decoding: head.color, as: UTF8.self)).utf8)
      for event in feeds.events(of: calendar) { note(Int(event)) }
    case .category(let index): for event in catalog.categories[index].events { note(Int(event)) }
    case .filter(let index): for event in catalog.filters[index].events { note(Int(event)) }
    }
    if newest != .min { head.lastModified = newest }
    if !site.url.isEmpty { (head.url, head.source) = (site.url, site.url + link.path) }
    head.refresh = catalog.refresh
    return head
  }
}

extension RenderedSite {
  /// What begins within 30 days.
  func news() -> NewsFeed {
    NewsFeed(site, occurrences(NewsFeed.days(from: site.today)), author: feeds.catalog.author, slugs: slugs)
  }

  /// schedule.xml in parts, one for each month.
  /// - Parameters:
  ///   - known: the parts of the published file.
  ///   - inputs: the fingerprint of all that the lines of some occurrences depend on; `nil` if the next build must make
  ///     all.
  func scheduleBlocks(
    _ known: KnownBlocks, inputs: ((ArraySlice<Occurrence>, CivilDate) -> Fingerprint)?
  ) -> [FeedBlock] {
    var isScheduled = [Bool](repeating: false, count: site.events.events.count)
    for event in feeds.catalog.scheduled ?? [] { isScheduled[Int(event)] = true }
    let shown = occurrences(site.links.window).filter { isScheduled[Int($0.event)] }
    let schedule = ScheduleFeed(site, shown, slugs: slugs)
    let crowded = schedule.areCrowded
    // Published parts need no number: none of them is crowded.
    var ids: Set<Int> = []
    let months = schedule.months.map { range in
      let inputs = crowded[range].contains(true) ? nil : inputs?(schedule.occurrences[range], schedule.days.lowerBound)
      if let inputs, let block = known[inputs] { return block }
      return FeedBlock(source: .made(schedule.days(of: range, &ids)), inputs: inputs)
    }
    return [FeedBlock(source: .made(schedule.head))] + months + [FeedBlock(source: .made(ScheduleFeed.tail))]
  }

  /// The occurrences that overlap some days, in order.
  private func occurrences(_ wanted: Range<CivilDate>) -> [Occurrence] {
    if let resident = days.residentDays, resident.contains(wanted.lowerBound), wanted.upperBound <= resident.upperBound
    {
      return days.occurrences(meeting: wanted)
    }
    var store = DayStore(site.events, zone: site.zone)
    store.load(wanted)
    return store.occurrences(meeting: wanted)
  }
}
