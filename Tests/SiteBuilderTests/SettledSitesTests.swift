import CalendarPages
import CivilTime
import Events
import Foundation
import Gate
import Publishing
import Readers
import Settling
import Testing
import Themes
import TimeZones

@testable import SiteBuilder

/// The values of a build between reading and rendering, each made alone.
struct SettledSitesTests {
  /// A content folder that is removed with this object.
  private final class Folder {
    let path = NSTemporaryDirectory() + "busylife-settled-\(UUID().uuidString)"

    init(_ files: [String: String]) throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name)) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  private func settings(
    _ folder: Folder, zones: [String] = [], url: String? = nil, from: String = "2026-11-01"
  ) throws -> (SiteSettings, LoadedContent) {
    let reading = ReadingOptions(
      content: folder.path, zones: zones, from: from, to: "2026-12-01", now: "2026-11-21T12:00:00Z")
    let inputs = try BuildInputs(
      BuildOptions(reading: reading, baseURL: url), now: try reading.instant(), SharedParts())
    let content = try LoadedContent(reading)
    return (try SiteSettings(content.content.configuration, inputs, edge: .window), content)
  }

  @Test("--tz and --base-url override site.yml, and equal zones make one site")
  func zones() throws {
    let folder = try Folder(["site.yml": "zones: [Asia/Kathmandu, Europe/Berlin]\nurl: https://x.org/a\n"])
    let own = try settings(folder).0
    #expect(own.zones.map { String(decoding: $0.identifier, as: UTF8.self) } == ["Asia/Kathmandu", "Europe/Berlin"])
    #expect(own.prefix(ofZone: 0) == "" && own.prefix(ofZone: 1) == "zone/europe-berlin/")
    #expect(own.url == Array("https://x.org/a/".utf8))
    let given = try settings(folder, zones: ["UTC+8", "utc+08:00", "UTC"], url: "https://y.org/b/").0
    #expect(given.zones.count == 2)
    #expect(given.url == Array("https://y.org/b/".utf8))
  }

  @Test("A wrong option is reported before the content is read")
  func slips() {
    let nowhere = "/nonexistent/content"
    for (zone, url) in [("Nowhere/At_All", "https://x.org/"), ("UTC", "javascript:alert(1)")] {
      let options = BuildOptions(reading: ReadingOptions(content: nowhere, zones: [zone]), baseURL: url)
      #expect {
        try Build(options).prepare(edge: .window)
      } throws: {
        if case .usage = $0 as? BuildError { true } else { false }
      }
    }
  }

  /// 20,005 minutes from the beginning of the window in UTC. In Honolulu that day begins ten hours later, so 19,405 of
  /// them are shown, fewer than the limit.
  @Test(
    "An event cut off by a limit in any zone is reported once",
    arguments: [
      (["UTC", "Pacific/Honolulu"], 1), (["Pacific/Honolulu", "UTC"], 1), (["UTC", "UTC-01:00"], 1),
      (["Pacific/Honolulu"], 0),
    ])
  func limits(zones: [String], count: Int) throws {
    let minutes =
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y//EN\r\nBEGIN:VEVENT\r\nUID:minutes\r\n"
      + "DTSTART:20260601T000000Z\r\nDURATION:PT1M\r\nRRULE:FREQ=MINUTELY;COUNT=20005\r\nEND:VEVENT\r\n"
      + "END:VCALENDAR\r\n"
    let folder = try Folder(["a.ics": minutes, "site.yml": "views: [day]\nfirstWeekday: monday\n"])
    let (settings, content) = try settings(folder, zones: zones, from: "2026-06-01")
    let published = content.redacted(for: Reader(), nil)
    let store = published.store
    let words = try Theme(try ThemeLayers(own: nil, name: nil)).words.compiled(for: "en").words
    let settled = SettledSites(
      published, settings, words, nil, slugs: Deferred { EventSlugs(store) },
      Deferred { FeedCatalog(published, conferences: [], locale: "en") })
    let line =
      "\(folder.path)/a.ics:4:1: warning: \"minutes\" has more than 20000 occurrences in the window; the later "
      + "ones are left out"
    #expect(
      LimitWarnings.lines(settled.report, of: content) { store.events[Int($0)] } == Array(repeating: line, count: count)
    )
  }
}
