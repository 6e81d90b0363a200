import CivilTime
import ICalendar
import TestSupport
import Testing

/// Parsing values (RFC 5545, 3.3) and parameters (3.2, RFC 6868).
struct ValueTests {
  /// A value, its meaning (`nil` for none), and whether it has the standard form.
  static let times: [(String, DateOrDateTime?, Bool)] = [
    ("20261120", .date(date("2026-11-20")), true),
    ("20261120T090000", .local(wall("2026-11-20T09:00:00")), true),
    ("20261120T090000Z", .utc(instant("2026-11-20T09:00:00Z")), true),
    ("20261120t090000z", .utc(instant("2026-11-20T09:00:00Z")), true),
    ("20261120T090060Z", .utc(instant("2026-11-20T09:00:59Z")), true),
    ("20261231T235960Z", .utc(instant("2026-12-31T23:59:59Z")), true),
    ("00010101", .date(date("0001-01-01")), true),
    ("99991231T235959Z", .utc(instant("9999-12-31T23:59:59Z")), true),
    ("20240229", .date(date("2024-02-29")), true),
    // Understood anyway.
    ("20261120T240000", .local(wall("2026-11-21T00:00:00")), false),
    ("20261120T240000Z", .utc(instant("2026-11-21T00:00:00Z")), false),
    ("20261120T0900", .local(wall("2026-11-20T09:00:00")), false),
    ("20261120T0900Z", .utc(instant("2026-11-20T09:00:00Z")), false),
    ("20261120T09", .local(wall("2026-11-20T09:00:00")), false),
    ("20261120T090000.500Z", .utc(instant("2026-11-20T09:00:00Z")), false),
    ("20261120T090000+0800", .utc(instant("2026-11-20T01:00:00Z")), false),
    ("20261120T090000-0330", .utc(instant("2026-11-20T12:30:00Z")), false),
    ("2026-11-20", .date(date("2026-11-20")), false),
    ("2026-11-20T09:00:00", .local(wall("2026-11-20T09:00:00")), false),
    ("2026-11-20T09:00", .local(wall("2026-11-20T09:00:00")), false),
    ("2026-11-20 09:00:00Z", .utc(instant("2026-11-20T09:00:00Z")), false),
    ("2026-11-20T09:00:00+08:00", .utc(instant("2026-11-20T01:00:00Z")), false),
    (" 20261120 ", .date(date("2026-11-20")), false),
    ("20261120T090000Z\t", .utc(instant("2026-11-20T09:00:00Z")), false),
    // Invalid.
    ("", nil, false),
    (" ", nil, false),
    ("T", nil, false),
    ("Z", nil, false),
    ("2026", nil, false),
    ("202611", nil, false),
    ("2026324", nil, false),
    ("202611200", nil, false),
    ("20261120T", nil, false),
    ("20261120Z", nil, false),
    ("20261120T090000ZZ", nil, false),
    ("20261120X090000", nil, false),
    ("20260229", nil, false),
    ("20261320", nil, false),
    ("20261100", nil, false),
    ("20261120T250000", nil, false),
    ("20261120T240001", nil, false),
    ("20261120T096000", nil, false),
    ("2026112O", nil, false),
    ("20261120T0900O0", nil, false),
    ("tomorrow", nil, false),
    ("20261120,20261121", nil, false),
    ("99991231T240000", nil, false),
    // Years that iCalendar can't write.
    ("-0001-01-01", nil, false),
    ("-0001-12-31T23:59:59Z", nil, false),
    ("0000-01-01T00:00:00+01:00", nil, false),
    ("２０２６１１２０", nil, false),
  ]

  @Test(arguments: times)
  func time(_ written: String, _ expected: DateOrDateTime?, _ isStandard: Bool) {
    #expect(DateOrDateTime(bytes(written)) == expected)
    #expect(DateOrDateTime.isStandard(bytes(written)) == isStandard)
    // Slices do not begin at 0.
    #expect(DateOrDateTime(bytes("x" + written)[1...]) == expected)
  }

