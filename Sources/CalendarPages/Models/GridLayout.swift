/// Where events stand in a time grid: side by side where they overlap.
///
/// A cluster is a run of events each of which overlaps another of it; all of a cluster are given the
/// same number of columns, and each the first column that is free at its start. O(events × columns).
struct GridLayout {
  /// A day is 24 hours of a wall clock, whatever the zone did.
  static let rowsPerHour = 12
  static let rows = 24 * rowsPerHour
  static let minutesPerRow = 60 / rowsPerHour
  /// The style sheet's limit: a thirteenth event at one time shares the last column.
  static let columns = 12
  /// The least that an event is drawn with, so that its title can be read: half an hour.
  static let leastRows = 6

  struct Place {
    /// Rows, from 0 to 288, half-open.
    var start: Int
    var end: Int
    var column = 0
    var count = 1
  }

  private(set) var places: [Place] = []
  private var cluster = 0
  private var clusterEnd = 0
  private var columnEnds: [Int] = []

  init(reserving count: Int) { places.reserveCapacity(count) }

  /// Adds an event; they come in order of their start.
  /// - Parameters: minutes of the wall clock since the day began, 0 to 1,440.
  mutating func add(from startMinute: Int, to endMinute: Int) {
    let start = min(startMinute / Self.minutesPerRow, Self.rows - 1)
    let exactEnd = (endMinute + Self.minutesPerRow - 1) / Self.minutesPerRow
    let end = min(max(exactEnd, start + Self.leastRows), Self.rows)
    // At the very end of the day the least height reaches upwards.
    let place = Place(start: min(start, max(0, end - Self.leastRows)), end: end)
    if place.start >= clusterEnd { closeCluster() }
    var column = 0
    while column < columnEnds.count, columnEnds[column] > place.start { column += 1 }
    if column == columnEnds.count { columnEnds.append(place.end) } else { columnEnds[column] = place.end }
    places.append(Place(start: place.start, end: place.end, column: min(column, Self.columns - 1), count: 1))
    clusterEnd = max(clusterEnd, place.end)
  }

  /// Ends the last cluster. To be called once, after the last event.
  mutating func finish() { closeCluster() }

  private mutating func closeCluster() {
    let count = min(columnEnds.count, Self.columns)
    for index in cluster..<places.count { places[index].count = count }
    cluster = places.count
    clusterEnd = 0
    columnEnds.removeAll(keepingCapacity: true)
  }
}
