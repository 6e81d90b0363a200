import Bytes
import CivilTime

/// Reading the value of each part.
extension RuleReader {
  mutating func value(of part: RecurrenceRulePart, in range: Range<Int>) throws(RecurrenceRuleError) {
    switch part {
    case .freq:
      guard let frequency = RecurrenceRule.Frequency.allCases.first(where: { bytes[range].equalsIgnoringCase($0.name) })
      else { throw error(.unreadable(.freq), at: range.lowerBound) }
      rule.frequency = frequency
    case .until: rule.until = try until(range)
    case .count: rule.count = try number(range, part, 1...Self.largest)
    case .interval: rule.interval = try number(range, part, 1...Self.largest)
    case .bySecond: rule.bySecond = try set(range, part, 0...60)
    case .byMinute: rule.byMinute = try set(range, part, 0...59)
    case .byHour: rule.byHour = try set(range, part, 0...23)
    case .byMonth: rule.byMonth = try set(range, part, 1...12)
    case .byDay: rule.byDay = try days(range)
    case .byMonthDay: rule.byMonthDay = try signed(range, part, 31)
    case .byYearDay: rule.byYearDay = try signed(range, part, 366)
    case .byWeekNo: rule.byWeekNo = try signed(range, part, 53)
    case .bySetPos: rule.bySetPos = try signed(range, part, 366)
    case .wkst:
      guard let weekday = weekday(range) else { throw error(.unreadable(.wkst), at: range.lowerBound) }
      rule.weekStart = weekday
    case .rscale:
      guard bytes[range].equalsIgnoringCase("GREGORIAN") else { throw error(.unsupported(.rscale), at: range.lowerBound) }
    case .skip:
      guard bytes[range].equalsIgnoringCase("OMIT") else { throw error(.unsupported(.skip), at: range.lowerBound) }
    }
  }

  /// 18 digits: sums of a second of the year 9999 and an interval stay within 64 bits.
  private static var largest: Int64 { 999_999_999_999_999_999 }

  /// A number; signs are for lists alone.
  private mutating func number(
    _ range: Range<Int>, _ part: RecurrenceRulePart, _ bounds: ClosedRange<Int64>, isSigned: Bool = false
  ) throws(RecurrenceRuleError) -> Int64 {
    var index = range.lowerBound
    var isNegative = false
    if index < range.upperBound, bytes[index] == .ascii("-") || bytes[index] == .ascii("+") {
      isNegative = bytes[index] == .ascii("-")
      // Where the grammar has no signs, a minus makes the number out of range, a plus changes nothing.
      if !isSigned, !isNegative { repair(.plusSign, at: index) }
      index += 1
    }
    if index == range.upperBound { throw error(.unreadable(part), at: range.lowerBound) }
    var value: Int64 = 0
    for place in index..<range.upperBound {
      guard let digit = bytes[place].digitValue else { throw error(.unreadable(part), at: place) }
      // What is too large stays too large, however many digits follow.
      value = value <= Self.largest / 10 ? value * 10 + Int64(digit) : Self.largest + 1
    }
    if isNegative { value = -value }
    guard bounds.contains(value) else { throw error(.outOfRange(part), at: range.lowerBound) }
    return value
  }

  /// The members of a list, between commas. (A closure in place of the list would have to carry
  /// its error's type through; lists are short.)
  private mutating func members(_ range: Range<Int>, _ part: RecurrenceRulePart) throws(RecurrenceRuleError) -> [Range<Int>] {
    var members: [Range<Int>] = []
    var start = range.lowerBound
    while start <= range.upperBound {
      let end = firstIndex(of: ",", in: start..<range.upperBound) ?? range.upperBound
      let member = trim(start..<end)
      if member.isEmpty { throw error(.unreadable(part), at: min(start, range.upperBound - 1)) }
      members.append(member)
      start = end + 1
    }
    return members
  }

  private mutating func set(
    _ range: Range<Int>, _ part: RecurrenceRulePart, _ bounds: ClosedRange<Int64>
  ) throws(RecurrenceRuleError) -> NumberSet {
    var set = NumberSet()
    for member in try members(range, part) {
      var value = try number(member, part, bounds)
      if part == .bySecond, value == 60 {
        repair(.leapSecond, at: member.lowerBound)
        value = 59
      }
      set.insert(Int(value))
    }
    return set
  }

