import Bytes
import CivilTime
import Events
import Sections
import Settling
import SiteTerms

/// A page of a site: its path, the days that it shows, its template. ``PageModels/model(of:)`` makes its model. All
/// code that plans, renders, serves or compares pages asks this type, so that each kind of page is defined once.
package enum Page: Hashable, Sendable {
  /// A section of a view: `calendar/2026-11.html`.
  case section(ViewSection)
  /// A month as calendar and agenda: the month of ``Site/frontDay``.
  case index
  /// today.html: ``Site/openingDay`` on one screen.
  case today
  /// An event or a series: an index of ``EventPages/events``.
  case event(Int)
  /// An index of ``Notes/all``.
  case note(Int)
  /// subscribe.html: every feed, and how programs subscribe to it.
  case subscribe
  /// embed.html: one view for pages elsewhere, without the site's head and foot.
  case embed
  /// embedding.html: says how to show the calendar on a page elsewhere.
  case embedding
  /// beyond.html: says which days are published; with scripts, shows sections outside of the window.
  case beyond
  /// 404.html: shown for addresses that do not exist.
  case missing
  /// board.html: today and the next days for a screen on a wall. Only builds make it.
  case board
  /// search.html: what scripts find; without them the categories, places and people of the window, with their pages.
  case search
  /// print.html: lays out any days for paper, with scripts; lists the published months.
  case print

  /// The pages of a zone's site, in the order of its plan. O(pages).
  package static func all(of site: Site) -> [Page] {
    var pages: [Page] = [.index]
    if site.links.hasToday { pages.append(.today) }
    pages += [.subscribe, .embed, .embedding, .beyond, .board, .print]
    for section in site.links.sections { pages.append(.section(section)) }
    for event in site.eventPages.events.indices { pages.append(.event(event)) }
    for note in site.notes.all.indices { pages.append(.note(note)) }
    if site.hasSearch { pages.append(.search) }
    return pages
  }

  /// Calls `body` for each page that is not a section but in the navigation between views: with its template, its path
  /// and the word of its link. Inlined, for the size of the browser module.
  @inline(__always)
  static func forEachLink(
    by links: Links, _ body: (_ template: StaticString, _ path: StaticString, _ word: WordsField) -> Void
  ) {
    if links.hasToday { body("today", "today.html", .upcoming) }
  }

  /// The names of all page templates.
  package static let templates: [StaticString] =
    ViewKind.allCases.map { $0.name } + [
      "index", "today", "event", "note", "subscribe", "embed", "embedding", "beyond", "missing",
      "board", "search", "print",
    ]

  /// The name of its template, which is its `data-view`.
  package var template: StaticString {
    switch self {
    case .section(let section): section.view.name
    case .index: "index"
    case .today: "today"
    case .event: "event"
    case .note: "note"
    case .subscribe: "subscribe"
    case .embed: "embed"
    case .embedding: "embedding"
    case .beyond: "beyond"
    case .missing: "missing"
    case .board: "board"
    case .search: "search"
    case .print: "print"
    }
  }

  /// Its path from the root of its zone's site. The file name without extension is the page's `data-section`.
  package func path(in site: Site) -> [UInt8] {
    switch self {
    case .section(let section):
      var path = [UInt8](section.view.name)
      path.append(ascii: "/")
      section.appendName(to: &path)
      path.append(".html")
      return path
    case .index: return [UInt8]("index.html")
    case .today: return [UInt8]("today.html")
    case .event(let page):
      var path: [UInt8] = []
      EventPages.appendPath(site.eventPages.slug(of: site.eventPages.events[page]) ?? [], to: &path)
      return path
    case .note(let note): return site.notes.all[note].path
    case .subscribe: return [UInt8]("subscribe.html")
    case .embed: return [UInt8]("embed.html")
    case .embedding: return [UInt8]("embedding.html")
    case .beyond: return [UInt8]("beyond.html")
    case .missing: return [UInt8]("404.html")
    case .board: return [UInt8]("board.html")
    case .search: return [UInt8]("search.html")
    case .print: return [UInt8]("print.html")
    }
  }

  /// The settled days that it shows; `nil` if it shows none.
  package func days(in site: Site) -> Range<CivilDate>? {
    switch self {
    case .section(let section): section.shownDays
    case .index: Month(site.frontDay.civilMonth, site.links.rules).gridDays
    case .today: Day(site.openingDay).days
    case .embed, .board: site.embeddedDays
    case .search: site.links.window
    case .event, .note, .subscribe, .embedding, .beyond, .missing, .print: nil
    }
  }

  /// What a page shows besides its days and what all pages share: an index of ``EventPages/events``, or of
  /// ``Notes/all``.
  package enum Subject: Sendable {
    case event(Int)
    case note(Int)
  }

  /// `nil` if there is nothing else whose change would change the page.
  package var subject: Subject? {
    switch self {
    case .event(let event): .event(event)
    case .note(let note): .note(note)
    case .section, .index, .today, .subscribe, .embed, .embedding, .beyond, .missing, .board, .search, .print:
      nil
    }
  }

  /// The day that its links to other views lead to. Pages that do not show the day of the build do not link to it, or
  /// they would change each day; scripts make their links lead to the reader's day.
  package func anchor(in site: Site) -> CivilDate {
    switch self {
    case .section(let section):
      // Its first day in the window.
      let (days, window) = (section.days, site.links.window)
      let reachesIn = !window.isEmpty && days.contains(window.lowerBound)
      return reachesIn ? window.lowerBound : days.lowerBound
    case .event(let page):
      return site.firstDay(of: site.eventPages.occurrences[page][site.shownOccurrence(ofPage: page)])
    case .note(let note): return site.notes.all[note].day ?? site.usualDay
    case .index: return site.frontDay
    case .today, .embed, .board: return site.openingDay
    case .subscribe, .embedding, .beyond, .missing, .search, .print: return site.usualDay
    }
  }

  /// Whether it is in the site map.
  package var isListed: Bool {
    switch self {
    case .section, .index, .today, .event, .note, .subscribe, .search, .print: true
    case .embed, .embedding, .beyond, .missing, .board: false
    }
  }

  /// Whether its days show their weather.
  var showsWeather: Bool {
    switch self {
    case .section(let section): section.view == .agenda || section.view == .week || section.view == .day
    case .index, .today, .embed, .board: true
    case .event, .note, .subscribe, .embedding, .beyond, .missing, .search, .print: false
    }
  }

  /// Its location relative to the root of its zone's site.
  package enum Place: Int, Sendable {
    case root, folder
    /// Shown for addresses at any depth.
    case anywhere
    /// At the root, with the days of the window.
    case rootOfWindow
  }

  package var place: Place {
    switch self {
    case .section, .event, .note: .folder
    case .index, .today, .subscribe, .embed, .embedding, .beyond, .board, .print: .root
    case .missing: .anywhere
    case .search: .rootOfWindow
    }
  }
}

