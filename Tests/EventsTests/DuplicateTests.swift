import Events
import Settling
import TestSupport
import Testing
import TimeZones

/// Which version of an event is shown.
struct DuplicateTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// One calendar each; an event is its title and further properties.
    var calendars: [[(String, [String])]]
    var shown: [String]
    /// Superseded by superseding version.
    var superseded: [String]
  }

  static func example(
    _ name: String, _ calendars: [[(String, [String])]], shown: [String],
    _ superseded: [String] = []
  ) -> Case {
    Case(testDescription: name, calendars: calendars, shown: shown, superseded: superseded)
  }

  static let cases: [Case] = [
    example(
      "different UIDs", [[("a", ["UID:1"]), ("b", ["UID:2"])], [("c", ["UID:3"])]],
      shown: ["a", "b", "c"]),
    example("no UIDs", [[("a", []), ("a", [])], [("a", [])]], shown: ["a", "a", "a"]),
    example("UIDs differ in case", [[("a", ["UID:x"]), ("b", ["UID:X"])]], shown: ["a", "b"]),
    example("the later in a file", [[("a", ["UID:1"]), ("b", ["UID:1"])]], shown: ["b"], ["a by b"]),
    example(
      "the latest of many in a file", [[("a", ["UID:1"]), ("b", ["UID:1"]), ("c", ["UID:1"])]],
      shown: ["c"],
      ["a by c", "b by c"]),
    example(
      "the first calendar", [[("a", ["UID:1"])], [("b", ["UID:1"])]], shown: ["a"], ["b by a"]),
    example(
      "the later in the first calendar",
      [[("a", ["UID:1"]), ("b", ["UID:1"])], [("c", ["UID:1"]), ("d", ["UID:1"])]], shown: ["b"],
      ["a by b", "c by b", "d by b"]),
    example(
      "the higher SEQUENCE, in a file",
      [[("a", ["UID:1", "SEQUENCE:2"]), ("b", ["UID:1", "SEQUENCE:1"])]],
      shown: ["a"], ["b by a"]),
    example(
      "the higher SEQUENCE, of calendars", [[("a", ["UID:1"])], [("b", ["UID:1", "SEQUENCE:1"])]],
      shown: ["b"], ["a by b"]),
    example(
      "SEQUENCE goes before LAST-MODIFIED",
      [
        [
          ("a", ["UID:1", "SEQUENCE:2", "LAST-MODIFIED:20260101T000000Z"]),
          ("b", ["UID:1", "SEQUENCE:1", "LAST-MODIFIED:20260201T000000Z"]),
        ]
      ], shown: ["a"], ["b by a"]),
    example(
      "SEQUENCE 10 is more than 9",
      [[("a", ["UID:1", "SEQUENCE:10"]), ("b", ["UID:1", "SEQUENCE:9"])]], shown: ["a"], ["b by a"]),
    example(
      "the newer LAST-MODIFIED, in a file",
      [
        [
          ("a", ["UID:1", "LAST-MODIFIED:20260201T000000Z"]),
          ("b", ["UID:1", "LAST-MODIFIED:20260131T235959Z"]),
        ]
      ], shown: ["a"], ["b by a"]),
    example(
      "the newer LAST-MODIFIED, of calendars",
      [
        [("a", ["UID:1", "LAST-MODIFIED:20260101T000000Z"])],
        [("b", ["UID:1", "LAST-MODIFIED:20260201T000000Z"])],
      ],
      shown: ["b"], ["a by b"]),
    example(
      "any LAST-MODIFIED is newer than none",
      [[("a", ["UID:1", "LAST-MODIFIED:19700101T000000Z"]), ("b", ["UID:1"])]], shown: ["a"],
      ["b by a"]),
    example(
      "three calendars",
      [
        [("a", ["UID:1", "SEQUENCE:1"])], [("b", ["UID:1", "SEQUENCE:3"])],
        [("c", ["UID:1", "SEQUENCE:3"]), ("d", ["UID:2"])],
      ], shown: ["b", "d"], ["a by b", "c by b"]),
    example(
      "escapes of a UID", [[("a", ["UID:x\\,y"]), ("b", ["UID:x,y"])]], shown: ["b"], ["a by b"]),
    example(
      "instances of one event are not versions of each other",
      [
        [
          ("a", ["UID:1", "RECURRENCE-ID:20261101T090000Z"]),
          ("b", ["UID:1", "RECURRENCE-ID:20261102T090000Z"]),
        ]
      ], shown: ["a", "b"]),
    example(
      "versions of an instance are",
      [
        [
          ("a", ["UID:1", "RECURRENCE-ID:20261101T090000Z"]),
          ("b", ["UID:1", "RECURRENCE-ID:20261102T090000Z"]),
          ("c", ["UID:1", "RECURRENCE-ID:20261101T090000Z"]),
          ("d", ["UID:1", "RECURRENCE-ID;TZID=Europe/Berlin:20261102T100000", "SEQUENCE:-1"]),
        ]
      ], shown: ["b", "c"], ["a by c", "d by b"]),
  ]

  @Test(arguments: cases) func duplicates(_ expected: Case) {
    let files = expected.calendars.map { events in
      calendar(events.map { vevent(["SUMMARY:\($0.0)", "DTSTART:20261103T090000Z"] + $0.1) })
    }
    let loaded = Loaded(files)
    #expect(loaded.store.events.indices.map { loaded.title($0) } == expected.shown)
    func title(_ index: Int32) -> String {
      let event = loaded.read.events[Int(index)]
      return string(loaded.read.text(event.title, of: event))
    }
    #expect(
      loaded.superseded.map { "\(title($0.hidden)) by \(title($0.shown))" } == expected.superseded)
    // Settled events are the superseding ones.
    var report = ExpansionReport()
    let run = loaded.store.settle(range("2026-11-03", "2026-11-03"), in: .utc, report: &report)
    #expect(run.occurrences.map { loaded.title($0.event) }.sorted() == expected.shown.sorted())
  }

  @Test func findingByUID() {
    let loaded = Loaded(
      event("a", "20261103", nil, "UID:x\\,y"), event("b", "20261103", nil, "UID:2"),
      event("c", "20261103", nil, "UID:2", "SEQUENCE:1"),
      event("d", "20261103", nil, "UID:3", "RECURRENCE-ID:20261102"))
    #expect(loaded.store.event(uid: bytes("x,y")).map { loaded.title($0) } == "a")
    #expect(loaded.store.event(uid: bytes("2")).map { loaded.title($0) } == "c")
    #expect(loaded.store.event(uid: bytes("3")).map { loaded.title($0) } == "d")
    #expect(loaded.store.event(uid: bytes("4")) == nil)
    #expect(loaded.store.event(uid: []) == nil)
  }
}
