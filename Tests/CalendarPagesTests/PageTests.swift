import CalendarPages
import CivilTime
import Sections
import SiteTerms
import TestSupport
import Testing

/// Sections of views: their names, their days, and which of them a window publishes.
struct ViewSectionTests {
  func links(_ first: String, _ end: String, _ kinds: [ViewKind] = ViewKind.allCases, skipped: [String] = []) -> Links {
    Links(
      window: date(first)..<date(end), kinds: ViewKinds(kinds), rules: .iso, skipped: skipped.map { date($0) })
  }

  func name(_ section: ViewSection) -> String {
    var out = bytes("\(section.view.name)/")
    section.appendName(to: &out)
    return string(out)
  }

  /// A date, and for each view the section that contains it and the days that the section shows.
  static let sections: [(String, [String])] = [
    (
      "2026-11-18",
      [
        "calendar/2026-11 2026-10-26 2026-12-07", "agenda/2026-11 2026-11-01 2026-12-01",
        "week/2026-11-16 2026-11-16 2026-11-23", "day/2026-11-18 2026-11-18 2026-11-19",
        "year/2026 2026-01-01 2027-01-01",
      ]
    ),
    // A month of four whole weeks has no days beside it.
    (
      "2027-02-28",
      [
        "calendar/2027-02 2027-02-01 2027-03-01", "agenda/2027-02 2027-02-01 2027-03-01",
        "week/2027-02-22 2027-02-22 2027-03-01", "day/2027-02-28 2027-02-28 2027-03-01",
        "year/2027 2027-01-01 2028-01-01",
      ]
    ),
  ]

  @Test(arguments: sections) func sectionsOfADate(_ written: String, _ expected: [String]) throws {
    let found = try ViewKind.allCases.map { view in
      let section = try #require(ViewSection(view, containing: date(written), .iso))
      let shown = section.shownDays
      return "\(name(section)) \(string(shown.lowerBound)) \(string(shown.upperBound))"
    }
    #expect(found == expected)
  }

  /// A page's days are those of its cells, and the neighbours of its neighbours are itself.
  @Test func neighboursAndGrids() throws {
    try withRandom(400) { random in
      let rules = WeekRules(firstWeekday: random.pick(Weekday.allCases), minimumDays: random.int(1...7))
      let day = date("1900-01-01").adding(days: random.int(0...120_000))!
      for view in ViewKind.allCases {
        let section = try #require(ViewSection(view, containing: day, rules))
        try checkEqual(section.next?.previous, section)
        try checkEqual(section.previous?.next, section)
        try checkEqual(section.days.contains(day), true)
        if case .calendar(let month) = section {
          let cells = month.cells.joined().compactMap { $0 }
          try checkEqual(section.shownDays, cells[0]..<cells[cells.count - 1].adding(days: 1)!)
        }
      }
    }
  }

  /// Paths that name a section, and paths that don't.
  @Test(arguments: [
    ("calendar/2041-03.html", true), ("agenda/2041-03.html", true), ("week/2041-03-04.html", true),
    ("day/2041-03-04.html", true), ("year/2041.html", true), ("year/0044.html", true), ("year/-0044.html", true),
    ("week/2041-03-05.html", false), ("calendar/2041-13.html", false), ("calendar/2041-3.html", false),
    ("calendar/2041-03-01.html", false), ("day/2041-02-29.html", false), ("day/2011-12-30.html", false),
    ("year/41.html", false), ("note/2041.html", false), ("day/.html", false), ("index.html", false), ("", false),
  ]) func paths(_ path: String, _ isSection: Bool) {
    let links = links("2026-03-10", "2026-11-21", skipped: ["2011-12-30"])
    let section = ViewSection(path: bytes(path), links)
    #expect(section.map { name($0) + ".html" } == (isSection ? path : nil))
    #expect(ViewSection(path: bytes(path), self.links("2026-03-10", "2026-11-21", [])) == nil)
  }

  /// The published sections are those that links treat as published, and everything they show is settled.
  @Test func sectionsOfAWindow() throws {
    try withRandom(40) { random in
      let first = date("2026-01-01").adding(days: random.int(0...400))!
      var links = links("2026-01-01", "2026-01-02", ViewKind.allCases.filter { _ in random.int(0...2) > 0 })
      links.window = first..<first.adding(days: random.int(1...120))!
      let found = links.sections
      try checkEqual(Set(found).count, found.count)
      for view in ViewKind.allCases {
        for offset in -40...160 {
          let day = first.adding(days: offset)!
          let section = try #require(ViewSection(view, containing: day, links.rules))
          try checkEqual(found.contains(section), links.isPublished(view, day))
          if found.contains(section) {
            try checkEqual(section.shownDays.clamped(to: links.shownDays), section.shownDays)
          }
        }
      }
    }
    let empty = links("2026-06-17", "2026-06-17")
    #expect(empty.sections.isEmpty && empty.shownDays.isEmpty)
    #expect(links("2011-12-30", "2011-12-31", [.day], skipped: ["2011-12-30"]).sections.isEmpty)
  }
}
