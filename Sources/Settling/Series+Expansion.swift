import CivilTime
import Events
import ICalendar
import TimeZones

extension EventStore {
  /// Adds the instances of a series that overlap an interval. Instances with an override are left out, since overrides
  /// are shown by themselves; from a RANGE=THISANDFUTURE on, instances get its displacement and length. O(instances in
  /// the interval).
  func expand(
    _ index: Int32, from start: Int64, to end: Int64, in zone: Zone, into found: inout [Occurrence],
    report: inout ExpansionReport
  ) {
    let event = self[index]
    let series = series[Int(event.series)]
    let ranges = !series.ranges.isEmpty
    if event.status == .cancelled, !ranges { return }
    // An all-day or floating instance may be up to a day away from its time read as UTC.
    let before = series.reach + (event.kind == .zoned ? 0 : 2 * 86_400)
    let after = ranges ? series.reach : 0
    var instances = series.set.instances(
      from: Instant(clamping: start - before), before: Instant(clamping: end + after), in: zone,
      // Only instances that overlap the interval count towards the limit, not those examined before it.
      limit: RecurrenceLimits.instancesPerWindow)
    let known = found.count
    while let instance = instances.next() {
      guard let occurrence = occurrence(at: instance, of: series, ranges, event, index, in: zone) else { continue }
      if !meets(occurrence, start, end) { continue }
      if found.count - known == RecurrenceLimits.occurrencesPerEvent {
        report.truncated.append(index)
        return
      }
      found.append(occurrence)
    }
    switch instances.outcome {
    case .complete: break
    case .searchTooLong: report.unfinished.append(index)
    case .tooManyOccurrences, .tooManyInstances: report.truncated.append(index)
    }
  }

  /// The occurrence of an instance of a series; `nil` if an override replaces it, or if it is cancelled.
  /// - Parameters:
  ///   - hasRanges: whether the series has a RANGE=THISANDFUTURE.
  ///   - event: the master of the series.
  ///   - index: its index.
  @inline(__always)
  func occurrence(
    at instance: RecurrenceInstance, of series: Series, _ hasRanges: Bool, _ event: Event, _ index: Int32, in zone: Zone
  ) -> Occurrence? {
    if series.override(of: instance.key) != nil { return nil }
    var occurrence: Occurrence
    if hasRanges, let range = series.range(before: instance.key) {
      let shaped = self[range.event]
      if shaped.status == .cancelled { return nil }
      occurrence = self.occurrence(of: shaped, index: range.event, moving: instance, of: event, in: zone)
    } else {
      if event.status == .cancelled { return nil }
      occurrence = self.occurrence(of: event, index: index, at: instance, in: zone)
    }
    occurrence.recurs = series.recurs
    occurrence.original = instance.key
    occurrence.originalKind = event.kind
    return occurrence
  }

  /// An instance at its own time, with the length of its period, DURATION or DTEND.
  private func occurrence(of event: Event, index: Int32, at instance: RecurrenceInstance, in zone: Zone) -> Occurrence {
    let length: Int64
    let duration = instance.duration ?? event.duration
    if let duration, event.kind == .zoned {
      let start = instance.start.secondsSinceEpoch
      length = duration.end(from: start, wall: instance.wall, in: zones[Int(event.zone)]) - start
    } else {
      length = instance.duration?.nominalSeconds ?? (event.end - event.start)
    }
    return occurrence(
      of: event, index: index, start: instance.key, end: instance.key + max(0, length), lasting: duration, in: zone)
  }

  /// The local time of an instance in its series' zone. In a gap, return the skipped local time, not the one it is
  /// moved to.
  private func meantWall(at instant: Instant, of master: Event, in zone: UInt16) -> Int64 {
    let day: Int64 = 86_400
    let own = zones[Int(zone)]
    let shown = own.wall(at: instant)
    let timeOfDay = (master.wallStart % day + day) % day
    guard zone == master.zone,
      let meant = CivilDateTime(wallSeconds: CivilDateTime(shown.date).wallSeconds + timeOfDay),
      own.instant(of: meant) == instant
    else { return shown.wallSeconds }
    return meant.wallSeconds
  }

  /// An instance with the displacement (in wall time) and the length of the RANGE=THISANDFUTURE override that applies
  /// to it.
  private func occurrence(
    of shaped: Event, index: Int32, moving instance: RecurrenceInstance, of master: Event, in zone: Zone
  ) -> Occurrence {
    var start: Int64
    switch (shaped.kind, master.kind) {
    case (.zoned, .zoned):
      let own = zones[Int(shaped.zone)]
      let from = meantWall(at: Instant(clamping: shaped.recurrenceStart), of: master, in: shaped.zone)
      let wall = meantWall(at: instance.start, of: master, in: shaped.zone) + (shaped.wallStart - from)
      start = CivilDateTime(wallSeconds: wall).map { own.instant(of: $0).secondsSinceEpoch } ?? instance.key
    case (.allDay, .allDay), (.floating, .floating):
      start = instance.key + (shaped.start - shaped.recurrenceStart)
    default:
      // If the kind of time changes, keep the distance in days and use the override's time of day.
      let day: Int64 = 86_400
      let masterWall = instance.wall.wallSeconds
      let firstWall =
        master.kind == .zoned
        ? zones[Int(master.zone)].wall(at: Instant(clamping: shaped.recurrenceStart)).wallSeconds
        : shaped.recurrenceStart
      let days = (masterWall - masterWall % day) - (firstWall - firstWall % day)
      let wall = shaped.wallStart + days
      start = wall
      if shaped.kind == .zoned, let reading = CivilDateTime(wallSeconds: wall) {
        start = zones[Int(shaped.zone)].instant(of: reading).secondsSinceEpoch
      }
    }
    var end = start + (shaped.end - shaped.start)
    if let duration = shaped.duration, shaped.kind == .zoned {
      end = self.end(ofDuration: duration, from: start, .zoned, shaped.zone)
    }
    return occurrence(
      of: shaped, index: index, start: start, end: max(start, end), lasting: shaped.duration, in: zone)
  }
}
