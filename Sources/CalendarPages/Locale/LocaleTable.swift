import Bytes
import CivilTime
import Sections

/// # CalendarPages
///
/// The content of each page: the view models of sections, events and notes, the path of each page, and the words of a
/// locale. The same code runs in the generator and in the reader's browser, so that no page can differ between the two.
///
/// Left out: the source of a locale's names and patterns (the host asks ICU), the HTML (in the templates), and reading
/// or writing files.

/// How times of day are written.
package struct ClockPatterns: Sendable {
  package var time: DatePattern
  package var hour: DatePattern
  package var halfDay: RangePattern?

  package init(time: DatePattern, hour: DatePattern, halfDay: RangePattern?) {
    (self.time, self.hour, self.halfDay) = (time, hour, halfDay)
  }
}

/// Everything that depends on the reader's language and region, as plain data. The host fills it from ICU; the browser
/// gets it with the site's data.
///
/// A class, since it is large and used everywhere.
package final class LocaleTable: Sendable {
  /// BCP 47, `en-GB`.
  package let identifier: [UInt8]
  package let isRightToLeft: Bool
  /// The Unicode scalar of the digit 0; the other nine follow it.
  package let zeroDigit: UInt32
  /// Written by the browser's engine alone, for a reader whose weeks begin on another day.
  nonisolated(unsafe) package var weekRules: WeekRules
  /// Whether weeks show their numbers.
  package let hasWeekNumbers: Bool
  /// By ``CivilTime/Weekday/rawValue``, bit 1 for Monday.
  package let weekendDays: UInt8
  /// Twelve each, January first. `months` for use in a date, `standaloneMonths` for use alone.
  package let months: [[UInt8]]
  package let standaloneMonths: [[UInt8]]
  package let shortMonths: [[UInt8]]
  /// Seven each, Monday first.
  package let weekdays: [[UInt8]]
  package let shortWeekdays: [[UInt8]]
  package let narrowWeekdays: [[UInt8]]
  package let amSymbol: [UInt8]
  package let pmSymbol: [UInt8]
  /// "Friday, 20 November 2026".
  package let fullDate: DatePattern
  /// "20 November 2026".
  package let longDate: DatePattern
  /// "November 2026".
  package let monthAndYear: DatePattern
  /// "Friday, 20 November".
  package let dayHeading: DatePattern
  /// "20 November".
  package let monthAndDay: DatePattern
  /// "Fri, 20 Nov".
  package let shortDay: DatePattern
  /// "09:00" or "9:00 AM".
  package var time: DatePattern { clock.time }
  /// "09:00" or "9 AM": hour labels of a time grid.
  package var hour: DatePattern { clock.hour }
  /// Ranges of days in one month, in one year, and over years.
  package let ranges: [RangePattern]
  /// Whether these are those of the locale, and not made of the long date.
  let hasOwnRanges: Bool
  /// Two times of one half of a day, which say AM or PM once: "9:00 – 10:30 AM"; `nil` if each says it, or none.
  var halfDay: RangePattern? { clock.halfDay }
  /// How times of day are written. Exchanged by the browser's engine alone, as ``weekRules``.
  nonisolated(unsafe) private(set) var clock: ClockPatterns
  /// The same with twelve hours in place of twenty-four, or the reverse; `nil` if it is not needed.
  nonisolated(unsafe) package private(set) var otherClock: ClockPatterns?
  /// The calendar whose dates stand beside the Gregorian ones; `nil` if there is none.
  package let second: SecondCalendar?
  /// The times of a day in the pattern ``time``, one per minute, formatted once: the pages of a busy month contain
  /// thousands. Set once, by the initialiser.
  nonisolated(unsafe) private(set) var minutes: [[UInt8]] = []

  /// - Parameter ranges: three; `nil` for those that ``RangePattern/of(_:_:)`` makes of a long date.
  package init(
    identifier: [UInt8], isRightToLeft: Bool, zeroDigit: UInt32, weekRules: WeekRules, weekendDays: UInt8,
    months: [[UInt8]], standaloneMonths: [[UInt8]], shortMonths: [[UInt8]], weekdays: [[UInt8]],
    shortWeekdays: [[UInt8]], narrowWeekdays: [[UInt8]], amSymbol: [UInt8], pmSymbol: [UInt8],
    fullDate: DatePattern, longDate: DatePattern, monthAndYear: DatePattern, dayHeading: DatePattern,
    monthAndDay: DatePattern, shortDay: DatePattern, time: DatePattern, hour: DatePattern,
    ranges: [RangePattern]? = nil, halfDay: RangePattern? = nil, hasWeekNumbers: Bool = true,
    otherClock: ClockPatterns? = nil, second: SecondCalendar? = nil
  ) {
    self.hasWeekNumbers = hasWeekNumbers
    self.identifier = identifier
    self.isRightToLeft = isRightToLeft
    self.zeroDigit = zeroDigit
    self.weekRules = weekRules
    self.weekendDays = weekendDays
    self.months = months
    self.standaloneMonths = standaloneMonths
    self.shortMonths = shortMonths
    self.weekdays = weekdays
    self.shortWeekdays = shortWeekdays
    self.narrowWeekdays = narrowWeekdays
    self.amSymbol = amSymbol
    self.pmSymbol = pmSymbol
    self.fullDate = fullDate
    self.longDate = longDate
    self.monthAndYear = monthAndYear
    self.dayHeading = dayHeading
    self.monthAndDay = monthAndDay
    self.shortDay = shortDay
    hasOwnRanges = ranges != nil
    self.ranges = ranges ?? RangePattern.of(longDate, monthAndDay)
    clock = ClockPatterns(time: time, hour: hour, halfDay: halfDay)
    self.otherClock = otherClock
    self.second = second
    spellMinutes()
  }

  private func spellMinutes() {
    minutes = (0..<1_440).map { minute in
      var text: [UInt8] = []
      if let time = TimeOfDay(hour: minute / 60, minute: minute % 60) { append(spelling: time, to: &text) }
      return text
    }
  }

  /// Exchanges the two clocks. Only for a table that no other thread uses.
  package func exchangeClocks() {
    guard let other = otherClock else { return }
    (clock, otherClock) = (other, clock)
    spellMinutes()
  }

  /// Whether a day is on the weekend.
  package func isWeekend(_ weekday: Weekday) -> Bool { weekendDays >> weekday.rawValue & 1 != 0 }
}
