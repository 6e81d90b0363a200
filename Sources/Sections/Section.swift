import Bytes
import CivilTime

/// # Sections
///
/// The relative index. A calendar has no list of all pages, only neighbours: a section (a year, a
/// month, a week, a day) knows its cells, its previous and its next, and nothing else. A build
/// starts at one section and asks for neighbours until its window is full; a browser starts at the
/// page it stands on and asks for neighbours as the reader scrolls.
///
/// Left out: what happens on a day (Settling) and what a section looks like (CalendarPages).

/// A stretch of days that is one page, and its neighbours.
public protocol Section: Hashable, Comparable, Sendable {
  /// What it is divided into: months, rows of days, days or hours.
  associatedtype Cells: Collection

  /// The section that a date is in; `nil` at the very ends of the calendar, where a week would reach
  /// out of years −9999 to 9999.
  static func containing(_ date: CivilDate, _ rules: WeekRules) -> Self?

  /// What it is divided into, in order.
  var cells: Cells { get }

  /// Its first date and the one after its last; the last section of the calendar ends at its last date.
  var days: Range<CivilDate> { get }

  /// The neighbour before, `nil` for the first section there is. `section.next?.previous` is the
  /// section again.
  var previous: Self? { get }

  /// The neighbour after, `nil` for the last section there is.
  var next: Self? { get }

  /// Appends the name that is its `data-section` and its page's file name.
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

/// How a region cuts time into weeks.
public struct WeekRules: Hashable, Sendable {
  /// The first column.
  public var firstWeekday: Weekday
  /// How many of a week's days must lie in a year for the week to be its first: 4 in ISO 8601, 1 in
  /// the Americas.
  public var minimumDays: Int

  /// Rules by a first weekday and the least number of days of a first week, which is kept within 1 to 7.
  public init(firstWeekday: Weekday, minimumDays: Int) {
    self.firstWeekday = firstWeekday
    self.minimumDays = min(max(minimumDays, 1), 7)
  }

  /// Monday first, the week with the year's Thursday is the first.
  public static let iso = WeekRules(firstWeekday: .monday, minimumDays: 4)

  /// The number of the week that begins on a date: 1 to 53.
  public func weekNumber(beginning first: CivilDate) -> Int {
    // The week belongs to the year of the day that tips the scales.
    let deciding = first.adding(days: 7 - minimumDays) ?? first
    return (deciding.dayOfYear - 1) / 7 + 1
  }
}

extension CivilDate {
  /// The date after, or this one if it is the last there is: the end of a half-open range of days.
  var after: CivilDate { adding(days: 1) ?? self }
}
