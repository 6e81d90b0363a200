import CivilTime
import Sections
import TestSupport
import Testing

/// The relative index over the whole of the calendar: neighbours, names and cells of every section.
struct NeighbourTests {
  /// Walks from a section to the end of the calendar: `next` and `previous` undo each other, sections ascend, and their
  /// days are adjacent.
  /// - Returns: the number of sections.
  func walk<S: Section>(from first: S, _ body: (S) throws -> Void) throws -> Int {
    var count = 1
    var current = first
    var days = current.days
    try body(current)
    while let next = current.next {
      let nextDays = next.days
      if !(current < next) || next.previous != current || days.upperBound != nextDays.lowerBound {
        throw Failure("\(string(current.name)) and \(string(next.name)) are no neighbours")
      }
      current = next
      days = nextDays
      count += 1
      try body(current)
    }
    return count
  }

  /// The section of each day of a section is the section itself.
  func checkContaining<S: Section>(_ section: S, _ rules: WeekRules) throws {
    let days = section.days
    for number in Int(days.lowerBound.dayNumber)..<Int(days.upperBound.dayNumber) {
      let day = CivilDate(dayNumber: number)!
      if S.containing(day, rules) != section {
        throw Failure("\(string(day)) is not in \(string(section.name))")
      }
    }
  }

  @Test func years() throws {
    let first = try #require(Year(-9999))
    #expect(first.previous == nil && Year(-10_000) == nil && Year(10_000) == nil)
    var names: Set<[UInt8]> = []
    let count = try walk(from: first) { year in
      let expected = year.year < 0 ? "-" + pad(-year.year, 4) : pad(year.year, 4)
      try checkEqual(string(year.name), expected)
      names.insert(year.name)
      try check(year.cells.count == 12, "months of \(expected)")
      // The months are the year: each where the one before ends.
      try check(year.cells[0].firstDay == year.days.lowerBound, "the first day of \(expected)")
      for (month, next) in zip(year.cells, year.cells.dropFirst()) {
        try check(month.lastDay.adding(days: 1) == next.firstDay, "months of \(expected)")
      }
      let last = year.cells[11].lastDay
      try check(last.adding(days: 1) ?? last == year.days.upperBound, "the last day of \(expected)")
      if year.year % 97 == 0 { try checkContaining(year, .iso) }
    }
    #expect(count == 19_999 && names.count == count)
  }

  @Test func months() throws {
    let first = try #require(Month.containing(.first, .iso))
    #expect(first.previous == nil && string(first.name) == "-9999-01")
    var names: Set<[UInt8]> = []
    let count = try walk(from: first) { month in names.insert(month.name) }
    #expect(count == 19_999 * 12 && names.count == count)
  }

  /// The calendar repeats itself after 400 years, whose days are whole weeks.
  @Test(arguments: Weekday.allCases) func cellsOfMonths(_ firstWeekday: Weekday) throws {
    let rules = WeekRules(firstWeekday: firstWeekday, minimumDays: 1)
    var rows: [Int: Int] = [:]
    for first in ["1800-01-01", "-9999-01-01", "9995-01-01"] {
      var month = Month.containing(date(first), rules)
      for _ in 0..<(first == "1800-01-01" ? 4_800 : 60) {
        guard let current = month else { break }
        try checkCells(current)
        rows[current.cells.count, default: 0] += 1
        if current.month.year % 40 == 0 { try checkContaining(current, rules) }
        month = current.next
      }
    }
    // Only a February of 28 days that begins a week has four rows.
    #expect(Set(rows.keys) == [4, 5, 6])
  }

  /// The rows of a month are weeks: seven days in order, the first weekday first; each holds a day of
  /// the month, and together they hold all of them.
  func checkCells(_ month: Month) throws {
    let rows = month.cells
    var previous: CivilDate?
    var inside = 0
    for row in rows {
      var own = 0
      try check(row.count == 7, "a row of \(row.count)")
      for date in row {
        if let date, let previous {
          try check(previous.days(until: date) == 1, "a row with a hole")
        }
        if let date {
          if date >= month.month.firstDay, date <= month.month.lastDay { own += 1 }
        }
        previous = date
      }
      if let first = row[0] {
        try check(first.weekday == month.rules.firstWeekday, "a row begins with \(first.weekday)")
      }
      try check(own > 0, "a row without a day of \(string(month.name))")
      inside += own
    }
    try check(inside == month.month.dayCount, "\(inside) days of \(string(month.name))")
  }

