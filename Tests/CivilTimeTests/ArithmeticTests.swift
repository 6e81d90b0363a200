import CivilTime
import Testing

struct ArithmeticTests {
  func date(_ year: Int, _ month: Int, _ day: Int) -> CivilDate? {
    CivilDate(year: year, month: month, day: day)
  }

  static let noDates = [
    (2026, 2, 29), (1900, 2, 29), (2026, 4, 31), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0),
    (2026, 1, 32), (10_000, 1, 1), (-10_000, 12, 31), (.max, 1, 1), (2026, .min, 1),
    (2026, 1, .max),
  ]

  @Test(arguments: noDates)
  func noSuchDate(_ date: (Int, Int, Int)) {
    #expect(CivilDate(year: date.0, month: date.1, day: date.2) == nil)
  }

  /// From, months, to.
  static let months: [((Int, Int, Int), Int, (Int, Int, Int)?)] = [
    ((2026, 1, 31), 1, (2026, 2, 28)), ((2024, 1, 31), 1, (2024, 2, 29)),
    ((2026, 1, 31), 2, (2026, 3, 31)), ((2026, 3, 31), -1, (2026, 2, 28)),
    ((2026, 12, 31), 1, (2027, 1, 31)), ((2026, 1, 1), -1, (2025, 12, 1)),
    ((2026, 8, 31), 1, (2026, 9, 30)), ((2024, 2, 29), 12, (2025, 2, 28)),
    ((2024, 2, 29), 48, (2028, 2, 29)), ((2024, 2, 29), -12, (2023, 2, 28)),
    ((0, 1, 15), -1, (-1, 12, 15)), ((-1, 12, 15), 1, (0, 1, 15)),
    ((-4, 2, 29), -12, (-5, 2, 28)), ((2026, 11, 20), 0, (2026, 11, 20)),
    ((9999, 12, 1), 1, nil), ((-9999, 1, 31), -1, nil), ((2026, 1, 1), .max, nil),
    ((2026, 1, 1), .min, nil),
  ]

  @Test(arguments: months)
  func addingMonths(_ from: (Int, Int, Int), _ count: Int, _ to: (Int, Int, Int)?) throws {
    let start = try #require(date(from.0, from.1, from.2))
    #expect(start.adding(months: count) == to.flatMap { date($0.0, $0.1, $0.2) })
  }

  @Test func addingYears() throws {
    let leap = try #require(date(2024, 2, 29))
    #expect(leap.adding(years: 1) == date(2025, 2, 28))
    #expect(leap.adding(years: 4) == date(2028, 2, 29))
    #expect(leap.adding(years: -124) == date(1900, 2, 28))
    #expect(leap.adding(years: 7976) == nil)
    #expect(leap.adding(years: .max) == nil)
  }

  @Test func addingDays() throws {
    let start = try #require(date(2026, 11, 20))
    #expect(start.adding(days: 41) == date(2026, 12, 31))
    #expect(start.adding(days: -324) == date(2025, 12, 31))
    #expect(start.adding(days: .max) == nil)
    #expect(start.adding(days: .min) == nil)
    #expect(CivilDate.last.adding(days: 1) == nil)
    #expect(CivilDate.first.adding(days: -1) == nil)
    #expect(CivilDate.first.days(until: .last) == 7_304_483)
    #expect(start.onOrBefore(.monday) == date(2026, 11, 16))
    #expect(start.onOrBefore(.friday) == start)
    #expect(start.onOrBefore(.saturday) == date(2026, 11, 14))
  }

  @Test func weekdays() {
    for day in Weekday.allCases {
      for step in -20...20 {
        let moved = day.adding(days: step)
        #expect((Int(moved.rawValue) - Int(day.rawValue) - step) % 7 == 0)
        #expect(day.adding(days: moved.index(from: day)) == moved)
        #expect((0...6).contains(moved.index(from: day)))
      }
    }
  }

  @Test func everyMonth() {
    var day = Int(CivilDate.first.dayNumber)
    for number in -9999 * 12...9999 * 12 + 11 {
      let month = CivilMonth(monthNumber: number).unsafelyUnwrapped
      let same = CivilMonth(year: month.year, month: month.month)
      let good =
        same == month && Int(month.firstDay.dayNumber) == day && month.firstDay.civilMonth == month
        && month.lastDay.civilMonth == month && month.firstDay.day == 1
      if !good {
        Issue.record("month \(number)")
        return
      }
      day += month.dayCount
    }
    #expect(day == Int(CivilDate.last.dayNumber) + 1)
    #expect(CivilMonth(monthNumber: 9999 * 12 + 12) == nil)
    #expect(CivilMonth(monthNumber: -9999 * 12 - 1) == nil)
    #expect(CivilMonth(year: 2026, month: 0) == nil)
    #expect(CivilMonth(year: 10_000, month: 1) == nil)
    #expect(
      CivilMonth(year: 2026, month: 11)?.adding(months: 2) == CivilMonth(year: 2027, month: 1))
    #expect(CivilMonth(year: 2026, month: 11)?.adding(months: .max) == nil)
  }

  /// Date, ISO year and week.
  static let weeks: [((Int, Int, Int), (Int, Int))] = [
    ((2026, 11, 20), (2026, 47)), ((2026, 1, 1), (2026, 1)), ((2025, 12, 29), (2026, 1)),
    ((2021, 1, 3), (2020, 53)), ((2021, 1, 4), (2021, 1)), ((2020, 12, 31), (2020, 53)),
    ((2016, 1, 3), (2015, 53)), ((2024, 12, 30), (2025, 1)), ((2005, 1, 1), (2004, 53)),
    ((2008, 12, 29), (2009, 1)), ((2010, 1, 3), (2009, 53)), ((0, 1, 3), (0, 1)),
    ((0, 1, 2), (-1, 52)),
  ]

  @Test(arguments: weeks)
  func week(_ day: (Int, Int, Int), _ expected: (Int, Int)) throws {
    let week = ISOWeek(try #require(date(day.0, day.1, day.2)))
    #expect(week.year == expected.0)
    #expect(week.week == expected.1)
    #expect(ISOWeek(year: expected.0, week: expected.1) == week)
  }

  @Test func longYears() {
    // 71 of 400 years have 53 weeks.
    let long = (2000..<2400).filter { ISOWeek.weeks(in: $0) == 53 }
    #expect(long.count == 71)
    #expect(long.prefix(5) == [2004, 2009, 2015, 2020, 2026])
    #expect(ISOWeek(year: 2025, week: 53) == nil)
    #expect(ISOWeek(year: 2025, week: 0) == nil)
    #expect(ISOWeek(year: 10_000, week: 1) == nil)
    #expect(ISOWeek(year: -9999, week: 1)?.date(of: .sunday) != nil)
  }

  @Test func timesOfDay() {
    for second in stride(from: 0, to: 86_400, by: 61) {
      let time = TimeOfDay(secondOfDay: second).unsafelyUnwrapped
      #expect(TimeOfDay(hour: time.hour, minute: time.minute, second: time.second) == time)
    }
    for (hour, minute, second) in [(24, 0, 0), (0, 60, 0), (0, 0, 60), (-1, 0, 0), (0, -1, 0)] {
      #expect(TimeOfDay(hour: hour, minute: minute, second: second) == nil)
    }
    #expect(TimeOfDay(secondOfDay: 86_400) == nil)
    #expect(TimeOfDay(secondOfDay: -1) == nil)
  }

  @Test func wallsAndInstants() throws {
    let wall = CivilDateTime(
      try #require(date(1969, 12, 31)), try #require(TimeOfDay(hour: 23, minute: 59, second: 59)))
    #expect(wall.wallSeconds == -1)
    #expect(wall.date == date(1969, 12, 31))
    #expect(wall.time.secondOfDay == 86_399)
    #expect(wall.adding(seconds: 1)?.date == date(1970, 1, 1))
    #expect(wall.adding(days: 1)?.wallSeconds == 86_399)
    #expect(wall.adding(seconds: .max) == nil)
    #expect(wall.adding(days: .max) == nil)
    #expect(CivilDateTime.last.adding(seconds: 1) == nil)
    #expect(CivilDateTime(wallSeconds: CivilDateTime.first.wallSeconds - 1) == nil)

    let east = try #require(UTCOffset(seconds: 64_800))
    let west = try #require(UTCOffset(seconds: -64_800))
    #expect(UTCOffset(seconds: 64_801) == nil)
    #expect(UTCOffset(seconds: -64_801) == nil)
    #expect(wall.instant(at: east).secondsSinceEpoch == -64_801)
    #expect(wall.instant(at: east).wall(at: east) == wall)
    #expect(Instant.last.wall(at: east) == .last)
    #expect(Instant.first.wall(at: west) == .first)
    #expect(CivilDateTime.first.instant(at: east) == .first)
    #expect(CivilDateTime.last.instant(at: west) == .last)
    #expect(Instant(secondsSinceEpoch: .max) == nil)
    #expect(Instant.first.adding(seconds: .min) == .first)
    #expect(Instant.last.adding(seconds: .max) == .last)
    #expect(Instant(clamping: 0).adding(seconds: 5).secondsSinceEpoch == 5)
    #expect(west < .utc && .utc < east)
  }
}
