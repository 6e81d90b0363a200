import Bytes
import CivilTime

/// # Sections
///
/// The relative index. A calendar has no list of all pages, only neighbours: a section (a year, a month, a week, a day)
/// knows its cells, its previous and its next section, and nothing else. A build starts at one section and asks for
/// neighbours until its window is full; a browser starts at the page it shows and asks for neighbours as the reader
/// scrolls.
///
/// Left out: the events of a day (Settling) and what a section looks like (CalendarPages).

/// A stretch of days that is one page, with its neighbours.
public protocol Section: Hashable, Comparable, Sendable {
  /// What it is divided into: months, rows of days, days or hours.
  associatedtype Cells: Collection

  /// The section that contains a date; `nil` at the ends of the calendar, if a week would extend beyond years −9999 to
  /// 9999.
  static func containing(_ date: CivilDate, _ rules: WeekRules) -> Self?

  /// Its subdivisions, in order.
  var cells: Cells { get }

  /// Its first date and the one after its last; the last section of the calendar ends at its last date.
  var days: Range<CivilDate> { get }

  /// The section before; `nil` for the first one. `section.next?.previous` is the section again.
  var previous: Self? { get }

  /// The section after; `nil` for the last one.
  var next: Self? { get }

  /// Appends its name: its `data-section` and its page's file name.
  func appendName(to out: inout [UInt8])
}

extension Section {
  /// Its `data-section`: `2026`, `2026-11`, `2026-11-16`.
  public var name: [UInt8] {
    var out: [UInt8] = []
    appendName(to: &out)
    return out
  }
}

/// How a region divides time into weeks.
public struct WeekRules: Hashable, Sendable {
  /// The weekday of the first column.
  public var firstWeekday: Weekday
  /// The number of a week's days that must be in a year for the week to be its first: 4 in ISO 8601, 1 in the Americas.
  public var minimumDays: Int

  /// Rules with a first weekday and the minimum number of days in a first week, clamped to 1 to 7.
  public init(firstWeekday: Weekday, minimumDays: Int) {
    self.firstWeekday = firstWeekday
    self.minimumDays = min(max(minimumDays, 1), 7)
  }

  /// Weeks begin on Monday, and week 1 contains the year's first Thursday.
  public static let iso = WeekRules(firstWeekday: .monday, minimumDays: 4)

  /// The number of the week that begins on a date: 1 to 53.
  public func weekNumber(beginning first: CivilDate) -> Int {
    // The week belongs to the year of this day.
    let deciding = first.adding(days: 7 - minimumDays) ?? first
    return (deciding.dayOfYear - 1) / 7 + 1
  }
}

extension CivilDate {
  /// The date after, or this one if it is the last: the end of a half-open range of days.
  var after: CivilDate { adding(days: 1) ?? self }
}
