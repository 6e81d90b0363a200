import Bytes
import CivilTime
import Events
import ICalendar
import TimeZones

/// Limits on merged busy time, each with its reason.
public enum BusyLimits {
  /// Instances of one event: three years of an event every second, some seconds of work. After the last of these the
  /// rest of the interval counts as busy, so that no busy time is lost.
  public static let instancesPerEvent = 100_000_000
}

extension EventStore {
  /// The merged busy time of all opaque, uncancelled events over an interval, cut to it, in order and in seconds since
  /// the epoch. Intervals that overlap or touch are one; events without length are no busy time.
  ///
  /// Unlike pages, this shows no event by itself, so the limits on occurrences of a window do not apply: every instance
  /// counts, up to ``BusyLimits/instancesPerEvent`` of one event; after them the rest of the interval is busy.
  ///
  /// - Parameters:
  ///   - start: the first second of the interval.
  ///   - end: the first second after it.
  ///   - zone: all-day and floating events are read in it.
  ///   - tentative: whether only tentative events count, or only others; `nil` for all.
  ///   - limit: the greatest number of instances of one event that are examined.
  /// - Returns: the intervals. O(k log k) for k occurrences, in O(intervals) of memory.
  package func busyIntervals(
    from start: Int64, to end: Int64, in zone: Zone, tentative: Bool? = nil,
    limit: Int = BusyLimits.instancesPerEvent
  ) -> [Range<Int64>] {
    if start >= end { return [] }
    var union = IntervalUnion(start..<end)
    // Floating and all-day events are stored in wall time, at most 18 hours from UTC in any zone.
    let slack: Int64 = 86_400
    for position in singles.candidates(from: start - slack, to: end + slack) {
      let index = singles.events[position]
      if !isBusy(events[Int(index)], tentative) { continue }
      let occurrence = single(index, in: zone)
      union.insert(occurrence.start, occurrence.end)
    }
    for index in recurring where !union.coversAll { addSeries(index, to: &union, in: zone, tentative, limit) }
    return union.intervals()
  }

  private func isBusy(_ event: Event, _ tentative: Bool?) -> Bool {
    if !event.isOpaque || event.status == .cancelled { return false }
    return tentative == nil || tentative == (event.status == .tentative)
  }

  /// Adds the instances of a series that have no override.
  private func addSeries(
    _ index: Int32, to union: inout IntervalUnion, in zone: Zone, _ tentative: Bool?, _ limit: Int
  ) {
    let event = events[Int(index)]
    let series = series[Int(event.series)]
    let hasRanges = !series.ranges.isEmpty
    // Without ranges all instances are like the master.
    if !hasRanges, !isBusy(event, tentative) { return }
    // An all-day or floating instance may be up to a day away from its time read as UTC.
    let before = series.reach + (event.kind == .zoned ? 0 : 2 * 86_400)
    let after = hasRanges ? series.reach : 0
    var left = limit
    // The starts of instances still to be examined, the earliest at the end. An expansion stops at limits of its own;
    // another one then goes on with the starts that it did not reach, so that each instance is examined once.
    var pending = [union.bounds.lowerBound - before..<union.bounds.upperBound + after]
    while let starts = pending.popLast() {
      var instances = series.set.instances(
        from: Instant(clamping: starts.lowerBound), before: Instant(clamping: starts.upperBound), in: zone)
      var reached = starts.lowerBound
      while let instance = instances.next() {
        reached = max(reached, instance.start.secondsSinceEpoch + 1)
        left -= 1
        if left < 0 { return union.insert(reached - 1 - after, union.bounds.upperBound) }
        guard let occurrence = occurrence(at: instance, of: series, hasRanges, event, index, in: zone) else { continue }
        if hasRanges, !isBusy(events[Int(occurrence.event)], tentative) { continue }
        union.insert(occurrence.start, occurrence.end)
        if union.coversAll { return }
      }
      switch instances.outcome {
      case .complete, .searchTooLong: continue
      case .tooManyOccurrences, .tooManyInstances: if reached >= starts.upperBound { continue }
      }
      if reached > starts.lowerBound {
        pending.append(reached..<starts.upperBound)
      } else if series.set.hasAllRules, starts.count > 1 {
        // Exceptions removed all that was examined.
        let middle = starts.lowerBound + Int64(starts.count / 2)
        pending.append(middle..<starts.upperBound)
        pending.append(starts.lowerBound..<middle)
      }
    }
  }
}

extension [Range<Int64>] {
  /// The parts of merged intervals that other merged intervals do not cover. O(both).
  package func subtracting(_ others: [Range<Int64>]) -> [Range<Int64>] {
    var rest: [Range<Int64>] = []
    var next = 0
    for interval in self {
      var low = interval.lowerBound
      while next < others.count, others[next].upperBound <= low { next += 1 }
      var other = next
      while other < others.count, others[other].lowerBound < interval.upperBound {
        if low < others[other].lowerBound { rest.append(low..<others[other].lowerBound) }
        low = others[other].upperBound
        other += 1
      }
      if low < interval.upperBound { rest.append(low..<interval.upperBound) }
    }
    return rest
  }
}

/// The union of intervals that are added in any order, within bounds. Its memory grows with the union, not with what is
/// added.
struct IntervalUnion {
  let bounds: Range<Int64>
  private var parts: [Range<Int64>] = []
  /// Merge when there are as many parts: twice as many as the last merge left, so that merging costs O(log n) for each.
  private var mostParts = 4_096

  init(_ bounds: Range<Int64>) { self.bounds = bounds }

  /// Whether one interval that was added, or several in order, covers all of the bounds.
  var coversAll: Bool { parts.last == bounds }

  /// Adds the part of an interval that is within the bounds. O(log n) on average; O(1) if it begins in the last one
  /// added, or at its end.
  mutating func insert(_ start: Int64, _ end: Int64) {
    let low = max(start, bounds.lowerBound)
    let high = min(end, bounds.upperBound)
    if low >= high { return }
    if let last = parts.last, last.lowerBound <= low, low <= last.upperBound {
      if high > last.upperBound { parts[parts.count - 1] = last.lowerBound..<high }
      return
    }
    if parts.count >= mostParts {
      merge()
      mostParts = max(mostParts, 2 * parts.count)
    }
    parts.append(low..<high)
  }

  /// The merged intervals in order.
  consuming func intervals() -> [Range<Int64>] {
    merge()
    return parts
  }

  private mutating func merge() {
    parts.sort { $0.lowerBound < $1.lowerBound }
    var count = 0
    for part in parts {
      if count > 0, part.lowerBound <= parts[count - 1].upperBound {
        let end = max(part.upperBound, parts[count - 1].upperBound)
        parts[count - 1] = parts[count - 1].lowerBound..<end
      } else {
        parts[count] = part
        count += 1
      }
    }
    parts.removeLast(parts.count - count)
  }
}
