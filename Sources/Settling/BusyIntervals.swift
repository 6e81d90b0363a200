import Bytes
import CivilTime
import Events
import ICalendar
import TimeZones

/// Merged busy time, and what was left out because of limits.
package struct MergedBusyTime: Sendable {
  /// In order and apart from each other, in seconds since the epoch.
  package var intervals: [Range<Int64>] = []
  /// Series whose later instances are left out.
  package var cut: [Int32] = []
  /// Whether all events together have more instances than are examined.
  package var isFull = false
}

extension EventStore {
  /// The merged busy time of all opaque, uncancelled events over an interval, cut to it. Intervals that overlap or
  /// touch are one; events without length are no busy time.
  ///
  /// Counts as many instances as pages show: ``RecurrenceLimits/occurrencesPerEvent`` of an event and
  /// ``SettlingLimits/occurrences`` of all together. Further ones are left out, and the result says so.
  ///
  /// - Parameters:
  ///   - start: the first second of the interval.
  ///   - end: the first second after it.
  ///   - window: instances in it count first, then those after it, then those before it; `nil` for all in order.
  ///   - zone: all-day and floating events are read in it.
  ///   - tentative: whether only tentative events count, or only others; `nil` for all.
  /// - Complexity: O(k log k) for k instances, in O(intervals) of memory.
  package func busyTime(
    from start: Int64, to end: Int64, around window: Range<Int64>? = nil, in zone: Zone, tentative: Bool? = nil,
    limit: Int = RecurrenceLimits.occurrencesPerEvent
  ) -> MergedBusyTime {
    if start >= end { return MergedBusyTime() }
    var union = IntervalUnion(start..<end)
    var found = MergedBusyTime()
    var left = SettlingLimits.occurrences
    // Floating and all-day events are stored in wall time, at most 18 hours from UTC in any zone.
    let slack: Int64 = 86_400
    for position in singles.candidates(from: start - slack, to: end + slack) {
      let index = singles.events[position]
      if !isBusy(self[index], tentative) { continue }
      left -= 1
      if left < 0 { break }
      let occurrence = single(index, in: zone)
      union.insert(occurrence.start, occurrence.end)
    }
    let window = (window ?? start..<end).clamped(to: start..<end)
    for index in recurring where !union.coversAll && left >= 0 {
      let most = min(limit, left)
      var ownLeft = most
      addSeries(index, to: &union, window, in: zone, tentative, &ownLeft)
      left -= most - max(ownLeft, 0)
      if ownLeft < 0 { if most == limit { found.cut.append(index) } else { left = -1 } }
    }
    found.isFull = left < 0
    found.intervals = union.intervals()
    return found
  }

  private func isBusy(_ event: Event, _ tentative: Bool?) -> Bool {
    if !event.isOpaque || event.status == .cancelled { return false }
    return tentative == nil || tentative == (event.status == .tentative)
  }

  /// Adds the instances of a series: those of a window first, then those after it, then those before it.
  /// - Parameter left: how many instances may be examined; negative if there were more.
  private func addSeries(
    _ index: Int32, to union: inout IntervalUnion, _ window: Range<Int64>, in zone: Zone, _ tentative: Bool?,
    _ left: inout Int
  ) {
    let event = self[index]
    let series = series[Int(event.series)]
    let hasRanges = !series.ranges.isEmpty
    // Without ranges all instances are like the master.
    if !hasRanges, !isBusy(event, tentative) { return }
    // An all-day or floating instance may be up to a day away from its time read as UTC.
    let before = series.reach + (event.kind == .zoned ? 0 : 2 * 86_400)
    let after = hasRanges ? series.reach : 0
    // The starts of instances still to be examined, the next ones at the end. An expansion stops at limits of its own;
    // another one then goes on with the starts that it did not reach, so that each instance is examined once.
    let (first, last) = (window.lowerBound - before, window.upperBound + after)
    var pending = [union.bounds.lowerBound - before..<first, last..<union.bounds.upperBound + after, first..<last]
    pending.removeAll { $0.isEmpty }
    while let starts = pending.popLast() {
      var instances = series.set.instances(
        from: Instant(clamping: starts.lowerBound), before: Instant(clamping: starts.upperBound), in: zone)
      var reached = starts.lowerBound
      while let instance = instances.next() {
        reached = max(reached, instance.start.secondsSinceEpoch + 1)
        left -= 1
        if left < 0 { return }
        guard let occurrence = occurrence(at: instance, of: series, hasRanges, event, index, in: zone) else { continue }
        if hasRanges, !isBusy(self[occurrence.event], tentative) { continue }
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
        // Exceptions removed all the instances examined.
        let middle = starts.lowerBound + Int64(starts.count / 2)
        pending.append(middle..<starts.upperBound)
        pending.append(starts.lowerBound..<middle)
      }
    }
  }
}

extension [Range<Int64>] {
  /// Merged intervals, joined where less than `gap` seconds are between them. O(n).
  package func joined(below gap: Int64) -> [Range<Int64>] {
    var joined: [Range<Int64>] = []
    for interval in self {
      if let last = joined.last, interval.lowerBound - last.upperBound < gap {
        joined[joined.count - 1] = last.lowerBound..<interval.upperBound
      } else {
        joined.append(interval)
      }
    }
    return joined
  }

  /// At most `most` of some intervals in order: those that meet a window, then the next after it, then the last before
  /// it. O(most).
  package func nearest(to window: Range<Int64>, most: Int) -> ArraySlice<Range<Int64>> {
    let first = partitioningIndex { $0.upperBound > window.lowerBound }
    let end = Swift.min(count, first + most)
    return self[Swift.max(0, end - most)..<end]
  }

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
  /// Merge at this number of parts: twice as many as the last merge left, so that merging costs O(log n) for each.
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
