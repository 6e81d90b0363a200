/// A week of ISO 8601: Monday to Sunday, in the year that holds its Thursday.
public struct ISOWeek: Hashable, Comparable, Sendable {
  /// The year the week belongs to, which may differ from the year of its first or last days.
  public let year: Int
  /// 1 to 53.
  public let week: Int

  /// `nil` if the year, −9999 to 9999, has no such week.
  public init?(year: Int, week: Int) {
    guard Bound.year.contains(year), week >= 1, week <= Self.weeks(in: year) else { return nil }
    self.year = year
    self.week = week
  }

  /// The week that contains a date.
  public init(_ date: CivilDate) {
    let thursday = Int(date.dayNumber) + 4 - Int(date.weekday.rawValue)
    // At the ends of the range a week's Thursday may lie outside of it; counting from the date's own year avoids that
    // Thursday.
    let own = date.year
    let firstThursday = Self.firstThursday(of: own)
    if thursday < firstThursday {
      year = own - 1
      week = (thursday - Self.firstThursday(of: own - 1)) / 7 + 1
    } else if thursday >= Self.firstThursday(of: own + 1) {
      year = own + 1
      week = 1
    } else {
      year = own
      week = (thursday - firstThursday) / 7 + 1
    }
  }

  /// The date of a weekday of this week; `nil` outside years −9999 to 9999.
  public func date(of weekday: Weekday) -> CivilDate? {
    CivilDate(dayNumber: Self.firstThursday(of: year) - 4 + (week - 1) * 7 + Int(weekday.rawValue))
  }

  /// 52 or 53.
  public static func weeks(in year: Int) -> Int {
    (firstThursday(of: year + 1) - firstThursday(of: year)) / 7
  }

  private static func firstThursday(of year: Int) -> Int {
    // 4 January is always in week 1.
    let fourth = Int(CivilDate.dayNumber(year: year, month: 1, day: 4))
    let fromMonday = (fourth + 3 + 7_000_000) % 7
    return fourth - fromMonday + 3
  }

  /// Ordered by date.
  public static func < (left: ISOWeek, right: ISOWeek) -> Bool {
    (left.year, left.week) < (right.year, right.week)
  }
}
