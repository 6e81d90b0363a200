import CivilTime

/// For rules with FREQ=HOURLY or shorter: the length of a step, and which hours, minutes and seconds of a day BYHOUR,
/// BYMINUTE and BYSECOND allow.
struct ClockLimits {
  /// 3,600, 60 or 1 second; a day for rules with FREQ=DAILY or longer.
  let unit: Int64
  private let hours: UInt64
  private let minutes: UInt64
  private let seconds: UInt64
  /// Whether the parts exclude anything.
  let isLimiting: Bool

  private static var allHours: UInt64 { 0xFF_FFFF }
  private static var allMinutes: UInt64 { 0xFFF_FFFF_FFFF_FFFF }

  init(_ rule: RecurrenceRule, isAllDay: Bool) {
    func words(_ part: RecurrenceRulePart, _ set: NumberSet, all: UInt64) -> UInt64 {
      set.isEmpty || isAllDay || PartEffect.of(part, in: rule.frequency) == .expand ? all : set.bits
    }
    unit = rule.frequency.clockUnit
    hours = words(.byHour, rule.byHour, all: Self.allHours)
    minutes = words(.byMinute, rule.byMinute, all: Self.allMinutes)
    seconds = words(.bySecond, rule.bySecond, all: Self.allMinutes)
    isLimiting = hours != Self.allHours || minutes != Self.allMinutes || seconds != Self.allMinutes
  }

  var unitsPerDay: Int64 { 86_400 / unit }

  /// The first allowed second of the day at `second` or later; `nil` if there is none. For steps of an hour or a
  /// minute, only the beginnings of steps are examined.
  func next(from second: Int32) -> Int32? {
    var hour = Int(second) / 3600
    if hours >> UInt64(hour) & 1 == 1 {
      var minute = Int(second) / 60 % 60
      if minutes >> UInt64(minute) & 1 == 1, let next = seconds.firstSet(from: Int(second) % 60) {
        return Int32(hour * 3600 + minute * 60 + next)
      }
      if let next = minutes.firstSet(from: minute + 1) {
        minute = next
        return Int32(hour * 3600 + minute * 60 + seconds.trailingZeroBitCount)
      }
    }
    guard let next = hours.firstSet(from: hour + 1) else { return nil }
    hour = next
    return Int32(hour * 3600 + minutes.trailingZeroBitCount * 60 + seconds.trailingZeroBitCount)
  }

  /// Whether steps of `interval` units from `origin` ever hit an allowed second of the day, on any day. They hit
  /// exactly those that differ from the origin by a multiple of the greatest common divisor of the interval and a day's
  /// units. O(86,400) at most.
  func isEverMet(origin: Int64, interval: Int64) -> Bool {
    let divisor = greatestCommonDivisor(interval, unitsPerDay)
    var place = origin.flooredRemainder(by: divisor)
    while place < unitsPerDay {
      let second = Int32(place * unit)
      if next(from: second) == second { return true }
      place += divisor
    }
    return false
  }
}

extension RecurrenceRule.Frequency {
  /// The length of a step in seconds, as in ``ClockLimits``.
  var clockUnit: Int64 {
    switch self {
    case .secondly: 1
    case .minutely: 60
    case .hourly: 3600
    case .daily, .weekly, .monthly, .yearly: 86_400
    }
  }
}

extension Int64 {
  /// The remainder of ``flooredQuotient(by:)``: at least 0 and less than the divisor, which is positive.
  func flooredRemainder(by divisor: Int64) -> Int64 {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}

/// The greatest common divisor of two positive numbers.
func greatestCommonDivisor(_ one: Int64, _ other: Int64) -> Int64 {
  var (low, high) = (one, other)
  while low != 0 { (low, high) = (high % low, low) }
  return high
}

/// The least common multiple of two positive numbers; `Int64.max` on overflow.
func leastCommonMultiple(_ one: Int64, _ other: Int64) -> Int64 {
  let (product, overflow) = one.multipliedReportingOverflow(by: other / greatestCommonDivisor(one, other))
  return overflow ? .max : product
}
