import CivilTime
import TimeZones

/// An instance as three numbers: its start, its local time, and its key (``RecurrenceInstance``).
struct InstanceTime: Sendable {
  var start: Int64
  var wall: Int64
  var key: Int64
}

/// The instances of one rule as instants, in order, within a window.
///
/// Local times become instants one by one, but not in the same order: in a gap the offset before it applies, so a
/// skipped local time means a later instant than some later local times (if clocks go from 2 to 3, 2:30 means 3:30).
/// Such instances are held back until their turn; if two local times mean the same instant, the one that the clocks
/// show is returned.
struct RuleStream: Sendable {
  private var rule: RuleIterator
  private var cursor: ZoneCursor
  private var frame: RecurrenceFrame
  /// UNTIL, inclusive, as an instant; `max` if there is none.
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
      // UNTIL beyond the window ends nothing, and before it everything: the zone need not be asked.
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

  /// Makes ``advance()`` continue with an instance at `start` or slightly before. Rules with COUNT are not moved.
  mutating func jump(to start: Int64) {
    guard !isDone, rule.jump(to: frame.wallBeginning(of: start)) else { return }
    held.removeAll(keepingCapacity: true)
    firstHeld = 0
    ahead = nil
  }

  /// Advances to the next instance.
  mutating func advance() {
    if firstHeld == held.count, ahead == nil {
      // Nothing is held back: the usual case.
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

  /// The next instance, from those held back or from the rule.
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
    /// Its local time is in a gap.
    case moved(InstanceTime)
  }

  /// The next instance of the window, in order of local time.
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
        // Instances outside of gaps are in order: everything that follows is later.
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
