import Bytes
import CivilTime
import TimeZones

extension RecurrenceSet {
  /// The instances that start within a window, in order, each once.
  ///
  /// Lengths are not considered: to find instances that *overlap* a window, move `from` back by the greatest length.
  ///
  /// - Parameters:
  ///   - from: the first instant of the window.
  ///   - before: the first instant after it.
  ///   - zone: the viewer's zone, in which dates and floating times are read.
  ///   - limit: the greatest number of instances; ``RecurrenceInstances/outcome`` tells whether there were more.
  /// - Complexity: proportional to what the window contains, not to the age of the series; plus O(log n) for n RDATEs
  ///   and EXDATEs, and those in the window.
  public func instances(
    from: Instant, before: Instant, in zone: Zone, limit: Int = RecurrenceLimits.occurrencesPerEvent
  ) -> RecurrenceInstances {
    RecurrenceInstances(self, RecurrenceFrame(start, from: from, before: before, zone: zone), limit: limit)
  }
}

/// A merge of the sorted streams that make a recurrence set: the instances of each rule and the RDATEs, without the
/// EXDATEs and the instances of each EXRULE.
public struct RecurrenceInstances: IteratorProtocol, Sequence, Sendable {
  private var rules: [RuleStream]
  private var exclusions: [RuleStream]
  private var added: [RecurrenceInstance]
  private var nextAdded = 0
  private var excludedDates: SortedKeys
  private var excludedWalls: SortedKeys
  private var excludedInstants: SortedKeys
  private let hasExclusions: Bool
  private let isAllDay: Bool
  private var left: Int
  private var leftToSee: Int
  private var limitOutcome: RecurrenceOutcome

  init(
    _ set: RecurrenceSet, _ frame: RecurrenceFrame, limit: Int,
    instances: Int = RecurrenceLimits.instancesPerWindow
  ) {
    rules = set.rules.map { RuleStream($0, start: set.start, frame: frame, includesStart: true) }
    exclusions = set.exclusionRules.map { RuleStream($0, start: set.start, frame: frame, includesStart: false) }
    isAllDay = frame.kind == .date
    left = limit
    leftToSee = instances
    limitOutcome = set.hasAllRules ? .complete : .tooManyInstances
    let low = frame.lowWall
    excludedDates = SortedKeys(set.excludedDates.sorted, from: low - 86_400)
    excludedWalls = SortedKeys(set.excludedWalls.sorted, from: low)
    excludedInstants = SortedKeys(set.excludedInstants.sorted, from: frame.from)
    hasExclusions =
      !set.excludedDates.values.isEmpty || !set.excludedWalls.values.isEmpty || !set.excludedInstants.values.isEmpty
      || !set.exclusionRules.isEmpty
    added = []
    if set.rules.isEmpty || set.hasAdditions {
      var additions = set.additions(in: frame)
      additions.sort { left, right in
        let (mine, theirs) = (order(left), order(right))
        return mine == theirs ? left.duration != nil && right.duration == nil : mine < theirs
      }
      added = additions
    }
  }

  /// Whether ``next()``, once it has returned `nil`, returned everything in the window.
  public var outcome: RecurrenceOutcome {
    if limitOutcome != .complete { return limitOutcome }
    for stream in rules where stream.outcome != .complete { return stream.outcome }
    for stream in exclusions where stream.outcome != .complete { return stream.outcome }
    return .complete
  }

  /// Periods and units examined so far: how tests measure work.
  var steps: Int {
    var steps = 0
    for stream in rules { steps += stream.steps }
    for stream in exclusions { steps += stream.steps }
    return steps
  }

  /// The next instance; `nil` after the last one, or when a limit ends the expansion (``outcome``).
  public mutating func next() -> RecurrenceInstance? {
    while let instance = nextIncluded() {
      leftToSee -= 1
      if leftToSee < 0 { return stop(.tooManyInstances) }
      if hasExclusions, isExcluded(instance) { continue }
      if left == 0 { return stop(.tooManyOccurrences) }
      left -= 1
      return instance
    }
    return nil
  }

