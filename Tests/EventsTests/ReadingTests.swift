import Bytes
import CivilTime
import Events
import ICalendar
import Settling
import TestSupport
import Testing
import TimeZones

/// VEVENTs to events: their times, and the problems reported.
struct ReadingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var properties: [String]
    /// Start and end in the form of ``times``; empty if the event is skipped.
    var times: String
    var messages: [String]
    /// Properties of the VCALENDAR.
    var calendar: [String]

    init(
      _ name: String, _ properties: [String], _ times: String, _ messages: [String] = [],
      calendar: [String] = []
    ) {
      testDescription = name
      self.properties = properties
      self.times = times
      self.messages = messages
      self.calendar = calendar
    }
  }

  /// `2026-11-03/2026-11-04`, `2026-11-03T09:00:00/…` if floating, `2026-11-03T09:00:00Z/…` with its zone.
  static func times(_ event: Event, _ store: EventStore) -> String {
    func written(_ seconds: Int64) -> String {
      var out: [UInt8] = []
      switch event.kind {
      case .allDay: out.append(iso: CivilDateTime(wallSeconds: seconds)!.date)
      case .floating: out.append(iso: CivilDateTime(wallSeconds: seconds)!)
      case .zoned: out.append(rfc3339: Instant(clamping: seconds))
      }
      return string(out)
    }
    let zone = event.zone == 0 ? "" : " " + string(store.zones[Int(event.zone)].identifier)
    return written(event.start) + "/" + written(event.end) + zone
  }

  static let unknownZone =
    "is not a known zone and the file does not define it; the time is read as floating"

  /// The VEVENT begins on line 4, its first property on line 5.
  static let ends: [Case] = [
    Case("a date", ["DTSTART;VALUE=DATE:20261103"], "2026-11-03/2026-11-04"),
    Case("a date without VALUE", ["DTSTART:20261103"], "2026-11-03/2026-11-04"),
    Case("a time", ["DTSTART:20261103T090000Z"], "2026-11-03T09:00:00Z/2026-11-03T09:00:00Z"),
    Case("a floating time", ["DTSTART:20261103T090000"], "2026-11-03T09:00:00/2026-11-03T09:00:00"),
    Case(
      "dates", ["DTSTART;VALUE=DATE:20261103", "DTEND;VALUE=DATE:20261105"], "2026-11-03/2026-11-05"
    ),
    Case(
      "an end on the same date", ["DTSTART;VALUE=DATE:20261103", "DTEND;VALUE=DATE:20261103"],
      "2026-11-03/2026-11-04"),
    Case(
      "times", ["DTSTART:20261103T090000Z", "DTEND:20261103T100000Z"],
      "2026-11-03T09:00:00Z/2026-11-03T10:00:00Z"),
    Case(
      "the end first", ["DTEND:20261103T100000Z", "DTSTART:20261103T090000Z"],
      "2026-11-03T09:00:00Z/2026-11-03T10:00:00Z"),
    Case(
      "an end in the start's zone",
      ["DTSTART;TZID=Europe/Berlin:20261103T090000", "DTEND:20261103T100000"],
      "2026-11-03T08:00:00Z/2026-11-03T09:00:00Z Europe/Berlin"),
    Case(
      "an end in UTC", ["DTSTART;TZID=Europe/Berlin:20261103T090000", "DTEND:20261103T100000Z"],
      "2026-11-03T08:00:00Z/2026-11-03T10:00:00Z Europe/Berlin"),
    Case(
      "an end before the start", ["DTSTART:20261103T090000Z", "DTEND:20261103T080000Z"],
      "2026-11-03T09:00:00Z/2026-11-03T09:00:00Z",
      ["6:1: warning: DTEND is before DTSTART; the end is ignored"]),
    Case(
      "an end date before the start's", ["DTSTART:20261103", "DTEND:20261102"],
      "2026-11-03/2026-11-04",
      ["6:1: warning: DTEND is before DTSTART; the end is ignored"]),
    Case(
      "an end with a time", ["DTSTART:20261103", "DTEND:20261104T120000"], "2026-11-03/2026-11-05",
      ["6:1: warning: DTEND has a time and DTSTART has none; its date is used"]),
    Case(
      "an end with a time at midnight", ["DTSTART:20261103", "DTEND:20261104T000000"],
      "2026-11-03/2026-11-04",
      ["6:1: warning: DTEND has a time and DTSTART has none; its date is used"]),
    Case(
      "an end without a time", ["DTSTART:20261103T090000Z", "DTEND;VALUE=DATE:20261104"],
      "2026-11-03T09:00:00Z/2026-11-04T00:00:00Z",
      ["6:1: warning: DTEND is a date and DTSTART a time; its first moment is used"]),
    Case(
      "an end with a zone",
      ["DTSTART:20261103T090000", "DTEND;TZID=Europe/Berlin:20261103T100000"],
      "2026-11-03T09:00:00/2026-11-03T10:00:00",
      ["6:1: warning: DTEND has a zone and DTSTART has none; its local time is used"]),
    Case(
      "an end that is none", ["DTSTART:20261103T090000Z", "DTEND:later"],
      "2026-11-03T09:00:00Z/2026-11-03T09:00:00Z",
      [
        "6:1: warning: DTEND \"later\" is not a date or time; the end is ignored (write 20261120 or 20261120T090000Z)"
      ]),
    Case(
      "an end date that is none", ["DTSTART:20261103", "DTEND:20261131"], "2026-11-03/2026-11-04",
      [
        "6:1: warning: DTEND \"20261131\" is not a date or time; the end is ignored (write 20261120 or "
          + "20261120T090000Z)"
      ]),
    Case(
      "a DURATION", ["DTSTART:20261103T090000Z", "DURATION:PT1H30M"],
      "2026-11-03T09:00:00Z/2026-11-03T10:30:00Z"),
    Case(
      "DTEND goes before DURATION",
      ["DTSTART:20261103T090000Z", "DURATION:PT1H30M", "DTEND:20261103T093000Z"],
      "2026-11-03T09:00:00Z/2026-11-03T09:30:00Z"),
    Case(
      "a DURATION of days is nominal, of hours exact",
      ["DTSTART;TZID=America/New_York:20261031T120000", "DURATION:P1D"],
      "2026-10-31T16:00:00Z/2026-11-01T17:00:00Z America/New_York"),
    Case(
      "of hours exact", ["DTSTART;TZID=America/New_York:20261031T120000", "DURATION:PT24H"],
      "2026-10-31T16:00:00Z/2026-11-01T16:00:00Z America/New_York"),
    Case(
      "of days and hours both",
      ["DTSTART;TZID=America/New_York:20261031T120000", "DURATION:P1DT1H"],
      "2026-10-31T16:00:00Z/2026-11-01T18:00:00Z America/New_York"),
    Case("a DURATION of a date", ["DTSTART:20261103", "DURATION:P2D"], "2026-11-03/2026-11-05"),
    Case("less than a day", ["DTSTART:20261103", "DURATION:PT1H"], "2026-11-03/2026-11-04"),
    Case("a day and a bit", ["DTSTART:20261103", "DURATION:P1DT1S"], "2026-11-03/2026-11-05"),
    Case("no time at all", ["DTSTART:20261103", "DURATION:PT0S"], "2026-11-03/2026-11-04"),
    Case("before 1970 too", ["DTSTART:19601103", "DURATION:PT1H"], "1960-11-03/1960-11-04"),
    Case(
      "a negative DURATION", ["DTSTART:20261103T090000Z", "DURATION:-PT1H"],
      "2026-11-03T09:00:00Z/2026-11-03T09:00:00Z",
      ["6:1: warning: DURATION \"-PT1H\" is not a duration; write PT1H30M or P2D"]),
    Case(
      "a DURATION that is none", ["DTSTART:20261103T090000Z", "DURATION:1 hour"],
      "2026-11-03T09:00:00Z/2026-11-03T09:00:00Z",
      ["6:1: warning: DURATION \"1 hour\" is not a duration; write PT1H30M or P2D"]),
    Case(
      "a DURATION beyond year 9999", ["DTSTART:20261103T090000Z", "DURATION:P1000000W"],
      "2026-11-03T09:00:00Z/9999-12-31T23:59:59Z"),
  ]

  static let starts: [Case] = [
    Case(
      "no start", ["SUMMARY:Tea"], "",
      ["4:1: error: VEVENT without DTSTART is skipped; add a DTSTART"]),
    Case(
      "a start that is none", ["SUMMARY:Tea", "DTSTART:soon"], "",
      [
        "6:1: error: DTSTART \"soon\" is not a date or time; the event is skipped (write 20261120 or 20261120T090000Z)"
      ]),
    Case(
      "a date that does not exist", ["DTSTART:20260229"], "",
      [
        "5:1: error: DTSTART \"20260229\" is not a date or time; the event is skipped (write 20261120 or "
          + "20261120T090000Z)"
      ]),
    Case(
      "a start in another form", ["DTSTART:2026-11-03T09:00:00Z"],
      "2026-11-03T09:00:00Z/2026-11-03T09:00:00Z",
      [
        "5:1: note: DTSTART \"2026-11-03T09:00:00Z\" is not in the form of RFC 5545; it is read anyway"
      ]),
    Case(
      "lower case", ["dtstart;tzid=europe/berlin:20261103t090000"],
      "2026-11-03T08:00:00Z/2026-11-03T08:00:00Z Europe/Berlin",
      [
        "5:1: note: the zone \"europe/berlin\" is not spelt as in the tz database; it is read as Europe/Berlin"
      ]),
    Case(
      "UTC does not care for a TZID", ["DTSTART;TZID=Asia/Tokyo:20261103T090000Z"],
      "2026-11-03T09:00:00Z/2026-11-03T09:00:00Z"),
    Case("nor do dates", ["DTSTART;VALUE=DATE;TZID=Asia/Tokyo:20261103"], "2026-11-03/2026-11-04"),
    Case(
      "an empty TZID", ["DTSTART;TZID=:20261103T090000"], "2026-11-03T09:00:00/2026-11-03T09:00:00"),
    Case(
      "a quoted TZID", ["DTSTART;TZID=\"Asia/Tokyo\":20261103T090000"],
      "2026-11-03T00:00:00Z/2026-11-03T00:00:00Z Asia/Tokyo"),
    Case(
      "a Windows name", ["DTSTART;TZID=Tokyo Standard Time:20261103T090000"],
      "2026-11-03T00:00:00Z/2026-11-03T00:00:00Z Asia/Tokyo",
      [
        "5:1: note: the zone \"Tokyo Standard Time\" is a Windows name, as used by Outlook and Exchange, and the "
          + "file does not define it; it is read as Asia/Tokyo"
      ]),
    Case(
      "with a number", ["DTSTART;TZID=\"Tokyo Standard Time 1\":20261103T090000"],
      "2026-11-03T00:00:00Z/2026-11-03T00:00:00Z Asia/Tokyo",
      [
        "5:1: note: the zone \"Tokyo Standard Time 1\" is a Windows name, as used by Outlook and Exchange, and "
          + "the file does not define it; it is read as Asia/Tokyo"
      ]),
    Case(
      "an offset", ["DTSTART;TZID=UTC+8:20261103T090000"],
      "2026-11-03T01:00:00Z/2026-11-03T01:00:00Z UTC+8"),
    Case(
      "UTC as a TZID", ["DTSTART;TZID=UTC:20261103T090000"],
      "2026-11-03T09:00:00Z/2026-11-03T09:00:00Z"),
    Case(
      "a vendor's prefix",
      ["DTSTART;TZID=/freeassociation.sourceforge.net/Tzfile/Europe/Berlin:20261103T090000"],
      "2026-11-03T08:00:00Z/2026-11-03T08:00:00Z Europe/Berlin",
      [
        "5:1: note: the zone \"/freeassociation.sourceforge.net/Tzfile/Europe/Berlin\" has a vendor's prefix, "
          + "as used by Evolution and Mozilla, and the file does not define it; it is read as Europe/Berlin"
      ]),
    Case(
      "before a name of three parts",
      ["DTSTART;TZID=/mozilla.org/20050126_1/America/Argentina/Ushuaia:20261103T090000"],
      "2026-11-03T12:00:00Z/2026-11-03T12:00:00Z America/Argentina/Ushuaia",
      [
        "5:1: note: the zone \"/mozilla.org/20050126_1/America/Argentina/Ushuaia\" has a vendor's prefix, as "
          + "used by Evolution and Mozilla, and the file does not define it; it is read as America/Argentina/Ushuaia"
      ]),
    Case(
      "before a name of one part", ["DTSTART;TZID=/citadel.org/20210210_1/Japan:20261103T090000"],
      "2026-11-03T00:00:00Z/2026-11-03T00:00:00Z Japan",
      [
        "5:1: note: the zone \"/citadel.org/20210210_1/Japan\" has a vendor's prefix, as used by Evolution and "
          + "Mozilla, and the file does not define it; it is read as Japan"
      ]),
    Case(
      "a prefix that is none", ["DTSTART;TZID=Home/Japan:20261103T090000"],
      "2026-11-03T09:00:00/2026-11-03T09:00:00",
      ["5:1: warning: TZID \"Home/Japan\" \(unknownZone)"]),
    Case(
      "an unknown TZID",
      ["DTSTART;TZID=Mars/Olympus:20261103T090000", "DTEND;TZID=Mars/Olympus:20261103T100000"],
      "2026-11-03T09:00:00/2026-11-03T10:00:00",
      ["5:1: warning: TZID \"Mars/Olympus\" \(unknownZone)"]),
    Case(
      "X-WR-TIMEZONE is for floating times", ["DTSTART:20261103T090000", "DTEND:20261103T100000"],
      "2026-11-03T00:00:00Z/2026-11-03T01:00:00Z Asia/Tokyo", calendar: ["X-WR-TIMEZONE:Asia/Tokyo"]
    ),
    Case(
      "and for no others",
      ["DTSTART;TZID=Europe/Berlin:20261103T090000", "DTEND:20261103T100000Z"],
      "2026-11-03T08:00:00Z/2026-11-03T10:00:00Z Europe/Berlin",
      calendar: ["X-WR-TIMEZONE:Asia/Tokyo"]),
    Case(
      "not for dates", ["DTSTART:20261103"], "2026-11-03/2026-11-04",
      calendar: ["X-WR-TIMEZONE:Asia/Tokyo"]),
    Case(
      "an unknown X-WR-TIMEZONE", ["DTSTART:20261103T090000"],
      "2026-11-03T09:00:00/2026-11-03T09:00:00",
      ["4:1: warning: X-WR-TIMEZONE \"Moon\" is not a known zone; floating times stay floating"],
      calendar: ["X-WR-TIMEZONE:Moon"]),
    Case(
      "a RECURRENCE-ID that is none", ["DTSTART:20261103T090000Z", "RECURRENCE-ID:yesterday"], "",
      [
        "6:1: error: RECURRENCE-ID \"yesterday\" is not a date or time; the event is skipped (write 20261120 or "
          + "20261120T090000Z)"
      ]),
    Case(
      "no UID", ["DTSTART:20261103", "NO-UID:"], "2026-11-03/2026-11-04",
      ["4:1: note: VEVENT without UID; add one to identify it"]),
    Case(
      "a STATUS that is none", ["DTSTART:20261103", "STATUS:MAYBE"], "2026-11-03/2026-11-04",
      ["6:1: note: STATUS \"MAYBE\" is not a status of events; read as CONFIRMED"]),
    Case(
      "a SEQUENCE that is none", ["DTSTART:20261103", "SEQUENCE:one"], "2026-11-03/2026-11-04",
      ["6:1: note: SEQUENCE \"one\" is not a number; read as 0"]),
    Case(
      "Exchange's dates",
      [
        "DTSTART;TZID=Europe/Berlin:20261103T000000", "DTEND;TZID=Europe/Berlin:20261105T000000",
        "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE",
      ], "2026-11-03/2026-11-05 Europe/Berlin",
      [
        "7:1: note: X-MICROSOFT-CDO-ALLDAYEVENT (Exchange): midnight to midnight is read as dates"
      ]),
    Case(
      "are none where they begin at nine",
      ["DTSTART;TZID=Europe/Berlin:20261103T090000", "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE"],
      "2026-11-03T08:00:00Z/2026-11-03T08:00:00Z Europe/Berlin"),
    Case(
      "nor where it says so",
      ["DTSTART;TZID=Europe/Berlin:20261103T000000", "X-MICROSOFT-CDO-ALLDAYEVENT:FALSE"],
      "2026-11-02T23:00:00Z/2026-11-02T23:00:00Z Europe/Berlin"),
    Case(
      "a time in a gap moves", ["DTSTART;TZID=America/New_York:20260308T023000"],
      "2026-03-08T07:30:00Z/2026-03-08T07:30:00Z America/New_York"),
    Case(
      "a time in a fold is the first", ["DTSTART;TZID=America/New_York:20261101T013000"],
      "2026-11-01T05:30:00Z/2026-11-01T05:30:00Z America/New_York"),
  ]

  @Test(arguments: ends + starts) func reading(_ expected: Case) {
    let uid = expected.properties.contains("NO-UID:") ? [] : ["UID:1"]
    let loaded = Loaded([
      calendar([vevent(expected.properties + uid)], properties: expected.calendar)
    ])
    #expect(
      loaded.store.events.map { ReadingTests.times($0, loaded.store) }
        == (expected.times.isEmpty ? [] : [expected.times]))
    #expect(messages(loaded.diagnostics) == expected.messages)
  }

  @Test func aBrokenEventLeavesItsNeighboursAlone() {
    let loaded = Loaded([
      lines(
        ["BEGIN:VCALENDAR"] + vevent(event("a", "20261103")) + ["BEGIN:VEVENT", "SUMMARY:broken"]
          + vevent(event("b", "20261103")) + vevent("SUMMARY:no start", "UID:x")
          + vevent(event("c", "20261103"))
          + ["END:VCALENDAR"])
    ])
    #expect(loaded.store.events.indices.map { loaded.title($0) } == ["a", "b", "c"])
    #expect(loaded.diagnostics.all.count == 2)
  }

  /// Positions of the original file replace lines.
  @Test func positionsOfAnotherFile() {
    var read = ReadEvents()
    var diagnostics = Diagnostics()
    let file = calendar([
      vevent("UID:1", "DTSTART:20261103"), vevent("UID:2"), vevent("UID:3", "DTSTART:x"),
    ])
    _ = read.add(calendar: CalendarInfo(name: [], title: [], color: []))
    read.add(
      ICalendarDocument(parsing: file), to: 0, zones: TestZones.table,
      positions: [10, 20, 30].map { Position(line: $0, column: 5) }, diagnostics: &diagnostics)
    #expect(read.events.map { $0.line } == [10])
    #expect(
      diagnostics.all.map { $0.position.line } == [20, 30])
  }

  @Test(
    arguments: [
      [], ["CATEGORIES:"], ["CATEGORIES: one "], ["CATEGORIES:one,one"], ["CATEGORIES:a\\,b"], ["CATEGORIES:a,,b"],
      ["CATEGORIES:one", "CATEGORIES:one"], ["CATEGORIES:", "CATEGORIES:two"], ["CATEGORIES:b", "CATEGORIES:a,b"],
    ]) func eachCategoryIsVisitedAsListed(_ lines: [String])
  {
    let store = Loaded(event("A", "20261103") + lines).store
    var visited: [[UInt8]] = []
    store.forEachCategory(of: store.events[0]) { visited.append(Array($0)) }
    #expect(visited == store.categories(of: store.events[0]))
  }

  @Test func details() {
    let loaded = Loaded(
      event(
        "A\\, b\\nc", "20261103T090000Z", nil, "UID:1", "LOCATION:Room 5", "status:tentative",
        "TRANSP:TRANSPARENT",
        "CLASS:confidential", "SEQUENCE:7", "LAST-MODIFIED:20260101T000000Z", "X-BUSYLIFE-TYPE:2",
        "CATEGORIES:one,two\\, three", "CATEGORIES: one , four", "GEO:48.85299;2.36885",
        "DESCRIPTION:x\\;y"),
      event("Plain", "20261103"),
      event("Odd", "20261103", nil, "CLASS:X-SECRET", "X-BUSYLIFE-TYPE:9", "GEO:1;2;3", "TRANSP:x"))
    let (first, plain, odd) = (
      loaded.store.events[0], loaded.store.events[1], loaded.store.events[2]
    )
    let store = loaded.store
    #expect(loaded.title(0) == "A, b\nc")
    #expect(string(store.text(first.location, of: first)) == "Room 5")
    #expect(string(store.text(.description, of: first)) == "x;y")
    #expect(first.status == .tentative && !first.isOpaque && first.classification == .confidential)
    #expect(first.sequence == 7 && first.type == 2)
    #expect(Instant(clamping: first.lastModified) == instant("2026-01-01T00:00:00Z"))
    #expect(store.categories(of: first).map { string($0) } == ["one", "two, three", "four"])
    #expect(
      store.geo(of: first).map { "\(string($0.latitude)) \(string($0.longitude))" }
        == "48.85299 2.36885")
    #expect(plain.status == .confirmed && plain.isOpaque && plain.classification == .public)
    #expect(plain.sequence == 0 && plain.type == 0 && plain.location.isEmpty)
    #expect(
      store.categories(of: plain).isEmpty && store.geo(of: plain) == nil
        && store.people(of: plain).isEmpty)
    #expect(
      odd.classification == .private && odd.type == 4 && odd.isOpaque && store.geo(of: odd) == nil)
    #expect(messages(loaded.diagnostics) == [])
  }

  @Test func people() {
    let loaded = Loaded(
      event(
        "Tea", "20261103", nil,
        "ATTENDEE;CN=\"Bo: B\";ROLE=OPT-PARTICIPANT;PARTSTAT=DECLINED:mailto:bo@a.example",
        "ATTENDEE;PARTSTAT=accepted:MAILTO:ada@a.example", "ATTENDEE:urn:x-room-5",
        "ORGANIZER;CN=Ada:mailto:ada@a.example"))
    let people = loaded.store.people(of: loaded.store.events[0])
    #expect(people.map { string($0.name) } == ["Ada", "Bo: B", "urn:x-room-5"])
    #expect(people.map { string($0.email) } == ["ada@a.example", "bo@a.example", ""])
    #expect(people.map { $0.isOrganizer } == [true, false, false])
    #expect(people.map { $0.answer } == [.accepted, .declined, .unknown])
    #expect(people.map { $0.role } == [.required, .optional, .required])
  }

  @Test func calendarTitles() {
    func title(_ properties: String...) -> String {
      var read = ReadEvents()
      var diagnostics = Diagnostics()
      _ = read.add(calendar: CalendarInfo(name: [], title: [], color: []))
      read.add(
        ICalendarDocument(parsing: calendar([], properties: properties)), to: 0,
        zones: TestZones.table,
        diagnostics: &diagnostics)
      return string(read.calendars[0].title)
    }
    #expect(title() == "")
    #expect(title("X-WR-CALNAME:Home\\, sweet") == "Home, sweet")
    #expect(title("X-WR-CALNAME:Home", "NAME:House") == "House")
  }
}
