import Bytes
import Events
import ICalendar
import TestSupport
import Testing

/// Positions of problems.
struct PlaceTests {
  // MARK: Zones that a file defines

  /// A file with two events and the VTIMEZONE of their zone, whose STANDARD begins at line 5.
  static func file(_ standard: [String], tzid: String = "Own", daylight: [String]? = nil, hasStandard: Bool = true)
    -> [UInt8]
  {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTIMEZONE", "TZID:\(tzid)"]
    if hasStandard { lines += ["BEGIN:STANDARD"] + standard + ["END:STANDARD"] }
    if let daylight { lines += ["BEGIN:DAYLIGHT"] + daylight + ["END:DAYLIGHT"] }
    lines.append("END:VTIMEZONE")
    for uid in ["a", "b"] {
      lines += [
        "BEGIN:VEVENT", "UID:\(uid)", "DTSTART;TZID=\(tzid):20261103T090000", "EXDATE;TZID=\(tzid):20261103T090000",
        "END:VEVENT",
      ]
    }
    return Array((lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n").utf8)
  }

  static let whole = ["DTSTART:19700101T000000", "TZOFFSETFROM:+0300", "TZOFFSETTO:+0300"]
  static let floating = "; times in this zone are read as floating"

  struct Definition: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var file: [UInt8]
    var messages: [String]
    var kinds = "floating floating"

    init(_ name: String, _ file: [UInt8], _ messages: [String], isRead: Bool = false) {
      (testDescription, self.file, self.messages) = (name, file, messages)
      if isRead { kinds = "zoned zoned" }
    }
  }

  static let part = "this part of the VTIMEZONE \"Own\" has no "

  static func leftOut(_ place: String, _ property: String) -> [String] {
    ["\(place): warning: \(part)\(property) that can be read, so it is left out\(floating)"]
  }

  static let start = "DTSTART:19700101T000000"
  static let offsets = ["TZOFFSETTO:+0300", "TZOFFSETFROM:+0300"]

  static let definitions: [Definition] = [
    Definition("whole", file(whole), [], isRead: true),
    Definition("no offset", file([start, offsets[1]]), leftOut("5:1", "TZOFFSETTO")),
    Definition(
      "an offset that is none", file([start, offsets[1], "TZOFFSETTO:three"]), leftOut("8:1", "TZOFFSETTO")),
    Definition(
      "no offset before", file(["DTSTART:19700101T000000", "TZOFFSETTO:+0300"]),
      ["5:1: warning: \(part)TZOFFSETFROM that can be read; TZOFFSETTO is used instead"], isRead: true),
    Definition("no start", file(offsets), leftOut("5:1", "DTSTART")),
    Definition("a start that is none", file(offsets + ["DTSTART:1970"]), leftOut("8:1", "DTSTART")),
    Definition(
      "one part of two", file(whole, daylight: ["DTSTART:19700601T000000", "TZOFFSETFROM:+0300"]),
      ["10:1: warning: \(part)TZOFFSETTO that can be read, so it is left out"], isRead: true),
    Definition(
      "no part", file([], hasStandard: false),
      ["3:1: warning: this VTIMEZONE has neither STANDARD nor DAYLIGHT\(floating)"]),
    Definition(
      "a name that everybody knows", file(["DTSTART:19700101T000000"], tzid: "Europe/Berlin"),
      [
        "5:1: note: this part of the VTIMEZONE \"Europe/Berlin\" has no TZOFFSETTO that can be read, so it is left "
          + "out; the tz database is used"
      ], isRead: true),
  ]

  /// Reported once, at the definition, whatever the number of times in the zone.
  @Test(arguments: definitions)
  func faultsOfADefinitionAreSaidWhereItStands(_ sample: Definition) {
    let loaded = Loaded([sample.file])
    #expect(messages(loaded.diagnostics) == sample.messages)
    #expect(loaded.store.events.map { "\($0.kind)" }.joined(separator: " ") == sample.kinds)
  }

  @Test func aNameThatNothingDefinesIsSaidAtTheEvents() {
    let text = string(Self.file(Self.whole)).replacing("DTSTART;TZID=Own", with: "DTSTART;TZID=Other")
    #expect(messages(Loaded([Array(text.utf8)]).diagnostics).map { $0.prefix(4) } == ["13:1", "18:1"])
  }

  // MARK: Folded lines

  /// Physical lines of a rule, beginning with line 4, and the reported positions.
  static let folds: [(lines: [String], places: [String])] = [
    (["RRULE:FREQ=DAILY;BYX=1"], ["4:18"]),
    (["RRULE:FREQ=DAILY;", " BYX=1"], ["5:2"]),
    (["RRULE:FREQ=DAILY", " ;BYX=1"], ["5:3"]),
    (["RRULE:FREQ=DAILY;BY", " X=1"], ["4:18"]),
    (["RRULE", " :FREQ=DAILY;INTERVAL=1", "\t;BY", " DAY=MO;BYX=1"], ["7:9"]),
    (["RRULE:FREQ=DAILY;X-A=é", " ü;BYX=1"], ["5:4"]),
    (["RRULE:FREQ=DAILY;", " ", " BYX=1"], ["6:2"]),
    (["EXRULE:FREQ=DAILY;", " INTERVAL=2;BYX=1"], ["5:13"]),
    (["RRULE:FREQ=DAILY;", " X-A=1;", " X-B=2"], ["5:2", "6:2"]),
  ]

  @Test(arguments: folds.indices)
  func columnsAreThoseOfThePhysicalLine(_ index: Int) {
    let (lines, places) = Self.folds[index]
    for end in ["\r\n", "\n"] {
      let file =
        (["BEGIN:VCALENDAR", "BEGIN:VEVENT", "DTSTART:20261103T090000Z"] + lines + [
          "UID:a", "END:VEVENT", "END:VCALENDAR", "",
        ])
        .joined(separator: end)
      let found = messages(Loaded([Array(file.utf8)]).diagnostics)
      #expect(found.map { $0.split(separator: ":", maxSplits: 2)[..<2].joined(separator: ":") } == places, "\(found)")
    }
  }

  /// In files read by several threads, folds are in several parts.
  @Test func foldsOfLargeFiles() {
    let one = "BEGIN:VEVENT\r\nUID:%\r\nDTSTART:20261103T090000Z\r\nRRULE:FREQ=DAILY;\r\n BYX=1\r\nEND:VEVENT\r\n"
    let body = (0..<6_000).map { one.replacing("%", with: "\($0)") }.joined()
    let file = Array("BEGIN:VCALENDAR\r\n\(body)END:VCALENDAR\r\n".utf8)
    let document = ICalendarDocument(parsing: file, parts: 4) { count, work in
      for index in 0..<count { work(index) }
    }
    let rules = document.properties.indices.filter { document.properties[$0].name == .rrule }
    #expect(rules.count == 6_000)
    for (number, rule) in rules.enumerated() {
      let place = document.place(of: 11, in: rule)
      #expect(Int(place.line) == 6 + 6 * number && place.column == 2)
    }
  }
}
