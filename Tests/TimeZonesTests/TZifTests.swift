import Bytes
import CivilTime
import Foundation
import TestSupport
import Testing
import TimeZones

/// TZif files made for these tests: each version, each field wrong.
struct TZifTests {
  /// A file by its parts, any of which a test may break.
  struct File {
    struct Block {
      var times: [Int64] = []
      var indices: [UInt8] = []
      var types: [(offset: Int32, flag: UInt8, name: UInt8)] = [(3600, 0, 0)]
      var names: [UInt8] = Array("CET\0".utf8)
      var leaps: [(at: Int64, correction: Int32)] = []
      var standard: [UInt8] = []
      var universal: [UInt8] = []

      func bytes(version: UInt8, timeSize: Int) -> [UInt8] {
        var out: [UInt8] = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
        for count in [
          universal.count, standard.count, leaps.count, times.count, types.count, names.count,
        ] { out.append(big: Int64(count), size: 4) }
        for time in times { out.append(big: time, size: timeSize) }
        out += indices
        for type in types {
          out.append(big: Int64(type.offset), size: 4)
          out += [type.flag, type.name]
        }
        out += names
        for leap in leaps {
          out.append(big: leap.at, size: timeSize)
          out.append(big: Int64(leap.correction), size: 4)
        }
        return out + standard + universal
      }
    }

    var version: Unicode.Scalar = "2"
    var first = Block()
    var second = Block()
    var footer = "\nCET-1\n"

    var bytes: [UInt8] {
      let version = version == "1" ? 0 : UInt8(ascii: version)
      let head = first.bytes(version: version, timeSize: 4)
      if version == 0 { return head }
      return head + second.bytes(version: version, timeSize: 8) + Array(footer.utf8)
    }

    var zone: Zone {
      get throws(TZifError) { try Zone(identifier: [UInt8]("own"), tzif: bytes) }
    }
  }

  /// Where the second block's data begin in an otherwise plain file.
  static let data = 44 + 6 + 4 + 44

  @Test func versions() throws {
    var file = File()
    file.first.times = [1000]
    file.first.indices = [1]
    file.first.types = [(0, 0, 0), (7200, 1, 4)]
    file.first.names = Array("GMT\0CEST\0".utf8)
    file.version = "1"
    var zone = try file.zone
    #expect(zone.offset(at: Instant(clamping: 999)).seconds == 0)
    #expect(zone.offset(at: Instant(clamping: 1000)).seconds == 7200)
    #expect(text(zone.localTimeType(at: Instant(clamping: 1000)).abbreviation) == "CEST")
    // Version 1 has no footer: the last type applies for ever.
    #expect(zone.offset(at: .last).seconds == 7200)

    for version: Unicode.Scalar in ["2", "3", "4", "5"] {
      file.version = version
      file.second.times = [-(1 << 40)]
      file.second.indices = [0]
      zone = try file.zone
      // The first block is not read.
      #expect(zone.offset(at: Instant(clamping: 1000)).seconds == 3600)
      #expect(zone.offset(at: .first).seconds == 3600)
    }
    file.first = File.Block(types: [], names: [])
    #expect(try file.zone == zone)
  }

  @Test func theFooterTakesOver() throws {
    var file = File()
    file.footer = "\nCET-1CEST,M3.5.0,M10.5.0/3\n"
    file.second.types = [(0, 0, 0), (3600, 0, 0)]
    file.second.times = [try utc("2020-01-01T00:00:00").secondsSinceEpoch]
    file.second.indices = [1]
    let zone = try file.zone
    #expect(zone.offset(at: try utc("2019-07-01T00:00:00")).seconds == 0)
    #expect(zone.offset(at: try utc("2020-02-01T00:00:00")).seconds == 3600)
    #expect(zone.offset(at: try utc("2020-07-01T00:00:00")).seconds == 7200)
    // Without transitions it applies to all time (RFC 9636, section 3.3).
    file.second.times = []
    file.second.indices = []
    #expect(try file.zone.offset(at: utc("1700-07-01T00:00:00")).seconds == 7200)
    // Empty footer: what comes after the last transition is unknown, and its type applies.
    file.footer = "\n\n"
    #expect(try file.zone.offset(at: utc("2020-07-01T00:00:00")).seconds == 0)
  }

