import Bytes
import CivilTime

/// A date or time pattern of Unicode TR 35, part 4, parsed into its fields once.
///
/// Supported are the fields that ICU uses in the patterns of ``LocaleTable``: y, M, L, d, E, c, H, h, K, k, m, s, a and
/// b, B (as a); others, such as the era, are dropped.
package struct DatePattern: Sendable {
  enum Field: Sendable {
    case literal([UInt8])
    case year
    /// The last two digits of the year.
    case shortYear
    case month(width: Int, standalone: Bool)
    case day(width: Int)
    case weekday(width: Int)
    case hour(width: Int, clock: HourClock)
    case minute
    case second
    case dayPeriod
  }

  enum HourClock: UInt8, Sendable {
    /// 0 to 23, 1 to 24, 1 to 12, 0 to 11.
    case h23, h24, h12, h11
  }

  let fields: [Field]

  init(fields: [Field]) { self.fields = fields }

  package init(_ pattern: some Collection<UInt8>) {
    var fields: [Field] = []
    var literal: [UInt8] = []
    let bytes = Array(pattern)
    var index = 0
    func flush() {
      if !literal.isEmpty { fields.append(.literal(literal)) }
      literal.removeAll()
    }
    while index < bytes.count {
      let byte = bytes[index]
      if byte == .apostrophe {
        // Quoted text; two quotation marks are one.
        index += 1
        if index < bytes.count, bytes[index] == .apostrophe {
          literal.append(.apostrophe)
          index += 1
          continue
        }
        while index < bytes.count {
          if bytes[index] == .apostrophe {
            if index + 1 < bytes.count, bytes[index + 1] == .apostrophe { index += 1 } else { break }
          }
          literal.append(bytes[index])
          index += 1
        }
        index += 1
        continue
      }
      guard byte.isLetter else {
        literal.append(byte)
        index += 1
        continue
      }
      var width = 1
      while index + width < bytes.count, bytes[index + width] == byte { width += 1 }
      index += width
      if let field = Self.field(byte, width) {
        flush()
        fields.append(field)
      }
    }
    flush()
    self.fields = fields
  }

  /// Whether it contains a day period, that is, uses a 12-hour clock.
  package var hasDayPeriod: Bool {
    fields.contains { if case .dayPeriod = $0 { true } else { false } }
  }

  private static func field(_ letter: UInt8, _ width: Int) -> Field? {
    switch letter {
    case .ascii("y"), .ascii("u"), .ascii("Y"): width == 2 ? .shortYear : .year
    case .ascii("M"): .month(width: width, standalone: false)
    case .ascii("L"): .month(width: width, standalone: true)
    case .ascii("d"): .day(width: width)
    case .ascii("E"), .ascii("c"), .ascii("e"): .weekday(width: width)
    case .ascii("H"): .hour(width: width, clock: .h23)
    case .ascii("k"): .hour(width: width, clock: .h24)
    case .ascii("h"): .hour(width: width, clock: .h12)
    case .ascii("K"): .hour(width: width, clock: .h11)
    case .ascii("m"): .minute
    case .ascii("s"): .second
    case .ascii("a"), .ascii("b"), .ascii("B"): .dayPeriod
    default: nil
    }
  }
}

/// A pattern of a range of dates: that of its first date with what stands between them, and that of its last.
package struct RangePattern: Sendable {
  package let first: DatePattern
  package let last: DatePattern

  init(first: DatePattern, last: DatePattern) { (self.first, self.last) = (first, last) }

  /// Parts a pattern as ICU writes it, "d–d MMMM y": the last date begins with the first field that comes again.
  package init(_ pattern: some Collection<UInt8>) {
    let fields = DatePattern(pattern).fields
    var kinds: UInt32 = 0
    var end = 0
    while end < fields.count, fields[end].kind == 0 || kinds & 1 << fields[end].kind == 0 {
      kinds |= 1 << fields[end].kind
      end += 1
    }
    first = DatePattern(fields: Array(fields[..<end]))
    last = DatePattern(fields: Array(fields[end...]))
  }

  /// Those of a long date, for a day, a month and a year that differ: "16 – 22 November 2026", "30 November – 6
  /// December 2026".
  /// - Parameter monthAndDay: "20 November".
  package static func of(_ longDate: DatePattern, _ monthAndDay: DatePattern) -> [RangePattern] {
    let dash = DatePattern.Field.literal([UInt8](" – "))
    var fields: [DatePattern.Field] = []
    var split = 0
    for field in longDate.fields {
      fields.append(field)
      guard case .day = field else { continue }
      fields.append(dash)
      split = fields.count
      fields.append(field)
    }
    return [
      RangePattern(
        first: DatePattern(fields: Array(fields[..<split])), last: DatePattern(fields: Array(fields[split...]))),
      RangePattern(first: DatePattern(fields: monthAndDay.fields + [dash]), last: longDate),
      RangePattern(first: DatePattern(fields: longDate.fields + [dash]), last: longDate),
    ]
  }
}

