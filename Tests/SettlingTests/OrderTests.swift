import Bytes
import Events
import Settling
import TestSupport
import Testing
import TimeZones

struct OrderTests {
  /// By start, end, title and UID, where titles are compared as they are read: `\,` is a comma.
  @Test func eventsOfOneTimeAreInTheOrderOfTheirTitles() throws {
    try withRandom(100) { random in
      let events = (0..<random.int(1...60)).map { number in
        let pieces = ["a", "b", "-", "\\,", "\\;", "\\n", "\\N", "\\\\", "\\x", "é"]
        let title = "t" + (0..<random.int(0...4)).map { _ in random.pick(pieces) }.joined()
        let (start, end) = (random.pick(["08", "09"]), random.pick(["10", "11"]))
        return event(title, "20261103T\(start)0000Z", "20261103T\(end)0000Z", "UID:\(number % 7)-\(number)")
      }
      let loaded = Loaded([calendar(events.map { vevent($0) })])
      var report = ExpansionReport()
      let run = loaded.store.settle(range("2026-11-03", "2026-11-03"), in: .utc, report: &report)
      let shown = run.entries(ofDay: 0).map { run.occurrences[Int($0.occurrence)] }
      let keys = shown.map { occurrence in
        let event = loaded.store.events[Int(occurrence.event)]
        let texts = [event.title, event.uid].map { loaded.store.text($0, of: event) }
        return (occurrence.start, occurrence.end, Key(bytes: texts[0]), Key(bytes: texts[1]))
      }
      try #require(keys.count == events.count)
      for (one, other) in zip(keys, keys.dropFirst()) { try #require(one < other) }
    }
  }

  private struct Key: Comparable {
    var bytes: [UInt8]
    static func < (left: Key, right: Key) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
  }
}