  @Test func everyDate() throws {
    var written: [UInt8] = []
    var count = 0
    for number in stride(from: Int(date("0001-01-01").dayNumber), through: 2_932_896, by: 37) {
      let date = CivilDate(dayNumber: number)!
      written.removeAll(keepingCapacity: true)
      written.append(basic: date)
      try check(DateOrDateTime(written) == .date(date), "\(string(written))")
      count += 1
    }
    #expect(count == 98_705)
  }

  @Test func everySecondOfADay() throws {
    for second in stride(from: 0, to: 86_400, by: 7) {
      let time = CivilDateTime(date("2026-11-20"), TimeOfDay(secondOfDay: second)!)
      var written: [UInt8] = []
      written.append(basic: time)
      try check(DateOrDateTime(written) == .local(time), "\(string(written))")
      try check(
        DateOrDateTime(written + bytes("Z")) == .utc(time.instant(at: .utc)), "\(string(written))Z")
    }
  }

  static let durations: [(String, days: Int, seconds: Int64)?] = [
    ("P1D", 1, 0), ("P2W", 14, 0), ("PT1H", 0, 3_600), ("PT30M", 0, 1_800), ("PT15S", 0, 15),
    ("P15DT5H0M20S", 15, 18_020), ("P7W", 49, 0), ("-PT15M", 0, -900), ("+P1DT1H", 1, 3_600),
    ("-P1DT12H", -1, -43_200), ("P0D", 0, 0), ("PT0S", 0, 0), ("-PT0S", 0, 0),
    ("PT36H", 0, 129_600),
    ("PT90M", 0, 5_400), ("pt1h30m", 0, 5_400), (" PT1H ", 0, 3_600), ("P1W2D", 9, 0),
    ("P1DT", 1, 0),
    ("P0001D", 1, 0), ("P10000000D", 10_000_000, 0), ("PT864000000000S", 0, 864_000_000_000),
    ("PT2147483648S", 0, 2_147_483_648), ("P365000DT999999H", 365_000, 3_599_996_400),
  ]

  @Test(arguments: durations.compactMap { $0 })
  func duration(_ written: String, _ days: Int, _ seconds: Int64) {
    let expected = ICalendarDuration(days: days, seconds: seconds)
    #expect(ICalendarDuration(bytes(written)) == expected)
    #expect(expected.nominalSeconds == Int64(days) * 86_400 + seconds)
  }

