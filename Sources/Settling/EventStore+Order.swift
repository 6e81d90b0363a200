import Bytes
import TimeZones

extension EventStore {
  /// Puts events that were read file by file into the order of their content, on which the choice between equal
  /// ones depends; to be called before ``link()``. O(n log n).
  /// - Parameter places: of each event its place in the content; events of one place stay in their order.
  public mutating func arrange(by places: [Int32]) {
    let order = places.indices.sorted { places[$0] < places[$1] }
    events = order.map { events[$0] }
    for (index, event) in events.enumerated() where event.series >= 0 {
      series[Int(event.series)].event = Int32(index)
    }
  }

  /// The occurrences of one event, or of a series and what is set apart from it, that meet an interval, in order
  /// of start. O(what the interval holds).
  /// - Parameters:
  ///   - master: as ``master(of:)`` gives it.
  ///   - start: seconds since the epoch.
  ///   - end: the first second after the interval.
  public func occurrences(of master: Int32, from start: Int64, to end: Int64, in zone: Zone) -> [Occurrence] {
    var found: [Occurrence] = []
    var report = ExpansionReport()
    let recurs = events[Int(master)].series >= 0 && !events[Int(master)].isOverride
    if recurs { expand(master, from: start, to: end, in: zone, into: &found, report: &report) }
    for index in members(of: master) where (index != master || !recurs) && isShownByItself(index) {
      let occurrence = single(index, in: zone)
      if meets(occurrence, start, end) { found.append(occurrence) }
    }
    return found.sorted { $0.start == $1.start ? $0.end < $1.end : $0.start < $1.start }
  }
}
