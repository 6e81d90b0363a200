import Bytes
import CivilTime
import Events
import ICalendar
import TimeZones

/// What limits left out of an expansion; by default nothing.
public struct ExpansionReport: Sendable {
  /// Events with more than ``ICalendar/RecurrenceLimits/occurrencesPerEvent`` occurrences in one window.
  public internal(set) var truncated: [Int32] = []
  /// Events whose rule may match again, but beyond the limit of the search.
  public internal(set) var unfinished: [Int32] = []
  /// Whether all events together exceed ``SettlingLimits/occurrences``, or their days ``SettlingLimits/entries``; the
  /// last days are then empty.
  public internal(set) var isFull = false

  /// Nothing left out.
  public init() {}

  /// Adds another report, such as that of the same events in another zone.
  package mutating func formUnion(_ other: ExpansionReport) {
    truncated += other.truncated
    unfinished += other.unfinished
    isFull = isFull || other.isFull
  }
}

/// Limits, each with its reason. Whatever exceeds one is reported, never dropped silently.
public enum SettlingLimits {
  /// Five million occurrences take 250 MB, more than anybody can read.
  public static let occurrences = 5_000_000
  /// Entries of occurrences on days: an event that lasts a year has 365. Four for each possible occurrence.
  public static let entries = 20_000_000
}

extension EventStore {
  /// Every occurrence that overlaps an interval, in order of start, end, title and UID, without cancelled ones.
  /// O(k log k) for k occurrences that overlap the interval or begin within a day of it.
  func occurrences(from start: Int64, to end: Int64, in zone: Zone, report: inout ExpansionReport) -> [Occurrence] {
    var found: [Occurrence] = []
    // Floating and all-day events are stored in wall time, at most 18 hours from UTC in any zone.
    let slack: Int64 = 86_400
    let candidates = singles.candidates(from: start - slack, to: end + slack)
    found.reserveCapacity(candidates.count)
    for position in candidates {
      let index = singles.events[position]
      let occurrence = single(index, in: zone)
      if meets(occurrence, start, end) { found.append(occurrence) }
    }
    for index in recurring {
      // The remaining series are not expanded; the report's `isFull` says so.
      if found.count > SettlingLimits.occurrences { break }
      expand(index, from: start, to: end, in: zone, into: &found, report: &report)
    }
    if found.count > SettlingLimits.occurrences {
      found.removeLast(found.count - SettlingLimits.occurrences)
      report.isFull = true
    }
    sort(&found)
    return found
  }

  /// Whether an occurrence overlaps an interval; one without length does if it is inside.
  func meets(_ occurrence: Occurrence, _ start: Int64, _ end: Int64) -> Bool {
    if occurrence.start >= end { return false }
    if occurrence.end > start { return occurrence.end > occurrence.start || !occurrence.isAllDay }
    return occurrence.end == occurrence.start && occurrence.start >= start && !occurrence.isAllDay
  }

  /// The occurrence of an event that is shown by itself: one that does not recur, or an override.
  func single(_ index: Int32, in zone: Zone) -> Occurrence {
    let event = self[index]
    var occurrence = occurrence(of: event, index: index, in: zone)
    if event.isOverride {
      occurrence.recurs = true
      occurrence.original = event.recurrenceStart
      occurrence.originalKind = event.recurrenceKind
    }
    return occurrence
  }

  /// The occurrence of an event at its own time, in a zone.
  func occurrence(of event: Event, index: Int32, in zone: Zone) -> Occurrence {
    occurrence(of: event, index: index, start: event.start, end: event.end, lasting: event.duration, in: zone)
  }

  /// The occurrence of an event at a time in the units of ``Event/start``.
  /// - Parameter duration: determines the end if the event has no end time. For a floating event it is exact in the
  ///   viewing zone, across clock changes too.
  func occurrence(
    of event: Event, index: Int32, start: Int64, end: Int64, lasting duration: ICalendarDuration?, in zone: Zone
  ) -> Occurrence {
    var occurrence = Occurrence(
      event: index, start: start, end: end, firstDate: 0, endDate: 0, original: 0,
      originalKind: event.kind, isAllDay: event.kind == .allDay, recurs: false)
    switch event.kind {
    case .zoned: break
    case .floating:
      occurrence.start = instant(ofWall: start, in: zone)
      if let duration, let wall = CivilDateTime(wallSeconds: start) {
        let end = duration.end(from: occurrence.start, wall: wall, in: zone)
        occurrence.end = max(occurrence.start, min(end, CivilDateTime.last.wallSeconds))
      } else {
        occurrence.end = max(occurrence.start, instant(ofWall: end, in: zone))
      }
    case .allDay:
      occurrence.firstDate = Int32(clamping: start / 86_400)
      occurrence.endDate = Int32(clamping: end / 86_400)
      occurrence.start = startOfDay(occurrence.firstDate, in: zone)
      occurrence.end = startOfDay(occurrence.endDate, in: zone)
    }
    return occurrence
  }

  private func instant(ofWall seconds: Int64, in zone: Zone) -> Int64 {
    guard let wall = CivilDateTime(wallSeconds: seconds) else { return seconds }
    return zone.instant(of: wall).secondsSinceEpoch
  }

  private func startOfDay(_ dayNumber: Int32, in zone: Zone) -> Int64 {
    guard let date = CivilDate(dayNumber: Int(dayNumber)) else { return Int64(dayNumber) * 86_400 }
    return zone.startOfDay(date).secondsSinceEpoch
  }

  /// Sorts by start first, without comparing, and compares only within a run of equal starts.
  private func sort(_ occurrences: inout [Occurrence]) {
    var places = occurrences.map { $0.start.rank }.ranked()
    var low = 0
    while low < places.count {
      var high = low + 1
      while high < places.count, occurrences[Int(places[high])].start == occurrences[Int(places[low])].start {
        high += 1
      }
      if high > low + 1 { places[low..<high].sort { precedes(occurrences[Int($0)], occurrences[Int($1)]) } }
      low = high
    }
    occurrences = places.map { occurrences[Int($0)] }
  }
}

extension Array where Element == UInt8 {
  /// Appends the original start of an occurrence of a series: `20261103T010000Z`, for dates `20261103`, for floating
  /// times `20261103T090000`.
  public mutating func append(recurrenceID occurrence: Occurrence) {
    let wall = CivilDateTime(wallSeconds: occurrence.original) ?? .first
    switch occurrence.originalKind {
    case .allDay: append(basic: wall.date)
    case .floating: append(basic: wall)
    case .zoned: append(basic: Instant(clamping: occurrence.original))
    }
  }
}

extension EventStore {
  /// The events of some occurrences, in the store's order; for a series the master and all overrides, so that a feed of
  /// them is complete. O(events).
  @inlinable package func publishedEvents(_ occurrences: some Sequence<Occurrence>) -> [Int32] {
    var isShown = [Bool](repeating: false, count: events.count)
    for occurrence in occurrences { isShown[Int(master(of: occurrence.event))] = true }
    return events.indices.filter { isShown[Int(master(of: Int32($0)))] }.map { Int32($0) }
  }
}
