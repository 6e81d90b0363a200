import CivilTime
import Events
import Settling
import TestSupport
import Testing
import TimeZones

/// Free time when clocks change. Usual days are compared with another program's in Tests/Site/content/test_free.py.
struct FreeTimeTests {
  /// The free slots of an empty day in New York, in UTC.
  func slots(_ day: String, _ hours: Range<Int>, atLeast minutes: Int = 15) -> [String] {
    let store = Loaded([calendar([])]).store
    let zone = TestZones.named("America/New_York")
    var report = ExpansionReport()
    let date = date(day)
    let run = store.settle(date..<(date.adding(days: 1) ?? date), in: zone, report: &report)
    return store.freeSlots(ofDay: 0, of: run, in: zone, FreeTimeQuery(hours: hours, minutes: minutes)).map {
      [$0.start, $0.end].map { string(Instant(clamping: $0)).dropFirst(11).prefix(5) }.joined(separator: "-")
    }
  }

  /// From two to three there is no time: clocks go forward at 07:00 UTC.
  @Test func hoursInAGapEndAndBeginWithIt() {
    #expect(slots("2026-03-08", 135..<165) == [])
    #expect(slots("2026-03-08", 120..<180, atLeast: 1) == [])
    #expect(slots("2026-03-08", 150..<240) == ["07:00-08:00"])
    #expect(slots("2026-03-08", 60..<150) == ["06:00-07:00"])
    #expect(slots("2026-03-08", 60..<240) == ["06:00-08:00"])
    #expect(slots("2026-03-08", 180..<240) == ["07:00-08:00"])
  }

  /// Between one and two every time occurs twice: the hours begin, and end, with the first.
  @Test func hoursInAFold() {
    #expect(slots("2026-11-01", 60..<120) == ["05:00-07:00"])
    #expect(slots("2026-11-01", 90..<105) == ["05:30-05:45"])
    #expect(slots("2026-11-01", 120..<180) == ["07:00-08:00"])
  }
}
