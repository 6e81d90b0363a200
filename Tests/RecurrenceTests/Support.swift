import Bytes
import CivilTime
import Foundation
import TestSupport
import TimeZones

@testable import ICalendar

// MARK: Texts in, texts out

func rule(_ text: String) -> RecurrenceRule {
  do {
    return try RecurrenceRule.read(Array(text.utf8)).rule
  } catch {
    fatalError("\(text): \(error)")
  }
}

/// `19970902T090000` or `19970902`.
func wall(_ text: String) -> CivilDateTime {
  if text.utf8.count == 8 { return CivilDateTime(try! ISO8601.date(Array(text.utf8))) }
  return try! ISO8601.dateTime(Array(text.utf8)).dateTime
}

/// `19970902T090000Z`.
func instant(_ text: String) -> Instant { try! ISO8601.instant(Array(text.utf8)) }

func date(_ text: String) -> CivilDate { try! ISO8601.date(Array(text.utf8)) }

func text(_ wall: CivilDateTime) -> String {
  var bytes: [UInt8] = []
  bytes.append(basic: wall)
  return String(decoding: bytes, as: UTF8.self)
}

func text(_ instant: Instant) -> String {
  var bytes: [UInt8] = []
  bytes.append(basic: instant)
  return String(decoding: bytes, as: UTF8.self)
}

func text(_ rule: RecurrenceRule) -> String { String(decoding: rule.bytes, as: UTF8.self) }

/// A rule's instances in wall time.
func walls(
  _ rule: RecurrenceRule, _ start: String, from: CivilDateTime = .first, before: CivilDateTime? = nil, most: Int = 1_000
) -> [String] {
  RuleIterator(rule, start: wall(start), isAllDay: start.utf8.count == 8, from: from, before: before)
    .prefix(most).map { text($0) }
}

func walls(_ text: String, _ start: String, most: Int = 1_000) -> [String] { walls(rule(text), start, most: most) }

// MARK: Zones

func zone(_ name: String, _ posix: String) -> Zone {
  try! Zone(identifier: Array(name.utf8), posix: Array(posix.utf8))
}

let newYork = zone("America/New_York", "EST5EDT,M3.2.0,M11.1.0")
/// As it was from 1987 to 2006.
let newYork1997 = zone("America/New_York", "EST5EDT,M4.1.0,M10.5.0")
let berlin = zone("Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3")
let shanghai = zone("Asia/Shanghai", "CST-8")

func offset(_ seconds: Int) -> LocalTimeType {
  LocalTimeType(offset: UTCOffset(seconds: seconds)!, abbreviation: Array("X".utf8))
}

/// Pacific/Apia went from UTC−10 to UTC+14 and never had 2011-12-30.
let apia = Zone(
  identifier: Array("Pacific/Apia".utf8), initial: offset(-36_000),
  transitions: [(at: instant("20111230T100000Z"), type: offset(50_400))])

// MARK: Randomness

/// The seed in the environment (`SEED`), or a new one.
let seed = SeededGenerator.seed()

/// The number of random cases (`RULES`), if set in the environment.
let ruleCount = ProcessInfo.processInfo.environment["RULES"].flatMap { Int($0) }
