import Testing

@testable import SourceEditing

struct ListCase: Sendable, CustomTestStringConvertible {
  var before: String
  var edit: Edit
  var after: String

  var testDescription: String { before }
}

private let nine = ("2026-11-03T17:00:00+08:00", "2026-11-03T18:00:00+08:00")
private let ten = ("2026-11-03T18:00:00+08:00", "2026-11-03T19:00:00+08:00")

@Suite("Events of events.json")
struct ListTests {
  static let cases: [ListCase] = [
    ListCase(
      before: #"{"uid":"a","start":"2026-11-03T09:00:00Z","end":"2026-11-03T10:00:00Z"}"#,
      edit: Edit(was: nine, new: ten),
      after: #"{"uid":"a","start":"2026-11-03T10:00:00Z","end":"2026-11-03T11:00:00Z"}"#),
    ListCase(
      before: #"{ "uid" : "a" , "startDate" :1793696400, "range": 3600 }"#,
      edit: Edit(was: nine, new: ten, title: "T\"\n"),
      after: #"{ "uid" : "a" , "startDate" :1793700000, "range": 3600 , "title" : "T\"\n" }"#),
    ListCase(
      before: #"{"uid":"a","tz":"Europe/Berlin","start":"2026-11-03 10:00","end":"2026-11-03T11:00:00"}"#,
      edit: Edit(was: nine, new: ten),
      after: #"{"uid":"a","tz":"Europe/Berlin","start":"2026-11-03 11:00","end":"2026-11-03T12:00:00"}"#),
    ListCase(
      before: #"{"uid":"a","start":"2026-11-03T10:00+01:00","end":"2026-11-03T11:00+01:00"}"#,
      edit: Edit(was: nine, new: ("2026-11-03", "2026-11-05")),
      after: #"{"uid":"a","start":"2026-11-03","end":"2026-11-05"}"#),
    ListCase(
      before: #"{"uid":"a","start":"2026-11-03","allDay":true,"title":"x"}"#,
      edit: Edit(was: ("2026-11-03", "2026-11-04"), new: nine),
      after: #"{"uid":"a","start":"2026-11-03T17:00+08:00","end":"2026-11-03T18:00+08:00","allDay":false,"title":"x"}"#),
    ListCase(
      before:
        #"{"uid":"a","start":"2026-11-03T17:00","end":"2026-11-03T18:00","rrule":"FREQ=DAILY;COUNT=5","exdates":["2026-11-04"]}"#,
      edit: Edit(
        scope: "this", original: "20261105T170000", was: ("2026-11-05T17:00:00+08:00", "2026-11-05T18:00:00+08:00")),
      after:
        #"{"uid":"a","start":"2026-11-03T17:00","end":"2026-11-03T18:00","rrule":"FREQ=DAILY;COUNT=5","exdates":["2026-11-04", "2026-11-05T17:00"]}"#
    ),
    ListCase(
      before: #"{"uid":"a","start":"2026-11-03T17:00","end":"2026-11-03T18:00","rrule":"FREQ=DAILY;COUNT=5"}"#,
      edit: Edit(
        scope: "this", original: "20261105T170000", was: ("2026-11-05T17:00:00+08:00", "2026-11-05T18:00:00+08:00"),
        new: ten),
      after:
        #"{"uid":"a","start":"2026-11-03T17:00","end":"2026-11-03T18:00","rrule":"FREQ=DAILY;COUNT=5","exdates":["2026-11-05T17:00"]}, {"uid":"new-uid","start":"2026-11-03T18:00","end":"2026-11-03T19:00"}"#
    ),
    ListCase(
      before:
        #"{"uid":"a","start":"2026-11-03","rrule":"FREQ=WEEKLY;BYDAY=TU;UNTIL=20261201","exdates":["2026-11-10","2026-11-24"]}"#,
      edit: Edit(
        scope: "future", original: "20261117", was: ("2026-11-17", "2026-11-18"), new: ("2026-11-18", "2026-11-19")),
      after:
        #"{"uid":"a","start":"2026-11-03","rrule":"FREQ=WEEKLY;BYDAY=TU;UNTIL=20261116","exdates":["2026-11-10","2026-11-24"]}, "#
        + #"{"uid":"new-uid","start":"2026-11-18","rrule":"FREQ=WEEKLY;BYDAY=WE;UNTIL=20261202","exdates":["2026-11-25"]}"#
    ),
    ListCase(before: #"{"uid":"a","start":"2026-11-03T09:00:00Z","range":3600}"#, edit: Edit(was: nine), after: ""),
  ]

  @Test("Exactly the values that must change do", arguments: cases)
  func exactly(_ sample: ListCase) throws {
    let result = try sample.edit.apply(to: Array("[\(sample.before)]\n".utf8), path: "events.json")
    #expect(text(result.bytes) == "[\(sample.after)]\n")
  }

  @Test("An event goes with its comma, whichever it is", arguments: [0, 1, 2])
  func removed(_ place: Int) throws {
    func object(_ uid: String) -> String { "{\"uid\":\"\(uid)\",\"start\":\"2026-11-03T09:00:00Z\",\"range\":3600}" }
    var uids = ["b", "c"]
    let after = "[\n  " + uids.map(object).joined(separator: ",\n  ") + "\n]\n"
    uids.insert("a", at: place)
    let before = "[\n  " + uids.map(object).joined(separator: ",\n  ") + "\n]\n"
    #expect(text(try Edit(was: nine).apply(to: Array(before.utf8), path: "events.json").bytes) == after)
  }

  @Test(
    "A new event is written in the manner of the last",
    arguments: [
      (
        "[]",
        "[\n  {\n    \"uid\": \"u\",\n    \"title\": \"T\",\n    \"start\": \"2026-11-03T17:00\",\n    \"end\": \"2026-11-03T18:00\",\n    \"tz\": \"Asia/Shanghai\"\n  }\n]"
      ),
      (
        "[{\"start\":\"2026-11-03\"}]\n",
        "[{\"start\":\"2026-11-03\"}, {\"uid\":\"u\", \"title\":\"T\", \"start\":\"2026-11-03T17:00\", \"end\":\"2026-11-03T18:00\", \"tz\":\"Asia/Shanghai\"}]\n"
      ),
    ])
  func created(_ before: String, _ after: String) throws {
    let source = ReadSource(Array(before.utf8), path: "events.json", zones: zones)
    let made = try ListEdit.creating(
      span(nine.0, nine.1), Array("T".utf8), uid: Array("u".utf8), in: source, view: shanghai, isNamed: true)
    #expect(text(made) == after)
  }

  @Test("What is no whole list is left alone", arguments: ["", "{}", "[{},]", "[{} {}]", "[{}] x", "[{\"a\":}]"])
  func broken(_ file: String) {
    #expect(throws: EditError.self) { try ListText(Array(file.utf8), path: "events.json") }
  }
}
