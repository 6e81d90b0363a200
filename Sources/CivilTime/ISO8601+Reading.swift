import Bytes

/// Why a text is not an ISO 8601 date or time; the offset is in bytes from the beginning of the text.
public struct ISO8601Error: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// The syntax is wrong; the byte at the offset does not fit.
    case form
    /// The syntax is right but there is no such date, time or offset (30 February, 25:00).
    case noSuchValue
  }
  /// What is wrong at ``offset``.
  public let reason: Reason
  /// In bytes from the beginning of the text.
  public let offset: Int
}

/// A date and time, and the UTC offset if one was written.
public struct ISO8601DateTime: Hashable, Sendable {
  /// The date and time at that offset.
  public let dateTime: CivilDateTime
  /// `nil` if none was written: a local time.
  public let offset: UTCOffset?

  /// The instant it denotes; `nil` for a local time.
  public var instant: Instant? { offset.map { dateTime.instant(at: $0) } }
}

/// Reads ISO 8601: calendar (`2026-11-20`, `20261120`), week (`2026-W47-5`, `2026W475`) and ordinal dates (`2026-324`,
/// `2026324`), with a sign before years below 0; times to the hour, minute or second, with a fraction that is dropped;
/// `24:00` as the end of the day (ISO 8601-1, 5.3.1.1).
///
/// Each function throws an ``ISO8601Error`` if the syntax is wrong, or if there is no such date, time or offset.
public enum ISO8601 {
  /// Reads a whole text as a date. O(text).
  public static func date(_ text: some Collection<UInt8>) throws(ISO8601Error) -> CivilDate {
    var reader = ISO8601Reader(text)
    let date = try reader.date()
    try reader.end()
    return date
  }

  /// Reads a whole text as a date and time, with or without an offset. O(text).
  public static func dateTime(_ text: some Collection<UInt8>) throws(ISO8601Error) -> ISO8601DateTime {
    var reader = ISO8601Reader(text)
    let date = try reader.date()
    guard reader.take(if: { $0 | 0x20 == 0x74 || $0 == .space }) else { throw reader.formError }
    let (time, nextDay) = try reader.time()
    let offset = try reader.offset()
    try reader.end()
    guard let moved = nextDay ? date.adding(days: 1) : date else {
      throw ISO8601Error(reason: .noSuchValue, offset: 0)
    }
    return ISO8601DateTime(dateTime: CivilDateTime(moved, time), offset: offset)
  }

  /// Reads a whole text as an instant of RFC 3339: a date-time that has an offset. O(text).
  public static func instant(_ text: some Collection<UInt8>) throws(ISO8601Error) -> Instant {
    let read = try dateTime(text)
    guard let instant = read.instant else {
      throw ISO8601Error(reason: .form, offset: text.count)
    }
    return instant
  }

  /// Reads a whole text as a time of day; `24:00` is refused. O(text).
  public static func time(_ text: some Collection<UInt8>) throws(ISO8601Error) -> TimeOfDay {
    var reader = ISO8601Reader(text)
    let (time, nextDay) = try reader.time()
    try reader.end()
    if nextDay { throw ISO8601Error(reason: .noSuchValue, offset: 0) }
    return time
  }

  /// Reads a whole text as an offset from UTC: `Z`, `+08`, `+0800`, `+08:00`, `-03:30:15`. O(text).
  public static func offset(_ text: some Collection<UInt8>) throws(ISO8601Error) -> UTCOffset {
    var reader = ISO8601Reader(text)
    guard let offset = try reader.offset() else { throw reader.formError }
    try reader.end()
    return offset
  }

  /// Reads a whole text as a year and month, `2026-11`. O(text).
  public static func month(_ text: some Collection<UInt8>) throws(ISO8601Error) -> CivilMonth {
    var reader = ISO8601Reader(text)
    let year = try reader.year()
    guard reader.take("-") else { throw reader.formError }
    let month = try reader.digits(2)
    try reader.end()
    guard let read = CivilMonth(year: year, month: month) else {
      throw ISO8601Error(reason: .noSuchValue, offset: 5)
    }
    return read
  }
}

