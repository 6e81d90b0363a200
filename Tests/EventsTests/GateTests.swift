import Bytes
import Events
import ICalendar
import Settling
import TestSupport
import Testing
import TimeZones

/// What is withheld is not there: no event, no instance, and no byte in the remaining documents.
struct GateTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Files of events, each a list of properties. All words in capitals with an underscore are to be withheld.
    var files: [[[String]]]
    var titles: [String]
    var withheld: Int
  }

  static let daily = "RRULE:FREQ=DAILY;COUNT=5"

  /// An event that begins at nine.
  static func vevent(_ title: String, uid: String?, day: Int = 3, _ more: String...) -> [String] {
    ["SUMMARY:\(title)", "DTSTART:2026110\(day)T090000Z", "DTEND:2026110\(day)T100000Z"]
      + (uid.map { ["UID:\($0)"] } ?? []) + more
  }

  static func instance(_ title: String, uid: String, day: Int, _ more: String...) -> [String] {
    vevent(title, uid: uid, day: day) + ["RECURRENCE-ID:2026110\(day)T090000Z"] + more
  }

  static let cases: [Case] = [
    Case(
      testDescription: "classes",
      files: [
        [
          vevent("Tea", uid: "1"), vevent("THE_FIRST", uid: "2", "CLASS:PRIVATE"),
          vevent("THE_SECOND", uid: "3", "CLASS:confidential"), vevent("THE_THIRD", uid: "4", "CLASS:X-TEAM"),
          vevent("Walk", uid: "5", "CLASS:PUBLIC"), vevent("EMPTY_CLASS", uid: "6", "CLASS:"),
        ]
      ], titles: ["Tea", "Walk"], withheld: 4),
    Case(
      testDescription: "nothing to withhold", files: [[vevent("Tea", uid: "1"), vevent("Tea", uid: nil)]],
      titles: ["Tea", "Tea"], withheld: 0),
    Case(
      testDescription: "an event without a UID is alone",
      files: [[vevent("THE_FIRST", uid: nil, "CLASS:PRIVATE"), vevent("Tea", uid: nil)]], titles: ["Tea"],
      withheld: 1),
    Case(
      testDescription: "a master takes its instances along",
      files: [
        [vevent("THE_SERIES", uid: "1", daily, "CLASS:PRIVATE")],
        [instance("THE_INSTANCE", uid: "1", day: 4), vevent("Tea", uid: "2")],
      ], titles: ["Tea"], withheld: 1),
    Case(
      testDescription: "an instance in another file takes its series along",
      files: [
        [vevent("THE_SERIES", uid: "1", daily), vevent("Tea", uid: "2")],
        [instance("THE_INSTANCE", uid: "1", day: 4, "CLASS:CONFIDENTIAL"), instance("THE_OTHER", uid: "1", day: 5)],
      ], titles: ["Tea"], withheld: 1),
    Case(
      testDescription: "instances without a master are one series",
      files: [
        [instance("THE_FIRST", uid: "1", day: 4)],
        [instance("THE_SECOND", uid: "1", day: 5, "CLASS:PRIVATE"), instance("Tea", uid: "2", day: 5)],
      ], titles: ["Tea"], withheld: 1),
    Case(
      testDescription: "UIDs are compared out of their escapes",
      files: [
        [vevent("THE_SERIES", uid: "a\\,b", daily)],
        [instance("THE_INSTANCE", uid: "a,b", day: 4, "CLASS:PRIVATE"), vevent("Tea", uid: "a")],
      ], titles: ["Tea"], withheld: 1),
    Case(
      testDescription: "a version in whose place another counts has no say",
      files: [[vevent("OLD_PRIVATE", uid: "1", "CLASS:PRIVATE"), vevent("Tea", uid: "1", "SEQUENCE:1")]],
      titles: ["Tea"], withheld: 0),
    Case(
      testDescription: "older versions go with what counts",
      files: [[vevent("OLD_PUBLIC", uid: "1"), vevent("NEW_PRIVATE", uid: "1", "SEQUENCE:1", "CLASS:PRIVATE")]],
      titles: [], withheld: 1),
    Case(
      testDescription: "a copy is one also if its calendar has a changed instance that counts",
      files: [
        [
          vevent("THE_SERIES", uid: "1", daily, "CLASS:PRIVATE"),
          instance("THE_INSTANCE", uid: "1", day: 4, "SEQUENCE:5"),
        ], [vevent("THE_SERIES", uid: "1", daily, "SEQUENCE:3"), vevent("Tea", uid: "2")],
      ], titles: ["Tea"], withheld: 1),
    Case(
      testDescription: "a changed instance is a copy also if its calendar has the series that counts",
      files: [
        [vevent("THE_SERIES", uid: "1", daily), instance("THE_INSTANCE", uid: "1", day: 4, "CLASS:PRIVATE")],
        [instance("THE_OTHER", uid: "1", day: 4, "SEQUENCE:3"), vevent("Tea", uid: "2")],
      ], titles: ["Tea"], withheld: 1),
    Case(
      testDescription: "of several classes the strictest counts",
      files: [[vevent("THE_EVENT", uid: "1", "CLASS:PUBLIC", "CLASS:PRIVATE"), vevent("Tea", uid: "2")]],
      titles: ["Tea"], withheld: 1),
    Case(
      testDescription: "what could not be read does not pass",
      files: [[["SUMMARY:NO_START", "UID:1"], ["SUMMARY:BAD_START", "DTSTART:x"], vevent("Tea", uid: "2")]],
      titles: ["Tea"], withheld: 0),
    Case(
      testDescription: "alarms and unknown components within go too",
      files: [
        [
          vevent(
            "THE_FIRST", uid: "1", "CLASS:PRIVATE", "BEGIN:VALARM", "DESCRIPTION:THE_ALARM", "BEGIN:X-MORE",
            "X-NOTE:THE_NOTE", "END:X-MORE", "END:VALARM", "DESCRIPTION:THE_LAST"), vevent("Tea", uid: "2"),
        ]
      ], titles: ["Tea"], withheld: 1),
  ]

  @Test(arguments: cases) func withholds(_ expected: Case) throws {
    let loaded = Loaded(expected.files.map { calendar($0.map { TestSupport.vevent($0) }) })
    let redaction = redact(loaded.read, under: .published, zones: TestZones.table)
    let store = redaction.store
    #expect(store.events.map { string(store.text($0.title, of: $0)) } == expected.titles)
    #expect(redaction.withheld == expected.withheld)
    let left = store.documents.map { string($0.text) }.joined()
    let words = expected.files.joined().joined().flatMap { $0.split(whereSeparator: { ":=;".contains($0) }) }
    for word in words where word.contains("_") { #expect(!left.contains(word)) }
    for title in expected.titles { #expect(left.contains(title)) }
    for event in store.events {
      #expect(store.event(uid: store.text(event.uid, of: event)) != nil || event.uid.isEmpty)
    }
    #expect(store.series.allSatisfy { store.events.indices.contains(Int($0.event)) })
  }

  /// The user of the command sees everything, and edits are based on it.
  @Test func whoRunsTheCommandSeesEverything() {
    let loaded = Loaded(GateTests.vevent("Secret", uid: "1", "CLASS:PRIVATE"), GateTests.vevent("Tea", uid: "2"))
    #expect(loaded.store.events.indices.map { loaded.title($0) } == ["Secret", "Tea"])
    #expect(loaded.store.event(uid: bytes("1")) != nil)
  }

  /// An override hides its series even if nobody has linked them before.
  @Test func linksWhatIsNotLinked() {
    var read = ReadEvents()
    var diagnostics = Diagnostics()
    let number = read.add(calendar: CalendarInfo(name: [], title: [], color: []))
    let file = calendar([
      TestSupport.vevent(GateTests.vevent("Series", uid: "1", GateTests.daily)),
      TestSupport.vevent(GateTests.instance("Instance", uid: "1", day: 4, "CLASS:PRIVATE")),
    ])
    read.add(ICalendarDocument(parsing: file), to: number, zones: TestZones.table, diagnostics: &diagnostics)
    let redaction = redact(read, under: .published, zones: TestZones.table)
    #expect(redaction.store.events.isEmpty && redaction.store.series.isEmpty && redaction.withheld == 1)
  }

  /// Places and lines, which are written to `data/`, do not tell that something before them was withheld.
  @Test func placesTellNothing() {
    let rest: [[String]] = [GateTests.vevent("C", uid: "2", "SEQUENCE:1"), GateTests.vevent("D", uid: "3")]
    let all = [GateTests.vevent("A", uid: "1", "CLASS:PRIVATE", "DESCRIPTION:Long")] + rest
    let loaded = Loaded([calendar(all.map { TestSupport.vevent($0) })])
    let store = redact(loaded.read, under: .published, zones: TestZones.table).store
    let alone = Loaded([calendar(rest.map { TestSupport.vevent($0) })]).store
    #expect(store.events.map { $0.place } == [0, 1])
    #expect(loaded.store.events.map { $0.place } == [0, 1, 2])
    #expect(store.events.map { $0.line - store.events[0].line } == alone.events.map { $0.line - alone.events[0].line })
  }

  /// What a title may say: nothing but itself, times, status and categories, whatever the properties hold.
  @Test func titlesSayNothingElse() throws {
    let zone: [String] = [
      "BEGIN:VTIMEZONE", "TZID:SECRET_ZONE", "X-LIC-LOCATION:SECRET_CITY", "BEGIN:STANDARD", "TZNAME:SECRET_NAME",
      "DTSTART:19700101T000000", "TZOFFSETFROM:+0130", "TZOFFSETTO:+0130", "COMMENT:SECRET_COMMENT", "END:STANDARD",
      "END:VTIMEZONE",
    ]
    let event: [String] = [
      "UID:1", "SUMMARY;LANGUAGE=en;X-P=SECRET_A;ALTREP=\"http://x/SECRET_B\":Tea", "SUMMARY:SECRET_C",
      "DTSTART;X-P=SECRET_D;TZID=SECRET_ZONE:20261103T090000", "DURATION:PT1H",
      "RRULE:FREQ=DAILY;COUNT=4;X-PART=SECRET_E", "EXDATE;TZID=SECRET_ZONE:20261104T090000,SECRET_F",
      "RDATE;VALUE=PERIOD;X-Q=SECRET_G;TZID=SECRET_ZONE:20261110T090000/PT2H", "STATUS:SECRET_H",
      "CATEGORIES;X-P=SECRET_I:Red,Blue", "LOCATION:SECRET_J", "DESCRIPTION:SECRET_K", "URL:http://x/SECRET_L",
      "ATTENDEE;CN=SECRET_M:mailto:SECRET_N@x.example", "ORGANIZER:mailto:SECRET_O@x.example", "COMMENT:SECRET_P",
      "X-WHAT:SECRET_Q", "GEO:1;2", "COLOR:SECRET_R", "ATTACH:http://x/SECRET_S", "CONTACT:SECRET_T",
      "RESOURCES:SECRET_U", "RELATED-TO:SECRET_V", "X-BUSYLIFE-CITY:SECRET_W", "IMAGE:http://x/SECRET_X",
      "CONFERENCE:http://x/SECRET_Y", "CLASS:SECRET_Z", "TRANSP:OPAQUE", "PRIORITY:7", "CREATED:20260101T000000Z",
      "BEGIN:VALARM", "DESCRIPTION:SECRET_1", "TRIGGER:-PT5M", "END:VALARM",
    ]
    let loaded = Loaded([calendar([zone, TestSupport.vevent(event)])])
    var policy = PrivacyPolicy()
    policy.site = .titles
    policy.rules = [
      PrivacyRule(privacy: .titles, condition: .classification(.private))
    ]
    let redaction = redact(loaded.read, under: policy, zones: TestZones.table)
    let text = redaction.store.documents.map { string($0.text) }.joined()
    #expect(!text.contains("SECRET"))
    #expect(redaction.store.zones.allSatisfy { !string($0.identifier).contains("SECRET") })
    for kept in ["Tea", "Red", "Blue"] { #expect(text.contains(kept)) }
    for dropped in ["GEO", "PRIORITY", "CREATED", "VALARM"] { #expect(!text.contains(dropped)) }
    // It settles to the same times.
    #expect(lines(redaction.store) == lines(loaded.store))
    #expect(lines(redaction.store).count == 4)
  }

  /// The remaining events settle as if the files never had the others.
  @Test func asIfItNeverWas() {
    var random = SeededGenerator(seed: 20_261_103)
    func load(_ files: [[[String]]]) -> Loaded { Loaded(files.map { calendar($0.map { TestSupport.vevent($0) }) }) }
    for _ in 0..<300 {
      var files: [[[String]]] = [[], [], []]
      var rest = files
      var events: [(uid: Int, file: Int, lines: [String])] = []
      var hidden: Set<Int> = []
      // No two versions of one event: DuplicateTests covers these.
      var known: Set<String> = []
      for number in 0..<40 {
        let uid = Int.random(in: 0..<12, using: &random)
        let day = Int.random(in: 1...6, using: &random)
        let isInstance = Bool.random(using: &random)
        let isPrivate = Int.random(in: 0..<8, using: &random) == 0
        let file = Int.random(in: 0..<3, using: &random)
        guard known.insert(isInstance ? "\(uid) \(day)" : "\(uid)").inserted else { continue }
        var lines = GateTests.vevent("N\(number)", uid: "\(uid)", day: day)
        if isInstance { lines.append("RECURRENCE-ID:2026110\(day)T090000Z") }
        if !isInstance, number % 2 == 0 { lines.append(GateTests.daily) }
        if isPrivate { lines.append("CLASS:PRIVATE") }
        if isPrivate { hidden.insert(uid) }
        events.append((uid, file, lines))
      }
      for event in events {
        files[event.file].append(event.lines)
        if !hidden.contains(event.uid) { rest[event.file].append(event.lines) }
      }
      let redaction = redact(load(files).read, under: .published, zones: TestZones.table)
      #expect(redaction.withheld == hidden.count)
      #expect(lines(redaction.store) == lines(load(rest).store))
    }
  }

  private func lines(_ store: EventStore) -> [String] {
    var report = ExpansionReport()
    let run = store.settle(range("2026-11-01", "2026-11-12"), in: .utc, report: &report)
    return run.days.indices.flatMap { day in
      run.entries(ofDay: day).map { entry in
        let occurrence = run.occurrences[Int(entry.occurrence)]
        let event = store.events[Int(occurrence.event)]
        return "\(string(run.days[day])) \(string(store.text(event.title, of: event))) \(occurrence.start)"
      }
    }
  }
}
