import Bytes
import CivilTime
import ICalendar

/// The text of an RRULE, split into parts, so that single parts can be changed and all others stay as written.
struct RuleText {
  private struct Part {
    var name: [UInt8]
    /// As written, including the name.
    var text: [UInt8]
    var value: [UInt8] { Array(text.dropFirst(name.count + 1)) }
  }

  private var parts: [Part]
  let rule: RecurrenceRule

  /// - Throws: `impossible` for a rule that could only be read after repairs.
  init(_ value: some Collection<UInt8>, place: String) throws(EditError) {
    guard let (rule, repairs) = try? RecurrenceRule.read(value), repairs.allSatisfy({ $0.severityIsHarmless }) else {
      throw .impossible("\(place): its RRULE had to be repaired to be read; fix it in the file first (check says how)")
    }
    self.rule = rule
    parts = value.split(separator: .semicolon).map { text in
      Part(name: Array(text.prefix { $0 != .equals }).asciiUppercased, text: Array(text))
    }
  }

  var bytes: [UInt8] { Array(parts.map { $0.text }.joined(separator: [.semicolon])) }

  private mutating func set(_ name: StaticString, to value: [UInt8]?) {
    let key = [UInt8](name)
    guard let value else { return parts.removeAll { $0.name == key } }
    let text = key + [.equals] + value
    if let index = parts.firstIndex(where: { $0.name == key }) {
      parts[index].text = text
    } else {
      parts.append(Part(name: key, text: text))
    }
  }

  // MARK: Ends

  /// Ends the rule before an instance: by UNTIL, whatever ended it before.
  /// - Parameter instance: in the form of DTSTART, or an instant if DTSTART has a zone.
  mutating func end(before instance: DateOrDateTime) {
    set("COUNT", to: nil)
    var value: [UInt8] = []
    switch instance {
    case .date(let date): value.append(basic: date.adding(days: -1) ?? date)
    case .utc(let instant): value.append(basic: instant.adding(seconds: -1))
    case .local(let wall): value.append(basic: wall.adding(seconds: -1) ?? wall)
    }
    set("UNTIL", to: value)
  }

  mutating func setCount(_ count: Int64) {
    set("COUNT", to: [UInt8].written { $0.append(decimal: count) })
  }

  // MARK: Moving

  /// Moves the rule with its series.
  /// - Parameters:
  ///   - instance: the local start of the moved instance.
  ///   - start: DTSTART as a local time.
  /// - Throws: `impossible` if it is not clear what the moved rule would be.
  mutating func move(by shift: Shift, instance: CivilDateTime, start: CivilDateTime) throws(EditError) {
    if shift.isNone { return }
    let movesClock = shift.seconds % 86_400 != 0
    if movesClock, !(rule.byHour.isEmpty && rule.byMinute.isEmpty && rule.bySecond.isEmpty) {
      throw Self.contradiction("it names times of day (BYHOUR, BYMINUTE or BYSECOND)")
    }
    let days = shift.days(at: instance)
    if days != shift.days(at: start) { throw Self.contradiction("its instances begin at different times of day") }
    if days != 0, !(rule.byYearDay.isEmpty && rule.byWeekNo.isEmpty && rule.bySetPos.isEmpty) {
      throw Self.contradiction("it chooses by BYYEARDAY, BYWEEKNO or BYSETPOS")
    }
    switch rule.frequency {
    case .secondly, .minutely, .hourly: throw Self.contradiction("it recurs within the day")
    case .daily, .weekly: try moveWeekdays(days)
    case .monthly, .yearly: try moveMonthDay(days, instance: instance.date, start: start.date)
    }
    try moveUntil(by: shift, days: days)
  }

  private mutating func moveUntil(by shift: Shift, days: Int) throws(EditError) {
    var value: [UInt8] = []
    switch rule.until {
    case nil: return
    case .date(let date)?:
      guard let moved = date.adding(days: days) else { return }
      if days == 0 { return }
      value.append(basic: moved)
    case .utc(let instant)?: value.append(basic: try shift.moved(instant))
    case .local(let wall)?: value.append(basic: try shift.moved(wall))
    }
    set("UNTIL", to: value)
  }

  private mutating func moveWeekdays(_ days: Int) throws(EditError) {
    if days == 0 { return }
    guard rule.byMonth.isEmpty, rule.byMonthDay.isEmpty else {
      throw Self.contradiction("it names months or days of the month")
    }
    // Moved by whole weeks, the weekdays stay the same; INTERVAL counts weeks from DTSTART, which moves too.
    if rule.byDay.isEmpty || days % 7 == 0 { return }
    guard rule.byDay.count == 1, rule.frequency == .weekly else {
      throw Self.contradiction("it names several weekdays (BYDAY), and it is not clear which of them should move")
    }
    let names: [StaticString] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    set("BYDAY", to: [UInt8](names[Int(rule.byDay[0].weekday.adding(days: days).rawValue) - 1]))
  }

  private mutating func moveMonthDay(_ days: Int, instance: CivilDate, start: CivilDate) throws(EditError) {
    if days == 0 { return }
    guard let movedInstance = instance.adding(days: days), let movedStart = start.adding(days: days) else {
      throw Self.contradiction("it would leave the range of dates")
    }
    if !rule.byDay.isEmpty {
      guard days % 7 == 0, rule.byDay.allSatisfy({ $0.ordinal == 0 }), rule.byMonth.isEmpty, rule.byMonthDay.isEmpty
      else { throw Self.contradiction("it names weekdays within the month or year (BYDAY)") }
      return
    }
    // Moved within a month, each instance moves by the same number of days.
    guard instance.civilMonth == movedInstance.civilMonth, start.civilMonth == movedStart.civilMonth,
      instance.day <= 28, movedInstance.day <= 28, movedInstance.day == movedStart.day
    else { throw Self.contradiction("the move crosses the end of a month, and months differ in length") }
    if !rule.byMonthDay.isEmpty {
      guard rule.byMonthDay.count == 1, Int(rule.byMonthDay[0]) == instance.day else {
        throw Self.contradiction("it names several days of the month (BYMONTHDAY)")
      }
      set("BYMONTHDAY", to: [UInt8].written { $0.append(decimal: movedInstance.day) })
    }
  }

  static func contradiction(_ reason: String) -> EditError {
    .impossible(
      "its rule can't be moved with it: \(reason); move this instance alone (\"this\"), or edit the RRULE in the file")
  }
}

extension RecurrenceRuleRepair {
  /// Whether the text can stay as written: it only has another letter case, or ignored parts.
  fileprivate var severityIsHarmless: Bool {
    switch kind {
    case .letterCase, .emptyPart, .experimentalPart: true
    default: false
    }
  }
}
