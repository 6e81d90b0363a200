import Bytes
import CalendarPages
import CivilTime
import Events
import Settling

/// When the content of each page last changed, as the events on it say: the newest LAST-MODIFIED. Never the time of the
/// build, so that nothing changes where nothing did; nor DTSTAMP, since many servers write the time of each request.
/// What a page shows besides events does not count.
struct LastChanges {
  private let rendered: RenderedSite
  /// By event; `Int64.min` where nothing is known.
  private let events: [Int64]
  /// By day, from ``first`` on.
  private let days: [Int64]
  private let first: Int

  /// O(events, and days with their entries).
  init(_ rendered: RenderedSite) {
    self.rendered = rendered
    let site = rendered.site
    let store = site.events
    // A time that is still to come is a mistake.
    let end = site.startOfToday + 86_400
    let events = store.events.map { event -> Int64 in
      let changed = store.isBusyBlock(event) ? .min : event.lastModified
      // Calendars that are made of other files, and those without a clock, say 1970.
      return changed > 0 && changed < end ? changed : .min
    }
    self.events = events
    guard let range = rendered.days.residentDays else {
      (first, days) = (0, [])
      return
    }
    first = Int(range.lowerBound.dayNumber)
    days = (first..<Int(range.upperBound.dayNumber)).map { number in
      guard let date = CivilDate(dayNumber: number), let day = rendered.days.day(date) else { return .min }
      return day.entries.reduce(.min) { max($0, events[Int(day.occurrence($1).event)]) }
    }
  }

  /// When the content of a page changed, in seconds since 1970; `nil` if nothing says so. O(its days, or its events).
  func change(of page: Page) -> Int64? {
    let site = rendered.site
    var newest = Int64.min
    if case .event(let index) = page {
      for event in site.events.members(of: site.eventPages.events[index]) { newest = max(newest, events[Int(event)]) }
    } else if let shown = page.days(in: site) {
      let low = max(0, Int(shown.lowerBound.dayNumber) - first)
      let high = min(days.count, Int(shown.upperBound.dayNumber) - first)
      if low < high { newest = days[low..<high].max() ?? .min }
    }
    return newest == .min ? nil : newest
  }
}
