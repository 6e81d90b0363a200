import Bytes
import CivilTime

/// Why a text is not a POSIX `TZ` string.
public struct PosixTZError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// A zone abbreviation is three letters or more, or `<` three letters, digits or signs or more `>`.
    case abbreviation
    /// An offset is `[±]h[:mm[:ss]]`, ±18:00 at most.
    case offset
    /// A day is `Jn` (1 to 365), `n` (0 to 365) or `Mm.w.d` (1 to 12, 1 to 5, 0 to 6).
    case day
    /// The time of a change is `[±]h[:mm[:ss]]`, ±167:59:59 at most.
    case time
    /// Another character in place of a comma or of the end.
    case form
  }
  /// What is wrong at ``offset``.
  public let reason: Reason
  /// In bytes from the beginning of the text.
  public let offset: Int

  package init(reason: Reason, offset: Int) { (self.reason, self.offset) = (reason, offset) }
}

extension PosixTimeZone {
  /// Reads a whole `TZ` string: `CST-8`, `<+0330>-3:30`, `EET-2EEST,M3.4.4/50,M10.4.4/50`.
  ///
  /// Offsets have POSIX's sign, positive to the *west*. A daylight saving time without an offset is one hour ahead of
  /// standard time; without a rule it follows that of the United States (`M3.2.0,M11.1.0`), as in the tz database's own
  /// code. Throws if the text is invalid. O(text).
  public init(_ text: some Collection<UInt8>) throws(PosixTZError) {
    var reader = PosixReader(Array(text))
    let standardName = try reader.abbreviation()
    let west = try reader.offset()
    let standard = try LocalTimeType(
      offset: reader.utcOffset(west: west), abbreviation: standardName)
    if reader.atEnd {
      self.init(standard: standard)
      return
    }
    let daylightName = try reader.abbreviation()
    let daylightWest =
      reader.atEnd || reader.peek == UInt8.ascii(",") ? west - 3600 : try reader.offset()
    let type = try LocalTimeType(
      offset: reader.utcOffset(west: daylightWest), isDaylightSaving: true,
      abbreviation: daylightName)
    var start = Change(day: .weekday(month: 3, week: 2, day: 0), time: 7200)
    var end = Change(day: .weekday(month: 11, week: 1, day: 0), time: 7200)
    if !reader.atEnd {
      try reader.comma()
      start = try reader.change()
      try reader.comma()
      end = try reader.change()
      if !reader.atEnd { throw reader.error(.form) }
    }
    self.init(standard: standard, daylight: Daylight(type: type, start: start, end: end))
  }
}

private struct PosixReader {
  let bytes: [UInt8]
  var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var atEnd: Bool { index == bytes.count }
  var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  func error(_ reason: PosixTZError.Reason) -> PosixTZError {
    PosixTZError(reason: reason, offset: index)
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == UInt8.ascii(scalar) else { return false }
    index += 1
    return true
  }

  mutating func comma() throws(PosixTZError) {
    if !take(",") { throw error(.form) }
  }

  mutating func abbreviation() throws(PosixTZError) -> [UInt8] {
    let quoted = take("<")
    let start = index
    while let byte = peek,
      byte.isLetter || (quoted && (byte.isDigit || byte == .plus || byte == .hyphen))
    {
      index += 1
    }
    let name = Array(bytes[start..<index])
    if name.count < 3 || (quoted && !take(">")) { throw error(.abbreviation) }
    return name
  }

  /// Reads digits as a number; `nil`, with nothing consumed, if there are none or the number exceeds `limit`.
  mutating func number(upTo limit: Int) -> Int? {
    var value = 0
    var end = index
    while end < bytes.count, let digit = bytes[end].digitValue {
      value = value * 10 + digit
      if value > limit { return nil }
      end += 1
    }
    if end == index { return nil }
    index = end
    return value
  }

  /// `[±]h[:mm[:ss]]` in seconds.
  mutating func seconds(hours limit: Int, _ reason: PosixTZError.Reason) throws(PosixTZError) -> Int {
    let negative = take("-")
    if !negative { _ = take("+") }
    guard let hours = number(upTo: limit) else { throw error(reason) }
    var total = hours * 3600
    if take(":") {
      guard let minutes = number(upTo: 59) else { throw error(reason) }
      total += minutes * 60
      if take(":") {
        guard let seconds = number(upTo: 59) else { throw error(reason) }
        total += seconds
      }
    }
    return negative ? -total : total
  }

  mutating func offset() throws(PosixTZError) -> Int { try seconds(hours: 24, .offset) }

  func utcOffset(west: Int) throws(PosixTZError) -> UTCOffset {
    guard let offset = UTCOffset(seconds: -west) else { throw error(.offset) }
    return offset
  }

  mutating func change() throws(PosixTZError) -> PosixTimeZone.Change {
    let day: PosixTimeZone.Day
    if take("J") {
      let start = index
      guard let number = number(upTo: 365) else { throw error(.day) }
      if number == 0 {
        index = start
        throw error(.day)
      }
      day = .withoutLeapDay(number)
    } else if take("M") {
      guard let month = number(upTo: 12), month > 0, take("."),
        let week = number(upTo: 5), week > 0, take("."),
        let weekday = number(upTo: 6)
      else { throw error(.day) }
      day = .weekday(month: month, week: week, day: weekday)
    } else {
      guard let number = number(upTo: 365) else { throw error(.day) }
      day = .zeroBased(number)
    }
    let time = take("/") ? try seconds(hours: 167, .time) : 7200
    return PosixTimeZone.Change(day: day, time: Int32(truncatingIfNeeded: time))
  }
}
