import Bytes
import CivilTime

/// A day: its cells are hours.
public struct Day: Section {
  /// The section's date.
  public let date: CivilDate

  /// The section of a date.
  public init(_ date: CivilDate) { self.date = date }

  /// The section of the date itself; never `nil`.
  public static func containing(_ date: CivilDate, _ rules: WeekRules) -> Day? { Day(date) }

  /// Hours of wall time: 0 to 23, even if clocks change that day.
  public var cells: Range<Int> { 0..<24 }

  /// The date alone.
  public var days: Range<CivilDate> { date..<date.after }

  /// The day before; `nil` for the first.
  public var previous: Day? { date.adding(days: -1).map { Day($0) } }
  /// The day after; `nil` for the last.
  public var next: Day? { date.adding(days: 1).map { Day($0) } }

  /// Appends its name: `2026-11-20`.
  public func appendName(to out: inout [UInt8]) { out.append(iso: date) }

  /// Ordered by date.
  public static func < (left: Day, right: Day) -> Bool { left.date < right.date }
}
