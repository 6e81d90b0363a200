import CivilTime
import Events
import Settling
import TestSupport
import Testing
import TimeZones

/// Merged busy time. Random calendars are compared with another program's in Tests/Site/content/test_freebusy.py.
struct BusyIntervalsTests {
  /// The intervals, in UTC: `2026-11-03T09:00:00Z/2026-11-03T10:00:00Z`.
  static func written(_ intervals: [Range<Int64>]) -> [String] {
    intervals.map { interval in
      [interval.lowerBound, interval.upperBound].map { string(Instant(clamping: $0)) }.joined(separator: "/")
    }
  }

  static func seconds(_ written: String) -> Int64 { instant(written).secondsSinceEpoch }

  /// The busy time of events between two instants.
  static func busy(
    _ events: [[String]], _ from: String, _ to: String, in zone: String = "UTC", tentative: Bool? = nil
  ) -> [String] {
    let store = Loaded([calendar(events.map { vevent($0) })]).store
    return written(
      store.busyTime(
        from: seconds(from), to: seconds(to), in: TestZones.named(zone), tentative: tentative, limit: 1 << 40
      ).intervals)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var zone: String
    var events: [[String]]
    var expected: [String]

    /// The interval is from 2026-11-01 to 2026-11-08 in UTC.
    init(_ name: String, _ zone: String = "UTC", events: [[String]], _ expected: [String]) {
      testDescription = name
      self.zone = zone
      self.events = events
      self.expected = expected
    }
  }

