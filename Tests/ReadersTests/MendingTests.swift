import Bytes
import Events
import ICalendar
import TestSupport
import Testing

@testable import Readers

/// Properties that do not have the form of RFC 5545: what is meant, or nothing.
struct MendingTests {
  /// A property, and what it is read as: `nil` for the same, an empty text for nothing.
  static let lines: [(String, String?)] = [
    // Texts of vCalendar, and references of HTML.
    ("SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Altpapier f=C3=BCr, alle", "SUMMARY:Altpapier für\\, alle"),
    ("SUMMARY;CHARSET=ISO-8859-1;ENCODING=quoted-printable;LANGUAGE=de:f=FCr", "SUMMARY;LANGUAGE=de:für"),
    ("DESCRIPTION;ENCODING=QUOTED-PRINTABLE:a=0D=0Ab", "DESCRIPTION:a\\nb"),
    ("SUMMARY;ENCODING=QUOTED-PRINTABLE:Caf=C3=A9\\, Berlin", "SUMMARY:Café\\, Berlin"),
    ("CATEGORIES;ENCODING=QUOTED-PRINTABLE:A\\,B,C", "CATEGORIES:A\\,B,C"),
    ("SUMMARY;ENCODING=QUOTED-PRINTABLE:a=+Ab=EF=BF=BE=C2=85c", "SUMMARY:a+Abc"), ("SUMMARY:a&#xFFFE;b", "SUMMARY:ab"),
    ("SUMMARY;ENCODING=QUOTED-PRINTABLE:f=E4", "SUMMARY:fä"), ("LOCATION;ENCODING=BASE64:w4lkZW4=", "LOCATION:Éden"),
    ("CATEGORIES;ENCODING=QUOTED-PRINTABLE:a,=C3=A4", "CATEGORIES:a,ä"), ("SUMMARY;ENCODING=BASE64:!!", "SUMMARY:!!"),
    ("SUMMARY;ENCODING=8BIT:f", nil), ("SUMMARY;CHARSET=UTF-8:f", nil),
    ("SUMMARY:Caf&eacute; &amp; more; R&D", "SUMMARY:Café & more\\; R&D"), ("SUMMARY:a &b\\; c", nil),
    ("SUMMARY:x &#39;", "SUMMARY:x '"), ("CATEGORIES:a &amp; b,c", "CATEGORIES:a & b,c"),
    ("DESCRIPTION:a &amp; b", nil),
    ("SUMMARY:", nil),
    // Times.
    ("DTSTART;VALUE=:20261105T180000Z", "DTSTART:20261105T180000Z"),
    ("DTSTART;VALUE=DATE:20261122T000000", "DTSTART;VALUE=DATE:20261122"),
    ("DTSTART;VALUE=DATE:20261122T000000Z", "DTSTART;VALUE=DATE:20261122"),
    ("DTEND;TZID=Europe/Berlin;VALUE=DATE:20261122T000000", "DTEND;VALUE=DATE:20261122"),
    ("DTSTART;VALUE=DATE:20261122T093000", "DTSTART:20261122T093000"),
    ("DTSTART;VALUE=DATE-TIME:20261122", "DTSTART;VALUE=DATE:20261122"), ("DTSTART;VALUE=DATE:20261122", nil),
    ("DTSTART;VALUE=TEXT:20261122T093000", "DTSTART:20261122T093000"),
    ("DTSTART;TZID=:20261122T093000", "DTSTART:20261122T093000"),
    ("DTSTART:soon", nil), ("RDATE:", ""), ("EXDATE;VALUE=DATE:", ""),
    ("EXDATE:20261122T093000Z;20261129T093000Z", "EXDATE:20261122T093000Z,20261129T093000Z"),
    ("EXDATE;VALUE=PERIOD:20261122T093000", nil),
    ("CREATED:20260101", "CREATED:20260101T000000Z"),
    ("DTSTAMP;TZID=Europe/Berlin:20260101T090000", "DTSTAMP:20260101T090000Z"),
    ("LAST-MODIFIED:2026-01-01T00:00:00Z", "LAST-MODIFIED:20260101T000000Z"), ("CREATED:today", ""),
    ("CREATED:20260101T000000Z", nil),
    // Lengths.
    ("DURATION:PT1D", "DURATION:P1D"), ("DURATION:PT1D2H", "DURATION:P1DT2H"), ("DURATION:P1W2DT1H", "DURATION:P9DT1H"),
    ("DURATION:P1W", nil), ("DURATION:pt45m", "DURATION:PT45M"), ("DURATION:P", "DURATION:PT0S"), ("DURATION:P1H", nil),
    ("DURATION:1:30", nil), ("DURATION:PT1H30S", "DURATION:PT1H0M30S"),
    // Numbers and words.
    ("SEQUENCE:one", nil), ("SEQUENCE: 3", "SEQUENCE:3"), ("SEQUENCE:-1", ""), ("SEQUENCE:99999999999", nil),
    ("SEQUENCE;VALUE=TEXT:3", "SEQUENCE:3"), ("STATUS;VALUE=TEXT:CONFIRMED", "STATUS:CONFIRMED"), ("SEQUENCE:3", nil),
    ("PRIORITY:10", ""), ("PRIORITY:high", ""), ("PRIORITY:9", nil),
    ("GEO:51.33,6.52", "GEO:51.33;6.52"), ("GEO:53.36\\;-1.47", "GEO:53.36;-1.47"),
    ("GEO:51.33; 6.52", "GEO:51.33;6.52"),
    ("GEO:51.33;6.52", nil), ("GEO:here", ""), ("GEO:91;1", ""), ("GEO:1;181", ""), ("GEO:51.33", ""),
    ("GEO:1e1;2", ""),
    ("TRANSP:FREE", ""), ("TRANSP:transparent", nil), ("STATUS:BUSY", nil),
    ("STATUS;ENCODING=BASE64:CONFIRMED", "STATUS:CONFIRMED"),
    ("CLASS;VALUE=INTEGER:PRIVATE", "CLASS:PRIVATE"), ("CLASS:", "CLASS:PRIVATE"), ("UID: ", ""),
    ("UID;ENCODING=BASE64:a", "UID:a"),
    ("RELATED-TO:", ""), ("RELATED-TO;VALUE=URI:a", "RELATED-TO:a"), ("STATUS: CONFIRMED ", "STATUS:CONFIRMED"),
    ("SUMMARY: a ", nil),
    ("DTSTART:20261112t140000z", "DTSTART:20261112T140000Z"), ("DTSTART:2026-11-12T14:00:00", nil),
    ("DUE:20261112", ""),
    ("COMPLETED:20261112T140000Z", ""), ("REQUEST-STATUS:2.0;Success", nil), ("REQUEST-STATUS:ok", ""),
    ("REQUEST-STATUS:2;x", ""), ("REQUEST-STATUS;VALUE=TEXT:2.0;Success", "REQUEST-STATUS:2.0;Success"),
    // Addresses.
    ("URL:www.example.org", "URL:https://www.example.org"),
    ("URL:https\\://example.org/a\\,b", "URL:https://example.org/a,b"),
    ("URL:https://example.org/a b", "URL:https://example.org/a%20b"),
    ("URL:see https://example.org/a today", "URL:https://example.org/a"),
    ("URL:see the notice", ""), ("URL:", ""),
    ("URL:https://example.org/ö?a={b}", "URL:https://example.org/ö?a=%7bb%7d"),
    ("URL:https://example.org/?a=1&b=2#c", nil), ("ATTACH:CID:part1@example.org", nil), ("ATTACH:a.txt", ""),
    ("ATTACH;VALUE=BINARY;ENCODING=BASE64:aGVsbG8=", nil),
    ("ATTACH;ENCODING=BASE64:aGVsbG8=", "ATTACH;ENCODING=BASE64;VALUE=BINARY:aGVsbG8="),
    ("ATTACH;ENCODING=BASE64;VALUE=BINARY:aGVsbG8", ""),
    ("ATTACH;ENCODING=BASE64;VALUE=BINARY:https://example.org/a", "ATTACH:https://example.org/a"),
    ("CONFERENCE;VALUE=URI:tel:+1-23", nil),
    ("ATTENDEE:bob@example.org", "ATTENDEE:mailto:bob@example.org"),
    ("ATTENDEE;CN=Bob:MAILTO:", "ATTENDEE;CN=Bob:invalid:nomail"),
    ("ATTENDEE:MAILTO: bob@example.org", "ATTENDEE:MAILTO:bob@example.org"),
    ("ATTENDEE:<bob@example.org>", "ATTENDEE:mailto:bob@example.org"),
    ("ATTENDEE:mailto:c@e.org?subject=Re:%20x", nil), ("ATTENDEE:mailto:user/room@e.org", nil),
    ("ATTENDEE:mailto:x@[IPv6:2001:db8::1]", nil),
    ("ATTENDEE:Bob <bob@example.org>", "ATTENDEE;CN=Bob:mailto:bob@example.org"),
    ("ORGANIZER:Ada Lovelace", "ORGANIZER;CN=Ada Lovelace:invalid:nomail"), ("ORGANIZER:", ""),
    ("ORGANIZER:invalid:nomail", nil),
    ("ORGANIZER:https://example.org/ada", nil), ("ORGANIZER;CN=Ada:mailto:ada@example.org", nil),
    // Parameters.
    ("ATTENDEE;RSVP=YES;CN=B:mailto:b@x.org", "ATTENDEE;CN=B:mailto:b@x.org"),
    ("ATTENDEE;PARTSTAT=:mailto:b@x.org", "ATTENDEE:mailto:b@x.org"),
    ("ATTENDEE;SENT-BY=bob:mailto:b@x.org", "ATTENDEE:mailto:b@x.org"),
    ("ATTENDEE;ROLE=X-MINE;RSVP=true:mailto:b@x.org", nil),
    ("DTSTART;TZID =Europe/Berlin:20261105T180000", "DTSTART;TZID=Europe/Berlin:20261105T180000"),
    ("DESCRIPTION;ALTREP=\"https://x.org/a|b\":x", nil), ("DESCRIPTION;ALTREP=\"page\":x", "DESCRIPTION:x"),
    ("DESCRIPTION;ALTREP=\"https://x.org/\":x", nil),
    ("EXDATE;X;TZID=A:20261109T090000", "EXDATE;TZID=A:20261109T090000"), ("DURATION;=x:PT1H", "DURATION:PT1H"),
    ("DTSTART;TZID=A;TZID=B:20261105T180000", "DTSTART;TZID=A:20261105T180000"),
    ("DTSTART;CN=a\"b\";VALUE=DATE:20261109", "DTSTART;VALUE=DATE:20261109"),
    ("ATTENDEE;CN=\"a\",b:mailto:b@x.org", nil),
    ("X-OWN;VALUE=TIME:120000", nil), ("X-OWN;VALUE=UTC-OFFSET:+0100", nil), ("X-OWN;VALUE=RECUR:FREQ=DAILY", nil),
    ("X-OWN;VALUE=PERIOD:20261105T180000Z/PT1H", nil),
    ("X-OWN;VALUE=PERIOD:20261105T180000Z/", "X-OWN:20261105T180000Z/"),
    ("X-OWN;VALUE=DURATION:P", "X-OWN:P"), ("X-OWN;VALUE=DURATION:PT5M", nil), ("X-OWN;VALUE=INTEGER:1,2", "X-OWN:1,2"),
    ("X-OWN;VALUE=X-KIND:a", nil), ("X-OWN;VALUE=:a", "X-OWN:a"), ("X-OWN;ENCODING=BASE64:a", "X-OWN:a"),
    ("X-OWN;ANY=a:b", nil),
    // Rules of vCalendar 1.0.
    ("RRULE:W1 TU #0", "RRULE:FREQ=WEEKLY;INTERVAL=1;BYDAY=TU"),
    ("RRULE:W2 TU TH #10", "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=10"),
    ("RRULE:D1 20261231T000000Z", "RRULE:FREQ=DAILY;INTERVAL=1;UNTIL=20261231T000000Z"),
    ("RRULE:MP1 1+ MO 2- FR #4", "RRULE:FREQ=MONTHLY;INTERVAL=1;BYDAY=1MO,-2FR;COUNT=4"),
    ("RRULE:MD1 15 LD #0", "RRULE:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=15,-1"),
    ("RRULE:YM1 6 7 #0", "RRULE:FREQ=YEARLY;INTERVAL=1;BYMONTH=6,7"),
    ("RRULE:YD3 100-", "RRULE:FREQ=YEARLY;INTERVAL=3;BYYEARDAY=-100;COUNT=2"), ("RRULE:W1 TU 1200 #0", nil),
    ("RRULE:nonsense", nil),
  ]