  @Test(arguments: [
    "", "P", "PT", "P1", "PT1", "1D", "T1H", "P1H", "PT1D", "PT1W", "P1Y", "P1M", "P-1D", "P1D1",
    "PD",
    "P1.5D", "PT1,5H", "P1DT1HT1M", "P 1D", "PT1H 30M", "1:30", "P10000001D",
    "P99999999999999999999D",
    "P9999999W", "PT864000000001S", "-", "+", "Ｐ１Ｄ",
  ])
  func noDuration(_ written: String) { #expect(ICalendarDuration(bytes(written)) == nil) }

  static let integers: [(String, Int32?)] = [
    ("0", 0), ("7", 7), ("+7", 7), ("-7", -7), (" 7 ", 7), ("007", 7), ("2147483647", .max),
    ("-2147483648", .min), ("2147483648", nil), ("-2147483649", nil), ("99999999999999999999", nil),
    ("", nil), ("-", nil), ("+", nil), ("--7", nil), ("+-7", nil), ("-+7", nil), ("++7", nil),
    ("7-", nil),
    ("1.0", nil), ("1e3", nil), ("seven", nil), ("0x10", nil), ("1 2", nil),
  ]

  @Test(arguments: integers) func integer(_ written: String, _ expected: Int32?) {
    #expect(iCalendarInteger(bytes(written)) == expected)
  }

  static let texts: [(String, String)] = [
    ("", ""), ("Tea", "Tea"), ("one\\ntwo", "one\ntwo"), ("one\\Ntwo", "one\ntwo"),
    ("a\\, b\\; c\\\\ d", "a, b; c\\ d"), ("a, b; c", "a, b; c"), ("\\\\n", "\\n"),
    ("\\\\\\n", "\\\n"),
    ("9\\:00", "9:00"), ("\\\"quoted\\\"", "\"quoted\""), ("C:\\temp", "C:\\temp"), ("\\", "\\"),
    ("a\\", "a\\"), ("\\t", "\\t"), ("\\茶", "\\茶"), ("茶\\n🫖", "茶\n🫖"),
  ]

  @Test(arguments: texts) func text(_ text: String, _ expected: String) {
    #expect(written { $0.append(unescaping: bytes(text)) } == expected)
  }

  static let escapes: [(String, String)] = [
    ("Tea", "Tea"), ("a, b; c\\ d", "a\\, b\\; c\\\\ d"), ("one\ntwo", "one\\ntwo"),
    ("one\r\ntwo", "one\\ntwo"), ("one\rtwo", "one\\ntwo"),
    ("one\n\ntwo\r\n\r\n", "one\\n\\ntwo\\n\\n"),
    ("one\n\rtwo", "one\\n\\ntwo"), ("a\tb", "a\tb"), ("a\u{0}\u{1B}\u{7F}b", "ab"),
    ("9:00 \"x\"", "9:00 \"x\""),
  ]

  @Test(arguments: escapes) func escape(_ text: String, _ expected: String) {
    #expect(written { $0.append(escapingText: bytes(text)) } == expected)
  }

  @Test func escapesUndoEachOther() throws {
    try withRandom(2_000) { random in
      let text = (0..<random.int(0...12)).map { _ in
        random.pick(["\\", ",", ";", ":", "\"", "n", "N", "\n", "t", "é"])
      }
      .joined()
      var escaped: [UInt8] = []
      escaped.append(escapingText: bytes(text))
      var plain: [UInt8] = []
      plain.append(unescaping: escaped)
      try checkEqual(string(plain), text)
    }
  }

  /// Parameters as written, a name, and the value read.
  static let parameters: [(String, StaticString, String?)] = [
    ("", "TZID", nil),
    (";VALUE=DATE;TZID=X", "CN", nil),
    (";X=\"TZID=Y\"", "TZID", nil),
    (";X=\";TZID=Y\"", "TZID", nil),
    (";TZID=Europe/Berlin", "TZID", "Europe/Berlin"),
    (";tzid=Europe/Berlin", "TZID", "Europe/Berlin"),
    (";TZID=\"Europe/Berlin\"", "TZID", "Europe/Berlin"),
    (";TZID= Europe/Berlin ", "TZID", "Europe/Berlin"),
    ("; TZID =X", "TZID", "X"),
    (";VALUE=DATE;TZID=X", "TZID", "X"),
    (";VALUE=DATE;TZID=X", "VALUE", "DATE"),
    (";CN=\"A; B: C\";ROLE=CHAIR", "CN", "A; B: C"),
    (";CN=\"A; B: C\";ROLE=CHAIR", "ROLE", "CHAIR"),
    (";CN=", "CN", ""),
    (";CN", "CN", ""),
    (";CN=\"\"", "CN", ""),
    (";MEMBER=\"a\",\"b\"", "MEMBER", "a"),
    (";CN=A, B", "CN", "A, B"),
    (";;CN=A", "CN", "A"),
    (";CN=A=B", "CN", "A=B"),
    (";CN=A;CN=B", "CN", "A"),
    // RFC 6868.
    (";CN=George Herman ^'Babe^' Ruth", "CN", "George Herman \"Babe\" Ruth"),
    (";CN=one^ntwo", "CN", "one\ntwo"),
    (";CN=a^^b", "CN", "a^b"),
    (";CN=a^^nb", "CN", "a^nb"),
    (";CN=^^^n^'", "CN", "^\n\""),
    (";CN=a^b", "CN", "a^b"),
    (";CN=a^N", "CN", "a^N"),
    (";CN=a^", "CN", "a^"),
    (";CN=\"a^'b:c\"", "CN", "a\"b:c"),
  ]

  @Test(arguments: parameters)
  func parameter(_ written: String, _ name: StaticString, _ expected: String?) {
    let document = inCalendar("X\(written):value\r\n")
    let property = document.properties[0]
    #expect(document.parameter(name, of: property).map { string($0) } == expected)
    #expect(document.hasParameters(property) == !written.isEmpty)
    #expect(string(document.value(property)) == "value")
  }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension StaticString: @retroactive CustomTestStringConvertible {
  public var testDescription: String { description }
}
