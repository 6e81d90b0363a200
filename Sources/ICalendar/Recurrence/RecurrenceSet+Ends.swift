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
}
