import CivilTime
import TimeZones

/// Where a series is looked at: the zone that turns its walls into instants, and the window.
struct RecurrenceFrame: Sendable {
  enum Kind: Sendable { case date, floating, zoned }

  let kind: Kind
  /// DTSTART's, or that of whoever looks; and where in it the window is.
  private(set) var cursor: ZoneCursor
  /// The window of starts, half-open.
  let from: Int64
  let before: Int64
  /// No instance of the window is before the first of these readings of the wall, nor at or after
  /// the second.
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

  /// Offsets differ by 36 hours at most, so no clock is ever moved further.
  static var reach: Int64 { 129_600 }

  private mutating func offset(_ seconds: Int64) -> Int64 {
    Int64(cursor.offset(at: Instant(clamping: seconds)).seconds)
  }

  /// A reading of the wall that no instance starting at `seconds` or later is before. Where clocks
  /// have just been moved forward, walls that were skipped mean instants after the jump.
  mutating func wallBeginning(of seconds: Int64) -> Int64 {
    let now = offset(seconds)
    if kind == .date { return seconds + now - 2 * 86_400 }
    return seconds + now - max(0, now - offset(seconds - Self.reach))
  }

  /// A reading of the wall that no instance starting before `seconds` is at or after. Where clocks
  /// have just been moved back, walls that were shown first are later than those shown since.
  mutating func wallEnd(of seconds: Int64) -> Int64 {
    let now = offset(seconds - 1)
    if kind == .date { return seconds + now + 2 * 86_400 }
    return seconds + now + max(0, offset(seconds - 1 - Self.reach) - now)
  }
}
