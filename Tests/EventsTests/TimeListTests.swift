import CivilTime
import Events
import ICalendar
import TestSupport
import Testing
import TimeZones

/// The only parser of EXDATE and RDATE, and that of durations.
struct TimeListTests {
  /// Each value as `time length`, with a question mark for unreadable parts.
  static func read(_ value: String) -> [String] {
    TimeList(bytes(value)[...]).map { listed in
      let time =
        switch listed.time {
        case .date(let date): string(date)
        case .local(let wall): "local \(string(wall.date)) \(wall.time.hour)"
        case .utc(let instant): "utc \(instant.secondsSinceEpoch)"
        case nil: "?"
        }
      let length =
        switch listed.length {
        case .none: ""
        case .duration(let duration): " for \(duration.nominalSeconds)"
        case .end(.local(let wall)): " to \(wall.time.hour)"
        case .end: " to"
        case .unreadable: " to ?"
        }
      return time + length + (listed.isLocal ? " *" : "")
    }
  }

  @Test(arguments: [
    ("20261103", ["2026-11-03"]),
    ("20261103,20261104", ["2026-11-03", "2026-11-04"]),
    (" 20261103 ,, ,20261104T090000,", ["2026-11-03", "local 2026-11-04 9 *"]),
    ("19700101T000010Z", ["utc 10"]), ("19700101T000010z", ["utc 10"]),
    ("20261103T090000/PT1H", ["local 2026-11-03 9 for 3600 *"]),
    ("20261103T090000/ 20261103T110000", ["local 2026-11-03 9 to 11 *"]),
    ("20261103T090000/-PT1H", ["local 2026-11-03 9 to ? *"]), ("20261103T090000/", ["local 2026-11-03 9 to ? *"]),
    ("19700101T000010Z/x", ["utc 10 to ?"]), ("tomorrow morning,x", ["? *", "?"]), ("", []), (",", []),
  ]) func values(_ value: String, _ expected: [String]) { #expect(Self.read(value) == expected) }

  /// Pages list exactly the dates that are excluded, in order, periods and broken values included.
  @Test func exceptions() {
    let store = Loaded(
      event(
        "Tea", "Europe/Berlin:20261103T003000", nil, "RRULE:FREQ=DAILY;COUNT=9",
        "EXDATE;TZID=Europe/Berlin:20261108T003000,x,20261105T003000/PT1H", "EXDATE:20261105T233000Z",
        "EXDATE;VALUE=DATE:20261104")
    ).store
    let tea = store.events[0]
    #expect(
      store.exceptions(of: tea).map { string($0) } == ["2026-11-04", "2026-11-05", "2026-11-06", "2026-11-08"])
    let starts = store.series[0].set.instances(from: .first, before: .last, in: .utc).map { instance in
      string(store.zones[Int(tea.zone)].wall(at: instance.start).date)
    }
    #expect(starts == ["2026-11-03", "2026-11-07", "2026-11-09", "2026-11-10", "2026-11-11"])
  }

  /// Days follow the calendar, the rest is exact; dates last whole days.
  @Test func durations() throws {
    let store = Loaded(
      event("A night", "Europe/Berlin:20261024T120000", nil, "DURATION:P1DT1H"),
      event("A day's hours", "Europe/Berlin:20261024T120000", nil, "DURATION:PT25H"),
      event("A day and a half", "20261103", nil, "DURATION:P1DT12H"),
      event("Nothing", "20261103", nil, "DURATION:PT0S"),
      event("Floating", "20261024T120000", nil, "DURATION:P1D"), event("Past", "20261024T120000", nil, "DURATION:-P1D")
    ).store
    #expect(store.events.map { ($0.end - $0.start) / 3_600 } == [26, 25, 48, 24, 24, 0])
    #expect(store.events.map { $0.duration != nil } == [true, true, true, true, true, false])
    for event in store.events {
      guard let duration = event.duration else { continue }
      #expect(store.end(ofDuration: duration, from: event.start, event.kind, event.zone) == event.end)
    }
  }
}
