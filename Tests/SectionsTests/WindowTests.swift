import CivilTime
import Sections
import TestSupport
import Testing

struct WindowTests {
  func names<S: Section>(_ kind: S.Type, _ first: String, _ last: String, _ rules: WeekRules = .iso)
    -> [String]?
  {
    SectionWindow<S>(meeting: date(first)..<date(last), rules).map { $0.map { string($0.name) } }
  }

  @Test func sectionsThatMeetARange() {
    #expect(
      names(Day.self, "2026-02-27", "2026-03-02") == ["2026-02-27", "2026-02-28", "2026-03-01"])
    #expect(names(Month.self, "2026-11-30", "2027-01-02") == ["2026-11", "2026-12", "2027-01"])
    #expect(names(Month.self, "2026-11-01", "2026-12-01") == ["2026-11"])
    #expect(names(Year.self, "2025-12-31", "2026-01-02") == ["2025", "2026"])
    #expect(names(Week.self, "2026-11-20", "2026-11-23") == ["2026-11-16"])
    #expect(names(Week.self, "2026-11-20", "2026-11-24") == ["2026-11-16", "2026-11-23"])
    let us = WeekRules(firstWeekday: .sunday, minimumDays: 1)
    #expect(names(Week.self, "2026-11-20", "2026-11-24", us) == ["2026-11-15", "2026-11-22"])
    #expect(names(Day.self, "2026-11-20", "2026-11-20") == nil)
    // Weeks that the calendar cuts off.
    #expect(names(Week.self, "9999-12-28", "9999-12-31") == nil)
    #expect(
      names(Day.self, "9999-12-28", "9999-12-31") == ["9999-12-28", "9999-12-29", "9999-12-30"])
    #expect(names(Year.self, "9998-01-01", "9999-12-31") == ["9998", "9999"])
    #expect(names(Year.self, "-9999-01-01", "-9998-01-02") == ["-9999", "-9998"])
  }

  @Test func everySectionOnce() throws {
    try withRandom(60) { random in
      let rules = WeekRules(
        firstWeekday: random.pick(Weekday.allCases), minimumDays: random.int(1...7))
      let first = CivilDate(dayNumber: random.int(-4_000_000...2_900_000))!
      let days = first..<first.adding(days: random.int(1...900))!
      try checkWindow(Year.self, days, rules)
      try checkWindow(Month.self, days, rules)
      try checkWindow(Week.self, days, rules)
      try checkWindow(Day.self, days, rules)
    }
  }

  func checkWindow<S: Section>(_ kind: S.Type, _ days: Range<CivilDate>, _ rules: WeekRules) throws {
    guard let window = SectionWindow<S>(meeting: days, rules) else { throw Failure("no window") }
    let sections = Array(window)
    try checkEqual(sections.first, window.first)
    try checkEqual(sections.last, window.last)
    try checkEqual(Set(sections).count, sections.count, "sections")
    // Forward and back again are the same sections.
    var back: [S] = []
    var current: S? = window.last
    while let section = current, section >= window.first {
      back.append(section)
      current = section.previous
    }
    try checkEqual(back.reversed(), sections, "backwards")
    for section in sections {
      try check(section.days.overlaps(days), "\(string(section.name)) is outside")
      try check(window.contains(section), "\(string(section.name)) is not contained")
    }
    if let before = window.first.previous {
      try check(
        !before.days.overlaps(days) && !window.contains(before), "\(string(before.name)) is missing"
      )
    }
    if let after = window.last.next {
      try check(
        !after.days.overlaps(days) && !window.contains(after), "\(string(after.name)) is missing")
    }
    // Every day is covered.
    var covered = 0
    for section in sections { covered += section.days.clamped(to: days).count }
    try checkEqual(covered, days.count, "days")
  }
}

extension Range where Bound == CivilDate {
  var count: Int { lowerBound.days(until: upperBound) }
}
