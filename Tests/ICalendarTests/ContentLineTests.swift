import Bytes
import ICalendar
import TestSupport
import Testing

/// Content lines and components: well-formed, unusual and broken ones, and their diagnostics.
struct ContentLineTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var drawing, messages: [String]

    init(_ name: String, _ text: String, _ drawing: [String], _ messages: [String] = []) {
      testDescription = name
      self.text = text
      self.drawing = drawing
      self.messages = messages
    }
  }

  /// Each within a VCALENDAR whose BEGIN is line 1; only its contents are shown.
  static let lines = [
    Case("a property", "SUMMARY:Tea\r\n", ["2 SUMMARY:Tea"]),
    Case("an empty value", "SUMMARY:\r\n", ["2 SUMMARY:"]),
    Case("a colon in a value", "URL:https://a.example/\r\n", ["2 URL:https://a.example/"]),
    Case("a lower-case name", "summary:Tea\r\n", ["2 summary:Tea"]),
    Case("a name with a group", "item1.SUMMARY:Tea\r\n", ["2 item1.SUMMARY:Tea"]),
    Case("bare LF", "SUMMARY:Tea\nUID:1\n", ["2 SUMMARY:Tea", "3 UID:1"]),
    Case("CR CR LF", "SUMMARY:Tea\r\r\nUID:1\r\r\n", ["2 SUMMARY:Tea", "3 UID:1"]),
    Case("empty lines", "\r\n\r\nSUMMARY:Tea\r\n\n\nUID:1\r\n", ["4 SUMMARY:Tea", "7 UID:1"]),
    Case("a space before the colon", "SUMMARY :Tea\r\n", ["2 SUMMARY :Tea"]),
    Case("a space before parameters", "SUMMARY ;LANGUAGE=en:Tea\r\n", ["2 SUMMARY ;LANGUAGE=en:Tea"]),
    Case("a fold with a space", "SUMMARY:Tea\r\n  time\r\nUID:1\r\n", ["2 SUMMARY:Tea time", "4 UID:1"]),
    Case("folds in a row", "SUMMARY:T\r\n e\r\n \r\n a\r\nUID:1\r\n", ["2 SUMMARY:Tea", "6 UID:1"]),
    Case("a fold with a tab", "SUMMARY:Tea\r\n\ttime\r\n", ["2 SUMMARY:Teatime"]),
    Case("a fold with bare LF", "SUMMARY:Te\n a\n", ["2 SUMMARY:Tea"]),
    Case("a fold with CR CR LF", "SUMMARY:Te\r\r\n a\r\r\n", ["2 SUMMARY:Tea"]),
    Case("a fold in the name", "SUM\r\n MARY:Tea\r\n", ["2 SUMMARY:Tea"]),
    Case("a fold before the colon", "SUMMARY\r\n :Tea\r\n", ["2 SUMMARY:Tea"]),
    Case("a tab in a value", "SUMMARY:a\tb\r\n", ["2 SUMMARY:a\tb"]),
    Case(
      "quoted parameters with colons and semicolons",
      "ATTENDEE;CN=\"A: B; C\";DIR=\"ldap://x\":mailto:a@b.example\r\n",
      ["2 ATTENDEE;CN=\"A: B; C\";DIR=\"ldap://x\":mailto:a@b.example"]),
    Case("a quotation mark in a value", "SUMMARY:say \"tea\r\n", ["2 SUMMARY:say \"tea"]),
    Case(
      "an unclosed quote", "ATTENDEE;CN=\"A B:mailto:a@b.example\r\nUID:1\r\n",
      ["2 ATTENDEE;CN=\"A B:mailto:a@b.example", "3 UID:1"],
      ["2:1: warning: a parameter's quotation mark is not closed; read up to the first colon"]),
    Case(
      "an unclosed quote without a colon", "ATTENDEE;CN=\"A B\r\nUID:1\r\n", ["3 UID:1"],
      ["2:1: error: a property without a colon and value; the line is skipped"]),
    Case(
      "parameters without a colon", "ATTENDEE;CN=A\r\nUID:1\r\n", ["3 UID:1"],
      ["2:1: error: a property without a colon and value; the line is skipped"]),
    Case(
      "a line without a colon", "SUMMARY Tea\r\nUID:1\r\n", ["3 UID:1"],
      [
        "2:1: warning: not a property: \"SUMMARY Tea\" is skipped (a continued line begins with a "
          + "space, a new one with NAME:)"
      ]),
    Case(
      "a text broken without a fold", "DESCRIPTION:one\r\ntwo\r\nUID:1\r\n",
      ["2 DESCRIPTION:one", "4 UID:1"],
      [
        "3:1: warning: not a property: \"two\" is skipped (a continued line begins with a space, a new "
          + "one with NAME:)"
      ]),
    Case(
      "a line without a name", ":Tea\r\nUID:1\r\n", ["3 UID:1"],
      [
        "2:1: warning: not a property: \":Tea\" is skipped (a continued line begins with a space, a new "
          + "one with NAME:)"
      ]),
    Case("nothing but spaces", "UID:1\r\n\r\n \t \r\nSUMMARY:Tea\r\n", ["2 UID:1", "5 SUMMARY:Tea"]),
    Case("components in any case", "begin:vevent\r\nuid:1\r\nEnd:VEvent\r\n", ["2 vevent", "  3 uid:1"]),
    Case(
      "spaces around a component's name", "BEGIN: VEVENT \r\nUID:1\r\nEND:VEVENT\t\r\n",
      ["2 VEVENT", "  3 UID:1"]),
    Case(
      "properties after a nested component",
      "BEGIN:VEVENT\r\nUID:1\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nEND:VALARM\r\nBEGIN:VALARM\r\n"
        + "END:VALARM\r\nSUMMARY:Tea\r\nEND:VEVENT\r\n",
      [
        "2 VEVENT", "  3 UID:1", "  4 VALARM", "    5 ACTION:DISPLAY", "  7 VALARM",
        "  9 SUMMARY:Tea",
      ]),
    Case(
      "components unknown to RFC 5545",
      "BEGIN:X-BOX\r\nBEGIN:VEVENT\r\nUID:1\r\nEND:VEVENT\r\nX-A;B=c:d\r\nEND:X-BOX\r\n",
      ["2 X-BOX", "  3 VEVENT", "    4 UID:1", "  6 X-A;B=c:d"]),
    Case(
      "END without BEGIN", "END:VEVENT\r\nUID:1\r\n", ["3 UID:1"],
      ["2:1: warning: END:\"VEVENT\" has no BEGIN and is skipped"]),
    Case(
      "no END between events",
      "BEGIN:VEVENT\r\nUID:1\r\nBEGIN:VEVENT\r\nUID:2\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:3\r\n"
        + "END:VEVENT\r\n",
      ["2 VEVENT (broken)", "  3 UID:1", "4 VEVENT", "  5 UID:2", "7 VEVENT", "  8 UID:3"],
      ["2:1: error: the component begun here has no END and is skipped; is the file cut off?"]),
    Case(
      "no END of an alarm",
      "BEGIN:VEVENT\r\nUID:1\r\nBEGIN:VALARM\r\nTRIGGER:PT0S\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\n"
        + "UID:2\r\nEND:VEVENT\r\n",
      [
        "2 VEVENT", "  3 UID:1", "  4 VALARM (broken)", "    5 TRIGGER:PT0S", "7 VEVENT",
        "  8 UID:2",
      ],
      ["4:1: error: the component begun here has no END and is skipped; is the file cut off?"]),
    Case(
      "no END of an alarm, nor of its event",
      "BEGIN:VEVENT\r\nUID:1\r\nBEGIN:VALARM\r\nBEGIN:VEVENT\r\nUID:2\r\nEND:VEVENT\r\n",
      ["2 VEVENT (broken)", "  3 UID:1", "  4 VALARM (broken)", "5 VEVENT", "  6 UID:2"],
      [
        "4:1: error: the component begun here has no END and is skipped; is the file cut off?",
        "2:1: error: the component begun here has no END and is skipped; is the file cut off?",
      ]),
    Case(
      "no END of a zone",
      "BEGIN:VTIMEZONE\r\nTZID:X\r\nBEGIN:STANDARD\r\nBEGIN:VEVENT\r\nUID:1\r\nEND:VEVENT\r\n",
      ["2 VTIMEZONE (broken)", "  3 TZID:X", "  4 STANDARD (broken)", "5 VEVENT", "  6 UID:1"],
      [
        "4:1: error: the component begun here has no END and is skipped; is the file cut off?",
        "2:1: error: the component begun here has no END and is skipped; is the file cut off?",
      ]),
  ]

  @Test(arguments: lines) func line(_ expected: Case) throws {
    let document = inCalendar(expected.text)
    try document.checkInvariants()
    #expect(
      document.drawing == ["1 VCALENDAR"] + expected.drawing.map { "  " + $0 })
    #expect(messages(document.diagnostics) == expected.messages)
  }

  static let noCalendar =
    "1:1: warning: there is no BEGIN:VCALENDAR in the file; is it an iCalendar file?"

  /// Whole files.
  static let files = [
    Case("nothing", "", [], [noCalendar]),
    Case("line ends only", "\r\n\n\r\n", [], [noCalendar]),
    Case("a byte order mark", "\u{FEFF}BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", ["1 VCALENDAR"]),
    Case("a byte order mark only", "\u{FEFF}", [], [noCalendar]),
    Case("no line end at the end", "BEGIN:VCALENDAR\r\nUID:1\r\nEND:VCALENDAR", ["1 VCALENDAR", "  2 UID:1"]),
    Case(
      "another kind of file", "<!DOCTYPE html>\r\n<p>Not: here</p>\r\nA:b\r\n", [],
      ["1:1: error: text outside BEGIN:VCALENDAR is skipped; is this an iCalendar file?"]),
    Case(
      "text around a calendar", "hello\r\nBEGIN:VCALENDAR\r\nEND:VCALENDAR\r\nUID:1\r\n",
      ["2 VCALENDAR"],
      ["1:1: error: text outside BEGIN:VCALENDAR is skipped; is this an iCalendar file?"]),
    Case(
      "two calendars in a file",
      "BEGIN:VCALENDAR\r\nUID:1\r\nEND:VCALENDAR\r\n\r\nBEGIN:VCALENDAR\r\nUID:2\r\nEND:VCALENDAR\r\n",
      ["1 VCALENDAR", "  2 UID:1", "5 VCALENDAR", "  6 UID:2"]),
    Case(
      "no END of the calendar", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nEND:VEVENT\r\n",
      ["1 VCALENDAR", "  2 VEVENT", "    3 UID:1"],
      ["1:1: warning: VCALENDAR has no END:VCALENDAR; is the file cut off?"]),
    Case(
      "no END of the last event", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\n",
      ["1 VCALENDAR", "  2 VEVENT (broken)", "    3 UID:1"],
      [
        "2:1: error: the component begun here has no END and is skipped; is the file cut off?",
        "1:1: warning: VCALENDAR has no END:VCALENDAR; is the file cut off?",
      ]),
    Case(
      "a calendar that was cut off, and another",
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nBEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:2\r\n"
        + "END:VEVENT\r\nEND:VCALENDAR\r\n",
      [
        "1 VCALENDAR", "  2 VEVENT (broken)", "    3 UID:1", "    4 VCALENDAR", "      5 VEVENT",
        "        6 UID:2",
      ],
      [
        "2:1: error: the component begun here has no END and is skipped; is the file cut off?",
        "1:1: warning: VCALENDAR has no END:VCALENDAR; is the file cut off?",
      ]),
    Case("an event without a calendar", "BEGIN:VEVENT\r\nUID:1\r\nEND:VEVENT\r\n", ["1 VEVENT", "  2 UID:1"]),
  ]

  @Test(arguments: files) func file(_ expected: Case) throws {
    let document = ICalendarDocument(parsing: bytes(expected.text))
    try document.checkInvariants()
    #expect(document.drawing == expected.drawing)
    #expect(messages(document.diagnostics) == expected.messages)
  }

  /// A fold may stand anywhere, even within a character (RFC 5545, 3.1).
  @Test func foldsAtEveryByte() throws {
    let line = bytes("SUMMARY;X=\"ü:\":Käse 茶 🫖 e\u{301}")
    try withEvery("fold before byte", in: 1..<line.count) { place in
      try withEvery("line end", in: ["\r\n", "\n", "\r\r\n"]) { end in
        for space in [" ", "\t"] {
          var text = bytes("BEGIN:VCALENDAR\r\n")
          text += line[..<place] + bytes(end + space) + line[place...]
          text += bytes("\r\nUID:1\r\nEND:VCALENDAR\r\n")
          let document = ICalendarDocument(parsing: text)
          try checkEqual(
            document.drawing, ["1 VCALENDAR", "  2 " + string(line), "  4 UID:1"], "drawing")
          try checkEqual(messages(document.diagnostics), [], "messages")
        }
      }
    }
  }

  @Test func folds() throws {
    // Any text, folded anywhere and any number of times, reads the same.
    try withRandom(300) { random in
      var line = bytes("DESCRIPTION:")
      for _ in 0..<random.int(0...60) {
        line += bytes(random.pick(["a", ":", ";", "\"", "\\n", "é", "茶", "🫖", "\t", " "]))
      }
      var text = bytes("BEGIN:VCALENDAR\r\n")
      for (index, byte) in line.enumerated() {
        if index > 0, random.once(in: 4) {
          text += bytes(random.pick(["\r\n ", "\n\t", "\r\n\t", "\n "]))
        }
        text.append(byte)
      }
      text += bytes("\r\nEND:VCALENDAR\r\n")
      let document = ICalendarDocument(parsing: text)
      try checkEqual(document.properties.map { string(document.line($0)) }, [string(line)])
    }
  }

  @Test func propertiesInAnyCaseAreKnown() {
    let document = inCalendar(
      "dtStart:20261120\r\nDTSTART2:x\r\nX-wr-CalName:Home\r\nrecurrence-id:1\r\n")
    #expect(document.properties.map(\.name) == [.dtstart, .other, .xWRCalname, .recurrenceID])
  }
}
