import Bytes
import CivilTime

extension Array where Element == UInt8 {
  /// Appends a rule in the form of RFC 5545, section 3.3.10: capitals, parts in the order of its grammar, lists in
  /// ascending order, INTERVAL=1 and WKST=MO left out.
  ///
  /// Reading the output gives an equal rule, and equal rules have equal output. A rule with both COUNT and UNTIL is
  /// written with both: see ``RecurrenceSet/settleEnds()``.
  public mutating func append(_ rule: RecurrenceRule) {
    append("FREQ=")
    append(rule.frequency.name)
    if let until = rule.until {
      append(";UNTIL=")
      switch until {
      case .date(let date): append(basic: date)
      case .utc(let instant): append(basic: instant)
      case .local(let wall): append(basic: wall)
      }
    }
    if let count = rule.count {
      append(";COUNT=")
      append(decimal: count)
    }
    if rule.interval != 1 {
      append(";INTERVAL=")
      append(decimal: rule.interval)
    }
    append(";BYSECOND=", rule.bySecond)
    append(";BYMINUTE=", rule.byMinute)
    append(";BYHOUR=", rule.byHour)
    if !rule.byDay.isEmpty {
      append(";BYDAY=")
      var isFirst = true
      for day in rule.byDay {
        if !isFirst { append(ascii: ",") }
        isFirst = false
        if day.ordinal != 0 { append(decimal: day.ordinal) }
        append(day.weekday.ruleName)
      }
    }
    append(";BYMONTHDAY=", rule.byMonthDay)
    append(";BYYEARDAY=", rule.byYearDay)
    append(";BYWEEKNO=", rule.byWeekNo)
    append(";BYMONTH=", rule.byMonth)
    append(";BYSETPOS=", rule.bySetPos)
    if rule.weekStart != .monday {
      append(";WKST=")
      append(rule.weekStart.ruleName)
    }
  }

  private mutating func append(_ name: StaticString, _ numbers: NumberSet) {
    var isFirst = true
    for number in numbers {
      if isFirst { append(name) } else { append(ascii: ",") }
      isFirst = false
      append(decimal: number)
    }
  }

  private mutating func append(_ name: StaticString, _ numbers: [Int16]) {
    var isFirst = true
    for number in numbers {
      if isFirst { append(name) } else { append(ascii: ",") }
      isFirst = false
      append(decimal: number)
    }
  }
}

extension RecurrenceRule {
  /// The rule as RFC 5545 writes it.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(self)
    return bytes
  }
}

extension RecurrenceRule.Frequency {
  /// The value of FREQ.
  public var name: StaticString {
    switch self {
    case .secondly: "SECONDLY"
    case .minutely: "MINUTELY"
    case .hourly: "HOURLY"
    case .daily: "DAILY"
    case .weekly: "WEEKLY"
    case .monthly: "MONTHLY"
    case .yearly: "YEARLY"
    }
  }
}

extension Weekday {
  /// The two letters of BYDAY and WKST.
  var ruleName: StaticString {
    switch self {
    case .monday: "MO"
    case .tuesday: "TU"
    case .wednesday: "WE"
    case .thursday: "TH"
    case .friday: "FR"
    case .saturday: "SA"
    case .sunday: "SU"
    }
  }
}
