import Bytes
import CalendarPages
import CivilTime
import Events
import Mustache
import Publishing
import Sections
import Settling
import SiteTerms
import TimeZones

/// The input fingerprint of each file of one zone's site; it costs a hundredth of making the file.
///
/// If a page shows something that is not part of its fingerprint here, changes to that go unnoticed. If a part is not
/// shown, the page may be rendered in vain; its equal bytes are then not written.
final class SiteFingerprints: Sendable {
  private let rendered: RenderedSite
  private var site: Site { rendered.site }
  private let events: EventFingerprints
  /// The fingerprint of what all pages share: names, addresses, the locale, the zone, the program.
  private let shared: Fingerprint
  private let program: Fingerprint
  private let templates: Templates
  private let notes: [Fingerprint]
  private let days: Days
  private let indexDays: Days

  /// Fingerprints of templates, each including all partials that it renders.
  struct Templates: Sendable {
    private let templates: TemplateSet
    private let byID: [TemplateID: Fingerprint]

    init(_ set: TemplateSet) {
      var made = Ingredients()
      var byID: [TemplateID: Fingerprint] = [:]
      for id in Page.templates.compactMap({ set[$0] }) {
        for dependency in set.dependencies(of: id) {
          made.add(set.name(of: dependency))
          made.add(set.source(of: dependency))
        }
        byID[id] = made.finish()
      }
      templates = set
      self.byID = byID
    }

    fileprivate subscript(page: Page) -> Fingerprint {
      templates[page.kind.template].flatMap { byID[$0] } ?? BuildCache.Record.unknown
    }
  }

  init(_ rendered: RenderedSite, _ events: EventFingerprints, _ templates: Templates, program: Fingerprint) {
    self.rendered = rendered
    self.events = events
    self.program = program
    self.templates = templates
    let site = rendered.site
    var made = Ingredients()
    notes = site.notes.all.map { note in
      made.add(note.title)
      made.add(note.slug)
      made.add(note.html)
      made.add(note.day.map { Int64($0.dayNumber) } ?? .min)
      made.add(note.eventUID)
      return made.finish()
    }
    shared = Self.shared(rendered, notes, program)
    days = Days(rendered.days, site, events, notes)
    indexDays = Days(rendered.indexDays, site, events, notes)
  }

  private static func shared(_ rendered: RenderedSite, _ notes: [Fingerprint], _ program: Fingerprint) -> Fingerprint {
    let site = rendered.site
    var made = Ingredients()
    made.add(program)
    made.add(site.facts.withoutOtherFeeds.packed)
    made.add([rendered.description, Array(rendered.root.utf8), site.prefix])
    // Words that no browser says are not written with the facts.
    made.add(site.words.packedWhole)
    made.add(site.words.todayScript)
    made.add(site.links.edge.rawValue)
    made.add(site.zone.stableHash)
    for calendar in site.events.calendars { made.add([calendar.name, calendar.title, calendar.color]) }
    // The forecasts' provider is credited on all pages of days; forecasts are only on pages of their days.
    made.add(site.weather.map { [$0.source, $0.licence].flatMap { [$0.name, $0.address] } + [$0.placeName] } ?? [])
    for page in site.notes.pages { made.add([site.notes.all[page].title, site.notes.all[page].slug]) }
    return made.finish()
  }

  /// The fingerprint of a file's inputs; ``BuildCache/Record/unknown`` if only making the file can tell.
  func inputs(of work: Plan.Work, _ made: inout Ingredients) -> Fingerprint {
    switch work {
    case .page(let page): add(page, to: &made)
    case .eventFile(let page):
      made.add(shared)
      made.add(events.zones)
      members(ofPage: page, &made)
    case .feed(let feed):
      made.add(shared)
      feed.add(to: &made, of: rendered, events)
    case .code(let address):
      made.add(program)
      made.add(address)
    case .picture(let picture):
      made.add(shared)
      made.add(rendered.pictures?.inputs ?? BuildCache.Record.unknown)
      switch picture {
      case .site: add(.index, to: &made)
      case .month(let month): days.add(Month(month, site.locale.weekRules).gridDays, to: &made)
      case .event(let page):
        event(page, &made)
        made.add(site.nextOccurrence(ofPage: page))
      }
    case .bytes(let bytes): made.add(bytes)
    case .data(let source):
      if source.inputs != BuildCache.Record.unknown { return source.inputs }
      made.add(source.bytes.value())
    case .copy: return BuildCache.Record.unknown
    }
    return made.finish()
  }

  private func add(_ page: Page, to made: inout Ingredients) {
    made.add(shared)
    made.add(templates[page])
    made.add(page.anchor(in: site).dayNumber)
    made.add((page.kind.showsToday ? site.today : site.today.civilMonth.firstDay).dayNumber)
    if case .subscribe = page {
      for feed in site.feeds { made.add([[feed.group.rawValue], feed.title, feed.path, feed.name]) }
    }
    if let shown = page.days(in: site) {
      made.add(shown.lowerBound.dayNumber)
      made.add(shown.upperBound.dayNumber)
      (page.kind.place == .root ? indexDays : days).add(shown, to: &made)
    }
    if page.kind.isListed, !site.assets[.pictures].isEmpty {
      var kind: ViewKind?
      if case .section(let section) = page { kind = section.view }
      // The months that have a picture are counted from today's.
      made.add(site.picturedMonth(kind, page.anchor(in: site))?.monthNumber ?? .min)
    }
    switch page.subject {
    case .event(let index): event(index, &made)
    case .note(let index): note(index, &made)
    case nil: break
    }
  }

