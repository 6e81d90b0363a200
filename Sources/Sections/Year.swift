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

  public static func containing(_ date: CivilDate, _ rules: WeekRules) -> Year? { Year(date.year) }

  public var cells: [CivilMonth] { (1...12).compactMap { CivilMonth(year: year, month: $0) } }

  public var days: Range<CivilDate> {
    let months = cells
    return months[0].firstDay..<months[11].lastDay.after
  }

  public var previous: Year? { Year(year - 1) }
  public var next: Year? { Year(year + 1) }

  public func appendName(to out: inout [UInt8]) { out.append(decimal: year, width: 4) }

  public static func < (left: Year, right: Year) -> Bool { left.year < right.year }
}
