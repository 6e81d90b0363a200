import CivilTime
import TimeZones

extension RecurrenceRule {
  /// Replaces an UNTIL that is an instant by its date in a zone: for times that are meant as dates.
  package mutating func endOnDate(in zone: Zone) {
    if case .utc(let instant)? = until { until = .date(zone.wall(at: instant).date) }
  }
}
