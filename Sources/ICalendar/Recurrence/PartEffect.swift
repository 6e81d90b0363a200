/// What a BYxxx part does to the set of one period: RFC 5545, page 44.
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
/// Note 1: limits if BYMONTHDAY is there, else expands within the month.
///
/// Note 2: limits if BYYEARDAY or BYMONTHDAY is there; else expands within the week if BYWEEKNO is
/// there, within the month if BYMONTH is there, else within the year.
///
/// How the engine follows it: the days of a period are those that satisfy *every* part that speaks
/// of days, which is what expanding by the first and limiting by the others comes to, in any order.
/// Only what no part says is taken from DTSTART (``RulePlan``), and an ordinal counts within
/// the month or the year as note 2 has it.
enum PartEffect {
  case expand, limit, notApplicable

  /// The table's entry; for BYDAY, where the notes leave it open, `expand`.
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
