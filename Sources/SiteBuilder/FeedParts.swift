import CalendarPages
import CivilTime
import Events
import Readers
import Settling

/// The events of each calendar in the form of feeds, in parts that are made once, by the first thread that needs each:
/// the feeds of all zones, and that of all calendars, consist of these parts with a few lines before and after them.
final class FeedParts: Sendable {
  /// The number of events in a part: as much work as a dozen pages.
  private static let size = 1_024

  private struct Part: Sendable {
    var calendar: UInt16
    /// Whether another calendar shows the events, which this one has too.
    var isCopy = false
    var events: [Int32]
    var feed: Deferred<ICalendarFeed, Never>

    func isWanted(_ wanted: UInt16?) -> Bool { wanted == nil ? !isCopy : calendar == wanted }
  }

  private let store: EventStore
  private let found: Deferred<FeedCatalog, Never>
  /// Which events are in which feed.
  var catalog: FeedCatalog { found.value() }
  private let parts: [Part]
  /// The events of each category and each filter, by their index in the catalogue.
  private let selections: Deferred<(categories: [Selected], filters: [Selected]), Never>
  private typealias Selected = Deferred<ICalendarFeed, Never>

  /// O(events).
  init(_ store: EventStore, _ catalog: Deferred<FeedCatalog, Never>) {
    self.store = store
    found = catalog
    selections = Deferred {
      func selected(_ selection: FeedCatalog.Selection) -> Selected {
        Selected { Self.feed(of: selection.events, store) }
      }
      let catalog = catalog.value()
      return (catalog.categories.map(selected), catalog.filters.map(selected))
    }
    var runs: [(calendar: UInt16, events: [Int32])] = []
    for index in store.events.indices {
      let calendar = store.events[index].calendar
      if runs.last?.calendar != calendar || runs.last?.events.count == Self.size { runs.append((calendar, [])) }
      runs[runs.count - 1].events.append(Int32(index))
    }
    func part(_ calendar: UInt16, _ events: [Int32], isCopy: Bool = false) -> Part {
      Part(
        calendar: calendar, isCopy: isCopy, events: events, feed: Deferred { Self.feed(of: events, store) })
    }
    var copies: [UInt16: [Int32]] = [:]
    for index in store.events.indices where store.events[index].others != 0 {
      for calendar in store.others(of: store.events[index]) { copies[calendar, default: []].append(Int32(index)) }
    }
    parts =
      runs.map { part($0.calendar, $0.events) }
      + copies.sorted { $0.key < $1.key }.map { part($0.key, $0.value, isCopy: true) }
  }

  /// The events of a calendar, or of all, in content order, then those that it has in common with another that shows
  /// them. O(their bytes) for the first caller.
  func events(of calendar: UInt16?) -> [ICalendarFeed] {
    let wanted = parts.filter { $0.isWanted(calendar) }
    // First the parts that nobody has begun, then those that other threads are making.
    for part in wanted { part.feed.begin() }
    return wanted.map { $0.feed.value() }
  }

  /// The same, made here as one part.
  func feed(of calendar: UInt16?) -> ICalendarFeed {
    Self.feed(of: parts.lazy.filter { $0.isWanted(calendar) }.flatMap { $0.events }, store)
  }

  /// The events of a category. O(their bytes) for the first caller.
  func events(ofCategory index: Int) -> ICalendarFeed { selections.value().categories[index].value() }

  /// The events that a filter chooses. O(their bytes) for the first caller.
  func events(ofFilter index: Int) -> ICalendarFeed { selections.value().filters[index].value() }

  private static func feed(of events: some Sequence<Int32>, _ store: EventStore) -> ICalendarFeed {
    var feed = ICalendarFeed(store)
    for index in events { feed.add(index) }
    return feed
  }
}

extension RenderedSite {
  /// Events as a file of iCalendar, in consecutive runs of bytes.
  func iCalendarFeed(of content: Feed.Content) -> [[UInt8]] {
    let head = head(of: content)
    switch content {
    case .category(let index): return [feeds.events(ofCategory: index).finish(head)]
    case .filter(let index): return [feeds.events(ofFilter: index).finish(head)]
    case .all: return iCalendarFeed(ofCalendar: nil, head)
    case .calendar(let calendar): return iCalendarFeed(ofCalendar: calendar, head)
    }
  }

  private func iCalendarFeed(ofCalendar calendar: UInt16?, _ head: ICalendarFeed.Head) -> [[UInt8]] {
    let parts = feeds.events(of: calendar)
    if !parts.isEmpty, let runs = ICalendarFeed.file(of: parts, head) { return runs }
    return [feeds.feed(of: calendar).finish(head)]
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
      for index in store.events.indices where store.has(store.events[index], in: calendar) { note(index) }
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

  /// schedule.xml.
  func schedule() -> [UInt8] {
    let scheduled = Set(feeds.catalog.scheduled ?? [])
    let shown = occurrences(site.links.window).filter { scheduled.contains($0.event) }
    return ScheduleFeed(site, shown, slugs: slugs).file()
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
