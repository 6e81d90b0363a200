import Bytes
import CalendarPages
import CivilTime
import Events
import Readers
import Sections
import Settling

/// What a build writes: a pure list of files, each with how it is made. Nothing is rendered or
/// written yet.
struct Plan: Sendable {
  enum Work: Sendable {
    case calendar(Month)
    case agenda(Month)
    case week(Week)
    case day(Day)
    case year(Year)
    case index
    case today
    case beyond
    case missing
    /// An index of ``CalendarPages/EventPages/events``.
    case event(Int)
    /// The same event as a file to add to one's own calendar.
    case eventFile(Int)
    case note(Int)
    /// Events of a calendar, or of all.
    case feed(calendar: UInt16?)
    case bytes([UInt8])
    /// A file of `data/` that is named by its bytes.
    case data(SiteDataFiles.Source)
    /// A file of the content, as it is.
    case copy(ContentFile)
  }

  struct File: Sendable {
    /// From the output folder.
    var path: String
    var work: Work
  }

  var files: [File] = []

  mutating func add(_ path: String, _ work: Work) { files.append(File(path: path, work: work)) }

  /// Adds every page of one zone's site.
  /// - Parameter prefix: empty, or the folder of the zone, ending in a slash.
  mutating func add(_ site: Site, prefix: String) {
    let rules = site.locale.weekRules
    let window = site.links.window
    func path(_ kind: ViewKind, _ name: [UInt8]) -> String {
      "\(prefix)\(kind.name)/\(String(decoding: name, as: UTF8.self)).html"
    }
    add(prefix + "index.html", .index)
    if site.links.hasToday { add(prefix + "today.html", .today) }
    add(prefix + "beyond.html", .beyond)
    if let months = SectionWindow<Month>(meeting: window, rules) {
      for month in months {
        if site.links.kinds.contains(.calendar) { add(path(.calendar, month.name), .calendar(month)) }
        if site.links.kinds.contains(.agenda) { add(path(.agenda, month.name), .agenda(month)) }
      }
    }
    if site.links.kinds.contains(.week), let weeks = SectionWindow<Week>(meeting: window, rules) {
      for week in weeks { add(path(.week, week.name), .week(week)) }
    }
    if site.links.kinds.contains(.day), let days = SectionWindow<Day>(meeting: window, rules) {
      for day in days where site.links.has(day) { add(path(.day, day.name), .day(day)) }
    }
    if site.links.kinds.contains(.year), let years = SectionWindow<Year>(meeting: window, rules) {
      for year in years { add(path(.year, year.name), .year(year)) }
    }
    for (page, event) in site.eventPages.events.enumerated() {
      guard let slug = site.eventPages.slug(of: event) else { continue }
      let name = String(decoding: slug, as: UTF8.self)
      add("\(prefix)event/\(name).html", .event(page))
      add("\(prefix)event/\(name).ics", .eventFile(page))
    }
    for (index, note) in site.notes.all.enumerated() {
      add(prefix + String(decoding: note.path, as: UTF8.self), .note(index))
    }
    add(prefix + "feeds/all.ics", .feed(calendar: nil))
    for (index, calendar) in site.events.calendars.enumerated() {
      add("\(prefix)feeds/\(String(decoding: calendar.name, as: UTF8.self)).ics", .feed(calendar: UInt16(index)))
    }
  }

  /// The days that must be settled for all pages of a window: whole years, months and weeks, as far as
  /// any of them is shown.
  static func settledDays(_ site: Links) -> Range<CivilDate> {
    let window = site.window
    guard !window.isEmpty, let last = window.upperBound.adding(days: -1) else { return window }
    var low = window.lowerBound
    var high = window.upperBound
    func include(_ days: Range<CivilDate>?) {
      guard let days else { return }
      low = min(low, days.lowerBound)
      high = max(high, days.upperBound)
    }
    if site.kinds.contains(.year) {
      include(Year.containing(window.lowerBound, site.rules)?.days)
      include(Year.containing(last, site.rules)?.days)
    }
    include(window.lowerBound.civilMonth.firstDay..<window.lowerBound)
    include(last..<(last.civilMonth.lastDay.adding(days: 1) ?? last))
    include(Week.containing(low, site.rules)?.days)
    if let end = high.adding(days: -1) { include(Week.containing(end, site.rules)?.days) }
    return low..<high
  }
}

extension Plan.Work {
  /// The section that a path of a zone's site names, wherever in time it is; `nil` for any other path, for
  /// kinds that are not published, and for names that are no section's.
  init?(path: String, _ links: Links) {
    switch SectionPath(Array(path.utf8), links) {
    case .calendar(let section): self = .calendar(section)
    case .agenda(let section): self = .agenda(section)
    case .week(let section): self = .week(section)
    case .day(let section): self = .day(section)
    case .year(let section): self = .year(section)
    case nil: return nil
    }
  }

  /// The days that the page of a section shows, those beside it in a grid included; `nil` for other files.
  var days: Range<CivilDate>? {
    func widened(_ days: Range<CivilDate>) -> Range<CivilDate> {
      (days.lowerBound.adding(days: -7) ?? .first)..<(days.upperBound.adding(days: 7) ?? .last)
    }
    switch self {
    case .calendar(let section), .agenda(let section): return widened(section.days)
    case .week(let section): return section.days
    case .day(let section): return section.days
    case .year(let section): return section.days
    default: return nil
    }
  }
}
