import Bytes
import CivilTime
import Events
import ICalendar
import Mustache
import Settling
import TimeZones

extension PageModels {
  /// A series' rules in words: "Every second Tuesday until 3 March 2027, except 5 January 2027"; absent
  /// where there is no rule.
  mutating func recurrenceText(_ event: Event) -> Value {
    guard event.series >= 0 else { return .absent }
    let series = site.events.series[Int(event.series)]
    if series.set.rules.isEmpty { return .absent }
    let start = CivilDateTime(wallSeconds: event.wallStart) ?? .first
    return text { site, out in
      for (index, rule) in series.set.rules.enumerated() {
        if index > 0 { out.append("; ") }
        var words = RecurrenceWords(rule, start: start, site.locale)
        words.write()
        out.append(contentsOf: words.text)
      }
      site.append(exceptionsOf: event, to: &out)
    }
  }
}

extension Site {
  /// How many exceptions are named before the rest are counted.
  private static let namedExceptions = 4

  /// ", except 5 January 2027 and 12 January 2027".
  fileprivate func append(exceptionsOf event: Event, to out: inout [UInt8]) {
    let dates = events.exceptions(of: event)
    if dates.isEmpty { return }
    out.append(", except ")
    // "and 1 more" would be no shorter than the date.
    let named = dates.prefix(dates.count == Self.namedExceptions + 1 ? dates.count : Self.namedExceptions)
    for (index, date) in named.enumerated() {
      if index > 0 { out.append(index == dates.count - 1 ? " and " : ", ") }
      locale.append(date, locale.longDate, to: &out)
    }
    if dates.count > named.count {
      out.append(" and ")
      locale.append(dates.count - named.count, to: &out)
      out.append(" more")
    }
  }
}

/// One rule in English, with the locale's names of days and months.
struct RecurrenceWords {
  private let rule: RecurrenceRule
  private let start: CivilDateTime
  private let locale: LocaleTable
  private(set) var text: [UInt8] = []

  init(_ rule: RecurrenceRule, start: CivilDateTime, _ locale: LocaleTable) {
    self.rule = rule
    self.start = start
    self.locale = locale
  }

  mutating func write() {
    switch rule.frequency {
    case .secondly: every("second", "seconds")
    case .minutely: every("minute", "minutes")
    case .hourly: every("hour", "hours")
    case .daily: daily()
    case .weekly: weekly()
    case .monthly: monthly()
    case .yearly: yearly()
    }
    times()
    end()
  }

  private mutating func every(_ one: StaticString, _ many: StaticString) {
    text.append("Every ")
    switch rule.interval {
    case 1: text.append(one)
    case 2:
      text.append("second ")
      text.append(one)
    default:
      locale.append(Int(rule.interval), to: &text)
      text.append(ascii: " ")
      text.append(many)
    }
  }

  private mutating func daily() {
    every("day", "days")
    if !rule.byDay.isEmpty {
      text.append(" on ")
      weekdays()
    }
    monthDays(" on day ")
    months(" in ")
  }

  private mutating func weekly() {
    let days = rule.byDay.isEmpty ? [start.date.weekday] : rule.byDay.map { $0.weekday }
    if rule.interval <= 2, days.count == 1 {
      text.append(rule.interval == 2 ? "Every second " : "Every ")
      name(days[0])
    } else if rule.interval == 1, isWorkWeek(days) {
      text.append("Every weekday")
    } else {
      every("week", "weeks")
      text.append(" on ")
      list(days.sorted { $0.rawValue < $1.rawValue }) { $0.name($1) }
    }
    months(" in ")
  }

  private mutating func monthly() {
    every("month", "months")
    monthPart()
    months(" in ")
  }

  private mutating func yearly() {
    every("year", "years")
    if !rule.byYearDay.isEmpty {
      text.append(" on day ")
      list(rule.byYearDay) { $0.ordinal(Int($1)) }
      text.append(" of the year")
    }
    if !rule.byWeekNo.isEmpty {
      text.append(" in week ")
      list(rule.byWeekNo) { $0.ordinal(Int($1)) }
    }
    if rule.byDay.isEmpty, rule.byYearDay.isEmpty, rule.byWeekNo.isEmpty {
      // A date: "on 20 November", or several days of several months.
      let days = rule.byMonthDay.isEmpty ? [Int16(start.date.day)] : rule.byMonthDay
      let months = rule.byMonth.isEmpty ? [start.date.month] : Array(rule.byMonth)
      if months.count == 1, days.count == 1, days[0] > 0,
        let date = CivilDate(year: 2000, month: months[0], day: Int(days[0]))
      {
        text.append(" on ")
        locale.append(date, locale.monthAndDay, to: &text)
        return
      }
      if rule.byMonthDay.isEmpty {
        text.append(" on the ")
        ordinal(start.date.day)
      } else {
        monthDays(" on the ")
      }
      self.months(" of ")
    } else {
      monthPart()
      months(rule.byDay.isEmpty ? " in " : " of ")
    }
  }

