import Bytes
import CivilTime
import Testing
import TimeZones

/// POSIX `TZ` strings; their transitions are compared with a peer in ``OracleTests``.
struct PosixTests {
  static let cases: [(rule: String, instant: String, offset: String, name: String)] = [
    ("CST-8", "2026-01-01T00:00:00", "+08:00", "CST"),
    ("<+0330>-3:30", "2026-01-01T00:00:00", "+03:30", "+0330"),
    ("XYZ+0:0:1", "2026-01-01T00:00:00", "-00:00:01", "XYZ"),
    ("AAA18", "2026-01-01T00:00:00", "-18:00", "AAA"),
    // No rule: that of the United States applies.
    ("EST5EDT", "2026-03-08T06:59:59", "-05:00", "EST"),
    ("EST5EDT", "2026-03-08T07:00:00", "-04:00", "EDT"),
    ("EST5EDT", "2026-11-01T05:59:59", "-04:00", "EDT"),
    ("EST5EDT", "2026-11-01T06:00:00", "-05:00", "EST"),
    ("EST5EDT4", "2026-07-01T00:00:00", "-04:00", "EDT"),
    // Day 60 without 29 February is 1 March in every year; counted from 0 with it, day 59 is
    // 29 February in a leap year.
    ("AAA0BBB,J60/0,J300/0", "2024-02-29T23:59:59", "+00:00", "AAA"),
    ("AAA0BBB,J60/0,J300/0", "2024-03-01T00:00:00", "+01:00", "BBB"),
    ("AAA0BBB,J60/0,J300/0", "2026-03-01T00:00:00", "+01:00", "BBB"),
    ("AAA0BBB,59/0,J300/0", "2024-02-29T00:00:00", "+01:00", "BBB"),
    ("AAA0BBB,59/0,J300/0", "2026-02-28T23:59:59", "+00:00", "AAA"),
    ("AAA0BBB,59/0,J300/0", "2026-03-01T00:00:00", "+01:00", "BBB"),
    // Day 365 of a year of 365 days is the next year's first.
    ("AAA0BBB,100/0,365/0", "2026-12-31T22:59:59", "+01:00", "BBB"),
    ("AAA0BBB,100/0,365/0", "2026-12-31T23:00:00", "+00:00", "AAA"),
    ("AAA0BBB,100/0,365/0", "2024-12-30T22:59:59", "+01:00", "BBB"),
    ("AAA0BBB,100/0,365/0", "2024-12-30T23:00:00", "+00:00", "AAA"),
    // RFC 9636, section 3.3.1: all year, ahead of and behind standard time.
    ("EST5EDT,0/0,J365/25", "2026-01-01T04:59:59", "-04:00", "EDT"),
    ("EST5EDT,0/0,J365/25", "2026-01-01T05:00:00", "-04:00", "EDT"),
    ("EST5EDT,0/0,J365/25", "2026-07-01T05:00:00", "-04:00", "EDT"),
    ("XXX3EDT4,0/0,J365/23", "2026-01-01T02:59:59", "-04:00", "EDT"),
    ("XXX3EDT4,0/0,J365/23", "2026-01-01T03:00:00", "-04:00", "EDT"),
    ("XXX3EDT4,0/0,J365/23", "2026-07-01T00:00:00", "-04:00", "EDT"),
    // Times a week away, in the neighbouring years.
    ("AAA0BBB,M1.1.0/-167,M7.1.0/167", "2025-12-28T00:59:59", "+00:00", "AAA"),
    ("AAA0BBB,M1.1.0/-167,M7.1.0/167", "2025-12-28T01:00:00", "+01:00", "BBB"),
    ("AAA0BBB,M1.1.0/-167,M7.1.0/167", "2026-07-11T21:59:59", "+01:00", "BBB"),
    ("AAA0BBB,M1.1.0/-167,M7.1.0/167", "2026-07-11T22:00:00", "+00:00", "AAA"),
    ("AAA0BBB,M1.1.0/-167,M7.1.0/167:30:15", "2026-07-11T22:30:14", "+01:00", "BBB"),
    ("AAA0BBB,M1.1.0/-167,M7.1.0/167:30:15", "2026-07-11T22:30:15", "+00:00", "AAA"),
    ("AAA0BBB,M6.1.0,J365/167", "2027-01-06T21:59:59", "+01:00", "BBB"),
    ("AAA0BBB,M6.1.0,J365/167", "2027-01-06T22:00:00", "+00:00", "AAA"),
    // Begins in the first days of the year after its own, and ends in those of the next.
    ("<+00>0<+04>-4,M12.5.6/167,1/3", "2026-01-01T12:00:00", "+04:00", "+04"),
    ("<+00>0<+04>-4,M12.5.6/167,1/3", "2026-01-01T23:00:00", "+00:00", "+00"),
    ("<+00>0<+04>-4,M12.5.6/167,1/3", "2026-01-02T22:59:59", "+00:00", "+00"),
    ("<+00>0<+04>-4,M12.5.6/167,1/3", "2026-01-02T23:00:00", "+04:00", "+04"),
    // Scoresbysund and Jerusalem.
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59", "-02:00", "-02"),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00", "-01:00", "-01"),
    ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-26T23:59:59", "+02:00", "IST"),
    ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-27T00:00:00", "+03:00", "IDT"),
  ]

  @Test(arguments: cases)
  func rule(_ rule: String, _ instant: String, _ offset: String, _ name: String) throws {
    let zone = try Zone(identifier: [], posix: rule.utf8)
    let type = zone.localTimeType(at: try utc(instant))
    #expect(type.offset == (try ISO8601.offset(offset.utf8)))
    #expect(text(type.abbreviation) == name)
  }

  @Test func daylightSavingAllTheYearHasNoTransitions() throws {
    for rule in ["EST5EDT,0/0,J365/25", "XXX3EDT4,0/0,J365/23"] {
      let zone = try Zone(identifier: [], posix: rule.utf8)
      #expect(zone.nextTransition(after: try utc("9000-01-01T00:00:00")) == nil)
      #expect(zone.previousTransition(before: try utc("-9000-01-01T00:00:00")) == nil)
    }
  }

  /// Both changes in the last week, plus a week: the change that decides on 2 January is two years away.
  @Test func bothChangesBeyondTheYear() throws {
    let zone = try Zone(identifier: [], posix: "AAA0BBB,J365/100,J365/160".utf8)
    #expect(zone.offset(at: try utc("2026-01-02T00:00:00")).seconds == 0)
    #expect(zone.offset(at: try utc("2026-01-05T00:00:00")).seconds == 3600)
    #expect(
      zone.nextTransition(after: try utc("2026-01-05T00:00:00"))?.instant
        == (try utc("2026-01-06T15:00:00")))
  }

  static let wrongRules: [(String, PosixTZError.Reason, Int)] = [
    ("", .abbreviation, 0),
    ("5", .abbreviation, 0),
    ("AB5", .abbreviation, 2),
    ("<AB>5", .abbreviation, 3),
    ("<ABC5", .abbreviation, 5),
    ("<A C>5", .abbreviation, 2),
    ("A1C5", .abbreviation, 1),
    ("ABC", .offset, 3),
    ("ABC25", .offset, 3),
    ("ABC19", .offset, 5),
    ("ABC-18:00:01", .offset, 12),
    ("ABC5:60", .offset, 5),
    ("ABC5:", .offset, 5),
    ("ABC5:00:", .offset, 8),
    ("ABC5:00:61", .offset, 8),
    ("ABC--5", .offset, 4),
    ("ABC999999999999999999999", .offset, 3),
    ("ABC5,M3.2.0,M11.1.0", .abbreviation, 4),
    ("ABC5DEF,", .day, 8),
    ("ABC5DEF,M3.2.0", .form, 14),
    ("ABC5DEF,M3.2.0,", .day, 15),
    ("ABC5DEF,M0.2.0,M11.1.0", .day, 10),
    ("ABC5DEF,M13.2.0,M11.1.0", .day, 9),
    ("ABC5DEF,M3.6.0,M11.1.0", .day, 11),
    ("ABC5DEF,M3.0.0,M11.1.0", .day, 12),
    ("ABC5DEF,M3.2.7,M11.1.0", .day, 13),
    ("ABC5DEF,M3.2,M11.1.0", .day, 12),
    ("ABC5DEF,J0,J300", .day, 9),
    ("ABC5DEF,J366,J300", .day, 9),
    ("ABC5DEF,366,J300", .day, 8),
    ("ABC5DEF,-1,J300", .day, 8),
    ("ABC5DEF,J1/168,J300", .time, 11),
    ("ABC5DEF,J1/-168,J300", .time, 12),
    ("ABC5DEF,J1/,J300", .time, 11),
    ("ABC5DEF,J1/1:60,J300", .time, 13),
    ("ABC5DEF,J1,J300,", .form, 15),
    ("ABC5DEF,J1,J300 ", .form, 15),
    ("ABC5DEF4;J1,J300", .form, 8),
    ("ABC5D\u{E9}F", .abbreviation, 5),
  ]

  @Test(arguments: wrongRules)
  func wrong(_ rule: String, _ reason: PosixTZError.Reason, _ offset: Int) throws {
    #expect(throws: PosixTZError(reason: reason, offset: offset)) {
      try PosixTimeZone(rule.utf8)
    }
  }
}
