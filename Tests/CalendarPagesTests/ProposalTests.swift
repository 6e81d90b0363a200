import CalendarPages
import CivilTime
import DataFiles
import TestSupport
import Testing
import TimeZones

@testable import Engine

/// Proposals: files of RFC 5546 made from an event. Zones and series are compared with another program's interpretation
/// in Tests/Browser/editing/test_proposals.py.
struct ProposalTests {
  func engine(_ events: [[String]]) throws -> PageEngine {
    let engine = PageEngine()
    try engine.add(calendar: bytes("own"), calendar(events.map { vevent($0) }))
    return engine
  }

  /// An engine with a zone selected.
  func engine(in zone: String, _ events: [[String]]) throws -> PageEngine {
    let engine = PageEngine()
    try engine.load(world: ZoneArchive.pack([(name: bytes(zone), zone: TestZones.named(zone))]))
    try engine.view(zone: bytes(zone))
    try engine.add(calendar: bytes("own"), calendar(events.map { vevent($0) }))
    return engine
  }

  func proposal(
    _ uid: String, _ start: String, _ end: String, instance: String = "",
    scope: Proposal.Scope = .this, title: String = ""
  ) -> Proposal {
    Proposal(
      uid: bytes(uid), recurrenceID: bytes(instance), scope: scope, start: bytes(start),
      end: bytes(end), title: bytes(title),
      stamp: Instant(clamping: 1_790_000_000))
  }

  /// The lines of the file in the engine's output.
  func file(_ engine: PageEngine, _ proposal: Proposal, isNew: Bool = false) throws
    -> [String]
  {
    let text = string(try engine.propose(proposal, isNew: isNew))
    let ics = try #require(text.split(separator: "\"ics\":\"").last)
    return ics.split(separator: "\\r\\n").map(String.init).filter { $0 != "\"}\n" }
  }

