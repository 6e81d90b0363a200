import Bytes
import CalendarPages
import CivilTime
import DataFiles
import Events
import Foundation
import Gate
import Publishing
import Readers
import Reports
import Settling
import SiteTerms
import Testing
import TimeZones

@testable import Engine
@testable import SiteBuilder

/// The engine, natively: from the data of a site with a narrow window it makes the pages of a wider build.
struct EngineTests {
  let narrow: PreparedSite
  let wide: PreparedSite
  let files: [String: [UInt8]]
  let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    .standardizedFileURL

  init() throws {
    let project = project
    func prepared(_ from: String, _ to: String) throws -> PreparedSite {
      let reading = ReadingOptions(
        content: project.path + "/Content", zones: ["UTC+8", "America/St_Johns"], from: from, to: to,
        now: "2026-11-21T12:00:00Z")
      return try Build(BuildOptions(reading: reading, templates: project.path + "/Templates")).prepare(edge: .window)
    }
    narrow = try prepared("2026-11-01", "2026-12-01")
    wide = try prepared("2026-01-01", "2028-01-01")
    let store = narrow.sites[0].site.events
    let made = try SiteDataFiles(known: [:], zones: ReadingOptions.system().table, SharedParts(), threads: 1).make(
      narrow.sites, narrow.templates, EventFingerprints(store, threads: 1)
    ).files
    var files: [String: [UInt8]] = [:]
    for file in made {
      switch file.work {
      case .bytes(let bytes): files[file.path] = bytes
      case .data(let source): files[file.path] = source.bytes.value()
      default: break
      }
    }
    self.files = files
  }

