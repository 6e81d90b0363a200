import Bytes
import CalendarPages
import CivilTime
import Events
import Feeds
import Foundation
import ICalendar
import Readers
import Settling
import TestSupport
import Testing
import TimeZones

/// The pairs of Tests/Fixtures/ical: a calendar file with one trap, and the days it must settle into,
/// as `agenda --format json` prints them. Tests/Oracle/fixtures.py writes them and says what each is
/// about.
///
/// Files are read as the command reads them: with Windows' display names, and translated.
///
/// For a file without days, what the program says is written down, and the test fails until
/// somebody has read it.
@Suite struct ICalendarFixtures {
  /// The name of a file without its ending, and of the days that it is settled into.
  struct Pair: Sendable, CustomTestStringConvertible {
    let name: String
    let days: String
    var testDescription: String { days.replacingOccurrences(of: ".json", with: "") }
  }

  static let folder = fixtures.appendingPathComponent("ical")

  static let pairs: [Pair] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".ics") }.sorted().flatMap { file in
      let name = String(file.dropLast(4))
      let days = files.filter { $0.hasPrefix(name + ".") && $0.hasSuffix(".json") }.sorted()
      return (days.isEmpty ? [name + ".json"] : days).map { Pair(name: name, days: $0) }
    }
  }()

  @Test func `there are enough`() {
    #expect(Set(Self.pairs.map { $0.name }).count >= 300)
  }

  @Test(arguments: pairs)
  func days(pair: Pair) throws {
    let file = Self.folder.appendingPathComponent(pair.days)
    guard let expected = try? Data(contentsOf: file) else {
      let found = try agenda(pair.name, zone: "UTC", from: "2026-01-01", to: "2027-01-01")
      try Data(found.utf8).write(to: file)
      Issue.record(
        "\(pair.days) was not there; it is recorded now, and to be read before it is kept")
      return
    }
    let head = try #require(try JSONSerialization.jsonObject(with: expected) as? [String: Any])
    func text(_ key: String) throws -> String { try #require(head[key] as? String) }
    let found = try agenda(pair.name, zone: text("zone"), from: text("from"), to: text("to"))
    let difference = found.split(separator: "\n").difference(
      from: string(expected).split(separator: "\n"))
    #expect(difference.isEmpty, "\(difference.map(Self.line).joined(separator: "\n"))")
  }

  /// What must be said of a file: `line:column: severity: part of the message`.
  @Test(arguments: pairs.filter { $0.days == $0.name + ".json" })
  func problems(pair: Pair) throws {
    let said = messages(try read(pair.name).diagnostics)
    guard let expected = try? fixture("ical/\(pair.name).problems") else {
      #expect(said.filter { !$0.contains(": note: ") } == [])
      return
    }
    for line in string(expected).split(separator: "\n") {
      let parts = line.split(separator: ": ", maxSplits: 2)
      let place = parts.prefix(2).joined(separator: ": ")
      #expect(
        said.contains { $0.hasPrefix(place) && $0.contains(parts.last ?? "") },
        "\(line) is not in \(said)")
    }
  }

  /// Other properties than times: `UID NAME:value`, or `UID -NAME` of one that must be absent.
  @Test(arguments: pairs.filter { $0.days == $0.name + ".json" })
  func details(pair: Pair) throws {
    guard let expected = try? fixture("ical/\(pair.name).details") else { return }
    let events = try read(pair.name).events
    for line in string(expected).split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      let event = try #require(events.events.first { string(events.text($0.uid, of: $0)) == parts[0] })
      let document = events.documents[Int(event.document)]
      var found: [String] = []
      document.forEachProperty(of: Int(event.component)) { index in
        let property = document.properties[index]
        found.append(string(document.name(property)) + ":" + string(document.value(property)))
      }
      if parts[1].hasPrefix("-") {
        #expect(!found.contains { $0.hasPrefix(parts[1].dropFirst() + ":") }, "\(line): \(found)")
      } else {
        #expect(found.contains(String(parts[1])), "\(line) is not in \(found)")
      }
    }
  }

  private static let zones = ZoneTable(
    names: TestZones.table.names, loader: { TestZones.table.lookup($0) },
    translator: { WindowsDisplayNames.identifier(of: $0) })

  private func read(_ name: String) throws -> (events: ReadEvents, diagnostics: Diagnostics) {
    var events = ReadEvents()
    var diagnostics = Diagnostics()
    let calendar = events.add(calendar: CalendarInfo(name: bytes(name), title: [], color: []))
    let document = ICalendarDocument(parsing: try fixture("ical/\(name).ics"))
      .mended().translated(through: 2040, zones: Self.zones)
    events.add(document, to: calendar, zones: Self.zones, diagnostics: &diagnostics)
    return (events, diagnostics)
  }

  private func agenda(_ name: String, zone: String, from: String, to: String) throws -> String {
    var (events, _) = try read(name)
    events.link()
    let store = events.unredacted().store
    let zone = TestZones.named(zone)
    let days = date(from)..<date(to)
    var report = ExpansionReport()
    let run = store.settle(days, in: zone, report: &report)
    var out: [UInt8] = []
    AgendaJSON(run, of: store, days: days, in: zone).append(to: &out)
    return string(out)
  }

  private static func line(_ change: CollectionDifference<Substring>.Change) -> String {
    switch change {
    case .remove(_, let element, _): "expected \(element)"
    case .insert(_, let element, _): "   found \(element)"
    }
  }
}
