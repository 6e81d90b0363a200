import CalendarPages
import Events

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
  private let parts: [Part]

  /// O(events).
  init(_ store: EventStore) {
    self.store = store
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

  private static func feed(of events: some Sequence<Int32>, _ store: EventStore) -> ICalendarFeed {
    var feed = ICalendarFeed(store)
    for index in events { feed.add(index) }
    return feed
  }
}

extension RenderedSite {
  /// The events of a calendar, or of all, as a file of iCalendar in consecutive runs of bytes.
  func iCalendarFeed(of calendar: UInt16?) -> [[UInt8]] {
    var (name, text, color) = (site.title, description, [UInt8]())
    if let calendar {
      let info = site.events.calendars[Int(calendar)]
      (name, text, color) = (info.title.isEmpty ? info.name : info.title, [], info.color)
    }
    let parts = feeds.events(of: calendar)
    if !parts.isEmpty, let runs = ICalendarFeed.file(of: parts, name: name, description: text, color: color) {
      return runs
    }
    return [feeds.feed(of: calendar).finish(name: name, description: text, color: color)]
  }
}
