import Bytes
import CivilTime
import Foundation
import TimeZones

/// The database that these tests read: that of TZDIR, otherwise the usual one.
let zoneFolder = ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"

func zoneFile(_ name: String) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: URL(fileURLWithPath: zoneFolder + "/" + name)))
}

func zone(_ name: String) throws -> Zone {
  try Zone(identifier: Array(name.utf8), tzif: zoneFile(name))
}

func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }

/// An instant of UTC, `2026-11-01T05:00:00`.
func utc(_ written: String) throws -> Instant {
  try ISO8601.dateTime(written.utf8).dateTime.instant(at: .utc)
}

func wall(_ written: String) throws -> CivilDateTime { try ISO8601.dateTime(written.utf8).dateTime }

func date(_ written: String) throws -> CivilDate { try ISO8601.date(written.utf8) }

func offset(_ seconds: Int) -> UTCOffset { UTCOffset(seconds: seconds)! }
