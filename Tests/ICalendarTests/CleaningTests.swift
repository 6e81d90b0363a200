import Bytes
import ICalendar
import TestSupport
import Testing

/// Texts that are not UTF-8, or contain forbidden characters: pages, feeds and messages get only clean text.
struct CleaningTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var value: [UInt8]
    var expected: String
    var said: String?

    init(_ name: String, _ value: [UInt8], _ expected: String, _ said: String? = nil) {
      testDescription = name
      self.value = value
      self.expected = expected
      self.said = said
    }
  }

  static let control = "warning: control characters or U+FFFE, here for the first time, are left out; remove them"
  static let damaged = "warning: bytes that are not UTF-8, here, are read as U+FFFD; save the file as UTF-8"
  static let windows = "note: bytes that are not UTF-8, here, are read as Windows-1252 (Latin-1)"

  static let cases = [
    Case("ASCII", bytes("Tea ~!"), "Tea ~!"),
    Case("two, three and four bytes", bytes("é茶🫖"), "é茶🫖"),
    Case(
      "the edges of UTF-8",
      bytes("\u{A0}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFD}\u{10000}\u{10FFFF}"),
      "\u{A0}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFD}\u{10000}\u{10FFFF}"),
    Case("a tab", bytes("a\tb"), "a\tb"),
    Case("Latin-1", [0x4B, 0xE4, 0x73, 0x65], "Käse", windows),
    Case("Latin-1 at the end", [0x63, 0x61, 0x66, 0xE9], "café", windows),
    Case("a lone continuation", [0x61, 0x80, 0x62], "a€b", windows),
    Case("a lone continuation beside UTF-8", bytes("é") + [0x80, 0x62], "é\u{FFFD}b", damaged),
    Case("a sequence cut short", [0xE8, 0x8C, 0x61], "\u{FFFD}a", damaged),
    Case("a sequence cut short at the end", [0x61, 0xF0, 0x9F, 0xAB], "a\u{FFFD}", damaged),
    Case("overlong", bytes("éé") + [0xC0, 0xAF], "éé\u{FFFD}\u{FFFD}", damaged),
    Case("a surrogate", bytes("ééé") + [0xED, 0xA0, 0x80], "ééé\u{FFFD}\u{FFFD}\u{FFFD}", damaged),
    Case(
      "beyond U+10FFFF", bytes("éééé") + [0xF4, 0x90, 0x80, 0x80], "éééé\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", damaged),
    Case("U+FFFE", bytes("a") + [0xEF, 0xBF, 0xBE] + bytes("b"), "ab", control),
    Case("NUL", [0x61, 0x00, 0x62], "ab", control),
    Case("escape", bytes("\u{1B}[31mred"), "[31mred", control),
    Case("a carriage return", bytes("a\rATTACH:b"), "aATTACH:b", control),
    Case("delete", bytes("a\u{7F}"), "a", control),
    Case("U+0085", bytes("a\u{85}b"), "ab", control),
  ]

  @Test(arguments: cases) func cleaning(_ expected: Case) throws {
    // Other lines are UTF-8.
    let text =
      lines(["BEGIN:VCALENDAR", "X-BEFORE:éèê"]) + bytes("SUMMARY;X=y:") + expected.value
      + lines(["", "LOCATION:Büro", "BEGIN:X-É", "A:b", "END:X-É", "END:VCALENDAR"])
    let document = ICalendarDocument(parsing: text)
    try document.checkInvariants()
    #expect(
      document.drawing == [
        "1 VCALENDAR", "  2 X-BEFORE:éèê", "  3 SUMMARY;X=y:" + expected.expected,
        "  4 LOCATION:Büro",
        "  5 X-É", "    6 A:b",
      ])
    #expect(messages(document.diagnostics) == (expected.said.map { ["3:1: " + $0] } ?? []))
    #expect(document.parameter("X", of: document.properties[1]) == bytes("y"))
  }

  @Test func eachKindIsSaidOnce() {
    let line: [UInt8] = bytes("A:") + [0x00, 0xFF, 0x01, 0xFE] + bytes("\r\n")
    let document = ICalendarDocument(parsing: lines(["BEGIN:VCALENDAR"]) + line + line + line)
    #expect(
      document.properties.map { string(document.value($0)) } == [
        "ÿþ", "ÿþ", "ÿþ",
      ])
    #expect(
      messages(document.diagnostics).filter { !$0.contains("VCALENDAR") } == [
        "2:1: " + CleaningTests.control,
        "2:1: note: bytes that are not UTF-8, here and in lines 3, 4, are read as Windows-1252 (Latin-1)",
      ])
  }

  /// Each line is read by itself: one of another encoding changes no other.
  @Test func linesAreDecidedOneByOne() {
    let latin: [UInt8] = bytes("B:M") + [0xFC] + bytes("ller\r\n")
    let damaged: [UInt8] = bytes("A:Müller aus K") + [0xC3] + bytes("ln\r\n")
    let good = bytes("C:Größe\r\n")
    let file = lines(["BEGIN:VCALENDAR"]) + good + latin + damaged + good + latin + lines(["END:VCALENDAR"])
    let document = ICalendarDocument(parsing: file)
    #expect(
      document.properties.map { string(document.value($0)) } == [
        "Größe", "Müller", "Müller aus K\u{FFFD}ln", "Größe", "Müller",
      ])
    #expect(
      messages(document.diagnostics) == [
        "3:1: note: bytes that are not UTF-8, here and in line 6, are read as Windows-1252 (Latin-1)",
        "4:1: " + CleaningTests.damaged,
      ])
    let many = ICalendarDocument(
      parsing: lines(["BEGIN:VCALENDAR"]) + (0..<9).flatMap { _ in latin } + lines(["END:VCALENDAR"]))
    #expect(messages(many.diagnostics)[0].contains("here and in lines 3, 4, 5, 6 and 4 more, are read"))
  }

  /// A file whose letters beyond ASCII are not UTF-8 is one of Windows-1252, of which Latin-1 is a part.
  @Test(arguments: [
    (bytes("M") + [0xFC] + bytes("ller"), "Müller"), ([0x80, 0x20, 0x93, 0x41, 0x94, 0x85], "€ “A”…"),
    ([0xC4, 0xD6, 0xDC, 0xDF], "ÄÖÜß"), ([0x61, 0x81, 0x62], "a\u{FFFD}b"), ([0xE9, 0xA0, 0x3F], "é\u{A0}?"),
  ])
  func windows1252(_ value: [UInt8], _ expected: String) throws {
    let text =
      lines(["BEGIN:VCALENDAR"]) + bytes("SUMMARY;X=y:") + value + lines(["", "LOCATION:Here", "END:VCALENDAR"])
    let document = ICalendarDocument(parsing: text)
    try document.checkInvariants()
    #expect(document.drawing == ["1 VCALENDAR", "  2 SUMMARY;X=y:" + expected, "  3 LOCATION:Here"])
    #expect(messages(document.diagnostics) == ["2:1: " + CleaningTests.windows])
  }

  @Test func whatIsSkippedIsNotMended() {
    let noise = [UInt8](repeating: 0xFF, count: 1_000)
    let document = ICalendarDocument(parsing: noise + bytes("\r\n") + noise)
    #expect(document.properties.isEmpty && document.diagnostics.all.count == 1)
  }

  /// Swift's own decoding is the oracle.
  @Test func randomValues() throws {
    let alphabet: [UInt8] = [
      0x20, 0x41, 0x7E, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED,
      0xEE,
      0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF,
    ]
    try withRandom(2_000) { random in
      let values = (0..<3).map { _ in random.bytes(random.int(0...20), from: alphabet) }
      // A line with more letters than flaws is UTF-8.
      let letters = String(repeating: "é", count: 20)
      let text = values.flatMap { bytes("SUMMARY:" + letters) + $0 + bytes("\r\n") }
      let document = ICalendarDocument(
        parsing: bytes("BEGIN:VCALENDAR\r\n") + text + bytes("END:VCALENDAR\r\n"))
      for (property, value) in zip(document.properties, values) {
        let decoded = String(decoding: value, as: UTF8.self).unicodeScalars.compactMap { scalar in
          switch scalar.value {
          case 0x80...0x9F, 0xFFFE, 0xFFFF: nil as String?
          default: String(scalar)
          }
        }.joined()
        try checkEqual(string(document.value(property)), letters + decoded, "\(value)")
      }
    }
  }
}
