import Bytes
import CivilTime

/// A day: its cells are hours.
public struct Day: Section {
  public let date: CivilDate

  public init(_ date: CivilDate) { self.date = date }

  public static func containing(_ date: CivilDate, _ rules: WeekRules) -> Day? { Day(date) }

  /// Hours of wall time: 0 to 23, even if clocks change that day.
  public var cells: Range<Int> { 0..<24 }

  public var days: Range<CivilDate> { date..<date.after }

  public var previous: Day? { date.adding(days: -1).map { Day($0) } }
  public var next: Day? { date.adding(days: 1).map { Day($0) } }

  public func appendName(to out: inout [UInt8]) { out.append(iso: date) }

  public static func < (left: Day, right: Day) -> Bool { left.date < right.date }
}
