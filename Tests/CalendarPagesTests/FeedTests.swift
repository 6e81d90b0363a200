import Bytes
import CalendarPages
import CivilTime
import Events
import Foundation
import ICalendar
import Settling
import TestSupport
import Testing
import TimeZones

@testable import Feeds

/// Feeds: subscribers get the same events as the content has.
struct FeedTests {
  func feed(_ store: EventStore) -> [UInt8] {
    var feed = ICalendarFeed(store)
    for index in store.events.indices {
      feed.add(Int32(index))
    }
    return feed.finish(ICalendarFeed.Head(name: bytes("Home, sweet")))
  }

  /// The lines of a feed between its head and its end, unfolded.
  func body(_ loaded: Loaded) throws -> [String] {
    let document = ICalendarDocument(parsing: feed(loaded.store))
    try checkEqual(messages(document.diagnostics), [])
    let lines = string(document.text).split(separator: "\n").map(String.init)
    let head = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//busylife-gen//busylife-gen//EN",
      "CALSCALE:GREGORIAN",
      "METHOD:PUBLISH", "NAME:Home\\, sweet", "X-WR-CALNAME:Home\\, sweet",
    ]
    try checkEqual(Array(lines.prefix(head.count)), head)
    try checkEqual(lines.last, "END:VCALENDAR")
    return Array(lines.dropFirst(head.count).dropLast())
  }

  /// The lines of its events, without those of zones.
  func events(_ loaded: Loaded) throws -> [String] { Array(try body(loaded).drop { $0 != "BEGIN:VEVENT" }) }

  @Test func theHeadOfAFeed() {
    let feed = ICalendarFeed(Loaded().store)
    var head = ICalendarFeed.Head(name: bytes("Home"))
    head.description = bytes("One;\ntwo")
    (head.color, head.colorName) = (bytes("#123456"), bytes("midnightblue"))
    (head.url, head.source) = (bytes("https://a.example/"), bytes("https://a.example/feeds/all.ics"))
    head.refresh = 86_400 + 5_400
    head.lastModified = 0
    let text = feed.finish(head)
    #expect(
      text
        == lines([
          "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//busylife-gen//busylife-gen//EN",
          "CALSCALE:GREGORIAN",
          "METHOD:PUBLISH", "NAME:Home", "X-WR-CALNAME:Home", "DESCRIPTION:One\\;\\ntwo",
          "X-WR-CALDESC:One\\;\\ntwo", "URL:https://a.example/", "SOURCE;VALUE=URI:https://a.example/feeds/all.ics",
          "LAST-MODIFIED:19700101T000000Z", "COLOR:midnightblue", "X-APPLE-CALENDAR-COLOR:#123456",
          "REFRESH-INTERVAL;VALUE=DURATION:P1DT1H30M", "X-PUBLISHED-TTL:P1DT1H30M", "END:VCALENDAR",
        ]))
  }

  @Test func anEventIsWrittenAsItWas() throws {
    let event = [
      "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20261103T090000Z",
      "SUMMARY:Käse\\, \\n and a long text 茶 that must be folded somewhere\\, here or there or there",
      "X-UNKNOWN;X-P=\"a:b\";Y=^n:what; ever, it \\ says", "BEGIN:VALARM", "ACTION:AUDIO", "TRIGGER:-PT5M", "X-A:b",
      "END:VALARM", "BEGIN:X-BOX", "BEGIN:X-INNER", "C:d",
      "END:X-INNER", "END:X-BOX", "ATTENDEE;CN=\"B, B\":mailto:b@a.example",
    ]
    #expect(try body(Loaded([calendar([vevent(event)])])).sorted() == vevent(event).sorted())
  }

  /// Programs know one text for the place.
  @Test(
    arguments: [
      (["LOCATION:Hall\\, 2", "X-BUSYLIFE-CITY:Rome"], ["LOCATION:Hall\\, 2\\, Rome"]),
      (["LOCATION:Rome", "X-BUSYLIFE-CITY:Rome"], ["LOCATION:Rome"]), (["X-BUSYLIFE-CITY:Rome"], ["LOCATION:Rome"]),
      (["LOCATION;LANGUAGE=en:Hall"], ["LOCATION;LANGUAGE=en:Hall"]),
    ] as [([String], [String])])
  func aPlaceHasItsCity(_ lines: [String], _ expected: [String]) throws {
    let loaded = Loaded([calendar([vevent(["UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20261103T090000Z"] + lines)])])
    #expect(try body(loaded).filter { $0.contains("LOCATION") || $0.contains("CITY") } == expected)
  }

  @Test func whatAnEventMustHave() throws {
    let loaded = Loaded([
      calendar([
        vevent("DTSTART:20261103T090000Z"),
        vevent("UID:1", "DTSTART;VALUE=DATE:20261103", "LAST-MODIFIED:20260201T000000Z"),
      ])
    ])
    let body = try body(loaded)
    #expect(body[1].wholeMatch(of: #/UID:[a-z2-7]{13}@busylife/#) != nil)
    #expect(Array(body[2...4]) == ["DTSTAMP:20261103T090000Z", "SUMMARY:–", "DTSTART:20261103T090000Z"])
    #expect(body.contains("DTSTAMP:20260201T000000Z"))
    #expect(body.count { $0.hasPrefix("UID:") } == 2)
  }

  /// Only the first DTSTAMP counts; if it can't be read, there is another one all the same.
  @Test func stampsThatCannotBeRead() throws {
    let event = vevent("UID:1", "DTSTAMP:yesterday", "DTSTAMP:20260101T000000Z", "DTSTART:20261103T090000Z")
    #expect(
      try body(Loaded([calendar([event])])).filter { $0.hasPrefix("DTSTAMP") } == ["DTSTAMP:20261103T090000Z"])
  }

  @Test func brokenPartsAreLeftOut() throws {
    let file = lines([
      "BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", "DTSTART:20261103", "DTSTAMP:20260101T000000Z",
      "BEGIN:VALARM", "TRIGGER:x", "END:VEVENT", "END:VCALENDAR",
    ])
    #expect(
      try body(Loaded([file])) == [
        "BEGIN:VEVENT", "SUMMARY:–", "UID:1", "DTSTART;VALUE=DATE:20261103", "DTSTAMP:20260101T000000Z", "END:VEVENT",
      ])
  }

  /// TZIDs that the feed of some properties defines, with their offsets for 2026-11.
  func definitions(
    _ properties: [String]..., calendar head: [String] = [], components: [[String]] = []
  ) throws -> [String] {
    let loaded = Loaded([calendar(components + properties.map { vevent($0) }, properties: head)])
    let document = ICalendarDocument(parsing: feed(loaded.store))
    return document.components.indices.filter { document.components[$0].kind == .vtimezone }.map {
      index in
      let name = document.first(.tzid, of: index).map { string(document.value($0)) } ?? "?"
      // The offset of the last winter observance is enough to distinguish zones.
      var offsets: [String] = []
      document.forEachChild(of: index) { child in
        guard document.components[child].kind == .standard,
          let to = document.first(.tzoffsetto, of: child)
        else { return }
        offsets.append(string(document.value(to)))
      }
      return "\(name) \(offsets.last ?? "?")"
    }
  }

  static let custom = [
    "BEGIN:VTIMEZONE", "TZID:Our zone", "BEGIN:STANDARD", "DTSTART:19700101T000000",
    "TZOFFSETFROM:+0900", "TZOFFSETTO:+0900", "END:STANDARD", "END:VTIMEZONE",
  ]

  @Test func zonesAreDefined() throws {
    let start = "DTSTART;TZID=Europe/Berlin:20261103T090000"
    #expect(
      try definitions(
        ["DTSTART:20261103T090000Z"], ["DTSTART:20261103"], ["DTSTART:20261103T090000"]) == [])
    #expect(try definitions([start]) == ["Europe/Berlin +0100"])
    #expect(try definitions([start], [start]) == ["Europe/Berlin +0100"])
    #expect(
      try definitions([start, "DTEND;TZID=Asia/Tokyo:20261103T180000"]) == [
        "Europe/Berlin +0100", "Asia/Tokyo +0900",
      ])
    #expect(
      try definitions(["DTSTART;TZID=Tokyo Standard Time:20261103T090000"]) == [
        "Tokyo Standard Time +0900"
      ])
    #expect(
      try definitions(["DTSTART;TZID=europe/berlin:20261103T090000"]) == ["europe/berlin +0100"])
    // A file's own definition is copied.
    let custom = "DTSTART;TZID=Our zone:20261103T090000"
    #expect(try definitions([custom], components: [FeedTests.custom]) == ["Our zone +0900"])
    // A broken definition is not copied, but written from the rules that were read.
    #expect(
      try definitions([start], components: [Array(FeedTests.custom.dropLast())]) == [
        "Europe/Berlin +0100"
      ])
  }

  /// A definition that differs from what was read would move the event for subscribers.
  @Test func noZoneIsDefinedAsAnother() throws {
    #expect(try definitions(["DTSTART;TZID=Mars/Olympus:20261103T090000"]) == [])
    #expect(try definitions(["DTSTART;TZID=Asia/Tokyo:20261103T090000Z"]) == [])
    #expect(try definitions(["DTSTART;TZID=Asia/Tokyo;VALUE=DATE:20261103"]) == [])
    #expect(
      try definitions([
        "EXDATE;TZID=Asia/Tokyo:20261104T170000", "DTSTART;TZID=Europe/Berlin:20261103T090000",
        "RRULE:FREQ=DAILY;COUNT=3",
      ]).filter { !["Asia/Tokyo +0900", "Europe/Berlin +0100"].contains($0) } == [])
    #expect(
      try definitions([
        "RECURRENCE-ID;TZID=Asia/Tokyo:20261104T170000",
        "DTSTART;TZID=Europe/Berlin:20261103T090000", "UID:1",
      ]).filter { !["Asia/Tokyo +0900", "Europe/Berlin +0100"].contains($0) } == [])
  }

  /// X-WR-TIMEZONE of one source does not apply to the others of a feed.
  @Test func timesInTheCalendarsZone() throws {
    let loaded = Loaded([
      calendar(
        [
          vevent(
            "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20261103T090000", "DTEND:20261103T100000")
        ],
        properties: ["X-WR-TIMEZONE:Asia/Tokyo"]),
      calendar([vevent("UID:2", "DTSTAMP:20260101T000000Z", "DTSTART:20261103T090000")]),
    ])
    let body = try body(loaded)
    #expect(
      body.contains("DTSTART;TZID=Asia/Tokyo:20261103T090000")
        && body.contains("DTEND;TZID=Asia/Tokyo:20261103T100000"))
    #expect(body.contains("DTSTART:20261103T090000") && body.contains("TZID:Asia/Tokyo"))
  }

  /// An end is in the zone of its start, with or without a TZID.
  @Test func anEndInTheStartsZone() throws {
    let body = try body(
      Loaded([
        calendar([
          vevent(
            "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART;TZID=\"Asia/Tokyo\":20261103T090000",
            "DTEND;X-A=b:20261103T100000", "DTEND:20261103T110000Z")
        ])
      ]))
    #expect(
      body.suffix(4) == [
        "DTSTAMP:20260101T000000Z", "DTSTART;TZID=\"Asia/Tokyo\":20261103T090000",
        "DTEND;X-A=b;TZID=Asia/Tokyo:20261103T100000", "END:VEVENT",
      ])
  }

  /// A VTIMEZONE matches the zone's rules: every transition from 1970 on, and endless rules where the zone has them.
  @Test(arguments: [
    ("Europe/Berlin", 2199), ("America/St_Johns", 2199), ("Australia/Lord_Howe", 2199),
    ("Pacific/Apia", 2199), ("Africa/Casablanca", 2037), ("Asia/Tokyo", 2199),
    ("Europe/Dublin", 2199), ("Asia/Kathmandu", 2199), ("America/Nuuk", 2037),
    ("Africa/Cairo", 2100), ("America/Sao_Paulo", 2199), ("Asia/Gaza", 2037), ("Asia/Jerusalem", 2100),
  ])
  func definitionsAreTheRules(_ name: String, lastYear: Int) throws {
    let loaded = Loaded([calendar([vevent("UID:1", "DTSTART;TZID=\(name):20261103T090000")])])
    let document = ICalendarDocument(parsing: feed(loaded.store))
    let written = try #require(document.zone(definedAs: bytes(name)))
    let zone = TestZones.named(name)
    let end = instant("\(lastYear)-12-31T00:00:00Z")
    func changes(_ zone: Zone) -> [String] {
      var now = instant("1970-01-02T00:00:00Z")
      var found: [String] = []
      while let change = zone.nextTransition(after: now), change.instant < end {
        now = change.instant
        let type = zone.localTimeType(at: now)
        found.append("\(now) \(change.before) \(change.after) \(type)")
      }
      return found
    }
    #expect(changes(written) == changes(zone))
  }

  /// A rule takes one line and not one for each year.
  @Test func definitionsAreShort() throws {
    let text = feed(
      Loaded([calendar([vevent("UID:1", "DTSTART;TZID=Europe/Berlin:20261103T090000")])]).store)
    #expect(text.count < 1_500)
    #expect(string(text).contains("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\n"))
  }

  /// The feed's times with TZID, and its zones.
  func zoned(_ properties: String..., calendar head: [String] = [], components: [[String]] = [])
    throws -> [String]
  {
    try body(Loaded([calendar(components + [vevent(["UID:1"] + properties)], properties: head)]))
      .filter { $0.contains("TZID") || $0.contains("2026") }.filter { !$0.hasPrefix("DTSTAMP") }
  }

  /// A rule is written in the form that it should have beside DTSTART; one that can't be read is left out.
  @Test(arguments: [
    ("FREQ=DAILY;COUNT=3;UNTIL=20261231T000000Z", "FREQ=DAILY;COUNT=3"),
    ("FREQ=DAILY;COUNT=30;UNTIL=20261105T090000Z", "FREQ=DAILY;UNTIL=20261105T090000Z"),
    ("FREQ=WEEKLY; BYDAY=MO;", "FREQ=WEEKLY;BYDAY=MO"),
    ("RRULE:FREQ=WEEKLY;UNTIL=2026-11-20", "FREQ=WEEKLY;UNTIL=20261120T235959Z"),
    ("FREQ=WEEKLY;INTERVAL=1;BYDAY=MO,TU", "FREQ=WEEKLY;INTERVAL=1;BYDAY=MO,TU"),
    ("freq=weekly;interval=1", "FREQ=WEEKLY"),
    ("FREQ=WEEKLY;BYDAY=TUE", nil),
  ])
  func rules(_ rule: String, _ expected: String?) throws {
    let loaded = Loaded([calendar([vevent("UID:1", "DTSTART:20261103T090000Z", "RRULE:" + rule)])])
    #expect(try body(loaded).filter { $0.hasPrefix("RRULE") } == (expected.map { ["RRULE:" + $0] } ?? []))
  }

  /// All times of a series have the form and the zone of DTSTART, and UNTIL that which RFC 5545 wants beside it.
  @Test(
    arguments: [
      // A date removes the instances of its day.
      (
        ";TZID=Europe/Berlin:20261103T090000", "EXDATE;VALUE=DATE:20261104,20261107",
        ["EXDATE;TZID=Europe/Berlin:20261104T090000,20261107T090000"]
      ),
      (";TZID=Europe/Berlin:20261103T090000", "EXDATE:20261104T080000Z", ["EXDATE;TZID=Europe/Berlin:20261104T090000"]),
      (
        ";TZID=Europe/Berlin:20261103T090000", "EXDATE;TZID=America/New_York:20261104T030000",
        ["EXDATE;TZID=Europe/Berlin:20261104T090000"]
      ),
      (
        ";TZID=Europe/Berlin:20261103T090000", "EXDATE;TZID=Europe/Berlin:20261104T090000",
        ["EXDATE;TZID=Europe/Berlin:20261104T090000"]
      ),
      (";TZID=Europe/Berlin:20261103T090000", "EXDATE;VALUE=DATE:20251104", []),
      (
        ";TZID=Europe/Berlin:20261103T090000", "RDATE;VALUE=DATE:20261224", ["RDATE;TZID=Europe/Berlin:20261224T090000"]
      ),
      (
        ";TZID=Europe/Berlin:20261103T090000",
        "RDATE;VALUE=PERIOD:20261224T080000Z/20261224T093000Z,20261225T080000Z/pt1h",
        ["RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20261224T090000/PT1H30M,20261225T090000/PT1H"]
      ),
      // The second of two equal local times has no form but UTC.
      (";TZID=Europe/Berlin:20261003T023000", "EXDATE:20261025T013000Z", ["EXDATE:20261025T013000Z"]),
      (
        ";TZID=Europe/Berlin:20261003T023000", "RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20261025T013000Z/PT1H",
        ["RDATE;VALUE=PERIOD:20261025T013000Z/PT1H"]
      ),
      // What the clocks skipped is written as the rule has it.
      (
        ";TZID=Europe/Berlin:20260301T023000", "EXDATE;VALUE=DATE:20260329",
        ["EXDATE;TZID=Europe/Berlin:20260329T023000"]
      ),
      (":20261103T090000Z", "EXDATE;TZID=Europe/Berlin:20261104T100000", ["EXDATE:20261104T090000Z"]),
      (":20261103T090000Z", "EXDATE;VALUE=DATE:20261104", ["EXDATE:20261104T090000Z"]),
      (":20261103T090000", "EXDATE;VALUE=DATE:20261104", ["EXDATE:20261104T090000"]),
      (";VALUE=DATE:20261103", "EXDATE:20261104T230000Z,20261105", ["EXDATE;VALUE=DATE:20261104,20261105"]),
      (";VALUE=DATE:20261103", "RDATE;TZID=Europe/Berlin:20261224T100000", ["RDATE;VALUE=DATE:20261224"]),
    ] as [(String, String, [String])])
  func timesOfSeries(_ start: String, _ line: String, _ expected: [String]) throws {
    let loaded = Loaded([calendar([vevent("UID:1", "DTSTART" + start, "RRULE:FREQ=DAILY;COUNT=40", line)])])
    #expect(try events(loaded).filter { $0.hasPrefix("EXDATE") || $0.hasPrefix("RDATE") } == expected)
  }

  @Test(arguments: [
    (";TZID=Europe/Berlin:20261103T090000", "20261110", "20261110T225959Z"),
    (";TZID=Europe/Berlin:20261103T090000", "20261110T090000", "20261110T080000Z"),
    (":20261103T090000Z", "20261110", "20261110T235959Z"),
    (":20261103T090000", "20261110T090000Z", "20261110T090000"),
    (":20261103T090000", "20261110", "20261110T235959"),
    (";VALUE=DATE:20261103", "20261110T090000Z", "20261110"),
  ])
  func ends(_ start: String, _ until: String, _ expected: String) throws {
    let loaded = Loaded([calendar([vevent("UID:1", "DTSTART" + start, "RRULE:FREQ=DAILY;UNTIL=" + until)])])
    #expect(try body(loaded).contains("RRULE:FREQ=DAILY;UNTIL=" + expected))
  }

  /// RECURRENCE-ID has the form and zone of its series, wherever the instance was moved to.
  @Test(arguments: [
    (";TZID=Europe/Berlin:20261103T090000", ":20261104T080000Z", ";TZID=Europe/Berlin:20261104T090000"),
    (
      ";TZID=Europe/Berlin:20261103T090000", ";RANGE=THISANDFUTURE;TZID=America/New_York:20261104T030000",
      ";RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261104T090000"
    ),
    (";TZID=Europe/Berlin:20261103T090000", ";VALUE=DATE:20261104", ";TZID=Europe/Berlin:20261104T090000"),
    (":20261103T090000Z", ";TZID=Europe/Berlin:20261104T100000", ":20261104T090000Z"),
    (";VALUE=DATE:20261103", ":20261104T000000", ";VALUE=DATE:20261104"),
  ])
  func namesOfInstances(_ start: String, _ name: String, _ expected: String) throws {
    let loaded = Loaded([
      calendar([
        vevent("UID:1", "DTSTART" + start, "RRULE:FREQ=DAILY;COUNT=9"),
        vevent("UID:1", "RECURRENCE-ID" + name, "DTSTART" + start, "RRULE:FREQ=DAILY", "EXDATE:20261103T090000Z"),
      ])
    ])
    let body = try events(loaded)
    #expect(body.filter { $0.hasPrefix("RECURRENCE-ID") } == ["RECURRENCE-ID" + expected])
    #expect(body.count { $0.hasPrefix("RRULE") } == 1 && !body.contains { $0.hasPrefix("EXDATE") })
  }

  /// What has no end after its start has none, and what may be said once is said once.
  @Test(arguments: [
    ([":20261103T090000Z", "DTEND:20261103T080000Z"], []),
    ([":20261103T090000Z", "DTEND:20261103T090000Z"], []),
    ([":20261103T090000Z", "DTEND:20261103T100000Z", "DURATION:PT5H"], ["DTEND:20261103T100000Z"]),
    ([":20261103T090000Z", "DURATION:-PT5H"], []),
    ([":20261103T090000Z", "DURATION:pt1h"], ["DURATION:PT1H"]),
    ([":20261103T090000Z", "DTEND;VALUE=DATE:20261104"], ["DTEND:20261104T000000Z"]),
    ([":2026-11-03T09:00:00Z", "DTEND:2026-11-03T10:00:00Z"], ["DTEND:20261103T100000Z"]),
    ([":20261103", "DTEND:20261105"], ["DTEND;VALUE=DATE:20261105"]),
    ([";VALUE=DATE:20261103", "DURATION:PT30H"], ["DURATION:P2D"]),
    ([";TZID=Europe/Berlin:20261103T090000", "DTEND:20261103T090000Z"], ["DTEND:20261103T090000Z"]),
  ])
  func endsOfEvents(_ lines: [String], _ expected: [String]) throws {
    let loaded = Loaded([calendar([vevent(["UID:1", "UID:2", "DTSTART" + lines[0]] + lines.dropFirst())])])
    let body = try body(loaded)
    #expect(body.filter { $0.hasPrefix("DTEND") || $0.hasPrefix("DURATION") } == expected)
    #expect(body.filter { $0.hasPrefix("UID") } == ["UID:1"])
  }

  /// Texts are escaped as RFC 5545 has it, and every event has a title, without which calcurse ends.
  @Test func textsAreEscaped() throws {
    let body = try body(
      Loaded([
        calendar([
          vevent("UID:1", "DTSTART:20261103T090000Z", #"SUMMARY;X-A="b;c":One, two; \u0007 \, \"x\" C:\"#),
          vevent("UID:2", "DTSTART:20261103T090000Z", #"CATEGORIES:A;B,C\,D"#),
        ])
      ]))
    #expect(body.contains(#"SUMMARY;X-A="b;c":One\, two\; \\u0007 \, "x" C:\\"#))
    #expect(body.contains(#"CATEGORIES:A\;B,C\,D"#) && body.contains("SUMMARY:–"))
  }

  /// A definition covers the first of its times, also where the file's own begins later.
  @Test func definitionsBeginInTime() throws {
    let late = FeedTests.custom.map { $0.replacing("19700101", with: "20200101") }
    for (zone, components) in [("America/New_York", []), ("Our zone", [late])] {
      let text = try body(
        Loaded([calendar(components + [vevent("UID:1", "DTSTART;TZID=\(zone):19550704T120000")])]))
      #expect(text.contains("DTSTART:19550101T000000"), "\(zone)")
    }
  }

  /// A TZID is written only if it means something, and then as it was understood.
  @Test func meaninglessZonesAreLeftOut() throws {
    #expect(
      try zoned("DTSTART;VALUE=DATE;TZID=Asia/Tokyo:20261103") == ["DTSTART;VALUE=DATE:20261103"])
    #expect(
      try zoned(
        "DTSTART;TZID=Asia/Tokyo:20261103T090000Z", "DTEND;TZID=Asia/Tokyo;X-A=b:20261103T100000Z")
        == ["DTSTART:20261103T090000Z", "DTEND;X-A=b:20261103T100000Z"])
    #expect(try zoned("DTSTART;TZID=Mars/Olympus:20261103T090000") == ["DTSTART:20261103T090000"])
    #expect(
      try zoned("DTSTART;TZID=Mars/Olympus:20261103T090000", calendar: ["X-WR-TIMEZONE:Asia/Tokyo"])
        == ["TZID:Asia/Tokyo", "DTSTART;TZID=Asia/Tokyo:20261103T090000"])
    // All values are in the zone of DTSTART.
    #expect(
      try zoned(
        "DTSTART;TZID=Asia/Tokyo:20261103T090000", "RRULE:FREQ=DAILY",
        "EXDATE;TZID=Asia/Tokyo:20261104T000000Z,20261105T090000",
        "EXDATE;TZID=Asia/Tokyo:20261106T000000Z",
        "RDATE;TZID=Nowhere:20261203T100000")
        == [
          "TZID:Asia/Tokyo", "DTSTART;TZID=Asia/Tokyo:20261103T090000",
          "EXDATE;TZID=Asia/Tokyo:20261104T090000,20261105T090000", "EXDATE;TZID=Asia/Tokyo:20261106T090000",
          "RDATE;TZID=Asia/Tokyo:20261203T100000",
        ])
  }

  /// Local times of a calendar in UTC are in UTC.
  @Test func timesInTheCalendarsUTC() throws {
    #expect(
      try zoned("DTSTART:20261103T090000", calendar: ["X-WR-TIMEZONE:UTC"])
        == ["DTSTART:20261103T090000Z"])
  }

  /// Two sources with different zones under one name do not share a definition.
  @Test func oneNameOfTwoZones() throws {
    let other = FeedTests.custom.map { $0.replacing("+0900", with: "+0500") }
    let loaded = Loaded([
      calendar([FeedTests.custom, vevent("UID:1", "DTSTART;TZID=Our zone:20261103T090000")]),
      calendar([other, vevent("UID:2", "DTSTART;TZID=Our zone:20261103T090000")]),
      calendar([FeedTests.custom, vevent("UID:3", "DTSTART;TZID=Our zone:20261103T090000")]),
    ])
    let body = try body(loaded)
    #expect(
      body.filter { $0.hasPrefix("TZID") || $0.hasPrefix("TZOFFSETTO") || $0.hasPrefix("DTSTART;") }
        == [
          "TZID:Our zone", "TZOFFSETTO:+0900", "TZID:Our zone 2", "TZOFFSETTO:+0500",
          "DTSTART;TZID=Our zone:20261103T090000", "DTSTART;TZID=Our zone 2:20261103T090000",
          "DTSTART;TZID=Our zone:20261103T090000",
        ])
  }

  /// What the cache keeps of zones is the same when it is read again, and does no harm when it is damaged.
  @Test func zonesArePacked() throws {
    let store = Loaded([
      calendar([
        FeedTests.custom, vevent("UID:1", "DTSTART;TZID=Our zone:20261103T090000"),
        vevent("UID:2", "DTSTART;TZID=Europe/Berlin:19010203T090000", "DTEND;TZID=Asia/Tokyo:19010204T090000"),
        vevent("UID:3", "DTSTART:20261103T090000Z"),
      ])
    ]).store
    var feed = ICalendarFeed(store)
    let events = store.events.indices.map { Int32($0) }
    for event in events { feed.add(event) }
    let packed = try #require(feed.namedZones.packed(events))
    let read = try #require(FeedZones(packed, store, events))
    #expect(read.packed(events) == packed)
    let head = ICalendarFeed.Head(name: bytes("Home"))
    #expect(ICalendarFeed.head(head, before: [read]) == ICalendarFeed.head(head, before: [feed.namedZones]))
    for count in packed.indices { #expect(FeedZones(Array(packed[..<count]), store, events) == nil) }
    for bit in 0..<packed.count * 8 {
      var damaged = packed
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      guard let zones = FeedZones(damaged, store, events) else { continue }
      _ = ICalendarFeed.head(head, before: [zones])
    }
  }

  /// Of numbers that are not crowded, each is what it was whatever becomes of the others.
  @Test func numbersOfTalks() {
    func given(_ wanted: [Int]) -> [Int] {
      var taken: Set<Int> = []
      return wanted.map { number in
        var number = number
        while !taken.insert(number).inserted { number = number % 0x7FFF_FFFF + 1 }
        return number
      }
    }
    #expect(ScheduleFeed.areCrowded([7, 9, 7, 20]) == [true, false, true, false])
    #expect(ScheduleFeed.areCrowded([8, 7, 7]) == [true, true, true])
    #expect(ScheduleFeed.areCrowded([0x7FFF_FFFF, 5, 0x7FFF_FFFF]) == [true, true, true])
    let seed = UInt64.random(in: 1...UInt64.max)
    var chance = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let last = Bool.random(using: &chance) ? 0x7FFF_FFFF : 60
      let wanted = (0..<12).map { _ in Int.random(in: last - 59...last, using: &chance) }
      let crowded = ScheduleFeed.areCrowded(wanted)
      let order = wanted.indices.shuffled(using: &chance).prefix(Int.random(in: 1...12, using: &chance))
      for (index, number) in zip(order, given(order.map { wanted[$0] })) where !crowded[index] {
        #expect(number == wanted[index], "seed \(seed): \(wanted)")
      }
    }
  }

  static let files =
    ((try? FileManager.default.contentsOfDirectory(
      atPath: fixtures.appendingPathComponent("ical").path)) ?? [])
    .filter { $0.hasSuffix(".ics") }.sorted()

  /// Read, written and read again: the same days, the same properties, and the same feed.
  @Test(arguments: files) func roundTrip(_ file: String) throws {
    let first = Loaded([try fixture("ical/" + file)])
    let written = feed(first.store)
    let second = Loaded([written])
    for line in string(written).split(separator: "\r\n", omittingEmptySubsequences: false) {
      #expect(line.utf8.count <= 75)
    }
    for name in ["UTC", "America/New_York", "Pacific/Kiritimati"] {
      func settled(_ store: EventStore) -> [String] {
        let zone = TestZones.named(name)
        var report = ExpansionReport()
        let days = date("2026-01-01")..<date("2027-01-01")
        var out: [UInt8] = []
        AgendaJSON(store.settle(days, in: zone, report: &report), of: store, days: days, in: zone)
          .append(to: &out)
        // An event without a UID has been given one, and one without a title a dash.
        return string(out).replacing(#/"uid":"[a-z2-7]{13}@busylife"/#, with: "\"uid\":\"\"")
          .replacing("\"title\":\"–\"", with: "\"title\":\"\"").split(separator: "\n").map(String.init)
      }
      let (before, after) = (settled(first.store), settled(second.store))
      #expect(before == after, "\(name)")
    }
    #expect(feed(second.store) == written)
  }

  @Test func thereAreFiles() { #expect(FeedTests.files.count > 50) }
}
