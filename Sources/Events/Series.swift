import Bytes
import CivilTime
import ICalendar
import TimeZones

/// A recurring event: its rules and its overrides.
public struct Series: Sendable {
  /// The master, as an index into ``EventStore/events``.
  public internal(set) var event: Int32
  /// When it recurs; instances with overrides have their original starts here.
  public internal(set) var set: RecurrenceSet
  /// Whether it has a rule or RDATE; otherwise it is one instance that overrides replace.
  public internal(set) var recurs: Bool
  /// Overrides, by original start.
  package internal(set) var overrides: [Override] = []
  /// Overrides with RANGE=THISANDFUTURE.
  package internal(set) var ranges: [Override] = []
  /// The greatest length or displacement of one of its instances, in seconds: how far outside of a window an instance
  /// may begin and still overlap it.
  package internal(set) var reach: Int64

  package struct Override: Sendable {
    /// The original start, in the units of the master's ``Event/start``.
    package var original: Int64
    package var event: Int32
    package var isThisAndFuture: Bool
  }

  /// The index of the override of an original start, preferring one for that instance over a range; `nil` if there is
  /// none. O(log overrides).
  package func override(of key: Int64) -> Int? {
    let index = overrides.partitioningIndex { $0.original >= key }
    return index < overrides.count && overrides[index].original == key ? index : nil
  }

  mutating func forgetOverrides() {
    overrides = []
    ranges = []
  }

  /// Replaces the indices of its events.
  mutating func renumber(_ numbers: [Int32]) {
    if event < 0 { return }
    event = numbers[Int(event)]
    for index in overrides.indices { overrides[index].event = numbers[Int(overrides[index].event)] }
    for index in ranges.indices { ranges[index].event = numbers[Int(ranges[index].event)] }
  }

  /// The last RANGE=THISANDFUTURE at or before an original start. O(log ranges).
  package func range(before key: Int64) -> Override? {
    let after = ranges.partitioningIndex { $0.original > key }
    return after == 0 ? nil : ranges[after - 1]
  }
}

extension EventStore {
  /// An event, and all overrides if it is a series' master. O(instances).
  public func members(of index: Int32) -> [Int32] {
    let event = self[index]
    guard event.series >= 0, !event.isOverride else { return [index] }
    return [index] + series[Int(event.series)].overrides.map { $0.event }
  }

  /// The master of an override's series; for any other event the event itself.
  public func master(of index: Int32) -> Int32 {
    let event = self[index]
    guard event.isOverride, event.series >= 0 else { return index }
    return series[Int(event.series)].event
  }

  /// Converts the original starts of overrides to their master's units, so that equal ones compare equal however they
  /// are written.
  /// - Parameter same: events with one UID; at most one master is not superseded.
  mutating func settleOriginals(_ same: [Int32]) {
    guard
      let master = same.first(where: { !self[$0].isOverride && !self[$0].isSuperseded })
    else { return }
    let event = self[master]
    for override in same where self[override].isOverride {
      self[override].recurrenceStart = original(of: self[override], in: event)
      self[override].recurrenceKind = event.kind
    }
  }

  /// Attaches overrides to their series.
  /// - Parameter same: events with one UID, none of them superseded.
  mutating func attachOverrides(_ same: [Int32]) {
    guard let master = same.first(where: { !self[$0].isOverride }) else { return }
    let apart = same.filter { self[$0].isOverride }
    if apart.isEmpty { return }
    let event = self[master]
    if event.series < 0 {
      // Without a rule the master is its own only instance, which an override may replace.
      let set = RecurrenceSet(start: recurrenceTime(event.kind, wall: event.wallStart, event.zone))
      self[master].series = Int32(series.count)
      series.append(Series(event: master, set: set, recurs: false, reach: event.end - event.start))
    }
    let index = self[master].series
    for override in apart {
      let other = self[override]
      let original = other.recurrenceStart
      self[override].series = index
      series[Int(index)].overrides.append(
        Series.Override(original: original, event: override, isThisAndFuture: other.isThisAndFuture))
      if other.isThisAndFuture {
        let moved = other.start.subtractingReportingOverflow(original).partialValue.magnitude
        let reach = Int64(clamping: moved) + (other.end - other.start) + 2 * 86_400
        series[Int(index)].reach = max(series[Int(index)].reach, reach)
      }
    }
    series[Int(index)].overrides.sort {
      if $0.original != $1.original { return $0.original < $1.original }
      return $0.isThisAndFuture == $1.isThisAndFuture ? $0.event < $1.event : $1.isThisAndFuture
    }
    series[Int(index)].ranges = series[Int(index)].overrides.filter { $0.isThisAndFuture }
  }

  /// The original start named by an override, in its master's units: a date names the instance of that day, a local
  /// time is in the master's zone.
  private func original(of override: Event, in master: Event) -> Int64 {
    let day: Int64 = 86_400
    let start = override.recurrenceStart
    switch (master.kind, override.recurrenceKind) {
    case (.zoned, .zoned), (.floating, .floating), (.allDay, .allDay): return start
    case (.zoned, .allDay):
      let timeOfDay = (master.wallStart % day + day) % day
      guard let wall = CivilDateTime(wallSeconds: start + timeOfDay) else { return start }
      return zones[Int(master.zone)].instant(of: wall).secondsSinceEpoch
    case (.zoned, .floating):
      guard let wall = CivilDateTime(wallSeconds: start) else { return start }
      return zones[Int(master.zone)].instant(of: wall).secondsSinceEpoch
    case (.floating, .allDay): return start + (master.wallStart % day + day) % day
    case (.floating, .zoned), (.allDay, .zoned):
      // The writer of the override meant local time in the override's own zone.
      let wall = (zoneOfDates(master) ?? zones[Int(override.zone)]).wall(at: Instant(clamping: start))
      return master.kind == .allDay ? CivilDateTime(wall.date).wallSeconds : wall.wallSeconds
    case (.allDay, .floating): return start - (start % day + day) % day
    }
  }

  func recurrenceTime(_ kind: TimeKind, wall: Int64, _ zone: UInt16) -> RecurrenceTime {
    let reading = CivilDateTime(wallSeconds: wall) ?? .first
    switch kind {
    case .allDay: return .date(reading.date)
    case .floating: return .floating(reading)
    case .zoned: return .zoned(reading, zones[Int(zone)])
    }
  }
}
