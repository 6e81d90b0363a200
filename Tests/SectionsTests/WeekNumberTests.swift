import CivilTime
import Foundation
import Sections
import TestSupport
import Testing

struct WeekNumberTests {
  static let us = WeekRules(firstWeekday: .sunday, minimumDays: 1)

  /// Every ISO week of the calendar, as CivilTime counts them.
  @Test func isoWeeksOfTheWholeRange() throws {
    var week = Week.containing(date("-9999-01-04"), .iso)
    var count = 0
    while let current = week {
      if current.number != ISOWeek(current.firstDay).week {
        throw Failure("\(string(current.name)) is week \(current.number)")
      }
      week = current.next
      count += 1
    }
    #expect(count > 1_043_000)
  }

  /// Figures from Python: `date.fromisocalendar`, and `strftime("%U")` for the United States' rules.
  @Test func peersTable() throws {
    for row in try table("weeks.csv") {
      for (rules, first, count) in [
        (WeekRules.iso, row[1], row[2]), (WeekNumberTests.us, row[3], row[4]),
      ] {
        var week = try #require(Week.containing(date(first), rules))
        try checkEqual(string(week.name), first, "the first day of week 1 of \(row[0])")
        for number in 1...Int(count)! {
          try checkEqual(week.number, number, "\(string(week.name))")
          week = try #require(week.next)
        }
        try checkEqual(week.number, 1, "the week after the last of \(row[0])")
      }
    }
  }

  /// Foundation's calendar, which is ICU's, for all rules.
  @Test func foundation() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    for weekday in Weekday.allCases {
      // Foundation counts from Sunday, which is 1.
      calendar.firstWeekday = Int(weekday.rawValue) % 7 + 1
      for minimum in 1...7 {
        calendar.minimumDaysInFirstWeek = minimum
        let rules = WeekRules(firstWeekday: weekday, minimumDays: minimum)
        var week = try #require(Week.containing(date("2015-12-01"), rules))
        while week.firstDay < date("2027-02-01") {
          let noon = Date(timeIntervalSince1970: (Double(week.firstDay.dayNumber) + 0.5) * 86_400)
          try checkEqual(
            week.number, calendar.component(.weekOfYear, from: noon),
            "\(string(week.name)), \(weekday), \(minimum)")
          // Every week near the turn of the year is checked, few in summer.
          let month = week.firstDay.month
          for _ in 0..<(month == 12 || month == 1 ? 1 : 6) { week = try #require(week.next) }
        }
      }
    }
  }

  /// The definition itself: a year's first week is the first with enough days in it.
  @Test func definition() throws {
    for weekday in Weekday.allCases {
      for minimum in 1...7 {
        let rules = WeekRules(firstWeekday: weekday, minimumDays: minimum)
        for year in [-9998, -400, -1, 0, 1, 1600, 1999, 2000, 2024, 2026, 9998] {
          let newYear = try #require(CivilDate(year: year, month: 1, day: 1))
          var week = try #require(Week.containing(newYear, rules))
          if week.cells.count(where: { $0.year == year }) < minimum {
            week = try #require(week.next)
          }
          try checkEqual(week.number, 1, "\(year), \(weekday), \(minimum)")
          try checkEqual(week.next?.number, 2, "\(year), \(weekday), \(minimum)")
          try check([52, 53].contains(week.previous!.number), "\(year), \(weekday), \(minimum)")
        }
      }
    }
  }

  @Test func minimumDaysAreOneToSeven() {
    #expect(WeekRules(firstWeekday: .monday, minimumDays: 0).minimumDays == 1)
    #expect(WeekRules(firstWeekday: .monday, minimumDays: 8).minimumDays == 7)
    #expect(WeekRules.iso == WeekRules(firstWeekday: .monday, minimumDays: 4))
  }
}
