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
    let rules = series.set.rules.map { rule in
      var words = RecurrenceWords(rule, start: start, site)
      return words.written()
    }
    return model.text(site.text(of: site.list(rules, end: .rules, middle: .rules), exceptionsOf: event))
  }
}

extension Site {
  /// How many exceptions are named before the rest are counted.
  private static let namedExceptions = 4

  /// Rules in words, and what they leave out: ", except 5 January 2027 and 12 January 2027".
  fileprivate func text(of rules: [UInt8], exceptionsOf event: Event) -> [UInt8] {
    let dates = events.exceptions(of: event)
    if dates.isEmpty { return rules }
    // "and 1 more" would be no shorter than the date.
    let named = dates.prefix(dates.count == Self.namedExceptions + 1 ? dates.count : Self.namedExceptions)
    let items = named.map { text(of: $0, locale.longDate) }
    let left = dates.count - named.count
    var except = left == 0 ? list(items) : list(items, end: .listMiddle)
    if left > 0 {
      let shown = except
      except = []
      words.append(.andMore, count: left, to: &except) { place, out in
        if place == .dates { out.append(contentsOf: shown) } else { locale.append(left, to: &out) }
      }
    }
    var out: [UInt8] = []
    words.append(.except, to: &out) { place, out in out.append(contentsOf: place == .rule ? rules : except) }
    return out
  }

  /// A date as a pattern says.
  fileprivate func text(of date: CivilDate, _ pattern: DatePattern) -> [UInt8] {
    var out: [UInt8] = []
    locale.append(date, pattern, to: &out)
    return out
  }
}

/// One rule in words: a sentence that says how often, which others go on with, each saying one more part of the rule.
struct RecurrenceWords {
  private let rule: RecurrenceRule
  private let start: CivilDateTime
  private let site: Site
  /// The sentence so far.
  private var text: [UInt8] = []

  init(_ rule: RecurrenceRule, start: CivilDateTime, _ site: Site) {
    self.rule = rule
    self.start = start
    self.site = site
  }

  mutating func written() -> [UInt8] {
    switch rule.frequency {
    case .secondly: every(.secondly)
    case .minutely: every(.minutely)
    case .hourly: every(.hourly)
    case .daily: daily()
    case .weekly: weekly()
    case .monthly: monthly()
    case .yearly: yearly()
    }
    times()
    end()
    return text
  }

  private mutating func daily() {
    every(.daily)
    if !rule.byDay.isEmpty { add(.onDays, weekdays) }
    if !rule.byMonthDay.isEmpty { add(.dailyOnMonthDays, monthDays) }
    months(.inMonths)
  }

  private mutating func weekly() {
    let days = rule.byDay.isEmpty ? [start.date.weekday] : rule.byDay.map { $0.weekday }
    if days.count == 1 {
      every(.weeklyOnDay, name(days[0]))
    } else if rule.interval == 1, isWorkWeek(days) {
      text = site.words[.everyWorkday]
    } else {
      every(.weekly)
      add(.onDays, site.list(days.sorted { $0.rawValue < $1.rawValue }.map { name($0) }))
    }
    months(.inMonths)
  }

  private mutating func monthly() {
    every(.monthly)
    monthPart()
    months(.inMonths)
  }

  private mutating func yearly() {
    every(.yearly)
    if !rule.byYearDay.isEmpty { add(.onYearDays, site.list(rule.byYearDay.map { ordinal(Int($0)) })) }
    if !rule.byWeekNo.isEmpty { add(.inWeeks, site.list(rule.byWeekNo.map { ordinal(Int($0)) })) }
    guard rule.byDay.isEmpty, rule.byYearDay.isEmpty, rule.byWeekNo.isEmpty else {
      monthPart()
      return months(rule.byDay.isEmpty ? .inMonths : .ofMonths)
    }
    // A date: "on 20 November", or several days of several months.
    let days = rule.byMonthDay.isEmpty ? [Int16(start.date.day)] : rule.byMonthDay
    let months = rule.byMonth.isEmpty ? [start.date.month] : Array(rule.byMonth)
    if months.count == 1, days.count == 1, days[0] > 0,
      let date = CivilDate(year: 2000, month: months[0], day: Int(days[0]))
    {
      return add(.onDate, site.text(of: date, site.locale.monthAndDay))
    }
    let named = rule.byMonthDay.isEmpty ? ordinal(start.date.day) : monthDays
    if rule.byMonth.isEmpty { return add(.onMonthDays, named) }
    let monthNames = self.monthNames
    add(.onMonthDaysOf) { place, out in out.append(contentsOf: place == .days ? named : monthNames) }
  }

