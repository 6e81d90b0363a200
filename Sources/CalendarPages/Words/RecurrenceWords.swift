import Bytes
import CivilTime
import Events
import ICalendar
import Mustache
import Settling
import TimeZones

extension Site {
  /// A series' rules in words: "Every second Tuesday until 3 March 2027, except 5 January 2027"; empty where there is
  /// no rule.
  func recurrence(of event: Event) -> [UInt8] {
    guard event.series >= 0 else { return [] }
    let series = events.series[Int(event.series)]
    if series.set.rules.isEmpty { return [] }
    let start = CivilDateTime(wallSeconds: event.wallStart) ?? .first
    let rules = list(series.set.rules.count, middle: .rules, pair: .rules, end: .rules) { index in
      var words = RecurrenceWords(series.set.rules[index], start: start, self)
      return words.written()
    }
    return text(of: rules, exceptionsOf: event)
  }

  /// How many exceptions are named before the rest are counted.
  private static let namedExceptions = 4

  /// Rules in words, and what they leave out: ", except 5 January 2027 and 12 January 2027".
  fileprivate func text(of rules: [UInt8], exceptionsOf event: Event) -> [UInt8] {
    let dates = events.exceptions(of: event)
    if dates.isEmpty { return rules }
    // "and 1 more" would be no shorter than the date.
    let named = dates.count <= Self.namedExceptions + 1 ? dates.count : Self.namedExceptions
    let left = dates.count - named
    let isAll = left == 0
    var except = list(named, pair: isAll ? .listPair : .listMiddle, end: isAll ? .listEnd : .listMiddle) {
      text(of: dates[$0], locale.dates.long)
    }
    if !isAll { except = text(.andMore, count: left, .dates, except, other: figures(left)) }
    return text(.except, .rule, rules, other: except)
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
    every(often)
    if isSayable {
      switch rule.frequency {
      case .secondly, .minutely, .hourly: break
      case .daily: daily()
      case .weekly: weekly()
      case .monthly: monthly()
      case .yearly: yearly()
      }
      times()
    } else {
      add(.atCertainTimes, [])
    }
    end()
    return text
  }

  private var often: Sentence {
    switch rule.frequency {
    case .secondly: .secondly
    case .minutely: .minutely
    case .hourly: .hourly
    case .daily: .daily
    case .weekly: .weekly
    case .monthly: .monthly
    case .yearly: .yearly
    }
  }

  /// Whether the sentences can say all of the rule. If not, no part is said: a part alone would be another rule.
  private var isSayable: Bool {
    let hasTimes = !rule.byHour.isEmpty
    let hasDays = !rule.byDay.isEmpty || !rule.byMonthDay.isEmpty
    if rule.frequency < .daily { return !hasTimes && !hasDays && isPlain && rule.byMonth.isEmpty }
    if !rule.bySecond.isEmpty || !hasTimes && !rule.byMinute.isEmpty { return false }
    if rule.bySetPos.isEmpty { return rule.frequency == .yearly || isPlain }
    // Only "the last weekday" or "the first Monday": "the last Saturday and Sunday" would be two days.
    return rule.frequency >= .monthly && !hasTimes && rule.byMonthDay.isEmpty && isPlain
      && (rule.byDay.count == 1 || isWorkWeek) && rule.byDay.allSatisfy { $0.ordinal == 0 }
  }

  /// Whether the rule has no rarely used parts.
  private var isPlain: Bool {
    rule.bySecond.isEmpty && rule.byYearDay.isEmpty && rule.byWeekNo.isEmpty
      && (rule.frequency >= .daily || rule.byMinute.isEmpty && rule.bySetPos.isEmpty)
  }

  private mutating func daily() {
    if !rule.byDay.isEmpty { onWeekdays() }
    if !rule.byMonthDay.isEmpty { add(.dailyOnMonthDays, monthDays) }
    months(.inMonths, .inMonth)
  }

  private mutating func weekly() {
    if rule.byDay.count < 2 {
      every(.weeklyOnDay, rule.byDay.first?.weekday ?? start.date.weekday)
    } else if rule.interval == 1, isWorkWeek {
      text = site.words[.everyWorkday]
    } else {
      let days = rule.byDay.sorted { $0.weekday.rawValue < $1.weekday.rawValue }
      add(.onDays, site.list(days.count) { text(of: days[$0].weekday) })
    }
    months(.inMonths, .inMonth)
  }

  private mutating func monthly() {
    monthPart()
    months(.inMonths, .inMonth)
  }

  private mutating func yearly() {
    if !rule.byYearDay.isEmpty {
      let days = site.list(rule.byYearDay.count) { nth(Int(rule.byYearDay[$0]), .yearDay, .yearDayFromEnd) }
      add(.onYearDays, days)
    }
    if !rule.byWeekNo.isEmpty {
      add(.inWeeks, site.list(rule.byWeekNo.count) { nth(Int(rule.byWeekNo[$0]), .yearWeek, .yearWeekFromEnd) })
    }
    guard rule.byDay.isEmpty, rule.byYearDay.isEmpty, rule.byWeekNo.isEmpty else {
      monthPart()
      return rule.byDay.isEmpty ? months(.inMonths, .inMonth) : months(.ofMonths, .ofMonth)
    }
    // A date: "on 20 November", or several days of several months.
    let months = Array(rule.byMonth)
    let days = rule.byMonthDay
    if months.count < 2, days.count < 2, (days.first ?? 1) > 0,
      let date = CivilDate(
        // A leap year, for 29 February.
        year: 2000, month: months.first ?? start.date.month, day: days.first.map { Int($0) } ?? start.date.day)
    {
      return add(.onDate, site.text(of: date, site.locale.dates.monthAndDay))
    }
    let named = days.isEmpty ? monthDay(start.date.day) : monthDays
    if months.isEmpty { return add(.onMonthDays, named) }
    add(.onMonthDaysOf, .days, named, other: monthNames(.ofMonth))
  }

