import CivilTime
import TimeZones

/// The zone that converts a series' local times to instants, and the window of the expansion.
struct RecurrenceFrame: Sendable {
  enum Kind: Sendable { case date, floating, zoned }

  let kind: Kind
  /// A cursor in DTSTART's zone, or in the viewer's for dates and floating times, near the window.
  private(set) var cursor: ZoneCursor
  /// The window of starts, half-open.
  let from: Int64
  let before: Int64
  /// Bounds in wall time: every instance of the window is at the first or later, and before the second.
  private(set) var lowWall: Int64 = 0
  private(set) var highWall: Int64 = 0

  init(_ start: RecurrenceTime, from: Instant, before: Instant, zone: Zone) {
    self.from = from.secondsSinceEpoch
    self.before = before.secondsSinceEpoch
    switch start {
    case .date: (kind, cursor) = (.date, ZoneCursor(zone))
    case .floating: (kind, cursor) = (.floating, ZoneCursor(zone))
    case .zoned(_, let own): (kind, cursor) = (.zoned, ZoneCursor(own))
    }
    highWall = wallEnd(of: self.before)
    lowWall = wallBeginning(of: self.from)
  }

  var zone: Zone { cursor.zone }

  /// Offsets differ by at most 36 hours, so no clock change is larger.
  static var reach: Int64 { 129_600 }

  private mutating func offset(_ seconds: Int64) -> Int64 {
    Int64(cursor.offset(at: Instant(clamping: seconds)).seconds)
  }

  /// A local time at or before every instance that starts at `seconds` or later. After clocks go forward, skipped local
  /// times mean instants after the change.
  mutating func wallBeginning(of seconds: Int64) -> Int64 {
    let now = offset(seconds)
    if kind == .date { return seconds + now - 2 * 86_400 }
    return seconds + now - max(0, now - offset(seconds - Self.reach))
  }

  /// A local time after every instance that starts before `seconds`. After clocks go back, local times shown before the
  /// change are later than those shown since.
  mutating func wallEnd(of seconds: Int64) -> Int64 {
    let now = offset(seconds - 1)
    if kind == .date { return seconds + now + 2 * 86_400 }
    return seconds + now + max(0, offset(seconds - 1 - Self.reach) - now)
  }
}
