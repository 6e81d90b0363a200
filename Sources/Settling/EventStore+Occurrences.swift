import Bytes
import Events
import TimeZones

extension EventStore {
  /// The occurrences of one event, or of a series with its overrides, that overlap an interval, in order of start.
  /// O(occurrences in the interval).
  /// - Parameters:
  ///   - master: an index that ``master(of:)`` returned.
  ///   - start: seconds since the epoch.
  ///   - end: the first second after the interval.
  public func occurrences(of master: Int32, from start: Int64, to end: Int64, in zone: Zone) -> [Occurrence] {
    var found: [Occurrence] = []
    var report = ExpansionReport()
    let recurs = self[master].series >= 0 && !self[master].isOverride
    if recurs { expand(master, from: start, to: end, in: zone, into: &found, report: &report) }
    for index in members(of: master) where (index != master || !recurs) && isShownByItself(index) {
      let occurrence = single(index, in: zone)
      if meets(occurrence, start, end) { found.append(occurrence) }
    }
    return found.sorted { $0.start == $1.start ? $0.end < $1.end : $0.start < $1.start }
  }

  /// The instances of a series that its overrides cancel, at the times of these overrides. O(overrides).
  /// - Parameter master: an index that ``master(of:)`` returned.
  package func cancelled(of master: Int32, in zone: Zone) -> [Occurrence] {
    members(of: master).filter { $0 != master && self[$0].status == .cancelled }.map { single($0, in: zone) }
  }
}