  static let cases: [Case] = [
    Case("nothing", events: [], []),
    Case(
      "overlapping and touching ones are one, in any order",
      events: [
        event("c", "20261103T113000Z", "20261103T120000Z"), event("a", "20261103T090000Z", "20261103T100000Z"),
        event("b", "20261103T093000Z", "20261103T110000Z"), event("d", "20261103T110000Z", "20261103T113000Z"),
        event("e", "20261103T120001Z", "20261103T123000Z"),
      ],
      ["2026-11-03T09:00:00Z/2026-11-03T12:00:00Z", "2026-11-03T12:00:01Z/2026-11-03T12:30:00Z"]),
    Case(
      "cut at both ends",
      events: [
        event("a", "20261031T230000Z", "20261101T010000Z"), event("b", "20261107T230000Z", "20261109T010000Z"),
      ],
      ["2026-11-01T00:00:00Z/2026-11-01T01:00:00Z", "2026-11-07T23:00:00Z/2026-11-08T00:00:00Z"]),
    Case(
      "what only touches the ends is outside",
      events: [
        event("a", "20261031T230000Z", "20261101T000000Z"), event("b", "20261108T000000Z", "20261108T010000Z"),
      ], []),
    Case(
      "from before the interval to after it", events: [event("a", "20250101", "20270101")],
      ["2026-11-01T00:00:00Z/2026-11-08T00:00:00Z"]),
    Case(
      "free and cancelled time, and events without length, are not busy",
      events: [
        event("a", "20261103T090000Z", "20261103T100000Z", "TRANSP:TRANSPARENT"),
        event("b", "20261103T090000Z", "20261103T100000Z", "STATUS:CANCELLED"), event("c", "20261103T093000Z"),
        event("d", "20261103T093000Z", "20261103T093000Z", "RRULE:FREQ=MINUTELY;COUNT=100000"),
      ], []),
    Case(
      "over midnight", "America/New_York",
      events: [event("a", "America/New_York:20261102T230000", "America/New_York:20261103T010000")],
      ["2026-11-03T04:00:00Z/2026-11-03T06:00:00Z"]),
    // Clocks go back at 06:00 UTC.
    Case(
      "over a clock change: DTEND by the clock, DURATION exactly", "America/New_York",
      events: [
        event("a", "America/New_York:20261101T003000", "America/New_York:20261101T023000"),
        event("b", "America/New_York:20261101T003000", nil, "DURATION:PT4H"),
      ],
      ["2026-11-01T04:30:00Z/2026-11-01T08:30:00Z"]),
    Case(
      "a series over a clock change keeps its local time", "America/New_York",
      events: [
        event(
          "a", "America/New_York:20261030T090000", "America/New_York:20261030T100000", "RRULE:FREQ=DAILY;COUNT=4")
      ],
      ["2026-11-01T14:00:00Z/2026-11-01T15:00:00Z", "2026-11-02T14:00:00Z/2026-11-02T15:00:00Z"]),
    Case(
      "all-day events are the days of the zone", "America/New_York",
      events: [event("a", "20261101", "20261102"), event("b", "20261104", nil, "RRULE:FREQ=DAILY;INTERVAL=2;COUNT=2")],
      [
        "2026-11-01T04:00:00Z/2026-11-02T05:00:00Z", "2026-11-04T05:00:00Z/2026-11-05T05:00:00Z",
        "2026-11-06T05:00:00Z/2026-11-07T05:00:00Z",
      ]),
    Case(
      "all-day events east of UTC", "Pacific/Kiritimati",
      events: [event("a", "20261101", "20261102"), event("b", "20261108", "20261109")],
      ["2026-11-01T00:00:00Z/2026-11-01T10:00:00Z", "2026-11-07T10:00:00Z/2026-11-08T00:00:00Z"]),
    Case(
      "floating events are at the clock of the zone", "UTC-12",
      events: [event("a", "20261031T233000", "20261101T003000"), event("b", "20261107T113000", "20261107T123000")],
      ["2026-11-01T11:30:00Z/2026-11-01T12:30:00Z", "2026-11-07T23:30:00Z/2026-11-08T00:00:00Z"]),
    Case(
      "overrides that are cancelled, free, moved",
      events: [
        event("a", "20261102T090000Z", "20261102T100000Z", "UID:s", "RRULE:FREQ=DAILY;COUNT=5"),
        event(
          "b", "20261102T090000Z", "20261102T100000Z", "UID:s", "RECURRENCE-ID:20261102T090000Z", "STATUS:CANCELLED"),
        event(
          "c", "20261103T090000Z", "20261103T100000Z", "UID:s", "RECURRENCE-ID:20261103T090000Z", "TRANSP:TRANSPARENT"),
        event("d", "20261107T120000Z", "20261107T130000Z", "UID:s", "RECURRENCE-ID:20261104T090000Z"),
        event("e", "20261110T120000Z", "20261110T130000Z", "UID:s", "RECURRENCE-ID:20261105T090000Z"),
      ],
      ["2026-11-06T09:00:00Z/2026-11-06T10:00:00Z", "2026-11-07T12:00:00Z/2026-11-07T13:00:00Z"]),
    Case(
      "an opaque override of a free or cancelled series",
      events: [
        event("a", "20261102T090000Z", "20261102T100000Z", "UID:s", "RRULE:FREQ=DAILY", "TRANSP:TRANSPARENT"),
        event("b", "20261103T090000Z", "20261103T100000Z", "UID:s", "RECURRENCE-ID:20261103T090000Z"),
        event("c", "20261102T150000Z", "20261102T160000Z", "UID:t", "RRULE:FREQ=DAILY", "STATUS:CANCELLED"),
        event("d", "20261104T150000Z", "20261104T160000Z", "UID:t", "RECURRENCE-ID:20261104T150000Z"),
      ],
      ["2026-11-03T09:00:00Z/2026-11-03T10:00:00Z", "2026-11-04T15:00:00Z/2026-11-04T16:00:00Z"]),
    Case(
      "from an instance on: later and longer, then free",
      events: [
        event("a", "20261102T090000Z", "20261102T100000Z", "UID:s", "RRULE:FREQ=DAILY;COUNT=6"),
        event(
          "b", "20261103T110000Z", "20261103T130000Z", "UID:s", "RECURRENCE-ID;RANGE=THISANDFUTURE:20261103T090000Z"),
        event(
          "c", "20261105T090000Z", "20261105T100000Z", "UID:s", "RECURRENCE-ID;RANGE=THISANDFUTURE:20261105T090000Z",
          "TRANSP:TRANSPARENT"),
      ],
      [
        "2026-11-02T09:00:00Z/2026-11-02T10:00:00Z", "2026-11-03T11:00:00Z/2026-11-03T13:00:00Z",
        "2026-11-04T11:00:00Z/2026-11-04T13:00:00Z",
      ]),
    Case(
      "RDATE with lengths of its own",
      events: [
        event(
          "a", "20261102T090000Z", "20261102T100000Z", "RDATE;VALUE=PERIOD:20261030T000000Z/P3D,20261106T090000Z/PT3H")
      ],
      [
        "2026-11-01T00:00:00Z/2026-11-02T00:00:00Z", "2026-11-02T09:00:00Z/2026-11-02T10:00:00Z",
        "2026-11-06T09:00:00Z/2026-11-06T12:00:00Z",
      ]),
  ]

  @Test(arguments: cases) func ofAWeek(_ test: Case) {
    let found = Self.busy(test.events, "2026-11-01T00:00:00Z", "2026-11-08T00:00:00Z", in: test.zone)
    #expect(found == test.expected)
  }

