import Bytes
import CivilTime
import Readers
import TestSupport
import Testing
import TimeZones

/// Every zone of this machine, packed and unpacked.
struct ZoneArchiveTests {
  let system: SystemZones
  let bytes: [UInt8]
  let archive: ZoneArchive

  init() throws {
    let system = try SystemZones()
    let zones = system.names.compactMap { name in system.zone(named: name).map { (name: name, zone: $0) } }
    let bytes = ZoneArchive.pack(zones)
    archive = try #require(ZoneArchive(bytes))
    self.system = system
    self.bytes = bytes
  }

  @Test func namesAreThere() {
    #expect(archive.names == system.names)
    #expect(archive.zone([UInt8]("Nowhere/Land")) == nil)
  }

  @Test func itIsSmall() { #expect(bytes.count < 120_000) }

  /// Every transition of every zone until the year 2100, and the local time type after each; and an instant every 613
  /// days between them.
  @Test func clocksShowTheSame() throws {
    let end = try #require(CivilDate(year: 2100, month: 1, day: 1)).dayNumber
    for name in system.names {
      let (real, packed) = (try #require(system.zone(named: name)), try #require(archive.zone(name)))
      #expect(packed.identifier == name)
      var now = Instant.first
      while true {
        let (mine, theirs) = (real.nextTransition(after: now), packed.nextTransition(after: now))
        try #require(mine == theirs, "\(String(decoding: name, as: UTF8.self)) after \(now.secondsSinceEpoch)")
        guard let mine, mine.instant.secondsSinceEpoch < Int64(end) * 86_400 else { break }
        now = mine.instant
        #expect(real.localTimeType(at: now) == packed.localTimeType(at: now))
      }
      for day in stride(from: -60_000, to: Int64(end), by: 613) {
        let instant = Instant(clamping: day * 86_400)
        #expect(real.localTimeType(at: instant) == packed.localTimeType(at: instant))
        #expect(real.previousTransition(before: instant) == packed.previousTransition(before: instant))
      }
    }
  }

  @Test func whatIsCutOffIsRefused() {
    for count in stride(from: 0, to: bytes.count, by: 61) {
      #expect(ZoneArchive(Array(bytes[..<count])) == nil)
    }
  }

  /// Randomly changed bytes are refused, or read as some zones; nothing traps.
  @Test func anyBytesAreRead() throws {
    var read = 0
    var refused = 0
    try withRandom(300) { random in
      var broken = bytes
      for _ in 0..<random.int(1...4) { broken[random.int(4...broken.count - 1)] = UInt8(random.int(0...255)) }
      guard let archive = ZoneArchive(broken) else {
        refused += 1
        return
      }
      read += 1
      for name in archive.names.prefix(40) { _ = archive.zone(name)?.offset(at: Instant(clamping: 1_800_000_000)) }
    }
    #expect(read > 0 && refused > 0, "\(read) read, \(refused) refused")
  }
}
