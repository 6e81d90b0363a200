import Bytes
import CivilTime
import Events
import Mustache
import Sections
import Settling
import SiteTerms
import TimeZones

/// Everything that the pages of one site in one zone share. Made once, then used by all threads.
package final class Site: Sendable {
  package let facts: SiteFacts
  /// The folder of its zone, ending in a slash; empty for the first zone.
  package let prefix: [UInt8]
  /// The address of the site in this zone, ending in a slash; empty if unknown.
  package let url: [UInt8]
  package let links: Links
  package let zone: Zone
  /// The day of the build, in the site's zone: the meaning of "today" without scripts. Pages contain no more precise
  /// time of the build, so that builds of one day are equal.
  package let today: CivilDate
  package let events: EventStore
  package let eventPages: EventPages
  package let notes: Notes
  /// Those of ``facts``, seen from the root of the site in this zone.
  package let assets: Assets
  /// As ``assets``.
  package let languages: SiteLanguages?
  /// `nil` if no page shows weather.
  package let weather: Weather?
  /// The day at which the front page opens: ``openingDay``, or the first day on which something is if all are ahead.
  package let frontDay: CivilDate

  package init(
    _ facts: SiteFacts, prefix: [UInt8] = [], links: Links, zone: Zone, today: CivilDate, events: EventStore,
    eventPages: EventPages, notes: Notes, weather: Weather?, frontDay: CivilDate? = nil
  ) {
    let up = prefix.wayUp
    self.facts = facts
    self.prefix = prefix
    url = facts.url.isEmpty ? [] : facts.url + prefix
    self.links = links
    self.zone = zone
    self.today = today
    self.events = events
    self.eventPages = eventPages
    self.notes = notes
    assets = facts.assets.below(up)
    languages = facts.languages?.seen(from: prefix, up)
    self.weather = weather
    self.frontDay = frontDay ?? links.nearestDay(to: today)
  }

  package var title: [UInt8] { facts.title }
  package var description: [UInt8] { facts.description }
  package var locale: LocaleTable { facts.locale }
  package var words: Words { facts.words }
  package var settings: PageSettings { facts.settings }
  package var feeds: [FeedLink] { facts.feeds }

  /// The day at which today.html opens: today, or the nearest published day.
  package var openingDay: CivilDate { links.nearestDay(to: today) }

  /// The first second of the day of the build, in seconds since 1970.
  package var startOfToday: Int64 { zone.startOfDay(today).secondsSinceEpoch }

  /// The first second of the month of the build. Pages that do not open at today count from it what is next, so that
  /// each day of the month builds the same; scripts find what is next for the reader.
  package var startOfMonth: Int64 { zone.startOfDay(today.civilMonth.firstDay).secondsSinceEpoch }
}

extension Array where Element == UInt8 {
  /// The way from this folder, empty or ending in a slash, up to the root.
  package var wayUp: [UInt8] {
    var way: [UInt8] = []
    for byte in self where byte == .slash { way.append("../") }
    return way
  }
}

/// Paths of the theme's files from the site's root.
package struct Assets: Sendable {
  /// What a file is for. The order is that of `data/site.bin`.
  package enum Kind: Int, CaseIterable, Sendable {
    case stylesheet, months, grid, week, colors, script
    /// The script that renders pages in the browser; empty if the site has none.
    case engine
    case manifest, icon, touchIcon
    /// Further files for today.html.
    case todayStylesheet, todayScript
    /// A further style sheet for event pages, subscribe.html and search.html.
    case subscribeStylesheet
    /// The script of buttons that copy, for event pages and subscribe.html.
    case copyScript
    /// The address of the folder of pictures for chats, ending in a slash; empty if there are none.
    case pictures
    /// The style sheet for paper.
    case printStylesheet
  }

  /// All paths, by ``Kind/rawValue``.
  package private(set) var paths: [[UInt8]]

  /// - Parameter path: gives the path of each kind.
  package init(_ path: (Kind) -> [UInt8]) { paths = Kind.allCases.map(path) }

  /// No files yet.
  package static let none = Assets { _ in [] }

  /// - Parameter paths: one of each kind.
  init(paths: [[UInt8]]) { self.paths = paths }

  package subscript(kind: Kind) -> [UInt8] {
    get { paths[kind.rawValue] }
    set { paths[kind.rawValue] = newValue }
  }

  /// The same paths relative to a folder below the root: `way` leads back up. That of pictures is a whole address.
  package func below(_ way: [UInt8]) -> Assets {
    var below = self
    for index in paths.indices where index != Kind.pictures.rawValue && !paths[index].isEmpty {
      below.paths[index] = way + paths[index]
    }
    return below
  }
}

