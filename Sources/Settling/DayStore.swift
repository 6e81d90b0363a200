import CivilTime
import Events
import TimeZones

/// The settled days around the reader's position.
///
/// A resident window: a request for a day settles that day and 31 more on each side; a request near its edge extends
/// it; a request beyond its reach or in another zone replaces it. The build, the preview server and the browser all
/// read days from here.
package struct DayStore: Sendable {
  /// The number of days settled on each side of a requested day: a month, as in BusyLife.
  package static let margin = 31
  /// The distance from the edge within which a requested day extends the window.
  package static let edge = 7
  /// The distance outside of the window up to which the gap to a requested day is filled; beyond it, the window is
  /// replaced. A quarter of a year covers any jump between neighbouring sections except years.
  package static let reach = 93

  package let events: EventStore
  package private(set) var zone: Zone
  /// What limits left out of everything settled so far.
  package private(set) var report = ExpansionReport()
  /// In order, without gaps.
  private var runs: [Run] = []
  private var resident: Range<CivilDate>?

  package init(_ events: EventStore, zone: Zone) {
    self.events = events
    self.zone = zone
  }

  /// The first resident date and the one after the last; `nil` if there is none.
  package var residentDays: Range<CivilDate>? { resident }

  /// Changes the zone. Days are settled again on request.
  package mutating func setZone(_ zone: Zone) {
    if zone == self.zone { return }
    self.zone = zone
    removeAll()
  }

  /// Forgets all settled days.
  package mutating func removeAll() {
    runs.removeAll()
    resident = nil
    report = ExpansionReport()
  }

  /// Makes a range of days resident at once: for a build, which knows its window.
  package mutating func load(_ days: Range<CivilDate>) {
    guard let current = resident, current.lowerBound <= days.upperBound, days.lowerBound <= current.upperBound else {
      removeAll()
      extend(to: days)
      return
    }
    extend(to: min(days.lowerBound, current.lowerBound)..<max(days.upperBound, current.upperBound))
  }

  /// Makes a day resident, with the days around it.
  package mutating func load(_ date: CivilDate) {
    let low = date.adding(days: -Self.margin) ?? .first
    let high = date.adding(days: Self.margin + 1) ?? .last
    guard let current = resident else { return extend(to: low..<high) }
    let before = current.lowerBound.days(until: date)
    let after = date.days(until: current.upperBound) - 1
    if before >= Self.edge, after >= Self.edge { return }
    if before < -Self.reach || after < -Self.reach {
      removeAll()
      extend(to: low..<high)
    } else {
      extend(to: min(low, current.lowerBound)..<max(high, current.upperBound))
    }
  }

  /// The day of a date; `nil` if it is not resident or does not exist in the zone. O(runs).
  package func day(_ date: CivilDate) -> Day? {
    guard let resident, resident.contains(date) else { return nil }
    for run in runs {
      if let last = run.settled.days.last, last < date { continue }
      guard let index = run.settled.index(of: date) else { return nil }
      return Day(run: run, index: index)
    }
    return nil
  }

  /// The resident occurrences that overlap a range of resident days, in order. O(occurrences).
  package func occurrences(meeting days: Range<CivilDate>) -> [Occurrence] {
    guard !days.isEmpty else { return [] }
    let start = zone.startOfDay(days.lowerBound).secondsSinceEpoch
    let end = zone.startOfDay(days.upperBound).secondsSinceEpoch
    var found: [Occurrence] = []
    for run in runs {
      // Occurrences that continue from the run before were found there.
      let first = run.settled.bounds.first ?? start
      for occurrence in run.settled.occurrences where events.meets(occurrence, start, end) {
        if run === runs[0] || occurrence.start >= first { found.append(occurrence) }
      }
    }
    return found
  }

  /// Loads a date and returns its day.
  package mutating func loaded(_ date: CivilDate) -> Day? {
    load(date)
    return day(date)
  }

  private mutating func extend(to wanted: Range<CivilDate>) {
    if let current = resident {
      if wanted.lowerBound < current.lowerBound {
        runs.insert(contentsOf: settled(wanted.lowerBound..<current.lowerBound), at: 0)
      }
      if wanted.upperBound > current.upperBound {
        runs.append(contentsOf: settled(current.upperBound..<wanted.upperBound))
      }
    } else {
      runs = settled(wanted)
    }
    resident = wanted
  }

  /// The run of a range; empty if the zone skipped all of its days.
  private mutating func settled(_ days: Range<CivilDate>) -> [Run] {
    let run = events.settle(days, in: zone, report: &report)
    return run.days.isEmpty ? [] : [Run(run)]
  }

  /// A run that its days share.
  final class Run: Sendable {
    let settled: SettledRun

    init(_ settled: SettledRun) { self.settled = settled }
  }

  /// A settled day.
  package struct Day: Sendable {
    fileprivate let run: Run
    fileprivate let index: Int

    package var date: CivilDate { run.settled.days[index] }
    /// Seconds since the epoch of the first instant of this day and of the next.
    package var bounds: Range<Int64> { run.settled.bounds[index]..<run.settled.bounds[index + 1] }
    /// In the order that ``SettledRun/entries(ofDay:)`` gives.
    package var entries: ArraySlice<DayEntry> { run.settled.entries(ofDay: index) }
    package func occurrence(_ entry: DayEntry) -> Occurrence { run.settled.occurrences[Int(entry.occurrence)] }
    /// 0 to the day's length, in minutes.
    package var busyMinutes: Int { run.settled.busyMinutes(ofDay: index) }
    /// 0 to 4.
    package var busyLevel: Int { Settling.busyLevel(minutes: busyMinutes) }
  }
}
