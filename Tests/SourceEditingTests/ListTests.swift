import Events
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
      before: #"{"uid":"a","start":"2026-11-03T09:00Z","range":3600,"desc":"x","location":{"name" : "A","city":"B"}}"#,
      edit: Edit(was: nine, new: nine, location: "C\"", description: "y\n"),
      after: #"{"uid":"a","start":"2026-11-03T09:00Z","range":3600,"desc":"y\n","#
        + #""location":{"name" : "C\"","city":"B"}}"#),
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
      after: #"{"uid":"a","start":"2026-11-03T17:00+08:00","end":"2026-11-03T18:00+08:00","allDay":false,"title":"x"}"#
        + #""#),
    ListCase(
      before:
        #"{"uid":"a","start":"2026-11-03T17:00","end":"2026-11-03T18:00","rrule":"FREQ=DAILY;COUNT=5","#
        + #""exdates":["2026-11-04"]}"#,
      edit: Edit(
        scope: "this", original: "20261105T170000", was: ("2026-11-05T17:00:00+08:00", "2026-11-05T18:00:00+08:00")),
      after:
        #"{"uid":"a","start":"2026-11-03T17:00","end":"2026-11-03T18:00","rrule":"FREQ=DAILY;COUNT=5","#
        + #""exdates":["2026-11-04", "2026-11-05T17:00"]}"#
    ),
    ListCase(
      before: #"{"uid":"a","start":"2026-11-03T17:00","end":"2026-11-03T18:00","rrule":"FREQ=DAILY;COUNT=5"}"#,
      edit: Edit(
        scope: "this", original: "20261105T170000", was: ("2026-11-05T17:00:00+08:00", "2026-11-05T18:00:00+08:00"),
        new: ten),
      after:
        #"{"uid":"a","start":"2026-11-03T17:00","end":"2026-11-03T18:00","rrule":"FREQ=DAILY;COUNT=5","#
        + #""exdates":["2026-11-05T17:00"]}, {"uid":"new-uid","start":"2026-11-03T18:00","end":"2026-11-03T19:00"}"#
    ),
    ListCase(
      before:
        #"{"uid":"a","start":"2026-11-03","rrule":"FREQ=WEEKLY;BYDAY=TU;UNTIL=20261201","exdates":["2026-11-10","#
        + #""2026-11-24"]}"#,
      edit: Edit(
        scope: "future", original: "20261117", was: ("2026-11-17", "2026-11-18"), new: ("2026-11-18", "2026-11-19")),
      after:
        #"{"uid":"a","start":"2026-11-03","rrule":"FREQ=WEEKLY;BYDAY=TU;UNTIL=20261116","exdates":["2026-11-10","#
        + #""2026-11-24"]}, "#
        + #"{"uid":"new-uid","start":"2026-11-18","rrule":"FREQ=WEEKLY;BYDAY=WE;UNTIL=20261202","#
        + #""exdates":["2026-11-25"]}"#
    ),
    ListCase(before: #"{"uid":"a","start":"2026-11-03T09:00:00Z","range":3600}"#, edit: Edit(was: nine), after: ""),
    ListCase(
      before:
        #"{"uid":"a","tz":"Europe/Berlin","start":"2027-03-27T02:30","range":1800,"rrule":"FREQ=DAILY;COUNT=4"}"#,
      edit: Edit(
        scope: "future", original: "20270328T013000Z", was: ("2027-03-28T01:30:00Z", "2027-03-28T02:00:00Z"),
        new: ("2027-03-28T01:30:00Z", "2027-03-28T02:00:00Z"), title: "T"),
      after:
        #"{"uid":"a","tz":"Europe/Berlin","start":"2027-03-27T02:30","range":1800,"#
        + #""rrule":"FREQ=DAILY;UNTIL=20270328T012959Z"}, "#
        + #"{"uid":"new-uid","tz":"Europe/Berlin","start":"2027-03-28T02:30","range":1800,"#
        + #""rrule":"FREQ=DAILY;COUNT=3","title":"T"}"#),
    // A `duration` stays when the event is moved, and changes when it is resized; keys that have nothing to do with its
    // time stay, known or not.
    ListCase(
      before:
        ##"{"uid":"a","start":"2026-11-03T09:00:00Z","duration":"60m","color":"#2f6fde","calendar":"b","x":[1]}"##,
      edit: Edit(was: nine, new: ten),
      after:
        ##"{"uid":"a","start":"2026-11-03T10:00:00Z","duration":"60m","color":"#2f6fde","calendar":"b","x":[1]}"##),
    ListCase(
      before: #"{"uid":"a","start":"2026-11-03T09:00:00Z","duration":"60m"}"#,
      edit: Edit(was: nine, new: ("2026-11-03T17:00:00+08:00", "2026-11-03T18:30:00+08:00")),
      after: #"{"uid":"a","start":"2026-11-03T09:00:00Z","duration":"1h30m"}"#),
    ListCase(
      before: #"{"uid":"a","start":"2026-11-03T17:00","duration":"PT1H"}"#,
      edit: Edit(was: nine, new: ("2026-11-03T18:00:00+08:00", "2026-11-04T18:00:00+08:00")),
      after: #"{"uid":"a","start":"2026-11-03T18:00","duration":"PT24H"}"#),
    ListCase(
      before: #"{"uid":"a","start":"2026-11-03T09:00:00Z","duration":"1h"}"#,
      edit: Edit(was: nine, new: ("2026-11-03T17:00:00+08:00", "2026-11-03T17:00:00+08:00")),
      after: #"{"uid":"a","start":"2026-11-03T09:00:00Z","duration":"0m"}"#),
    ListCase(
      before: #"{"uid":"a","start":"2026-11-03T09:00:00Z","duration":"1h"}"#,
      edit: Edit(was: nine, new: ("2026-11-03", "2026-11-05")),
      after: #"{"uid":"a","start":"2026-11-03","duration":"2d"}"#),
    ListCase(
      before: #"{"uid":"a","start":"2026-11-03","duration":"P1D"}"#,
      edit: Edit(was: ("2026-11-03", "2026-11-04"), new: ("2026-11-05", "2026-11-08")),
      after: #"{"uid":"a","start":"2026-11-05","duration":"P3D"}"#),
    ListCase(
      before: #"{"uid":"a","start":"2026-11-03","duration":"48h"}"#,
      edit: Edit(was: ("2026-11-03", "2026-11-05"), new: ("2026-11-05", "2026-11-07")),
      after: #"{"uid":"a","start":"2026-11-05","duration":"48h"}"#),
    ListCase(
      before: #"{"uid":"a","start":"2026-11-03","duration":"1d"}"#,
      edit: Edit(was: ("2026-11-03", "2026-11-04"), new: nine),
      after: #"{"uid":"a","start":"2026-11-03T17:00+08:00","duration":"1h"}"#),
    // A calendar day stays one when clocks change.
    ListCase(
      before: #"{"uid":"a","tz":"Europe/Berlin","start":"2027-03-27T12:00","duration":"1d"}"#,
      edit: Edit(
        was: ("2027-03-27T11:00:00Z", "2027-03-28T10:00:00Z"), new: ("2027-03-25T11:00:00Z", "2027-03-26T11:00:00Z")),
      after: #"{"uid":"a","tz":"Europe/Berlin","start":"2027-03-25T12:00","duration":"1d"}"#),
    ListCase(
      before: #"{"uid":"a","tz":"Europe/Berlin","start":"2027-03-25T12:00","duration":"1d"}"#,
      edit: Edit(
        was: ("2027-03-25T11:00:00Z", "2027-03-26T11:00:00Z"), new: ("2027-03-27T11:00:00Z", "2027-03-28T11:00:00Z")),
      after: #"{"uid":"a","tz":"Europe/Berlin","start":"2027-03-27T12:00","duration":"1d1h"}"#),
    ListCase(
      before:
        #"{"uid":"a","tz":"Europe/Berlin","start":"2027-03-25T12:00","duration":"1d","rrule":"FREQ=DAILY;COUNT=9"}"#,
      edit: Edit(
        scope: "all", original: "20270327T110000Z", was: ("2027-03-27T11:00:00Z", "2027-03-28T10:00:00Z"),
        new: ("2027-03-27T12:00:00Z", "2027-03-28T11:00:00Z")),
      after:
        #"{"uid":"a","tz":"Europe/Berlin","start":"2027-03-25T13:00","duration":"1d","rrule":"FREQ=DAILY;COUNT=9"}"#),
    // The UID of a series derived from its content, which changes with it.
    ListCase(
      before: #"{"title":"a","start":"2026-11-03","rrule":"FREQ=DAILY;COUNT=9"}"#,
      edit: Edit(scope: "future", original: "20261105", was: ("2026-11-05", "2026-11-06")),
      after: #"{"title":"a","start":"2026-11-03","rrule":"FREQ=DAILY;UNTIL=20261104"}"#),
  ]

  @Test("An edit changes only the values that it must", arguments: cases)
  func exactly(_ sample: ListCase) throws {
    let file = Array("[\(sample.before)]\n".utf8)
    let source = ReadSource(file, path: "events.json", zones: zones)
    let uid = text(source.store.text(source.store.events[0].uid, of: source.store.events[0]))
    let result = try sample.edit.apply(to: file, uid: uid, path: "events.json")
    #expect(text(result.bytes) == "[\(sample.after)]\n")
  }

  @Test("Removing the first, middle or last event removes one comma", arguments: [0, 1, 2])
  func removed(_ place: Int) throws {
    func object(_ uid: String) -> String { "{\"uid\":\"\(uid)\",\"start\":\"2026-11-03T09:00:00Z\",\"range\":3600}" }
    var uids = ["b", "c"]
    let after = "[\n  " + uids.map(object).joined(separator: ",\n  ") + "\n]\n"
    uids.insert("a", at: place)
    let before = "[\n  " + uids.map(object).joined(separator: ",\n  ") + "\n]\n"
    #expect(text(try Edit(was: nine).apply(to: Array(before.utf8), path: "events.json").bytes) == after)
  }

  @Test(
    "Entries of the list that are not events are kept",
    arguments: [
      (#"[ "x", {A} ]"#, #"[ "x" ]"#), (#"[ {A}, "x" ]"#, #"[ "x" ]"#),
      (#"[ {B}, "x", {A} ]"#, #"[ {B}, "x" ]"#), (#"[{B},"x",{A},1,{B}]"#, #"[{B},"x",1,{B}]"#),
      (#"[ {A} ]"#, "[ ]"),
    ])
  func strangers(_ before: String, _ after: String) throws {
    func file(_ text: String) -> String {
      text.replacing("{A}", with: #"{"uid":"a","start":"2026-11-03T09:00:00Z","range":3600}"#).replacing(
        "{B}", with: #"{"uid":"b","start":"2026-11-04"}"#)
    }
    let edit = Edit(was: nine)
    #expect(text(try edit.apply(to: Array(file(before).utf8), path: "events.json").bytes) == file(after))
    // Problems beside an event do not concern it.
    var moved = edit
    moved.new = ten
    #expect(throws: Never.self) { try moved.apply(to: Array(file(before).utf8), path: "events.json") }
  }

  @Test("An event with a problem can't be edited until it is fixed")
  func faults() {
    let file = #"[{"uid":"a","start":"2026-11-03T09:00:00Z","range":3600,"url":7}, "x"]"#
    let error = #expect(throws: EditError.self) { try Edit(was: nine).apply(to: Array(file.utf8), path: "events.json") }
    #expect(error?.kind == .impossible && error?.message.contains("fix it") == true)
  }

  /// A handwritten array with an escape in it.
  private static let many =
    #"{"uid":"a","start":"2026-11-03","rrule":"FREQ=DAILY;COUNT=20","#
    + #""exdates": [\n    "2026-11-04",\n    "2026\u002d11-06"\n  ]}"#

  @Test(
    "An edit changes only the exdates that it must",
    arguments: [
      // One more.
      ("this", "2026-11-08", nil, #"[\n    "2026-11-04",\n    "2026\u002d11-06",\n    "2026-11-08"\n  ]"#, nil),
      (
        "this", "2026-11-08", "2026-11-09",
        #"[\n    "2026-11-04",\n    "2026\u002d11-06",\n    "2026-11-08"\n  ]"#, nil
      ),
      // All of them move, each in its place.
      ("all", "2026-11-05", "2026-11-06", #"[\n    "2026-11-05",\n    "2026-11-07"\n  ]"#, nil),
      // Those of the rest.
      (
        "future", "2026-11-05", "2026-11-05", #"[\n    "2026-11-04",\n    "2026\u002d11-06"\n  ]"#,
        #"[\n    "2026\u002d11-06"\n  ]"#
      ),
    ] as [(String, String, String?, String, String?)])
  func exceptions(_ scope: String, _ day: String, _ to: String?, _ series: String, _ rest: String?) throws {
    func next(_ day: String) -> String {
      let number = Int(day.suffix(2))! + 1
      return day.dropLast(2) + (number < 10 ? "0" : "") + "\(number)"
    }
    func file(_ text: String) -> String { text.replacing("\\n", with: "\n") }
    let edit = Edit(
      scope: scope, original: day.replacing("-", with: ""), was: (day, next(day)), new: to.map { ($0, next($0)) },
      title: to == day ? "T" : nil)
    let result = text(try edit.apply(to: Array(file("[\(Self.many)]").utf8), path: "events.json").bytes)
    let found = result.split(separator: #""exdates": "#).dropFirst().map { String($0.prefix { $0 != "]" }) + "]" }
    #expect(found == [series, rest].compactMap { $0.map(file) })
  }

  @Test(
    "A new exdate is written in the layout of the array",
    arguments: [
      ("[]", #"["2026-11-08"]"#), ("[ ]", #"["2026-11-08"]"#), (#""2026-11-04""#, #"["2026-11-04", "2026-11-08"]"#),
      (#"[ "2026-11-04" ]"#, #"[ "2026-11-04", "2026-11-08" ]"#),
      (#"["2026-11-04","2026-11-05"]"#, #"["2026-11-04","2026-11-05","2026-11-08"]"#),
      ("[\n\"2026-11-04\"\n]", "[\n\"2026-11-04\",\n\"2026-11-08\"\n]"),
    ])
  func growing(_ before: String, _ after: String) throws {
    func file(_ exdates: String) -> String {
      "[{\"uid\":\"a\",\"start\":\"2026-11-03\",\"rrule\":\"FREQ=DAILY;COUNT=20\",\"exdates\":\(exdates)}]"
    }
    let edit = Edit(scope: "this", original: "20261108", was: ("2026-11-08", "2026-11-09"))
    #expect(text(try edit.apply(to: Array(file(before).utf8), path: "events.json").bytes) == file(after))
  }

  @Test(
    "A new event is written in the layout of the last one",
    arguments: [
      (
        "[]",
        "[\n  {\n    \"uid\": \"u\",\n    \"title\": \"T\",\n    \"start\": \"2026-11-03T17:00\",\n"
          + "    \"end\": \"2026-11-03T18:00\",\n    \"tz\": \"Asia/Shanghai\"\n  }\n]"
      ),
      (
        "[ \"keep me\" ]",
        "[ \"keep me\", {\n    \"uid\": \"u\",\n    \"title\": \"T\",\n    \"start\": \"2026-11-03T17:00\","
          + "\n    \"end\": \"2026-11-03T18:00\",\n    \"tz\": \"Asia/Shanghai\"\n  } ]"
      ),
      (
        "[{\"start\":\"2026-11-03\"}]\n",
        "[{\"start\":\"2026-11-03\"}, {\"uid\":\"u\", \"title\":\"T\", \"start\":\"2026-11-03T17:00\", "
          + "\"end\":\"2026-11-03T18:00\", \"tz\":\"Asia/Shanghai\"}]\n"
      ),
    ])
  func created(_ before: String, _ after: String) throws {
    let source = ReadSource(Array(before.utf8), path: "events.json", zones: zones)
    let made = try ListEdit.creating(
      span(nine.0, nine.1), EventTexts(title: Array("T".utf8)), uid: Array("u".utf8), in: source, view: shanghai,
      isNamed: true)
    #expect(text(made) == after)
  }

  @Test("Anything but a whole JSON list is refused", arguments: ["", "{}", "[{},]", "[{} {}]", "[{}] x", "[{\"a\":}]"])
  func broken(_ file: String) {
    #expect(throws: EditError.self) { try ListText(Array(file.utf8), path: "events.json") }
  }
}
