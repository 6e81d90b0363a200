import CivilTime
import Foundation
import Readers
import Testing
import TimeZones

struct SystemZonesTests {
  let zones: SystemZones

  init() throws { zones = try SystemZones() }

  func name(_ zone: Zone?) -> String? {
    zone.map { String(decoding: $0.identifier, as: UTF8.self) }
  }

  func local(_ tz: String?) throws -> String? {
    var environment = ["TZDIR": zones.folder]
    environment["TZ"] = tz
    return name(try SystemZones(environment: environment).local())
  }

  @Test func everyNameCanBeRead() {
    #expect(zones.names.count > 400)
    for bytes in zones.names {
      #expect(name(zones.zone(named: bytes)) != nil, "\(String(decoding: bytes, as: UTF8.self))")
    }
    for other in ["localtime", "posixrules", "posix/UTC", "right/UTC", "zone.tab", "tzdata.zi"] {
      #expect(zones.zone(named: other) == nil)
    }
  }

  @Test func anyCaseAndOffsets() {
    #expect(name(zones.zone(named: "asia/shanghai")) == "Asia/Shanghai")
    #expect(name(zones.zone(named: "utc+8")) == "UTC+8")
  }

  @Test(arguments: [
    "../../../etc/passwd", "/etc/passwd", "Europe/../UTC", "Europe//Berlin", "./UTC", "", "/",
    "Europe/", "UTC\0", ".hidden",
  ])
  func namesThatLeadAway(_ written: String) { #expect(zones.zone(named: written) == nil) }

  static let valuesOfTZ: [(String, String?)] = [
    ("", "UTC"), ("Asia/Tokyo", "Asia/Tokyo"), (":Asia/Tokyo", "Asia/Tokyo"),
    ("asia/tokyo", "Asia/Tokyo"), ("EST5EDT,M3.2.0,M11.1.0", "EST5EDT,M3.2.0,M11.1.0"),
    ("<+08>-8", "<+08>-8"), ("no such zone", nil), ("/nowhere/at/all", nil),
  ]

  @Test(arguments: valuesOfTZ)
  func local(_ tz: String, _ expected: String?) throws { #expect(try local(tz) == expected) }

  @Test func localByPath() throws {
    #expect(try local(zones.folder + "/Asia/Tokyo") == "Asia/Tokyo")
    #expect(try local(nil) != nil)
  }

  @Test func inTZAnOffsetCountsWestward() throws {
    let zone = try SystemZones(environment: ["TZ": "UTC+8"]).local()
    #expect(zone?.offset(at: .first).seconds == -28_800)
  }

  /// A folder without an index: its files are searched.
  @Test func folderOfOnesOwn() throws {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appendingPathComponent("zones-\(UUID().uuidString)")
    defer { try? files.removeItem(at: folder) }
    for sub in ["Asia", "right"] {
      try files.createDirectory(
        at: folder.appendingPathComponent(sub), withIntermediateDirectories: true)
    }
    let tokyo = URL(fileURLWithPath: zones.folder + "/Asia/Tokyo").resolvingSymlinksInPath()
    for target in ["Asia/Tokyo", "Home", "right/UTC", "localtime"] {
      try files.copyItem(at: tokyo, to: folder.appendingPathComponent(target))
    }
    try Data("not a zone".utf8).write(to: folder.appendingPathComponent("notes"))
    try Data("TZif2 but broken".utf8).write(to: folder.appendingPathComponent("Broken"))
    let own = try SystemZones(environment: ["TZDIR": folder.path])
    #expect(own.folder == folder.path)
    #expect(
      own.names.map { String(decoding: $0, as: UTF8.self) } == ["Asia/Tokyo", "Broken", "Home"])
    #expect(own.zone(named: "Broken") == nil)
    #expect(own.zone(named: "home")?.offset(at: .last).seconds == 32_400)
  }

  @Test func aFolderThatHoldsNothingIsPassedOver() throws {
    let zones = try SystemZones(environment: ["TZDIR": "/nowhere/at/all"])
    #expect(SystemZones.usualFolders.contains(zones.folder))
  }

  @Test func theErrorSaysWhatToDo() {
    let error = SystemZones.NotFound(folders: ["/a", "/b"])
    #expect(
      error.description
        == "no time zone database in /a, /b; install the tzdata package, or set TZDIR to the folder "
        + "that holds it")
  }
}
