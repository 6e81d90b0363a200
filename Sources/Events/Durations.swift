import CivilTime
import ICalendar
import TimeZones

extension ICalendarDuration {
  /// The length of an event or of a period; `nil` if it is no duration or negative.
  package init?(length value: some Collection<UInt8>) {
    guard let duration = ICalendarDuration(value), duration.nominalSeconds >= 0 else { return nil }
    self = duration
  }

  /// The end of what begins at an instant: its days by the wall clock, its time exact (RFC 5545, 3.3.6).
  /// - Parameters:
  ///   - start: seconds since the epoch.
  ///   - wall: what the clock shows then, or was to show where it skips that time.
  package func end(from start: Int64, wall: CivilDateTime, in zone: Zone) -> Int64 {
    guard days != 0, let moved = wall.adding(days: days) else { return start + nominalSeconds }
    return zone.instant(of: moved).secondsSinceEpoch + seconds
  }
}

extension Event {
  /// DURATION; `nil` for an event that has an end or nothing.
  package var duration: ICalendarDuration? {
    hasDuration ? ICalendarDuration(days: Int(durationDays), seconds: Int64(durationSeconds)) : nil
  }
}

extension EventStore {
  /// The end of an event that lasts a duration from a start, both in the units of ``Event/start``. Dates last whole
  /// days, and one at least.
  package func end(
    ofDuration duration: ICalendarDuration, from start: Int64, _ kind: TimeKind, _ zone: UInt16
  ) -> Int64 {
    switch kind {
    case .floating: return start + duration.nominalSeconds
    case .allDay:
      let day: Int64 = 86_400
      return start + max(day, (duration.nominalSeconds + day - 1) / day * day)
    case .zoned:
      let own = zones[Int(zone)]
      return duration.end(from: start, wall: own.wall(at: Instant(clamping: start)), in: own)
    }
  }
}
