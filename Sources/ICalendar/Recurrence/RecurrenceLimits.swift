/// What an expansion may cost. Going over one is reported by ``RecurrenceInstances/outcome``, never silent.
public enum RecurrenceLimits {
  /// Occurrences of one event in one window: every half hour of a year is 17,520. More than that on
  /// a calendar's pages is a mistake or an attack.
  public static let occurrencesPerEvent = 20_000

  /// Instances looked at in one window, of all rules of an event together, those that EXDATE and
  /// EXRULE take away included: room for a million exceptions, several times over.
  public static let instancesPerWindow = 4_000_000

  /// RRULEs of one event, and EXRULEs: RFC 5545 advises against more than one, and for each instance
  /// all are looked at.
  public static let rulesPerEvent = 100

  /// Steps of one search for the next instance of a rule. Rules that step by days or more need
  /// 146,097 at most (the days of the Gregorian cycle) and never reach it. Rules that step by the
  /// clock may be after a coincidence of a second of the day with a day that arithmetic alone does not
  /// find; a week has 604,800 seconds.
  public static let searchSteps = 1_000_000
}

/// How an expansion ended.
public enum RecurrenceOutcome: Hashable, Sendable {
  /// Nothing was left out.
  case complete
  /// ``RecurrenceLimits/occurrencesPerEvent`` was reached; later occurrences of the window are missing.
  case tooManyOccurrences
  /// ``RecurrenceLimits/instancesPerWindow`` was reached and later occurrences of the window are
  /// missing; or there were more rules than ``RecurrenceLimits/rulesPerEvent`` (``RecurrenceSet/hasAllRules``).
  case tooManyInstances
  /// ``RecurrenceLimits/searchSteps`` was reached; a later instance of a rule may be missing.
  case searchTooLong
}
