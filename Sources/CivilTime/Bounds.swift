/// # CivilTime
///
/// Dates, times of day and their arithmetic in the proleptic Gregorian calendar of ISO 8601, as shown by calendars and
/// wall clocks, and instants as a count of seconds.
///
/// Left out: time zones (TimeZones), other calendars, leap seconds (as in POSIX, a UTC day has 86,400 seconds;
/// `23:59:60` is read as `23:59:59`) and fractions of a second (read and dropped: calendars use whole seconds).
///
/// Every value is within the bounds below from the moment it exists; arithmetic that would leave them returns `nil`.

/// The range of a unit, with its name and the reason for its limits. Checks and messages are derived from it.
public struct Bound: Sendable {
  /// The unit's name in messages.
  public let label: StaticString
  /// The least and the greatest value.
  public let range: ClosedRange<Int>
  /// Why the range ends where it does.
  public let reason: StaticString

  /// Whether the value is within the range.
  @inlinable public func contains(_ value: Int) -> Bool { range.contains(value) }
}

extension Bound {
  /// Four digits and a sign: what ISO 8601 allows without mutual agreement (4.3.2).
  public static let year = Bound(label: "year", range: -9999...9999, reason: "ISO 8601 writes four digits")
  /// January is 1.
  public static let month = Bound(label: "month", range: 1...12, reason: "January is 1")
  /// Days of a month, from 1; not every month has 31.
  public static let day = Bound(label: "day", range: 1...31, reason: "no month is longer")
  /// Weeks of an ISO 8601 year, from 1.
  public static let week = Bound(label: "week", range: 1...53, reason: "an ISO year has 52 or 53 weeks")
  /// Days of a year, from 1; only leap years have 366.
  public static let dayOfYear = Bound(label: "day of the year", range: 1...366, reason: "a leap year has 366 days")
  /// Hours of a day. 24:00 is read, as the next day's 00:00, and never kept.
  public static let hour = Bound(label: "hour", range: 0...23, reason: "24:00 is the next day's 00:00")
  /// Minutes of an hour.
  public static let minute = Bound(label: "minute", range: 0...59, reason: "sexagesimal")
  /// Seconds of a minute; 60 is read as 59 and never kept.
  public static let second = Bound(label: "second", range: 0...59, reason: "POSIX days have no leap second")
  /// Day numbers of −9999-01-01 to 9999-12-31: days since 1970-01-01.
  public static let dayNumber = Bound(label: "day number", range: -4_371_587...2_932_896, reason: "years −9999 to 9999")
  /// ±18:00, as in `java.time` and the command line; the extreme in tzdata is 15:56:08 (Manila before 1844).
  public static let offset = Bound(label: "UTC offset in seconds", range: -64_800...64_800, reason: "±18:00")
}
