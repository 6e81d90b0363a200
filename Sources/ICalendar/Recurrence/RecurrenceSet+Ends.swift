import CivilTime
import TimeZones

extension RecurrenceSet {
  /// Keeps, in each rule with both COUNT and UNTIL (which RFC 5545 forbids), only the one that ends it earlier: the
  /// same instances in a valid form. O(periods up to UNTIL).
  public mutating func settleEnds() {
    for index in rules.indices {
      guard let count = rules[index].count, let until = rules[index].until else { continue }
      let end: Int64
      switch (start, until) {
      case (.zoned(_, let zone), .utc(let instant)): end = zone.wall(at: instant).wallSeconds + 1
      default: end = until.wallEnd(isAllDay: isAllDay)
      }
      let plan = RulePlan(rules[index], start: start.wall, isAllDay: isAllDay)
      var counter = RuleCounter(
        plan, from: Int64(plan.startDay) * 86_400 + Int64(plan.startTime) + 1, before: end, enough: count - 1)
      if counter.count() >= count - 1 { rules[index].until = nil } else { rules[index].count = nil }
    }
  }

  /// Whether there are RDATEs or EXDATEs.
  package var hasListedTimes: Bool {
    hasAdditions || ![excludedDates, excludedWalls, excludedInstants].allSatisfy { $0.values.isEmpty }
  }

  /// Whether DTSTART is an instance (RFC 5545, 3.8.5.3) although there are rules, none of them matches it, and no
  /// RDATE names it.
  package var startStandsAlone: Bool {
    guard !rules.isEmpty, !rules.contains(where: { matchesStart($0) }) else { return false }
    var others = RecurrenceSet(start: start)
    others.include(start)
    let key = others.added.values[0].key
    return !added.values.contains { $0.key == key } && hasInstance(at: start)
  }

  private func matchesStart(_ rule: RecurrenceRule) -> Bool {
    let plan = RulePlan(rule, start: start.wall, isAllDay: isAllDay)
    let first = Int64(plan.startDay) * 86_400 + Int64(plan.startTime)
    var counter = RuleCounter(plan, from: first, before: first + 1, enough: 1)
    return counter.count() > 0
  }

  /// Replaces COUNT by UNTIL in each rule that DTSTART does not match: the same instances, for programs that don't
  /// count such a DTSTART, or don't take it for an instance. Rules with very many instances are kept. O(periods up to
  /// the last instance).
  package mutating func endByTime() {
    for index in rules.indices where rules[index].count != nil {
      if matchesStart(rules[index]) { continue }
      var last: RecurrenceInstance?
      var instances = RecurrenceSet(start: start, rules: [rules[index]])
        .instances(from: .first, before: .last, in: .utc)
      while let instance = instances.next() { last = instance }
      guard let last, instances.outcome == .complete else { continue }
      rules[index].count = nil
      rules[index].until =
        switch start {
        case .date: .date(last.wall.date)
        case .floating: .local(last.wall)
        case .zoned: .utc(last.start)
        }
    }
  }
}