  /// Overrides of a series have their own status, and so have the instances after a RANGE=THISANDFUTURE.
  @Test func tentativeTime() {
    let events = [
      event("a", "20261102T090000Z", "20261102T100000Z", "UID:s", "RRULE:FREQ=DAILY;COUNT=4"),
      event("b", "20261103T093000Z", "20261103T103000Z", "UID:s", "RECURRENCE-ID:20261103T090000Z", "STATUS:TENTATIVE"),
      event(
        "c", "20261104T090000Z", "20261104T100000Z", "UID:s", "RECURRENCE-ID;RANGE=THISANDFUTURE:20261104T090000Z",
        "STATUS:TENTATIVE"),
      event("d", "20261104T093000Z", "20261104T113000Z"),
    ]
    func busy(_ tentative: Bool?) -> [String] {
      Self.busy(events, "2026-11-01T00:00:00Z", "2026-11-08T00:00:00Z", tentative: tentative)
    }
    #expect(busy(false) == ["2026-11-02T09:00:00Z/2026-11-02T10:00:00Z", "2026-11-04T09:30:00Z/2026-11-04T11:30:00Z"])
    #expect(
      busy(true) == [
        "2026-11-03T09:30:00Z/2026-11-03T10:30:00Z", "2026-11-04T09:00:00Z/2026-11-04T10:00:00Z",
        "2026-11-05T09:00:00Z/2026-11-05T10:00:00Z",
      ])
    #expect(
      busy(nil) == [
        "2026-11-02T09:00:00Z/2026-11-02T10:00:00Z", "2026-11-03T09:30:00Z/2026-11-03T10:30:00Z",
        "2026-11-04T09:00:00Z/2026-11-04T11:30:00Z", "2026-11-05T09:00:00Z/2026-11-05T10:00:00Z",
      ])
  }

  /// More instances than one expansion returns (20,000).
  @Test(arguments: [
    ("RRULE:FREQ=MINUTELY", Int64(60), "2026-01-01T00:00:00Z", "2026-04-01T00:00:00Z"),
    ("RRULE:FREQ=SECONDLY;INTERVAL=4", 4, "2026-03-01T00:00:00Z", "2026-03-04T00:00:00Z"),
  ]) func denseSeries(_ rule: String, _ step: Int64, _ from: String, _ to: String) {
    let store = Loaded([
      calendar([vevent(event("a", "20200101T000000Z", nil, "DURATION:PT2S", rule))])
    ]).store
    let (from, to) = (Self.seconds(from), Self.seconds(to))
    let found = store.busyTime(from: from, to: to, in: .utc, limit: 1 << 40).intervals
    #expect(found.count == Int((to - from) / step))
    #expect(found.indices.allSatisfy { found[$0] == from + Int64($0) * step..<from + Int64($0) * step + 2 })
    // The same, in pieces whose bounds cut intervals.
    var pieces: [Range<Int64>] = []
    let middle = from + (to - from) / 2 + 1
    for piece in [from..<middle, middle..<to] {
      pieces += store.busyTime(from: piece.lowerBound, to: piece.upperBound, in: .utc, limit: 1 << 40).intervals
    }
    #expect(pieces.count == found.count + 1)
  }

  /// Each instance lasts until the next, or for a year.
  @Test(arguments: [
    event("a", "20200101T000000Z", "20200101T000001Z", "RRULE:FREQ=SECONDLY;UNTIL=20260102T000000Z"),
    event("a", "20250101T000000Z", nil, "DURATION:P365D", "RRULE:FREQ=MINUTELY;COUNT=45001"),
  ]) func seriesWithoutAGap(_ event: [String]) {
    let found = Self.busy([event], "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z")
    let ends = event.contains { $0.contains("COUNT") } ? "2026-02-01T06:00:00Z" : "2026-01-02T00:00:01Z"
    #expect(found == ["2026-01-01T00:00:00Z/\(ends)"])
  }

  /// An exception rule removes more instances than one expansion examines (4,000,000 of both together).
  @Test func exceptionsWithoutEnd() {
    let found = Self.busy(
      [
        event(
          "a", "20260101T000000Z", nil, "DURATION:PT1S", "RRULE:FREQ=SECONDLY;UNTIL=20260126T235959Z",
          "EXRULE:FREQ=SECONDLY;UNTIL=20260126T235949Z")
      ], "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z")
    #expect(found == ["2026-01-26T23:59:50Z/2026-01-27T00:00:00Z"])
  }

  /// Of one event no more instances count than the limit, those of the window first, then those after it.
  @Test func moreInstancesThanTheLimit() {
    let first = Self.seconds("2000-01-01T00:00:00Z")
    let store = Loaded([
      calendar([
        vevent(event("a", "20000101T000000Z", "20000101T000001Z", "RRULE:FREQ=HOURLY;BYMINUTE=0;BYSECOND=0,1,3")),
        vevent(event("b", "20000101T003000Z", "20000101T003001Z", "RRULE:FREQ=HOURLY;COUNT=3")),
      ])
    ]).store
    func found(_ window: Range<Int64>?) -> MergedBusyTime {
      store.busyTime(from: first, to: first + 40_000, around: window, in: .utc, limit: 10)
    }
    let all = found(nil)
    #expect(
      all.intervals.map { $0.lowerBound - first } == [0, 3, 1800, 3600, 3603, 5400, 7200, 7203, 9000, 10_800])
    #expect(all.cut.map { string(store.text(store.events[Int($0)].uid, of: store.events[Int($0)])) } == ["a"])
    #expect(!all.isFull)
    let late = found(first + 7_200..<first + 10_800)
    #expect(
      late.intervals.map { $0.lowerBound - first }
        == [1800, 5400, 7200, 7203, 9000, 10_800, 10_803, 14_400, 14_403, 18_000])
  }

  @Test func gapsAndTheNearest() {
    let all: [Range<Int64>] = [0..<10, 69..<80, 140..<150, 300..<310, 400..<410]
    #expect(all.joined(below: 60) == [0..<80, 140..<150, 300..<310, 400..<410])
    #expect(all.joined(below: 61) == [0..<150, 300..<310, 400..<410])
    #expect([Range<Int64>]().joined(below: 60) == [])
    #expect(Array(all.nearest(to: 145..<200, most: 2)) == [140..<150, 300..<310])
    #expect(Array(all.nearest(to: 305..<306, most: 3)) == [140..<150, 300..<310, 400..<410])
    #expect(Array(all.nearest(to: 500..<600, most: 2)) == [300..<310, 400..<410])
    #expect(Array(all.nearest(to: 0..<1, most: 9)) == all)
  }

  /// The union by definition: between two neighbouring ends either all or nothing is busy.
  static func naive(_ intervals: [(start: Int64, end: Int64)], _ bounds: Range<Int64>) -> [Range<Int64>] {
    let edges = Set(intervals.flatMap { [$0.start, $0.end] } + [bounds.lowerBound, bounds.upperBound])
      .filter { $0 >= bounds.lowerBound && $0 <= bounds.upperBound }.sorted()
    var union: [Range<Int64>] = []
    for (low, high) in zip(edges, edges.dropFirst())
    where intervals.contains(where: { $0.start <= low && $0.end >= high }) {
      if let last = union.last, last.upperBound == low {
        union[union.count - 1] = last.lowerBound..<high
      } else {
        union.append(low..<high)
      }
    }
    return union
  }

  @Test func againstTheUnionByDefinition() throws {
    try withRandom(400) { random in
      let viewer = DifferentialTests.zone(&random)
      let center = date(random.pick(DifferentialTests.centers)).adding(days: random.int(-3...3))!
      let events = DifferentialTests.made(random.int(0...25), around: center, viewer, &random)
      let store = Loaded([calendar(events.map { vevent($0.properties) })]).store
      let first = viewer.startOfDay(center.adding(days: random.int(-8...4))!).secondsSinceEpoch
      let bounds = first + Int64(random.int(-90_000...90_000))..<first + Int64(random.int(100_000...900_000))
      let expected = Self.naive(
        events.filter { $0.isOpaque && !$0.isCancelled }.map { $0.interval(in: viewer) }, bounds)
      try checkEqual(
        Self.written(store.busyTime(from: bounds.lowerBound, to: bounds.upperBound, in: viewer).intervals),
        Self.written(expected), string(viewer.identifier))
    }
  }

  @Test func subtraction() throws {
    try withRandom(400) { random in
      func intervals() -> [(start: Int64, end: Int64)] {
        (0..<random.int(0...12)).map { _ in
          let start = Int64(random.int(0...60))
          return (start, start + Int64(random.int(1...9)))
        }
      }
      let (these, others) = (Self.naive(intervals(), 0..<70), Self.naive(intervals(), 0..<70))
      let rest = Self.naive(
        (0..<70).filter { second in
          these.contains { $0.contains(second) } && !others.contains { $0.contains(second) }
        }.map { ($0, $0 + 1) }, 0..<70)
      try checkEqual(these.subtracting(others), rest, "\(these) without \(others)")
    }
  }
}
