import TestSupport
import Testing

@testable import CalendarPages

struct GridLayoutTests {
  func layout(_ minutes: [(Int, Int)], calendars: [Int] = []) -> [GridLayout.Place] {
    var layout = GridLayout(reserving: minutes.count)
    for (index, (from, to)) in minutes.enumerated() {
      layout.add(from: from, to: to, calendar: calendars.isEmpty ? 0 : calendars[index])
    }
    layout.finish()
    return layout.places
  }

  /// Minutes, and for each event `start-end column/count` in rows of five minutes.
  static let cases: [(String, [(Int, Int)], [String])] = [
    ("none", [], []),
    ("one", [(540, 600)], ["108-120 0/1"]),
    ("one after the other", [(540, 600), (600, 660)], ["108-120 0/1", "120-132 0/1"]),
    ("side by side", [(540, 600), (570, 630)], ["108-120 0/2", "114-126 1/2"]),
    (
      "a column is used again", [(540, 600), (540, 660), (600, 660)],
      ["108-120 0/2", "108-132 1/2", "120-132 0/2"]
    ),
    (
      "one column for all of a cluster", [(540, 720), (540, 570), (600, 630), (720, 780)],
      ["108-144 0/2", "108-114 1/2", "120-126 1/2", "144-156 0/1"]
    ),
    (
      "as tall as a title", [(540, 541), (550, 560), (600, 600)],
      ["108-114 0/2", "110-116 1/2", "120-126 0/1"]
    ),
    ("minutes between rows", [(541, 599), (602, 638)], ["108-120 0/1", "120-128 0/1"]),
    ("the whole day", [(0, 1440)], ["0-288 0/1"]),
    (
      "an hour twice: what began later may stand higher",
      [(60, 90), (100, 115), (65, 80), (200, 230)],
      ["12-18 0/2", "20-26 0/1", "13-19 1/2", "40-46 0/1"]
    ),
    (
      "the very end", [(1439, 1440), (1439, 1439), (1410, 1440)],
      ["282-288 0/3", "282-288 1/3", "282-288 2/3"]
    ),
    ("the very beginning", [(0, 0), (0, 5), (30, 60)], ["0-6 0/2", "0-6 1/2", "6-12 0/1"]),
  ]