struct ISO8601Reader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: some Collection<UInt8>) { bytes = Array(text) }

  var formError: ISO8601Error { ISO8601Error(reason: .form, offset: index) }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func take(if accepts: (UInt8) -> Bool) -> Bool {
    guard let byte = peek, accepts(byte) else { return false }
    index += 1
    return true
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    take { $0 == UInt8(truncatingIfNeeded: scalar.value) }
  }

  mutating func digits(_ count: Int) throws(ISO8601Error) -> Int {
    var value = 0
    for _ in 0..<count {
      guard let digit = peek?.digitValue else { throw formError }
      value = value * 10 + digit
      index += 1
    }
    return value
  }

  private func digitRun() -> Int {
    var end = index
    while end < bytes.count, bytes[end].isDigit { end += 1 }
    return end - index
  }

  func end() throws(ISO8601Error) {
    if index != bytes.count { throw formError }
  }

  mutating func year() throws(ISO8601Error) -> Int {
    let negative = take("-")
    if !negative { _ = take("+") }
    let year = try digits(4)
    return negative ? -year : year
  }

  mutating func date() throws(ISO8601Error) -> CivilDate {
    let start = index
    let year = try year()
    let extended = take("-")
    let date: CivilDate?
    if take(if: { $0 | 0x20 == 0x77 }) {
      let week = try digits(2)
      if extended, !take("-") { throw formError }
      let day = try digits(1)
      date = Weekday(rawValue: UInt8(day)).flatMap { ISOWeek(year: year, week: week)?.date(of: $0) }
    } else if digitRun() == 3 {
      let ordinal = try digits(3)
      let first = CivilDate(year: year, month: 1, day: 1)
      date = ordinal >= 1 && ordinal <= CivilDate.days(inYear: year) ? first?.adding(days: ordinal - 1) : nil
    } else {
      let month = try digits(2)
      if extended, !take("-") { throw formError }
      date = CivilDate(year: year, month: month, day: try digits(2))
    }
    guard let date else { throw ISO8601Error(reason: .noSuchValue, offset: start) }
    return date
  }

  mutating func time() throws(ISO8601Error) -> (TimeOfDay, nextDay: Bool) {
    let start = index
    let hour = try digits(2)
    var minute = 0
    var second = 0
    let extended = take(":")
    if extended || digitRun() >= 2 {
      minute = try digits(2)
      if extended ? take(":") : digitRun() >= 2 { second = try digits(2) }
    }
    if take(if: { $0 == .dot || $0 == .comma }) {
      guard digitRun() > 0 else { throw formError }
      index += digitRun()
    }
    if hour == 24, minute == 0, second == 0 { return (.midnight, true) }
    // A leap second is read as the second before it: the second after it would be in the next minute.
    guard let time = TimeOfDay(hour: hour, minute: minute, second: second == 60 ? 59 : second) else {
      throw ISO8601Error(reason: .noSuchValue, offset: start)
    }
    return (time, false)
  }

  /// `nil` if the text ends here.
  mutating func offset() throws(ISO8601Error) -> UTCOffset? {
    let start = index
    guard let sign = peek else { return nil }
    if take(if: { $0 | 0x20 == 0x7A }) { return .utc }
    guard take(if: { $0 == .plus || $0 == .hyphen }) else { throw formError }
    var seconds = try digits(2) * 3600
    let extended = take(":")
    if extended || digitRun() >= 2 {
      let minutes = try digits(2)
      var rest = 0
      if extended ? take(":") : digitRun() >= 2 { rest = try digits(2) }
      guard minutes < 60, rest < 60 else { throw ISO8601Error(reason: .noSuchValue, offset: start) }
      seconds += minutes * 60 + rest
    }
    guard let offset = UTCOffset(seconds: sign == .hyphen ? -seconds : seconds) else {
      throw ISO8601Error(reason: .noSuchValue, offset: start)
    }
    return offset
  }
}
