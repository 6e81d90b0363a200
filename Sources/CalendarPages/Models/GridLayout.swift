import Bytes

/// Places events in a time grid: side by side if they overlap.
///
/// A cluster is a maximal set of events connected by overlaps; all events of a cluster have the same number of columns,
/// and each gets the first column that is free at its start. Columns are ordered by the calendars of their first
/// events, then by the starts of these events. O(events + columns × rows).
///
/// If the day has lanes (``Lanes``), clusters are within a lane.
struct GridLayout {
  /// A day is 24 hours of wall time, even if clocks change.
  static let rowsPerHour = 12
  static let rows = 24 * rowsPerHour
  static let minutesPerRow = 60 / rowsPerHour
  /// The style sheet's limit: a thirteenth event at one time shares the last column.
  static let columns = 12
  /// The minimum height of an event, so that its title can be read: half an hour.
  static let leastRows = 6

  struct Place {
    /// Half-open range of rows, within 0 to 288.
    var start: Int
    var end: Int
    var calendar: Int
    var lane: Int
    var column = 0
    var count = 1
  }

  private(set) var places: [Place] = []
  private var isInOrder = true

  init(reserving count: Int) { places.reserveCapacity(count) }

  /// Adds an event.
  /// - Parameters:
  ///   - startMinute: in wall time since the beginning of the day, 0 to 1,440; `endMinute` too.
  ///   - calendar: the index of its calendar.
  ///   - lane: the index of its lane.
  mutating func add(from startMinute: Int, to endMinute: Int, calendar: Int, lane: Int = 0) {
    let start = min(startMinute / Self.minutesPerRow, Self.rows - 1)
    let exactEnd = (endMinute + Self.minutesPerRow - 1) / Self.minutesPerRow
    let end = min(max(exactEnd, start + Self.leastRows), Self.rows)
    // At the end of the day the minimum height extends upwards.
    // Until clusters are closed, lanes are below each other: so events of two never overlap.
    let below = lane * Self.rows
    let place = Place(
      start: below + min(start, max(0, end - Self.leastRows)), end: below + end, calendar: calendar, lane: lane)
    if let last = places.last, last.start > place.start { isInOrder = false }
    places.append(place)
  }

  /// Assigns columns to all events. To be called once, after the last event.
  mutating func finish() {
    var order = Array(places.indices)
    // Events come in order of time, which is the order of wall time unless clocks go back.
    if !isInOrder { order.sort { (places[$0].start, $0) < (places[$1].start, $1) } }
    var columnEnds: [Int] = []
    // The calendar of the first event of each column.
    var calendars: [Int] = []
    var cluster = 0
    var clusterEnd = 0
    // Columns that were taken at the same start are not free: the search continues behind them.
    var column = 0
    var lastStart = -1
    for position in order.indices {
      let index = order[position]
      let start = places[index].start
      if start >= clusterEnd {
        close(order[cluster..<position], calendars)
        cluster = position
        columnEnds.removeAll(keepingCapacity: true)
        calendars = []
      }
      if start != lastStart { column = 0 }
      lastStart = start
      while column < columnEnds.count, columnEnds[column] > start { column += 1 }
      if column == columnEnds.count {
        columnEnds.append(places[index].end)
        calendars.append(places[index].calendar)
      } else {
        columnEnds[column] = places[index].end
      }
      places[index].column = column
      clusterEnd = max(clusterEnd, places[index].end)
    }
    close(order[cluster...], calendars)
  }

  // Called from two places: inlined, it would be in the browser module twice.
  @inline(never)
  private mutating func close(_ cluster: ArraySlice<Int>, _ calendars: [Int]) {
    // The rank of each column: by its calendar, then in the order in which they begin. Columns beyond the limit share
    // the last rank, so the search ends there.
    let count = min(calendars.count, Self.columns)
    var ranks = [Int](repeating: Self.columns - 1, count: calendars.count)
    var left = calendars
    for rank in 0..<count {
      var first = 0
      for column in left.indices where left[column] < left[first] { first = column }
      left[first] = .max
      ranks[first] = rank
    }
    for index in cluster {
      let below = places[index].lane * Self.rows
      places[index].column = ranks[places[index].column]
      places[index].count = count
      places[index].start -= below
      places[index].end -= below
    }
  }
}
