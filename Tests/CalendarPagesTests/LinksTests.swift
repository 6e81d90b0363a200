import CivilTime
import Sections
import SiteTerms
import TestSupport
import Testing

@testable import CalendarPages

struct LinksTests {
  func links(
    _ kinds: [ViewKind] = ViewKind.allCases, edge: Links.Edge = .window, _ rules: WeekRules = .iso
  ) -> Links {
    Links(
      window: date("2026-03-10")..<date("2026-11-21"), kinds: ViewKinds(kinds), rules: rules,
      edge: edge)
  }

  func address(_ links: Links, _ kind: ViewKind, _ written: String, root: String = "../") -> String {
    var out: [UInt8] = []
    links.append(kind, date(written), root: bytes(root), to: &out)
    return string(out)
  }

  /// Kind, date, address. The window is 2026-03-10 to 2026-11-20.
  static let addresses: [(ViewKind, String, String)] = [
    (.calendar, "2026-06-15", "../calendar/2026-06.html"),
    (.agenda, "2026-06-15", "../agenda/2026-06.html"),
    (.week, "2026-06-17", "../week/2026-06-15.html#events"),
    (.day, "2026-06-15", "../day/2026-06-15.html#events"),
    (.year, "2026-06-15", "../year/2026.html"),
    // Sections that meet the window are published whole.
    (.calendar, "2026-03-01", "../calendar/2026-03.html"),
    (.calendar, "2026-11-30", "../calendar/2026-11.html"),
    (.week, "2026-03-09", "../week/2026-03-09.html#events"),
    (.week, "2026-11-22", "../week/2026-11-16.html#events"),
    (.year, "2026-12-31", "../year/2026.html"), (.day, "2026-03-10", "../day/2026-03-10.html#events"),
    (.day, "2026-11-20", "../day/2026-11-20.html#events"),
    // Outside.
    (.calendar, "2026-02-28", "../beyond.html?view=calendar&section=2026-02"),
    (.agenda, "2026-12-01", "../beyond.html?view=agenda&section=2026-12"),
    (.week, "2026-03-08", "../beyond.html?view=week&section=2026-03-02"),
    (.week, "2026-11-23", "../beyond.html?view=week&section=2026-11-23"),
    (.day, "2026-03-09", "../beyond.html?view=day&section=2026-03-09"),
    (.day, "2026-11-21", "../beyond.html?view=day&section=2026-11-21"),
    (.year, "2025-12-31", "../beyond.html?view=year&section=2025"),
    (.year, "0044-01-01", "../beyond.html?view=year&section=0044"),
    (.day, "-0044-03-15", "../beyond.html?view=day&section=-0044-03-15"),
    // Weeks cut off by the ends of the calendar are named by the date itself.
    (.week, "9999-12-31", "../beyond.html?view=week&section=9999-12-31"),
  ]

  @Test(arguments: addresses) func addressOf(
    _ kind: ViewKind, _ written: String, _ expected: String
  ) {
    #expect(address(links(), kind, written) == expected)
    #expect(links().isPublished(kind, date(written)) == !expected.contains("beyond"))
    #expect(links(edge: .none).isPublished(kind, date(written)))
    let ordinary = address(links(edge: .none), kind, written)
    let ending = kind == .week || kind == .day ? ".html#events" : ".html"
    #expect(ordinary.hasPrefix("../\(kind.name)/") && ordinary.hasSuffix(ending))
  }

  @Test func publishedSections() {
    func published(_ links: Links) -> String {
      var out = bytes("a: ")
      links.appendPublished(to: &out)
      return string(out)
    }
    #expect(
      published(links([.calendar, .week, .day, .year]))
        == "a: calendar 2026-03 2026-11,week 2026-03-09 2026-11-16,day 2026-03-10 2026-11-20,year 2026 2026,")
    #expect(published(Links(window: date("2026-03-10")..<date("2026-03-10"), kinds: .all, rules: .iso)) == "a: ")
  }

  /// A date, and the published day nearest to it.
  @Test(arguments: [
    ("2026-03-09", "2026-03-10"), ("2026-03-10", "2026-03-10"), ("2026-06-01", "2026-06-01"),
    ("2026-11-20", "2026-11-20"), ("2031-01-01", "2026-11-20"),
  ]) func nearestDay(_ written: String, _ expected: String) {
    #expect(links().nearestDay(to: date(written)) == date(expected))
  }

  @Test func roots() {
    #expect(address(links(), .day, "2026-06-15", root: "") == "day/2026-06-15.html#events")
    #expect(address(links(), .day, "2026-06-15", root: "/a/b/") == "/a/b/day/2026-06-15.html#events")
    #expect(
      address(links(), .day, "2020-06-15", root: "") == "beyond.html?view=day&section=2020-06-15")
  }

  @Test func firstWeekday() {
    let sunday = WeekRules(firstWeekday: .sunday, minimumDays: 1)
    #expect(address(links([.week], sunday), .week, "2026-06-17") == "../week/2026-06-14.html#events")
  }

  /// A kind that is not published leads to the day's page, or the nearest that is.
  static let kinds: [([ViewKind], ViewKind, String)] = [
    ([.day, .agenda, .calendar], .week, "../day/2026-06-17.html#events"),
    ([.agenda, .calendar], .week, "../agenda/2026-06.html"),
    ([.calendar, .week, .year], .day, "../calendar/2026-06.html"),
    ([.week, .year], .day, "../week/2026-06-15.html#events"),
    ([.year], .calendar, "../year/2026.html"), ([.year], .year, "../year/2026.html"),
    ([], .day, "../index.html"),
  ]

  @Test(arguments: kinds) func kind(_ published: [ViewKind], _ kind: ViewKind, _ expected: String) {
    #expect(address(links(published), kind, "2026-06-17") == expected)
    #expect(links(published).isPublished(kind, date("2026-06-17")) == published.contains(kind))
  }

  @Test func theNearestKindOutside() {
    #expect(
      address(links([.agenda]), .day, "2030-06-17") == "../beyond.html?view=agenda&section=2030-06")
    let empty = Links(window: date("2026-06-17")..<date("2026-06-17"), kinds: .all, rules: .iso)
    #expect(
      !empty.isPublished(.day, date("2026-06-17")) && !empty.isPublished(.year, date("2026-06-17")))
  }

  /// `isPublished` agrees with the windows of sections, for every kind and day.
  @Test func publishedAreTheSectionsOfTheWindow() throws {
    try withRandom(40) { random in
      let rules = WeekRules(firstWeekday: random.pick(Weekday.allCases), minimumDays: 1)
      let first = date("2026-01-01").adding(days: random.int(0...400))!
      let window = first..<first.adding(days: random.int(1...200))!
      let links = Links(window: window, kinds: .all, rules: rules)
      func walk<S: Section>(_ kind: ViewKind, _ type: S.Type) throws {
        let sections = try #require(SectionWindow<S>(meeting: window, rules))
        let names = Set(sections.map { $0.name })
        for offset in -400...800 {
          let date = first.adding(days: offset)!
          var name: [UInt8] = []
          links.appendSection(kind, date, to: &name)
          try checkEqual(string(name), string(S.containing(date, rules)!.name))
          try checkEqual(
            links.isPublished(kind, date), names.contains(name), "\(kind) \(string(date))")
        }
      }
      try walk(.day, Day.self)
      try walk(.week, Week.self)
      try walk(.calendar, Month.self)
      try walk(.year, Year.self)
    }
  }
}
