import CivilTime

/// Produces the days that a rule's day parts allow, in order, period by period; jumps to any day by arithmetic.
///
/// The days of a period are one chunk of bits: a year (with BYWEEKNO a week-numbering year), a month or a week; for
/// rules with FREQ=DAILY or shorter, a month. Loading a chunk allocates nothing.
///
/// ## How a search without matches ends
///
/// The Gregorian calendar repeats after 400 years, which are 4,800 months, 20,871 whole weeks and 146,097 days,
/// weekdays and week numbers included. Periods that are INTERVAL apart therefore repeat after the least common multiple
/// of INTERVAL and the cycle in that period's unit. A search that has found nothing over that span never will: at most
/// 400 years, 4,800 months, 20,871 weeks or 146,097 days are examined, since only every INTERVAL-th is. The end of the
/// calendar, 9999-12-31, may come first.
struct DaySource {
  /// Days of the current word that have not been returned yet.
  var word: UInt64 = 0
  var wordBase: Int32 = 0
  var wordIndex = 0
  /// The size of the chunk: one word, or the words of a year.
  var wordCount = 1
  var single: UInt64 = 0
  var year = DayBits()
  var base: Int32 = 0

  /// The number of the next chunk's year, month, week or day.
  var index: Int64 = 0
  let origin: Int64
  var lastMatch: Int32 = 0
  var fruitless = 0
  var giveUpDay = Int64.max
  /// Chunks loaded: how tests measure work.
  var steps = 0

  init(_ plan: RulePlan) {
    let start = CivilDate(uncheckedDayNumber: plan.startDay)
    switch plan.frequency {
    case .yearly: origin = Int64(Self.yearIndex(of: plan.startDay, plan))
    case .monthly: origin = Int64(start.civilMonth.monthNumber)
    case .weekly: origin = Int64(plan.startDay) - Int64(start.weekday.index(from: plan.weekStart))
    case .daily, .hourly, .minutely, .secondly: origin = Int64(plan.startDay)
    }
  }

  /// For FREQ shorter than DAILY every day is examined: INTERVAL counts hours, minutes or seconds.
  static func interval(_ plan: RulePlan) -> Int64 { plan.frequency >= .daily ? plan.interval : 1 }

  /// The first number at `index` or later that is a whole number of intervals from the origin.
  func aligned(_ index: Int64, _ plan: RulePlan) -> Int64 {
    let interval = Self.interval(plan)
    if interval == 1 { return index }
    let from = plan.frequency == .weekly ? 0 : origin
    let behind = (index - from).flooredRemainder(by: interval)
    return behind == 0 ? index : index - behind + interval
  }

  /// The number of the year, month, week or day that contains `day`.
  private func containing(_ day: Int32, _ plan: RulePlan) -> Int64 {
    switch plan.frequency {
    case .yearly: Int64(Self.yearIndex(of: day, plan))
    case .monthly: Int64(CivilDate(uncheckedDayNumber: day).civilMonth.monthNumber)
    case .weekly: (Int64(day) - origin).flooredQuotient(by: 7)
    case .daily, .hourly, .minutely, .secondly: Int64(day)
    }
  }

  /// Makes the chunk that contains `day`, or the first after it, the next one to load. `day` is not before DTSTART's
  /// day.
  mutating func seekChunk(at day: Int32, _ plan: RulePlan) {
    index = aligned(containing(day, plan), plan)
    word = 0
    wordIndex = 0
    wordCount = 1
    matched(day)
  }

  /// Makes ``next(_:through:)`` continue with the first day at `day` or later.
  mutating func seek(to day: Int32, _ plan: RulePlan) {
    seekChunk(at: day, plan)
    guard load(plan, through: day) else { return }
    while wordIndex < wordCount, wordBase + 63 < day { nextWord() }
    if wordBase < day, wordIndex < wordCount { word &= ~0 << UInt64(day - wordBase) }
  }

  /// The next day up to and including `last`; `nil` if there is none.
  mutating func next(_ plan: RulePlan, through last: Int32) -> Int32? {
    while word == 0 {
      if wordIndex + 1 < wordCount { nextWord() } else if !load(plan, through: last) { return nil }
    }
    let day = wordBase + Int32(truncatingIfNeeded: word.trailingZeroBitCount)
    if day > last { return nil }
    word &= word &- 1
    lastMatch = day
    fruitless = 0
    return day
  }

  /// Records that a day gave an instance, which restarts the count of periods without a match.
  mutating func matched(_ day: Int32) {
    lastMatch = day
    fruitless = 0
    giveUpDay = .max
  }

  private mutating func nextWord() {
    wordIndex += 1
    wordBase += 64
    word = wordIndex < wordCount ? year.words[wordIndex] : 0
  }

  // MARK: The whole chunk, for BYSETPOS and COUNT

  /// The number of days in the chunk.
  var count: Int32 {
    if wordCount == 1 { return Int32(single.nonzeroBitCount) }
    var count = 0
    for index in 0..<wordCount { count += year.words[index].nonzeroBitCount }
    return Int32(count)
  }

  /// The number of days in the chunk before `day`.
  func count(before day: Int32) -> Int32 {
    let place = Int(day) - Int(base)
    if place <= 0 { return 0 }
    if wordCount == 1 { return Int32(single.rank(at: min(place, 64))) }
    var count = 0
    for index in 0..<wordCount where place > index * 64 {
      count += year.words[index].rank(at: min(place - index * 64, 64))
    }
    return Int32(count)
  }

  /// The chunk's day with `rank` days before it; it must exist.
  func day(ofRank rank: Int32) -> Int32 {
    if wordCount == 1 { return base + Int32(single.place(ofRank: Int(rank))) }
    var rest = Int(rank)
    for index in 0..<wordCount {
      let count = year.words[index].nonzeroBitCount
      if rest < count { return base + Int32(index * 64 + year.words[index].place(ofRank: rest)) }
      rest -= count
    }
    return base
  }

  /// The number of days in every period that BYMONTH allows, if it is the same for all.
  static func daysPerPeriod(_ plan: RulePlan) -> Int64? {
    switch plan.frequency {
    case .yearly: plan.daysPerMonth.map { $0 * Int64(plan.months.nonzeroBitCount) }
    case .monthly: plan.daysPerMonth
    case .weekly: plan.months == RulePlan.allMonths ? Int64(plan.weekdays.nonzeroBitCount) : nil
    case .daily, .hourly, .minutely, .secondly: nil
    }
  }

  /// Skips the coming periods that end before the one containing `day`; returns how many of them BYMONTH allows. O(1).
  mutating func skipPeriods(before day: Int32, _ plan: RulePlan) -> Int64 {
    let apart = containing(day, plan) - index
    guard apart > 0 else { return 0 }
    let skipped = (apart - 1) / plan.interval + 1
    var kept = skipped
    if plan.frequency == .monthly, plan.months != RulePlan.allMonths {
      // The months of the year repeat after at most twelve steps.
      let cycle = 12 / greatestCommonDivisor(plan.interval, 12)
      var (perCycle, rest): (Int64, Int64) = (0, 0)
      for step in 0..<cycle {
        let month = (index + step * (plan.interval % 12)).flooredRemainder(by: 12) + 1
        guard plan.months >> UInt32(month) & 1 == 1 else { continue }
        perCycle += 1
        if step < skipped % cycle { rest += 1 }
      }
      kept = skipped / cycle * perCycle + rest
    }
    index += skipped * plan.interval
    return kept
  }
}
