import Bytes
import CivilTime

/// A time zone: a name and the rules of its clocks. Copying costs two references; threads may share it.
///
/// ```swift
/// let zone = try Zone(identifier: Array("Europe/Dublin".utf8), tzif: file)
/// zone.offset(at: instant)        // +01:00 in summer
/// zone.resolve(wall)              // .single, .gap or .fold
/// ```
public struct Zone: Sendable {
  /// `Asia/Shanghai`, `UTC`, `UTC+8`, `UTC-03:30`; what pages show in `data-zone`.
  public let identifier: [UInt8]
  let rules: ZoneRules

  /// Coordinated Universal Time.
  public static let utc = Zone(fixed: .utc)

  /// A zone whose clocks never change, named after its offset as ``ZoneSpelling`` writes it.
  public init(fixed offset: UTCOffset) {
    let name = ZoneSpelling.name(of: offset)
    self.init(identifier: name, initial: LocalTimeType(offset: offset, abbreviation: name))
  }

  /// The zone of a TZif file (RFC 9636). O(bytes).
  ///
  /// Throws if the bytes violate the format; counts are checked against the available bytes before anything is
  /// allocated.
  public init(identifier: [UInt8], tzif bytes: [UInt8]) throws(TZifError) {
    self.identifier = identifier
    var reader = TZifReader(bytes)
    rules = try reader.rules()
  }

  /// The zone of a POSIX `TZ` string alone, which then applies to all time. O(text).
  ///
  /// Throws if the text is invalid, like ``PosixTimeZone/init(_:)``.
  public init(identifier: [UInt8], posix text: some Collection<UInt8>) throws(PosixTZError) {
    let tail = try PosixTimeZone(text)
    self.init(identifier: identifier, initial: tail.standard, tail: tail)
  }

  /// The zone of a table of transitions, such as that of a VTIMEZONE.
  ///
  /// - Parameters:
  ///   - initial: what applies before the first transition.
  ///   - transitions: in any order; of several at one instant the last is used. At most 65,000 different types.
  ///   - tail: applies from the last transition on; without transitions, to all time. `nil`: the last type applies for
  ///     ever.
  /// - Complexity: O(n log n), and O(n × different types).
  #if hasFeature(Embedded)
    @inline(never)
  #endif
  public init(
    identifier: [UInt8], initial: LocalTimeType,
    transitions: [(at: Instant, type: LocalTimeType)] = [], tail: PosixTimeZone? = nil
  ) {
    var types = [initial]
    var table: [(at: Int64, type: UInt16)] = []
    // The sort of the standard library is stable.
    for transition in transitions.sorted(by: { $0.at < $1.at }) {
      let index: Int
      if let known = types.firstIndex(of: transition.type) {
        index = known
      } else {
        precondition(types.count < 65_000, "more different local times than any zone has")
        index = types.count
        types.append(transition.type)
      }
      let entry = (at: transition.at.secondsSinceEpoch, type: UInt16(truncatingIfNeeded: index))
      if let last = table.last, last.at == entry.at { table.removeLast() }
      table.append(entry)
    }
    self.identifier = identifier
    rules = ZoneRules(initial: 0, transitions: table, types: types, tail: tail)
  }

  init(identifier: [UInt8], rules: ZoneRules) {
    self.identifier = identifier
    self.rules = rules
  }

  /// The same rules under another name, as for a link in the tz database.
  public func renamed(_ identifier: [UInt8]) -> Zone { Zone(identifier: identifier, rules: rules) }

  /// The only offset its clocks ever have; `nil` if they change, or ever did.
  public var fixedOffset: UTCOffset? {
    let first = rules.types[Int(rules.spanTypes[0])].offset
    return rules.types.allSatisfy { $0.offset == first } ? first : nil
  }

  /// The UTC offset at an instant. O(log transitions); for many queries in time order see ``ZoneCursor``.
  public func offset(at instant: Instant) -> UTCOffset {
    UTCOffset(uncheckedSeconds: rules.span(at: instant.secondsSinceEpoch).offset)
  }

  /// The offset at an instant, whether it is daylight saving time, and its abbreviation.
  public func localTimeType(at instant: Instant) -> LocalTimeType {
    rules.types[rules.span(at: instant.secondsSinceEpoch).type]
  }

  /// The wall time at an instant.
  public func wall(at instant: Instant) -> CivilDateTime { instant.wall(at: offset(at: instant)) }

  /// The next change of the offset after `instant`; `nil` if there is none until the end of the year 9999. A change of
  /// the abbreviation alone does not count.
  public func nextTransition(after instant: Instant) -> ZoneTransition? {
    var span = rules.span(at: instant.secondsSinceEpoch)
    while span.to <= Instant.last.secondsSinceEpoch {
      let next = rules.span(at: span.to)
      if next.offset != span.offset {
        return ZoneTransition(
          instant: Instant(clamping: span.to), before: UTCOffset(uncheckedSeconds: span.offset),
          after: UTCOffset(uncheckedSeconds: next.offset))
      }
      span = next
    }
    return nil
  }

  /// The last change of the offset before `instant`; `nil` if there is none.
  public func previousTransition(before instant: Instant) -> ZoneTransition? {
    var span = rules.span(at: instant.secondsSinceEpoch - 1)
    while span.from > Instant.first.secondsSinceEpoch {
      let previous = rules.span(at: span.from - 1)
      if previous.offset != span.offset {
        return ZoneTransition(
          instant: Instant(clamping: span.from),
          before: UTCOffset(uncheckedSeconds: previous.offset),
          after: UTCOffset(uncheckedSeconds: span.offset))
      }
      span = previous
    }
    return nil
  }
}

extension Zone: Hashable {
  /// Zones are equal if their names and rules are.
  public static func == (left: Zone, right: Zone) -> Bool {
    left.identifier == right.identifier && left.rules.matches(right.rules)
  }

  /// Hashes only the name: zones with equal names and different rules are rare.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}
