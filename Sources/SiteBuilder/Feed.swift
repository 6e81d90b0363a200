import CalendarPages
import Events

/// A feed of a site: its path, its bytes, and what these depend on. All code that plans, renders, publishes or compares
/// feeds asks this type, so that each format is defined once. The links to feeds are made in `Furniture.swift`.
enum Feed: Hashable, Sendable {
  /// The events of a calendar, an index of ``Events/EventStore/calendars``, or of all.
  case iCalendar(of: UInt16?)
  /// When one is busy in the window.
  case freeBusy

  /// The feeds of a zone's site, in the order of its plan. A calendar without a name is of busy time alone: it
  /// has no feed.
  static func all(of site: Site) -> [Feed] {
    let calendars = site.events.calendars
    let named = calendars.indices.filter { !calendars[$0].name.isEmpty }
    return [.iCalendar(of: nil)] + named.map { .iCalendar(of: UInt16($0)) } + [.freeBusy]
  }

  /// Its path from the root of its zone's site.
  func path(in site: Site) -> String {
    switch self {
    case .iCalendar(nil): "feeds/all.ics"
    case .iCalendar(let calendar?):
      "feeds/\(String(decoding: site.events.calendars[Int(calendar)].name, as: UTF8.self)).ics"
    case .freeBusy: "feeds/freebusy.ifb"
    }
  }

  /// Its bytes, in consecutive runs.
  func runs(of rendered: RenderedSite) -> [[UInt8]] {
    switch self {
    case .iCalendar(let calendar): rendered.iCalendarFeed(of: calendar)
    case .freeBusy: [FreeBusyFeed(rendered.site).file()]
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
      for index in store.events.indices where calendar.map({ store.has(store.events[index], in: $0) }) ?? true {
        made.add(events.all[index])
      }
    // The window and the zone are shared by all files of the site.
    case .freeBusy: for fingerprint in events.all { made.add(fingerprint) }
    }
  }
}
