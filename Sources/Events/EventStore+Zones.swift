import CivilTime
import ICalendar
import TimeZones

extension EventStore {
  /// The zone whose midnights an all-day event was written in; `nil` for dates that were written as such.
  func zoneOfDates(_ event: Event) -> Zone? { event.kind == .allDay && event.zone != 0 ? zones[Int(event.zone)] : nil }

  /// The end of an event that lasts a duration from a start: its days by the wall clock, its time
  /// exact (RFC 5545, 3.3.6).
  package func end(ofDuration duration: ICalendarDuration, from start: Int64, _ kind: TimeKind, _ zone: UInt16) -> Int64 {
    guard kind == .zoned, duration.days != 0,
      let moved = zones[Int(zone)].wall(at: Instant(clamping: start)).adding(days: duration.days)
    else { return start + duration.nominalSeconds }
    return zones[Int(zone)].instant(of: moved).secondsSinceEpoch + duration.seconds
  }

  /// The index of a zone in ``zones``, added if it is new; `nil` when there are more zones than any
  /// calendar of this world needs.
  mutating func index(of zone: Zone) -> UInt16? {
    if let known = zones.firstIndex(of: zone) { return UInt16(known) }
    if zones.count >= EventLimits.zones { return nil }
    zones.append(zone)
    return UInt16(zones.count - 1)
  }
}
