import CivilTime
import TimeZones

extension EventStore {
  /// The zone in whose midnights an all-day event was written; `nil` if it was written as dates.
  func zoneOfDates(_ event: Event) -> Zone? { event.kind == .allDay && event.zone != 0 ? zones[Int(event.zone)] : nil }

  /// The index of a zone in ``zones``, added if it is new; `nil` above ``EventLimits/zones``.
  mutating func index(of zone: Zone) -> UInt16? {
    if let known = zones.firstIndex(of: zone) { return UInt16(known) }
    if zones.count >= EventLimits.zones { return nil }
    zones.append(zone)
    return UInt16(zones.count - 1)
  }
}
