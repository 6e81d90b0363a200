/// A date of the proleptic Gregorian calendar, from −9999-01-01 to 9999-12-31, without a time zone.
///
/// Stored as a count of days, so that stepping, comparing and settling are one addition or comparison; year, month and
/// day are computed on request.
public struct CivilDate: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01.
  public let dayNumber: Int32

  /// The date `dayNumber` days after 1970-01-01; `nil` outside ``Bound/dayNumber``.
  @inlinable public init?(dayNumber: Int) {
    guard Self.first.dayNumber <= dayNumber, dayNumber <= Self.last.dayNumber else { return nil }
    self.init(uncheckedDayNumber: Int32(truncatingIfNeeded: dayNumber))
  }

  @inlinable package init(uncheckedDayNumber: Int32) { dayNumber = uncheckedDayNumber }

  /// The date of a year, month and day; `nil` if there is no such date.
  @inlinable public init?(year: Int, month: Int, day: Int) {
    guard year >= -9999, year <= 9999, month >= 1, month <= 12, day >= 1,
      day <= Self.days(inMonth: month, of: year)
    else { return nil }
    self.init(uncheckedDayNumber: Self.dayNumber(year: year, month: month, day: day))
  }

  /// −9999-01-01.
  @inlinable public static var first: CivilDate { CivilDate(uncheckedDayNumber: -4_371_587) }
  /// 9999-12-31.
  @inlinable public static var last: CivilDate { CivilDate(uncheckedDayNumber: 2_932_896) }

  /// Ordered by date.
  @inlinable public static func < (left: CivilDate, right: CivilDate) -> Bool {
    left.dayNumber < right.dayNumber
  }

  /// The day of the week.
  @inlinable public var weekday: Weekday {
    // 1970-01-01 was a Thursday. The bias makes the dividend positive over the whole range.
    let fromMonday = (Int(dayNumber) + 3 + 7_000_000) % 7
    return Weekday(rawValue: UInt8(truncatingIfNeeded: fromMonday + 1)).unsafelyUnwrapped
  }

  /// Year, month and day at once, cheaper than one by one.
  @inlinable public var components: (year: Int, month: Int, day: Int) {
    // Neri and Schneider, "Euclidean affine functions and their application to calendar
    // algorithms" (2022), section 6: shifted so that the day count is never negative, the year
    // begins in March, and every division is by a constant.
    let shifted = UInt32(bitPattern: dayNumber &+ 719_468 &+ 146_097 &* 30)
    let inCenturies = 4 &* shifted &+ 3
    let century = inCenturies / 146_097
    let inYears = (inCenturies % 146_097) | 3
    let product = 2_939_745 &* UInt64(inYears)
    let yearOfCentury = UInt32(truncatingIfNeeded: product >> 32)
    let dayOfYear = UInt32(truncatingIfNeeded: product) / 2_939_745 / 4
    let inMonths = 2_141 &* dayOfYear &+ 197_913
    let month = inMonths >> 16
    let day = (inMonths & 0xFFFF) / 2_141
    let afterFebruary = dayOfYear >= 306
    let year = Int(100 &* century &+ yearOfCentury) - 12_000 + (afterFebruary ? 1 : 0)
    return (year, Int(afterFebruary ? month &- 12 : month), Int(day) + 1)
  }

  /// −9999 to 9999; year 0 is 1 BC.
  @inlinable public var year: Int { components.year }
  /// 1 to 12.
  @inlinable public var month: Int { components.month }
  /// 1 to 31.
  @inlinable public var day: Int { components.day }
  /// 1 to 366.
  @inlinable public var dayOfYear: Int {
    Int(dayNumber - Self.dayNumber(year: year, month: 1, day: 1)) + 1
  }

  /// The month this date is in.
  @inlinable public var civilMonth: CivilMonth {
    let (year, month, _) = components
    return CivilMonth(uncheckedYear: year, month: month)
  }

  /// Whether the year has a 29 February.
  @inlinable public static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// 365 or 366.
  @inlinable public static func days(inYear year: Int) -> Int { isLeap(year) ? 366 : 365 }

  /// 28 to 31; `month` is 1 to 12.
  @inlinable public static func days(inMonth month: Int, of year: Int) -> Int {
    if month == 2 { return isLeap(year) ? 29 : 28 }
    return 30 + ((month + (month >> 3)) & 1)
  }

  /// The day number of a date whose year and month are known to be valid. The day may exceed the month's length: the
  /// count goes on into the next month.
  @inlinable package static func dayNumber(year: Int, month: Int, day: Int) -> Int32 {
    // Neri and Schneider, section 6.2, the inverse of `components`.
    let early = month <= 2
    let shiftedYear = UInt32(truncatingIfNeeded: year + 12_000 - (early ? 1 : 0))
    let shiftedMonth = UInt32(truncatingIfNeeded: early ? month + 12 : month)
    let century = shiftedYear / 100
    let years = 1_461 &* shiftedYear / 4 &- century &+ century / 4
    let months = (979 &* shiftedMonth &- 2_919) / 32
    return Int32(truncatingIfNeeded: Int(years + months) + day - 1 - 719_468 - 146_097 * 30)
  }
}

extension CivilDate {
  /// The date `days` later (earlier if negative); `nil` outside years −9999 to 9999.
  @inlinable public func adding(days: Int) -> CivilDate? {
    let (sum, overflow) = Int(dayNumber).addingReportingOverflow(days)
    return overflow ? nil : CivilDate(dayNumber: sum)
  }

  /// The same day of the month `months` later, or that month's last day where it is shorter
  /// (31 January plus one month is 28 or 29 February); `nil` outside years −9999 to 9999.
  public func adding(months: Int) -> CivilDate? {
    let (year, month, day) = components
    guard let target = CivilMonth(uncheckedYear: year, month: month).adding(months: months) else { return nil }
    return CivilDate(year: target.year, month: target.month, day: min(day, target.dayCount))
  }

  /// The same day `years` later, or 28 February for 29 February in a common year; `nil` outside years −9999 to 9999.
  public func adding(years: Int) -> CivilDate? {
    let (months, overflow) = years.multipliedReportingOverflow(by: 12)
    return overflow ? nil : adding(months: months)
  }

  /// The number of days from this date to `other`; negative if `other` is earlier.
  @inlinable public func days(until other: CivilDate) -> Int { Int(other.dayNumber) - Int(dayNumber) }

  /// The first date on or before this one that is a `weekday`; `nil` before −9999-01-01.
  @inlinable public func onOrBefore(_ weekday: Weekday) -> CivilDate? {
    adding(days: -self.weekday.index(from: weekday))
  }
}
