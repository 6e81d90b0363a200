import Bytes
import ICalendar
import TestSupport
import Testing

/// Files that are truncated, too deep, too long, or not calendars.
struct BrokenFileTests {
  /// Three events with folds, parameters, an alarm and a zone.
  static let good = calendar([
    [
      "BEGIN:VTIMEZONE", "TZID:Custom", "BEGIN:STANDARD", "DTSTART:19700101T000000",
      "TZOFFSETFROM:+0100", "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE",
    ],
    vevent(
      "UID:1", "DTSTART;TZID=Custom:20261120T090000", "SUMMARY:Käse\\, and a long",
      "  text 茶\\nwith folds"),
    vevent(
      "UID:2", "DTSTART:20261120T090000Z", "BEGIN:VALARM", "TRIGGER;RELATED=END:-PT5M",
      "END:VALARM",
      "ATTENDEE;CN=\"A: B\";PARTSTAT=ACCEPTED:mailto:a@b.example"),
    vevent("UID:3", "DTSTART;VALUE=DATE:20261120"),
  ])

  @Test func cutOffAtEveryByte() throws {
    for lineEnd in ["\r\n", "\n"] {
      let text = bytes(string(BrokenFileTests.good).replacing("\r\n", with: lineEnd))
      // Where each event is whole: after its END:VEVENT.
      let mark = bytes("END:VEVENT")
      let ends = text.indices.filter { text[$0...].starts(with: mark) }.map { $0 + mark.count }
      #expect(ends.count == 3)
      try withEvery("cut at", in: 0...text.count) { cut in
        let document = ICalendarDocument(parsing: Array(text[..<cut]))
        try document.checkInvariants()
        let whole = ends.count { $0 <= cut }
        try checkEqual(document.wholeEvents, ["1", "2", "3"].prefix(whole).map { $0 }, "events")
        let isWhole = cut >= text.count - lineEnd.utf8.count
        try check(
          document.diagnostics.isEmpty == isWhole, "said: \(messages(document.diagnostics))")
      }
    }
  }

  @Test func aHoleAnywhere() throws {
    let text = BrokenFileTests.good
    try withRandom(400) { random in
      let low = random.int(0...text.count)
      let high = min(text.count, low + random.int(0...200))
      let document = ICalendarDocument(parsing: Array(text[..<low] + text[high...]))
      try document.checkInvariants()
    }
  }

  @Test func randomBytes() throws {
    let pieces =
      [
        "BEGIN:", "END:", "VCALENDAR", "VEVENT", "VALARM", "\r\n", "\n", "\r", " ", "\t", ":", ";",
        "=",
        "\"", "A", "-", "\u{FEFF}", "é", "\\", "BEGIN:VCALENDAR\r\n", "BEGIN:VEVENT\r\n",
        "END:VEVENT\r\n",
        "UID:1\r\n", "^", "\0",
      ].map { bytes($0) } + [[0xFF], [0x80], [0xE2, 0x80]]
    try withRandom(3_000) { random in
      var text: [UInt8] = []
      for _ in 0..<random.int(0...60) {
        text += random.once(in: 12) ? [UInt8(random.int(0...255))] : random.pick(pieces)
      }
      let document = ICalendarDocument(parsing: text)
      do { try document.checkInvariants() } catch { throw Failure("\(error) of \(text)") }
    }
  }

  @Test func fiftyThousandDeep() throws {
    let depth = 50_000
    var text = lines(["BEGIN:VCALENDAR"])
    for _ in 0..<depth { text += bytes("BEGIN:X\r\n") }
    text += bytes("A:deep\r\n")
    for _ in 0..<depth { text += bytes("END:X\r\n") }
    text += lines(vevent("UID:1") + ["END:VCALENDAR"])
    let document = ICalendarDocument(parsing: text)
    try document.checkInvariants()
    #expect(document.wholeEvents == ["1"])
    #expect(document.components.count == ICalendarLimits.nesting + 1)
    #expect(document.properties.count == 1)
    #expect(
      messages(document.diagnostics) == [
        "33:1: error: components are nested more than 32 deep; the inner ones are skipped"
      ])
  }

  @Test func fiftyThousandDeepWithoutEnd() throws {
    var text = lines(["BEGIN:VCALENDAR"] + vevent("UID:1"))
    for _ in 0..<50_000 { text += bytes("BEGIN:X\r\n") }
    let document = ICalendarDocument(parsing: text)
    try document.checkInvariants()
    #expect(document.wholeEvents == ["1"])
    #expect(document.diagnostics.all.count == 1 + ICalendarLimits.nesting)
  }

  @Test func aLineOfTwentyMegabytes() {
    let length = 20 << 20
    var text = lines(["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1"])
    text += bytes("ATTACH;ENCODING=BASE64;VALUE=BINARY:")
    text += [UInt8](repeating: .ascii("A"), count: length)
    text += bytes("\r\n") + lines(["SUMMARY:Tea", "END:VEVENT", "END:VCALENDAR"])
    let document = ICalendarDocument(parsing: text)
    #expect(document.diagnostics.isEmpty)
    #expect(document.wholeEvents == ["1"])
    #expect(document.value(document.properties[1]).count == length)
    #expect(document.first(.summary, of: 1).map { string(document.value($0)) } == "Tea")
  }

  @Test func aLineBeyondTheLimit() {
    var text = lines(["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1"])
    text += bytes("ATTACH:") + [UInt8](repeating: .ascii("A"), count: ICalendarLimits.lineLength)
    text += bytes("\r\n") + lines(["SUMMARY:Tea", "END:VEVENT", "END:VCALENDAR"])
    let document = ICalendarDocument(parsing: text)
    #expect(document.wholeEvents == ["1"])
    #expect(document.properties.map(\.name) == [.uid, .summary])
    #expect(
      messages(document.diagnostics) == ["4:1: error: a line is longer than 64 MiB and is skipped"])
  }

  @Test func aThousandProblemsAreEnough() {
    let text = [String](repeating: "no property", count: 1_500)
    let document = ICalendarDocument(parsing: lines(["BEGIN:VCALENDAR"] + text + ["END:VCALENDAR"]))
    #expect(document.diagnostics.all.count == Diagnostics.limit)
    #expect(document.diagnostics.leftOut == 500)
  }
}
