import CivilTime
import Events
import TimeZones

/// A time in which nothing opaque happens.
public struct FreeSlot: Sendable, Hashable {
  /// Seconds since the epoch.
  public var start: Int64
  /// Seconds since the epoch, exclusive.
  public var end: Int64
}

/// Which free time is looked for.
public struct FreeTimeQuery: Sendable {
  /// The hours of each day, by the wall clock: minutes from midnight, 0 to 1440.
  public var hours: Range<Int>
  /// Slots shorter than so many minutes are left out; at least 1.
  public var minutes: Int
  /// Nothing earlier is free: seconds since the epoch.
  public var notBefore: Int64

  /// A search. Hours are cut to 0 to 1440 minutes, and less than one minute is one.
  public init(hours: Range<Int>, minutes: Int, notBefore: Int64 = .min) {
    self.hours = hours.clamped(to: 0..<1440)
    self.minutes = max(1, minutes)
    self.notBefore = notBefore
  }
}

extension EventStore {
  /// The free slots of a settled day in order: what its opaque events leave of the hours that are asked for. On a
  /// day on which the zone changes its offset the hours are shorter or longer than the clock makes them: where clocks
  /// are put on, what they skip is no time, and where they are put back, the first of two equal times is meant.
  /// O(events of the day).
  /// - Parameters:
  ///   - index: of the day in `run.days`.
  ///   - run: days that this store settled in `zone`.
  ///   - leavingOut: by calendar, whether its events don't count; shorter arrays leave nothing more out.
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

    var slots: [FreeSlot] = []
    var free = from
    func close(_ end: Int64) {
      if end - free >= Int64(query.minutes) * 60 { slots.append(FreeSlot(start: free, end: end)) }
    }
    // Those that began before the day come first, then all by start: what is taken grows in order.
    for entry in run.entries(ofDay: index) {
      let occurrence = run.occurrences[Int(entry.occurrence)]
      let event = events[Int(occurrence.event)]
      let calendar = Int(event.calendar)
      // What takes no time divides none.
      if occurrence.end == occurrence.start || !event.isOpaque || calendar < leavingOut.count && leavingOut[calendar] {
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
