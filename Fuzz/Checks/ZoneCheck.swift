import Bytes
import CivilTime
import TimeZones

/// A TZif file: refused with a position in it, or a consistent zone.
package func checkTZif(_ bytes: [UInt8]) throws(Violation) {
  try requireZone(of: bytes, offset: \.offset) { () throws(TZifError) in
    try Zone(identifier: identifier, tzif: bytes)
  }
}

/// A `TZ` string: refused with a position in it, or a consistent zone.
package func checkPosixTZ(_ bytes: [UInt8]) throws(Violation) {
  try requireZone(of: bytes, offset: \.offset) { () throws(PosixTZError) in
    try Zone(identifier: identifier, posix: bytes)
  }
}

private func requireZone<Refusal: Error>(
  of bytes: [UInt8], offset: (Refusal) -> Int, _ read: () throws(Refusal) -> Zone
) throws(Violation) {
  let zone: Zone
  do throws(Refusal) {
    zone = try read()
  } catch {
    return try require((0...bytes.count).contains(offset(error)), "\(error)")
  }
  try requireSound(zone)
}

private let identifier = [UInt8]("Fuzz/Zone")

/// The number of transitions examined from each end of the calendar, and from the present.
private let most = 24

/// Transitions ascend and are the same from both sides; the local time at an instant means that instant; every instant
/// is in the day named for it.
private func requireSound(_ zone: Zone) throws(Violation) {
  var cursor = ZoneCursor(zone)
  for from in [Instant.first, Instant(clamping: 1_800_000_000), Instant(clamping: 250_000_000_000)] {
    try requireInstant(from, zone, &cursor)
    var last = from
    for _ in 0..<most {
      guard let transition = zone.nextTransition(after: last) else { break }
      try require(transition.instant > last, "transitions do not ascend")
      try requireTransition(transition, zone)
      for seconds: Int64 in [-86_400, -1, 0, 1, 3_600] {
        try requireInstant(transition.instant.adding(seconds: seconds), zone, &cursor)
      }
      try requireReading(transition.instant.wall(at: transition.before), zone, &cursor)
      last = transition.instant
    }
  }
  try requireInstant(.last, zone, &cursor)
}

private func requireTransition(_ transition: ZoneTransition, _ zone: Zone) throws(Violation) {
  let instant = transition.instant
  try require(transition.before != transition.after, "a transition that moves nothing")
  try require(zone.offset(at: instant) == transition.after, "another offset after a transition")
  try require(
    zone.offset(at: instant.adding(seconds: -1)) == transition.before,
    "another offset before a transition")
  if instant < .last {
    try require(
      zone.previousTransition(before: instant.adding(seconds: 1)) == transition,
      "another transition looked for backwards")
  }
}

private func requireInstant(
  _ instant: Instant, _ zone: Zone, _ cursor: inout ZoneCursor
) throws(Violation) {
  let offset = zone.offset(at: instant)
  try require(zone.localTimeType(at: instant).offset == offset, "a type of another offset")
  try require(cursor.offset(at: instant) == offset, "the cursor has another offset")
  let wall = zone.wall(at: instant)
  try requireReading(wall, zone, &cursor)
  // In the first and last hours of the calendar, local times are clamped.
  guard isWithin(instant) else { return }
  if case .gap = zone.resolve(wall) { throw Violation("the wall shows what it never shows") }
  try require(zone.instant(of: wall) <= instant, "of two instants the later is taken")
  let day = zone.day(at: instant)
  let bounds = zone.bounds(of: day)
  try require(bounds.start <= instant && instant < bounds.end, "an instant outside of its day")
  try require(zone.exists(day), "an instant in a day that does not exist")
  try require(cursor.startOfDay(day) == bounds.start, "the cursor begins the day elsewhere")
}

/// The resolution of a local time is right.
private func requireReading(
  _ wall: CivilDateTime, _ zone: Zone, _ cursor: inout ZoneCursor
) throws(Violation) {
  let meaning = zone.resolve(wall)
  try require(cursor.resolve(wall) == meaning, "the cursor reads the wall in another way")
  func shows(_ offset: UTCOffset) -> Bool {
    let instant = wall.instant(at: offset)
    return !isWithin(instant) || zone.offset(at: instant) == offset
  }
  switch meaning {
  case .single(let offset): try require(shows(offset), "the only meaning is wrong")
  case .fold(let earlier, let later):
    try require(shows(earlier) && shows(later), "a meaning of a fold is wrong")
    try require(earlier > later, "a fold's first meaning is not the earlier one")
  case .gap(let before, let after):
    guard isWithin(wall.instant(at: before)), isWithin(wall.instant(at: after)) else { return }
    try require(!shows(before) && !shows(after), "what is in a gap is shown")
  }
}

private func isWithin(_ instant: Instant) -> Bool {
  Instant.first.adding(seconds: 4 * 86_400) < instant
    && instant < Instant.last.adding(seconds: -4 * 86_400)
}
