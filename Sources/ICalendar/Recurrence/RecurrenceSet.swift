import Bytes
import CivilTime
import TimeZones

/// All instances of an event: DTSTART, what its RRULEs and RDATEs add, without what its EXDATEs (and RFC 2445's
/// EXRULEs) remove (RFC 5545, 3.8.5).
///
///     var set = RecurrenceSet(start: .zoned(wall, dublin), rules: [rule])
///     set.exclude(.date(christmas))
///     for instance in set.instances(from: a, before: b, in: dublin) { … }
///
/// RDATEs and EXDATEs are stored as sorted numbers, eight bytes per EXDATE.
public struct RecurrenceSet: Sendable {
  /// DTSTART: an instance unless it is excluded, and the first counted by each rule's COUNT.
  public let start: RecurrenceTime
  /// RRULE; more than one is allowed but not recommended.
  public internal(set) var rules: [RecurrenceRule]
  /// EXRULE: what these match is excluded. DTSTART is excluded only if it matches.
  public let exclusionRules: [RecurrenceRule]

  var added = Additions()
  var excludedDates = Keys()
  /// EXDATEs of a floating series, in wall time; the viewer's zone makes them instants.
  var excludedWalls = Keys()
  var excludedInstants = Keys()

  /// False if rules were dropped because there were more than ``RecurrenceLimits/rulesPerEvent``.
  public let hasAllRules: Bool

  /// Keeps the first ``RecurrenceLimits/rulesPerEvent`` rules of each kind.
  public init(start: RecurrenceTime, rules: [RecurrenceRule] = [], exclusionRules: [RecurrenceRule] = []) {
    let most = RecurrenceLimits.rulesPerEvent
    self.start = start
    self.rules = rules.count > most ? Array(rules[..<most]) : rules
    self.exclusionRules = exclusionRules.count > most ? Array(exclusionRules[..<most]) : exclusionRules
    hasAllRules = rules.count <= most && exclusionRules.count <= most
  }

  /// Adds an RDATE. O(1).
  ///
  /// In a series of dates only the date counts, as written. In other series a date means DTSTART's time on that day,
  /// and a time without a zone is in DTSTART's zone.
  /// - Parameter duration: that of VALUE=PERIOD. Ignored in a series of dates.
  public mutating func include(_ time: RecurrenceTime, duration: ICalendarDuration? = nil) {
    switch (start, time) {
    case (.date, _):
      added.append(Addition(key: Self.midnight(time), isInstant: false, duration: nil))
    case (.floating(let own), .date(let date)):
      added.append(Addition(key: CivilDateTime(date, own.time).wallSeconds, isInstant: false, duration: duration))
    case (.zoned(let own, let zone), .date(let date)):
      let instant = zone.instant(of: CivilDateTime(date, own.time))
      added.append(Addition(key: instant.secondsSinceEpoch, isInstant: true, duration: duration))
    case (.floating, .floating(let wall)):
      added.append(Addition(key: wall.wallSeconds, isInstant: false, duration: duration))
    case (.zoned(_, let zone), .floating(let wall)), (_, .zoned(let wall, let zone)):
      added.append(Addition(key: zone.instant(of: wall).secondsSinceEpoch, isInstant: true, duration: duration))
    }
  }

  /// Adds an RDATE of VALUE=PERIOD given by its end. The length is exact; an end before the start gives none. O(1).
  public mutating func include(_ time: RecurrenceTime, end: RecurrenceTime) {
    let length: Int64
    switch (time, end) {
    case (.zoned(let start, let zone), .zoned(let end, let endZone)):
      length = endZone.instant(of: end).secondsSinceEpoch - zone.instant(of: start).secondsSinceEpoch
    case (.zoned(let start, let zone), _):
      length = zone.instant(of: end.wall).secondsSinceEpoch - zone.instant(of: start).secondsSinceEpoch
    default:
      length = end.wall.wallSeconds - time.wall.wallSeconds
    }
    include(time, duration: ICalendarDuration(days: 0, seconds: max(length, 0)))
  }

  /// Adds an EXDATE. O(1).
  ///
  /// A date removes all instances of that day, by wall time in DTSTART's zone. A time removes the instance at that
  /// instant, whatever zone either is written in; in a series of dates it removes its date, as written. A time without
  /// zone is in DTSTART's.
  public mutating func exclude(_ time: RecurrenceTime) {
    switch (start, time) {
    case (.date, _), (_, .date):
      excludedDates.append(Self.midnight(time))
    case (.floating, .floating(let wall)):
      excludedWalls.append(wall.wallSeconds)
    case (.zoned(_, let zone), .floating(let wall)), (_, .zoned(let wall, let zone)):
      excludedInstants.append(zone.instant(of: wall).secondsSinceEpoch)
    }
  }

  private static func midnight(_ time: RecurrenceTime) -> Int64 { Int64(time.wall.date.dayNumber) * 86_400 }

  /// Sorts RDATEs and EXDATEs, once all are added. If this is omitted, and they were not added in order, each expansion
  /// sorts them again. O(n log n).
  public mutating func sort() {
    added.sort()
    excludedDates.sort()
    excludedWalls.sort()
    excludedInstants.sort()
  }

  var hasAdditions: Bool { !added.values.isEmpty }

  /// The zone of DTSTART, if it has one.
  public var zone: Zone? {
    if case .zoned(_, let zone) = start { return zone }
    return nil
  }

  /// Whether DTSTART is a date.
  public var isAllDay: Bool {
    if case .date = start { return true }
    return false
  }

  /// Numbers, in ascending order once sorted.
  struct Keys: Sendable {
    private(set) var values: [Int64] = []
    private var isSorted = true

    mutating func append(_ value: Int64) {
      if let last = values.last, last > value { isSorted = false }
      values.append(value)
    }

    mutating func sort() {
      if !isSorted { values.sort { $0 < $1 } }
      isSorted = true
    }

    var sorted: [Int64] {
      var copy = self
      copy.sort()
      return copy.values
    }
  }

  /// An RDATE: its start in seconds, since the epoch or in wall time.
  struct Addition: Sendable {
    let key: Int64
    let isInstant: Bool
    let duration: ICalendarDuration?
  }

  /// RDATEs, in ascending order once sorted.
  struct Additions: Sendable {
    private(set) var values: [Addition] = []
    private var isSorted = true

    mutating func append(_ value: Addition) {
      if let last = values.last, last.key > value.key { isSorted = false }
      values.append(value)
    }

    mutating func sort() {
      if !isSorted { values.sort { $0.key < $1.key } }
      isSorted = true
    }

    /// Those from `low` up to but excluding `high`.
    func values(from low: Int64, before high: Int64) -> [Addition] {
      guard isSorted else { return values.filter { $0.key >= low && $0.key < high } }
      var (first, end) = (0, values.count)
      while first < end {
        let middle = (first + end) / 2
        if values[middle].key < low { first = middle + 1 } else { end = middle }
      }
      var last = first
      while last < values.count, values[last].key < high { last += 1 }
      return Array(values[first..<last])
    }
  }
}