  /// Version 4 may be truncated at both ends: before the first transition the type is `-00`.
  @Test func truncatedHistory() throws {
    var file = File()
    file.version = "4"
    file.second.types = [(0, 0, 0), (3600, 0, 4)]
    file.second.names = Array("-00\0CET\0".utf8)
    file.second.times = [1000, 2000]
    file.second.indices = [1, 0]
    file.footer = "\n\n"
    let zone = try file.zone
    for second: Int64 in [999, 2000] {
      let type = zone.localTimeType(at: Instant(clamping: second))
      #expect(text(type.abbreviation) == "-00")
    }
    #expect(zone.offset(at: Instant(clamping: 1000)).seconds == 3600)
  }

  @Test func leapSecondsAreTakenOut() throws {
    var file = File()
    file.second.types = [(0, 0, 0), (3600, 0, 0)]
    file.second.times = [50, 1001, 2002, 3002]
    file.second.indices = [1, 0, 1, 0]
    file.second.leaps = [(100, 1), (1500, 2)]
    file.footer = "\n\n"
    let zone = try file.zone
    var found: [Int64] = []
    var instant = Instant.first
    while let next = zone.nextTransition(after: instant) {
      instant = next.instant
      found.append(instant.secondsSinceEpoch)
    }
    #expect(found == [50, 1000, 2000, 3000])
  }

  @Test func indicatorsAreSkipped() throws {
    var file = File()
    file.second.standard = [1]
    file.second.universal = [0]
    #expect(try file.zone.offset(at: .first).seconds == 3600)
  }

