import CivilTime

/// A rule made ready to be walked: its parts as masks, and what it does not say taken from DTSTART
/// (RFC 5545, page 43: "information, not contained in the rule, necessary to determine the various
/// recurrence instance start time and dates are derived from DTSTART").
struct RulePlan {
  let frequency: RecurrenceRule.Frequency
  let interval: Int64
  let weekStart: Weekday

  /// Bit `n` is month `n`; all twelve where the rule says nothing.
  private(set) var months: UInt32 = 0x1FFE
  private var saysMonths = false
  /// Days of the month from its beginning, bit 0 the first; and from its end, bit 31 the last.
  private var monthDays: UInt32 = 0
  private var monthDaysFromEnd: UInt32 = 0
  private(set) var hasMonthDays = false
  /// Every such weekday, bit 0 is Monday.
  private(set) var weekdays: UInt32 = 0
  private(set) var ordinals: [RecurrenceRule.Day] = []
  private(set) var hasDays = false
  /// Note 2: an ordinal counts within the year.
  private(set) var daysAreOfYear = false
  private(set) var hasYearDays = false
  private var commonYearDays = DayBits()
  private var leapYearDays = DayBits()
  private(set) var weekNumbers: [Int16] = []
  /// BYSETPOS, where periods hold days; below that it has been applied to `times`.
  private(set) var setPositions: [Int16] = []

  /// The times of each day; below DAILY, the seconds within each unit of the clock.
  private(set) var times: TimesOfDay
  /// What BYHOUR, BYMINUTE and BYSECOND leave of a day, where they limit.
  let clock: ClockLimits
  /// A date stands for its day: no times, and each day once.
  let isAllDay: Bool
  private(set) var startDay: Int32
  private(set) var startTime: Int32

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
    times = Self.times(of: rule, start: time, isAllDay: isAllDay)

    if !rule.byMonth.isEmpty {
      months = UInt32(truncatingIfNeeded: rule.byMonth.bits)
      saysMonths = true
    }
    setMonthDays(rule.byMonthDay)
    setDays(rule)
    setYearDays(rule.byYearDay)
    weekNumbers = rule.byWeekNo
    takeDays(from: date)
    // Without the times that a date ignores, BYSETPOS may have nothing left to choose from: then it
    // is ignored too, as it is where no other part is written.
    let hasParts =
      !isAllDay || saysMonths || !rule.byDay.isEmpty || !rule.byMonthDay.isEmpty || hasYearDays || !weekNumbers.isEmpty
    if !rule.bySetPos.isEmpty, hasParts {
      if frequency > .daily { setPositions = rule.bySetPos } else { times.choose(rule.bySetPos) }
    }
  }

  private static func times(of rule: RecurrenceRule, start: TimeOfDay, isAllDay: Bool) -> TimesOfDay {
    // RFC 5545: BYHOUR, BYMINUTE and BYSECOND "MUST be ignored" where DTSTART is a date.
    func words(_ part: RecurrenceRulePart, _ set: NumberSet, _ own: Int) -> UInt64 {
      if PartEffect.of(part, in: rule.frequency) == .limit { return 1 }
      return set.isEmpty || isAllDay ? 1 << UInt64(own) : set.bits
    }
    return TimesOfDay(
      hours: words(.byHour, rule.byHour, start.hour), minutes: words(.byMinute, rule.byMinute, start.minute),
      seconds: words(.bySecond, rule.bySecond, start.second))
  }

  private mutating func setMonthDays(_ days: [Int16]) {
    for day in days {
      if day > 0 { monthDays |= 1 << UInt32(day - 1) } else { monthDaysFromEnd |= 1 << UInt32(32 + day) }
    }
    hasMonthDays = !days.isEmpty
  }

  private mutating func setDays(_ rule: RecurrenceRule) {
    for day in rule.byDay {
      if day.ordinal == 0 { weekdays |= 1 << UInt32(day.weekday.rawValue - 1) } else { ordinals.append(day) }
    }
    hasDays = !rule.byDay.isEmpty
    daysAreOfYear = !ordinals.isEmpty && frequency == .yearly && rule.byMonth.isEmpty
  }

  private mutating func setYearDays(_ days: [Int16]) {
    hasYearDays = !days.isEmpty
    for day in days {
      leapYearDays.insert(day > 0 ? Int(day) - 1 : 366 + Int(day))
      // ±366 is no day of a common year.
      if day.magnitude < 366 { commonYearDays.insert(day > 0 ? Int(day) - 1 : 365 + Int(day)) }
    }
  }

  /// The day of DTSTART, as far as no part says which.
  private mutating func takeDays(from date: CivilDate) {
    guard !hasDays, !hasMonthDays, !hasYearDays else { return }
    switch frequency {
    case .secondly, .minutely, .hourly, .daily: break
    case .weekly:
      weekdays = 1 << UInt32(date.weekday.rawValue - 1)
      hasDays = true
    case .monthly:
      setMonthDays([Int16(date.day)])
    case .yearly:
      if !weekNumbers.isEmpty {
        weekdays = 1 << UInt32(date.weekday.rawValue - 1)
        hasDays = true
      } else {
        setMonthDays([Int16(date.day)])
        if !saysMonths { months = 1 << UInt32(date.month) }
      }
    }
  }

  /// Whether some part leaves days out, in rules that step by days or less.
  var limitsDays: Bool { months != 0x1FFE || hasMonthDays || hasDays || hasYearDays }

  /// The days of one month that satisfy every part but BYWEEKNO and ordinals within the year.
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

  /// The days of a year that BYDAY names where its ordinals count within the year.
  func daysOfYear(first: Int32, length: Int) -> DayBits {
    let weekday = CivilDate.weekdayIndex(of: first)
    var days = DayBits()
    for place in stride(from: 0, to: length, by: 28) {
      // 28 is a multiple of 7: each span begins with the same weekday.
      days.formUnion(MonthBits.days(on: weekdays, first: weekday) & 0xFFF_FFFF, at: place)
    }
    for ordinal in ordinals {
      if let place = MonthBits.place(of: ordinal, length: length, first: weekday) { days.insert(place) }
    }
    return days
  }

  /// Whether a day of the year, from 0, satisfies BYYEARDAY.
  func hasYearDay(_ day: Int, isLeap: Bool) -> Bool {
    (isLeap ? leapYearDays : commonYearDays).contains(day)
  }

  /// The wall's seconds at a place of a period's set, which is its days, each with all its times.
  func wall(of place: Int32, in days: DaySource) -> Int64 {
    let (rank, time) = place.quotientAndRemainder(dividingBy: times.count)
    return Int64(days.day(ofRank: rank)) * 86_400 + Int64(times.nth(time))
  }
}
