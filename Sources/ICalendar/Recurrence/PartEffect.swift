/// The effect of a BYxxx part on the set of one period (RFC 5545, page 44).
///
/// | part       | SECONDLY | MINUTELY | HOURLY | DAILY  | WEEKLY | MONTHLY | YEARLY |
/// |------------|----------|----------|--------|--------|--------|---------|--------|
/// | BYMONTH    | limit    | limit    | limit  | limit  | limit  | limit   | expand |
/// | BYWEEKNO   | –        | –        | –      | –      | –      | –       | expand |
/// | BYYEARDAY  | limit    | limit    | limit  | –      | –      | –       | expand |
/// | BYMONTHDAY | limit    | limit    | limit  | limit  | –      | expand  | expand |
/// | BYDAY      | limit    | limit    | limit  | limit  | expand | note 1  | note 2 |
/// | BYHOUR     | limit    | limit    | limit  | expand | expand | expand  | expand |
/// | BYMINUTE   | limit    | limit    | expand | expand | expand | expand  | expand |
/// | BYSECOND   | limit    | expand   | expand | expand | expand | expand  | expand |
/// | BYSETPOS   | limit    | limit    | limit  | limit  | limit  | limit   | limit  |
///
/// Note 1: limits if BYMONTHDAY is present, otherwise expands within the month.
///
/// Note 2: limits if BYYEARDAY or BYMONTHDAY is present; otherwise expands within the week if BYWEEKNO is present,
/// within the month if BYMONTH is present, otherwise within the year.
///
/// In this engine, the days of a period are those that satisfy *every* part that selects days. This is the result of
/// expanding by the first part and limiting by the others, in any order. Only what no part determines is taken from
/// DTSTART (``RulePlan``), and an ordinal counts within the month or the year according to note 2.
enum PartEffect {
  case expand, limit, notApplicable

  /// The table's entry; for BYDAY, where it depends on the notes, `expand`.
  static func of(_ part: RecurrenceRulePart, in frequency: RecurrenceRule.Frequency) -> PartEffect {
    switch part {
    case .bySecond: frequency >= .minutely ? .expand : .limit
    case .byMinute: frequency >= .hourly ? .expand : .limit
    case .byHour: frequency >= .daily ? .expand : .limit
    case .byDay: frequency >= .weekly ? .expand : .limit
    case .byMonthDay:
      switch frequency {
      case .secondly, .minutely, .hourly, .daily: .limit
      case .weekly: .notApplicable
      case .monthly, .yearly: .expand
      }
    case .byYearDay:
      switch frequency {
      case .secondly, .minutely, .hourly: .limit
      case .daily, .weekly, .monthly: .notApplicable
      case .yearly: .expand
      }
    case .byWeekNo: frequency == .yearly ? .expand : .notApplicable
    case .byMonth: frequency == .yearly ? .expand : .limit
    case .bySetPos: .limit
    case .freq, .until, .count, .interval, .wkst, .rscale, .skip: .notApplicable
    }
  }
}
