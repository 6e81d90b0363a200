import CivilTime

/// Loading the days of a period: the effect of each part of a rule.
extension DaySource {
  /// Loads the next chunk, which may be empty. Returns `false` if it would begin after `last` or after the last date,
  /// or if a search without matches has covered a whole cycle.
  mutating func load(_ plan: RulePlan, through last: Int32) -> Bool {
    steps &+= 1
    fruitless += 1
    // Computing the cycle takes longer than most searches.
    if fruitless == 64 { giveUpDay = Self.sum(Int64(lastMatch) + 400, Self.circle(plan)) }
    if fruitless > 64, Int64(base) > giveUpDay { return false }
    switch plan.frequency {
    case .yearly: return loadYear(plan, last)
    case .monthly: return loadMonth(plan, last)
    case .weekly: return loadWeek(plan, last)
    case .daily, .hourly, .minutely, .secondly: return loadDays(plan, last)
    }
  }

  /// The number of days after which the pattern of chunks repeats.
  private static func circle(_ plan: RulePlan) -> Int64 {
    let interval = interval(plan)
    switch plan.frequency {
    case .yearly: return product(leastCommonMultiple(interval, 400) / 400, 146_097)
    case .monthly: return product(leastCommonMultiple(interval, 4_800) / 4_800, 146_097)
    case .weekly: return product(leastCommonMultiple(interval, 20_871), 7)
    case .daily, .hourly, .minutely, .secondly: return leastCommonMultiple(interval, 146_097)
    }
  }

  private static func product(_ one: Int64, _ other: Int64) -> Int64 {
    let (product, overflow) = one.multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }

