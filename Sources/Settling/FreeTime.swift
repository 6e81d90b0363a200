import CivilTime
import Events
import TimeZones

/// An interval without opaque events.
public struct FreeSlot: Sendable, Hashable {
  /// Seconds since the epoch.
  public var start: Int64
  /// Seconds since the epoch, exclusive.
  public var end: Int64
}

/// Parameters of a search for free time.
public struct FreeTimeQuery: Sendable {
  /// The hours of each day, in wall time: minutes from midnight, 0 to 1440.
  public var hours: Range<Int>
  /// Minimum length in minutes; at least 1. Shorter slots are left out.
  public var minutes: Int
  /// Slots begin at this or later: seconds since the epoch.
  public var notBefore: Int64

  /// Parameters of a search. Hours are clamped to 0 to 1440 minutes, and `minutes` is at least 1.
  public init(hours: Range<Int>, minutes: Int, notBefore: Int64 = .min) {
    self.hours = hours.clamped(to: 0..<1440)
    self.minutes = max(1, minutes)
    self.notBefore = notBefore
  }
}

extension EventStore {
  /// The free slots of a settled day in order: the requested hours without the day's opaque events. On a day on which
  /// clocks change, the hours may be shorter or longer: time in a gap does not count, and of two equal times the first
  /// is meant. O(events of the day).
  /// - Parameters:
  ///   - index: the day's index in `run.days`.
  ///   - run: days that this store settled in `zone`.
  ///   - leavingOut: by calendar index, whether its events are ignored; calendars beyond the end of the array are not.
  public func freeSlots(
    ofDay index: Int, of run: SettledRun, in zone: Zone, _ query: FreeTimeQuery, leavingOut: [Bool] = []
  ) -> [FreeSlot] {
    func instant(_ minute: Int) -> Int64 {
      if minute <= 0 { return run.bounds[index] }
      if minute >= 1440 { return run.bounds[index + 1] }
      let time = TimeOfDay(secondOfDay: minute * 60) ?? .midnight
      return zone.firstInstant(showing: CivilDateTime(run.days[index], time)).secondsSinceEpoch
    }
    let from = max(instant(query.hours.lowerBound), run.bounds[index], query.notBefore)
    let to = min(instant(query.hours.upperBound), run.bounds[index + 1])

    func isLeftOut(_ calendar: UInt16) -> Bool { calendar < leavingOut.count && leavingOut[Int(calendar)] }

    var slots: [FreeSlot] = []
    var free = from
    func close(_ end: Int64) {
      if end - free >= Int64(query.minutes) * 60 { slots.append(FreeSlot(start: free, end: end)) }
    }
    // Those that began before the day come first, then all by start, so busy time grows in order.
    for entry in run.entries(ofDay: index) {
      let occurrence = run.occurrences[Int(entry.occurrence)]
      let event = self[occurrence.event]
      // Events without length divide nothing. An event of several calendars is ignored only if all of them are.
      if occurrence.end == occurrence.start || !event.isOpaque
        || isLeftOut(event.calendar) && others(of: event).allSatisfy(isLeftOut)
      {
        continue
      }
      if occurrence.end <= free || occurrence.start >= to { continue }
      close(occurrence.start)
      free = occurrence.end
    }
    close(to)
    return slots
  }
}