  private mutating func stop(_ outcome: RecurrenceOutcome) -> RecurrenceInstance? {
    limitOutcome = outcome
    rules = []
    added = []
    return nil
  }

  /// Dates are compared as dates: two may begin at the same instant if the zone skipped one.
  private func order(_ time: InstanceTime) -> Int64 { isAllDay ? time.key : time.start }

  private func order(_ instance: RecurrenceInstance) -> Int64 {
    isAllDay ? instance.key : instance.start.secondsSinceEpoch
  }

  /// The first of the streams' heads; all equal heads are consumed. An RDATE is preferred among equal ones, since it
  /// may have its own length.
  @inline(__always)
  private mutating func nextIncluded() -> RecurrenceInstance? {
    if rules.count == 1, nextAdded == added.count {
      guard let head = rules[0].head else { return nil }
      rules[0].advance()
      return RecurrenceInstance(head)
    }
    return nextOfSeveral()
  }

  private mutating func nextOfSeveral() -> RecurrenceInstance? {
    var first = nextAdded < added.count ? added[nextAdded] : nil
    for index in rules.indices {
      if let head = rules[index].head, first == nil || order(head) < order(first.unsafelyUnwrapped) {
        first = RecurrenceInstance(head)
      }
    }
    guard let first else { return nil }
    let taken = order(first)
    while nextAdded < added.count, order(added[nextAdded]) == taken { nextAdded += 1 }
    for index in rules.indices {
      if let head = rules[index].head, order(head) == taken {
        rules[index].advance()
        leftToSee -= 1
      }
    }
    return first
  }

  private mutating func isExcluded(_ instance: RecurrenceInstance) -> Bool {
    let midnight = Int64(instance.wall.date.dayNumber) * 86_400
    if excludedDates.contains(midnight) || excludedWalls.contains(instance.key)
      || excludedInstants.contains(instance.start.secondsSinceEpoch)
    {
      return true
    }
    let sought = order(instance)
    for index in exclusions.indices {
      var passed = 0
      while let head = exclusions[index].head, order(head) < sought, leftToSee >= 0 {
        // An EXRULE may have many instances between two of the series.
        if passed == 64 { exclusions[index].jump(to: instance.start.secondsSinceEpoch) }
        exclusions[index].advance()
        passed += 1
        leftToSee -= 1
      }
      if let head = exclusions[index].head, order(head) == sought { return true }
    }
    return false
  }
}

extension RecurrenceSet {
  /// The RDATEs of a window, and DTSTART if there is no rule to produce it.
  func additions(in frame: RecurrenceFrame) -> [RecurrenceInstance] {
    var additions = added.values(
      from: Swift.min(frame.from, frame.lowWall) - RecurrenceFrame.reach,
      before: Swift.max(frame.before, frame.highWall) + RecurrenceFrame.reach)
    if rules.isEmpty {
      switch start {
      case .date, .floating:
        additions.append(Addition(key: start.wall.wallSeconds, isInstant: false, duration: nil))
      case .zoned(let wall, let zone):
        additions.append(Addition(key: zone.instant(of: wall).secondsSinceEpoch, isInstant: true, duration: nil))
      }
    }
    var instances: [RecurrenceInstance] = []
    for addition in additions {
      let instance = frame.instance(addition)
      let start = instance.start.secondsSinceEpoch
      if start >= frame.from, start < frame.before { instances.append(instance) }
    }
    return instances
  }
}

extension RecurrenceFrame {
  fileprivate func instance(_ addition: RecurrenceSet.Addition) -> RecurrenceInstance {
    if addition.isInstant {
      let start = Instant(clamping: addition.key)
      let wall = zone.wall(at: start)
      return RecurrenceInstance(
        start: start, wall: wall, key: kind == .zoned ? addition.key : wall.wallSeconds, duration: addition.duration)
    }
    let wall = CivilDateTime(uncheckedWallSeconds: addition.key)
    let start = kind == .date ? zone.startOfDay(wall.date) : zone.instant(of: wall)
    return RecurrenceInstance(
      start: start, wall: kind == .date ? wall : zone.wall(at: start), key: addition.key, duration: addition.duration)
  }
}
