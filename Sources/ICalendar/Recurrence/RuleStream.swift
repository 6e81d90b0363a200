import CivilTime
import TimeZones

/// An instance as three numbers: its start, what the wall shows then, and its key
/// (``RecurrenceInstance``).
struct InstanceTime: Sendable {
  var start: Int64
  var wall: Int64
  var key: Int64
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
  private var frame: RecurrenceFrame
  /// UNTIL, inclusive, as an instant; `max` where it is none.
  private let until: Int64
  /// DTSTART, which is an instance even after UNTIL.
  private let startWall: Int64?
  private var isDone = false
  private var held: [InstanceTime] = []
  private var firstHeld = 0
  private var ahead: InstanceTime?
  /// The next instance.
  private(set) var head: InstanceTime?

  /// - Parameter includesStart: DTSTART is an instance in any case, and counts.
  init(_ rule: RecurrenceRule, start: RecurrenceTime, frame: RecurrenceFrame, includesStart: Bool) {
    var frame = frame
    let isAllDay = frame.kind == .date
    var until = Int64.max
    var end = Int64.max
    switch rule.until {
    case .utc(let instant)? where !isAllDay:
      until = instant.secondsSinceEpoch
      // Beyond the window it ends nothing, and before it everything: no need to ask the zone.
      if until < frame.from {
        end = CivilDateTime.first.wallSeconds
      } else if until < frame.before {
        end = frame.wallEnd(of: until + 1)
      }
    case let bound?: end = bound.wallEnd(isAllDay: isAllDay)
    case nil: break
    }
    self.until = until
    self.frame = frame
    cursor = frame.cursor
    self.rule = RuleIterator(
      rule, start: start.wall, isAllDay: isAllDay, includesStart: includesStart, from: frame.lowWall,
      before: frame.highWall, ruleEnd: end)
    startWall = includesStart ? start.wall.wallSeconds : nil
    advance()
  }

  var outcome: RecurrenceOutcome { rule.outcome }
  var steps: Int { rule.steps }

  /// Lets ``advance()`` go on with an instance at `start` or somewhat before it. Rules with COUNT
  /// are left where they are.
  mutating func jump(to start: Int64) {
    guard !isDone, rule.jump(to: frame.wallBeginning(of: start)) else { return }
    held.removeAll(keepingCapacity: true)
    firstHeld = 0
    ahead = nil
  }

  /// Moves on to the next instance.
  mutating func advance() {
    if firstHeld == held.count, ahead == nil {
      // Nothing is held back: nearly always.
      guard let seconds = nextInWindow() else {
        head = nil
        return
      }
      if case .single(let time) = seconds {
        head = time
        return
      }
      held.removeAll(keepingCapacity: true)
      firstHeld = 0
      if case .moved(let time) = seconds { held.append(time) }
    }
    head = nextHeld()
  }

  /// The next of those held back and those that come after.
  private mutating func nextHeld() -> InstanceTime? {
    while true {
      if ahead == nil {
        switch nextInWindow() {
        case .moved(let time)?:
          held.append(time)
          continue
        case .single(let time)?: ahead = time
        case nil: break
        }
      }
      if firstHeld < held.count {
        guard let next = ahead, held[firstHeld].start >= next.start else {
          firstHeld += 1
          return held[firstHeld - 1]
        }
        if held[firstHeld].start == next.start { firstHeld += 1 }
      }
      let next = ahead
      ahead = nil
      return next
    }
  }

  private enum Pulled {
    case single(InstanceTime)
    /// The clocks skip its wall.
    case moved(InstanceTime)
  }

  /// The next instance of the window in the order of walls.
  private mutating func nextInWindow() -> Pulled? {
    while !isDone, let wall = rule.nextSeconds() {
      if frame.kind == .date {
        let start = cursor.startOfDay(CivilDateTime(uncheckedWallSeconds: wall).date).secondsSinceEpoch
        if start >= frame.before { break }
        if start < frame.from { continue }
        return .single(InstanceTime(start: start, wall: wall, key: wall))
      }
      var time: InstanceTime
      var isMoved = false
      switch cursor.resolve(CivilDateTime(uncheckedWallSeconds: wall)) {
      case .single(let offset), .fold(let offset, _):
        time = InstanceTime(start: wall - Int64(offset.seconds), wall: wall, key: wall)
      case .gap(let before, let after):
        time = InstanceTime(start: wall - Int64(before.seconds), wall: wall, key: wall)
        time.wall = time.start + Int64(after.seconds)
        isMoved = true
      }
      if frame.kind == .zoned { time.key = time.start }
      if time.start >= frame.before || (time.start > until && wall != startWall) {
        // What is not moved is in order: all that follows is later still.
        if isMoved || wall == startWall { continue }
        break
      }
      if time.start < frame.from { continue }
      return isMoved ? .moved(time) : .single(time)
    }
    isDone = true
    return nil
  }
}