  func engine() throws -> PageEngine {
    let engine = PageEngine()
    try engine.load(site: try #require(files["data/site.bin"]))
    return engine
  }

  func supply(_ engine: PageEngine, _ path: [UInt8]) throws {
    for file in engine.needs(path) {
      try engine.add(file: file, try #require(files[String(decoding: file, as: UTF8.self)]))
    }
    #expect(engine.needs(path).isEmpty)
  }

  @Test(arguments: [0, 1]) func pagesAreThoseOfAWiderBuild(index: Int) throws {
    let engine = try engine()
    let site = wide.sites[index]
    try engine.view(zone: site.site.zone.identifier)
    let window = site.site.links.window
    let from = try #require(window.lowerBound.adding(days: 40))
    let to = try #require(window.upperBound.adding(days: -40))
    var compared = 0
    for kind in ViewKind.allCases {
      var date = from
      while date < to {
        var path: [UInt8] = []
        site.site.links.appendPath(kind, date, to: &path)
        try supply(engine, path)
        let page = try engine.sectionPage(path, window: window)
        let expected = try wide.render(site.prefix + String(decoding: path, as: UTF8.self))
        #expect(page == expected, "\(String(decoding: path, as: UTF8.self))")
        compared += 1
        date = try #require(date.adding(days: 53))
      }
    }
    #expect(compared > 50)
  }

  @Test func aMonthNeedsFewFiles() throws {
    let engine = try engine()
    let names = engine.needs([UInt8]("day/2026-11-20.html")).map { String(decoding: $0, as: UTF8.self) }
    #expect(names.count <= 3 && names.contains { $0.hasPrefix("data/recurring-") })
    #expect(engine.needs([]).count == files.keys.count { !$0.hasPrefix("data/names/") } - 2)
  }

  /// An event's page is found by its name, once all files that may contain the event are loaded.
  @Test func eventsHavePages() throws {
    let engine = try engine()
    let site = narrow.sites[0].site
    let slug = Array(try #require(site.eventPages.slug(of: site.eventPages.events[0])))
    let path = "event/" + slug + ".html"
    try supply(engine, path)
    let page = String(decoding: try engine.eventPage(path), as: UTF8.self)
    #expect(page.contains("data-view=\"event\""))
    #expect(throws: EngineError.self) { try engine.eventPage([UInt8]("event/nothing-aaaaaaaaaa.html")) }
    #expect(throws: EngineError.self) { try engine.sectionPage([UInt8]("calendar/2026-13.html")) }
  }

  /// Adding and removing a calendar of the reader's leaves nothing behind.
  @Test func calendarsComeAndGo() throws {
    let engine = try engine()
    let path = [UInt8]("day/2026-11-20.html")
    try supply(engine, path)
    let before = try engine.sectionPage(path)
    let text =
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:own\r\nDTSTART:20261120T010000Z\r\nSUMMARY:My own\r\nEND:VEVENT\r\n"
      + "END:VCALENDAR\r\n"
    try engine.add(calendar: [UInt8]("mine"), Array(text.utf8))
    #expect(String(decoding: try engine.sectionPage(path), as: UTF8.self).contains("My own"))
    try engine.remove(calendar: [UInt8]("mine"))
    #expect(try engine.sectionPage(path) == before)
    #expect(throws: EngineError.self) { try engine.remove(calendar: [UInt8]("mine")) }
  }

  /// A calendar of the reader's may have the name of one of the site's: pages distinguish them.
  @Test func calendarsOfOneName() throws {
    let engine = try engine()
    let path = [UInt8]("day/2026-11-20.html")
    try supply(engine, path)
    let name = try #require(narrow.sites[0].site.events.calendars.first).name
    let text =
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:own\r\nDTSTART:20261120T010000Z\r\nSUMMARY:My own\r\nEND:VEVENT\r\n"
      + "END:VCALENDAR\r\n"
    try engine.add(calendar: name, Array(text.utf8))
    let page = String(decoding: try engine.sectionPage(path), as: UTF8.self)
    let shown = String(decoding: name, as: UTF8.self)
    // Once in the legend, or more often with its events; the reader's own is another one.
    #expect(page.contains("data-calendar=\"\(shown)\""))
    #expect(page.contains("data-calendar=\"\(shown)-2\""))
    let color = narrow.sites[0].site.events.calendars.count % Palette.classes
    #expect(page.contains("c\(color)"))
    try engine.remove(calendar: name)
    #expect(!String(decoding: try engine.sectionPage(path), as: UTF8.self).contains("\(shown)-2"))
  }

  /// Without event pages nothing links to any.
  @Test func eventsWithoutPages() throws {
    var site = narrow.sites[0].site
    var facts = site.facts
    facts.settings.hasEventPages = false
    site = Site(
      facts, links: site.links, zone: site.zone, today: site.today, events: site.events, eventPages: EventPages(),
      notes: site.notes, weather: site.weather)
    var rendered = narrow.sites[0]
    rendered.site = site
    let made = try SiteDataFiles(known: [:], zones: ReadingOptions.system().table, SharedParts(), threads: 1).make(
      [rendered], narrow.templates, EventFingerprints(site.events, threads: 1)
    ).files
    let engine = PageEngine()
    for file in made {
      if case .bytes(let bytes) = file.work, file.path == "data/site.bin" { try engine.load(site: bytes) }
    }
    let path = [UInt8]("agenda/2026-11.html")
    try supply(engine, path)
    let page = String(decoding: try engine.sectionPage(path), as: UTF8.self)
    #expect(page.contains("data-view=\"agenda\"") && !page.contains("../event/"))
    let slug = Array(try #require(narrow.sites[0].site.eventPages.slug(of: narrow.sites[0].site.eventPages.events[0])))
    #expect(throws: EngineError.self) { try engine.eventPage("event/" + slug + ".html") }
  }

  /// The panel ignores calendars by name, and `free --calendar` those that are not named: the free time is the same,
  /// also on days on which clocks change.
  @Test(arguments: ["01:30", "02:15"]) func freeTimeOfChosenCalendars(begin: String) throws {
    let engine = try engine()
    try engine.view(zone: [UInt8]("America/St_Johns"))
    try supply(engine, [])
    let reading = ReadingOptions(
      content: project.path + "/Content", zones: ["America/St_Johns"], from: "2026-03-01", to: "2026-12-01",
      now: "1990-01-01T00:00:00Z")
    let (from, to) = (try ISO8601.date("2026-03-01".utf8), try ISO8601.date("2026-12-01".utf8))
    let minute = try ISO8601.time(begin.utf8).secondOfDay / 60
    let calendars = narrow.sites[0].site.events.calendars.map { $0.name }
    #expect(calendars.count > 1)
    let loaded = try LoadedContent(reading)
    for chosen in calendars {
      let report = try FreeTimeReport(
        loaded, reading, hours: "\(begin)-17:00", duration: "30m", calendars: [String(decoding: chosen, as: UTF8.self)])
      let hidden = Array(calendars.filter { $0 != chosen }.joined(separator: [0x0A]))
      let found = try engine.freeTime(
        from: Int(from.dayNumber), to: Int(to.dayNumber), hours: Int(minute)..<1_020, minutes: 30, notBefore: 0,
        hidden: hidden)
      #expect(found == report.json())
    }
  }

  @Test func brokenDataAreRefused() throws {
    let bytes = try #require(files["data/site.bin"])
    for count in stride(from: 0, to: bytes.count, by: 301) { #expect(SiteData(file: Array(bytes[..<count])) == nil) }
    var changed = bytes
    changed[bytes.count / 2] ^= 1
    #expect(SiteData(file: changed) == nil)
    #expect(SiteData(file: bytes)?.file() == bytes)
  }
}
