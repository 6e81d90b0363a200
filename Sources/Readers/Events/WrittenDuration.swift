import Bytes
import ICalendar

extension ICalendarDuration {
  /// Reads a duration as people write it: `90m`, `1h30m`, `1 h 30 min`, `2d`, `1w`; or as ISO 8601 and iCalendar do:
  /// `PT1H30M`. `nil` if it is not a duration, is negative, or is a number without a unit, which could be minutes or
  /// seconds.
  package init?(written text: some Collection<UInt8>) {
    let text = Array(text.trimmed).asciiLowercased
    if text.first == UInt8.ascii("p") || text.first == UInt8.ascii("+") {
      guard let duration = ICalendarDuration(text), duration.nominalSeconds >= 0 else { return nil }
      self = duration
      return
    }
    // From the largest unit to the smallest, each at most once.
    let units: [(names: [StaticString], days: Int, seconds: Int64)] = [
      (["w", "week", "weeks"], 7, 0), (["d", "day", "days"], 1, 0),
      (["h", "hr", "hrs", "hour", "hours"], 0, 3_600), (["m", "min", "mins", "minute", "minutes"], 0, 60),
      (["s", "sec", "secs", "second", "seconds"], 0, 1),
    ]
    var rest = text[...]
    var next = 0
    var (days, seconds) = (0, Int64(0))
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isDigit }
      // Ten digits are enough for any length within the calendar.
      guard !digits.isEmpty, digits.count <= 10, let amount = Int64(String(utf8: digits)) else { return nil }
      rest = rest.dropFirst(digits.count).drop { $0.isWhitespace }
      let name = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(name.count).drop { $0.isWhitespace }
      guard let unit = units[next...].firstIndex(where: { $0.names.contains { name.equals($0) } }) else { return nil }
      days += units[unit].days * Int(amount)
      seconds += units[unit].seconds * amount
      next = unit + 1
    }
    guard next > 0, days <= Self.mostDays, seconds <= Int64(Self.mostDays) * 86_400 else { return nil }
    self.init(days: days, seconds: seconds)
  }

  /// The distance between the first and the last date of the years 1 to 9999.
  private static var mostDays: Int { 3_652_059 }

  /// As people write it: `1h30m`, `2d`; `0m` for no length.
  package var written: [UInt8] {
    var out: [UInt8] = []
    append(to: &out, letters: ("d", "h", "m", "s"), clockMark: "")
    return out.isEmpty ? [UInt8]("0m") : out
  }

  /// Appends each unit whose amount is not zero.
  fileprivate func append(
    to out: inout [UInt8], letters: (StaticString, StaticString, StaticString, StaticString), clockMark: StaticString
  ) {
    func part(_ amount: Int64, _ letter: StaticString) {
      if amount == 0 { return }
      out.append(decimal: Int(amount))
      out.append(letter)
    }
    part(Int64(days), letters.0)
    if seconds != 0 { out.append(clockMark) }
    part(seconds / 3_600, letters.1)
    part(seconds / 60 % 60, letters.2)
    part(seconds % 60, letters.3)
  }
}

extension Array where Element == UInt8 {
  /// Appends a non-negative duration in iCalendar's form: `PT1H30M`, `P2D`, `PT0S`.
  package mutating func append(_ duration: ICalendarDuration) {
    append("P")
    let start = count
    duration.append(to: &self, letters: ("D", "H", "M", "S"), clockMark: "T")
    if count == start { append("T0S") }
  }
}
