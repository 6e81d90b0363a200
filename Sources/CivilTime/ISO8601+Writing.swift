import Bytes

/// Writes ISO 8601. Years before 0 have a minus sign and four digits.
extension Array where Element == UInt8 {
  @inlinable mutating func append(year: Int) { append(decimal: year, width: 4) }

  /// `2026-11-20`.
  public mutating func append(iso date: CivilDate) {
    let (year, month, day) = date.components
    guard year >= 0, year < 10_000 else {
      append(year: year)
      append(ascii: "-")
      append(twoDigits: month)
      append(ascii: "-")
      return append(twoDigits: day)
    }
    // Written as one word, for speed: pages contain many dates.
    let hyphens: UInt64 = 0x2D00_002D_0000_0000
    append(eight: hyphens | digits(year / 100) | (digits(year % 100) << 16) | (digits(month) << 40))
    append(twoDigits: day)
  }

  /// Two digits in the lowest two bytes of a word.
  private func digits(_ value: Int) -> UInt64 {
    let value = UInt64(truncatingIfNeeded: value)
    return 0x3030 &+ value / 10 &+ (value % 10) << 8
  }

  /// `2026-11`.
  public mutating func append(iso month: CivilMonth) {
    append(year: month.year)
    append(ascii: "-")
    append(twoDigits: month.month)
  }

  /// `20261120`, the form of iCalendar.
  public mutating func append(basic date: CivilDate) {
    let (year, month, day) = date.components
    append(year: year)
    append(twoDigits: month)
    append(twoDigits: day)
  }

  /// `2026-W47`.
  public mutating func append(iso week: ISOWeek) {
    append(year: week.year)
    append("-W")
    append(twoDigits: week.week)
  }

  /// `09:05:00`.
  public mutating func append(iso time: TimeOfDay) {
    let colons: UInt64 = 0x0000_3A00_003A_0000
    append(eight: colons | digits(time.hour) | (digits(time.minute) << 24) | (digits(time.second) << 48))
  }

  /// `090500`, the form of iCalendar.
  public mutating func append(basic time: TimeOfDay) {
    append(twoDigits: time.hour)
    append(twoDigits: time.minute)
    append(twoDigits: time.second)
  }

  /// `2026-11-20T09:05:00`.
  public mutating func append(iso dateTime: CivilDateTime) {
    append(iso: dateTime.date)
    append(ascii: "T")
    append(iso: dateTime.time)
  }

  /// `20261120T090500`.
  public mutating func append(basic dateTime: CivilDateTime) {
    append(basic: dateTime.date)
    append(ascii: "T")
    append(basic: dateTime.time)
  }

  /// `+08:00`, with `:ss` only if there are seconds; UTC is `+00:00`.
  public mutating func append(iso offset: UTCOffset) {
    let magnitude = Int(offset.seconds.magnitude)
    append(offset.seconds < 0 ? .hyphen : .plus)
    append(twoDigits: magnitude / 3600)
    append(ascii: ":")
    append(twoDigits: magnitude / 60 % 60)
    if magnitude % 60 != 0 {
      append(ascii: ":")
      append(twoDigits: magnitude % 60)
    }
  }

  /// `+0800`, with seconds only if there are any: iCalendar's UTC-OFFSET (RFC 5545, 3.3.14).
  public mutating func append(basic offset: UTCOffset) {
    let magnitude = Int(offset.seconds.magnitude)
    append(offset.seconds < 0 ? .hyphen : .plus)
    append(twoDigits: magnitude / 3600)
    append(twoDigits: magnitude / 60 % 60)
    if magnitude % 60 != 0 { append(twoDigits: magnitude % 60) }
  }

  /// `2026-11-20T09:05:00+08:00`.
  public mutating func append(rfc3339 instant: Instant, at offset: UTCOffset) {
    append(iso: instant.wall(at: offset), at: offset)
  }

  /// A local time and its offset: `2026-11-20T09:05:00+08:00`.
  package mutating func append(iso dateTime: CivilDateTime, at offset: UTCOffset) {
    append(iso: dateTime)
    append(iso: offset)
  }

  /// `2026-11-20T01:05:00Z`.
  public mutating func append(rfc3339 instant: Instant) {
    append(iso: instant.wall(at: .utc))
    append(ascii: "Z")
  }

  /// `20261120T010500Z`, the UTC form of iCalendar.
  public mutating func append(basic instant: Instant) {
    append(basic: instant.wall(at: .utc))
    append(ascii: "Z")
  }
}
