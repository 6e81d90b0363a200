import CivilTime
import TimeZones

/// Where a series is looked at: the zone that turns its walls into instants, and the window.
struct RecurrenceFrame: Sendable {
  enum Kind: Sendable { case date, floating, zoned }

  let kind: Kind
  /// DTSTART's, or that of whoever looks.
  let zone: Zone
  /// The window of starts, half-open.
  let from: Int64
  let before: Int64

  init(_ start: RecurrenceTime, from: Instant, before: Instant, zone: Zone) {
    self.from = from.secondsSinceEpoch
    self.before = before.secondsSinceEpoch
    switch start {
    case .date: (kind, self.zone) = (.date, zone)
    case .floating: (kind, self.zone) = (.floating, zone)
    case .zoned(_, let own): (kind, self.zone) = (.zoned, own)
    }
  }

  /// Offsets differ by 36 hours at most, so no clock is ever moved further.
  static var reach: Int64 { 129_600 }

  private func offset(_ seconds: Int64) -> Int64 { Int64(zone.offset(at: Instant(clamping: seconds)).seconds) }

  /// A reading of the wall that no instance starting at `seconds` or later is before. Where clocks
  /// have just been moved forward, walls that were skipped mean instants after the jump.
  func lowWall(_ seconds: Int64) -> Int64 {
    if kind == .date { return seconds + offset(seconds) - 2 * 86_400 }
    let now = offset(seconds)
    return seconds + now - max(0, now - offset(seconds - Self.reach))
  }

  /// A reading of the wall that no instance starting before `seconds` is at or after. Where clocks
  /// have just been moved back, walls that were shown first are later than those shown since.
  func highWall(_ seconds: Int64) -> Int64 {
    if kind == .date { return seconds + offset(seconds) + 2 * 86_400 }
    let now = offset(seconds - 1)
    return seconds + now + max(0, offset(seconds - 1 - Self.reach) - now)
  }
}

/// One rule's instances as instants, in order, within a window.
///
/// Walls turn into instants one by one, but not in their order: in a gap the offset before it holds,
/// so a wall that the clocks skipped means an instant after walls that come later (with clocks moved
/// on from 2 to 3, 2:30 means 3:30). Such instances are held back until their turn has come; where
/// two walls mean the same instant, the one that the clocks show is given.
struct RuleStream: Sendable {
  private var rule: RuleIterator
  private var cursor: ZoneCursor
  private let frame: RecurrenceFrame
  /// UNTIL, inclusive, as an instant; `max` where it is none.
  private let until: Int64
  private var isDone = false
  private var held: [RecurrenceInstance] = []
  private var firstHeld = 0
  private var ahead: RecurrenceInstance?
  /// The next instance.
  private(set) var head: RecurrenceInstance?

  /// - Parameter includesStart: DTSTART is an instance in any case, and counts.
  init(_ rule: RecurrenceRule, start: RecurrenceTime, frame: RecurrenceFrame, includesStart: Bool) {
    self.frame = frame
    cursor = ZoneCursor(frame.zone)
    let isAllDay = frame.kind == .date
    var until = Int64.max
    var end = Int64.max
    switch rule.until {
    case .utc(let instant)? where !isAllDay:
      until = instant.secondsSinceEpoch
      end = frame.highWall(until + 1)
    case let bound?: end = bound.wallEnd(isAllDay: isAllDay)
    case nil: break
    }
    self.until = until
    self.rule = RuleIterator(
      rule, start: start.wall, isAllDay: isAllDay, includesStart: includesStart, from: frame.lowWall(frame.from),
      before: frame.highWall(frame.before), ruleEnd: end)
    self.startWall = includesStart ? start.wall.wallSeconds : nil
    advance()
  }

  /// DTSTART, which is an instance even after UNTIL.
  private let startWall: Int64?

  var outcome: RecurrenceOutcome { rule.outcome }
  var steps: Int { rule.steps }

  /// Moves on to the next instance.
  mutating func advance() { head = nextInOrder() }

  private mutating func nextInOrder() -> RecurrenceInstance? {
    while true {
      if firstHeld == held.count {
        if let next = ahead {
          ahead = nil
          return next
        }
        guard let (next, isMoved) = pull() else { return nil }
        if !isMoved { return next }
        held.removeAll(keepingCapacity: true)
        firstHeld = 0
        held.append(next)
      }
      if ahead == nil, let (next, isMoved) = pull() {
        if isMoved { held.append(next) } else { ahead = next }
        continue
      }
      if let next = ahead, held[firstHeld].start >= next.start {
        if held[firstHeld].start == next.start { firstHeld += 1 }
        ahead = nil
        return next
      }
      firstHeld += 1
      return held[firstHeld - 1]
    }
  }

  /// The next instance of the window in the order of walls, and whether the clocks skip its wall.
  private mutating func pull() -> (RecurrenceInstance, isMoved: Bool)? {
    while !isDone, let seconds = rule.nextSeconds() {
      let wall = CivilDateTime(uncheckedWallSeconds: seconds)
      if frame.kind == .date {
        let start = cursor.startOfDay(wall.date)
        if start.secondsSinceEpoch >= frame.before { break }
        if start.secondsSinceEpoch < frame.from { continue }
        return (RecurrenceInstance(start: start, wall: wall, key: seconds, duration: nil), false)
      }
      let start: Instant
      var shown = wall
      var isMoved = false
      switch cursor.resolve(wall) {
      case .single(let offset), .fold(let offset, _): start = wall.instant(at: offset)
      case .gap(let before, let after):
        start = wall.instant(at: before)
        shown = start.wall(at: after)
        isMoved = true
      }
      let at = start.secondsSinceEpoch
      if at >= frame.before || (at > until && seconds != startWall) {
        // What is not moved is in order: all that follows is later still.
        if isMoved || seconds == startWall { continue }
        break
      }
      if at < frame.from { continue }
      let key = frame.kind == .zoned ? at : seconds
      return (RecurrenceInstance(start: start, wall: shown, key: key, duration: nil), isMoved)
    }
    isDone = true
    return nil
  }
}
