import CivilTime

/// A rule prepared for iteration: its parts as bit masks, with missing information taken from DTSTART (RFC 5545, page
/// 43: "information, not contained in the rule, necessary to determine the various recurrence instance start time and
/// dates are derived from DTSTART").
///
/// A class, so that the iterator, which uses it millions of times, passes a reference instead of half a kilobyte.
final class RulePlan: Sendable {
  let frequency: RecurrenceRule.Frequency
  let interval: Int64
  let weekStart: Weekday
  /// DTSTART is a date: instances have no times, and each day appears once.
  let isAllDay: Bool
  let startDay, startTime: Int32

  /// Bit `n` is month `n`; all twelve if the rule has no BYMONTH.
  let months: UInt32
  /// Days of the month from its beginning, bit 0 the first; and from its end, bit 31 the last.
  private let monthDays: UInt32
  private let monthDaysFromEnd: UInt32
  let hasMonthDays: Bool
  /// Weekdays without an ordinal; bit 0 is Monday.
  let weekdays: UInt32
  let ordinals: [RecurrenceRule.Day]
  let hasDays: Bool
  /// Note 2: ordinals count within the year.
  let daysAreOfYear: Bool
  let hasYearDays: Bool
  private let commonYearDays: DayBits
  private let leapYearDays: DayBits
  let weekNumbers: [Int16]
  /// BYSETPOS, if periods consist of days; for shorter FREQ it has been applied to `times`.
  let setPositions: [Int16]

  /// The times of each day; below DAILY, the seconds within each unit of the clock.
  let times: TimesOfDay
  /// The first and last of them.
  let firstTime: Int32
  let lastTime: Int32
  /// The times of day that BYHOUR, BYMINUTE and BYSECOND allow, if they limit.
  let clock: ClockLimits
  /// Whether some part excludes days, in rules with FREQ=DAILY or shorter.
  let limitsDays: Bool

  static let allMonths: UInt32 = 0x1FFE

  init(_ rule: RecurrenceRule, start: CivilDateTime, isAllDay: Bool) {
    frequency = rule.frequency
    interval = rule.interval
    weekStart = rule.weekStart
    self.isAllDay = isAllDay
    let date = start.date
    let time = isAllDay ? TimeOfDay.midnight : start.time
    startDay = date.dayNumber
    startTime = time.secondOfDay
    clock = ClockLimits(rule, isAllDay: isAllDay)

    let dayOfStart = DayOfStart(rule, date)
    months = rule.byMonth.isEmpty ? dayOfStart.months : UInt32(truncatingIfNeeded: rule.byMonth.bits)
    var monthDays = dayOfStart.monthDays
    var monthDaysFromEnd: UInt32 = 0
    for day in rule.byMonthDay {
      if day > 0 { monthDays |= 1 << UInt32(day - 1) } else { monthDaysFromEnd |= 1 << UInt32(32 + day) }
    }
    self.monthDays = monthDays
    self.monthDaysFromEnd = monthDaysFromEnd
    hasMonthDays = monthDays | monthDaysFromEnd != 0
    var weekdays = dayOfStart.weekdays
    for day in rule.byDay where day.ordinal == 0 { weekdays |= 1 << UInt32(day.weekday.rawValue - 1) }
    self.weekdays = weekdays
    ordinals = rule.byDay.contains { $0.ordinal != 0 } ? rule.byDay.filter { $0.ordinal != 0 } : []
    hasDays = weekdays != 0 || !ordinals.isEmpty
    daysAreOfYear = !ordinals.isEmpty && frequency == .yearly && rule.byMonth.isEmpty
    var common = DayBits()
    var leap = DayBits()
    for day in rule.byYearDay {
      leap.insert(day > 0 ? Int(day) - 1 : 366 + Int(day))
      // ±366 is not a day of a common year.
      if day.magnitude < 366 { common.insert(day > 0 ? Int(day) - 1 : 365 + Int(day)) }
    }
    (commonYearDays, leapYearDays) = (common, leap)
    hasYearDays = !rule.byYearDay.isEmpty
    weekNumbers = rule.byWeekNo
    limitsDays = months != Self.allMonths || hasMonthDays || hasDays || hasYearDays

    var times = Self.times(of: rule, start: time, isAllDay: isAllDay)
    // Without the times, which a date ignores, BYSETPOS may have nothing left to choose from. It is then ignored, as it
    // is if no other part is written.
    let saysDays =
      !rule.byMonth.isEmpty || !rule.byDay.isEmpty || !rule.byMonthDay.isEmpty || hasYearDays || !weekNumbers.isEmpty
    let positions = isAllDay && !saysDays ? [] : rule.bySetPos
    if frequency > .daily {
      setPositions = positions
    } else {
      setPositions = []
      if !positions.isEmpty { times.choose(positions) }
    }
    self.times = times
    firstTime = times.first
    lastTime = times.count > 0 ? times.nth(times.count - 1) : -1
  }