  private func event(_ page: Int, _ made: inout Ingredients) {
    let pages = site.eventPages
    members(ofPage: page, &made)
    for occurrence in pages.occurrences[page] { Days.add(occurrence, events, site, to: &made) }
    made.add(site.shownOccurrence(ofPage: page))
    made.add(site.eventPages.pictured.contains(page))
    for neighbour in [page - 1, page + 1] where pages.events.indices.contains(neighbour) {
      made.add(events.all[Int(pages.events[neighbour])])
      made.add(pages.slug(of: pages.events[neighbour]) ?? [])
    }
    let event = site.events[pages.events[page]]
    for note in site.notes.on(uid: site.events.text(event.uid, of: event)) { made.add(notes[note]) }
  }

  private func members(ofPage page: Int, _ made: inout Ingredients) {
    made.add(site.eventPages.slug(of: site.eventPages.events[page]) ?? [])
    for index in site.events.members(of: site.eventPages.events[page]) { made.add(events.all[Int(index)]) }
  }

  private func note(_ index: Int, _ made: inout Ingredients) {
    for neighbour in index - 1...index + 1 {
      made.add(notes.indices.contains(neighbour) ? notes[neighbour] : BuildCache.Record.unknown)
    }
    let note = site.notes.all[index]
    if !note.eventUID.isEmpty, let event = site.events.event(uid: note.eventUID) {
      made.add(events.all[Int(event)])
      made.add(site.eventPages.slug(of: event) ?? [])
    }
  }

  // MARK: Parts of feeds

  /// The inputs of the lines of some events in feeds of iCalendar, the same for all sites of one language. An override
  /// names its instance in the form of its series.
  func lines(of some: [Int32]) -> Fingerprint {
    var made = Ingredients()
    made.add(program)
    made.add(events.zones)
    let store = site.events
    for index in some {
      let master = store.master(of: index)
      made.add(events.all[Int(index)])
      made.add(store[index].series >= 0)
      if master != index { made.add(events.all[Int(master)]) }
    }
    return made.finish()
  }

  /// The inputs of some occurrences in schedule.xml whose numbers do not depend on others.
  /// - Parameter first: the first day of the schedule.
  func talks(_ some: ArraySlice<Occurrence>, from first: CivilDate) -> Fingerprint {
    let store = site.events
    var made = Ingredients()
    made.add(shared)
    made.add(first.dayNumber)
    for name in site.settings.columns.order { made.add(name) }
    for occurrence in some {
      let master = store.master(of: occurrence.event)
      Days.add(occurrence, events, site, to: &made)
      made.add(events.all[Int(master)])
      for index in [occurrence.event, master] {
        made.add(rendered.slugs.name(of: store[index]) ?? [])
      }
    }
    return made.finish()
  }

  // MARK: Days

  /// What each settled day shows, as fingerprints.
  private struct Days: Sendable {
    private let first: Int
    private let all: [Fingerprint]

    /// O(days and their entries).
    init(_ store: DayStore, _ site: Site, _ events: EventFingerprints, _ notes: [Fingerprint]) {
      guard let range = store.residentDays else {
        (first, all) = (0, [])
        return
      }
      first = Int(range.lowerBound.dayNumber)
      var made = Ingredients()
      let weather = site.weather
      let forecast = weather.map { Fingerprint($0.packed) } ?? BuildCache.Record.unknown
      let forecasted = weather?.period ?? 0..<0
      all = (first..<Int(range.upperBound.dayNumber)).map { number in
        // Days that a zone skipped show nothing.
        guard let date = CivilDate(dayNumber: number), let day = store.day(date) else {
          return BuildCache.Record.unknown
        }
        made.add(day.bounds.lowerBound)
        made.add(day.bounds.upperBound)
        made.add(day.busyMinutes)
        for entry in day.entries {
          made.add(entry.part.rawValue)
          Self.add(day.occurrence(entry), events, site, to: &made)
        }
        for note in site.notes.on(date) { made.add(notes[note]) }
        if forecasted.overlaps(day.bounds) { made.add(forecast) }
        return made.finish()
      }
    }

    static func add(_ occurrence: Occurrence, _ events: EventFingerprints, _ site: Site, to made: inout Ingredients) {
      made.add(events.all[Int(occurrence.event)])
      made.add(site.eventPages.slug(of: occurrence.event) ?? [])
      made.add(occurrence.start, occurrence.end, occurrence.firstDate, occurrence.endDate)
      made.add(occurrence.original, occurrence.originalKind.rawValue)
      made.add(occurrence.isAllDay)
      made.add(occurrence.recurs)
    }

    /// Adds the days of a range; days that are not settled add nothing.
    func add(_ range: Range<CivilDate>, to made: inout Ingredients) {
      let low = Int(range.lowerBound.dayNumber)
      let high = Int(range.upperBound.dayNumber)
      for number in max(low, first)..<max(low, first, min(high, first + all.count)) { made.add(all[number - first]) }
    }
  }

  // MARK: Validity

  /// The seconds since 1970 for which a build would make the same files from the same content: until the zone's day
  /// ends.
  var period: Range<Int64> {
    let end = site.today.adding(days: 1).map { site.zone.startOfDay($0).secondsSinceEpoch } ?? .max
    return site.startOfToday..<max(site.startOfToday, end)
  }
}
