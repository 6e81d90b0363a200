import CalendarPages
import Dispatch
import Events
import Synchronization

/// The events of each calendar as feeds have them, in parts that are made once, by whichever thread comes first to
/// each: the feeds of all zones, and that of all calendars, are these parts with a few lines before and after them.
final class FeedParts: Sendable {
  /// How many events a part has: as much work as a dozen pages.
  private static let size = 1_024

  private struct Part: Sendable {
    var calendar: UInt16
    var events: [Int32]
    /// Signalled once the part is made.
    var isMade = DispatchSemaphore(value: 0)
  }

  private struct State: Sendable {
    var isBegun: [Bool]
    var made: [ICalendarFeed?]
  }

  private let store: EventStore
  private let parts: [Part]
  private let state: Mutex<State>

  /// O(events).
  init(_ store: EventStore) {
    self.store = store
    var parts: [Part] = []
    for index in store.events.indices {
      let calendar = store.events[index].calendar
      if parts.last?.calendar != calendar || parts.last?.events.count == Self.size {
        parts.append(Part(calendar: calendar, events: []))
      }
      parts[parts.count - 1].events.append(Int32(index))
    }
    self.parts = parts
    state = Mutex(State(isBegun: parts.map { _ in false }, made: parts.map { _ in nil }))
  }

  /// The events of a calendar, or of all, in the order of the content. O(their bytes), for the first who asks.
  func events(of calendar: UInt16?) -> [ICalendarFeed] {
    let wanted = parts.indices.filter { calendar == nil || parts[$0].calendar == calendar }
    for index in wanted {
      let isMine = state.withLock { state in
        defer { state.isBegun[index] = true }
        return !state.isBegun[index]
      }
      if !isMine { continue }
      let feed = feed(of: parts[index].events)
      state.withLock { $0.made[index] = feed }
      parts[index].isMade.signal()
    }
    for index in wanted {
      parts[index].isMade.wait()
      parts[index].isMade.signal()
    }
    let made = state.withLock { $0.made }
    return wanted.compactMap { made[$0] }
  }

  /// The same, by itself and in one.
  func feed(of calendar: UInt16?) -> ICalendarFeed {
    feed(of: parts.lazy.filter { calendar == nil || $0.calendar == calendar }.flatMap { $0.events })
  }

  private func feed(of events: some Sequence<Int32>) -> ICalendarFeed {
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
