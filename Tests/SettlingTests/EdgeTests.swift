import CivilTime
import Events
import Settling
import TestSupport
import Testing
import TimeZones

/// The first and the last years of the calendar.
struct EdgeTests {
  static let zones = [
    "UTC", "UTC+18", "UTC-18:00", "Asia/Tokyo", "America/New_York", "Pacific/Apia",
    "Africa/Monrovia",
  ]

  static let loaded = Loaded(
    event("First date", "00010101"), event("First time", "00010101T000000"),
    event("First instant", "00010101T000000Z"),
    event("Tokyo", "Asia/Tokyo:00010101T000000"), event("Year 0", "00000101"),
    event("Last but one", "99991230"),
    event("Last date", "99991231"), event("Last days", "99991229", "99991231"),
    event("To the end", "99991229", nil, "DURATION:P100W"),
    event("Last time", "99991231T235959"), event("Last instant", "99991231T235959Z"),
    event("New York", "America/New_York:99991231T235959"),
    event("All time", "00010101T000000Z", "99991231T235959Z"),
    event("Long", "20260101T000000Z", nil, "DURATION:PT864000000000S"))

  @Test(arguments: zones) func nothingTraps(_ name: String) throws {
    let zone = TestZones.named(name)
    let store = EdgeTests.loaded.store
    #expect(messages(EdgeTests.loaded.diagnostics) == [])
    for start in [
      CivilDate.first, date("-0001-12-25"), date("0000-12-30"), date("9999-12-20"), CivilDate.last,
    ] {
      let low = start.adding(days: -10) ?? .first
      let high = start.adding(days: 40) ?? .last
      let lines = settled(store, low..<high, zone)
      #expect(lines.count == low.days(until: high))
      for line in lines { #expect(!line.contains("-") || line.contains(":")) }
    }
  }

  @Test func theLastDays() {
    #expect(
      settled(EdgeTests.loaded.store, date("9999-12-28")..<date("9999-12-31"), .utc) == [
        "9999-12-28 1440m: middle All time, middle Long",
        "9999-12-29 1440m: middle All time, middle Long, first Last days, first To the end",
        "9999-12-30 1440m: middle All time, middle Long, last Last days, last To the end, whole Last but one",
      ])
  }

  @Test func theFirstDays() {
    #expect(
      settled(EdgeTests.loaded.store, date("-0001-12-31")..<date("0000-01-03"), .utc) == [
        "-0001-12-31 0m:", "0000-01-01 1440m: whole Year 0", "0000-01-02 0m:",
      ])
    #expect(
      settled(
        EdgeTests.loaded.store, date("0001-01-01")..<date("0001-01-02"), TestZones.named("UTC"))
        == [
          "0001-01-01 1440m: whole First date, whole First instant, whole First time, first All time"
        ])
  }

  /// Long runs, whose days lie far from the one event.
  @Test func aThousandYears() {
    var report = ExpansionReport()
    let store = Loaded(event("Tea", "20261103T090000Z", "20261103T100000Z")).store
    let run = store.settle(
      date("1600-01-01")..<date("2600-01-01"), in: TestZones.named("Europe/Dublin"), report: &report
    )
    #expect(run.days.count == 365_243)
    #expect(run.occurrences.count == 1)
    #expect(
      run.days.indices.filter { !run.entries(ofDay: $0).isEmpty }.map { string(run.days[$0]) } == [
        "2026-11-03"
      ])
  }
}
