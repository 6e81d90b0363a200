import CivilTime

/// Counts the instances of a rule in a span of wall time, for COUNT: how many precede a window.
///
/// Nothing is enumerated that arithmetic can count. If every period has the same number of matches (DAILY with at most
/// BYDAY, WEEKLY, MONTHLY on days that all months have, HOURLY and shorter without limits), it is one division; if the
/// pattern of an HOURLY or shorter rule repeats after a few days, one table of those days; otherwise the days of each
/// period are counted as bits and multiplied by the times per day.
struct RuleCounter {
  private let plan: RulePlan
  private var low: Int64
  private let high: Int64
  /// Counting may stop here: COUNT has run out.
  private let enough: Int64
  private var days: DaySource
  private var otherSteps = 0

  /// Counts from `low`, which is not before DTSTART, up to but excluding `high`.
  init(_ plan: RulePlan, from low: Int64, before high: Int64, enough: Int64) {
    self.plan = plan
    self.low = low
    self.high = high
    self.enough = enough
    days = DaySource(plan)
  }

  /// Periods and units examined.
  var steps: Int { days.steps + otherSteps }

  /// The count, or any number not below `enough`.
  mutating func count() -> Int64 {
    guard low < high else { return 0 }
    if plan.frequency < .daily { return countClock() }
    return plan.setPositions.isEmpty ? countTimes() : countPositions()
  }

  private static func day(of second: Int64) -> Int32 { Int32(second.flooredQuotient(by: 86_400)) }

  // MARK: Days

  private mutating func countTimes() -> Int64 {
    let (first, last) = (Self.day(of: low), Self.day(of: high))
    return countDays(from: first, to: last) * Int64(plan.times.count) - countTimes(before: low, of: first)
      + countTimes(before: high, of: last)
  }

  /// The number of times of `day` before `second`, which is on that day; 0 if the rule excludes the day.
  private mutating func countTimes(before second: Int64, of day: Int32) -> Int64 {
    let rank = plan.times.rank(of: Int32(second - Int64(day) * 86_400))
    guard rank > 0 else { return 0 }
    days.seek(to: day, plan)
    return days.next(plan, through: day) == day ? Int64(rank) : 0
  }

  /// Days that the rule allows from `first` up to but excluding `end`.
  private mutating func countDays(from first: Int32, to end: Int32) -> Int64 {
    guard first < end else { return 0 }
    if plan.frequency == .daily, plan.months == RulePlan.allMonths, !plan.hasMonthDays {
      return countDaily(before: end) - countDaily(before: first)
    }
    let perPeriod = DaySource.daysPerPeriod(plan)
    days.seekChunk(at: first, plan)
    guard days.load(plan, through: end - 1) else { return 0 }
    var count = -Int64(days.count(before: first))
    repeat {
      let found = days.count(before: end)
      if found > 0 { days.matched(days.base) }
      count += Int64(found)
      if let perPeriod { count += days.skipPeriods(before: end, plan) * perPeriod }
      // One more than enough, since DTSTART's own day may not count.
    } while count <= enough && days.load(plan, through: end - 1)
    return count
  }

  /// A daily rule's days from DTSTART's up to but excluding `end`, if nothing but BYDAY limits them.
  private func countDaily(before end: Int32) -> Int64 {
    let steps = (Int64(end) - Int64(plan.startDay) + plan.interval - 1) / plan.interval
    guard plan.hasDays else { return steps }
    // Seven steps cover every weekday once, or the same one seven times.
    let weekday = CivilDate.weekdayIndex(of: plan.startDay)
    var (perCycle, rest): (Int64, Int64) = (0, 0)
    for step in 0..<7 {
      let met = (weekday + step * Int(plan.interval % 7)) % 7
      guard plan.weekdays >> UInt32(met) & 1 == 1 else { continue }
      perCycle += 1
      if step < steps % 7 { rest += 1 }
    }
    return steps / 7 * perCycle + rest
  }

  // MARK: BYSETPOS

