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
  package var halfDay: Optional<RangePattern>

  package init(time: DatePattern, hour: DatePattern, halfDay: RangePattern? = nil) {
    (self.time, self.hour, self.halfDay) = (time, hour, halfDay)
  }
}

/// How dates are spelt: names, and digits.
package struct DateNames: Sendable {
  /// The Unicode scalar of the digit 0; the other nine follow it.
  package var zeroDigit: UInt32
  /// Twelve each, January first. `months` for use in a date, `standaloneMonths` for use alone.
  package var months: [[UInt8]]
  package var standaloneMonths: [[UInt8]]
  package var shortMonths: [[UInt8]]
  /// Seven each, Monday first.
  package var weekdays: [[UInt8]]
  package var shortWeekdays: [[UInt8]]
  package var narrowWeekdays: [[UInt8]]
  package var amSymbol: [UInt8]
  package var pmSymbol: [UInt8]

  package init(
    zeroDigit: UInt32, months: [[UInt8]], standaloneMonths: [[UInt8]], shortMonths: [[UInt8]], weekdays: [[UInt8]],
    shortWeekdays: [[UInt8]], narrowWeekdays: [[UInt8]], amSymbol: [UInt8], pmSymbol: [UInt8]
  ) {
    self.zeroDigit = zeroDigit
    (self.months, self.standaloneMonths, self.shortMonths) = (months, standaloneMonths, shortMonths)
    (self.weekdays, self.shortWeekdays, self.narrowWeekdays) = (weekdays, shortWeekdays, narrowWeekdays)
    (self.amSymbol, self.pmSymbol) = (amSymbol, pmSymbol)
  }
}

/// How dates are written.
package struct DatePatterns: Sendable {
  /// "Friday, 20 November 2026".
  package var full: DatePattern
  /// "20 November 2026".
  package var long: DatePattern
  /// "November 2026".
  package var monthAndYear: DatePattern
  /// "Friday, 20 November".
  package var dayHeading: DatePattern
  /// "20 November".
  package var monthAndDay: DatePattern
  /// "Fri, 20 Nov".
  package var shortDay: DatePattern
  /// Three: ranges of days in one month, in one year, and over years.
  package var ranges: [RangePattern]

  /// - Parameter ranges: three; `nil` for those that ``RangePattern/of(_:_:)`` makes of a long date.
  package init(
    full: DatePattern, long: DatePattern, monthAndYear: DatePattern, dayHeading: DatePattern, monthAndDay: DatePattern,
    shortDay: DatePattern, ranges: [RangePattern]? = nil
  ) {
    (self.full, self.long, self.monthAndYear) = (full, long, monthAndYear)
    (self.dayHeading, self.monthAndDay, self.shortDay) = (dayHeading, monthAndDay, shortDay)
    self.ranges = ranges ?? RangePattern.of(long, monthAndDay)
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
  /// Written by the browser's engine alone, for a reader whose weeks begin on another day.
  nonisolated(unsafe) package var weekRules: WeekRules
  /// Whether weeks show their numbers.
  package let hasWeekNumbers: Bool
  /// By ``CivilTime/Weekday/rawValue``, bit 1 for Monday.
  package let weekendDays: UInt8
  package let names: DateNames
  package let dates: DatePatterns
  /// "09:00" or "9:00 AM".
  package var time: DatePattern { clock.time }
  /// "09:00" or "9 AM": hour labels of a time grid.
  package var hour: DatePattern { clock.hour }
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

  package init(
    identifier: [UInt8], isRightToLeft: Bool, weekRules: WeekRules, weekendDays: UInt8, hasWeekNumbers: Bool = true,
    names: DateNames, dates: DatePatterns, clock: ClockPatterns, otherClock: ClockPatterns? = nil,
    second: SecondCalendar? = nil
  ) {
    self.identifier = identifier
    self.isRightToLeft = isRightToLeft
    self.weekRules = weekRules
    self.weekendDays = weekendDays
    self.hasWeekNumbers = hasWeekNumbers
    self.names = names
    self.dates = dates
    self.clock = clock
    self.otherClock = otherClock
    self.second = second
    spellMinutes()
  }

  /// Not made of the other initialiser: passing all of it on would be much code in the browser.
  package init(_ reader: inout Unpacker) {
    identifier = reader.text()
    isRightToLeft = Bool(&reader)
    let first = Weekday(rawValue: reader.byte()) ?? .monday
    weekRules = WeekRules(firstWeekday: first, minimumDays: reader.number(below: 8))
    weekendDays = reader.byte()
    hasWeekNumbers = Bool(&reader)
    names = DateNames(&reader)
    dates = DatePatterns(&reader)
    clock = ClockPatterns(&reader)
    otherClock = ClockPatterns?(&reader)
    second = SecondCalendar?(&reader)
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
