import Bytes
import CivilTime

/// A month: its cells are the rows of its grid.
public struct Month: Section {
  /// The section's month.
  public let month: CivilMonth
  /// Where rows begin, and how weeks are numbered.
  public let rules: WeekRules

  /// The section of a month, with rows by some rules.
  public init(_ month: CivilMonth, _ rules: WeekRules) {
    self.month = month
    self.rules = rules
  }

  /// The month that a date is in; never `nil`.
  public static func containing(_ date: CivilDate, _ rules: WeekRules) -> Month? {
    Month(date.civilMonth, rules)
  }

  /// Every week that overlaps the month, four to six, each as the seven days of a row, beginning with the first
  /// weekday; they may belong to neighbouring months. `nil` beyond the ends of the calendar.
  public var cells: [[CivilDate?]] {
    let first = Int(month.firstDay.dayNumber) - month.firstDay.weekday.index(from: rules.firstWeekday)
    let last = Int(month.lastDay.dayNumber)
    return stride(from: first, through: last, by: 7).map { row in
      (0..<7).map { CivilDate(dayNumber: row + $0) }
    }
  }

  /// The dates of the month itself.
  public var days: Range<CivilDate> { month.firstDay..<month.lastDay.after }

  /// The dates of its ``cells``: its own, and those of the neighbouring months in its first and last weeks.
  public var gridDays: Range<CivilDate> {
    let lastWeek = month.lastDay.onOrBefore(rules.firstWeekday)
    return (month.firstDay.onOrBefore(rules.firstWeekday) ?? .first)..<(lastWeek?.adding(days: 7) ?? .last)
  }

  /// The month before; `nil` for the first.
  public var previous: Month? { month.adding(months: -1).map { Month($0, rules) } }
  /// The month after; `nil` for the last.
  public var next: Month? { month.adding(months: 1).map { Month($0, rules) } }

  /// Appends its name: `2026-11`.
  public func appendName(to out: inout [UInt8]) { out.append(iso: month) }

  /// Ordered by date.
  public static func < (left: Month, right: Month) -> Bool { left.month < right.month }
}
