import CivilTime

/// Walks a rule's instances in order, on the wall clock of DTSTART's zone and free of any zone:
/// first DTSTART, which is an instance whether the rule matches it or not, then all that the rule
/// matches after it, up to UNTIL or COUNT or the year 9999.
///
///     // FREQ=MONTHLY;BYDAY=-1FR from 2026-01-30T09:00:00
///     var walls = RuleIterator(rule, start: start)
///     walls.next()  // 2026-01-30T09:00:00
///     walls.next()  // 2026-02-27T09:00:00
///
/// Asked for a window it begins there: what comes before is jumped over by arithmetic, whatever the
/// frequency. With COUNT the instances before the window are counted, by arithmetic where every
/// period has as many, else period by period, without making them.
///
/// What each part does is in ``PartEffect``; how searches end, in ``DaySource`` and ``ClockSource``.
///
/// - Complexity: creating it is O(1), or with COUNT at most O(periods before the window); each
///   instance is O(1) plus the periods without one that are passed by.
package struct RuleIterator: IteratorProtocol, Sequence, Sendable {
  private enum Mode {
    /// Every time of every day.
    case days
    /// What BYSETPOS chooses from each period.
    case positions
    /// Steps of the clock.
    case clock
  }

  let plan: RulePlan
  private let mode: Mode
  var days: DaySource
  private var clock: ClockSource
  /// DTSTART, still to be given.
  private var first: Int64?
  /// Where the window and UNTIL end, exclusive.
  private let end: Int64
  private let lastDay: Int32
  /// How many instances COUNT still allows.
  private var remaining = Int64.max
  /// The day (or clock's unit, in seconds) whose times are being given, and the first that may be.
  private var base: Int64 = 0
  private var nextTime: Int32 = 86_400
  /// What BYSETPOS chooses from the period, and the next of it.
  private var places: [Int32] = []
  private var nextPlace = 0

  /// - Parameters:
  ///   - start: DTSTART, as its wall shows it.
  ///   - isAllDay: DTSTART is a date: BYHOUR, BYMINUTE and BYSECOND are ignored, and rules that step
  ///     by the clock give each date once.
  ///   - from: instances before this are left out.
  ///   - before: instances at this or after it are left out; `nil` for none.
  ///
  /// UNTIL with `Z` is compared with the wall as if that were UTC's; a set knows better
  /// (``RecurrenceSet``).
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
  ///   - ruleEnd: where UNTIL ends what the rule matches, exclusive; DTSTART may come after it.
  init(
    _ rule: RecurrenceRule, start: CivilDateTime, isAllDay: Bool, includesStart: Bool, from: Int64, before: Int64,
    ruleEnd: Int64
  ) {
    plan = RulePlan(rule, start: start, isAllDay: isAllDay)
    mode = rule.frequency < .daily ? .clock : plan.setPositions.isEmpty ? .days : .positions
    days = DaySource(plan)
    clock = ClockSource(plan)
    // A date begins at midnight, whichever of the day's hours a step falls on: of a series of dates
    // the stretch is whole days.
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

  /// What was left out, if anything was: see ``RecurrenceOutcome``.
  package var outcome: RecurrenceOutcome { clock.outcome }

  /// Periods and units looked at so far: what tests measure work by.
  var steps: Int { days.steps + clock.steps + countingSteps }
  private var countingSteps = 0

  /// The next instance on the wall; `nil` after the last one in the window.
  package mutating func next() -> CivilDateTime? {
    guard let seconds = nextSeconds() else { return nil }
    return CivilDateTime(uncheckedWallSeconds: seconds)
  }

  /// The same in seconds of the wall.
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

  /// Passes by what is before `second`, which is after what was given last; `false` with COUNT, which
  /// would have to be counted.
  mutating func jump(to second: Int64) -> Bool {
    guard remaining > Int64.max / 2, first == nil, second < end else { return false }
    seek(to: second)
    return true
  }

  // MARK: Matches

  /// Lets ``nextMatch()`` go on with the first match at `second` or later.
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
      // A period's choice may begin before `second`; it is looked up, since its places are few.
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

  /// The next match, which may be past the end.
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

  /// The next of the day's (or unit's) times. Most days have one, which needs no search.
  private mutating func takeTime() -> Int32? {
    if nextTime > plan.lastTime { return nil }
    let time = nextTime <= plan.firstTime ? plan.firstTime : plan.times.next(from: nextTime) ?? plan.lastTime
    nextTime = time + 1
    return time
  }

  /// Loads the next period and what BYSETPOS chooses from it.
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
  /// The first midnight not before this second of the wall.
  fileprivate var roundedUpToDay: Int64 { (self + 86_399).flooredQuotient(by: 86_400) * 86_400 }
}

extension RecurrenceRule.Until {
  /// Where what UNTIL includes ends on DTSTART's wall, exclusive. Of a series of dates the day that
  /// UNTIL is written with belongs to it, whatever its time.
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