  @Test(arguments: cases) func example(
    _ name: String, _ minutes: [(Int, Int)], _ expected: [String]
  ) {
    #expect(
      layout(minutes).map { "\($0.start)-\($0.end) \($0.column)/\($0.count)" } == expected,
      "\(name)")
  }

  /// Minutes, the calendar of each event, and its column.
  static let columns: [([(Int, Int)], [Int], [Int])] = [
    ([(540, 600), (540, 600), (540, 600)], [2, 0, 1], [2, 0, 1]),
    ([(540, 600), (550, 600), (560, 600)], [1, 0, 1], [1, 0, 2]),
    // A later event in a column stays in it, and so does another cluster.
    ([(540, 600), (540, 700), (600, 700), (800, 900)], [1, 0, 1, 3], [1, 0, 1, 0]),
  ]

  @Test(arguments: columns) func columnsAreInTheOrderOfCalendars(
    _ minutes: [(Int, Int)], _ calendars: [Int], _ expected: [Int]
  ) {
    #expect(layout(minutes, calendars: calendars).map { $0.column } == expected)
  }

  @Test func lanesAreLaidOutApart() {
    var layout = GridLayout(reserving: 4)
    for (from, to, lane) in [(540, 600, 0), (540, 600, 2), (550, 590, 2), (1_430, 1_440, 1)] {
      layout.add(from: from, to: to, calendar: 0, lane: lane)
    }
    layout.finish()
    #expect(
      layout.places.map { "\($0.lane): \($0.start)-\($0.end) \($0.column)/\($0.count)" } == [
        "0: 108-120 0/1", "2: 108-120 0/2", "2: 110-118 1/2", "1: 282-288 0/1",
      ])
  }

  @Test func thirteenAtOnce() {
    let places = layout((0..<15).map { (540 + $0, 600) })
    #expect(places.map { $0.column } == Array(0..<12) + [11, 11, 11])
    #expect(places.allSatisfy { $0.count == 12 })
  }

  /// Many events at few starts, against the definition: the first column that is free, then columns in order of the
  /// calendars of their first events.
  @Test func columnsOfCrowdsAreThoseOfTheDefinition() throws {
    try withRandom(500) { random in
      let starts = (0...random.int(0...4)).map { 540 + $0 * random.int(1...30) }
      let minutes = (0..<random.int(1...60)).map { _ in
        let start = random.pick(starts)
        return (start, start + random.int(30...300))
      }.sorted { $0.0 < $1.0 }
      let calendars = minutes.map { _ in random.int(0...5) }
      // The first event holds all of them together.
      let all = [(500, 1_000)] + minutes
      let calendarsOfAll = [3] + calendars
      var columns: [[Int]] = []
      for (index, (from, _)) in all.enumerated() {
        // Rows of five minutes; the end of a row that has begun is taken.
        let free = columns.firstIndex { (all[$0.last!].1 + 4) / 5 <= from / 5 }
        if let free { columns[free].append(index) } else { columns.append([index]) }
      }
      let order = columns.indices.sorted {
        (calendarsOfAll[columns[$0][0]], $0) < (calendarsOfAll[columns[$1][0]], $1)
      }
      var expected = [Int](repeating: 0, count: all.count)
      for (rank, column) in order.enumerated() { for index in columns[column] { expected[index] = min(rank, 11) } }
      let places = layout(all, calendars: calendarsOfAll)
      try checkEqual(places.map { $0.column }, expected, "columns of \(all) in \(calendarsOfAll)")
      try check(places.allSatisfy { $0.count == min(columns.count, 12) }, "numbers of columns of \(all)")
    }
  }

  @Test func randomDays() throws {
    try withRandom(1_500) { random in
      let dense = random.once(in: 4)
      var minutes = (0..<random.int(0...30)).map { _ in
        let from = dense ? random.int(500...620) : random.int(0...1439)
        return (
          from,
          min(1_440, from + (random.once(in: 5) ? 0 : random.int(0...random.pick([10, 60, 300]))))
        )
      }.sorted { $0 < $1 }
      // An hour of wall time may occur twice.
      if random.once(in: 3) { minutes.append(contentsOf: minutes.prefix(random.int(0...5))) }
      let calendars = minutes.map { _ in random.int(0...3) }
      do { try checkPlaces(layout(minutes, calendars: calendars), minutes) } catch {
        throw Failure("\(error) of \(minutes)")
      }
    }
  }

  func checkPlaces(_ places: [GridLayout.Place], _ minutes: [(Int, Int)]) throws {
    try checkEqual(places.count, minutes.count)
    func overlap(_ left: GridLayout.Place, _ right: GridLayout.Place) -> Bool {
      left.start < right.end && right.start < left.end
    }
    for (place, (from, to)) in zip(places, minutes) {
      try check(
        place.start >= 0 && place.end <= 288 && place.end - place.start >= 6, "\(place) is no place"
      )
      try check(
        place.start <= from / 5 && place.end * 5 >= to, "\(place) does not cover \(from)-\(to)")
      try check(
        place.column >= 0 && place.column < place.count && place.count <= 12,
        "\(place) has no column")
    }
    // Clusters: what overlaps, or overlaps something that does.
    var cluster = Array(places.indices)
    for right in places.indices {
      for left in 0..<right where overlap(places[left], places[right]) {
        let (old, new) = (cluster[right], cluster[left])
        for index in cluster.indices where cluster[index] == old { cluster[index] = new }
      }
    }
    for right in places.indices {
      for left in 0..<right where overlap(places[left], places[right]) {
        try check(
          places[left].column != places[right].column || places[left].column == 11,
          "\(places[left]) lies on \(places[right])")
      }
    }
    for id in Set(cluster) {
      let members = places.indices.filter { cluster[$0] == id }.map { places[$0] }
      // As many columns as the greatest number of simultaneous events: events are as wide as possible.
      let depth = members.map { member in
        members.count { $0.start <= member.start && member.start < $0.end }
      }.max()!
      for member in members {
        try checkEqual(member.count, min(12, depth), "columns of \(members)")
      }
    }
  }
}
