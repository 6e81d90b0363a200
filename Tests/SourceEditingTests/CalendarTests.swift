import Testing

@testable import SourceEditing

/// One event's lines before and after an edit; new values of SEQUENCE and the like are in all of them.
struct CalendarCase: Sendable, CustomTestStringConvertible {
  var name: String
  var before: String
  var edit: Edit
  var after: String

  var testDescription: String { name }
}

private let stamp = "SEQUENCE:1\nLAST-MODIFIED:20261121T120000Z\nDTSTAMP:20261121T120000Z"
/// Nine to ten in UTC, as Shanghai sees it.
private let nine = ("2026-11-03T17:00:00+08:00", "2026-11-03T18:00:00+08:00")
private let ten = ("2026-11-03T18:00:00+08:00", "2026-11-03T19:00:00+08:00")
/// Nine to ten in Berlin.
private let berlin = ("2026-11-03T16:00:00+08:00", "2026-11-03T17:00:00+08:00")

private func calendar(_ lines: String) -> String {
  "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:a\n\(lines)\nEND:VEVENT\nEND:VCALENDAR\n"
}

@Suite("Single events of .ics files")
struct CalendarTests {
  static let cases: [CalendarCase] = [
    CalendarCase(
      name: "UTC stays UTC", before: "DTSTART:20261103T090000Z\nDTEND:20261103T100000Z",
      edit: Edit(was: nine, new: ten),
      after: "DTSTART:20261103T100000Z\n\(stamp)\nDTEND:20261103T110000Z"),
    CalendarCase(
      name: "a zone stays, and parameters", before: "DTSTART;TZID=Europe/Berlin;X-A=b:20261103T090000\nDURATION:PT1H",
      edit: Edit(was: berlin, new: nine),
      after: "DTSTART;TZID=Europe/Berlin;X-A=b:20261103T100000\n\(stamp)\nDURATION:PT1H"),
    CalendarCase(
      name: "another length", before: "DTSTART:20261103T090000Z\nDURATION:PT1H",
      edit: Edit(was: nine, new: ("2026-11-03T17:00:00+08:00", "2026-11-03T18:45:00+08:00")),
      after: "DTSTART:20261103T090000Z\n\(stamp)\nDURATION:PT1H45M"),
    CalendarCase(
      name: "floating stays floating", before: "DTSTART:20261103T170000\nDTEND:20261103T180000",
      edit: Edit(was: nine, new: ten),
      after: "DTSTART:20261103T180000\n\(stamp)\nDTEND:20261103T190000"),
    CalendarCase(
      name: "an end in another zone stays there",
      before: "DTSTART;TZID=Europe/Berlin:20261103T100000\nDTEND:20261103T100000Z",
      edit: Edit(was: nine, new: ten),
      after: "DTSTART;TZID=Europe/Berlin:20261103T110000\n\(stamp)\nDTEND:20261103T110000Z"),
    CalendarCase(
      name: "a date without an end", before: "DTSTART;VALUE=DATE:20261103",
      edit: Edit(was: ("2026-11-03", "2026-11-04"), new: ("2026-11-05", "2026-11-06")),
      after: "DTSTART;VALUE=DATE:20261105\n\(stamp)"),
    CalendarCase(
      name: "a date becomes two", before: "DTSTART;VALUE=DATE:20261103",
      edit: Edit(was: ("2026-11-03", "2026-11-04"), new: ("2026-11-03", "2026-11-05")),
      after: "DTSTART;VALUE=DATE:20261103\nDTEND;VALUE=DATE:20261105\n\(stamp)"),
    CalendarCase(
      name: "a time becomes a date",
      before: "DTSTART;TZID=Europe/Berlin:20261103T090000\nDTEND;TZID=Europe/Berlin:20261103T100000",
      edit: Edit(was: berlin, new: ("2026-11-03", "2026-11-04")),
      after: "DTSTART;VALUE=DATE:20261103\n\(stamp)\nDTEND;VALUE=DATE:20261104"),
    CalendarCase(
      name: "a date becomes a time", before: "DTSTART;VALUE=DATE:20261103\nDURATION:P1D",
      edit: Edit(was: ("2026-11-03", "2026-11-04"), new: nine),
      after: "DTSTART:20261103T090000Z\n\(stamp)\nDURATION:PT1H"),
    CalendarCase(
      name: "only the title",
      before: "DTSTART:20261103T090000Z\nDTEND:20261103T100000Z\nSUMMARY;LANGUAGE=en:Old\nSEQUENCE:7",
      edit: Edit(was: nine, new: nine, title: "New; one, two\n\\"),
      after:
        "DTSTART:20261103T090000Z\nLAST-MODIFIED:20261121T120000Z\nDTSTAMP:20261121T120000Z\nDTEND:20261103T100000Z\n"
        + "SUMMARY;LANGUAGE=en:New\\; one\\, two\\n\\\\\nSEQUENCE:8"
    ),
    CalendarCase(
      name: "a place and a description, and what would contradict them",
      before:
        "DTSTART:20261103T090000Z\nDTEND:20261103T100000Z\nLOCATION;ALTREP=\"http://a;b\";LANGUAGE=de:Saal\nGEO:1;2\n"
        + "DESCRIPTION:Old\nX-ALT-DESC;FMTTYPE=text/html:<p>Old</p>\nSEQUENCE:7",
      edit: Edit(was: nine, new: nine, location: "Hall, 1", description: ""),
      after:
        "DTSTART:20261103T090000Z\nLAST-MODIFIED:20261121T120000Z\nDTSTAMP:20261121T120000Z\nDTEND:20261103T100000Z\n"
        + "LOCATION;LANGUAGE=de:Hall\\, 1\nSEQUENCE:8"
    ),
    CalendarCase(
      name: "the second of two equal times is said in UTC",
      before: "DTSTART;TZID=Europe/Berlin:20261024T090000\nDTEND;TZID=Europe/Berlin:20261024T100000",
      edit: Edit(
        was: ("2026-10-24T07:00:00Z", "2026-10-24T08:00:00Z"), new: ("2026-10-25T01:30:00Z", "2026-10-25T02:30:00Z")),
      after: "DTSTART:20261025T013000Z\n\(stamp)\nDTEND:20261025T023000Z"),
    CalendarCase(
      name: "nothing changes, nothing is written", before: "DTSTART:20261103T090000Z\nDTEND:20261103T100000Z",
      edit: Edit(was: nine, new: nine),
      after: "DTSTART:20261103T090000Z\nDTEND:20261103T100000Z"),
    CalendarCase(
      name: "a series by a day",
      before:
        "DTSTART:20261103T090000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20261201T090000Z\n"
        + "EXDATE:20261110T090000Z,20261117T090000Z",
      edit: Edit(
        original: "20261124T090000Z", was: ("2026-11-24T17:00:00+08:00", "2026-11-24T18:00:00+08:00"),
        new: ("2026-11-25T18:00:00+08:00", "2026-11-25T19:00:00+08:00")),
      after:
        "DTSTART:20261104T100000Z\n\(stamp)\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;BYDAY=WE;UNTIL=20261202T100000Z\n"
        + "EXDATE:20261111T100000Z,20261118T100000Z"
    ),
    CalendarCase(
      name: "a series by the wall, over a changed clock",
      before: "DTSTART;TZID=Europe/Berlin:20261020T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=20",
      edit: Edit(original: "20261103T080000Z", was: berlin, new: nine),
      after: "DTSTART;TZID=Europe/Berlin:20261020T100000\n\(stamp)\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=20"),
    CalendarCase(
      name: "an instance removed, in the form of DTSTART",
      before: "DTSTART;TZID=Europe/Berlin:20261103T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=20\nSUMMARY:x",
      edit: Edit(
        scope: "this", original: "20261105T080000Z", was: ("2026-11-05T16:00:00+08:00", "2026-11-05T17:00:00+08:00")),
      after:
        "DTSTART;TZID=Europe/Berlin:20261103T090000\n\(stamp)\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=20\n"
        + "EXDATE;TZID=Europe/Berlin:20261105T090000\nSUMMARY:x"
    ),
    CalendarCase(
      name: "an instance set apart",
      before: "DTSTART;VALUE=DATE:20261103\nRRULE:FREQ=DAILY;COUNT=20\nEXDATE;VALUE=DATE:20261104\nX-A:b",
      edit: Edit(
        scope: "this", original: "20261105", was: ("2026-11-05", "2026-11-06"), new: ("2026-11-06", "2026-11-07"),
        title: "Later"),
      after:
        "DTSTART;VALUE=DATE:20261103\nRRULE:FREQ=DAILY;COUNT=20\nEXDATE;VALUE=DATE:20261104\nX-A:b\nEND:VEVENT\n"
        + "BEGIN:VEVENT\nUID:a\n"
        + "DTSTART;VALUE=DATE:20261106\nRECURRENCE-ID;VALUE=DATE:20261105\nSUMMARY:Later\n\(stamp)\nX-A:b"),
    CalendarCase(
      name: "from an instance on",
      before: "DTSTART;VALUE=DATE:20261103\nRRULE:FREQ=DAILY;COUNT=20\nEXDATE;VALUE=DATE:20261104,20261108",
      edit: Edit(
        scope: "future", original: "20261106", was: ("2026-11-06", "2026-11-07"), new: ("2026-11-07", "2026-11-08")),
      after:
        "DTSTART;VALUE=DATE:20261103\n\(stamp)\nRRULE:FREQ=DAILY;UNTIL=20261105\nEXDATE;VALUE=DATE:20261104,20261108\n"
        + "END:VEVENT\nBEGIN:VEVENT\nUID:new-uid\n"
        + "DTSTART;VALUE=DATE:20261107\n\(stamp)\nRRULE:FREQ=DAILY;COUNT=17\nEXDATE;VALUE=DATE:20261109"),
    CalendarCase(
      name: "an instance set apart at the second of two equal times is said in UTC",
      before: "DTSTART;TZID=Europe/Berlin:20261018T023000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=6",
      edit: Edit(
        scope: "this", original: "20261025T003000Z", was: ("2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"),
        new: ("2026-10-25T01:30:00Z", "2026-10-25T02:30:00Z")),
      after:
        "DTSTART;TZID=Europe/Berlin:20261018T023000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=6\nEND:VEVENT\n"
        + "BEGIN:VEVENT\nUID:a\nDTSTART:20261025T013000Z\nRECURRENCE-ID;TZID=Europe/Berlin:20261025T023000\n"
        + "\(stamp)\nDURATION:PT1H"),
    CalendarCase(
      name: "from an instance on whose time clocks skip: its series keeps that time",
      before: "DTSTART;TZID=Europe/Berlin:20270327T023000\nDURATION:PT30M\nRRULE:FREQ=DAILY;COUNT=4\nSUMMARY:S",
      edit: Edit(
        scope: "future", original: "20270328T013000Z", was: ("2027-03-28T01:30:00Z", "2027-03-28T02:00:00Z"),
        new: ("2027-03-28T01:30:00Z", "2027-03-28T02:00:00Z"), title: "T"),
      after:
        "DTSTART;TZID=Europe/Berlin:20270327T023000\n\(stamp)\nDURATION:PT30M\n"
        + "RRULE:FREQ=DAILY;UNTIL=20270328T012959Z\nSUMMARY:S\nEND:VEVENT\nBEGIN:VEVENT\nUID:new-uid\n"
        + "DTSTART;TZID=Europe/Berlin:20270328T023000\n\(stamp)\nDURATION:PT30M\nRRULE:FREQ=DAILY;COUNT=3\nSUMMARY:T"),
    CalendarCase(
      name: "all, by an instance whose time clocks skip: to where it was put",
      before: "DTSTART;TZID=Europe/Berlin:20270327T023000\nDURATION:PT30M\nRRULE:FREQ=DAILY;COUNT=4",
      edit: Edit(
        original: "20270328T013000Z", was: ("2027-03-28T01:30:00Z", "2027-03-28T02:00:00Z"),
        new: ("2027-03-28T03:30:00Z", "2027-03-28T04:00:00Z")),
      after: "DTSTART;TZID=Europe/Berlin:20270327T053000\n\(stamp)\nDURATION:PT30M\nRRULE:FREQ=DAILY;COUNT=4"),
    CalendarCase(
      name: "all to a time that clocks skip on one of its days",
      before: "DTSTART;TZID=Europe/Berlin:20270328T013000\nDURATION:PT30M\nRRULE:FREQ=DAILY;COUNT=4",
      edit: Edit(
        original: "20270328T233000Z", was: ("2027-03-28T23:30:00Z", "2027-03-29T00:00:00Z"),
        new: ("2027-03-29T00:30:00Z", "2027-03-29T01:00:00Z")),
      after: "DTSTART;TZID=Europe/Berlin:20270328T023000\n\(stamp)\nDURATION:PT30M\nRRULE:FREQ=DAILY;COUNT=4"),
    CalendarCase(
      name: "several weekdays of every other week by whole weeks",
      before: "DTSTART:20261102T090000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=8",
      edit: Edit(
        original: "20261118T090000Z", was: ("2026-11-18T09:00:00Z", "2026-11-18T10:00:00Z"),
        new: ("2026-12-02T09:00:00Z", "2026-12-02T10:00:00Z")),
      after:
        "DTSTART:20261116T090000Z\n\(stamp)\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=8"),
    CalendarCase(
      name: "ended",
      before: "DTSTART:20261103T170000\nDURATION:PT1H\nRRULE:FREQ=DAILY\nRDATE:20261104T200000,20261120T200000",
      edit: Edit(
        scope: "future", original: "20261106T170000", was: ("2026-11-06T17:00:00+08:00", "2026-11-06T18:00:00+08:00")),
      after:
        "DTSTART:20261103T170000\n\(stamp)\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20261106T165959\n"
        + "RDATE:20261104T200000"
    ),
  ]