  private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, overflow) = one.addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  private mutating func set(_ days: UInt64, at first: Int32) {
    base = first
    single = days
    word = days
    wordBase = first
    wordIndex = 0
    wordCount = 1
  }

  private mutating func loadMonth(_ plan: RulePlan, _ last: Int32) -> Bool {
    guard index <= 9999 * 12 + 11 else { return false }
    let year = Int(index.flooredQuotient(by: 12))
    let month = Int(index) - year * 12 + 1
    let first = CivilDate.dayNumber(year: year, month: month, day: 1)
    if first > last { return false }
    set(UInt64(Self.days(of: plan, year, month, first)), at: first)
    index += plan.interval
    return true
  }

  private static func days(of plan: RulePlan, _ year: Int, _ month: Int, _ first: Int32) -> UInt32 {
    let isLeap = CivilDate.isLeap(year)
    let dayOfYear = plan.hasYearDays ? Int(first - CivilDate.dayNumber(year: year, month: 1, day: 1)) : 0
    return plan.days(
      ofMonth: month, first: first, length: CivilDate.days(inMonth: month, of: year), dayOfYear: dayOfYear,
      isLeap: isLeap)
  }

  private mutating func loadWeek(_ plan: RulePlan, _ last: Int32) -> Bool {
    // No week of the calendar has a higher number, so nothing below overflows.
    guard index <= 1_100_000 else { return false }
    let first = Int32(origin + index * 7)
    if first > last { return false }
    let turn = Int(plan.weekStart.rawValue) - 1
    var days = UInt64((plan.weekdays >> UInt32(turn) | plan.weekdays << UInt32(7 - turn)) & 0x7F)
    if plan.months != RulePlan.allMonths {
      let (year, month, day) = CivilDate(uncheckedDayNumber: first).components
      let rest = CivilDate.days(inMonth: month, of: year) - day + 1
      if plan.months >> UInt32(month) & 1 == 0 { days &= rest < 7 ? ~0 << UInt64(rest) : 0 }
      if rest < 7, plan.months >> UInt32(month % 12 + 1) & 1 == 0 { days &= ~(~0 << UInt64(rest)) }
    }
    set(days, at: first)
    index += plan.interval
    return true
  }

  /// For rules with FREQ=DAILY or shorter: the days of one month.
  private mutating func loadDays(_ plan: RulePlan, _ last: Int32) -> Bool {
    guard index <= Int64(last) else { return false }
    var (year, month, day) = CivilDate(uncheckedDayNumber: Int32(index)).components
    let first = Int32(index) - Int32(day - 1)
    let length = CivilDate.days(inMonth: month, of: year)
    guard plan.months >> UInt32(month) & 1 == 1 else {
      // Continue with the next month that BYMONTH allows.
      repeat {
        month += 1
        if month > 12 { (year, month) = (year + 1, 1) }
      } while plan.months >> UInt32(month) & 1 == 0
      let next = CivilDate.dayNumber(year: year, month: month, day: 1)
      index = aligned(Int64(next), plan)
      set(0, at: first)
      return true
    }
    var candidates: UInt32 = ~0 << UInt32(day - 1)
    let interval = Self.interval(plan)
    if interval == 1 {
      index = Int64(first) + Int64(length)
    } else {
      candidates = 0
      while day <= length {
        candidates |= 1 << UInt32(day - 1)
        index += interval
        day = interval > 31 ? 32 : day + Int(interval)
      }
    }
    set(UInt64(candidates & Self.days(of: plan, year, month, first)), at: first)
    return true
  }

  // MARK: Years

  /// The year that contains a day; with BYWEEKNO the week-numbering year, whose first days may be at the end of the
  /// calendar year before.
  static func yearIndex(of day: Int32, _ plan: RulePlan) -> Int {
    let year = CivilDate(uncheckedDayNumber: day).year
    if plan.weekNumbers.isEmpty { return year }
    if day < firstWeek(of: year, plan) { return year - 1 }
    return day >= firstWeek(of: year + 1, plan) ? year + 1 : year
  }

  /// The first day of week 1, the first week with four days in the year; weeks begin with WKST.
  private static func firstWeek(of year: Int, _ plan: RulePlan) -> Int32 {
    let fourth = CivilDate.dayNumber(year: year, month: 1, day: 4)
    let weekday = CivilDate.weekdayIndex(of: fourth)
    return fourth - Int32((weekday - Int(plan.weekStart.rawValue) + 1 + 7) % 7)
  }

  private mutating func loadYear(_ plan: RulePlan, _ last: Int32) -> Bool {
    // Week-numbering year 10,000 may begin in the last days of 9999.
    guard index <= 10_000 else { return false }
    let number = Int(index)
    let first =
      plan.weekNumbers.isEmpty
      ? CivilDate.dayNumber(year: number, month: 1, day: 1) : Self.firstWeek(of: number, plan)
    if first > last { return false }
    year = DayBits()
    if plan.weekNumbers.isEmpty { fillYear(number, first, plan) } else { fillWeeks(number, first, plan) }
    base = first
    wordBase = first
    wordIndex = 0
    wordCount = DayBits.wordCount
    word = year.words[0]
    index += plan.interval
    return true
  }

  private mutating func fillYear(_ number: Int, _ first: Int32, _ plan: RulePlan) {
    let isLeap = CivilDate.isLeap(number)
    var months = plan.months
    while months != 0 {
      let month = months.trailingZeroBitCount
      months &= months - 1
      let monthFirst = CivilDate.dayNumber(year: number, month: month, day: 1)
      let dayOfYear = Int(monthFirst - first)
      let days = plan.days(
        ofMonth: month, first: monthFirst, length: CivilDate.days(inMonth: month, of: number), dayOfYear: dayOfYear,
        isLeap: isLeap)
      year.formUnion(days, at: dayOfYear)
    }
    if plan.daysAreOfYear { year.formIntersection(plan.daysOfYear(first: first, length: isLeap ? 366 : 365)) }
  }

  /// BYWEEKNO: the days of the listed weeks, limited by the other parts.
  private mutating func fillWeeks(_ number: Int, _ first: Int32, _ plan: RulePlan) {
    let count = Int(Self.firstWeek(of: number + 1, plan) - first) / 7
    let allowed = plan.hasDays ? plan.weekdays : 0x7F
    let weekdays = MonthBits.days(on: allowed, first: Int(plan.weekStart.rawValue) - 1) & 0x7F
    for week in plan.weekNumbers {
      let place = week > 0 ? Int(week) - 1 : count + Int(week)
      if place >= 0, place < count { year.formUnion(weekdays, at: place * 7) }
    }
    guard plan.months != RulePlan.allMonths || plan.hasMonthDays || plan.hasYearDays else { return }
    for word in 0..<DayBits.wordCount {
      var rest = year.words[word]
      while rest != 0 {
        let place = word * 64 + rest.trailingZeroBitCount
        rest &= rest - 1
        if !Self.allows(first + Int32(place), plan) { year.words[word] &= ~(1 << UInt64(place & 63)) }
      }
    }
  }

  /// Whether BYMONTH, BYMONTHDAY and BYYEARDAY allow a day.
  private static func allows(_ dayNumber: Int32, _ plan: RulePlan) -> Bool {
    let (year, month, day) = CivilDate(uncheckedDayNumber: dayNumber).components
    return days(of: plan, year, month, dayNumber - Int32(day - 1)) >> UInt32(day - 1) & 1 == 1
  }
}
