import Bytes
import CivilTime
import ICalendar
import TimeZones

/// A recurring event: its rules and the instances that are set apart from them.
public struct Series: Sendable {
  /// The master, as an index into ``EventStore/events``.
  public var event: Int32
  /// The instances that RECURRENCE-IDs replace, by original start.
  var overrides: [Override] = []

  struct Override: Sendable {
    /// The original start, in the units of the master's ``Event/start``.
    var original: Int64
    var event: Int32
    var isThisAndFuture: Bool
  }
}

extension EventReader {
  mutating func readSeries(
    _ event: inout Event, _ found: EventProperties, _ component: Int, _ calendarZone: UInt16?,
    _ store: inout EventStore, _ table: borrowing ZoneTable
  ) {
  }
}

extension EventStore {
  mutating func attachOverrides(_ same: [Int32]) {
  }

  func expand(
    _ index: Int32, from start: Int64, to end: Int64, in zone: Zone, into found: inout [Occurrence],
    report: inout ExpansionReport
  ) {
  }
}

extension EventStore {
  /// The event that stands for a whole series: the master of an instance that was set apart, and any
  /// other event itself.
  public func master(of index: Int32) -> Int32 {
    let event = events[Int(index)]
    guard event.isOverride, event.series >= 0 else { return index }
    return series[Int(event.series)].event
  }
}