  private mutating func countPositions() -> Int64 {
    var count: Int64 = 0
    var places: [Int32] = []
    let longest: Int64 = plan.frequency == .weekly ? 7 : plan.frequency == .monthly ? 31 : 371
    let perPeriod = DaySource.daysPerPeriod(plan)
    days.seekChunk(at: Self.day(of: low), plan)
    while count < enough, days.load(plan, through: Self.day(of: high)) {
      resolve(plan.setPositions, among: days.count * plan.times.count, into: &places)
      if !places.isEmpty { days.matched(days.base) }
      let base = Int64(days.base) * 86_400
      if base >= low, base + longest * 86_400 <= high {
        count += Int64(places.count)
      } else {
        for place in places {
          let wall = plan.wall(of: place, in: days)
          if wall >= low, wall < high { count += 1 }
        }
      }
      if let perPeriod {
        // Every period has the same number of days, so BYSETPOS chooses the same number from each.
        let periods = days.skipPeriods(before: Self.day(of: high), plan)
        resolve(plan.setPositions, among: Int32(perPeriod) * plan.times.count, into: &places)
        count += periods * Int64(places.count)
      }
    }
    return count
  }

  // MARK: The clock

  private mutating func countClock() -> Int64 {
    if !plan.limitsDays, !plan.clock.isLimiting, !plan.isAllDay {
      return countUnlimited(before: high) - countUnlimited(before: low)
    }
    // Most counts are small and end within a few steps; a table of many days has to pay off.
    let cycle = plan.interval / greatestCommonDivisor(plan.interval, plan.clock.unitsPerDay)
    var (count, isDone) = step(to: high, atMost: cycle < 32 ? 128 : 4_096)
    if isDone || count >= enough { return count }
    if cycle <= 86_400 {
      // The rest of this day, whole days from the table, and part of the last day.
      let first = Int64(Self.day(of: low)) + 1
      let last = Int64(Self.day(of: high))
      if first < last {
        count += step(to: first * 86_400, atMost: .max).count
        count += countWholeDays(from: first, to: last, cycle: Int(cycle))
        low = last * 86_400
      }
    }
    return count + step(to: high, atMost: .max).count
  }

  /// The number of matches before `second`, counted from DTSTART's unit, if nothing is excluded.
  private func countUnlimited(before second: Int64) -> Int64 {
    let origin = (Int64(plan.startDay) * 86_400 + Int64(plan.startTime)).flooredQuotient(by: plan.clock.unit)
    let unit = second.flooredQuotient(by: plan.clock.unit)
    let (whole, rest) = (unit - origin).quotientAndRemainder(dividingBy: plan.interval)
    let times = Int64(plan.times.count)
    if rest > 0 { return (whole + 1) * times }
    return whole * times + Int64(plan.times.rank(of: Int32(second - unit * plan.clock.unit)))
  }

  /// Counts step by step from `low`, which advances, up to `end`.
  private mutating func step(to end: Int64, atMost limit: Int) -> (count: Int64, isDone: Bool) {
    var source = ClockSource(plan)
    defer { otherSteps += source.steps }
    source.seek(to: low, plan, &days)
    var count: Int64 = 0
    var taken = 0
    while let unit = source.next(plan, &days, before: end) {
      let from = Int32(max(low - unit, 0))
      let to = Int32(min(end - unit, plan.clock.unit))
      count += Int64(plan.times.rank(of: to) - plan.times.rank(of: from))
      taken += 1
      if count >= enough || taken >= limit {
        // A date is counted once, however many steps fall on it.
        let next = plan.isAllDay ? (unit.flooredQuotient(by: 86_400) + 1) * 86_400 : unit + plan.clock.unit
        low = min(next, end)
        return (count, false)
      }
    }
    low = end
    return (count, true)
  }

  /// The steps of a day fall on the same units as those `cycle` days later, where `cycle` is INTERVAL divided by its
  /// greatest common divisor with a day's units: one table serves all days. Making it costs at most 86,400 units and
  /// `cycle` days.
  private mutating func countWholeDays(from first: Int64, to end: Int64, cycle: Int) -> Int64 {
    var table: [Int32] = []
    table.reserveCapacity(cycle)
    for place in 0..<min(Int64(cycle), end - first) {
      table.append(ClockSource.count(onDay: first + place, plan, steps: &otherSteps))
    }
    var units: Int64 = 0
    if !plan.limitsDays {
      let (cycles, rest) = (end - first).quotientAndRemainder(dividingBy: Int64(cycle))
      var whole: Int64 = 0
      var part: Int64 = 0
      for place in 0..<table.count {
        whole += Int64(table[place])
        if place < rest { part += Int64(table[place]) }
      }
      units = whole * cycles + part
    } else if cycle == 1 {
      units = countDays(from: Int32(first), to: Int32(end)) * Int64(table[0])
    } else {
      days.seek(to: Int32(first), plan)
      while let day = days.next(plan, through: Int32(end) - 1) {
        units += Int64(table[Int((Int64(day) - first) % Int64(cycle))])
      }
    }
    return units * Int64(plan.times.count)
  }
}
