import CivilTime
import Testing
import TimeZones

/// Properties of every zone at every time.
struct ZonePropertyTests {
  static let names = [
    "Pacific/Apia", "Australia/Lord_Howe", "Europe/Dublin", "Africa/Casablanca",
    "America/Sao_Paulo", "America/Havana", "Antarctica/Troll", "Africa/Freetown",
    "America/St_Johns", "Asia/Gaza", "Europe/Lisbon", "America/Juneau", "Asia/Manila",
  ]

  /// Days follow each other without gap or overlap, and their first instants are first instants.
  @Test(arguments: names)
  func everyDay(_ name: String) throws {
    let zone = try zone(name)
    var cursor = ZoneCursor(zone)
    let first = try date("1840-01-01")
    let last = try date("2100-01-01")
    var start = zone.startOfDay(first.adding(days: -1)!)
    for number in first.dayNumber...last.dayNumber {
      let date = CivilDate(dayNumber: Int(number))!
      let midnight = CivilDateTime(date)
      let next = cursor.startOfDay(date)
      let fails =
        next < start || zone.wall(at: next) < midnight
        || zone.wall(at: next.adding(seconds: -1)) >= midnight
      if fails {
        Issue.record("\(name), day \(number): begins at \(next.secondsSinceEpoch)")
        return
      }
      start = next
    }
  }

  /// The days skipped are exactly those that do not exist.
  @Test(arguments: names + ["Pacific/Kiritimati", "Pacific/Kwajalein", "Pacific/Fakaofo", "Pacific/Kanton"])
  func skippedDays(_ name: String) throws {
    let zone = try zone(name)
    let all = try date("1840-01-01").dayNumber...date("2100-01-01").dayNumber
    let missing = all.lazy.map { CivilDate(dayNumber: Int($0))! }.filter { !zone.exists($0) }
    #expect(zone.skippedDates == Array(missing))
  }

  /// Known dates: Samoa, Kiribati and Manila crossing the date line.
  @Test func knownSkippedDays() throws {
    #expect(try zone("Pacific/Apia").skippedDates == [date("2011-12-30")])
    #expect(try zone("Pacific/Kiritimati").skippedDates == [date("1994-12-31")])
    #expect(try zone("Asia/Manila").skippedDates == [date("1844-12-31")])
    #expect(try zone("Europe/Berlin").skippedDates == [])
  }

  /// A local time converts back to the instant, or to its counterpart in a fold; the cursor agrees with the zone.
  @Test(arguments: names)
  func everyInstant(_ name: String) throws {
    let zone = try zone(name)
    var forward = ZoneCursor(zone)
    var walls = ZoneCursor(zone)
    let end = try utc("2110-01-01T00:00:00")
    var instant = try utc("1840-01-01T00:00:00")
    while instant < end {
      let offset = zone.offset(at: instant)
      let wall = instant.wall(at: offset)
      let local = zone.resolve(wall)
      let known: Bool
      switch local {
      case .single(let only): known = only == offset
      case .fold(let earlier, let later): known = offset == earlier || offset == later
      case .gap: known = false
      }
      if !known || forward.offset(at: instant) != offset || walls.resolve(wall) != local
        || zone.instant(of: wall) > instant
      {
        Issue.record("\(name) at \(instant.secondsSinceEpoch): \(local), offset \(offset.seconds)")
        return
      }
      instant = instant.adding(seconds: 40_009)
    }
  }

  /// Nothing traps at either end of time.
  @Test(arguments: names + ["UTC", "Etc/GMT+12", "Pacific/Kiritimati"])
  func theEndsOfTime(_ name: String) throws {
    let zone = try zone(name)
    for instant in [Instant.first, .last] {
      #expect(zone.wall(at: instant) >= .first)
      #expect(zone.wall(at: instant) <= .last)
      _ = zone.day(at: instant)
    }
    #expect(zone.previousTransition(before: .first) == nil)
    #expect(zone.nextTransition(after: .last) == nil)
    for wall in [CivilDateTime.first, .last] { _ = zone.instant(of: wall) }
    for date in [CivilDate.first, .last] {
      let bounds = zone.bounds(of: date)
      #expect(bounds.start <= bounds.end)
    }
    let afar = CivilDateTime(CivilDate(year: 9998, month: 7, day: 1)!)
    #expect(zone.wall(at: zone.instant(of: afar)) == afar)
  }

  @Test func fixedZones() {
    for minutes in stride(from: -1080, through: 1080, by: 15) {
      let offset = offset(minutes * 60)
      let zone = Zone(fixed: offset)
      #expect(zone.fixedOffset == offset)
      #expect(zone.offset(at: .first) == offset)
      #expect(zone.nextTransition(after: .first) == nil)
      #expect(zone.previousTransition(before: .last) == nil)
      #expect(zone.resolve(CivilDateTime(wallSeconds: 0)!) == .single(offset))
    }
    #expect(text(Zone.utc.identifier) == "UTC")
    #expect(text(Zone.utc.localTimeType(at: .first).abbreviation) == "UTC")
  }

  @Test func tablesOfTransitions() throws {
    let winter = LocalTimeType(offset: offset(3600), abbreviation: Array("CET".utf8))
    let summer = LocalTimeType(
      offset: offset(7200), isDaylightSaving: true, abbreviation: Array("CEST".utf8))
    let spring = try utc("2026-03-29T01:00:00")
    let autumn = try utc("2026-10-25T01:00:00")
    let zone = Zone(
      identifier: Array("own".utf8), initial: winter,
      transitions: [(autumn, winter), (spring, winter), (spring, summer)])
    #expect(zone.offset(at: spring.adding(seconds: -1)) == winter.offset)
    #expect(zone.localTimeType(at: spring) == summer)
    #expect(zone.offset(at: autumn) == winter.offset)
    #expect(zone.nextTransition(after: autumn) == nil)
    #expect(zone.fixedOffset == nil)

    let endless = Zone(
      identifier: Array("own".utf8), initial: winter,
      transitions: [(spring, summer), (autumn, winter)],
      tail: try PosixTimeZone("CET-1CEST,M3.5.0,M10.5.0/3".utf8))
    #expect(
      endless.nextTransition(after: autumn)?.instant == (try utc("2027-03-28T01:00:00")))
    #expect(endless != zone)
    #expect(endless == endless.renamed(Array("own".utf8)))
    #expect(endless != endless.renamed(Array("other".utf8)))
    let berlin = try TimeZonesTests.zone("Europe/Berlin")
    var instant = spring.adding(seconds: -1)
    for _ in 0..<200 {
      let ours = try #require(endless.nextTransition(after: instant))
      #expect(ours == berlin.nextTransition(after: instant))
      instant = ours.instant
    }
  }
}
