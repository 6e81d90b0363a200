import Bytes
import CivilTime
import Foundation
import Testing
import TimeZones

struct SpellingTests {
  static let rightOnes: [(String, Int)] = [
    ("Z", 0), ("z", 0), ("UTC", 0), ("utc", 0), ("Utc", 0), ("GMT", 0), ("gmt", 0),
    ("UTC+0", 0), ("UTC-0", 0), ("UTC+00:00", 0), ("-00:00", 0),
    ("UTC+8", 28_800), ("utc+8", 28_800), ("UTC+08", 28_800), ("UTC+08:00", 28_800),
    ("UTC+8:00", 28_800), ("UTC+0800", 28_800), ("+08", 28_800), ("+8", 28_800),
    ("UTC-03:30", -12_600), ("UTC-3:30", -12_600), ("UTC-0330", -12_600), ("-03:30", -12_600),
    ("GMT-2", -7_200), ("gmt-2", -7_200), ("GMT+5:45", 20_700), ("+05:45", 20_700),
    ("+0545", 20_700), ("UTC\u{2212}03:30", -12_600), ("\u{2212}2", -7_200),
    ("UTC+18", 64_800), ("UTC-18:00", -64_800), ("+18:00:00", 64_800),
    ("UTC+08:05:43", 29_143), ("+080543", 29_143), ("-00:00:01", -1),
  ]

  @Test(arguments: rightOnes)
  func right(_ written: String, _ seconds: Int) {
    #expect(ZoneSpelling.parse(written.utf8)?.seconds == Int32(seconds))
  }

  static let wrongOnes = [
    "", " ", "U", "UT", "UTCZ", "ZZ", "UTC8", "UTC 8", "UTC+", "UTC-", "+", "-", "\u{2212}",
    "UTC+8 ", " UTC+8", "UTC++8", "UTC+-8", "+8h", "8", "08:00", "UTC+19", "UTC+18:01",
    "UTC-18:00:01", "+18:00:01", "UTC+99", "UTC+8:60", "UTC+08:00:60", "UTC+8:0", "UTC+8:000",
    "UTC+08:", "UTC+08:00:", "UTC+:30", "UTC+080", "UTC+08000", "+0800000", "+008", "+008:00",
    "UTC+08:00:00:00", "UTC+0800:00", "+08.5", "UTC+8.5", "EST", "Asia/Shanghai", "GMT+0x1",
    "+08:00Z", "+١", "UTC+99999999999999999999999",
  ]

  @Test(arguments: wrongOnes)
  func wrong(_ written: String) {
    #expect(ZoneSpelling.parse(written.utf8) == nil)
  }

  static let namesOfOffsets: [(Int, String)] = [
    (0, "UTC"), (28_800, "UTC+8"), (-7_200, "UTC-2"), (-12_600, "UTC-03:30"), (20_700, "UTC+05:45"),
    (29_143, "UTC+08:05:43"), (64_800, "UTC+18"), (-64_800, "UTC-18"), (-1, "UTC-00:00:01"),
  ]

  @Test(arguments: namesOfOffsets)
  func name(_ seconds: Int, _ name: String) {
    #expect(text(ZoneSpelling.name(of: offset(seconds))) == name)
    #expect(text(Zone(fixed: offset(seconds)).identifier) == name)
  }

  /// Every written offset is read back, and every offset has its own folder.
  @Test func everyOffset() {
    var slugs: Set<[UInt8]> = []
    for seconds in -64_800...64_800 {
      let name = ZoneSpelling.name(of: offset(seconds))
      if ZoneSpelling.parse(name)?.seconds != Int32(seconds) {
        Issue.record("\(text(name)) is read as another offset")
        return
      }
      if seconds % 60 == 0, !slugs.insert(ZoneSpelling.slug(of: name)).inserted {
        Issue.record("the slug of \(text(name)) is taken")
        return
      }
    }
  }

  static let slugs = [
    ("Asia/Shanghai", "asia-shanghai"), ("America/New_York", "america-new-york"),
    ("America/Port-au-Prince", "america-port-au-prince"),
    ("America/Argentina/Buenos_Aires", "america-argentina-buenos-aires"),
    ("UTC", "utc"), ("UTC+8", "utc-plus-8"), ("UTC-2", "utc-minus-2"),
    ("UTC-03:30", "utc-minus-03-30"), ("Etc/GMT+8", "etc-gmt-plus-8"),
    ("Etc/GMT-8", "etc-gmt-minus-8"), ("GMT0", "gmt0"), ("EST5EDT", "est5edt"),
  ]