extension Site {
  /// The first day of the month after a third of the window: the month of the build, unless a window is chosen.
  fileprivate var usualDay: CivilDate {
    let first = links.window.lowerBound
    // A browser makes none of these pages.
    #if hasFeature(Embedded)
      return first
    #else
      let months = links.window.upperBound.civilMonth.monthNumber - first.civilMonth.monthNumber
      return max(first, first.civilMonth.adding(months: Int(months) / 3)?.firstDay ?? first)
    #endif
  }

  /// Whether there is anything to search for: a site of busy time alone has no feeds for news readers either.
  package var hasSearch: Bool { feeds.contains { $0.kind == .atom } }

  /// The days that embed.html shows by itself: those of its agenda, and of the month that they begin in.
  package var embeddedDays: Range<CivilDate> {
    let month = Month(openingDay.civilMonth, links.rules).gridDays
    return month.lowerBound..<max(month.upperBound, embeddedAgenda.upperBound.adding(days: 1) ?? .last)
  }

  /// The first and the last day of its agenda: most frames show two weeks, also some weeks after a build.
  package var embeddedAgenda: ClosedRange<CivilDate> {
    openingDay...max(openingDay, openingDay.adding(days: 30) ?? .last)
  }

  /// The index of the date that an event's page shows: the requested one, otherwise the next; the last if there is
  /// none.
  /// - Parameter page: an index of ``EventPages/events``.
  package func shownOccurrence(ofPage page: Int) -> Int {
    let occurrences = eventPages.occurrences[page]
    let start = startOfToday
    let shown = occurrences.firstIndex { occurrence in
      if let instance { return occurrence.start >= instance }
      return occurrence.end > start
    }
    return shown ?? occurrences.count - 1
  }
}
