import Bytes

/// Events sorted by start, each with the latest end of all events up to it: two binary searches find the events that
/// may overlap an interval.
package struct SingleIndex: Sendable {
  package private(set) var events: [Int32] = []
  private var starts: [Int64] = []
  private var latestEnds: [Int64] = []

  init() {}

  /// - Parameter indices: in ascending order.
  init(_ indices: [Int32], _ all: [Event]) {
    events = indices.map { all[Int($0)].start.rank }.ranked().map { indices[Int($0)] }
    starts = events.map { all[Int($0)].start }
    latestEnds.reserveCapacity(events.count)
    var latest = Int64.min
    for index in events {
      latest = max(latest, all[Int(index)].end)
      latestEnds.append(latest)
    }
  }

  /// The positions of all events that begin before `end` and may end after `start`. O(log n).
  package func candidates(from start: Int64, to end: Int64) -> Range<Int> {
    let high = starts.partitioningIndex { $0 >= end }
    let low = latestEnds.partitioningIndex { $0 >= start }
    return min(low, high)..<high
  }
}
