/// A part of a rule, by its name in RFC 5545, section 3.3.10; RSCALE and SKIP are RFC 7529's.
public enum RecurrenceRulePart: UInt8, CaseIterable, Hashable, Sendable {
  case freq, until, count, interval, bySecond, byMinute, byHour, byDay, byMonthDay, byYearDay, byWeekNo, byMonth
  case bySetPos, wkst, rscale, skip

  /// The name as written in rules.
  public var name: StaticString {
    switch self {
    case .freq: "FREQ"
    case .until: "UNTIL"
    case .count: "COUNT"
    case .interval: "INTERVAL"
    case .bySecond: "BYSECOND"
    case .byMinute: "BYMINUTE"
    case .byHour: "BYHOUR"
    case .byDay: "BYDAY"
    case .byMonthDay: "BYMONTHDAY"
    case .byYearDay: "BYYEARDAY"
    case .byWeekNo: "BYWEEKNO"
    case .byMonth: "BYMONTH"
    case .bySetPos: "BYSETPOS"
    case .wkst: "WKST"
    case .rscale: "RSCALE"
    case .skip: "SKIP"
    }
  }
}

/// Why a text is not a usable rule. None of these has a safe interpretation.
public struct RecurrenceRuleError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Kind: Hashable, Sendable {
    /// There is no FREQ.
    case missingFrequency
    /// A part is not `NAME=VALUE`.
    case form
    /// No RFC defines a part of this name, and it does not begin with `X-`.
    case unknownPart
    /// The part is given twice with different values.
    case contradiction(RecurrenceRulePart)
    /// The value, or one in its list, is empty or can't be read.
    case unreadable(RecurrenceRulePart)
    /// A number is outside the part's range: INTERVAL=0, BYMONTH=13, BYDAY=0MO.
    case outOfRange(RecurrenceRulePart)
    /// RFC 5545's table (page 44) does not allow the part with this FREQ: BYWEEKNO outside YEARLY, BYYEARDAY in DAILY,
    /// WEEKLY or MONTHLY, BYMONTHDAY in WEEKLY, an ordinal in BYDAY below WEEKLY.
    case outOfPlace(RecurrenceRulePart)
    /// RFC 7529: a calendar other than GREGORIAN, or a SKIP other than OMIT, would change the dates.
    case unsupported(RecurrenceRulePart)
  }

  /// What is wrong at ``offset``.
  public let kind: Kind
  /// The position in the value, in bytes from its beginning.
  public let offset: Int
}

/// A repair that was needed to read a rule: the reader's warnings.
public struct RecurrenceRuleRepair: Hashable, Sendable {
  /// What was repaired.
  public enum Kind: Hashable, Sendable {
    /// A name or value is not in capitals; read as if it were.
    case letterCase
    /// White space around a name, value or list member; dropped.
    case whiteSpace
    /// There is nothing between two semicolons or after the last one; dropped.
    case emptyPart
    /// The value begins with the property's own name, `RRULE:`; dropped.
    case propertyName
    /// A plus sign where the grammar has none (`INTERVAL=+2`); dropped.
    case plusSign
    /// UNTIL has an ISO 8601 form that iCalendar does not allow (`2026-11-20`, an offset); read as meant.
    case untilForm
    /// COUNT and UNTIL are both given; the earlier end applies.
    case countAndUntil
    /// The same part is given twice with the same value; read once.
    case repeatedPart(RecurrenceRulePart)
    /// BYSETPOS has no other BYxxx part to choose from; ignored.
    case setPositionAlone
    /// BYDAY has an ordinal within a week (`FREQ=WEEKLY;BYDAY=1MO`, or beside BYWEEKNO), where there is only one such
    /// day; the ordinal is dropped.
    case ordinalInWeek
    /// BYSECOND=60 is read as 59: leap seconds are not supported (RFC 5545, 3.3.12, allows that).
    case leapSecond
    /// An experimental part, `X-…`; ignored.
    case experimentalPart
  }

  /// What was repaired at ``offset``.
  public let kind: Kind
  /// The position in the value, in bytes from its beginning.
  public let offset: Int
}
