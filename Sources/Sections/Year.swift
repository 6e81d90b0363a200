import Bytes
import CivilTime

/// A year: its cells are months.
public struct Year: Section {
  /// −9999 to 9999.
  public let year: Int

  /// `nil` outside years −9999 to 9999.
  public init?(_ year: Int) {
    guard Bound.year.contains(year) else { return nil }
    self.year = year
  }

  /// The year that a date is in; never `nil`.
  public static func containing(_ date: CivilDate, _ rules: WeekRules) -> Year? { Year(date.year) }

  /// Its twelve months, in order.
  public var cells: [CivilMonth] { (1...12).compactMap { CivilMonth(year: year, month: $0) } }

  /// From 1 January to 31 December.
  public var days: Range<CivilDate> {
    let months = cells
    return months[0].firstDay..<months[11].lastDay.after
  }

  /// The year before; `nil` for the first.
  public var previous: Year? { Year(year - 1) }
  /// The year after; `nil` for the last.
  public var next: Year? { Year(year + 1) }

  /// Appends its name: `2026`; a year before 0 has a minus sign.
  public func appendName(to out: inout [UInt8]) { out.append(decimal: year, width: 4) }

  /// Ordered by date.
  public static func < (left: Year, right: Year) -> Bool { left.year < right.year }
}