  /// " on the first Thursday", " on the 15th", " on the last weekday".
  private mutating func monthPart() {
    if rule.byDay.isEmpty {
      if rule.byMonthDay.isEmpty, rule.frequency == .monthly {
        text.append(" on the ")
        ordinal(start.date.day)
      } else {
        monthDays(" on the ")
      }
      return
    }
    if !rule.bySetPos.isEmpty {
      text.append(" on the ")
      list(rule.bySetPos) { $0.ordinal(Int($1)) }
      text.append(ascii: " ")
      if isWorkWeek(rule.byDay.map { $0.weekday }) {
        text.append("weekday")
      } else {
        list(rule.byDay) { $0.name($1.weekday) }
      }
      return
    }
    text.append(" on ")
    weekdays()
    monthDays(" that is the ")
  }

  private mutating func weekdays() {
    if rule.byDay.allSatisfy({ $0.ordinal == 0 }), isWorkWeek(rule.byDay.map { $0.weekday }) {
      text.append("weekdays")
      return
    }
    list(rule.byDay) { words, day in
      if day.ordinal != 0 {
        words.text.append("the ")
        words.ordinal(Int(day.ordinal))
        words.text.append(ascii: " ")
      }
      words.name(day.weekday)
    }
  }

  private mutating func monthDays(_ lead: StaticString) {
    if rule.byMonthDay.isEmpty { return }
    text.append(lead)
    list(rule.byMonthDay) { $0.monthDay(Int($1)) }
  }

  private mutating func months(_ lead: StaticString) {
    if rule.byMonth.isEmpty { return }
    text.append(lead)
    list(Array(rule.byMonth)) { $0.text.append(contentsOf: $0.locale.standaloneMonths[$1 - 1]) }
  }

  /// BYHOUR and BYMINUTE, where a rule has them.
  private mutating func times() {
    if rule.byHour.isEmpty { return }
    text.append(" at ")
    var shown: [TimeOfDay] = []
    for hour in rule.byHour {
      for minute in rule.byMinute.isEmpty ? [start.time.minute] : Array(rule.byMinute) {
        if let time = TimeOfDay(hour: hour, minute: minute) { shown.append(time) }
      }
    }
    list(shown) { $0.locale.append($1, to: &$0.text) }
  }

  private mutating func end() {
    if let count = rule.count {
      text.append(", ")
      locale.append(Int(count), to: &text)
      text.append(count == 1 ? " time" : " times")
    }
    guard let until = rule.until else { return }
    text.append(" until ")
    let date: CivilDate =
      switch until {
      case .date(let date): date
      case .utc(let instant): instant.wall(at: .utc).date
      case .local(let wall): wall.date
      }
    locale.append(date, locale.longDate, to: &text)
  }

  // MARK: Words

  private func isWorkWeek(_ days: [Weekday]) -> Bool {
    days.count == 5 && days.allSatisfy { $0.rawValue <= Weekday.friday.rawValue }
      && Weekday.allCases.prefix(5).allSatisfy { day in days.contains { $0 == day } }
  }

  private mutating func name(_ day: Weekday) {
    text.append(contentsOf: locale.weekdays[Int(day.rawValue) - 1])
  }

  private mutating func monthDay(_ day: Int) {
    ordinal(day)
    if day < 0 { text.append(" day") }
  }

  /// "first", "last", "second to last", "15th".
  private mutating func ordinal(_ number: Int) {
    if number < 0 {
      if number < -1 {
        ordinal(-number)
        text.append(" to ")
      }
      return text.append("last")
    }
    let small: [StaticString] = ["first", "second", "third", "fourth", "fifth"]
    if !rule.byDay.isEmpty || !rule.bySetPos.isEmpty, number >= 1, number <= small.count {
      return text.append(small[number - 1])
    }
    locale.append(number, to: &text)
    switch (number % 10, number % 100) {
    case (1, let tens) where tens != 11: text.append("st")
    case (2, let tens) where tens != 12: text.append("nd")
    case (3, let tens) where tens != 13: text.append("rd")
    default: text.append("th")
    }
  }

  /// "a", "a and b", "a, b and c".
  private mutating func list<Item>(_ items: [Item], _ write: (inout RecurrenceWords, Item) -> Void) {
    for (index, item) in items.enumerated() {
      if index > 0 { text.append(index == items.count - 1 ? " and " : ", ") }
      write(&self, item)
    }
  }
}