  struct Broken: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let reason: TZifError.Reason
    let offset: Int
    let mend: @Sendable (inout File) -> Void
  }

  static let brokenFiles: [Broken] = [
    Broken(testDescription: "version", reason: .version, offset: 4) { $0.version = "A" },
    Broken(testDescription: "no types", reason: .count, offset: 54 + 36) { $0.second.types = [] },
    Broken(testDescription: "no names", reason: .count, offset: 54 + 40) { $0.second.names = [] },
    Broken(testDescription: "UT indicators", reason: .count, offset: 54 + 20) {
      $0.second.universal = [0, 0]
    },
    Broken(testDescription: "standard indicators", reason: .count, offset: 54 + 24) {
      $0.second.standard = [0, 0]
    },
    Broken(testDescription: "equal times", reason: .order, offset: data + 8) {
      $0.second.times = [5, 5]
      $0.second.indices = [0, 0]
    },
    Broken(testDescription: "descending times", reason: .order, offset: data + 16) {
      $0.second.times = [5, 6, -1]
      $0.second.indices = [0, 0, 0]
    },
    Broken(testDescription: "type index", reason: .typeIndex, offset: data + 17) {
      $0.second.times = [5, 6]
      $0.second.indices = [0, 1]
    },
    Broken(testDescription: "offset east", reason: .utcOffset, offset: data) {
      $0.second.types = [(64_801, 0, 0)]
    },
    Broken(testDescription: "offset west", reason: .utcOffset, offset: data + 6) {
      $0.second.types = [(0, 0, 0), (.min, 0, 0)]
    },
    Broken(testDescription: "flag", reason: .flag, offset: data + 4) {
      $0.second.types = [(0, 2, 0)]
    },
    Broken(testDescription: "name outside", reason: .abbreviation, offset: data + 5) {
      $0.second.types = [(0, 0, 4)]
    },
    Broken(testDescription: "name without end", reason: .abbreviation, offset: data + 5) {
      $0.second.names = Array("CETX".utf8)
    },
    Broken(testDescription: "no footer", reason: .footer, offset: data + 10) { $0.footer = "" },
    Broken(testDescription: "footer's beginning", reason: .footer, offset: data + 10) {
      $0.footer = "CET-1\n"
    },
    Broken(testDescription: "footer's end", reason: .footer, offset: data + 16) {
      $0.footer = "\nCET-1"
    },
    Broken(testDescription: "footer's rule", reason: .footer, offset: data + 14) {
      $0.footer = "\nCET\n"
    },
  ]

  @Test(arguments: brokenFiles)
  func broken(_ broken: Broken) {
    var file = File()
    broken.mend(&file)
    #expect(throws: TZifError(reason: broken.reason, offset: broken.offset)) { try file.zone }
  }

  /// A count of four thousand million is refused at once.
  @Test(arguments: [20, 24, 28, 32, 36, 40], [UInt8(0x7F), 0xFF])
  func hugeCounts(_ place: Int, _ byte: UInt8) {
    for block in [0, 54] {
      for version: Unicode.Scalar in ["1", "2"] where block == 0 || version == "2" {
        var file = File()
        file.version = version
        var bytes = file.bytes
        bytes[block + place] = byte
        #expect(throws: TZifError.self) { try Zone(identifier: [], tzif: bytes) }
      }
    }
  }

  /// A real file, truncated anywhere, is refused.
  @Test(arguments: ["Europe/Dublin", "Asia/Shanghai", "UTC"])
  func cutAnywhere(_ name: String) throws {
    let bytes = try zoneFile(name)
    for length in 0..<bytes.count {
      do {
        _ = try Zone(identifier: [], tzif: Array(bytes.prefix(length)))
        Issue.record("\(name) is taken with \(length) of \(bytes.count) bytes")
        return
      } catch {
        if error.offset > length { Issue.record("an error at \(error.offset) of \(length) bytes") }
      }
    }
  }

  /// Randomly changed bytes are refused or make a usable zone.
  @Test(arguments: ["Europe/Dublin", "Africa/Casablanca", "Pacific/Apia"])
  func hostileBytes(_ name: String) throws {
    let seed = SeededGenerator.seed()
    print("hostile TZif of \(name): SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    let whole = try zoneFile(name)
    var decoded = 0
    for _ in 0..<4000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1...9: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 10: bytes.remove(at: place)
        default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        }
      }
      guard let zone = try? Zone(identifier: [], tzif: bytes) else { continue }
      decoded += 1
      for _ in 0..<8 {
        let second = Int64.random(in: -9_000_000_000...9_000_000_000, using: &random)
        let instant = Instant(clamping: second)
        let wall = zone.wall(at: instant)
        if case .gap = zone.resolve(wall) { Issue.record("a wall that was shown is in a gap") }
        if zone.startOfDay(zone.day(at: instant)) > instant {
          Issue.record("an instant before its own day")
        }
        _ = zone.nextTransition(after: instant)
      }
    }
    #expect(decoded > 0)
  }

  /// The files under `right/` count leap seconds; without them they equal the usual ones, as far as the list of leap
  /// seconds reaches.
  @Test(arguments: ["Europe/London", "America/New_York", "Asia/Tokyo", "Africa/Casablanca"])
  func rightFiles(_ name: String) throws {
    guard FileManager.default.fileExists(atPath: zoneFolder + "/right/" + name) else { return }
    let right = try zone("right/" + name)
    let usual = try zone(name)
    var instant = Instant.first
    while instant < (try utc("2024-01-01T00:00:00")),
      let next = usual.nextTransition(after: instant)
    {
      #expect(right.nextTransition(after: instant) == next)
      instant = next.instant
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(big value: Int64, size: Int) {
    for place in (0..<size).reversed() {
      append(UInt8(truncatingIfNeeded: value >> Int64(place * 8)))
    }
  }
}
