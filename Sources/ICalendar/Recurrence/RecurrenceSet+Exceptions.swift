import CivilTime
import TimeZones

extension RecurrenceSet {
  /// The same series without EXDATEs.
  package var withoutExceptions: RecurrenceSet {
    var set = RecurrenceSet(start: start, rules: rules, exclusionRules: exclusionRules)
    set.added = added
    return set
  }

  /// Whether an EXDATE of this time would remove an instance: see ``exclude(_:)``. O(instances of a day).
  public func hasInstance(at time: RecurrenceTime) -> Bool {
    // Dates and floating times are examined in UTC, where each local time occurs once.
    let window: Range<Instant>
    switch (start, time) {
    case (.date, _), (.floating, .date): window = Self.day(time.wall.date, in: .utc)
    case (.zoned(_, let zone), .date(let date)): window = Self.day(date, in: zone)
    case (.floating, .floating(let wall)): window = Self.second(wall.instant(at: .utc))
    case (.zoned(_, let zone), .floating(let wall)), (_, .zoned(let wall, let zone)):
      window = Self.second(zone.instant(of: wall))
    }
    var instances = self.instances(from: window.lowerBound, before: window.upperBound, in: .utc, limit: 1)
    return instances.next() != nil
  }

  private static func day(_ date: CivilDate, in zone: Zone) -> Range<Instant> {
    let start = zone.startOfDay(date)
    let end = date.adding(days: 1).map { zone.startOfDay($0) } ?? .last
    return start..<max(start, end)
  }

  private static func second(_ instant: Instant) -> Range<Instant> {
    instant..<Instant(clamping: instant.secondsSinceEpoch + 1)
  }
}