extension DatePattern.Field {
  /// Equal for fields that say the same part of a date; 0 for text.
  fileprivate var kind: UInt32 {
    switch self {
    case .literal: 0
    case .year, .shortYear: 1
    case .month: 2
    case .day: 3
    case .weekday: 4
    case .hour: 5
    case .minute: 6
    case .second: 7
    case .dayPeriod: 8
    }
  }
}

extension LocaleTable {
  /// Appends a number in the locale's digits.
  package func append(_ number: Int, width: Int = 1, to out: inout [UInt8]) {
    guard names.zeroDigit != 0x30 else { return out.append(decimal: number, width: width) }
    var ascii: [UInt8] = []
    ascii.append(decimal: number, width: width)
    for byte in ascii {
      guard let digit = byte.digitValue, let scalar = Unicode.Scalar(names.zeroDigit + UInt32(digit)) else {
        out.append(byte)
        continue
      }
      out.append(contentsOf: UTF8.encode(scalar).unsafelyUnwrapped)
    }
  }

  /// Appends a date in a pattern.
  package func append(_ date: CivilDate, _ pattern: DatePattern, to out: inout [UInt8]) {
    append(CivilDateTime(date), pattern, to: &out)
  }

  /// Appends a time of day.
  package func append(_ time: TimeOfDay, to out: inout [UInt8]) {
    guard time.second == 0 else { return append(spelling: time, to: &out) }
    out.append(contentsOf: minutes[time.hour * 60 + time.minute])
  }

  /// Appends a time of day in the pattern ``time``, field by field.
  func append(spelling time: TimeOfDay, to out: inout [UInt8]) {
    for field in self.time.fields { append(field, .first, time, to: &out) }
  }

  /// Appends two times of one half of a day. Whether the pattern fits them: midnight at the end is in another half.
  func append(_ start: TimeOfDay, _ end: TimeOfDay, to out: inout [UInt8]) -> Bool {
    guard let halfDay, start < end, (start.hour < 12) == (end.hour < 12) else { return false }
    for field in halfDay.first.fields { append(field, .first, start, to: &out) }
    for field in halfDay.last.fields { append(field, .first, end, to: &out) }
    return true
  }

  /// Appends an hour, 0 to 23, as a label of a time grid.
  package func append(hour: Int, to out: inout [UInt8]) {
    guard let time = TimeOfDay(hour: hour, minute: 0) else { return }
    for field in self.hour.fields { append(field, .first, time, to: &out) }
  }

  /// Appends a date and time in a pattern.
  package func append(_ dateTime: CivilDateTime, _ pattern: DatePattern, to out: inout [UInt8]) {
    let date = dateTime.date
    let time = dateTime.time
    for field in pattern.fields { append(field, date, time, to: &out) }
  }

  /// Appends a range of days, both ends included: "16 – 22 November 2026", "30 November – 6 December 2026".
  package func append(from first: CivilDate, through last: CivilDate, to out: inout [UInt8]) {
    if first == last { return append(first, dates.long, to: &out) }
    let range = dates.ranges[first.year != last.year ? 2 : first.month != last.month ? 1 : 0]
    append(first, range.first, to: &out)
    append(last, range.last, to: &out)
  }

  private func append(_ field: DatePattern.Field, _ date: CivilDate, _ time: TimeOfDay, to out: inout [UInt8]) {
    switch field {
    case .literal(let text): out.append(contentsOf: text)
    case .year: append(date.year, to: &out)
    case .shortYear: append(((date.year % 100) + 100) % 100, width: 2, to: &out)
    case .month(let width, let standalone):
      let month = date.month
      switch width {
      case 1, 2: append(month, width: width, to: &out)
      case 3: out.append(contentsOf: names.shortMonths[month - 1])
      default: out.append(contentsOf: standalone ? names.standaloneMonths[month - 1] : names.months[month - 1])
      }
    case .day(let width): append(date.day, width: min(width, 2), to: &out)
    case .weekday(let width):
      let index = Int(date.weekday.rawValue) - 1
      out.append(
        contentsOf: width >= 5
          ? names.narrowWeekdays[index] : width == 4 ? names.weekdays[index] : names.shortWeekdays[index])
    case .hour(let width, let clock):
      let hour = time.hour
      let shown =
        switch clock {
        case .h23: hour
        case .h24: hour == 0 ? 24 : hour
        case .h12: hour % 12 == 0 ? 12 : hour % 12
        case .h11: hour % 12
        }
      append(shown, width: min(width, 2), to: &out)
    case .minute: append(time.minute, width: 2, to: &out)
    case .second: append(time.second, width: 2, to: &out)
    case .dayPeriod: out.append(contentsOf: time.hour < 12 ? names.amSymbol : names.pmSymbol)
    }
  }
}
