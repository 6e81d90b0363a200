import CivilTime

/// A half-open span of seconds with one local time type. Neighbouring spans may have the same type.
struct ZoneSpan {
  var from: Int64
  var to: Int64
  /// Seconds east of UTC.
  var offset: Int32
  /// An index into ``ZoneRules/types``.
  var type: Int
}

/// A zone's history and its rule for the time after it. Immutable, so threads may share it.
final class ZoneRules: Sendable {
  /// The first second of each span, ascending; the first is `Int64.min`. A span ends where the next
  /// begins.
  let starts: [Int64]
  /// The type of each span.
  let spanTypes: [UInt16]
  /// The offset of each span: a copy of that in `types`, so that the frequent look-up of an offset touches no reference
  /// count.
  let offsets: [Int32]
  /// Every type of the history, followed by the two of the tail.
  let types: [LocalTimeType]
  /// The rule that replaces the history from the beginning of the last span on.
  let tail: PosixTimeZone?
  private let tailStandard: Int

  /// - Parameter transitions: ascending seconds and indices into `types`.
  init(
    initial: UInt16, transitions: [(at: Int64, type: UInt16)], types: [LocalTimeType],
    tail: PosixTimeZone?
  ) {
    var starts: [Int64] = [.min]
    var spanTypes = [initial]
    starts.reserveCapacity(transitions.count + 1)
    spanTypes.reserveCapacity(transitions.count + 1)
    for (index, transition) in transitions.enumerated() {
      let last = index == transitions.count - 1
      // Some files repeat a type ("fat" files do at their ends). The last transition is kept: the tail begins there.
      if transition.type == spanTypes[spanTypes.count - 1], !(last && tail != nil) { continue }
      starts.append(transition.at)
      spanTypes.append(transition.type)
    }
    self.starts = starts
    self.spanTypes = spanTypes
    offsets = spanTypes.map { types[Int($0)].offset.seconds }
    tailStandard = types.count
    self.tail = tail
    if let tail {
      self.types = types + [tail.standard, tail.daylight?.type ?? tail.standard]
    } else {
      self.types = types
    }
  }

  /// The span that contains a second. O(log transitions), or a few dozen operations in the tail.
  func span(at seconds: Int64) -> ZoneSpan {
    let last = starts.count - 1
    if seconds >= starts[last] {
      guard let tail else {
        return ZoneSpan(
          from: starts[last], to: .max, offset: offsets[last], type: Int(spanTypes[last]))
      }
      let (from, to, isDaylight) = tail.span(at: seconds)
      let type = isDaylight ? tailStandard + 1 : tailStandard
      return ZoneSpan(
        from: max(from, starts[last]), to: to, offset: types[type].offset.seconds, type: type)
    }
    var low = 0
    var high = last
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= seconds { low = middle } else { high = middle }
    }
    return ZoneSpan(
      from: starts[low], to: starts[low + 1], offset: offsets[low], type: Int(spanTypes[low]))
  }

  /// Whether both have the same transitions, offsets and abbreviations. O(transitions).
  func matches(_ other: ZoneRules) -> Bool {
    self === other
      || (starts == other.starts && spanTypes == other.spanTypes && types == other.types
        && tail == other.tail)
  }
}
