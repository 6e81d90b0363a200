import CivilTime
import TimeZones

extension RecurrenceRule {
  /// Replaces an UNTIL that is an instant by its date in a zone: for times that are meant as dates.
  package mutating func endOnDate(in zone: Zone) {
    if case .utc(let instant)? = until { until = .date(zone.wall(at: instant).date) }
  }

  /// The same rule in the form that RFC 5545 requires for a DTSTART (3.3.10): UNTIL is a date if DTSTART is one, a
  /// local time if DTSTART is floating, and otherwise in UTC. If DTSTART is a date, the rule has no times of day.
  package func written(beside start: RecurrenceTime) -> RecurrenceRule {
    var rule = self
    switch (start, until) {
    case (_, nil), (.zoned, .utc): break
    case (.date, let end?):
      let day = CivilDateTime(wallSeconds: end.wallEnd(isAllDay: true) - 1)?.date
      rule.until = day.map { .date($0) } ?? until
    case (.floating, let end?):
      rule.until = CivilDateTime(wallSeconds: end.wallEnd(isAllDay: false) - 1).map { .local($0) } ?? until
    case (.zoned(_, let zone), .date(let date)):
      guard let end = CivilDateTime(wallSeconds: CivilDateTime(date).wallSeconds + 86_399) else { break }
      rule.until = .utc(zone.instant(of: end))
    case (.zoned(_, let zone), .local(let wall)): rule.until = .utc(zone.instant(of: wall))
    }
    if case .date = start {
      rule.bySecond = NumberSet()
      rule.byMinute = NumberSet()
      rule.byHour = NumberSet()
    }
    return rule
  }
}
