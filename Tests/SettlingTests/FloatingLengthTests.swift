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
    var zone: String
    var event: [String]
    /// Starts and ends.
    var times: [String]
  }

  /// Clocks go forward at 02:00 on 2026-03-08 and back at 02:00 on 2026-11-01.
  static let cases: [Case] = [
    Case(
      testDescription: "hours, forward", zone: "America/New_York",
      event: event("A", "20260308T000000", nil, "DURATION:PT25H"),
      times: ["2026-03-08T05:00:00Z/2026-03-09T06:00:00Z"]),
    Case(
      testDescription: "hours, back", zone: "America/New_York",
      event: event("A", "20261101T000000", nil, "DURATION:PT25H"),
      times: ["2026-11-01T04:00:00Z/2026-11-02T05:00:00Z"]),
    Case(
      testDescription: "hours, where no clock changes", zone: "UTC",
      event: event("A", "20261101T000000", nil, "DURATION:PT25H"),
      times: ["2026-11-01T00:00:00Z/2026-11-02T01:00:00Z"]),
    Case(
      testDescription: "days go by the calendar", zone: "America/New_York",
      event: event("A", "20261101T000000", nil, "DURATION:P1D"),
      times: ["2026-11-01T04:00:00Z/2026-11-02T05:00:00Z"]),
    Case(
      testDescription: "days, then hours", zone: "America/New_York",
      event: event("A", "20261031T003000", nil, "DURATION:P1DT2H"),
      times: ["2026-10-31T04:30:00Z/2026-11-01T06:30:00Z"]),
    Case(
      testDescription: "an end is a time of the clock", zone: "America/New_York",
      event: event("A", "20261101T000000", "20261102T010000"), times: ["2026-11-01T04:00:00Z/2026-11-02T06:00:00Z"]),
    Case(
      testDescription: "a start that is skipped", zone: "America/New_York",
      event: event("A", "20260308T023000", nil, "DURATION:PT1H"),
      times: ["2026-03-08T07:30:00Z/2026-03-08T08:30:00Z"]),
    Case(
      testDescription: "each instance", zone: "America/New_York",
      event: event("A", "20261031T000000", nil, "DURATION:PT26H", "RRULE:FREQ=DAILY;COUNT=3"),
      times: [
        "2026-10-31T04:00:00Z/2026-11-01T06:00:00Z", "2026-11-01T04:00:00Z/2026-11-02T06:00:00Z",
        "2026-11-02T05:00:00Z/2026-11-03T07:00:00Z",
      ]),
    Case(
      testDescription: "periods", zone: "America/New_York",
      event: event(
        "A", "20261031T000000", "20261031T010000", "RDATE;VALUE=PERIOD:20261101T000000/PT3H,20261102T000000/P1D"),
      times: [
        "2026-10-31T04:00:00Z/2026-10-31T05:00:00Z", "2026-11-01T04:00:00Z/2026-11-01T07:00:00Z",
        "2026-11-02T05:00:00Z/2026-11-03T05:00:00Z",
      ]),
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