  @Test("An edit changes only the lines that it must", arguments: cases)
  func exactly(_ sample: CalendarCase) throws {
    let result = try sample.edit.apply(to: crlf(calendar(sample.before)))
    #expect(text(result.bytes) == calendar(sample.after))
    // The same in a file with bare line feeds, byte for byte.
    let bare = try sample.edit.apply(to: Array(calendar(sample.before).utf8))
    #expect(String(decoding: bare.bytes ?? [], as: UTF8.self) == calendar(sample.after))
  }

  @Test("Moving a series moves the RECURRENCE-ID of its overrides")
  func overrides() throws {
    let series = "DTSTART:20261103T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=9\nSUMMARY:s"
    func apart(_ original: String, _ start: String, _ stamp: String = "") -> String {
      "\nEND:VEVENT\nBEGIN:VEVENT\nUID:a\nRECURRENCE-ID:\(original)\nDTSTART:\(start)\(stamp)\nDURATION:PT1H\nSUMMARY:s"
    }
    let before = calendar(
      series + apart("20261104T090000Z", "20261104T090000Z") + apart("20261105T090000Z", "20261105T150000Z"))
    let result = try Edit(original: "20261103T090000Z", was: nine, new: ten).apply(to: crlf(before))
    let after = calendar(
      series.replacing("T090000Z", with: "T100000Z\n\(stamp)")
        + apart("20261104T100000Z", "20261104T100000Z", "\n\(stamp)")
        + apart("20261105T100000Z", "20261105T150000Z", "\n\(stamp)"))
    #expect(text(result.bytes) == after)
  }