  @Test(arguments: slugs)
  func slug(_ name: String, _ slug: String) {
    #expect(text(ZoneSpelling.slug(of: name.utf8)) == slug)
  }

  /// Names of a VTIMEZONE may contain anything; folder names may not.
  @Test func foreignSlugs() {
    let names = ["", "/", "../..", "(UTC+01:00) Berlin, Bern", "Zürich", "a b", "a  b", "a.b", "💥"]
    var seen: Set<[UInt8]> = []
    for name in names {
      let slug = ZoneSpelling.slug(of: name.utf8)
      #expect(seen.insert(slug).inserted)
      #expect(!slug.isEmpty)
      #expect(slug.allSatisfy { $0.isDigit || ($0.isLetter && $0 == $0.lowercased) || $0 == 0x2D })
      #expect(slug.first != 0x2D && slug.last != 0x2D)
    }
  }

  @Test func everySlugOfTheDatabaseIsItsOwn() throws {
    let index = try String(contentsOfFile: zoneFolder + "/tzdata.zi", encoding: .utf8)
    let names = index.split(separator: "\n").compactMap { line -> String? in
      let fields = line.split(separator: " ")
      switch fields.first {
      case "Z": return String(fields[1])
      case "L": return String(fields[2])
      default: return nil
      }
    }
    #expect(names.count > 400)
    let slugs = Set(names.map { ZoneSpelling.slug(of: $0.utf8) })
    #expect(slugs.count == names.count)
  }
}

struct ZoneTableTests {
  static let names = [
    "Asia/Tokyo", "Asia/Shanghai", "America/New_York", "Europe/Berlin", "Europe/Dublin",
    "America/Port-au-Prince", "UTC", "GMT", "Asia/Kathmandu", "Asia/Katmandu",
  ].map { Array($0.utf8) }

  let table = ZoneTable(names: names) { name in
    name.starts(with: "Europe/".utf8) ? nil : try? zone(text(name))
  }

  @Test func anyCase() {
    for written in ["Asia/Shanghai", "asia/shanghai", "ASIA/SHANGHAI"] {
      #expect(table.lookup(written.utf8).map { text($0.identifier) } == "Asia/Shanghai")
    }
    #expect(table.lookup("europe/berlin".utf8) == nil)
    #expect(table.lookup("asia/shanghi".utf8) == nil)
    #expect(table.lookup("".utf8) == nil)
  }

  @Test func offsets() {
    #expect(table.lookup("utc".utf8) == .utc)
    #expect(table.lookup("Z".utf8) == .utc)
    #expect(table.lookup("gmt-2".utf8).map { text($0.identifier) } == "UTC-2")
    #expect(ZoneTable().lookup("+05:45".utf8).map { text($0.identifier) } == "UTC+05:45")
  }

  @Test func inMemory() {
    var own = ZoneTable(zones: [Zone(fixed: offset(3600)).renamed(Array("Office".utf8))])
    #expect(own.lookup("OFFICE".utf8)?.fixedOffset == offset(3600))
    own.insert(Zone(fixed: offset(7200)).renamed(Array("office".utf8)))
    #expect(own.lookup("Office".utf8)?.fixedOffset == offset(7200))
    own.insert(Zone(fixed: offset(7200)).renamed(Array("Annex".utf8)))
    #expect(own.names.map { text($0) } == ["Annex", "Office"])
    // Zones in memory take precedence over offsets.
    own.insert(Zone(fixed: offset(7200)).renamed(Array("UTC+1".utf8)))
    #expect(own.lookup("utc+1".utf8)?.fixedOffset == offset(7200))
  }

  static let misspelt: [(String, [String])] = [
    ("Asia/Shanghi", ["Asia/Shanghai"]),
    ("shanghai", ["Asia/Shanghai"]),
    ("new york", ["America/New_York"]),
    ("Tokio", ["Asia/Tokyo"]),
    ("kathmandu", ["Asia/Kathmandu", "Asia/Katmandu"]),
    ("Europe/Berln", ["Europe/Berlin", "Europe/Dublin"]),
    ("somewhere else entirely", []),
  ]

  @Test(arguments: misspelt)
  func nearest(_ written: String, _ names: [String]) {
    #expect(table.nearest(to: written.utf8).map { text($0) } == names)
  }
}