  private mutating func signed(
    _ range: Range<Int>, _ part: RecurrenceRulePart, _ bound: Int64
  ) throws(RecurrenceRuleError) -> [Int16] {
    var values: [Int16] = []
    for member in try members(range, part) {
      let value = try number(member, part, -bound...bound, isSigned: true)
      if value == 0 { throw error(.outOfRange(part), at: member.lowerBound) }
      values.append(Int16(value))
    }
    return inOrder(values)
  }

  /// Each once; positive numbers first, both kinds ascending.
  private func inOrder(_ values: [Int16]) -> [Int16] {
    let sorted = values.sorted { ($0 < 0 ? 1 : 0, $0) < ($1 < 0 ? 1 : 0, $1) }
    var unique: [Int16] = []
    for value in sorted where unique.last != value { unique.append(value) }
    return unique
  }

  // MARK: Weekdays

  private func weekday(_ range: Range<Int>) -> Weekday? {
    Weekday.allCases.first { bytes[range].equalsIgnoringCase($0.ruleName) }
  }

  private mutating func days(_ range: Range<Int>) throws(RecurrenceRuleError) -> [RecurrenceRule.Day] {
    var days: [RecurrenceRule.Day] = []
    for member in try members(range, .byDay) {
      let nameStart = max(member.upperBound - 2, member.lowerBound)
      guard let weekday = weekday(nameStart..<member.upperBound) else {
        throw error(.unreadable(.byDay), at: member.lowerBound)
      }
      var ordinal: Int64 = 0
      if nameStart > member.lowerBound {
        let digits = trim(member.lowerBound..<nameStart)
        ordinal = try number(digits, .byDay, -53...53, isSigned: true)
        if ordinal == 0 { throw error(.outOfRange(.byDay), at: member.lowerBound) }
      }
      days.append(RecurrenceRule.Day(weekday, ordinal: Int8(ordinal)))
    }
    return sorted(days)
  }

  /// Each once, by ordinal (all, first, …, last), then by weekday.
  func sorted(_ days: [RecurrenceRule.Day]) -> [RecurrenceRule.Day] {
    let inOrder = days.sorted {
      ($0.ordinal < 0 ? 1 : 0, $0.ordinal, $0.weekday.rawValue) < ($1.ordinal < 0 ? 1 : 0, $1.ordinal, $1.weekday.rawValue)
    }
    var unique: [RecurrenceRule.Day] = []
    for day in inOrder where unique.last != day { unique.append(day) }
    return unique
  }

  // MARK: UNTIL

  private mutating func until(_ range: Range<Int>) throws(RecurrenceRuleError) -> RecurrenceRule.Until {
    // iCalendar's own forms are 20261120, 20261120T090000 and 20261120T090000Z. Others of ISO 8601
    // are read where year, month and day are told apart; ordinal and week dates (seven digits,
    // a W) are more likely slips.
    let text = bytes[range]
    var dateLength = 0
    for byte in text {
      if !byte.isDigit, byte != .ascii("-") { break }
      dateLength += 1
    }
    let hasTime = dateLength < text.count
    guard dateLength == 8 || dateLength == 10 else { throw error(.unreadable(.until), at: range.lowerBound) }
    let isPlain = dateLength == 8 && (!hasTime || isPlainTime(text.dropFirst(8)))
    if !isPlain { repair(.untilForm, at: range.lowerBound) }
    do throws(ISO8601Error) {
      if !hasTime { return .date(try ISO8601.date(text)) }
      let read = try ISO8601.dateTime(text)
      if let instant = read.instant { return .utc(instant) }
      return .local(read.dateTime)
    } catch {
      throw self.error(.unreadable(.until), at: range.lowerBound + error.offset)
    }
  }

  /// Whether this is `T090000` or `T090000Z`, in either case.
  private func isPlainTime(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count == 7 || text.count == 8, let mark = text.first, mark.lowercased == .ascii("t") else { return false }
    if text.count == 8, let last = text.last, last.lowercased != .ascii("z") { return false }
    return text.dropFirst().prefix(6).allSatisfy { $0.isDigit }
  }
}