  @Test(
    "Moving a series whose rule names other days is refused, and the message suggests one instance",
    arguments: [
      "RRULE:FREQ=WEEKLY;BYDAY=TU,TH", "RRULE:FREQ=MONTHLY;BYDAY=1TU", "RRULE:FREQ=MONTHLY;BYMONTHDAY=3,17",
      "RRULE:FREQ=YEARLY;BYYEARDAY=307",
    ])
  func refused(_ rule: String) {
    let edit = Edit(
      original: "20261103T090000Z", was: nine, new: ("2026-11-04T17:00:00+08:00", "2026-11-04T18:00:00+08:00"))
    let error = #expect(throws: EditError.self) {
      try edit.apply(to: crlf(calendar("DTSTART:20261103T090000Z\nDURATION:PT1H\n\(rule)")))
    }
    #expect(error?.kind == .impossible)
    #expect(error?.message.contains("\"this\"") == true)
  }

  @Test("A folded line is replaced whole, and a long new line is folded between characters")
  func folds() throws {
    let before = "DTSTART;TZID=Europe/\n Berlin:2026110\n 3T090000\nDURATION:PT1H\nSUMMARY:old\n  folded"
    let result = try Edit(was: berlin, new: nine, title: String(repeating: "ä", count: 40)).apply(
      to: crlf(calendar(before)))
    let summary = "SUMMARY:" + String(repeating: "ä", count: 33) + "\n " + String(repeating: "ä", count: 7)
    #expect(
      text(result.bytes) == calendar("DTSTART;TZID=Europe/Berlin:20261103T100000\n\(stamp)\nDURATION:PT1H\n\(summary)"))
  }

  @Test("The second of two equal local times is written in UTC")
  func converted() throws {
    // Shanghai's clocks went back that night. The file defines the zone under another name.
    let zone =
      "BEGIN:VTIMEZONE\nTZID:Asia/Shanghai\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0800\n"
      + "TZOFFSETTO:+0800\nEND:STANDARD\nEND:VTIMEZONE\n"
    func file(_ lines: String) -> String { calendar(lines).replacing("BEGIN:VEVENT", with: zone + "BEGIN:VEVENT") }
    let result = try Edit(was: ("1990-09-16", "1990-09-17"), new: ("1990-09-15T17:30:00Z", "1990-09-15T18:30:00Z"))
      .apply(to: crlf(file("DTSTART;VALUE=DATE:19900916\nDURATION:P1D")))
    #expect(text(result.bytes) == file("DTSTART:19900915T173000Z\n\(stamp)\nDURATION:PT1H"))
  }

  @Test("A part split off into a file of its own takes VTIMEZONEs along, but no other component")
  func companion() throws {
    let zone =
      "BEGIN:VTIMEZONE\nTZID:X\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0000\nTZOFFSETTO:+0000\n"
      + "BEGIN:X-WITHIN\nX-A:a\nEND:X-WITHIN\nEND:STANDARD\nEND:VTIMEZONE\n"
    let thing = "BEGIN:X-THING\nX-A:b\nBEGIN:X-INNER\nEND:X-INNER\nEND:X-THING\nBEGIN:VTODO\nUID:t\nEND:VTODO\n"
    func file(_ lines: String, _ others: String = "") -> String {
      calendar(lines).replacing("BEGIN:VEVENT", with: zone + others + "BEGIN:VEVENT")
    }
    let series = "DTSTART:20261103T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=4\nBEGIN:VALARM\nEND:VALARM"
    let at = ("2026-11-05T17:00:00+08:00", "2026-11-05T18:00:00+08:00")
    let split = try Edit(scope: "future", original: "20261105T090000Z", was: at, new: at, title: "T")
      .apply(to: crlf(file(series, thing)), isInFolder: true)
    #expect(
      text(split.companion)
        == file(
          "DTSTART:20261105T090000Z\nSUMMARY:T\n\(stamp)\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2\n"
            + "BEGIN:VALARM\nEND:VALARM"
        ).replacing("UID:a", with: "UID:new-uid"))
    #expect(text(split.bytes).contains(thing))
    // Other components keep their file.
    let removed = try Edit(original: "20261103T090000Z", was: nine).apply(
      to: crlf(file(series, thing)), isInFolder: true)
    #expect(text(removed.bytes).contains(thing))
    let gone = try Edit(original: "20261103T090000Z", was: nine).apply(to: crlf(file(series)), isInFolder: true)
    #expect(gone.bytes == nil)
    // The contents of a component without an end are unknown.
    let open = file(series, thing).replacing("END:VTODO\n", with: "")
    let error = #expect(throws: EditError.self) {
      try Edit(scope: "future", original: "20261105T090000Z", was: at, new: at, title: "T")
        .apply(to: crlf(open), isInFolder: true)
    }
    #expect(error?.kind == .impossible && error?.message.contains("fix") == true)
  }

  @Test("In a folder, splitting a series makes a second file")
  func folder() throws {
    let file = crlf(calendar("DTSTART:20261103T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=4"))
    let split = try Edit(
      scope: "future", original: "20261105T090000Z", was: ("2026-11-05T17:00:00+08:00", "2026-11-05T18:00:00+08:00"),
      new: ("2026-11-05T18:00:00+08:00", "2026-11-05T19:00:00+08:00")
    ).apply(to: file, isInFolder: true)
    #expect(
      text(split.bytes)
        == calendar("DTSTART:20261103T090000Z\n\(stamp)\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20261105T085959Z"))
    #expect(
      text(split.companion)
        == calendar("DTSTART:20261105T100000Z\n\(stamp)\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2").replacing(
          "UID:a", with: "UID:new-uid"))
    let removed = try Edit(original: "20261103T090000Z", was: nine).apply(to: file, isInFolder: true)
    #expect(removed.bytes == nil)
  }
}
