import Bytes
import CivilTime
import ICalendar
import TimeZones

extension ICalendarWriter {
  /// Writes a zone's rules as a VTIMEZONE (RFC 5545, 3.6.5): every transition from 1970 to 2037, and endless rules for
  /// transitions that follow one by then; if a zone follows none, its transitions to 2100. O(transitions).
  /// - Parameter first: an earlier local time that must be covered, in seconds of wall time.
  package mutating func write(timeZone zone: Zone, name: [UInt8], from first: Int64 = .max) {
    line("BEGIN:VTIMEZONE")
    property("TZID", name)
    for observance in Observance.all(of: zone, from: first) { write(observance) }
    line("END:VTIMEZONE")
  }

  private mutating func write(_ observance: Observance) {
    line(observance.isDaylight ? "BEGIN:DAYLIGHT" : "BEGIN:STANDARD")
    var text = [UInt8]("DTSTART:")
    text.append(basic: observance.starts[0])
    line(text)
    text = [UInt8]("TZOFFSETFROM:")
    text.append(basic: observance.from)
    line(text)
    text = [UInt8]("TZOFFSETTO:")
    text.append(basic: observance.to)
    line(text)
    if !observance.name.isEmpty { property("TZNAME", text: observance.name) }
    if let rule = observance.rule {
      line(rule.text)
    } else if observance.starts.count > 1 {
      // ical.js reads only the first of several dates in a line.
      for start in observance.starts.dropFirst() {
        text = [UInt8]("RDATE:")
        text.append(basic: start)
        line(text)
      }
    }
    line(observance.isDaylight ? "END:DAYLIGHT" : "END:STANDARD")
  }
}

/// Transitions that differ only in their dates: one STANDARD or DAYLIGHT.
private struct Observance {
  var from: UTCOffset
  var to: UTCOffset
  var isDaylight: Bool
  var name: [UInt8]
  /// The local times before each transition, ascending.
  var starts: [CivilDateTime]
  /// The endless rule they follow, beginning with the first of ``starts``.
  var rule: YearlyRule?

  /// The first year that is written: few calendars go further back, and 32-bit readers no further.
  private static let firstYear = 1970
  /// The last year whose transitions are examined.
  private static let lastYear = 2037
  /// The same for zones whose transitions follow no yearly rule, such as those of Ramadan.
  private static let lastYearWithoutRule = 2100

  static func all(of zone: Zone, from first: Int64) -> [Observance] {
    var begin = firstYear
    if let wall = CivilDateTime(wallSeconds: first) { begin = min(begin, max(1, wall.date.year)) }
    let found = all(of: zone, from: begin, through: lastYear)
    let end = CivilDateTime(CivilDate(year: lastYear + 1, month: 1, day: 1) ?? .last).instant(at: .utc)
    let isEndless =
      zone.nextTransition(after: end) == nil
      || found.allSatisfy { $0.rule != nil || $0.starts.last?.date.year != lastYear }
    return isEndless ? found : all(of: zone, from: begin, through: lastYearWithoutRule)
  }

  private static func all(of zone: Zone, from firstYear: Int, through lastYear: Int) -> [Observance] {
    guard let begin = CivilDate(year: firstYear, month: 1, day: 1),
      let end = CivilDate(year: lastYear + 1, month: 1, day: 1)
    else { return [] }
    let first = CivilDateTime(begin).instant(at: .utc)
    let last = CivilDateTime(end).instant(at: .utc)
    let initial = zone.localTimeType(at: first)
    var found = [
      Observance(
        from: initial.offset, to: initial.offset, isDaylight: initial.isDaylightSaving, name: initial.abbreviation,
        starts: [CivilDateTime(begin)])
    ]
    var now = first
    while let change = zone.nextTransition(after: now), change.instant < last {
      now = change.instant
      let type = zone.localTimeType(at: now)
      let start = now.wall(at: change.before)
      if let known = found.firstIndex(where: {
        $0.from == change.before && $0.to == change.after && $0.isDaylight == type.isDaylightSaving
          && $0.name == type.abbreviation
      }) {
        found[known].starts.append(start)
      } else {
        found.append(
          Observance(
            from: change.before, to: change.after, isDaylight: type.isDaylightSaving, name: type.abbreviation,
            starts: [start]))
      }
    }
    return found.flatMap { $0.splitWhereItsRuleBegins(in: lastYear) }
  }

  /// The transitions before a rule that holds to the last year, and the rule.
  private func splitWhereItsRuleBegins(in lastYear: Int) -> [Observance] {
    guard let (rule, count) = YearlyRule.longest(endingIn: lastYear, starts) else { return [self] }
    var ruled = self
    ruled.starts = Array(starts.suffix(count))
    ruled.rule = rule
    if count == starts.count { return [ruled] }
    var before = self
    before.starts.removeLast(count)
    return [before, ruled]
  }
}

/// A weekday of a month, every year at the same time: `FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU`.
private struct YearlyRule {
  let month: Int
  /// 1 to 4 from the beginning of the month, or -1 for the last.
  let ordinal: Int
  let weekday: Weekday

  /// Three equal years may be chance, ten are a rule.
  private static let fewestYears = 10

  /// The rule that most of the last dates follow, one per year up to `year`, and how many do.
  static func longest(endingIn year: Int, _ starts: [CivilDateTime]) -> (YearlyRule, count: Int)? {
    guard let last = starts.last, last.date.year == year else { return nil }
    var best: (YearlyRule, count: Int)?
    for ordinal in [-1, 1, 2, 3, 4] {
      let rule = YearlyRule(month: last.date.month, ordinal: ordinal, weekday: last.date.weekday)
      var count = 0
      for start in starts.reversed() {
        guard start.date.year == year - count, start.time == last.time, rule.matches(start.date) else { break }
        count += 1
      }
      if count >= fewestYears, count > best?.count ?? 0 { best = (rule, count) }
    }
    return best
  }

  private func matches(_ date: CivilDate) -> Bool {
    guard date.month == month, date.weekday == weekday else { return false }
    return ordinal > 0 ? (date.day - 1) / 7 == ordinal - 1 : date.day + 7 > date.civilMonth.lastDay.day
  }

  var text: [UInt8] {
    var text = [UInt8]("RRULE:FREQ=YEARLY;BYMONTH=")
    text.append(decimal: month)
    text.append(";BYDAY=")
    text.append(decimal: ordinal)
    switch weekday {
    case .monday: text.append("MO")
    case .tuesday: text.append("TU")
    case .wednesday: text.append("WE")
    case .thursday: text.append("TH")
    case .friday: text.append("FR")
    case .saturday: text.append("SA")
    case .sunday: text.append("SU")
    }
    return text
  }
}
