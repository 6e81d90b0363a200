import CivilTime

/// The rule of a POSIX `TZ` string: a standard time and, usually, a daylight saving time that begins and ends by a
/// calendar rule, every year without end.
///
/// Transitions are computed from the year: nothing is stored, and the rule never runs out.
/// Source: POSIX.1-2024 section 8.3, extended as in RFC 9636 section 3.3.1.
public struct PosixTimeZone: Hashable, Sendable {
  /// The time that applies outside of daylight saving time.
  public let standard: LocalTimeType
  /// `nil` if the clocks never change.
  public let daylight: Daylight?

  /// Daylight saving time, and when it applies.
  public struct Daylight: Hashable, Sendable {
    /// The time that applies between the changes.
    public let type: LocalTimeType
    /// Start, in standard time.
    public let start: Change
    /// End, in daylight saving time.
    public let end: Change

    /// A daylight saving time and the two changes of each year.
    public init(type: LocalTimeType, start: Change, end: Change) {
      self.type = type
      self.start = start
      self.end = end
    }
  }

  /// A yearly moment in wall time.
  public struct Change: Hashable, Sendable {
    /// The day that ``time`` is counted from.
    public let day: Day
    /// Seconds from the day's midnight, −167:59:59 to 167:59:59: the moment may be on another day.
    public let time: Int32

    /// A change `time` seconds after a day's midnight, −604,799 to 604,799.
    public init(day: Day, time: Int32) { (self.day, self.time) = (day, time) }

    /// Seconds on the wall clock since 1970-01-01T00:00:00.
    func wallSeconds(in year: Int) -> Int64 {
      Int64(day.dayNumber(in: year)) * 86_400 + Int64(time)
    }
  }

  /// A day of every year.
  public enum Day: Hashable, Sendable {
    /// `Jn`: 1 to 365, 29 February never counted, so that 60 is 1 March in every year.
    case withoutLeapDay(Int)
    /// `n`: 0 to 365, 29 February counted.
    case zeroBased(Int)
    /// `Mm.w.d`: the `week`th such weekday of a month, the last one if `week` is 5; Sunday is 0.
    case weekday(month: Int, week: Int, day: Int)

    /// Days since 1970-01-01. Day 365 of a year that has 365 days is the next year's first.
    func dayNumber(in year: Int) -> Int32 {
      switch self {
      case .withoutLeapDay(let day):
        let leap = day >= 60 && CivilDate.isLeap(year)
        return CivilDate.dayNumber(year: year, month: 1, day: leap ? day + 1 : day)
      case .zeroBased(let day):
        return CivilDate.dayNumber(year: year, month: 1, day: day + 1)
      case .weekday(let month, let week, let day):
        let first = CivilDate.dayNumber(year: year, month: month, day: 1)
        let weekdayOfFirst = Int(CivilDate(uncheckedDayNumber: first).weekday.rawValue) % 7
        var fromFirst = (day - weekdayOfFirst + 7) % 7 + (week - 1) * 7
        if fromFirst >= CivilDate.days(inMonth: month, of: year) { fromFirst -= 7 }
        return first + Int32(truncatingIfNeeded: fromFirst)
      }
    }
  }

  /// A rule by its parts; without daylight saving time, the clocks never change.
  public init(standard: LocalTimeType, daylight: Daylight? = nil) {
    self.standard = standard
    self.daylight = daylight
  }

  /// A year minus a week at either end, and minus a day for offsets.
  private static var nearlyAYear: Int64 { 350 * 86_400 }

  /// Whether daylight saving time applies at `seconds`, and the half-open span around it in which this does not change.
  /// `Int64.min` to `Int64.max` if the clocks never change.
  ///
  /// The latest change at or before `seconds` decides. If two changes coincide, the one later in the calendar counts,
  /// so a daylight saving time that ends where next year's begins applies all year (RFC 9636, section 3.3.1).
  func span(at seconds: Int64) -> (from: Int64, to: Int64, isDaylight: Bool) {
    guard let daylight else { return (.min, .max, false) }
    let standardOffset = Int64(standard.offset.seconds)
    let daylightOffset = Int64(daylight.type.offset.seconds)
    let day = (seconds + standardOffset).flooredQuotient(by: 86_400)
    let year = CivilDate(uncheckedDayNumber: Int32(truncatingIfNeeded: day)).year
    var from = Int64.min
    var to = Int64.max
    var isDaylight = false
    func consider(_ change: Int64, beginsDaylight: Bool) {
      if change > seconds {
        to = min(to, change)
      } else if change >= from {
        from = change
        isDaylight = beginsDaylight
      }
    }
    // The time of a change may move it a week away from its day, and so into another year. If the nearest change found
    // in three years is almost a year away, a nearer one may lie in the years around them.
    var reach = 1
    repeat {
      for year in year - reach...year + reach {
        let start = daylight.start.wallSeconds(in: year) - standardOffset
        let end = daylight.end.wallSeconds(in: year) - daylightOffset
        if start <= end {
          consider(start, beginsDaylight: true)
          consider(end, beginsDaylight: false)
        } else {
          consider(end, beginsDaylight: false)
          consider(start, beginsDaylight: true)
        }
      }
      reach += 1
    } while reach <= 2 && !(from > seconds - Self.nearlyAYear && to < seconds + Self.nearlyAYear)
    return (from, to, isDaylight)
  }
}
