/// The greatest cost of an expansion. Exceeding a limit is reported by ``RecurrenceInstances/outcome``, never silent.
public enum RecurrenceLimits {
  /// Occurrences of one event in one window: every half hour of a year is 17,520. More than that on
  /// a calendar's pages is a mistake or an attack.
  public static let occurrencesPerEvent = 20_000

  /// Instances examined in one window, by all rules of an event together, including those that EXDATE and EXRULE
  /// remove: room for a million exceptions, several times over.
  public static let instancesPerWindow = 4_000_000

  /// RRULEs of one event, and EXRULEs: RFC 5545 advises against more than one, and all are examined for each instance.
  public static let rulesPerEvent = 100

  /// Steps of one search for the next instance of a rule. With FREQ=DAILY or longer at most 146,097 are needed (the
  /// days of the Gregorian cycle), so this is never reached. Rules with FREQ=HOURLY or shorter may wait for a
  /// coincidence of a second of the day with a day that arithmetic alone does not find; a week has 604,800 seconds.
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
