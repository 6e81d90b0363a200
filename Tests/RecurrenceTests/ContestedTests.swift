import CivilTime
import ICalendar
import Testing

/// The interpretations in docs/guides/recurrence.md where RFC 5545 leaves room, one test or more for each table row.
/// The rule is the test's name.
@Suite struct ContestedTests {
  struct Reading: Sendable, CustomTestStringConvertible {
    let start: String
    let rule: String
    let expected: [String]

    init(_ rule: String, from start: String, _ expected: String...) {
      (self.rule, self.start, self.expected) = (rule, start, expected)
    }

    var testDescription: String { "\(rule) from \(start)" }
  }

  /// The first instances; `end` if there are no more.
  @Test(arguments: [
    // DTSTART is an instance though its rule does not match it, and COUNT counts it.
    Reading(
      "FREQ=WEEKLY;COUNT=3;BYDAY=MO", from: "20260107T090000", "20260107T090000", "20260112T090000", "20260119T090000",
      "end"),
    Reading("FREQ=MONTHLY;COUNT=1;BYMONTHDAY=1", from: "20260107T090000", "20260107T090000", "end"),
    Reading("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", from: "20260107T090000", "20260107T090000", "end"),
    // Even after UNTIL.
    Reading("FREQ=DAILY;UNTIL=20260101", from: "20260107T090000", "20260107T090000", "end"),
    // UNTIL as a date includes that day, as a time that second.
    Reading("FREQ=DAILY;UNTIL=20260108", from: "20260107T235959", "20260107T235959", "20260108T235959", "end"),
    Reading("FREQ=DAILY;UNTIL=20260108T090000", from: "20260107T090000", "20260107T090000", "20260108T090000", "end"),
    Reading("FREQ=DAILY;UNTIL=20260108T085959", from: "20260107T090000", "20260107T090000", "end"),
    // In a series of dates, UNTIL's day belongs to the series whatever its time.
    Reading("FREQ=DAILY;UNTIL=20260108T000000Z", from: "20260107", "20260107T000000", "20260108T000000", "end"),
    Reading("FREQ=DAILY;UNTIL=20260108T235959", from: "20260107", "20260107T000000", "20260108T000000", "end"),
    // The earlier of COUNT and UNTIL ends the series.
    Reading("FREQ=DAILY;COUNT=2;UNTIL=20260131", from: "20260107", "20260107T000000", "20260108T000000", "end"),
    Reading("FREQ=DAILY;COUNT=9;UNTIL=20260108", from: "20260107", "20260107T000000", "20260108T000000", "end"),
    // BYMONTHDAY in a yearly rule without BYMONTH is every month.
    Reading("FREQ=YEARLY;BYMONTHDAY=31", from: "20260131", "20260131T000000", "20260331T000000", "20260531T000000"),
    // BYWEEKNO without days takes DTSTART's weekday.
    Reading("FREQ=YEARLY;BYWEEKNO=20", from: "20260107", "20260107T000000", "20260513T000000", "20270519T000000"),
    // The days of a week belong to the year the week is numbered in: 2024-12-30 is in 2025-W01.
    Reading(
      "FREQ=YEARLY;INTERVAL=2;BYWEEKNO=1;BYDAY=MO", from: "20241230", "20241230T000000", "20270104T000000",
      "20290101T000000"),
    Reading(
      "FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=1", from: "20241230", "20241230T000000",
      "20251229T000000", "20270104T000000"),
    // A weekday with and one without ordinal: both.
    Reading(
      "FREQ=MONTHLY;BYDAY=FR,1MO", from: "20260102", "20260102T000000", "20260105T000000", "20260109T000000",
      "20260116T000000"),
    // BYSETPOS chooses from whole periods, DTSTART's included.
    Reading("FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=2", from: "20260108", "20260108T000000", "20260114T000000"),
    Reading(
      "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=3,-1,3", from: "20260107", "20260107T000000", "20260109T000000",
      "20260116T000000"),
    // BYSETPOS alone is ignored; also beside times that a date ignores.
    Reading("FREQ=DAILY;BYSETPOS=2", from: "20260107", "20260107T000000", "20260108T000000"),
    Reading("FREQ=DAILY;BYHOUR=9;BYSETPOS=2", from: "20260107", "20260107T000000", "20260108T000000"),
    // A date ignores times, and has each date once, which COUNT counts.
    Reading("FREQ=DAILY;BYHOUR=9,10;BYMINUTE=5;COUNT=2", from: "20260107", "20260107T000000", "20260108T000000", "end"),
    Reading("FREQ=HOURLY;COUNT=3", from: "20260107", "20260107T000000", "20260108T000000", "20260109T000000", "end"),
    Reading(
      "FREQ=HOURLY;INTERVAL=36;BYHOUR=9", from: "20260107", "20260107T000000", "20260108T000000", "20260110T000000",
      "20260111T000000"),
    Reading("FREQ=SECONDLY;INTERVAL=86401", from: "20260107", "20260107T000000", "20260108T000000", "20260109T000000"),
    // Days that a month or a year does not have are left out.
    Reading("FREQ=MONTHLY", from: "20260131", "20260131T000000", "20260331T000000", "20260531T000000"),
    Reading("FREQ=YEARLY", from: "20240229", "20240229T000000", "20280229T000000", "20320229T000000"),
    Reading("FREQ=YEARLY;BYYEARDAY=366", from: "20240101", "20240101T000000", "20241231T000000", "20281231T000000"),
    Reading("FREQ=YEARLY;BYYEARDAY=-366", from: "20240101", "20240101T000000", "20280101T000000"),
    Reading(
      "FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU", from: "20260101", "20260101T000000", "20270103T000000", "20330102T000000"),
    Reading("FREQ=MONTHLY;BYDAY=5FR", from: "20260130", "20260130T000000", "20260529T000000", "20260731T000000"),
    // A leap second is the second before it.
    Reading(
      "FREQ=DAILY;BYHOUR=23;BYMINUTE=59;BYSECOND=60", from: "20260107T235959", "20260107T235959", "20260108T235959"),
    // An ordinal within a week is meaningless: there is only one such day.
    Reading("FREQ=WEEKLY;BYDAY=2MO", from: "20260105", "20260105T000000", "20260112T000000"),
    // An ordinal of a yearly rule counts within the year, with BYMONTH within the month.
    Reading("FREQ=YEARLY;BYDAY=-1MO", from: "20261228", "20261228T000000", "20271227T000000"),
    Reading(
      "FREQ=YEARLY;BYMONTH=3,11;BYDAY=1SU", from: "20260301", "20260301T000000", "20261101T000000", "20270307T000000"),
    Reading("FREQ=YEARLY;BYDAY=53TH", from: "20261231", "20261231T000000", "20321230T000000"),
  ])
  func `first instances`(reading: Reading) {
    let isWhole = reading.expected.last == "end"
    let expected = isWhole ? Array(reading.expected.dropLast()) : reading.expected
    #expect(walls(reading.rule, reading.start, most: isWhole ? 50 : expected.count) == expected)
  }

  @Test func `a period ends with the year 9999`() {
    #expect(walls("FREQ=YEARLY", "99970301T120000") == ["99970301T120000", "99980301T120000", "99990301T120000"])
    #expect(walls("FREQ=DAILY;INTERVAL=30", "99991115") == ["99991115T000000", "99991215T000000"])
    #expect(walls("FREQ=SECONDLY", "99991231T235957").count == 3)
    #expect(walls("FREQ=WEEKLY;BYDAY=SU,FR", "99991230") == ["99991230T000000", "99991231T000000"])
    #expect(walls("FREQ=YEARLY;BYWEEKNO=1,-1;BYDAY=FR", "99981231").last == "99991231T000000")
  }
}