  @Test func anotherTime() throws {
    let engine = try engine([
      [
        "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20261103T090000Z", "DURATION:PT1H",
        "SEQUENCE:2", "CREATED:20250101T000000Z",
        "LAST-MODIFIED:20260102T000000Z", "SUMMARY:Tea\\, twice",
        "ORGANIZER;CN=Ada:mailto:ada@a.example", "X-A:b",
      ]
    ])
    let made = proposal("1", "2026-11-03T11:00:00+01:00", "2026-11-03T12:30:00+01:00")
    #expect(
      try file(engine, made) == [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//busylife-gen//busylife-gen//EN",
        "CALSCALE:GREGORIAN", "METHOD:COUNTER",
        "BEGIN:VEVENT", "DTSTAMP:20260921T141320Z", "SEQUENCE:3", "DTSTART:20261103T100000Z",
        "DTEND:20261103T113000Z", "UID:1",
        "SUMMARY:Tea\\\\, twice", "ORGANIZER;CN=Ada:mailto:ada@a.example", "X-A:b", "END:VEVENT",
        "END:VCALENDAR",
      ])
    let head = string(try engine.propose(made, isNew: false)).prefix(90)
    #expect(
      head.hasPrefix(
        "{\"method\":\"COUNTER\",\"organizer\":{\"name\":\"Ada\",\"email\":\"ada@a.example\"},\"ics\":\""
      ))
  }

  @Test(arguments: [Proposal.Scope.this, .future]) func anInstanceOfDates(scope: Proposal.Scope)
    throws
  {
    let engine = try engine([
      [
        "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART;VALUE=DATE:20261103", "RRULE:FREQ=WEEKLY",
        "EXDATE;VALUE=DATE:20261110",
      ]
    ])
    let lines = try file(
      engine, proposal("1", "2026-11-18", "2026-11-20", instance: "20261117", scope: scope))
    #expect(
      lines.contains("DTSTART;VALUE=DATE:20261118") && lines.contains("DTEND;VALUE=DATE:20261120"))
    #expect(
      lines.contains(
        scope == .this
          ? "RECURRENCE-ID;VALUE=DATE:20261117"
          : "RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20261117"))
    #expect(!lines.contains { $0.hasPrefix("RRULE") || $0.hasPrefix("EXDATE") })
    #expect(lines.contains("SEQUENCE:1"))
  }

  /// An ambiguous local time in Berlin means the first of two instants: the second is written in UTC.
  @Test func theSecondHourOfAFold() throws {
    let engine = try engine(
      in: "Europe/Berlin",
      [
        ["UID:1", "DTSTAMP:20260101T000000Z", "DTSTART;TZID=Europe/Berlin:20261024T023000", "DURATION:PT30M"],
        ["UID:2", "DTSTAMP:20260101T000000Z", "DTSTART;TZID=Europe/Berlin:20261025T003000", "RRULE:FREQ=HOURLY"],
      ])
    let second = proposal("1", "2026-10-25T02:30:00+01:00", "2026-10-25T03:00:00+01:00")
    let lines = try file(engine, second)
    #expect(lines.contains("DTSTART:20261025T013000Z") && lines.contains("DTEND;TZID=Europe/Berlin:20261025T030000"))
    let first = try file(engine, proposal("1", "2026-10-25T02:15:00+02:00", "2026-10-25T02:15:00+01:00"))
    #expect(first.contains("DTSTART;TZID=Europe/Berlin:20261025T021500") && first.contains("DTEND:20261025T011500Z"))
    let made = try file(engine, second, isNew: true)
    #expect(made.contains("DTSTART:20261025T013000Z") && made.contains("DTEND;TZID=Europe/Berlin:20261025T030000"))
    let instance = proposal(
      "2", "2026-10-25T05:00:00+01:00", "2026-10-25T06:00:00+01:00", instance: "20261025T013000Z")
    #expect(try file(engine, instance).contains("RECURRENCE-ID:20261025T013000Z"))
  }

  /// The name of a floating instance, or of a date, does not depend on clock changes in the viewer's zone.
  @Test func instancesWithoutAZoneKeepTheirNames() throws {
    let engine = try engine(
      in: "Europe/Berlin",
      [
        ["UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20270301T023000", "DURATION:PT1H", "RRULE:FREQ=DAILY"],
        ["UID:2", "DTSTAMP:20260101T000000Z", "DTSTART;VALUE=DATE:20261103", "RRULE:FREQ=WEEKLY"],
        ["UID:2", "DTSTAMP:20260101T000000Z", "RECURRENCE-ID;VALUE=DATE:20261117", "DTSTART:20261117T090000Z"],
      ])
    let floating = proposal(
      "1", "2027-03-28T10:00:00+02:00", "2027-03-28T11:00:00+02:00", instance: "20270328T023000")
    let lines = try file(engine, floating)
    #expect(lines.contains("RECURRENCE-ID:20270328T023000") && lines.contains("DTSTART:20270328T100000"))
    let timed = proposal("2", "2026-11-17T10:00:00Z", "2026-11-17T11:00:00Z", instance: "20261117")
    #expect(try file(engine, timed).contains("RECURRENCE-ID;VALUE=DATE:20261117"))
  }

  /// The greatest possible SEQUENCE stays.
  @Test func theHighestSequence() throws {
    let engine = try engine([
      ["UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20261103T090000Z", "SEQUENCE:2147483647"]
    ])
    let lines = try file(engine, proposal("1", "2026-11-03T10:00:00Z", "2026-11-03T11:00:00Z"))
    #expect(lines.contains("SEQUENCE:2147483647"))
  }

  /// Errors name the event and what is wrong.
  @Test(arguments: [
    // It does not recur.
    ("1", "2026-11-03T10:00:00Z", "2026-11-03T11:00:00Z", "20261103T090000Z"),
    // Another kind of time than the series.
    ("2", "2026-11-03T10:00:00Z", "2026-11-03T11:00:00Z", "20261103"),
    ("2", "2026-11-03T10:00:00Z", "2026-11-03T11:00:00Z", "20261103T090000"),
    ("3", "2026-11-03", "2026-11-04", "20261103T000000Z"),
    ("4", "2026-11-03T10:00:00Z", "2026-11-03T11:00:00Z", "20261103T090000Z"),
    // A series can't be moved like a single event.
    ("2", "2026-11-03T10:00:00Z", "2026-11-03T11:00:00Z", ""),
    // Not an instance's name: the basic form is required.
    ("2", "2026-11-03T10:00:00Z", "2026-11-03T11:00:00Z", "20261103T100000+0100"),
    ("3", "2026-11-03", "2026-11-04", "2026-W45"),
  ]) func instancesThatAreNone(uid: String, start: String, end: String, instance: String) throws {
    let engine = try engine([
      ["UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20261103T090000Z"],
      ["UID:2", "DTSTAMP:20260101T000000Z", "DTSTART:20261103T090000Z", "RRULE:FREQ=DAILY"],
      ["UID:3", "DTSTAMP:20260101T000000Z", "DTSTART;VALUE=DATE:20261103", "RRULE:FREQ=DAILY"],
      ["UID:4", "DTSTAMP:20260101T000000Z", "DTSTART:20261103T090000", "RDATE:20261105T090000"],
    ])
    let error = #expect(throws: EngineError.self) {
      _ = try engine.propose(proposal(uid, start, end, instance: instance), isNew: false)
    }
    #expect(error?.code == .argument)
    let message = string(error?.message ?? [])
    #expect(message.contains("\"\(uid)\"") && message.contains("recurrenceID \"\(instance)\""), "\(message)")
  }

  /// iCalendar writes four-digit years.
  @Test(arguments: [
    ("0000-11-03T10:00:00Z", "2026-11-03T11:00:00Z"), ("-0001-11-03", "2026-11-04"),
    ("2026-11-03T10:00:00Z", "9999-12-31T23:30:00-01:00"),
  ]) func yearsThatCanNotBeWritten(start: String, end: String) throws {
    let engine = try engine([])
    let error = #expect(throws: EngineError.self) {
      _ = try engine.propose(proposal("u", start, end), isNew: true)
    }
    #expect(error?.code == .argument)
    let message = string(error?.message ?? [])
    #expect(message.contains("\"u\""), "\(message)")
  }

  @Test func anEventMore() throws {
    let engine = try engine([])
    let lines = try file(
      engine,
      proposal("u", "2026-11-03T09:00:00+00:00", "2026-11-03T10:00:00+00:00", title: "A; b\nc"),
      isNew: true)
    #expect(
      lines.contains("METHOD:REQUEST") && lines.contains("SUMMARY:A\\\\; b\\\\nc")
        && lines.contains("SEQUENCE:0"))
    #expect(lines.contains("DTSTART:20261103T090000Z") && lines.contains("UID:u"))
  }

  @Test(arguments: [
    ("2", "2026-11-03T09:00:00Z", "2026-11-03T10:00:00Z", ""),
    ("1", "2026-11-03T09:00:00", "2026-11-03T10:00:00Z", ""),
    ("1", "2026-11-03T11:00:00Z", "2026-11-03T10:00:00Z", ""),
    ("1", "2026-11-03", "2026-11-04", ""), ("1", "", "", ""),
    ("1", "2026-11-03T09:00:00Z", "2026-11-03T10:00:00Z", "x"),
    ("", "2026-11-03T09:00:00Z", "2026-11-03T10:00:00Z", ""),
  ]) func whatIsNone(uid: String, start: String, end: String, instance: String) throws {
    let engine = try engine([["UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20261103T090000Z"]])
    let error = #expect(throws: EngineError.self) {
      _ = try engine.propose(proposal(uid, start, end, instance: instance), isNew: false)
    }
    #expect(error?.code == .argument)
  }

  @Test func clocks() throws {
    let engine = PageEngine()
    #expect(
      string(try engine.clock(bytes("2026-11-03T09:00"), plus: 90)) == "2026-11-03T09:01:30+00:00")
    #expect(
      string(try engine.clock(bytes("2026-11-03T09:00:00+08:00"), plus: -3_600))
        == "2026-11-03T00:00:00+00:00")
    #expect(throws: EngineError.self) { _ = try engine.clock(bytes("2026-02-30T09:00"), plus: 0) }
  }

  /// Times beyond what iCalendar can write, before and after the sum.
  @Test(arguments: [
    ("0000-12-31T23:59", 0), ("-0001-06-01T00:00", 0), ("0000-12-31T23:59", 60), ("9999-12-31T23:59", 60),
    ("0001-01-01T00:00", -60),
  ]) func clocksHaveBounds(text: String, seconds: Int) throws {
    let engine = PageEngine()
    let error = #expect(throws: EngineError.self) { _ = try engine.clock(bytes(text), plus: seconds) }
    #expect(error?.code == .argument)
    let message = string(error?.message ?? [])
    #expect(message.contains("\"\(text)\""), "\(message)")
  }
}
