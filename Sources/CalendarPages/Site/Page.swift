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

  /// The pages of which every site has one, but for today.html if no day has a page.
  private static let single: [Page] = [.index, .today, .subscribe, .embed, .embedding, .beyond, .board, .print]

  /// The pages of a zone's site, in the order of its plan. O(pages).
  package static func all(of site: Site) -> [Page] {
    var pages = single.filter { $0 != .today || site.links.hasToday }
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

  /// What all pages of a kind have in common, in one row.
  package struct Kind {
    /// The name of its template, which is its `data-view`.
    package var template: StaticString
    package var place = Place.root
    /// Whether it is in the site map.
    package var isListed = true
    /// Whether its days show their weather.
    var showsWeather = false
    /// Whether it shows the day of the build, whichever day it opens at: it is made anew each day.
    package var showsToday: Bool
  }

  /// Its location relative to the root of its zone's site.
  package enum Place: Int, Sendable {
    case root, folder
    /// Shown for addresses at any depth.
    case anywhere
    /// At the root, with the days of the window.
    case rootOfWindow
  }

  @inline(__always)
  package var kind: Kind {
    switch self {
    case .section(let section):
      Kind(
        template: section.view.name, place: .folder, showsWeather: section.view != .calendar && section.view != .year,
        showsToday: false)
    case .index: Kind(template: "index", showsWeather: true, showsToday: true)
    case .today: Kind(template: "today", showsWeather: true, showsToday: true)
    case .event: Kind(template: "event", place: .folder, showsToday: false)
    case .note: Kind(template: "note", place: .folder, showsToday: false)
    case .subscribe: Kind(template: "subscribe", showsToday: false)
    case .embed: Kind(template: "embed", isListed: false, showsWeather: true, showsToday: true)
    case .embedding: Kind(template: "embedding", isListed: false, showsToday: false)
    case .beyond: Kind(template: "beyond", isListed: false, showsToday: false)
    case .missing: Kind(template: "missing", place: .anywhere, isListed: false, showsToday: false)
    case .board: Kind(template: "board", isListed: false, showsWeather: true, showsToday: true)
    case .search: Kind(template: "search", place: .rootOfWindow, showsToday: false)
    case .print: Kind(template: "print", showsToday: false)
    }
  }

  /// The names of the templates of pages at the root of a zone's site to which links may lead, whether a site has all
  /// of them or not. A page is called as its template is.
  package static let linked: [StaticString] = (single + [.search]).map { $0.kind.template }

  /// The names of the templates of pages that ``PageEngine`` makes.
  package static let madeInBrowsers: [StaticString] = ViewKind.allCases.map { $0.name } + [Page.event(0).kind.template]

  /// The names of all page templates.
  package static let templates: [StaticString] =
    ViewKind.allCases.map { $0.name } + (single + [.event(0), .note(0), .missing, .search]).map { $0.kind.template }

  /// Its path from the root of its zone's site. The file name without extension is the page's `data-section`.
  package func path(in site: Site) -> [UInt8] {
    switch self {
    case .section(let section):
      var path = [UInt8](section.view.name)
      path.append(ascii: "/")
      section.appendName(to: &path)
      path.append(".html")
      return path
    case .event(let page):
      var path: [UInt8] = []
      EventPages.appendPath(site.eventPages.slug(of: site.eventPages.events[page]) ?? [], to: &path)
      return path
    case .note(let note): return site.notes.all[note].path
    case .missing: return [UInt8]("404.html")
    default: return [UInt8](kind.template) + ".html"
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
    case .section, .index, .today, .subscribe, .embed, .embedding, .beyond, .missing, .board, .search, .print: nil
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
    default: return site.usualDay
    }
  }
}

extension Site {
  /// The first day of the month after a third of the window: the month of the build, unless a window is chosen.
  fileprivate var usualDay: CivilDate {
    let first = links.window.lowerBound
    let months = links.window.upperBound.civilMonth.monthNumber - first.civilMonth.monthNumber
    return max(first, first.civilMonth.adding(months: Int(months) / 3)?.firstDay ?? first)
  }

  /// Whether there is search.html. A site of busy time alone has nothing to search for, and no feeds for news readers
  /// either.
  package var hasSearch: Bool { settings.hasSearch && feeds.contains { $0.group == .news } }

  /// The days that embed.html shows by itself: those of its agenda, and of the month that they begin in.
  package var embeddedDays: Range<CivilDate> {
    let month = Month(openingDay.civilMonth, links.rules).gridDays
    return month.lowerBound..<max(month.upperBound, embeddedAgenda.upperBound.adding(days: 1) ?? .last)
  }

  /// The first and the last day of its agenda: most frames show two weeks, also some weeks after a build.
  package var embeddedAgenda: ClosedRange<CivilDate> {
    openingDay...max(openingDay, openingDay.adding(days: 30) ?? .last)
  }

  /// The index of the date that an event's page shows: the requested one, otherwise the first that has not ended when
  /// the month of the build begins; the last if there is none.
  /// - Parameter page: an index of ``EventPages/events``.
  package func shownOccurrence(ofPage page: Int) -> Int {
    let occurrences = eventPages.occurrences[page]
    let start = startOfMonth
    let shown = occurrences.firstIndex { occurrence in
      if let instance = eventPages.instance { return occurrence.start >= instance }
      return occurrence.end > start
    }
    return shown ?? occurrences.count - 1
  }
}
