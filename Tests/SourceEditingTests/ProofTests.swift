import CivilTime
import Events
import Testing
import TimeZones

@testable import SourceEditing

/// The result of an edit of a series is compared instance by instance; similar is not enough.
@Suite("The proof of a series that was edited")
struct ProofTests {
  private static let berlin = zones.lookup("Europe/Berlin".utf8)!

  /// The original start of an instance, in Berlin's time.
  private static func key(_ text: String) -> Int64 {
    berlin.instant(of: try! ISO8601.dateTime(text.utf8).dateTime).secondsSinceEpoch
  }

  private static func shift(_ hours: Int64) -> Shift { Shift(seconds: hours * 3_600, zone: berlin) }

  private static let apart = key("2027-03-28T01:30:00")

  /// A series from 25 March, nine days at half past one: on the fourth, clocks go forward from two to three.
  static let cases: [(proof: Proof, new: String, rest: String?, holds: Bool)] = [
    (.kept, "25T013000;COUNT=9", nil, true),
    (.kept, "25T013000;COUNT=8", nil, false),
    (.without(apart), "25T013000;COUNT=9-28T013000", nil, true),
    (.without(apart), "25T013000;COUNT=9-27T013000", nil, false),
    (.without(apart), "25T013000;COUNT=9", nil, false),
    // To a time that is in a gap once: there it is an hour later, and nowhere else.
    (.moved(shift(1)), "25T023000;COUNT=9", nil, true),
    (.moved(shift(1)), "25T033000;COUNT=9", nil, false),
    (.moved(shift(1)), "25T023000;COUNT=9-28T023000", nil, false),
    (.moved(shift(1)), "25T013000;COUNT=9", nil, false),
    (.moved(shift(2)), "25T023000;COUNT=9", nil, false),
    (.moved(shift(2)), "25T033000;COUNT=9", nil, true),
    (.moved(shift(0)), "25T013000;COUNT=9", nil, true),
    (.moved(shift(24)), "26T013000;COUNT=9", nil, true),
    (.ended(at: apart), "25T013000;COUNT=3", nil, true),
    (.ended(at: apart), "25T013000;COUNT=4", nil, false),
    (.ended(at: apart), "25T013000;COUNT=2", nil, false),
    (.split(shift(1), at: apart), "25T013000;COUNT=3", "28T023000;COUNT=6", true),
    (.split(shift(1), at: apart), "25T013000;COUNT=3", "28T033000;COUNT=6", false),
    (.split(shift(1), at: apart), "25T013000;COUNT=4", "28T023000;COUNT=6", false),
  ]

  /// A file of one daily series: its start in March, a part of its rule, and its exceptions.
  private func series(_ text: String) -> ReadSource {
    let parts = text.split(separator: "-")
    let rule = parts[0].split(separator: ";")
    let lines =
      "DTSTART;TZID=Europe/Berlin:202703\(rule[0])\nRRULE:FREQ=DAILY;\(rule[1])"
      + (parts.count > 1 ? "\nEXDATE;TZID=Europe/Berlin:202703\(parts[1])" : "")
    return file(lines)
  }

  private func file(_ lines: String) -> ReadSource {
    let text = "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:a\n\(lines)\nEND:VEVENT\nEND:VCALENDAR\n"
    return ReadSource(crlf(text), path: "work.ics", zones: zones)
  }

  @Test("A proof holds for the intended change only", arguments: cases.indices)
  func exactly(_ index: Int) {
    let sample = Self.cases[index]
    let old = series("25T013000;COUNT=9").store.series[0].set
    let new = series(sample.new).store.series[0].set
    let rest = sample.rest.map { series($0).store.series[0].set }
    #expect(sample.proof.holds(old, new, rest: rest, in: shanghai) == sample.holds)
  }

  @Test("A change seven years after the start of a series is proved")
  func late() {
    let start = "DTSTART;TZID=Europe/Berlin:20200101T090000\nRRULE:FREQ=DAILY"
    let old = file(start).store.series[0].set
    let late = Self.key("2026-11-03T09:00:00")
    let ended = file(start + ";UNTIL=20261103T075959Z").store.series[0].set
    #expect(Proof.ended(at: late).holds(old, ended, rest: nil, in: shanghai))
    #expect(!Proof.ended(at: late).holds(old, old, rest: nil, in: shanghai))
    #expect(!Proof.without(late).holds(old, old, rest: nil, in: shanghai))
    let without = file(start + "\nEXDATE;TZID=Europe/Berlin:20261103T090000").store.series[0].set
    #expect(Proof.without(late).holds(old, without, rest: nil, in: shanghai))
  }
}
