import CivilTime
import ICalendar
import TimeZones

extension ICalendarDuration {
  /// The length of an event or a period; `nil` if it is not a duration, or negative.
  package init?(length value: some Collection<UInt8>) {
    guard let duration = ICalendarDuration(value), duration.nominalSeconds >= 0 else { return nil }
    self = duration
  }

  /// The end of an interval that begins at an instant: days are added in wall time, the time exactly (RFC 5545, 3.3.6).
  /// - Parameters:
  ///   - start: seconds since the epoch.
  ///   - wall: the local time then, or the skipped local time if it is in a gap.
  package func end(from start: Int64, wall: CivilDateTime, in zone: Zone) -> Int64 {
    guard days != 0, let moved = wall.adding(days: days) else { return start + nominalSeconds }
    return zone.instant(of: moved).secondsSinceEpoch + seconds
  }
}

extension Event {
  /// DURATION; `nil` for an event with DTEND or without an end.
  package var duration: ICalendarDuration? {
    hasDuration ? ICalendarDuration(days: Int(durationDays), seconds: Int64(durationSeconds)) : nil
  }
}

extension EventStore {
  /// The end of an event with a duration, in the units of ``Event/start``, like `start`. Dates last whole days, at
  /// least one.
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
