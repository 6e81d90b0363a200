import CalendarPages
import CivilTime
import Events
import Feeds
import Publishing

/// A feed of a site: its link, its bytes, and what these depend on. All code that plans, renders, publishes or compares
/// feeds asks this type, so that each format is defined once. ``FeedCatalog`` has the events of each.
enum Feed: Hashable, Sendable {
  /// What a feed of iCalendar holds.
  enum Content: Hashable, Sendable {
    case all
    /// Of a calendar, an index of ``Events/EventStore/calendars``.
    case calendar(UInt16)
    /// Of a category, an index of ``FeedCatalog/categories``.
    case category(Int)
    /// Of a filter, an index of ``FeedCatalog/filters``.
    case filter(Int)
  }

  /// Events, with their series.
  case iCalendar(Content)
  /// When one is busy in the window.
  case freeBusy
  /// What begins within 30 days.
  case atom, json
  /// What has a place at conferences, in the window.
  case schedule

  /// The feeds of a site that are no calendars, in the order in which pages name them.
  static func others(_ catalog: FeedCatalog) -> [Feed] {
    if catalog.isBusyTimeAlone { return [.freeBusy] }
    return [.freeBusy, .atom, .json] + (catalog.scheduled == nil ? [] : [.schedule])
  }

  /// How pages name it.
  /// - Parameter title: that of the site.
  func link(_ catalog: FeedCatalog, _ store: EventStore, title: [UInt8], _ words: Words) -> FeedLink {
    func calendar(_ group: FeedLink.Group, _ title: [UInt8], _ path: String) -> FeedLink {
      FeedLink(group, "text/calendar", title: title, path: path)
    }
    switch self {
    case .iCalendar(.all): return calendar(.all, title, "feeds/all.ics")
    case .iCalendar(.calendar(let index)):
      let info = store.calendars[Int(index)]
      return calendar(.calendar, info.shownTitle, String(decoding: info.feedPath, as: UTF8.self))
    case .iCalendar(.category(let index)):
      return calendar(.category, catalog.categories[index].name, catalog.categories[index].path)
    case .iCalendar(.filter(let index)):
      return calendar(.filter, catalog.filters[index].name, catalog.filters[index].path)
    case .freeBusy:
      return FeedLink(
        .other, "text/calendar", title: words[.more], path: "feeds/freebusy.ifb", name: words[.freeBusy])
    case .atom:
      return FeedLink(.news, "application/atom+xml", title: title, path: "feeds/atom.xml", name: Array("Atom".utf8))
    case .json:
      return FeedLink(
        .news, "application/feed+json", title: title, path: "feeds/feed.json", name: Array("JSON Feed".utf8))
    case .schedule:
      return FeedLink(.other, "application/xml", title: title, path: "feeds/schedule.xml", name: words[.schedule])
    }
  }

  /// Its bytes, in consecutive runs.
  func runs(of rendered: RenderedSite) -> [[UInt8]] {
    blocks(of: rendered, .none, nil).map { $0.made }
  }

  /// Its bytes in parts, of which those with unchanged inputs are taken from the published file.
  /// - Parameters:
  ///   - known: the parts of the published file.
  ///   - inputs: fingerprints of inputs; `nil` if none are wanted.
  func blocks(of rendered: RenderedSite, _ known: KnownBlocks, _ inputs: SiteFingerprints?) -> [FeedBlock] {
    func made(_ bytes: [UInt8]) -> [FeedBlock] { [FeedBlock(source: .made(bytes))] }
    return switch self {
    case .iCalendar(let content): rendered.iCalendarBlocks(of: content, known, inputs: inputs?.lines)
    case .freeBusy: made(FreeBusyFeed(rendered.site).file())
    case .atom: made(rendered.news().atom())
    case .json: made(rendered.news().json())
    case .schedule: rendered.scheduleBlocks(known, inputs: inputs?.talks)
    }
  }

  /// Adds what its bytes depend on, apart from what all files of the site share. A feed whose entries depend on the day
  /// of the build adds that day.
  func add(to made: inout Ingredients, of rendered: RenderedSite, _ events: EventFingerprints) {
    let (site, catalog) = (rendered.site, rendered.feeds.catalog)
    made.add(link(catalog, site.events, title: site.title, site.words).path)
    made.add(events.zones)
    made.add(catalog.refresh)
    func add(_ some: [Int32]) { for index in some { made.add(events.all[Int(index)]) } }
    let store = site.events
    /// Adds events that are linked to their pages, and that are known by the names of those if they have no UID. Names
    /// of pages depend on settings and on other events.
    func addNamed(_ index: Int) {
      made.add(events.all[index])
      made.add(site.eventPages.slug(of: Int32(index)) ?? [])
      made.add(rendered.slugs.name(of: store.events[index]) ?? [])
    }
    switch self {
    case .iCalendar(.calendar(let calendar)): add(rendered.feeds.events(of: calendar))
    case .iCalendar(.category(let index)): add(catalog.categories[index].events)
    case .iCalendar(.filter(let index)):
      made.add(catalog.filters[index].name)
      add(catalog.filters[index].events)
    case .schedule:
      made.add(catalog.scheduled?.count ?? 0)
      for index in catalog.scheduled ?? [] { addNamed(Int(index)) }
    // The window and the zone are shared by all files of the site.
    case .iCalendar(.all), .freeBusy: for fingerprint in events.all { made.add(fingerprint) }
    case .atom, .json:
      made.add(catalog.author)
      made.add(site.today.dayNumber)
      for index in store.events.indices { addNamed(index) }
    }
  }
}

extension SiteFacts {
  /// What pages other than subscribe.html depend on: no browser makes that, and no other page names all feeds.
  var withoutOtherFeeds: SiteFacts {
    var facts = self
    facts.feeds.removeAll { !$0.isInHeads }
    return facts
  }
}
