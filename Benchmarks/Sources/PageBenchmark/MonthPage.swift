import Bytes
import CalendarPages
import CivilTime
import Events
import Foundation
import ICalendar
import Mustache
import Sections
import Settling
import SiteTerms
import TimeZones

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// The month page of the default theme, of a month that fills some 27 KB.
final class MonthPage {
  private let section: Month
  private var renderer: PageRenderer
  private var page: [UInt8] = []

  init(templates folder: String) {
    let locale = Self.english
    guard let number = CivilMonth(year: 2026, month: 11), let first = CivilDate(year: 2026, month: 11, day: 1),
      let from = CivilDate(year: 2026, month: 10, day: 1), let to = CivilDate(year: 2027, month: 1, day: 1)
    else { fatalError("dates of this century") }
    section = Month(number, locale.weekRules)
    var read = ReadEvents()
    var diagnostics = Diagnostics()
    let calendar = read.add(calendar: CalendarInfo(name: bytes("work"), title: bytes("Work"), color: bytes("#2f6fde")))
    read.add(
      ICalendarDocument(parsing: Self.events(from: first)), to: calendar, zones: ZoneTable(zones: [.utc]),
      diagnostics: &diagnostics)
    read.link()
    let store = read.unredacted().store
    var days = DayStore(store, zone: .utc)
    days.load(from..<to)
    var facts = SiteFacts(locale, Self.words, window: from..<to)
    facts.title = bytes("Bench")
    let site = Site(
      facts, links: Links(window: from..<to, kinds: .all, rules: locale.weekRules, edge: .window), zone: .utc,
      today: first, events: store, eventPages: EventPages(), notes: Notes([]), weather: nil)
    var set = TemplateSet()
    for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where file.hasSuffix(".mustache") {
      guard let source = FileManager.default.contents(atPath: folder + "/" + file) else { continue }
      set.add(bytes(String(file.dropLast(".mustache".count))), [UInt8](source))
    }
    guard set.link(unchecked: .pages).isEmpty, set["calendar"] != nil else {
      fatalError("\(folder) is no theme")
    }
    renderer = PageRenderer(site, days: days, todaysDays: days, absoluteRoot: [], set)
    render()
  }

  var byteCount: Int { page.count }

  func microseconds(rounds: Int, pages: Int) -> Double { bestMicroseconds(rounds: rounds, count: pages) { render() } }

  private func render() {
    page.removeAll(keepingCapacity: true)
    do throws(RenderError) {
      try renderer.render(.section(.calendar(section)), into: &page)
    } catch { fatalError("the theme renders") }
  }

  /// Words about as long as English ones: the theme's come with the command, which is no part of this.
  private static let words = Words(
    language: bytes("en"), labels: WordsField.allCases.map { bytes($0.stringValue) },
    sentences: Sentence.allCases.map { sentence in
      Message(forms: [
        (.category(.other), [sentence.places.flatMap { [.place($0), .text(bytes(" of "))] }])
      ])!
    },
    cardinals: .none, ordinals: .none, todayScript: bytes("{}"))

  /// Two events on most days of a month.
  private static func events(from first: CivilDate) -> [UInt8] {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//busylife-gen//bench//EN"]
    for number in 0..<46 {
      let day = 1 + number % 30
      lines += [
        "BEGIN:VEVENT", "UID:\(number)@bench.example", "DTSTAMP:20260101T000000Z",
        "DTSTART:202611\(day < 10 ? "0" : "")\(day)T\(number < 30 ? "09" : "14")1500Z", "DURATION:PT45M",
        "SUMMARY:Review & planning <\(number)>", "END:VEVENT",
      ]
    }
    return bytes((lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n"))
  }

  private static var english: LocaleTable {
    func pattern(_ text: String) -> DatePattern { DatePattern(bytes(text)) }
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ]
    let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    let names = DateNames(
      zeroDigit: 0x30, months: months.map(bytes), standaloneMonths: months.map(bytes),
      shortMonths: months.map { bytes(String($0.prefix(3))) },
      weekdays: weekdays.map(bytes), shortWeekdays: weekdays.map { bytes(String($0.prefix(3))) },
      narrowWeekdays: weekdays.map { bytes(String($0.prefix(1))) }, amSymbol: bytes("AM"), pmSymbol: bytes("PM"))
    let dates = DatePatterns(
      full: pattern("EEEE, d MMMM y"), long: pattern("d MMMM y"), monthAndYear: pattern("MMMM y"),
      dayHeading: pattern("EEEE, d MMMM"), monthAndDay: pattern("d MMMM"), shortDay: pattern("EEE, d MMM"))
    return LocaleTable(
      identifier: bytes("en"), isRightToLeft: false, weekRules: .iso, weekendDays: 1 << 6 | 1 << 7, names: names,
      dates: dates, clock: ClockPatterns(time: pattern("HH:mm"), hour: pattern("H")))
  }
}
