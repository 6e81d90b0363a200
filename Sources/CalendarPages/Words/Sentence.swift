import Mustache

/// The sentences of the interface, in the order of `data/site.bin`. A name is the key in `sentences` of a words file.
/// What each says in English stands there.
package enum Sentence: Int, CaseIterable, NamedCases {
  // Times of a day.
  case from, until, times, part
  // The frame of pages, and ways to neighbours.
  case timesIn, built, asOf, published, previous, next, weekNumber
  // Until where the second calendar is known.
  case secondReach
  // The pictures of subscribe.html.
  case codeOf
  // How much a day holds.
  case moreEvents, events, dayLabel, busyDayLabel, busy
  // Lengths of time.
  case hours, minutes, hoursMinutes, overDay, underMinute
  // When an event is.
  case dateTimes, toOtherDay, inZone
  // Weather.
  case degrees, sky, skyAt, forecast, oldForecast, credit, creditAt
  // Lists: each appends one more item to those so far.
  case listMiddle, listPair, listEnd, listPlain
  // Rules of series: how often.
  case secondly, minutely, hourly, daily, weekly, weeklyOnDay, monthly, yearly
  // On which days, in which months, when; each goes on with the sentence so far.
  case onDays, onNthDays, onPositions, onMonthDays, onMonthDaysOf, dailyOnMonthDays, thatIsMonthDay, onYearDays, onDate
  case inWeeks, inMonths, ofMonths, at, atCertainTimes, inAll, untilDate
  // Several rules, and what they leave out.
  case rules, except, andMore
  // Items of the lists in rules: days of the week, months, days and weeks by their number.
  case weekdayItem, nthWeekday, nth, nthFromEnd, inMonth, ofMonth
  case monthDay, monthDayFromEnd, yearDay, yearDayFromEnd, yearWeek, yearWeekFromEnd
  // What commands print where there is nothing.
  case noEventsBetween, nothingFreeBetween

  /// Whether the browser's engine never writes it: only commands do, or subscribe.html, which the engine does not make,
  /// or a table has it already.
  package var isOfHost: Bool {
    self == .noEventsBetween || self == .nothingFreeBetween || self == .secondReach || self == .codeOf
  }

  /// How many there are.
  static let count = Sentence.nothingFreeBetween.rawValue + 1

  /// Whether its forms are chosen by the rules of ordinals: "1st", "2nd".
  package var isOrdinal: Bool {
    switch self {
    case .nth, .nthFromEnd, .monthDay, .monthDayFromEnd, .yearDay, .yearDayFromEnd, .yearWeek, .yearWeekFromEnd: true
    default: false
    }
  }
}

/// What may stand in a ``Sentence``. A name is what stands between braces in a words file.
package enum Place: Int, Sendable, CaseIterable, NamedCases {
  case title, date, time, start, end, times, day, days, from, to, zone, when
  case number, count, events, duration, hours, minutes
  case low, high, sky, degrees, place, weather, forecast, source, licence
  case first, next, rule, interval, weekday, positions, months, weeks, dates, ordinal, month
}

/// What the texts of a list are for.
package enum Variation: Int, Sendable {
  /// Monday to Sunday.
  case weekday = 7
  /// Monday to Sunday, and Monday to Friday as one.
  case weekdayOrWorkday = 8
  /// January to December.
  case month = 12

  /// The number of texts.
  package var count: Int { rawValue }

  /// The place that a text for one of them need not name.
  package var place: Place { self == .month ? .month : .weekday }
}

extension Sentence {
  /// The places that its texts must name. Those that only a number fills may be left out where a form says it in
  /// words, as "an hour" does.
  package var places: [Place] {
    switch self {
    case .from, .until: [.time]
    case .times: [.start, .end]
    case .part: [.day, .days]
    case .timesIn: [.zone]
    case .built, .asOf: [.date]
    case .secondReach: [.title, .from, .to]
    case .published, .noEventsBetween, .nothingFreeBetween: [.from, .to]
    case .previous, .next, .codeOf: [.title]
    case .weekNumber: [.number]
    case .nth, .nthFromEnd, .monthDay, .monthDayFromEnd, .yearDay, .yearDayFromEnd, .yearWeek, .yearWeekFromEnd:
      [.number]
    case .moreEvents, .events: [.count]
    case .dayLabel: [.date, .events]
    case .busyDayLabel: [.date, .events, .duration]
    case .busy: [.duration]
    case .hours: [.hours]
    case .minutes: [.minutes]
    case .overDay, .underMinute: [.duration]
    case .hoursMinutes: [.hours, .minutes]
    case .dateTimes: [.date, .times]
    case .toOtherDay: [.start, .date, .end]
    case .inZone: [.when, .zone]
    case .degrees: [.low, .high]
    case .sky: [.sky, .degrees]
    case .skyAt: [.place, .weather]
    case .forecast: [.date, .time]
    case .oldForecast: [.weather, .forecast]
    case .credit: [.source, .licence]
    case .creditAt: [.place, .source, .licence]
    case .listMiddle, .listPair, .listEnd, .listPlain, .rules: [.first, .next]
    case .secondly, .minutely, .hourly, .daily, .weekly, .monthly, .yearly: [.interval]
    case .weeklyOnDay: [.weekday, .interval]
    case .onDays, .onNthDays, .onMonthDays, .dailyOnMonthDays, .thatIsMonthDay, .onYearDays: [.rule, .days]
    case .onPositions: [.rule, .positions, .weekday]
    case .onMonthDaysOf: [.rule, .days, .months]
    case .onDate, .untilDate: [.rule, .date]
    case .inWeeks: [.rule, .weeks]
    case .inMonths, .ofMonths: [.rule, .months]
    case .at: [.rule, .times]
    case .atCertainTimes: [.rule]
    case .inAll: [.rule, .count]
    case .except: [.rule, .dates]
    case .andMore: [.dates, .count]
    case .weekdayItem: [.weekday]
    case .nthWeekday: [.ordinal, .weekday]
    case .inMonth, .ofMonth: [.month]
    }
  }

  /// The place of the number that chooses between its forms; `nil` if it has one form.
  package var counted: Place? {
    switch self {
    case .moreEvents, .events, .inAll, .andMore: .count
    case .secondly, .minutely, .hourly, .daily, .weekly, .weeklyOnDay, .monthly, .yearly: .interval
    case .hours: .hours
    case .minutes: .minutes
    case .nth, .nthFromEnd, .monthDay, .monthDayFromEnd, .yearDay, .yearDayFromEnd, .yearWeek, .yearWeekFromEnd:
      .number
    default: nil
    }
  }

  /// What its texts may be lists of: one text for each, for languages in which the rest of the text depends on it.
  package var variation: Variation? {
    switch self {
    case .weeklyOnDay, .weekdayItem, .nthWeekday: .weekday
    case .onPositions, .nth, .nthFromEnd: .weekdayOrWorkday
    case .inMonth, .ofMonth: .month
    default: nil
    }
  }
}
