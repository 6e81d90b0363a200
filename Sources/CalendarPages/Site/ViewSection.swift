import Bytes
import CivilTime
import Sections
import SiteTerms

/// A section of a view: the content of one of its pages.
package enum ViewSection: Hashable, Sendable {
  case calendar(Month)
  case agenda(Month)
  case week(Week)
  case day(Day)
  case year(Year)

  /// The section of a view that contains a date; `nil` at the ends of the calendar, if a week would extend beyond it.
  package init?(_ view: ViewKind, containing date: CivilDate, _ rules: WeekRules) {
    switch view {
    case .calendar: self = .calendar(Month(date.civilMonth, rules))
    case .agenda: self = .agenda(Month(date.civilMonth, rules))
    case .week:
      guard let week = Week.containing(date, rules) else { return nil }
      self = .week(week)
    case .day: self = .day(Day(date))
    case .year:
      guard let year = Year(date.year) else { return nil }
      self = .year(year)
    }
  }

  /// The section that a path names, anywhere in time: `calendar/2041-03.html`. `nil` if the path is not a section's, if
  /// the name is not spelt as in pages, or if the site does not have this kind or these days.
  package init?(path: [UInt8], _ links: Links) {
    guard let slash = path.firstIndex(of: .slash), path.count > slash + 5, path[(path.count - 5)...].equals(".html"),
      let view = ViewKind.allCases.first(where: { path[..<slash].equals($0.name) }), links.kinds.contains(view)
    else { return nil }
    // A day of the section: the first of the month or year if only that is named.
    let name = Array(path[(slash + 1)..<(path.count - 5)])
    var text = name
    switch view {
    case .calendar, .agenda: text.append("-01")
    case .year: text.append("-01-01")
    case .week, .day: break
    }
    let date: CivilDate
    do throws(ISO8601Error) { date = try ISO8601.date(text) } catch { return nil }
    guard let section = ViewSection(view, containing: date, links.rules), links.has(section) else { return nil }
    var spelt: [UInt8] = []
    section.appendName(to: &spelt)
    if spelt != name { return nil }
    self = section
  }

  package var view: ViewKind {
    switch self {
    case .calendar: .calendar
    case .agenda: .agenda
    case .week: .week
    case .day: .day
    case .year: .year
    }
  }

  /// Its own dates.
  package var days: Range<CivilDate> {
    switch self {
    case .calendar(let section), .agenda(let section): section.days
    case .week(let section): section.days
    case .day(let section): section.days
    case .year(let section): section.days
    }
  }

  /// The dates that its page shows: its own, and those of neighbouring months in a month grid.
  package var shownDays: Range<CivilDate> {
    if case .calendar(let section) = self { section.gridDays } else { days }
  }

  package var previous: ViewSection? { neighbour(isNext: false) }

  package var next: ViewSection? { neighbour(isNext: true) }

  private func neighbour(isNext: Bool) -> ViewSection? {
    switch self {
    case .calendar(let section): section.neighbour(isNext: isNext).map { .calendar($0) }
    case .agenda(let section): section.neighbour(isNext: isNext).map { .agenda($0) }
    case .week(let section): section.neighbour(isNext: isNext).map { .week($0) }
    case .day(let section): section.neighbour(isNext: isNext).map { .day($0) }
    case .year(let section): section.neighbour(isNext: isNext).map { .year($0) }
    }
  }

  /// Appends its name: its `data-section` and its page's file name.
  package func appendName(to out: inout [UInt8]) {
    switch self {
    case .calendar(let section), .agenda(let section): section.appendName(to: &out)
    case .week(let section): section.appendName(to: &out)
    case .day(let section): section.appendName(to: &out)
    case .year(let section): section.appendName(to: &out)
    }
  }
}

extension Section {
  fileprivate func neighbour(isNext: Bool) -> Self? { isNext ? next : previous }
}
