import CivilTime
import TimeZones

extension RecurrenceRule {
  /// Makes an UNTIL that is an instant the date that it has in a zone: for times that are meant as dates.
  package mutating func endOnDate(in zone: Zone) {
    if case .utc(let instant)? = until { until = .date(zone.wall(at: instant).date) }
  }
}
