import Bytes
import CivilTime
import Events
import TimeZones

extension EventStore {
  /// Settles all events into the days of a range in a zone.
  ///
  /// - Parameters:
  ///   - days: the first date and the one after the last.
  ///   - zone: determines the bounds of days, and floating times are read in it.
  ///   - report: receives what limits left out.
  /// - Returns: the days that exist in the zone, each with its events. O(k log k + days) for k occurrences that
  ///   overlap the range, however many events are outside of it.
  public func settle(_ days: Range<CivilDate>, in zone: Zone, report: inout ExpansionReport) -> SettledRun {
    var run = SettledRun()
    var date = days.lowerBound
    while date < days.upperBound {
      if zone.exists(date) {
        run.days.append(date)
        run.bounds.append(zone.startOfDay(date).secondsSinceEpoch)
      }
      guard let next = date.adding(days: 1) else { break }
      date = next
    }
    guard let first = run.bounds.first else { return run }
    run.bounds.append(zone.startOfDay(days.upperBound).secondsSinceEpoch)
    run.occurrences = occurrences(from: first, to: run.bounds[run.bounds.count - 1], in: zone, report: &report)
    merge(&run, &report)
    return run
  }

  /// The merge: both sequences are sorted by start, each is walked once, and occurrences that end after a day are
  /// carried to the next.
  private func merge(_ run: inout SettledRun, _ report: inout ExpansionReport) {
    var next = 0
    var carried: [Int32] = []
    var leading: [Int32] = []
    run.firstEntries.reserveCapacity(run.days.count + 1)
    run.busy.reserveCapacity(run.days.count)
    run.entries.reserveCapacity(run.occurrences.count + run.days.count)
    for day in 0..<run.days.count {
      let dayStart = run.bounds[day]
      let dayEnd = run.bounds[day + 1]
      if run.entries.count > SettlingLimits.entries {
        report.isFull = true
        run.firstEntries.append(Int32(run.entries.count))
        run.busy.append(0)
        continue
      }
      carried.removeAll { run.occurrences[Int($0)].end <= dayStart }
      leading.removeAll(keepingCapacity: true)
      leading.append(contentsOf: carried)
      let begun = next
      while next < run.occurrences.count, run.occurrences[next].start < dayEnd {
        let occurrence = run.occurrences[next]
        // An occurrence that began before the first day leads like any other continued one.
        if occurrence.isAllDay || occurrence.start < dayStart { leading.append(Int32(next)) }
        if occurrence.end > dayEnd { carried.append(Int32(next)) }
        next += 1
      }
      if leading.count > 1 { leading.sort { leads(run.occurrences[Int($0)], run.occurrences[Int($1)]) } }
      var busy = BusyUnion(from: dayStart, to: dayEnd)
      for index in leading { append(Int(index), dayStart, dayEnd, &run, &busy) }
      for index in begun..<next {
        let occurrence = run.occurrences[index]
        if !occurrence.isAllDay, occurrence.start >= dayStart { append(index, dayStart, dayEnd, &run, &busy) }
      }
      run.firstEntries.append(Int32(run.entries.count))
      run.busy.append(Int32(busy.seconds / 60))
    }
  }

  private func append(
    _ index: Int, _ dayStart: Int64, _ dayEnd: Int64, _ run: inout SettledRun, _ busy: inout BusyUnion
  ) {
    let occurrence = run.occurrences[index]
    let begins = occurrence.start >= dayStart
    let ends = occurrence.end <= dayEnd
    let part: DayPart = begins ? (ends ? .whole : .first) : (ends ? .last : .middle)
    run.entries.append(DayEntry(occurrence: Int32(index), part: part))
    if self[occurrence.event].isOpaque { busy.add(occurrence.start, occurrence.end) }
  }

  /// The order of entries that lead a day: earlier start, then longer, then title, then UID.
  private func leads(_ left: Occurrence, _ right: Occurrence) -> Bool {
    if left.start != right.start { return left.start < right.start }
    if left.end != right.end { return left.end > right.end }
    return precedes(left, right)
  }

  /// The total order of occurrences: start, end, title, UID, then the event's place in the content.
  func precedes(_ left: Occurrence, _ right: Occurrence) -> Bool {
    if left.start != right.start { return left.start < right.start }
    if left.end != right.end { return left.end < right.end }
    if left.event == right.event { return left.original < right.original }
    let mine = self[left.event]
    let theirs = self[right.event]
    let titles = order(mine.title, of: mine, theirs.title, of: theirs)
    if titles != 0 { return titles < 0 }
    let uids = order(mine.uid, of: mine, theirs.uid, of: theirs)
    if uids != 0 { return uids < 0 }
    return left.event < right.event
  }
}

/// The length of the union of intervals within a day that are added in order of start.
struct BusyUnion {
  private let from: Int64
  private let to: Int64
  private var covered: Int64
  private(set) var seconds: Int64 = 0

  init(from: Int64, to: Int64) {
    self.from = from
    self.to = to
    covered = from
  }

  mutating func add(_ start: Int64, _ end: Int64) {
    let low = max(start, covered)
    let high = min(end, to)
    if high > low {
      seconds += high - low
      covered = high
    }
  }
}
