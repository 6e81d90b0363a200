import CivilTime

/// Counts what a rule matches in a stretch of the wall clock, for COUNT: how many instances a window
/// is late by.
///
/// Nothing is made that arithmetic can count. Where each period has as many matches (DAILY, WEEKLY
/// and the clock's rules, nothing left out) it is one division; where the clock's pattern of a day
/// recurs after a few days, one table of those days; else the days of each period are counted as
/// bits, and times are multiplied.
struct RuleCounter {
  private let plan: RulePlan
  private var low: Int64
  private let high: Int64
  /// The count may stop here: COUNT has run out.
  private let enough: Int64
  private var days: DaySource
  private var otherSteps = 0

  /// Counts from `low`, which is not before DTSTART, up to `high`, exclusive.
  init(_ plan: RulePlan, from low: Int64, before high: Int64, enough: Int64) {
    self.plan = plan
    self.low = low
    self.high = high
    self.enough = enough
    days = DaySource(plan)
  }

  /// Periods and units looked at.
  var steps: Int { days.steps + otherSteps }

  /// The count, or some number not below `enough`.
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

  /// How many times the day has before `second`, which is in it; 0 if the rule leaves the day out.
  private mutating func countTimes(before second: Int64, of day: Int32) -> Int64 {
    let rank = plan.times.rank(of: Int32(second - Int64(day) * 86_400))
    guard rank > 0 else { return 0 }
    days.seek(to: day, plan)
    return days.next(plan, through: day) == day ? Int64(rank) : 0
  }

  /// Days that the rule allows from `first` up to `end`, exclusive.
  private mutating func countDays(from first: Int32, to end: Int32) -> Int64 {
    guard first < end else { return 0 }
    days.seekChunk(at: first, plan)
    guard days.load(plan, through: end - 1) else { return 0 }
    var count = -Int64(days.count(before: first))
    if plan.frequency == .weekly, plan.months == 0x1FFE {
      let (before, rest) = Int64(end - days.base - 1).quotientAndRemainder(dividingBy: plan.interval * 7)
      return count + before * Int64(days.count)
        + Int64(days.count(before: days.base + Int32(min(rest, 7)) + 1))
    }
    if plan.frequency == .daily, !plan.limitsDays {
      let origin = Int64(plan.startDay)
      let (low, high) = (Int64(first) - origin, Int64(end) - origin)
      return (high + plan.interval - 1) / plan.interval - (low + plan.interval - 1) / plan.interval
    }
    repeat {
      let found = days.count(before: end)
      if found > 0 { days.matched(days.base) }
      count += Int64(found)
      // One more than enough: DTSTART's own day may not count.
    } while count <= enough && days.load(plan, through: end - 1)
    return count
  }

  // MARK: BYSETPOS

  private mutating func countPositions() -> Int64 {
    var count: Int64 = 0
    var places: [Int32] = []
    let longest: Int64 = plan.frequency == .weekly ? 7 : plan.frequency == .monthly ? 31 : 371
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
    }
    return count
  }

  // MARK: The clock

  private mutating func countClock() -> Int64 {
    if !plan.limitsDays, !plan.clock.isLimiting, !plan.isAllDay {
      return countUnlimited(before: high) - countUnlimited(before: low)
    }
    // Most counts are small, and over within a few thousand steps.
    var (count, isDone) = step(to: high, atMost: 4_096)
    if isDone || count >= enough { return count }
    let unitsPerDay = plan.clock.unitsPerDay
    let cycle = plan.interval / greatestCommonDivisor(plan.interval, unitsPerDay)
    if cycle <= 86_400 {
      // The rest of this day, whole days by the table, and the last day's part.
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

  /// How many matches are before `second`, counted from DTSTART's unit, if nothing is left out.
  private func countUnlimited(before second: Int64) -> Int64 {
    let origin = (Int64(plan.startDay) * 86_400 + Int64(plan.startTime)).flooredQuotient(by: plan.clock.unit)
    let unit = second.flooredQuotient(by: plan.clock.unit)
    let (whole, rest) = (unit - origin).quotientAndRemainder(dividingBy: plan.interval)
    let times = Int64(plan.times.count)
    if rest > 0 { return (whole + 1) * times }
    return whole * times + Int64(plan.times.rank(of: Int32(second - unit * plan.clock.unit)))
  }

  /// Counts one step after the other from `low` on, which goes along, up to `end`.
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
        // A date is counted once, whatever else of it the steps meet.
        let next = plan.isAllDay ? (unit.flooredQuotient(by: 86_400) + 1) * 86_400 : unit + plan.clock.unit
        low = min(next, end)
        return (count, false)
      }
    }
    low = end
    return (count, true)
  }

  /// A day's steps fall on the same units as those of the day `cycle` days later, `cycle` being
  /// INTERVAL divided by what it has in common with a day's units: one table serves all days. To
  /// make it costs no more than 86,400 units and `cycle` days.
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
