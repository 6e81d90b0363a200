import CivilTime

/// # Recurrence
///
/// RFC 5545, section 3.3.10 (RECUR), and the properties that define a recurrence set: RRULE, RDATE, EXDATE, and EXRULE
/// of RFC 2445. In three layers:
///
/// - ``RecurrenceRule`` is the value of an RRULE, parsed from bytes and written back.
/// - ``RuleIterator`` produces the instances of one rule in wall time, without zones, and jumps to where a window
///   begins.
/// - ``RecurrenceSet`` is an event's whole series; ``RecurrenceInstances`` expands it in a window of instants.
///
/// Left out: calendars other than the Gregorian (RFC 7529's RSCALE, and SKIP other than OMIT, are refused), overrides
/// (RECURRENCE-ID belongs to components), and lengths of events.
///
/// Where the RFC leaves room, docs/guides/recurrence.md says how it is interpreted here and why.

/// The value of an RRULE: a frequency, an interval, an end and the BYxxx parts (RFC 5545, 3.3.10).
///
/// Always valid: every number is in its range, and no part is present that the RFC forbids. Lists are in ascending
/// order, positive numbers before negative ones, each number once.
public struct RecurrenceRule: Hashable, Sendable {
  /// FREQ, from the shortest period to the longest.
  public enum Frequency: UInt8, CaseIterable, Hashable, Comparable, Sendable {
    case secondly, minutely, hourly, daily, weekly, monthly, yearly

    /// The shorter period is less.
    public static func < (left: Frequency, right: Frequency) -> Bool { left.rawValue < right.rawValue }
  }

  /// UNTIL in its three forms; each is inclusive.
  public enum Until: Hashable, Sendable {
    /// This whole day belongs to the series, in the zone of DTSTART.
    case date(CivilDate)
    /// An instant: the form with `Z`.
    case utc(Instant)
    /// A local time in the zone of DTSTART: the form without `Z`.
    case local(CivilDateTime)
  }

  /// A member of BYDAY: a weekday, and optionally which one of the month or year.
  public struct Day: Hashable, Sendable {
    /// The day of the week.
    public let weekday: Weekday
    /// −53 to 53; 0 means every such weekday.
    public let ordinal: Int8

    init(_ weekday: Weekday, ordinal: Int8 = 0) {
      self.weekday = weekday
      self.ordinal = ordinal
    }
  }

  /// FREQ: the period that ``interval`` counts.
  public internal(set) var frequency: Frequency
  /// 1 to 999,999,999,999,999,999.
  public internal(set) var interval: Int64 = 1
  /// The number of instances, including the first (DTSTART): 1 to 999,999,999,999,999,999.
  public internal(set) var count: Int64?
  /// Both `count` and `until` may be set, which the RFC forbids but some programs write: the earlier end applies.
  public internal(set) var until: Until?
  /// 0 to 59.
  public internal(set) var bySecond = NumberSet()
  /// 0 to 59.
  public internal(set) var byMinute = NumberSet()
  /// 0 to 23.
  public internal(set) var byHour = NumberSet()
  /// Monday first within each ordinal.
  public internal(set) var byDay: [Day] = []
  /// ±1 to ±31.
  public internal(set) var byMonthDay: [Int16] = []
  /// ±1 to ±366.
  public internal(set) var byYearDay: [Int16] = []
  /// ±1 to ±53.
  public internal(set) var byWeekNo: [Int16] = []
  /// 1 to 12.
  public internal(set) var byMonth = NumberSet()
  /// ±1 to ±366.
  public internal(set) var bySetPos: [Int16] = []
  /// WKST.
  public internal(set) var weekStart = Weekday.monday

  init(frequency: Frequency) { self.frequency = frequency }
}