/// Names of the pictures that chats show of pages.
package enum Pictures {
  /// The months that have pictures, counted from that of the build. Pages of other days have the picture of the site.
  package static let monthsAhead: Range<Int32> = 0..<3
  /// The name of the picture of the site.
  package static let site: StaticString = "site"
  package static let ending: StaticString = ".png"
}

extension Site {
  /// The month whose picture chats show of a page; `nil` if they show that of the site.
  /// - Parameters:
  ///   - kind: its view, if it is a page of days.
  ///   - anchor: the day that its links to other views lead to.
  @inline(never) package func picturedMonth(_ kind: ViewKind?, _ anchor: CivilDate) -> CivilMonth? {
    guard let kind, kind != .year else { return nil }
    let month = anchor.civilMonth
    // Today may be in a month that is not published, while other days of its week are in the window.
    guard Pictures.monthsAhead.contains(month.monthNumber - today.civilMonth.monthNumber),
      month.firstDay < links.window.upperBound, links.window.lowerBound <= month.lastDay
    else { return nil }
    return month
  }
}

/// A note as shown on pages.
package struct NotePage: Sendable {
  package var title: [UInt8]
  package var slug: [UInt8]
  /// Safe HTML; links to other pages of the site begin with ``rootMark``.
  package var html: [UInt8]
  package var day: CivilDate?
  /// The UID of the event it belongs to; empty if none.
  package var eventUID: [UInt8]
  /// Whether it is that event, whose page has its text.
  package var isEvent: Bool
  /// Whether it is on neither a day nor an event.
  package var isPage: Bool { day == nil && eventUID.isEmpty }

  package init(
    title: [UInt8], slug: [UInt8], html: [UInt8], day: CivilDate?, eventUID: [UInt8], isEvent: Bool = false
  ) {
    (self.title, self.slug, self.html) = (title, slug, html)
    (self.day, self.eventUID, self.isEvent) = (day, eventUID, isEvent)
  }
}

/// All notes, found by day and by event.
package struct Notes: Sendable {
  package let all: [NotePage]
  /// Notes on days, sorted by day; those of one day in their own order.
  private let byDay: [(day: CivilDate, note: Int)]
  private let uids: NameTable
  /// The notes for each of ``uids``, by the same index.
  private let byUID: [[Int]]
  /// Indices of the notes that are only pages and are named at the foot of every page.
  package let pages: [Int]
  /// Every page pays for each of them.
  package static let pageLimit = 100

  /// O(notes).
  package init(_ notes: [NotePage]) {
    all = notes
    var byDay: [(day: CivilDate, note: Int)] = []
    var uids = NameTable()
    var byUID: [[Int]] = []
    var pages: [Int] = []
    for (index, note) in notes.enumerated() {
      if let day = note.day { byDay.append((day, index)) }
      if !note.eventUID.isEmpty {
        let uid = uids.intern(note.eventUID)
        if uid == byUID.count { byUID.append([]) }
        byUID[uid].append(index)
      }
      if note.isPage, pages.count < Self.pageLimit { pages.append(index) }
    }
    self.byDay = byDay.sorted { $0.day == $1.day ? $0.note < $1.note : $0.day < $1.day }
    self.uids = uids
    self.byUID = byUID
    self.pages = pages
  }

  /// Indices of the notes on a day.
  package func on(_ date: CivilDate) -> [Int] {
    if byDay.isEmpty { return [] }
    var found: [Int] = []
    var index = byDay.partitioningIndex { $0.day >= date }
    while index < byDay.count, byDay[index].day == date {
      found.append(byDay[index].note)
      index += 1
    }
    return found
  }

  /// Indices of the notes on an event.
  package func on(uid: [UInt8]) -> [Int] { byUID.isEmpty ? [] : uids.find(uid).map { byUID[$0] } ?? [] }
}