  /// What DTSTART determines about days because no part does.
  private struct DayOfStart {
    var months = RulePlan.allMonths
    var monthDays: UInt32 = 0
    var weekdays: UInt32 = 0

    init(_ rule: RecurrenceRule, _ date: CivilDate) {
      guard rule.byDay.isEmpty, rule.byMonthDay.isEmpty, rule.byYearDay.isEmpty else { return }
      let weekday: UInt32 = 1 << UInt32(date.weekday.rawValue - 1)
      switch rule.frequency {
      case .secondly, .minutely, .hourly, .daily: break
      case .weekly: weekdays = weekday
      case .monthly: monthDays = 1 << UInt32(date.day - 1)
      case .yearly:
        if !rule.byWeekNo.isEmpty {
          weekdays = weekday
        } else {
          monthDays = 1 << UInt32(date.day - 1)
          months = 1 << UInt32(date.month)
        }
      }
    }
  }

  private static func times(of rule: RecurrenceRule, start: TimeOfDay, isAllDay: Bool) -> TimesOfDay {
    // RFC 5545: BYHOUR, BYMINUTE and BYSECOND "MUST be ignored" if DTSTART is a date.
    func words(_ part: RecurrenceRulePart, _ set: NumberSet, _ own: Int) -> UInt64 {
      if PartEffect.of(part, in: rule.frequency) == .limit { return 1 }
      return set.isEmpty || isAllDay ? 1 << UInt64(own) : set.bits
    }
    return TimesOfDay(
      hours: words(.byHour, rule.byHour, start.hour), minutes: words(.byMinute, rule.byMinute, start.minute),
      seconds: words(.bySecond, rule.bySecond, start.second))
  }

  /// The number of days in each month that BYMONTH allows, if it is the same for all: days up to the 28th from one end,
  /// or ordinals of weekdays up to the fourth from one end.
  var daysPerMonth: Int64? {
    if hasYearDays || !weekNumbers.isEmpty || daysAreOfYear || hasDays == hasMonthDays { return nil }
    if hasMonthDays {
      if monthDaysFromEnd == 0, monthDays >> 28 == 0 { return Int64(monthDays.nonzeroBitCount) }
      return monthDays == 0 && monthDaysFromEnd & 15 == 0 ? Int64(monthDaysFromEnd.nonzeroBitCount) : nil
    }
    let fromStart = ordinals.allSatisfy { $0.ordinal > 0 && $0.ordinal < 5 }
    let fromEnd = ordinals.allSatisfy { $0.ordinal < 0 && $0.ordinal > -5 }
    return weekdays == 0 && (fromStart || fromEnd) ? Int64(ordinals.count) : nil
  }

  /// The days of one month that satisfy every part except BYWEEKNO and ordinals within the year.
  ///
  /// - Parameters:
  ///   - first: the day number of the month's first day.
  ///   - length: 28 to 31.
  ///   - dayOfYear: of the first day, from 0.
  func days(ofMonth month: Int, first: Int32, length: Int, dayOfYear: Int, isLeap: Bool) -> UInt32 {
    guard months >> UInt32(month) & 1 == 1 else { return 0 }
    var days: UInt32 = ~0 >> UInt32(32 - length)
    if hasMonthDays { days &= monthDays | monthDaysFromEnd >> UInt32(32 - length) }
    if hasDays, !daysAreOfYear {
      let weekday = CivilDate.weekdayIndex(of: first)
      var matching = MonthBits.days(on: weekdays, first: weekday)
      for ordinal in ordinals {
        if let place = MonthBits.place(of: ordinal, length: length, first: weekday) { matching |= 1 << UInt32(place) }
      }
      days &= matching
    }
    if hasYearDays { days &= (isLeap ? leapYearDays : commonYearDays).days(at: dayOfYear) }
    return days
  }

  /// The days of a year selected by BYDAY if its ordinals count within the year.
  func daysOfYear(first: Int32, length: Int) -> DayBits {
    let weekday = CivilDate.weekdayIndex(of: first)
    var days = DayBits()
    for place in stride(from: 0, to: length, by: 28) {
      // 28 is a multiple of 7, so each span begins with the same weekday.
      days.formUnion(MonthBits.days(on: weekdays, first: weekday) & 0xFFF_FFFF, at: place)
    }
    for ordinal in ordinals {
      if let place = MonthBits.place(of: ordinal, length: length, first: weekday) { days.insert(place) }
    }
    return days
  }

  /// The second of wall time at a position in a period's set: its days, each with all its times.
  func wall(of place: Int32, in days: DaySource) -> Int64 {
    let (rank, time) = place.quotientAndRemainder(dividingBy: times.count)
    return Int64(days.day(ofRank: rank)) * 86_400 + Int64(times.nth(time))
  }
}
