import Bytes
import CivilTime

/// A week: its cells are its seven days. It is named after its first day.
public struct Week: Section {
  /// A day of the first weekday of ``rules``.
  public let firstDay: CivilDate
  /// Where weeks begin, and how they are numbered.
  public let rules: WeekRules

  /// The week that contains a date; `nil` if it would extend beyond years −9999 to 9999.
  public static func containing(_ date: CivilDate, _ rules: WeekRules) -> Week? {
    guard let first = date.onOrBefore(rules.firstWeekday), first.adding(days: 6) != nil else { return nil }
    return Week(firstDay: first, rules: rules)
  }

  private init(firstDay: CivilDate, rules: WeekRules) {
    self.firstDay = firstDay
    self.rules = rules
  }

  /// Its seven dates, in order.
  public var cells: [CivilDate] { (0..<7).compactMap { firstDay.adding(days: $0) } }

  /// Its seven dates.
  public var days: Range<CivilDate> { firstDay..<(firstDay.adding(days: 7) ?? .last) }

  /// 1 to 53, counted by the rules.
  public var number: Int { rules.weekNumber(beginning: firstDay) }

  /// The week before; `nil` for the first.
  public var previous: Week? { neighbour(-7) }
  /// The week after; `nil` for the last.
  public var next: Week? { neighbour(7) }

  private func neighbour(_ days: Int) -> Week? {
    firstDay.adding(days: days).flatMap { Week.containing($0, rules) }
  }

  /// Appends its name: its first day, `2026-11-16`.
  public func appendName(to out: inout [UInt8]) { out.append(iso: firstDay) }

  /// Ordered by date.
  public static func < (left: Week, right: Week) -> Bool { left.firstDay < right.firstDay }
}