  @Test(arguments: lines)
  func lineOfAnEvent(_ written: String, _ mended: String?) {
    let document = ICalendarDocument(parsing: calendar([vevent("X-FIRST:1", written, "X-LAST:1")]))
    check(document, ["X-FIRST:1", mended ?? written, "X-LAST:1"], isChanged: mended != nil)
  }

  private func check(_ document: ICalendarDocument, _ lines: [String], isChanged: Bool) {
    let read = document.mended()
    let expected = ["VERSION:2.0", "PRODID:-//tests//EN"] + lines.filter { !$0.isEmpty }
    #expect(read.properties.map { string(read.line($0)) } == expected)
    #expect(messages(read.diagnostics).count == (isChanged ? 1 : 0))
    #expect(read.mended().text == read.text)
  }

  /// Names in small letters are sound, but not all programs know them.
  @Test func namesAreInCapitals() {
    let read = ICalendarDocument(parsing: calendar([vevent("x-own:a", "Summary:b", "dtstart:20261105T180000Z")]))
      .mended()
    #expect(
      read.properties.map { string(read.line($0)) }.dropFirst(2)
        == ["X-OWN:a", "SUMMARY:b", "DTSTART:20261105T180000Z"])
    #expect(read.diagnostics.isEmpty)
  }

  /// The trigger of an alarm, which is left out whole if it has none.
  static let triggers: [(String, String?)] = [
    ("TRIGGER;RELATED=START:P", "TRIGGER;RELATED=START:PT0S"), ("TRIGGER:PT", "TRIGGER:PT0S"),
    ("TRIGGER:-PT1D", "TRIGGER:-P1D"), ("TRIGGER:-pt5m", "TRIGGER:-PT5M"), ("TRIGGER:-PT15M", nil),
    ("TRIGGER:+P1W", nil),
    ("TRIGGER;VALUE=DATE-TIME:-PT15M", "TRIGGER:-PT15M"), ("TRIGGER;RELATED=MIDDLE:-PT15M", "TRIGGER:-PT15M"),
    ("TRIGGER:20261105T160000Z", "TRIGGER;VALUE=DATE-TIME:20261105T160000Z"),
    ("TRIGGER;VALUE=DATE-TIME:20261105T160000Z", nil), ("TRIGGER:20261105T160000", ""), ("TRIGGER:15", ""),
    ("TRIGGER:", ""),
  ]

  @Test(arguments: triggers)
  func trigger(_ written: String, _ mended: String?) {
    let alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", written, "END:VALARM"]
    let document = ICalendarDocument(parsing: calendar([vevent(["X-FIRST:1"] + alarm + ["X-LAST:1"])]))
    let read = document.mended()
    let lines = mended == "" ? [] : ["ACTION:DISPLAY", mended ?? written]
    #expect(read.properties.map { string(read.line($0)) }.dropFirst(3).dropLast() == lines[...])
    #expect(messages(read.diagnostics).isEmpty == (mended == nil))
  }

  /// Of alarms, a number of repetitions and a length.
  @Test(arguments: [
    ("REPEAT:2", "REPEAT:2"), ("REPEAT:twice", ""), ("DURATION:PT1D", "DURATION:P1D"), ("DURATION:PT5M;x", ""),
    ("DURATION: PT5M ", "DURATION:PT5M"),
    ("ACKNOWLEDGED:yes", ""),
    ("ACKNOWLEDGED:20261105", "ACKNOWLEDGED:20261105T000000Z"),
  ])
  func lineOfAnAlarm(_ written: String, _ mended: String) {
    let alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", written, "END:VALARM"]
    let read = ICalendarDocument(parsing: calendar([vevent(alarm)])).mended()
    #expect(read.properties.map { string(read.line($0)) }.dropFirst(4) == (mended.isEmpty ? [] : [mended])[...])
  }

  @Test(arguments: [
    ("TZOFFSETFROM:+5328", "TZOFFSETFROM:+005328"), ("TZOFFSETFROM:-2500", "TZOFFSETFROM:-0025"),
    ("TZOFFSETFROM:+0100", "TZOFFSETFROM:+0100"), ("TZOFFSETFROM:+9999", "TZOFFSETFROM:+9999"),
    ("TZOFFSETFROM:+05:30", "TZOFFSETFROM:+0530"), ("TZOFFSETTO:0200", "TZOFFSETTO:+0200"),
    ("TZOFFSETTO:-03", "TZOFFSETTO:-0300"),
    ("TZOFFSETTO:+2:00", "TZOFFSETTO:+2:00"), ("TZOFFSETTO:-0000", "TZOFFSETTO:-0000"),
    ("TZOFFSETTO;VALUE=INTEGER:+0100", "TZOFFSETTO:+0100"), ("RDATE:", ""),
    ("LAST-MODIFIED:20260101", "LAST-MODIFIED:20260101T000000Z"),
  ])
  func lineOfAZone(_ written: String, _ mended: String) {
    let zone = ["BEGIN:VTIMEZONE", "TZID:Z", "BEGIN:STANDARD", written, "END:STANDARD", "END:VTIMEZONE"]
    let read = ICalendarDocument(parsing: calendar([zone])).mended()
    #expect(read.properties.map { string(read.line($0)) }.dropFirst(3) == (mended.isEmpty ? [] : [mended])[...])
  }

  /// No message says what an event is about: it may be withheld.
  @Test func messagesQuoteNoTexts() {
    let secret = [
      "SUMMARY:S&eacute;cret", "LOCATION;ENCODING=BASE64:w4lkZW4=", "GEO:51.33,6.52", "URL:secret", "ORGANIZER:Ada",
      "PRIORITY:secret", "TRANSP:secret", "CREATED:secret",
    ]
    for line in secret {
      let read = ICalendarDocument(parsing: calendar([vevent(line)])).mended()
      let said = messages(read.diagnostics).joined()
      #expect(said.count > 20 && !["cret", "den", "51", "secret", "Ada"].contains { said.contains($0) }, "\(said)")
    }
  }

  /// A text of vCalendar goes on in the next line, but swallows no property.
  @Test func quotedPrintableOverLines() {
    let file = calendar([
      vevent("SUMMARY;ENCODING=QUOTED-PRINTABLE:Alt=", "papier f=C3=", "=BCr=", "CLASS:PRIVATE", "UID:1=", "UID:2")
    ])
    let read = ICalendarDocument(parsing: file).mended()
    #expect(
      read.properties.map { string(read.line($0)) }.dropFirst(2)
        == ["SUMMARY:Altpapier für", "CLASS:PRIVATE", "UID:1=", "UID:2"])
    // A line that begins with a space goes on with it.
    let spaced = calendar([vevent("SUMMARY;ENCODING=QUOTED-PRINTABLE:Hello=", " world and abc=", " dead")])
    let joined = ICalendarDocument(parsing: spaced).mended()
    #expect(string(joined.line(joined.properties[2])) == "SUMMARY:Hello world and abc dead")
    // Whatever begins with CLASS withholds.
    let classes = [
      "CLASS :PRIVATE", "CLASS", "CLASS PRIVATE", "class=PRIVATE", "CLASS\t;X=Y:PRIVATE", "\u{FEFF}CLASS:PRIVATE",
    ]
    for line in classes {
      let file = calendar([vevent("UID:1", "DTSTART:20261105", "DESCRIPTION;ENCODING=QUOTED-PRINTABLE:a=", line)])
      var read = ReadEvents()
      var diagnostics = Diagnostics()
      let index = read.add(calendar: CalendarInfo(name: bytes("a"), title: [], color: []))
      read.add(ICalendarDocument(parsing: file).mended(), to: index, zones: TestZones.table, diagnostics: &diagnostics)
      #expect(read.events[0].classification == .private, "\(line)")
    }
  }

  // MARK: UIDs

  private func uids(_ events: [[String]]) -> [String] {
    let read = ICalendarDocument(parsing: calendar(events.map { vevent($0) })).mended()
    return read.properties.map { string(read.line($0)) }.filter { $0.hasPrefix("UID") }
      .map { $0.replacing("UID;X-BUSYLIFE-UID=a:", with: "UID:") }
  }

  @Test func repeatedUIDsAreSeparated() {
    let starts = ["DTSTART:20261105T180000Z", "DTSTART:20261106T180000", "DTSTART;VALUE=DATE:20261107"]
    let events = starts.map { ["UID:a", $0] }
    #expect(uids([events[0], events[1], events[2]]) == ["UID:a", "UID:a-20261106T180000", "UID:a-20261107"])
    // Two that begin at one time are one.
    #expect(uids([events[0], events[1], events[1]]) == ["UID:a", "UID:a-20261106T180000", "UID:a-20261106T180000"])
    #expect(uids([events[0], events[0]]) == ["UID:a", "UID:a"])
    // Versions of an event are one.
    for version in ["SEQUENCE:1", "LAST-MODIFIED:20260101T000000Z"] {
      #expect(uids([events[0], events[1] + [version], events[2]]) == ["UID:a", "UID:a", "UID:a"])
    }
    #expect(uids([events[0] + ["SEQUENCE:1"], events[1] + ["SEQUENCE:1"]]) == ["UID:a", "UID:a-20261106T180000"])
    // However the UID is written.
    #expect(uids([["UID;VALUE=FOO: a ", starts[0]], ["uid:a ", starts[1]]]) == ["UID:a", "UID:a-20261106T180000"])
    // Without a UID, they differ anyway.
    #expect(uids([["UID:", starts[0]], ["UID:", starts[1]]]) == [])
  }

  /// A changed instance belongs to the part of the series that begins last before it.
  @Test func instancesFollowTheirSeries() {
    func master(_ day: String) -> [String] { ["UID:a", "DTSTART:202611\(day)T180000Z", "RRULE:FREQ=DAILY;COUNT=3"] }
    func override(_ day: String) -> [String] {
      ["UID:a", "DTSTART:202611\(day)T190000Z", "RECURRENCE-ID:202611\(day)T180000Z"]
    }
    #expect(
      uids([master("05"), master("16"), override("06"), override("17"), override("01")]) == [
        "UID:a", "UID:a-20261116T180000Z", "UID:a", "UID:a-20261116T180000Z", "UID:a",
      ])
  }
}
