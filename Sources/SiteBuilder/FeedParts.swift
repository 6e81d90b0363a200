import CalendarPages
import Events

/// The events of each calendar as feeds have them, in parts that are made once, by whichever thread comes first to
/// each: the feeds of all zones, and that of all calendars, are these parts with a few lines before and after them.
final class FeedParts: Sendable {
  /// How many events a part has: as much work as a dozen pages.
  private static let size = 1_024

  private struct Part: Sendable {
    var calendar: UInt16
    var events: [Int32]
    var feed: Deferred<ICalendarFeed, Never>
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
    parts = runs.map { run in
      let events = run.events
      return Part(calendar: run.calendar, events: events, feed: Deferred { Self.feed(of: events, store) })
    }
  }

  /// The events of a calendar, or of all, in the order of the content. O(their bytes), for the first who asks.
  func events(of calendar: UInt16?) -> [ICalendarFeed] {
    let wanted = parts.filter { calendar == nil || $0.calendar == calendar }
    // First all that nobody has begun, then those that other threads are at.
    for part in wanted { part.feed.begin() }
    return wanted.map { $0.feed.value() }
  }

  /// The same, by itself and in one.
  func feed(of calendar: UInt16?) -> ICalendarFeed {
    Self.feed(of: parts.lazy.filter { calendar == nil || $0.calendar == calendar }.flatMap { $0.events }, store)
  }

  private static func feed(of events: some Sequence<Int32>, _ store: EventStore) -> ICalendarFeed {
    var feed = ICalendarFeed(store)
    for index in events { feed.add(index) }
    return feed
  }
}

extension RenderedSite {
  /// The file of a feed, as runs of bytes that follow each other.
  func feed(_ calendar: UInt16?) -> [[UInt8]] {
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