  /// "on the first Thursday", "on the 15th", "on the last weekday".
  private mutating func monthPart() {
    if rule.byDay.isEmpty {
      if !rule.byMonthDay.isEmpty {
        add(.onMonthDays, monthDays)
      } else if rule.frequency == .monthly {
        add(.onMonthDays, monthDay(start.date.day))
      }
    } else if !rule.bySetPos.isEmpty {
      // The working week is the eighth day.
      let item = isWorkWeek ? 7 : Int(rule.byDay[0].weekday.rawValue) - 1
      let positions = site.list(rule.bySetPos.count) { nth(Int(rule.bySetPos[$0]), .nth, .nthFromEnd, item: item) }
      let day = isWorkWeek ? site.words[.workday] : site.locale.names.weekdays[item]
      text = site.text(.onPositions, item: item, .positions, positions, .rule, text, other: day)
    } else {
      onWeekdays()
      if !rule.byMonthDay.isEmpty { add(.thatIsMonthDay, monthDays) }
    }
  }

  private mutating func months(_ sentence: Sentence, _ item: Sentence) {
    if !rule.byMonth.isEmpty { add(sentence, monthNames(item)) }
  }

  /// BYHOUR and BYMINUTE, where a rule has them.
  private mutating func times() {
    if rule.byHour.isEmpty { return }
    var shown: [TimeOfDay] = []
    for hour in rule.byHour {
      for minute in rule.byMinute.isEmpty ? [start.time.minute] : Array(rule.byMinute) {
        if let time = TimeOfDay(hour: hour, minute: minute) { shown.append(time) }
      }
    }
    add(.at, site.list(shown.count) { site.text(of: shown[$0]) })
  }

  private mutating func end() {
    if let count = rule.count { add(.inAll, count: Int(count), site.figures(Int(count))) }
    guard let until = rule.until else { return }
    let date: CivilDate =
      switch until {
      case .date(let date): date
      case .utc(let instant): site.zone.wall(at: instant).date
      case .local(let wall): wall.date
      }
    add(.untilDate, site.text(of: date, site.locale.dates.long))
  }

  // MARK: Sentences

  /// Begins the sentence: how often, by the interval.
  private mutating func every(_ sentence: Sentence, _ weekday: Weekday? = nil) {
    let interval = Int(rule.interval)
    let item = weekday.map { Int($0.rawValue) - 1 } ?? -1
    text = site.text(
      sentence, count: interval, item: item, .weekday, item < 0 ? [] : site.locale.names.weekdays[item],
      other: site.figures(interval))
  }

  /// Goes on with a sentence that has one place besides that of the sentence so far.
  private mutating func add(_ sentence: Sentence, count: Int = 0, _ said: [UInt8]) {
    text = site.text(sentence, count: count, .rule, text, other: said)
  }

  /// Goes on with a sentence that has two places besides that of the sentence so far.
  private mutating func add(_ sentence: Sentence, _ place: Place, _ said: [UInt8], other: [UInt8]) {
    text = site.text(sentence, place, said, .rule, text, other: other)
  }

  // MARK: Words

  /// Whether BYDAY is Monday to Friday, each once.
  private var isWorkWeek: Bool {
    rule.byDay.count == 5 && rule.byDay.reduce(0) { $0 | 1 << Int($1.weekday.rawValue) } == 0b11_1110
  }

  /// Goes on with days of the week: all of a working week, or each, perhaps with its position in the month.
  private mutating func onWeekdays() {
    let hasPositions = rule.byDay.contains { $0.ordinal != 0 }
    if isWorkWeek, !hasPositions { return add(.onDays, site.words[.workdays]) }
    let days = site.list(rule.byDay.count) { index in
      let day = rule.byDay[index]
      if day.ordinal == 0 { return text(of: day.weekday) }
      let item = Int(day.weekday.rawValue) - 1
      let ordinal = nth(Int(day.ordinal), .nth, .nthFromEnd, item: item)
      return site.text(.nthWeekday, item: item, .weekday, site.locale.names.weekdays[item], other: ordinal)
    }
    add(hasPositions ? .onNthDays : .onDays, days)
  }

  /// A day of the week as an item of a list.
  private func text(of day: Weekday) -> [UInt8] {
    let item = Int(day.rawValue) - 1
    return site.text(.weekdayItem, item: item, .weekday, site.locale.names.weekdays[item], other: [])
  }

  /// Months as a list, each in the form that `sentence` gives it.
  private func monthNames(_ sentence: Sentence) -> [UInt8] {
    let months = Array(rule.byMonth)
    let names = sentence == .inMonth ? site.locale.names.standaloneMonths : site.locale.names.months
    return site.list(months.count) { index in
      site.text(sentence, item: months[index] - 1, .month, names[months[index] - 1], other: [])
    }
  }

  /// "the 15th", without its article; "last day" where it is counted from the end.
  private var monthDays: [UInt8] { site.list(rule.byMonthDay.count) { monthDay(Int(rule.byMonthDay[$0])) } }

  private func monthDay(_ number: Int) -> [UInt8] { nth(number, .monthDay, .monthDayFromEnd) }

  /// A number that orders: "first", "15th"; a negative one counts from the end: "last".
  private func nth(_ number: Int, _ fromStart: Sentence, _ fromEnd: Sentence, item: Int = -1) -> [UInt8] {
    site.text(
      number < 0 ? fromEnd : fromStart, count: abs(number), item: item, .number, site.figures(abs(number)), other: [])
  }
}
