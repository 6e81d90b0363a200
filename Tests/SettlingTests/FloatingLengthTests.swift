import Bytes
import CivilTime
import Events
import Settling
import TestSupport
import Testing
import TimeZones

/// Floating events over a clock change: an exact length ends after exactly that time, in every zone.
struct FloatingLengthTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var event: [String]
    /// Starts and ends.
    var times: [String]
    var zone = "America/New_York"

    init(_ name: String, _ event: [String], _ times: String...) {
      (testDescription, self.event, self.times) = (name, event, times)
    }

    /// An event with a DURATION.
    init(_ name: String, _ start: String, _ duration: String, _ times: String, in zone: String = "America/New_York") {
      self.init(name, TestSupport.event("A", start, nil, "DURATION:\(duration)"), times)
      self.zone = zone
    }
  }

  /// Clocks of New York go forward at 02:00 on 2026-03-08 and back at 02:00 on 2026-11-01.
  static let cases: [Case] = [
    Case("hours, forward", "20260308T000000", "PT25H", "2026-03-08T05:00:00Z/2026-03-09T06:00:00Z"),
    Case("hours, back", "20261101T000000", "PT25H", "2026-11-01T04:00:00Z/2026-11-02T05:00:00Z"),
    Case(
      "hours, where no clock changes", "20261101T000000", "PT25H", "2026-11-01T00:00:00Z/2026-11-02T01:00:00Z",
      in: "UTC"),
    Case("days go by the calendar", "20261101T000000", "P1D", "2026-11-01T04:00:00Z/2026-11-02T05:00:00Z"),
    Case("days, then hours", "20261031T003000", "P1DT2H", "2026-10-31T04:30:00Z/2026-11-01T06:30:00Z"),
    Case(
      "an end is a time of the clock", event("A", "20261101T000000", "20261102T010000"),
      "2026-11-01T04:00:00Z/2026-11-02T06:00:00Z"),
    Case("a start that is skipped", "20260308T023000", "PT1H", "2026-03-08T07:30:00Z/2026-03-08T08:30:00Z"),
    Case(
      "each instance", event("A", "20261031T000000", nil, "DURATION:PT26H", "RRULE:FREQ=DAILY;COUNT=3"),
      "2026-10-31T04:00:00Z/2026-11-01T06:00:00Z", "2026-11-01T04:00:00Z/2026-11-02T06:00:00Z",
      "2026-11-02T05:00:00Z/2026-11-03T07:00:00Z"),
    Case(
      "periods",
      event(
        "A", "20261031T000000", "20261031T010000", "RDATE;VALUE=PERIOD:20261101T000000/PT3H,20261102T000000/P1D"),
      "2026-10-31T04:00:00Z/2026-10-31T05:00:00Z", "2026-11-01T04:00:00Z/2026-11-01T07:00:00Z",
      "2026-11-02T05:00:00Z/2026-11-03T05:00:00Z"),
  ]

  @Test(arguments: cases)
  func times(_ sample: Case) {
    let loaded = Loaded(sample.event)
    var report = ExpansionReport()
    let run = loaded.store.settle(range("2026-03-01", "2026-12-31"), in: TestZones.named(sample.zone), report: &report)
    let times = run.occurrences.map { occurrence in
      var out: [UInt8] = []
      out.append(rfc3339: Instant(clamping: occurrence.start))
      out.append(ascii: "/")
      out.append(rfc3339: Instant(clamping: occurrence.end))
      return string(out)
    }
    #expect(times == sample.times)
  }
}
