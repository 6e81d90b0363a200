/// A time of day in whole seconds, 00:00:00 to 23:59:59.
public struct TimeOfDay: Hashable, Comparable, Sendable {
  /// Seconds since 00:00 of a day without clock changes: 0 to 86,399.
  public let secondOfDay: Int32

  /// 00:00:00.
  public static let midnight = TimeOfDay(uncheckedSecond: 0)

  @inlinable package init(uncheckedSecond: Int32) { secondOfDay = uncheckedSecond }

  /// `nil` outside 0 to 86,399.
  @inlinable public init?(secondOfDay: Int) {
    guard secondOfDay >= 0, secondOfDay < 86_400 else { return nil }
    self.secondOfDay = Int32(truncatingIfNeeded: secondOfDay)
  }

  /// `nil` if there is no such time.
  @inlinable public init?(hour: Int, minute: Int, second: Int = 0) {
    guard hour >= 0, hour < 24, minute >= 0, minute < 60, second >= 0, second < 60 else { return nil }
    secondOfDay = Int32(truncatingIfNeeded: hour * 3600 + minute * 60 + second)
  }

  /// 0 to 23.
  @inlinable public var hour: Int { Int(secondOfDay) / 3600 }
  /// 0 to 59.
  @inlinable public var minute: Int { Int(secondOfDay) / 60 % 60 }
  /// 0 to 59.
  @inlinable public var second: Int { Int(secondOfDay) % 60 }

  /// Ordered by time.
  @inlinable public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
    left.secondOfDay < right.secondOfDay
  }
}

/// A date and a time of day without a time zone: what a wall clock shows.
public struct CivilDateTime: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00 on the same wall clock.
  public let wallSeconds: Int64

  /// A date and a time of day, by default midnight.
  @inlinable public init(_ date: CivilDate, _ time: TimeOfDay = .midnight) {
    wallSeconds = Int64(date.dayNumber) * 86_400 + Int64(time.secondOfDay)
  }

  /// `nil` outside years −9999 to 9999.
  @inlinable public init?(wallSeconds: Int64) {
    guard wallSeconds >= Self.first.wallSeconds, wallSeconds <= Self.last.wallSeconds else { return nil }
    self.wallSeconds = wallSeconds
  }

  @inlinable package init(uncheckedWallSeconds: Int64) { wallSeconds = uncheckedWallSeconds }

  /// −9999-01-01T00:00:00.
  @inlinable public static var first: CivilDateTime { CivilDateTime(.first) }
  /// 9999-12-31T23:59:59.
  @inlinable public static var last: CivilDateTime { CivilDateTime(.last, TimeOfDay(uncheckedSecond: 86_399)) }

  /// The date.
  @inlinable public var date: CivilDate {
    CivilDate(uncheckedDayNumber: Int32(truncatingIfNeeded: wallSeconds.flooredQuotient(by: 86_400)))
  }

  /// The time of day.
  @inlinable public var time: TimeOfDay {
    TimeOfDay(
      uncheckedSecond: Int32(truncatingIfNeeded: wallSeconds - wallSeconds.flooredQuotient(by: 86_400) * 86_400))
  }

  /// The wall time `seconds` later; `nil` outside years −9999 to 9999.
  @inlinable public func adding(seconds: Int64) -> CivilDateTime? {
    let (sum, overflow) = wallSeconds.addingReportingOverflow(seconds)
    return overflow ? nil : CivilDateTime(wallSeconds: sum)
  }

  /// The same time of day `days` later; `nil` outside years −9999 to 9999.
  @inlinable public func adding(days: Int) -> CivilDateTime? {
    let (seconds, overflow) = Int64(days).multipliedReportingOverflow(by: 86_400)
    return overflow ? nil : adding(seconds: seconds)
  }

  /// Ordered by time.
  @inlinable public static func < (left: CivilDateTime, right: CivilDateTime) -> Bool {
    left.wallSeconds < right.wallSeconds
  }
}

extension Int64 {
  /// Division that rounds towards negative infinity; the divisor is positive.
  @inlinable package func flooredQuotient(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
