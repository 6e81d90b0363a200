import Bytes
import CivilTime
import Sections

extension LocaleTable: Packable {
  package func pack(to out: inout [UInt8]) {
    out.pack(identifier)
    isRightToLeft.pack(to: &out)
    out.append(weekRules.firstWeekday.rawValue)
    out.pack(weekRules.minimumDays)
    out.append(weekendDays)
    hasWeekNumbers.pack(to: &out)
    names.pack(to: &out)
    dates.pack(to: &out)
    clock.pack(to: &out)
    otherClock.pack(to: &out)
    second.pack(to: &out)
  }
}

extension DateNames: Packable {
  package func pack(to out: inout [UInt8]) {
    out.pack(UInt64(zeroDigit))
    for names in [months, standaloneMonths, shortMonths, weekdays, shortWeekdays, narrowWeekdays] { out.pack(names) }
    out.pack(amSymbol)
    out.pack(pmSymbol)
  }

  package init(_ reader: inout Unpacker) {
    zeroDigit = UInt32(truncatingIfNeeded: reader.number())
    months = reader.names(12)
    standaloneMonths = reader.names(12)
    shortMonths = reader.names(12)
    weekdays = reader.names(7)
    shortWeekdays = reader.names(7)
    narrowWeekdays = reader.names(7)
    amSymbol = reader.text()
    pmSymbol = reader.text()
  }
}

extension DatePatterns: Packable {
  package func pack(to out: inout [UInt8]) {
    for pattern in [full, long, monthAndYear, dayHeading, monthAndDay, shortDay] { pattern.pack(to: &out) }
    for range in ranges { range.pack(to: &out) }
  }

  package init(_ reader: inout Unpacker) {
    full = DatePattern(&reader)
    long = DatePattern(&reader)
    monthAndYear = DatePattern(&reader)
    dayHeading = DatePattern(&reader)
    monthAndDay = DatePattern(&reader)
    shortDay = DatePattern(&reader)
    ranges = [RangePattern(&reader), RangePattern(&reader), RangePattern(&reader)]
  }
}

extension ClockPatterns: Fields {
  package init<Pass: FieldPass>(_ pass: inout Pass, _ known: ClockPatterns?) {
    time = pass.field(known?.time)
    hour = pass.field(known?.hour)
    halfDay = pass.optional(known?.halfDay)
  }
}

extension RangePattern: Fields {
  package init<Pass: FieldPass>(_ pass: inout Pass, _ known: RangePattern?) {
    first = pass.field(known?.first)
    last = pass.field(known?.last)
  }
}

extension DatePattern: Packable {
  package func pack(to out: inout [UInt8]) { fields.pack(to: &out) }

  package init(_ reader: inout Unpacker) { fields = [Field](&reader) }
}

extension DatePattern.Field: Packable {
  package func pack(to out: inout [UInt8]) {
    switch self {
    case .literal(let text):
      out.append(0)
      out.pack(text)
    case .year: out.append(1)
    case .shortYear: out.append(2)
    case .month(let width, let standalone):
      out.append(standalone ? 4 : 3)
      out.pack(width)
    case .day(let width):
      out.append(5)
      out.pack(width)
    case .weekday(let width):
      out.append(6)
      out.pack(width)
    case .hour(let width, let clock):
      out.append(7)
      out.pack(width)
      out.append(clock.rawValue)
    case .minute: out.append(8)
    case .second: out.append(9)
    case .dayPeriod: out.append(10)
    }
  }

  package init(_ reader: inout Unpacker) {
    let kind = reader.byte()
    switch kind {
    case 0: self = .literal(reader.text())
    case 1: self = .year
    case 2: self = .shortYear
    case 3, 4: self = .month(width: reader.number(below: 64), standalone: kind == 4)
    case 5: self = .day(width: reader.number(below: 64))
    case 6: self = .weekday(width: reader.number(below: 64))
    case 7:
      self = .hour(width: reader.number(below: 64), clock: DatePattern.HourClock(rawValue: reader.byte()) ?? .h23)
    case 8: self = .minute
    case 9: self = .second
    default:
      if kind != 10 { reader.fail() }
      self = .dayPeriod
    }
  }
}

extension Unpacker {
  /// A list of names that must have this length.
  fileprivate mutating func names(_ count: Int) -> [[UInt8]] {
    let names = texts()
    if names.count == count { return names }
    fail()
    return Array(repeating: [], count: count)
  }
}
