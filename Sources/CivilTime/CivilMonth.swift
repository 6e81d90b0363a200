/// A month of a year, from −9999-01 to 9999-12.
public struct CivilMonth: Hashable, Comparable, Sendable {
  /// Months since January of year 0.
  public let monthNumber: Int32

  /// `nil` outside years −9999 to 9999.
  @inlinable public init?(monthNumber: Int) {
    guard monthNumber >= -9999 * 12, monthNumber <= 9999 * 12 + 11 else { return nil }
    self.monthNumber = Int32(truncatingIfNeeded: monthNumber)
  }

  /// `nil` if there is no such month.
  @inlinable public init?(year: Int, month: Int) {
    guard year >= -9999, year <= 9999, month >= 1, month <= 12 else { return nil }
    self.init(uncheckedYear: year, month: month)
  }

  @inlinable package init(uncheckedYear year: Int, month: Int) {
    monthNumber = Int32(truncatingIfNeeded: year * 12 + month - 1)
  }

  /// −9999 to 9999.
  @inlinable public var year: Int { Int((monthNumber + 120_000) / 12) - 10_000 }
  /// 1 to 12.
  @inlinable public var month: Int { Int((monthNumber + 120_000) % 12) + 1 }
  /// 28 to 31.
  @inlinable public var dayCount: Int { CivilDate.days(inMonth: month, of: year) }
  /// The first of the month.
  @inlinable public var firstDay: CivilDate {
    CivilDate(uncheckedDayNumber: CivilDate.dayNumber(year: year, month: month, day: 1))
  }
  /// The last of the month.
  @inlinable public var lastDay: CivilDate {
    CivilDate(uncheckedDayNumber: firstDay.dayNumber + Int32(dayCount) - 1)
  }

  /// The month `months` later (earlier if negative); `nil` outside years −9999 to 9999.
  @inlinable public func adding(months: Int) -> CivilMonth? {
    let (sum, overflow) = Int(monthNumber).addingReportingOverflow(months)
    return overflow ? nil : CivilMonth(monthNumber: sum)
  }

  /// Ordered by date.
  @inlinable public static func < (left: CivilMonth, right: CivilMonth) -> Bool {
    left.monthNumber < right.monthNumber
  }
}
