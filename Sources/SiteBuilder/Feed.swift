import CalendarPages
import Events

/// A feed of a site: its path, its bytes, and what these depend on. All code that plans, renders, publishes or compares
/// feeds asks this type, so that each format is defined once. The links to feeds are made in `Furniture.swift`.
enum Feed: Hashable, Sendable {
  /// The events of a calendar, an index of ``Events/EventStore/calendars``, or of all.
  case iCalendar(of: UInt16?)

  /// The feeds of a zone's site, in the order of its plan.
  static func all(of site: Site) -> [Feed] {
    [.iCalendar(of: nil)] + site.events.calendars.indices.map { .iCalendar(of: UInt16($0)) }
  }

  /// Its path from the root of its zone's site.
  func path(in site: Site) -> String {
    switch self {
    case .iCalendar(nil): "feeds/all.ics"
    case .iCalendar(let calendar?):
      "feeds/\(String(decoding: site.events.calendars[Int(calendar)].name, as: UTF8.self)).ics"
    }
  }

  /// Its bytes, in consecutive runs.
  func runs(of rendered: RenderedSite) -> [[UInt8]] {
    switch self {
    case .iCalendar(let calendar): rendered.iCalendarFeed(of: calendar)
    }
  }

  /// Adds what its bytes depend on, apart from what all files of the site share. A feed whose entries depend on the day
  /// of the build adds that day.
  func add(to made: inout Ingredients, of site: Site, _ events: EventFingerprints) {
    made.add(path(in: site))
    made.add(events.zones)
    let store = site.events
    switch self {
    case .iCalendar(let calendar):
      for index in store.events.indices where calendar == nil || store.events[index].calendar == calendar {
        made.add(events.all[index])
      }
    }
  }
}
