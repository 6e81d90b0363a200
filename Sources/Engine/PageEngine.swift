import Bytes
import CalendarPages
import CivilTime
import DataFiles
import Events
import Feeds
import Mustache
import Sections
import Settling
import SiteTerms
import TimeZones

/// Makes the pages of a site from its `data/`, in any zone and for any date: the core of the browser module, and the
/// same natively.
///
/// The caller asks ``needs(_:)`` which files a page needs, and adds them with ``add(file:_:)``; the engine itself
/// fetches nothing. A class, as what it holds is: the browser module has no code to copy it.
package final class PageEngine {
  var data: SiteData?
  var events = EngineEvents()
  /// The archive of all zones, once loaded: for zones that the site does not use.
  private var world: ZoneArchive?
  private var worldTable = ZoneTable()
  /// Resolves the TZIDs of the site's data.
  private var dataTable = ZoneTable()
  /// The zone of the requested pages and days.
  package private(set) var zone = Zone.utc
  /// Whether the site's clocks are exchanged.
  private var hasOtherClock = false
  /// Paths of files that were added.
  private var present: [[UInt8]] = []
  /// The problems of the calendar added last, or of the days requested last.
  package private(set) var diagnostics = Diagnostics()

  package init() {}

  // MARK: Loading

  /// Loads the site's data, and forgets everything of another site. Its first zone is selected. O(data).
  package func load(site bytes: [UInt8]) throws(EngineError) {
    guard let data = SiteData(file: bytes) else {
      throw EngineError(.content, "these are not the data of a site, or have another version")
    }
    guard ReadersCustoms.areExpected || data.facts.settings.columns.kind == .none else {
      throw EngineError(.whole, "the site's days have columns")
    }
    guard let zone = data.zones.zone(data.published[0].identifier) else {
      throw EngineError(.content, "the site's data lacks the rules of its zone")
    }
    self.zone = zone
    events = EngineEvents(calendars: data.calendars)
    dataTable = data.zones.table
    present = []
    hasOtherClock = false
    self.data = data
  }

  /// Loads the archive of all zones. O(names).
  package func load(world bytes: [UInt8]) throws(EngineError) {
    guard let archive = ZoneArchive(bytes) else {
      throw EngineError(.content, "these bytes are not an archive of zones")
    }
    worldTable = ZoneTable(names: archive.names) { archive.zone($0) }
    world = archive
  }

  /// The path of the script that the site's data were made for, from the site's root.
  package var scriptPath: [UInt8] { data?.facts.assets[.engine] ?? [] }

  /// The path of the archive of all zones, from the site's root; empty if there is none.
  package var zonesPath: [UInt8] { data?.world ?? [] }

  /// The names of all zones that can be selected, in order: those of the archive if it is loaded, otherwise the site's.
  package var zoneNames: [[UInt8]] { world?.names ?? data?.published.map { $0.identifier } ?? [] }

  /// Selects the zone of the pages and days requested from now on: a name in any case, or an offset such as `UTC+8`.
  package func view(zone name: [UInt8]) throws(EngineError) {
    guard let zone = known(name) else {
      throw EngineError(
        .unknownZone, "no zone " + quoted(name) + (world == nil ? " is known; load all zones first" : " is known"))
    }
    self.zone = zone
  }

  /// Selects how the pages requested from now on are written, until another site is loaded. A site with ``Columns`` can
  /// be loaded only after this was called once, for ``ReadersCustoms``.
  /// - Parameters:
  ///   - firstWeekday: the first day of weeks, 1 for Monday; others are ignored.
  ///   - isOtherClock: whether times have twelve hours where the site has twenty-four, or the reverse.
  package func read(firstWeekday: UInt8, isOtherClock: Bool) {
    ReadersCustoms.expect()
    guard let data else { return }
    if let first = Weekday(rawValue: firstWeekday) {
      // Whoever chooses Monday means the weeks of ISO 8601.
      data.facts.locale.weekRules = WeekRules(firstWeekday: first, minimumDays: first == .monday ? 4 : 1)
    }
    if isOtherClock != hasOtherClock {
      hasOtherClock = isOtherClock
      data.facts.locale.exchangeClocks()
    }
  }

  private func known(_ name: [UInt8]) -> Zone? {
    if let data, let own = data.published.first(where: { $0.identifier.equalsIgnoringCase(name) }) {
      return data.zones.zone(own.identifier)
    }
    return worldTable.lookup(name)
  }

  /// The paths, from the site's root, of the files that a page needs and that were not added yet.
  /// - Parameter path: a page's path; empty for all events.
  package func needs(_ path: [UInt8]) -> [[UInt8]] {
    guard let data else { return [] }
    var paths: [[UInt8]] = data.files.recurring.isEmpty ? [] : [data.files.recurring]
    if let section = ViewSection(path: path, links(nil, data)) {
      paths += data.files.months(meeting: section.shownDays).map { data.files.months[$0].path }
    } else if path.isEmpty || event(path) == nil {
      paths += data.files.months.map { $0.path }
    }
    return paths.filter { !present.contains($0) }
  }

  /// Adds a file of the site's events. O(file).
  /// - Parameter path: as returned by ``needs(_:)``.
  package func add(file path: [UInt8], _ bytes: [UInt8]) throws(EngineError) {
    guard data != nil else { throw EngineError(.state, "the site's data must be loaded first") }
    if present.contains(path) { return }
    present.append(path)
    for document in EventFileReader.documents(of: bytes) { events.add(siteDocument: document, zones: dataTable) }
  }

  // MARK: The reader's own calendars

  /// Adds a file of the reader's to a calendar; its problems are in ``diagnostics``. O(file).
  package func add(calendar name: [UInt8], _ file: consuming [UInt8]) throws(EngineError) {
    guard (1...255).contains(name.count), name.allSatisfy({ $0 >= .space && $0 != 0x7F }) else {
      throw EngineError(.argument, "a calendar's name has 1 to 255 bytes and no control character")
    }
    diagnostics = Diagnostics()
    try events.add(file, toCalendar: name, zones: worldTable, diagnostics: &diagnostics)
  }

  /// Removes a calendar that ``add(calendar:_:)`` made. O(all events).
  package func remove(calendar name: [UInt8]) throws(EngineError) {
    guard let rest = events.without(calendar: name, siteZones: dataTable, worldTable) else {
      throw EngineError(.argument, "there is no calendar " + quoted(name) + " of the reader's")
    }
    events = rest
  }

  // MARK: Pages

  /// Makes the page of a section. O(events of its days).
  /// - Parameters:
  ///   - path: `calendar/2041-03.html`.
  ///   - window: the published window that the page states. If given, the page is the one that a build of that window
  ///     writes; if not, its links have no edge, and it states the site's own window.
  package func sectionPage(_ path: [UInt8], window: Range<CivilDate>? = nil) throws(EngineError) -> [UInt8] {
    let data = try loaded()
    let links = links(window, data)
    guard let section = ViewSection(path: path, links) else { throw Self.noPage(path) }
    let store = events.all()
    var days = DayStore(store, zone: zone)
    days.load(section.shownDays)
    diagnostics = Self.diagnostics(of: days.report, store)
    var renderer = renderer(data, links, store, days, days.occurrences(meeting: section.shownDays))
    return try Self.checked { out throws(RenderError) in try renderer.render(.section(section), into: &out) }
  }

  /// Makes the page of an event, `event/book-fair-wdc5yn7yta.html`, like ``sectionPage(_:window:)`` for sections; with
  /// `#2026-12-03` or `#2026-12-03T14:30:00` after it, that of the first date of a series from then on. O(events).
  package func eventPage(_ address: [UInt8], window: Range<CivilDate>? = nil) throws(EngineError) -> [UInt8] {
    let data = try loaded()
    let store = events.all()
    let (path, instance) = asked(address)
    let shown = event(path).map { occurrences(of: $0, store, from: instance) } ?? []
    if shown.isEmpty { throw Self.noPage(path) }
    var renderer = renderer(data, links(window, data), store, DayStore(store, zone: zone), shown, instance)
    return try Self.checked { out throws(RenderError) in try renderer.render(.event(0), into: &out) }
  }

  private func loaded() throws(EngineError) -> SiteData {
    guard let data else { throw EngineError(.state, "the site's data must be loaded first") }
    return data
  }

  private static func noPage(_ path: [UInt8]) -> EngineError {
    EngineError(.argument, "no page " + quoted(path) + " can be made")
  }

  /// A renderer for pages of the site in the selected zone.
  /// - Parameters:
  ///   - shown: the occurrences whose events are linked.
  ///   - instance: ``EventPages/instance``.
  private func renderer(
    _ data: SiteData, _ links: Links, _ store: EventStore, _ days: DayStore, _ shown: [Occurrence],
    _ instance: Int64? = nil
  ) -> PageRenderer {
    var pages =
      data.facts.settings.hasEventPages ? EventPages(store, shown: shown, slugs: data.slugs) : EventPages()
    pages.instance = instance
    return PageRenderer(
      site(data, links, store, pages), days: days, todaysDays: days, absoluteRoot: [], data.templates)
  }

  /// The rendered bytes, or an error.
  private static func checked(_ render: (inout [UInt8]) throws(RenderError) -> Void) throws(EngineError) -> [UInt8] {
    var out: [UInt8] = []
    do throws(RenderError) { try render(&out) } catch {
      if case .notLinked = error { throw EngineError(.content, "the site's theme lacks a template") }
      throw EngineError(.content, "a partial of the site's theme includes itself endlessly")
    }
    return out
  }

  func links(_ window: Range<CivilDate>?, _ data: SiteData) -> Links {
    Links(
      window: window ?? data.facts.window, kinds: data.facts.kinds, rules: data.facts.locale.weekRules,
      edge: window == nil ? .none : .window,
      skipped: zone.skippedDates)
  }

  /// The first day of the month of the build in the selected zone.
  func month(_ data: SiteData) -> CivilDate {
    (data.published.first { $0.identifier == zone.identifier } ?? data.published[0]).month
  }

  /// The site in the selected zone: the published one of this zone, otherwise that of the first zone with the zone
  /// replaced.
  private func site(_ data: SiteData, _ links: Links, _ store: EventStore, _ pages: EventPages) -> Site {
    Site(
      data.facts, prefix: data.published.first { $0.identifier == zone.identifier }?.prefix ?? [], links: links,
      zone: zone, today: month(data), events: store, eventPages: pages, notes: Notes(data.notes), weather: data.weather)
  }

  // MARK: Days

  /// Settles days in the selected zone, in the form of `agenda --format json`. The caller must add the files for these
  /// days first.
  /// - Parameters:
  ///   - from: the first day, in days since 1970-01-01.
  ///   - to: the day after the last.
  package func agenda(from: Int, to: Int) throws(EngineError) -> [UInt8] {
    let (days, store, run) = try settled(from: from, to: to)
    var bytes: [UInt8] = []
    guard AgendaJSON(run, of: store, days: days, in: zone).append(to: &bytes, atMost: EngineLimits.agenda) else {
      throw EngineError(.limit, "the days have more than 64 MiB of events; request fewer days")
    }
    return bytes
  }

  /// Settles days in the selected zone; ``diagnostics`` tells what limits left out.
  func settled(
    from: Int, to: Int
  ) throws(EngineError) -> (days: Range<CivilDate>, store: EventStore, run: SettledRun) {
    guard let first = CivilDate(dayNumber: from), let end = CivilDate(dayNumber: to), first <= end else {
      throw EngineError(.argument, "the days are outside the years -9999 to 9999, or end before they begin")
    }
    guard to - from <= EngineLimits.days else {
      throw EngineError(.limit, "more than 4,000 days are requested at once; request fewer")
    }
    let store = events.all()
    var report = ExpansionReport()
    let run = store.settle(first..<end, in: zone, report: &report)
    diagnostics = Self.diagnostics(of: report, store)
    return (first..<end, store, run)
  }

  /// Messages about what limits left out.
  private static func diagnostics(of report: ExpansionReport, _ store: EventStore) -> Diagnostics {
    var diagnostics = Diagnostics()
    for index in report.truncated {
      diagnostics.add(
        .warning, line: store[index].line,
        "the event has more than 20,000 occurrences in these days; the later ones are left out")
    }
    for index in report.unfinished {
      diagnostics.add(
        .warning, line: store[index].line,
        "the next match of the event's rule is too far off to be searched for; occurrences may be missing")
    }
    if report.isFull {
      diagnostics.add(
        .warning, line: 1, "there are more than 5 million occurrences in these days; the rest is left out")
    }
    return diagnostics
  }
}
