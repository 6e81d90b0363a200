import CivilTime

/// Produces a rule's instances in order, in wall time without a zone: first DTSTART, which is an instance whether or
/// not the rule matches it, then everything that the rule matches after it, up to UNTIL, COUNT or the year 9999.
///
///     // FREQ=MONTHLY;BYDAY=-1FR from 2026-01-30T09:00:00
///     var walls = RuleIterator(rule, start: start)
///     walls.next()  // 2026-01-30T09:00:00
///     walls.next()  // 2026-02-27T09:00:00
///
/// For a window it begins there: everything before is skipped by arithmetic, whatever the frequency. With COUNT, the
/// instances before the window are counted without being made, by arithmetic if every period has the same number,
/// otherwise period by period.
///
/// The effect of each part is in ``PartEffect``; how searches end, in ``DaySource`` and ``ClockSource``.
///
/// - Complexity: creating it is O(1), or with COUNT at most O(periods before the window); each instance is O(1) plus
///   the periods skipped before it.
package struct RuleIterator: IteratorProtocol, Sequence, Sendable {
  private enum Mode {
    /// Every time of every allowed day.
    case days
    /// What BYSETPOS chooses from each period.
    case positions
    /// Steps of hours, minutes or seconds.
    case clock
  }

  let plan: RulePlan
  private let mode: Mode
  var days: DaySource
  private var clock: ClockSource
  /// DTSTART, if it has not been returned yet.
  private var first: Int64?
  /// The end of the window or UNTIL, exclusive.
  private let end: Int64
  private let lastDay: Int32
  /// The number of instances that COUNT still allows.
  private var remaining = Int64.max
  /// The day (or the unit, in seconds) whose times are being returned, and the first time allowed.
  private var base: Int64 = 0
  private var nextTime: Int32 = 86_400
  /// What BYSETPOS chooses from the period, and the index of the next.
  private var places: [Int32] = []
  private var nextPlace = 0

  /// - Parameters:
  ///   - start: DTSTART in wall time.
  ///   - isAllDay: DTSTART is a date: BYHOUR, BYMINUTE and BYSECOND are ignored, and rules with FREQ=HOURLY or shorter
  ///     give each date once.
  ///   - from: instances before this are skipped.
  ///   - before: instances at this or later are left out; `nil` for no end.
  ///
  /// UNTIL with `Z` is compared as if wall time were UTC; ``RecurrenceSet`` compares it exactly.
  package init(
    _ rule: RecurrenceRule, start: CivilDateTime, isAllDay: Bool = false, from: CivilDateTime = .first,
    before: CivilDateTime? = nil
  ) {
    var end = CivilDateTime.last.wallSeconds + 1
    if let until = rule.until { end = Swift.min(end, until.wallEnd(isAllDay: isAllDay)) }
    self.init(
      rule, start: start, isAllDay: isAllDay, includesStart: true, from: from.wallSeconds,
      before: before?.wallSeconds ?? .max, ruleEnd: end)
  }

  /// - Parameters:
  ///   - includesStart: DTSTART is an instance and counts even if the rule does not match it.
  ///   - ruleEnd: where UNTIL ends the rule's matches, exclusive; DTSTART may come after it.
  init(
    _ rule: RecurrenceRule, start: CivilDateTime, isAllDay: Bool, includesStart: Bool, from: Int64, before: Int64,
    ruleEnd: Int64
  ) {
    plan = RulePlan(rule, start: start, isAllDay: isAllDay)
    mode = rule.frequency < .daily ? .clock : plan.setPositions.isEmpty ? .days : .positions
    days = DaySource(plan)
    clock = ClockSource(plan)
    // A date begins at midnight, whichever hour of the day a step falls on: for a series of dates the range is extended
    // to whole days.
    func edge(_ second: Int64) -> Int64 { isAllDay ? second.roundedUpToDay : second }
    end = edge(Swift.min(before, ruleEnd, CivilDateTime.last.wallSeconds + 1))
    lastDay = Int32((end - 1).flooredQuotient(by: 86_400))
    let start = Int64(plan.startDay) * 86_400 + Int64(plan.startTime)
    if includesStart, start >= from, start < before { first = start }

    let afterStart = edge(includesStart ? start + 1 : start)
    let low = Swift.max(afterStart, edge(Swift.max(from, start)))
    guard low < end, plan.times.count > 0 else {
      remaining = 0
      return
    }
    if let count = rule.count {
      remaining = count - (includesStart ? 1 : 0)
      if low > afterStart, remaining > 0 { remaining -= matches(from: afterStart, before: low, enough: remaining) }
      if remaining <= 0 { return }
    }
    seek(to: low)
  }

  /// Which limit left something out, if any: see ``RecurrenceOutcome``.
  package var outcome: RecurrenceOutcome { clock.outcome }

  /// Periods and units examined so far: how tests measure work.
  var steps: Int { days.steps + clock.steps + countingSteps }
  private var countingSteps = 0

  /// The next instance in wall time; `nil` after the last one in the window.
  package mutating func next() -> CivilDateTime? {
    guard let seconds = nextSeconds() else { return nil }
    return CivilDateTime(uncheckedWallSeconds: seconds)
  }

  /// The same in seconds of wall time.
  mutating func nextSeconds() -> Int64? {
    if let start = first {
      first = nil
      return start
    }
    if remaining <= 0 { return nil }
    guard let match = nextMatch(), match < end else {
      remaining = 0
      return nil
    }
    remaining -= 1
    return plan.isAllDay ? match - match.flooredRemainder(by: 86_400) : match
  }

  /// Skips everything before `second`, which is after the last returned instance; returns `false` with COUNT, which
  /// would require counting.
  mutating func jump(to second: Int64) -> Bool {
    guard remaining > Int64.max / 2, first == nil, second < end else { return false }
    seek(to: second)
    return true
  }

  // MARK: Matches

  /// Makes ``nextMatch()`` continue with the first match at `second` or later.
  mutating func seek(to second: Int64) {
    let day = Int32(second.flooredQuotient(by: 86_400))
    nextTime = 86_400
    switch mode {
    case .days:
      days.seek(to: day, plan)
      guard let next = days.next(plan, through: lastDay) else {
        remaining = 0
        return
      }
      base = Int64(next) * 86_400
      nextTime = next == day ? Int32(second - base) : 0
    case .positions:
      days.seekChunk(at: day, plan)
      places = []
      nextPlace = 0
      // The choice in a period may begin before `second`; it is searched, since it is short.
      while loadPlaces() {
        while nextPlace < places.count, plan.wall(of: places[nextPlace], in: days) < second { nextPlace += 1 }
        if nextPlace < places.count { break }
      }
    case .clock:
      clock.seek(to: second, plan, &days)
      guard let unit = clock.next(plan, &days, before: end) else {
        remaining = 0
        return
      }
      base = unit
      nextTime = Int32(Swift.max(second - unit, 0))
    }
  }

  /// The next match, possibly past the end.
  private mutating func nextMatch() -> Int64? {
    switch mode {
    case .days:
      while true {
        if let time = takeTime() { return base + Int64(time) }
        guard let day = days.next(plan, through: lastDay) else { return nil }
        base = Int64(day) * 86_400
        nextTime = 0
      }
    case .positions:
      while nextPlace == places.count {
        if !loadPlaces() { return nil }
      }
      nextPlace += 1
      return plan.wall(of: places[nextPlace - 1], in: days)
    case .clock:
      while true {
        if let time = takeTime() { return base + Int64(time) }
        guard let unit = clock.next(plan, &days, before: end) else { return nil }
        base = unit
        nextTime = 0
      }
    }
  }

  /// The next time of the day (or unit). Most days have one, which needs no search.
  private mutating func takeTime() -> Int32? {
    if nextTime > plan.lastTime { return nil }
    let time = nextTime <= plan.firstTime ? plan.firstTime : plan.times.next(from: nextTime) ?? plan.lastTime
    nextTime = time + 1
    return time
  }

  /// Loads the next period and BYSETPOS's choice from it.
  private mutating func loadPlaces() -> Bool {
    nextPlace = 0
    guard days.load(plan, through: lastDay) else {
      places.removeAll()
      return false
    }
    resolve(plan.setPositions, among: days.count * plan.times.count, into: &places)
    if !places.isEmpty { days.matched(days.base) }
    return true
  }

  private mutating func matches(from low: Int64, before high: Int64, enough: Int64) -> Int64 {
    var counter = RuleCounter(plan, from: low, before: high, enough: enough)
    let count = counter.count()
    countingSteps += counter.steps
    return count
  }
}

extension Int64 {
  /// The first midnight at or after this second of wall time.
  fileprivate var roundedUpToDay: Int64 { (self + 86_399).flooredQuotient(by: 86_400) * 86_400 }
}

extension RecurrenceRule.Until {
  /// The exclusive end of UNTIL in wall time of DTSTART's zone. In a series of dates the day that UNTIL is written with
  /// belongs to the series, whatever its time.
  func wallEnd(isAllDay: Bool) -> Int64 {
    let (day, second): (Int64, Int64)
    switch self {
    case .date(let date): return (Int64(date.dayNumber) + 1) * 86_400
    case .utc(let instant): second = instant.secondsSinceEpoch
    case .local(let wall): second = wall.wallSeconds
    }
    day = second.flooredQuotient(by: 86_400)
    return isAllDay ? (day + 1) * 86_400 : second + 1
  }
}
