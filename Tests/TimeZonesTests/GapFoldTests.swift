import CivilTime
import Testing
import TimeZones

/// Clock changes that break programs. Instants are UTC; offsets are seconds. The figures are those of the tz database,
/// read with Python.
struct GapFoldTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let zone: String
    /// The transition.
    let instant: String
    let before, after: Int
    var testDescription: String { "\(zone) \(instant)" }

    init(_ zone: String, _ instant: String, _ before: Int, _ after: Int) {
      (self.zone, self.instant, self.before, self.after) = (zone, instant, before, after)
    }
  }

  static let cases = [
    // Crossing the date line, once in each direction.
    Case("Pacific/Apia", "1892-07-04T11:26:56", 45184, -41216),
    Case("Pacific/Apia", "2011-12-30T10:00:00", -36000, 50400),
    Case("Pacific/Kwajalein", "1993-08-21T12:00:00", -43200, 43200),
    Case("Pacific/Kiritimati", "1994-12-31T10:00:00", -36000, 50400),
    Case("Asia/Manila", "1844-12-31T15:56:08", -57368, 29032),
    Case("America/Juneau", "1867-10-19T00:31:13", 54139, -32261),
    // Less than an hour, and not whole minutes.
    Case("Australia/Lord_Howe", "2026-04-04T15:00:00", 39600, 37800),
    Case("Australia/Lord_Howe", "2026-10-03T15:30:00", 37800, 39600),
    Case("Asia/Kathmandu", "1985-12-31T18:30:00", 19800, 20700),
    Case("Africa/Monrovia", "1972-01-07T00:44:30", -2670, 0),
    // More than an hour.
    Case("Antarctica/Troll", "2026-03-29T01:00:00", 0, 7200),
    Case("Antarctica/Troll", "2026-10-25T01:00:00", 7200, 0),
    Case("Antarctica/Casey", "2023-03-08T16:00:00", 39600, 28800),
    Case("America/Goose_Bay", "1988-10-30T02:01:00", -7200, -14400),
    // Negative daylight saving time.
    Case("Europe/Dublin", "2026-03-29T01:00:00", 0, 3600),
    Case("Europe/Dublin", "2026-10-25T01:00:00", 3600, 0),
    Case("Africa/Casablanca", "2026-02-15T02:00:00", 3600, 0),
    Case("Africa/Casablanca", "2026-03-22T02:00:00", 0, 3600),
    // At midnight, in both directions, and across it.
    Case("America/Sao_Paulo", "2018-02-18T02:00:00", -7200, -10800),
    Case("America/Sao_Paulo", "2018-11-04T03:00:00", -10800, -7200),
    Case("America/Havana", "2026-03-08T05:00:00", -18000, -14400),
    Case("America/Havana", "2026-11-01T05:00:00", -14400, -18000),
    Case("America/St_Johns", "2010-11-07T02:31:00", -9000, -12600),
    Case("America/Scoresbysund", "2026-10-25T01:00:00", -3600, -7200),
    Case("Asia/Pyongyang", "2018-05-04T15:00:00", 30600, 32400),
    // A permanent change.
    Case("Europe/London", "1971-10-31T02:00:00", 3600, 0),
    Case("America/Caracas", "2016-05-01T07:00:00", -16200, -14400),
  ]

  @Test(arguments: cases)
  func transition(_ expected: Case) throws {
    let zone = try zone(expected.zone)
    let instant = try utc(expected.instant)
    let before = offset(expected.before)
    let after = offset(expected.after)
    let transition = ZoneTransition(instant: instant, before: before, after: after)
    #expect(zone.nextTransition(after: instant.adding(seconds: -1)) == transition)
    #expect(zone.previousTransition(before: instant.adding(seconds: 1)) == transition)
    #expect(zone.offset(at: instant.adding(seconds: -1)) == before)
    #expect(zone.offset(at: instant) == after)

    let low = instant.wall(at: min(before, after))
    let high = instant.wall(at: max(before, after))
    let inside: LocalTime =
      before < after
      ? .gap(before: before, after: after) : .fold(earlier: before, later: after)
    for wall in [low, low.adding(seconds: 1)!, high.adding(seconds: -1)!] {
      #expect(zone.resolve(wall) == inside)
    }
    #expect(zone.resolve(low.adding(seconds: -1)!) == .single(before))
    #expect(zone.resolve(high) == .single(after))
    // In a gap the time moves forward by the gap; in a fold it is the first.
    #expect(zone.instant(of: low) == low.instant(at: before))
    if before < after { #expect(zone.wall(at: zone.instant(of: low)) == high) }
  }

  /// Zone, date, first instant, seconds.
  static let days: [(String, String, String, Int64)] = [
    ("Asia/Shanghai", "2026-11-20", "2026-11-19T16:00:00", 86_400),
    // Begins at 01:00.
    ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00", 23 * 3600),
    ("America/Havana", "2026-03-08", "2026-03-08T05:00:00", 23 * 3600),
    // Shows 23:00 to 24:00 twice.
    ("America/Sao_Paulo", "2018-02-17", "2018-02-17T02:00:00", 25 * 3600),
    ("America/Sao_Paulo", "2018-02-18", "2018-02-18T03:00:00", 24 * 3600),
    // Shows 00:00 to 01:00 twice.
    ("America/Havana", "2026-11-01", "2026-11-01T04:00:00", 25 * 3600),
    // Shows its first minute, then the end of the day before, then its first minute again.
    ("America/St_Johns", "2010-11-06", "2010-11-06T02:30:00", 24 * 3600),
    ("America/St_Johns", "2010-11-07", "2010-11-07T02:30:00", 25 * 3600),
    ("Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00", 86_400),
    ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00", 0),
    ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00", 86_400),
    ("Pacific/Kwajalein", "1993-08-21", "1993-08-21T12:00:00", 0),
    ("Asia/Manila", "1844-12-31", "1844-12-31T15:56:08", 0),
    // The Fourth of July twice.
    ("Pacific/Apia", "1892-07-04", "1892-07-03T11:26:56", 48 * 3600),
    ("Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00", 24 * 3600 + 1800),
    ("Asia/Kathmandu", "1986-01-01", "1985-12-31T18:30:00", 24 * 3600 - 900),
    ("Antarctica/Troll", "2026-03-29", "2026-03-29T00:00:00", 22 * 3600),
  ]

  @Test(arguments: days)
  func day(_ name: String, _ written: String, _ start: String, _ length: Int64) throws {
    let zone = try zone(name)
    let date = try date(written)
    let bounds = zone.bounds(of: date)
    #expect(bounds.start == (try utc(start)))
    #expect(zone.startOfDay(date) == bounds.start)
    #expect(bounds.end.secondsSinceEpoch - bounds.start.secondsSinceEpoch == length)
    #expect(bounds.end == zone.startOfDay(date.adding(days: 1)!))
    #expect(zone.exists(date) == (length > 0))
    if length > 0 {
      #expect(zone.day(at: bounds.start) == date)
      #expect(zone.day(at: bounds.end.adding(seconds: -1)) == date)
    }
  }

  @Test func theWallMayShowTheDayBeforeWithinADay() throws {
    let zone = try zone("America/St_Johns")
    let again = try utc("2010-11-07T02:31:00")
    #expect(zone.date(at: again) == (try date("2010-11-06")))
    #expect(zone.day(at: again) == (try date("2010-11-07")))
  }

  @Test func namesAndDaylightSaving() throws {
    let dublin = try zone("Europe/Dublin")
    let winter = dublin.localTimeType(at: try utc("2026-01-10T00:00:00"))
    #expect(text(winter.abbreviation) == "GMT")
    #expect(winter.isDaylightSaving)
    let summer = dublin.localTimeType(at: try utc("2026-07-10T00:00:00"))
    #expect(text(summer.abbreviation) == "IST")
    #expect(!summer.isDaylightSaving)
    let late = dublin.localTimeType(at: try utc("2426-07-10T00:00:00"))
    #expect(late == summer)
  }
}