  /// "on the first Thursday", "on the 15th", "on the last weekday".
  private mutating func monthPart() {
    if rule.byDay.isEmpty {
      if rule.byMonthDay.isEmpty, rule.frequency == .monthly {
        add(.onMonthDays, ordinal(start.date.day))
      } else if !rule.byMonthDay.isEmpty {
        add(.onMonthDays, monthDays)
      }
    } else if !rule.bySetPos.isEmpty {
      let positions = site.list(rule.bySetPos.map { ordinal(Int($0)) })
      let isWork = isWorkWeek(rule.byDay.map { $0.weekday })
      let days = isWork ? site.words[.workday] : site.list(rule.byDay.map { name($0.weekday) })
      add(.onPositions) { place, out in out.append(contentsOf: place == .positions ? positions : days) }
    } else {
      add(.onDays, weekdays)
      if !rule.byMonthDay.isEmpty { add(.thatIsMonthDay, monthDays) }
    }
  }

  private mutating func months(_ sentence: Sentence) {
    if !rule.byMonth.isEmpty { add(sentence, monthNames) }
  }

  /// BYHOUR and BYMINUTE, where a rule has them.
  private mutating func times() {
    if rule.byHour.isEmpty { return }
    var shown: [[UInt8]] = []
    for hour in rule.byHour {
      for minute in rule.byMinute.isEmpty ? [start.time.minute] : Array(rule.byMinute) {
        guard let time = TimeOfDay(hour: hour, minute: minute) else { continue }
        var text: [UInt8] = []
        site.locale.append(time, to: &text)
        shown.append(text)
      }
    }
    add(.at, site.list(shown))
  }

  private mutating func end() {
    if let count = rule.count {
      let number = Int(count)
      let locale = site.locale
      add(.inAll, count: number) { _, out in locale.append(number, to: &out) }
    }
    guard let until = rule.until else { return }
    let date: CivilDate =
      switch until {
      case .date(let date): date
      case .utc(let instant): instant.wall(at: .utc).date
      case .local(let wall): wall.date
      }
    add(.untilDate, site.text(of: date, site.locale.longDate))
  }

  // MARK: Sentences

  /// Begins the sentence: how often, by the interval.
  private mutating func every(_ sentence: Sentence, _ weekday: [UInt8] = []) {
    let interval = Int(rule.interval)
    let locale = site.locale
    site.words.append(sentence, count: interval, to: &text) { place, out in
      if place == .weekday { out.append(contentsOf: weekday) } else { locale.append(interval, to: &out) }
    }
  }

  /// Goes on with a sentence that has one place besides that of the sentence so far.
  private mutating func add(_ sentence: Sentence, _ said: [UInt8]) {
    add(sentence) { _, out in out.append(contentsOf: said) }
  }

  private mutating func add(_ sentence: Sentence, count: Int = 0, _ put: (Place, inout [UInt8]) -> Void) {
    let before = text
    text = []
    site.words.append(sentence, count: count, to: &text) { place, out in
      if place == .rule { out.append(contentsOf: before) } else { put(place, &out) }
    }
  }

  // MARK: Words

  private func isWorkWeek(_ days: [Weekday]) -> Bool {
    days.count == 5 && days.allSatisfy { $0.rawValue <= Weekday.friday.rawValue }
      && Weekday.allCases.prefix(5).allSatisfy { day in days.contains { $0 == day } }
  }

  private func name(_ day: Weekday) -> [UInt8] { site.locale.weekdays[Int(day.rawValue) - 1] }

  private var monthNames: [UInt8] { site.list(rule.byMonth.map { site.locale.standaloneMonths[$0 - 1] }) }

  private var weekdays: [UInt8] {
    if rule.byDay.allSatisfy({ $0.ordinal == 0 }), isWorkWeek(rule.byDay.map { $0.weekday }) {
      return site.words[.workdays]
    }
    return site.list(
      rule.byDay.map { day in
        if day.ordinal == 0 { return name(day.weekday) }
        return said(.nthWeekday) { place, out in
          out.append(contentsOf: place == .ordinal ? ordinal(Int(day.ordinal)) : name(day.weekday))
        }
      })
  }

  /// "the 15th", without its article; "last day" where it is counted from the end.
  private var monthDays: [UInt8] {
    site.list(
      rule.byMonthDay.map { day in
        let ordinal = ordinal(Int(day))
        return day < 0 ? said(.monthDayFromEnd) { _, out in out.append(contentsOf: ordinal) } : ordinal
      })
  }

  /// "first", "last", "second to last", "15th": in words where days of the week are counted, else in figures.
  private func ordinal(_ number: Int) -> [UInt8] {
    if number < 0 {
      return said(.fromEnd, count: -number) { _, out in out.append(contentsOf: ordinal(-number)) }
    }
    let isOfWeekdays = !rule.byDay.isEmpty || !rule.bySetPos.isEmpty
    return said(isOfWeekdays ? .nth : .ordinal, count: number) { _, out in site.locale.append(number, to: &out) }
  }

  private func said(
    _ sentence: Sentence, count: Int = 0, _ put: (Place, inout [UInt8]) -> Void
  ) -> [UInt8] {
    var out: [UInt8] = []
    site.words.append(sentence, count: count, to: &out, put)
    return out
  }
}
