import Bytes
import CivilTime

/// A week: its cells are its seven days. It is named after its first day.
public struct Week: Section {
  public let firstDay: CivilDate
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

  public var cells: [CivilDate] { (0..<7).compactMap { firstDay.adding(days: $0) } }

  public var days: Range<CivilDate> { firstDay..<(firstDay.adding(days: 7) ?? .last) }

  /// 1 to 53, counted by the rules.
  public var number: Int { rules.weekNumber(beginning: firstDay) }

  public var previous: Week? { neighbour(-7) }
  public var next: Week? { neighbour(7) }

  private func neighbour(_ days: Int) -> Week? {
    firstDay.adding(days: days).flatMap { Week.containing($0, rules) }
  }

  public func appendName(to out: inout [UInt8]) { out.append(iso: firstDay) }

  public static func < (left: Week, right: Week) -> Bool { left.firstDay < right.firstDay }
}
