import CivilTime
import Events
import Settling
import TestSupport
import Testing
import TimeZones

/// Which days events are on, and how they are cut at the edges of each: a case for each rule.
struct SettleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var zones: [String]
    var events: [[String]]
    var expected: [String]

    /// The requested days are those between the first and the last of `expected`.
    init(_ name: String, _ zones: String..., events: [[String]], _ expected: [String]) {
      testDescription = name
      self.zones = zones
      self.events = events
      self.expected = expected
    }
  }

  static let ordinaryDays: [Case] = [
    Case(
      "within a day", "UTC", events: [event("Tea", "20261103T090000Z", "20261103T103000Z")],
      ["2026-11-02 0m:", "2026-11-03 90m: whole Tea", "2026-11-04 0m:"]),
    Case(
      "an end at midnight does not reach the next day", "UTC",
      events: [event("Late", "20261103T220000Z", "20261104T000000Z")],
      ["2026-11-03 120m: whole Late", "2026-11-04 0m:"]),
    Case(
      "an end a second after midnight does", "UTC",
      events: [event("Late", "20261103T220000Z", "20261104T000001Z")],
      ["2026-11-03 120m: first Late", "2026-11-04 0m: last Late", "2026-11-05 0m:"]),
    Case(
      "from midnight to midnight", "UTC",
      events: [event("Day", "20261103T000000Z", "20261104T000000Z")],
      ["2026-11-02 0m:", "2026-11-03 1440m: whole Day", "2026-11-04 0m:"]),
    Case(
      "over midnight", "UTC", events: [event("Night", "20261103T220000Z", "20261104T013000Z")],
      ["2026-11-03 120m: first Night", "2026-11-04 90m: last Night"]),
    Case(
      "over days", "UTC", events: [event("Trip", "20261103T120000Z", "20261106T120000Z")],
      [
        "2026-11-02 0m:", "2026-11-03 720m: first Trip", "2026-11-04 1440m: middle Trip",
        "2026-11-05 1440m: middle Trip", "2026-11-06 720m: last Trip", "2026-11-07 0m:",
      ]),
    Case(
      "begun before the range and ended after it", "UTC",
      events: [event("Long", "20250101T000000Z", "20270101T000000Z")],
      ["2026-11-03 1440m: middle Long", "2026-11-04 1440m: middle Long"]),
    Case(
      "without length, in the day of its start", "UTC",
      events: [
        event("Noon", "20261103T120000Z"), event("First", "20261103T000000Z", "20261103T000000Z"),
        event("Last", "20261103T235959Z"),
      ],
      ["2026-11-02 0m:", "2026-11-03 0m: whole First, whole Noon, whole Last", "2026-11-04 0m:"]),
    Case(
      "the day of an instant is the zone's", "UTC+8", "Asia/Shanghai",
      events: [event("Tea", "20261103T233000Z", "20261103T234500Z")],
      ["2026-11-03 0m:", "2026-11-04 15m: whole Tea"]),
    Case(
      "and on the other side of the world", "America/New_York",
      events: [event("Tea", "20261103T233000Z", "20261103T234500Z")],
      ["2026-11-03 15m: whole Tea", "2026-11-04 0m:"]),
    Case(
      "the zone of the start is not the reader's", "Asia/Tokyo",
      events: [
        event("Tea", "America/New_York:20261103T200000", "America/New_York:20261103T210000")
      ],
      ["2026-11-03 0m:", "2026-11-04 60m: whole Tea", "2026-11-05 0m:"]),
    Case(
      "a start and an end in two zones", "UTC",
      events: [
        event("Flight", "Europe/Berlin:20261103T100000", "America/New_York:20261103T120000")
      ],
      ["2026-11-03 480m: whole Flight"]),
    Case(
      "floating times are the reader's", "UTC", "Pacific/Kiritimati", "Pacific/Niue", "UTC-18:00",
      "UTC+18", "Asia/Kathmandu",
      events: [
        event("Late", "20261103T233000", "20261104T003000"), event("Tea", "20261103T090000"),
      ],
      [
        "2026-11-02 0m:", "2026-11-03 30m: whole Tea, first Late", "2026-11-04 30m: last Late",
        "2026-11-05 0m:",
      ]),
    Case(
      "an all-day event is on its dates everywhere", "UTC", "Pacific/Kiritimati", "Pacific/Niue",
      "UTC-18:00", "UTC+18", "Asia/Kathmandu", "America/St_Johns",
      events: [event("Day", "20261103"), event("Trip", "20261103", "20261106")],
      [
        "2026-11-02 0m:", "2026-11-03 1440m: first Trip, whole Day",
        "2026-11-04 1440m: middle Trip",
        "2026-11-05 1440m: last Trip", "2026-11-06 0m:",
      ]),
    Case(
      "an all-day event that ends where it begins is a day", "UTC",
      events: [event("Day", "20261103", "20261103")],
      ["2026-11-02 0m:", "2026-11-03 1440m: whole Day", "2026-11-04 0m:"]),
    Case(
      "an all-day event with a DURATION", "UTC", "Asia/Tokyo",
      events: [
        event("A", "20261103", nil, "DURATION:P2D"), event("B", "20261103", nil, "DURATION:PT24H"),
        event("C", "20261103", nil, "DURATION:PT12H"), event("D", "20261103", nil, "DURATION:P0D"),
        event("E", "20261103", nil, "DURATION:PT36H"),
      ],
      [
        "2026-11-03 1440m: first A, first E, whole B, whole C, whole D",
        "2026-11-04 1440m: last A, last E", "2026-11-05 0m:",
      ]),
  ]

  static let unusualDays: [Case] = [
    Case(
      "23 hours", "America/New_York",
      events: [
        event("Day", "20260308", nil, "TRANSP:OPAQUE"),
        event("Night", "America/New_York:20260308T010000", "America/New_York:20260308T040000"),
      ],
      ["2026-03-07 0m:", "2026-03-08 1380m: whole Day, whole Night", "2026-03-09 0m:"]),
    Case(
      "two of those hours are one", "America/New_York",
      events: [
        event("Night", "America/New_York:20260308T010000", "America/New_York:20260308T040000")
      ],
      ["2026-03-08 120m: whole Night"]),
    Case(
      "a time that is skipped moves on", "America/New_York",
      events: [
        event("Gap", "America/New_York:20260308T023000", "America/New_York:20260308T024500"),
        event("After", "America/New_York:20260308T031500"), event("Floating", "20260308T022000"),
      ],
      ["2026-03-08 15m: whole After, whole Floating, whole Gap"]),
    Case(
      "25 hours", "America/New_York",
      events: [
        event("Day", "20261101"),
        event("Night", "America/New_York:20261101T003000", "America/New_York:20261101T030000"),
      ],
      ["2026-10-31 0m:", "2026-11-01 1500m: whole Day, whole Night", "2026-11-02 0m:"]),
    Case(
      "an hour twice: the first is meant, the second can be", "America/New_York",
      events: [
        event("First", "America/New_York:20261101T013000"), event("Second", "20261101T063000Z"),
        event("Between", "20261101T060000Z"), event("Floating", "20261101T014500"),
      ],
      ["2026-11-01 0m: whole First, whole Floating, whole Between, whole Second"]),
    Case(
      "half an hour less and more", "Australia/Lord_Howe",
      events: [event("Long", "20260405"), event("Short", "20261004")],
      ["2026-04-04 0m:", "2026-04-05 1470m: whole Long", "2026-04-06 0m:"]),
    Case(
      "half an hour less", "Australia/Lord_Howe", events: [event("Short", "20261004")],
      ["2026-10-03 0m:", "2026-10-04 1410m: whole Short", "2026-10-05 0m:"]),
    Case(
      "a day that a zone skipped: what is on it alone is nowhere", "Pacific/Apia",
      events: [event("Gone", "20111230"), event("Gone too", "20111230T090000", "20111230T100000")],
      ["2011-12-29 0m:", "2011-12-31 60m: whole Gone too"]),
    Case(
      "what spans it skips it", "Pacific/Apia",
      events: [
        event("Trip", "20111229", "20120101"), event("From", "20111230", "20120101"),
        event("Until", "20111229", "20111231"),
        event("Night", "20111230T090000Z", "20111230T110000Z"),
      ],
      [
        "2011-12-28 0m:", "2011-12-29 1440m: first Trip, whole Until, first Night",
        "2011-12-31 1440m: last Trip, last Night, whole From", "2012-01-01 0m:",
      ]),
    Case(
      "it exists next door", "Pacific/Pago_Pago", events: [event("Day", "20111230")],
      ["2011-12-29 0m:", "2011-12-30 1440m: whole Day", "2011-12-31 0m:"]),
    Case(
      "a day lived twice", "Pacific/Apia", events: [event("Fourth", "18920704")],
      ["1892-07-03 0m:", "1892-07-04 2880m: whole Fourth", "1892-07-05 0m:"]),
    Case(
      "a day that begins at one o'clock", "America/Sao_Paulo",
      events: [
        event("Day", "20181104"), event("Midnight", "20181104T000000", "20181104T020000"),
        event("Before", "America/Sao_Paulo:20181103T230000", "America/Sao_Paulo:20181104T000000"),
      ],
      ["2018-11-03 60m: whole Before", "2018-11-04 1380m: whole Day, whole Midnight"]),
    Case(
      "a day whose last hour comes twice", "America/Sao_Paulo",
      events: [
        event("First", "20180218T013000Z"), event("Second", "20180218T023000Z"),
        event("Next", "20180218T030000Z"),
      ],
      ["2018-02-17 0m: whole First, whole Second", "2018-02-18 0m: whole Next"]),
    Case(
      "a minute after midnight the clocks go back to the day before", "America/St_Johns",
      events: [
        event("Before", "20101107T022900Z"), event("First", "20101107T023000Z"),
        event("Shows 23:30", "20101107T030000Z", "20101107T031500Z"),
        event("Shows midnight again", "20101107T033000Z"), event("Day", "20101107"),
      ],
      [
        "2010-11-06 0m: whole Before",
        "2010-11-07 1500m: whole Day, whole First, whole Shows 23:30, whole Shows midnight again",
        "2010-11-08 0m:",
      ]),
    Case(
      "a minute after midnight the clocks go on by an hour: 01:00 is skipped, and so 02:00",
      "America/St_Johns",
      events: [
        event("Minute", "20100314T000000", "20100314T010000"),
        event("Skipped", "20100314T003000", "20100314T010000"),
      ],
      ["2010-03-13 0m:", "2010-03-14 60m: whole Minute, whole Skipped"]),
  ]

  static let order: [Case] = [
    Case(
      "all-day events first", "UTC",
      events: [
        event("a", "20261103T000000Z", "20261103T010000Z"),
        event("z", "20261103", nil, "TRANSP:TRANSPARENT"),
      ],
      ["2026-11-03 60m: whole z, whole a"]),
    Case(
      "then what began on an earlier day", "UTC",
      events: [
        event("a", "20261103T000000Z", "20261103T010000Z"),
        event("z", "20261102T233000Z", "20261103T003000Z"),
      ],
      ["2026-11-03 60m: last z, whole a"]),
    Case(
      "of these the earlier start first", "UTC",
      events: [
        event("a", "20261103"), event("b", "20261102T010000Z", "20261103T010000Z"),
        event("c", "20261102", "20261104"),
        event("d", "20261101T230000Z", "20261103T010000Z"),
      ],
      ["2026-11-03 1440m: last d, last c, last b, whole a"]),
    Case(
      "then the longer", "UTC",
      events: [
        event("a", "20261103"), event("b", "20261103", "20261105"),
        event("c", "20261103", "20261104"),
        event("d", "20261103", "20261106"),
      ],
      ["2026-11-03 1440m: first d, first b, whole a, whole c"]),
    Case(
      "then the title", "UTC",
      events: [
        event("b", "20261103"), event("a", "20261103"), event("B", "20261103"),
        event("é", "20261103"),
      ],
      ["2026-11-03 1440m: whole B, whole a, whole b, whole é"]),
    Case(
      "all others by start", "UTC",
      events: [
        event("a", "20261103T090000Z"), event("b", "20261103T085959Z"),
        event("c", "20261103T230000Z"),
      ],
      ["2026-11-03 0m: whole b, whole a, whole c"]),
    Case(
      "then by end, the shorter first", "UTC",
      events: [
        event("a", "20261103T090000Z", "20261103T100000Z"),
        event("b", "20261103T090000Z", "20261104T100000Z"),
        event("c", "20261103T090000Z"),
      ],
      ["2026-11-03 900m: whole c, whole a, first b"]),
    Case(
      "then by title, byte by byte out of its escapes", "UTC",
      events: [
        event("b", "20261103T090000Z"), event("a\\,b", "20261103T090000Z"),
        event("a-b", "20261103T090000Z"),
        event("a+b", "20261103T090000Z"), event("a", "20261103T090000Z"),
        event("", "20261103T090000Z", nil, "UID:1"),
      ],
      ["2026-11-03 0m: whole , whole a, whole a+b, whole a,b, whole a-b, whole b"]),
  ]

  static let busy: [Case] = [
    Case(
      "overlaps count once", "UTC",
      events: [
        event("a", "20261103T090000Z", "20261103T100000Z"),
        event("b", "20261103T093000Z", "20261103T103000Z"),
        event("c", "20261103T091500Z", "20261103T093000Z"),
        event("d", "20261103T110000Z", "20261103T113000Z"),
      ],
      ["2026-11-03 120m: whole a, whole c, whole b, whole d"]),
    Case(
      "what touches is added", "UTC",
      events: [
        event("a", "20261103T090000Z", "20261103T100000Z"),
        event("b", "20261103T100000Z", "20261103T110000Z"),
      ],
      ["2026-11-03 120m: whole a, whole b"]),
    Case(
      "what is transparent does not count", "UTC",
      events: [
        event("a", "20261103T090000Z", "20261103T100000Z", "TRANSP:TRANSPARENT"),
        event("b", "20261103T093000Z", "20261103T103000Z", "transp:opaque"),
        event("c", "20261103", nil, "TRANSP:transparent"),
      ],
      ["2026-11-03 60m: whole c, whole a, whole b"]),
    Case(
      "an all-day event counts if it is opaque", "UTC", events: [event("a", "20261103")],
      ["2026-11-03 1440m: whole a"]),
    Case(
      "what is tentative counts", "UTC",
      events: [event("a", "20261103T090000Z", "20261103T100000Z", "STATUS:TENTATIVE")],
      ["2026-11-03 60m: whole a"]),
    Case(
      "seconds are summed before they are rounded down", "UTC",
      events: [
        event("a", "20261103T090000Z", "20261103T090045Z"),
        event("b", "20261103T100000Z", "20261103T100045Z"),
        event("c", "20261103T110000Z", "20261103T110029Z"),
      ],
      ["2026-11-03 1m: whole a, whole b, whole c"]),
    Case(
      "each day has its own part", "UTC",
      events: [
        event("a", "20261102T230000Z", "20261104T010000Z", "TRANSP:TRANSPARENT"),
        event("b", "20261102T233000Z", "20261103T003000Z"),
        event("c", "20261103T001500Z", "20261103T020000Z"),
      ],
      [
        "2026-11-02 30m: first a, first b", "2026-11-03 120m: middle a, last b, whole c",
        "2026-11-04 0m: last a",
      ]),
  ]

  static let cancelled: [Case] = [
    Case(
      "cancelled events are left out", "UTC",
      events: [
        event("a", "20261103T090000Z", "20261103T100000Z", "STATUS:CANCELLED"),
        event("b", "20261103", nil, "status:cancelled"),
        event("c", "20261103T090000", nil, "STATUS:Canceled"),
        event("d", "20261103T090000Z", "20261103T093000Z", "STATUS:CONFIRMED"),
      ],
      ["2026-11-03 30m: whole d"]),
    Case(
      "a cancelled version hides the one before", "UTC",
      events: [
        event("a", "20261103T090000Z", nil, "UID:1", "SEQUENCE:1", "STATUS:CANCELLED"),
        event("b", "20261103T090000Z", nil, "UID:1", "SEQUENCE:0"),
      ],
      ["2026-11-03 0m:"]),
    Case(
      "an instance without its series stands by itself", "UTC",
      events: [
        event("a", "20261103T090000Z", nil, "UID:1", "RECURRENCE-ID:20261103T080000Z"),
        event("b", "20261103T100000Z", nil, "UID:1", "RECURRENCE-ID:20261104T080000Z"),
        event(
          "c", "20261103T110000Z", nil, "UID:1", "RECURRENCE-ID:20261105T080000Z",
          "STATUS:CANCELLED"),
      ],
      ["2026-11-03 0m: whole a, whole b"]),
    Case(
      "one whose RECURRENCE-ID can't be read is skipped", "UTC",
      events: [
        event("a", "20261103T090000Z", nil, "UID:1"),
        event("b", "20261103T100000Z", nil, "UID:1", "SEQUENCE:1", "RECURRENCE-ID:yesterday"),
      ],
      ["2026-11-03 0m: whole a"]),
  ]

  @Test(arguments: ordinaryDays + unusualDays + order + busy + cancelled)
  func settle(_ expected: Case) {
    let loaded = Loaded([calendar(expected.events.map { vevent($0) })])
    let days = range(
      String(expected.expected[0].prefix(10)), String(expected.expected.last!.prefix(10)))
    for zone in expected.zones {
      #expect(settled(loaded.store, days, TestZones.named(zone)) == expected.expected, "\(zone)")
    }
    // The order in a file does not matter.
    let reversed = Loaded([calendar(expected.events.reversed().map { vevent($0) })])
    if loaded.superseded.isEmpty {
      let zone = TestZones.named(expected.zones[0])
      #expect(settled(reversed.store, days, zone) == expected.expected, "reversed")
    }
  }

  @Test func anAllDayEventInEveryZone() throws {
    let loaded = Loaded(event("Day", "20261101"), event("Days", "20260307", "20260310"))
    try withEvery("zone", in: TestZones.table.names) { name in
      let zone = try #require(TestZones.table.lookup(name))
      var report = ExpansionReport()
      let one = loaded.store.settle(range("2026-10-30", "2026-11-03"), in: zone, report: &report)
      try checkEqual(one.days.count, 5)
      for index in 0..<5 {
        try checkEqual(
          one.entries(ofDay: index).map { $0.part }, index == 2 ? [.whole] : [],
          "\(string(name)) \(index)")
      }
      let length = (one.bounds[3] - one.bounds[2]) / 60
      try checkEqual(one.busyMinutes(ofDay: 2), Int(length), string(name))
      let many = loaded.store.settle(range("2026-03-06", "2026-03-10"), in: zone, report: &report)
      try checkEqual(
        many.days.indices.map { many.entries(ofDay: $0).map { $0.part } },
        [[], [.first], [.middle], [.last], []], string(name))
    }
  }

  @Test func orderEndsWithTheUID() {
    let same = ["c", "a", "b\\,", "b"].map { event("Tea", "20261103T090000Z", nil, "UID:\($0)") }
    let allDay = ["c", "a", "b"].map { event("Day", "20261103", nil, "UID:day-\($0)") }
    let store = Loaded([calendar((same + allDay).map { vevent($0) })]).store
    var report = ExpansionReport()
    let run = store.settle(range("2026-11-03", "2026-11-03"), in: .utc, report: &report)
    let uids = run.entries(ofDay: 0).map { entry in
      let event = store.events[Int(run.occurrences[Int(entry.occurrence)].event)]
      return string(store.text(event.uid, of: event))
    }
    #expect(uids == ["day-a", "day-b", "day-c", "a", "b", "b,", "c"])
  }

  /// Without UIDs only the place in the content is left.
  @Test func orderOfEqualEvents() {
    let lines = ["SUMMARY:Tea", "DTSTART:20261103T090000Z"]
    let store = Loaded([
      calendar([vevent(lines), vevent(lines), vevent(lines)]), calendar([vevent(lines)]),
    ]).store
    var report = ExpansionReport()
    let run = store.settle(range("2026-11-03", "2026-11-03"), in: .utc, report: &report)
    #expect(run.occurrences.map { $0.event } == [0, 1, 2, 3])
  }

  @Test func nothing() {
    var report = ExpansionReport()
    let store = Loaded().store
    let day = date("2026-11-03")
    let none = store.settle(day..<day, in: .utc, report: &report)
    #expect(none.days.isEmpty && none.index(of: day) == nil)
    let skipped = date("2011-12-30")
    let apia = store.settle(
      range("2011-12-30", "2011-12-30"), in: TestZones.named("Pacific/Apia"), report: &report)
    #expect(apia.days.isEmpty && apia.index(of: skipped) == nil)
  }

  @Test func findingDays() throws {
    var report = ExpansionReport()
    let zone = TestZones.named("Pacific/Apia")
    let run = Loaded().store.settle(range("2011-12-25", "2012-01-05"), in: zone, report: &report)
    for offset in -3..<16 {
      let date = date("2011-12-25").adding(days: offset)!
      #expect(run.index(of: date) == run.days.firstIndex(of: date))
    }
  }

  static let levels: [(Int, Int)] = [
    (-1, 0), (0, 0), (1, 1), (119, 1), (120, 1), (121, 2), (240, 2), (241, 3), (360, 3), (361, 4),
    (480, 4), (1_440, 4), (2_880, 4),
  ]

  @Test(arguments: levels) func level(_ minutes: Int, _ level: Int) {
    #expect(busyLevel(minutes: minutes) == level)
  }
}
