import CivilTime

/// Produces the steps of a rule with FREQ=HOURLY, MINUTELY or SECONDLY, as the first second in wall time of each hour,
/// minute or second. It skips by arithmetic what BYMONTH, BYMONTHDAY, BYYEARDAY, BYDAY, BYHOUR, BYMINUTE and BYSECOND
/// exclude: a whole day, hour or minute at once, to the next step aligned to INTERVAL.
///
/// ## How a search without matches ends
///
/// Steps of INTERVAL units and the Gregorian cycle repeat together after the least common multiple of INTERVAL and the
/// units in 146,097 days. That may be far beyond the year 9999, so two more things bound a search: after some steps
/// without a match, ``ClockLimits/isEverMet(origin:interval:)`` tells whether the steps ever hit an allowed second of
/// the day, and ``RecurrenceLimits/searchSteps`` ends all other searches.
struct ClockSource {
  private let origin: Int64
  /// The next unit to examine, a whole number of intervals from the origin.
  private var unit: Int64
  /// The units of the last day found to be allowed.
  private var day: Range<Int64> = 0..<0
  private var lastMatch: Int64 = 0
  private var fruitless = 0
  private var giveUpUnit = Int64.max
  /// Units examined: how tests measure work.
  private(set) var steps = 0
  private(set) var outcome = RecurrenceOutcome.complete

  init(_ plan: RulePlan) {
    let start = Int64(plan.startDay) * 86_400 + Int64(plan.startTime)
    origin = start.flooredQuotient(by: plan.clock.unit)
    unit = origin
  }

  /// The first unit at `unit` or later that is a whole number of intervals from the origin.
  private func aligned(_ unit: Int64, _ plan: RulePlan) -> Int64 {
    if plan.interval == 1 { return unit }
    let behind = (unit - origin).flooredRemainder(by: plan.interval)
    return behind == 0 ? unit : unit - behind + plan.interval
  }

  /// Makes ``next(_:_:before:)`` continue with the first step whose unit ends after `second`.
  mutating func seek(to second: Int64, _ plan: RulePlan, _ days: inout DaySource) {
    unit = aligned(second.flooredQuotient(by: plan.clock.unit), plan)
    day = 0..<0
    lastMatch = unit
    if plan.limitsDays { days.seek(to: Int32(second.flooredQuotient(by: 86_400)), plan) }
  }

  /// The number of steps on a day, whether or not the rule allows the day.
  static func count(onDay day: Int64, _ plan: RulePlan, steps: inout Int) -> Int32 {
    let source = ClockSource(plan)
    let clock = plan.clock
    let first = day * clock.unitsPerDay
    let end = first + clock.unitsPerDay
    var unit = source.aligned(first, plan)
    if !clock.isLimiting, unit < end {
      return plan.isAllDay ? 1 : Int32((end - 1 - unit) / plan.interval) + 1
    }
    var count: Int32 = 0
    while unit < end {
      steps &+= 1
      let second = Int32((unit - first) * clock.unit)
      guard let next = clock.next(from: second) else { break }
      if next == second {
        count += 1
        unit += plan.interval
      } else {
        unit = source.aligned(first + (Int64(next) + clock.unit - 1) / clock.unit, plan)
      }
    }
    return count
  }

  /// The beginning of the next step, in seconds, if it is before `end`.
  mutating func next(_ plan: RulePlan, _ days: inout DaySource, before end: Int64) -> Int64? {
    let clock = plan.clock
    let last = (end - 1).flooredQuotient(by: clock.unit)
    fruitless = 0
    while unit <= last {
      steps &+= 1
      fruitless += 1
      if fruitless >= 4_096, shouldGiveUp(plan) { return nil }
      if !day.contains(unit) {
        let number = unit.flooredQuotient(by: clock.unitsPerDay)
        var allowed = number
        if plan.limitsDays {
          guard let next = allowedDay(from: number, plan, &days) else { return nil }
          allowed = next
        }
        day = allowed * clock.unitsPerDay..<(allowed + 1) * clock.unitsPerDay
        if allowed != number {
          unit = aligned(day.lowerBound, plan)
          continue
        }
      }
      if clock.isLimiting {
        let second = Int32(truncatingIfNeeded: (unit - day.lowerBound) * clock.unit)
        guard let next = clock.next(from: second) else {
          unit = aligned(day.upperBound, plan)
          continue
        }
        if next != second {
          unit = aligned(day.lowerBound + (Int64(next) + clock.unit - 1) / clock.unit, plan)
          continue
        }
      }
      let found = unit
      lastMatch = found
      // In a series of dates each date appears once, however many steps fall on it.
      unit = plan.isAllDay ? aligned(day.upperBound, plan) : unit + plan.interval
      return found * clock.unit
    }
    return nil
  }

  /// The first allowed day at `number` or later. Days come in order; if steps are longer than a day, days between them
  /// are skipped, far jumps by arithmetic.
  private func allowedDay(from number: Int64, _ plan: RulePlan, _ days: inout DaySource) -> Int64? {
    guard number <= Int64(CivilDate.last.dayNumber) else { return nil }
    let sought = Int32(number)
    if plan.interval > plan.clock.unitsPerDay * 31 { days.seek(to: sought, plan) }
    while let next = days.next(plan, through: CivilDate.last.dayNumber) {
      if next >= sought { return Int64(next) }
    }
    return nil
  }

  private mutating func shouldGiveUp(_ plan: RulePlan) -> Bool {
    if fruitless == 4_096 {
      if plan.clock.isLimiting, !plan.clock.isEverMet(origin: origin, interval: plan.interval) {
        unit = .max
        return true
      }
      let circle = leastCommonMultiple(plan.interval, 146_097 * plan.clock.unitsPerDay)
      let (sum, overflow) = lastMatch.addingReportingOverflow(circle)
      giveUpUnit = overflow ? .max : sum
    }
    if fruitless > RecurrenceLimits.searchSteps { outcome = .searchTooLong }
    if unit > giveUpUnit || outcome != .complete {
      unit = .max
      return true
    }
    return false
  }
}
