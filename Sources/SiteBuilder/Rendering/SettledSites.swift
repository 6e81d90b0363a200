import Bytes
import CalendarPages
import CivilTime
import Events
import Gate
import Publishing
import Readers
import Settling
import SiteTerms
import TimeZones

/// The sites of a build, one per zone, with their days settled. Nothing is fetched, rendered or written.
struct SettledSites {
  /// In the order of the zones, without assets and weather.
  let all: [RenderedSite]
  /// What limits left out in all zones together.
  let report: ExpansionReport

  /// O(zones · occurrences in the window).
  /// - Parameters:
  ///   - languages: those of the site, seen from its first zone; `nil` if there is one.
  ///   - catalog: which feeds there are, the same in all languages.
  init(
    _ published: PublicContent, _ settings: SiteSettings, _ words: Words, _ languages: SiteLanguages?,
    slugs: Deferred<EventSlugs, Never>, _ catalog: Deferred<FeedCatalog, Never>
  ) {
    let store = published.store
    let notes = Notes(published.notes.map { NotePage($0) })
    let feeds = FeedParts(store, catalog, zones: settings.zones.count)
    let window = settings.links.window
    // Feeds and slugs are made in the background meanwhile.
    var facts: SiteFacts?
    var report = ExpansionReport()
    all = settings.zones.enumerated().map { index, zone in
      let prefix = settings.prefix(ofZone: index)
      var links = settings.links
      links.skipped = zone.skippedDates
      var days = DayStore(store, zone: zone)
      let wanted = links.shownDays
      // The window comes first, so that a limit does not cut it for the sake of days that only the corners of a year or
      // month page show.
      if !wanted.isEmpty {
        days.load(window)
        days.load(wanted)
      }
      report.formUnion(days.report)
      // The index shows the month of today, or of the nearest published day; if there is nothing until then, the month
      // of the first day with an event or a note.
      let date = zone.day(at: settings.now)
      let opening = links.nearestDay(to: date)
      let frontDay = max(days.firstDay(in: window, with: notes) ?? opening, opening)
      let month = opening.civilMonth
      var indexDays = DayStore(store, zone: zone)
      // embed.html shows the days after it, too.
      let end = max(
        frontDay.civilMonth.lastDay.adding(days: 8) ?? .last, opening.adding(days: 31) ?? .last)
      indexDays.load((month.firstDay.adding(days: -7) ?? .first)..<end)
      report.formUnion(indexDays.report)
      let shown = days.occurrences(meeting: window)
      let slugs = slugs.value()
      let known = facts ?? settings.facts(words, languages, catalog.value(), store)
      facts = known
      let site = Site(
        known, prefix: Array(prefix.utf8), links: links, zone: zone, today: date, events: store,
        eventPages: EventPages(store, shown: known.settings.hasEventPages ? shown : [], slugs: slugs), notes: notes,
        weather: nil, frontDay: frontDay)
      return RenderedSite(
        site: site, days: days, indexDays: indexDays, root: settings.root, description: settings.description,
        feeds: feeds, slugs: slugs, shownEvents: shown.count)
    }
    self.report = report
  }
}

extension DayStore {
  /// The first resident day of a range that has an event or a note; `nil` if none has. O(days · runs).
  fileprivate func firstDay(in range: Range<CivilDate>, with notes: Notes) -> CivilDate? {
    var date = range.lowerBound
    while date < range.upperBound {
      if day(date)?.entries.isEmpty == false || !notes.on(date).isEmpty { return date }
      guard let next = date.adding(days: 1) else { return nil }
      date = next
    }
    return nil
  }
}

extension NotePage {
  init(_ note: Note) {
    self.init(
      title: note.title.onOneLine, slug: note.slug, html: note.html, day: nil, eventUID: [], isEvent: note.isEvent)
    switch note.placement {
    case .day(let date): day = date
    case .event(let uid): eventUID = uid
    case .page: break
    }
  }
}
