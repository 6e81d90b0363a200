import Mustache

/// The sentences of the interface, in the order of `data/site.bin`. A name is the key in `sentences` of a words file.
/// What each says in English stands there.
package enum Sentence: Int, CaseIterable, NamedCases {
  // Times of a day.
  case from, until, times, part
  // The frame of pages, and ways to neighbours.
  case timesIn, built, asOf, published, previous, next, weekNumber
  // How much a day holds.
  case moreEvents, events, dayLabel, busyDayLabel, busy
  // Lengths of time.
  case hours, minutes, hoursMinutes, overDay, underMinute
  // When an event is.
  case dateTimes, toOtherDay, inZone
  // Weather.
  case degrees, sky, skyAt, forecast, oldForecast, credit, creditAt
  // Lists: each appends one more item to those so far.
  case listMiddle, listEnd, listPlain
  // Rules of series: how often.
  case secondly, minutely, hourly, daily, weekly, weeklyOnDay, monthly, yearly
  // On which days, in which months, when; each goes on with the sentence so far.
  case onDays, onPositions, onMonthDays, onMonthDaysOf, dailyOnMonthDays, thatIsMonthDay, onYearDays, onDate, inWeeks
  case inMonths, ofMonths, at, atCertainTimes, inAll, untilDate
  // Several rules, and what they leave out.
  case rules, except, andMore
  // Numbers that order.
  case nthWeekday, nth, ordinal, fromEnd, monthDayFromEnd

  /// How many there are.
  static let count = Sentence.monthDayFromEnd.rawValue + 1

  /// Whether its forms are chosen by the rules of ordinals: "1st", "2nd".
  package var isOrdinal: Bool { self == .nth || self == .ordinal }
}

/// What may stand in a ``Sentence``. A name is what stands between braces in a words file.
package enum Place: Int, Sendable, CaseIterable, NamedCases {
  case title, date, time, start, end, times, day, days, from, to, zone, when
  case number, count, events, duration, hours, minutes
  case low, high, sky, degrees, place, weather, forecast, source, licence
  case first, next, rule, interval, weekday, positions, months, weeks, dates, ordinal
}

#if !hasFeature(Embedded)
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
      case .published: [.from, .to]
      case .previous, .next: [.title]
      case .weekNumber, .nth, .ordinal: [.number]
      case .moreEvents, .events: [.count]
      case .dayLabel: [.date, .events]
      case .busyDayLabel: [.date, .events, .duration]
      case .busy: [.duration]
      case .hours, .overDay: [.hours]
      case .minutes, .underMinute: [.minutes]
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
      case .listMiddle, .listEnd, .listPlain, .rules: [.first, .next]
      case .secondly, .minutely, .hourly, .daily, .weekly, .monthly, .yearly: [.interval]
      case .weeklyOnDay: [.weekday, .interval]
      case .onDays, .onMonthDays, .dailyOnMonthDays, .thatIsMonthDay, .onYearDays: [.rule, .days]
      case .onPositions: [.rule, .positions, .days]
      case .onMonthDaysOf: [.rule, .days, .months]
      case .onDate, .untilDate: [.rule, .date]
      case .inWeeks: [.rule, .weeks]
      case .inMonths, .ofMonths: [.rule, .months]
      case .at: [.rule, .times]
      case .atCertainTimes: [.rule]
      case .inAll: [.rule, .count]
      case .except: [.rule, .dates]
      case .andMore: [.dates, .count]
      case .nthWeekday: [.ordinal, .weekday]
      case .fromEnd, .monthDayFromEnd: [.ordinal]
      }
    }

    /// The place of the number that chooses between its forms; `nil` if it has one form.
    package var counted: Place? {
      switch self {
      case .moreEvents, .events, .inAll, .andMore: .count
      case .secondly, .minutely, .hourly, .daily, .weekly, .weeklyOnDay, .monthly, .yearly: .interval
      case .nth, .ordinal: .number
      // "last": the form of 1 names no ordinal.
      case .fromEnd: .ordinal
      default: nil
      }
    }
  }
#endif