  @Test(arguments: Weekday.allCases) func weeks(_ firstWeekday: Weekday) throws {
    let rules = WeekRules(firstWeekday: firstWeekday, minimumDays: 4)
    // The first week that is entirely in the calendar, found by walking from its first day.
    let day = try #require(
      (0..<7).lazy.compactMap { CivilDate.first.adding(days: $0) }.first {
        $0.weekday == firstWeekday
      })
    let first = try #require(Week.containing(day, rules))
    #expect(first.firstDay == day && first.previous == nil)
    if day > .first { #expect(Week.containing(.first, rules) == nil) }
    var count = 1
    var expected = day.dayNumber
    var current = first
    while let next = current.next {
      expected += 7
      if next.firstDay.dayNumber != expected || next.previous != current {
        throw Failure("\(string(current.name)) and \(string(next.name)) are no neighbours")
      }
      current = next
      count += 1
    }
    // Every day from the first week on, except those of an incomplete last week.
    #expect(count == (day.days(until: .last) + 1) / 7)
  }

  @Test(arguments: Weekday.allCases) func cellsOfWeeks(_ firstWeekday: Weekday) throws {
    let rules = WeekRules(firstWeekday: firstWeekday, minimumDays: 4)
    for number in stride(
      from: Int(CivilDate.first.dayNumber) + 7, to: Int(CivilDate.last.dayNumber) - 7, by: 997)
    {
      let date = try #require(CivilDate(dayNumber: number))
      let week = try #require(Week.containing(date, rules))
      try check(week.cells.contains(date), "\(string(date)) is not in its week")
      try checkEqual(week.cells.map { $0.weekday }, (0..<7).map { firstWeekday.adding(days: $0) })
      try checkEqual(week.cells.first, week.days.lowerBound)
      try checkEqual(week.cells.last?.adding(days: 1), week.days.upperBound)
      try checkEqual(string(week.name), string(week.firstDay))
      // All seven days name the same week.
      for day in week.cells {
        try check(Week.containing(day, rules) == week, "\(string(day)) has another week")
      }
    }
  }

  @Test func days() throws {
    var current = Day(.first)
    #expect(current.previous == nil && Day(.last).next == nil)
    #expect(string(current.name) == "-9999-01-01" && string(Day(.last).name) == "9999-12-31")
    #expect(current.cells == 0..<24)
    var count = 1
    while let next = current.next {
      if next.date.dayNumber != current.date.dayNumber + 1 || next.previous != current {
        throw Failure("\(string(current.name)) and \(string(next.name)) are no neighbours")
      }
      current = next
      count += 1
    }
    #expect(current.date == .last && count == 7_304_484)
    try withEvery("day", in: ["-9999-01-01", "-0001-12-31", "2024-02-29"]) { written in
      let day = Day(date(written))
      try checkEqual(day.days, day.date..<day.date.adding(days: 1)!)
    }
    #expect(Day.containing(date("2026-11-20"), .iso) == Day(date("2026-11-20")))
  }

  /// From the year 0 on, names sort like their sections.
  @Test func namesInOrder() throws {
    func checkNames<S: Section>(_ sections: [S]) throws {
      for (section, next) in zip(sections, sections.dropFirst()) {
        try check(
          section.name.lexicographicallyPrecedes(next.name),
          "\(string(section.name)) \(string(next.name))")
      }
    }
    let rules = WeekRules(firstWeekday: .sunday, minimumDays: 1)
    for start in ["0000-01-05", "0099-12-01", "0999-11-20", "2026-11-20", "9999-01-01"] {
      let days = date(start)..<date(start).adding(days: 350)!
      try checkNames(Array(SectionWindow<Day>(meeting: days, rules)!))
      try checkNames(Array(SectionWindow<Week>(meeting: days, rules)!))
      try checkNames(Array(SectionWindow<Month>(meeting: days, rules)!))
      try checkNames(Array(SectionWindow<Year>(meeting: days, rules)!))
    }
  }
}

func pad(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
