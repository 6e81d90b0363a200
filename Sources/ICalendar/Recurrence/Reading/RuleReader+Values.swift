import Bytes
import CivilTime

/// Reading the value of each part.
extension RuleReader {
  mutating func value(of part: RecurrenceRulePart, in range: Range<Int>) throws(RecurrenceRuleError) {
    switch part {
    case .freq:
      guard let frequency = frequency(range) else { throw error(.unreadable(.freq), at: range.lowerBound) }
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
      if !bytes[range].equalsIgnoringCase("GREGORIAN") { throw error(.unsupported(.rscale), at: range.lowerBound) }
    case .skip:
      if !bytes[range].equalsIgnoringCase("OMIT") { throw error(.unsupported(.skip), at: range.lowerBound) }
    }
  }

  /// 18 digits: the sum of a second of the year 9999 and an interval fits in 64 bits.
  static var largest: Int64 { 999_999_999_999_999_999 }

  /// Reads a number; only list members may have a sign.
  private mutating func number(
    _ range: Range<Int>, _ part: RecurrenceRulePart, _ bounds: ClosedRange<Int64>, isSigned: Bool = false
  ) throws(RecurrenceRuleError) -> Int64 {
    var index = range.lowerBound
    var isNegative = false
    if index < range.upperBound, bytes[index] == .ascii("-") || bytes[index] == .ascii("+") {
      isNegative = bytes[index] == .ascii("-")
      // If the grammar allows no sign, a minus makes the number out of range, and a plus changes nothing.
      if !isSigned, !isNegative { repair(.plusSign, at: index) }
      index += 1
    }
    if index == range.upperBound { throw error(.unreadable(part), at: range.lowerBound) }
    var value: Int64 = 0
    for place in index..<range.upperBound {
      guard let digit = bytes[place].digitValue else { throw error(.unreadable(part), at: place) }
      // A number that is too large stays so, however many digits follow.
      value = value <= Self.largest / 10 ? value * 10 + Int64(digit) : Self.largest + 1
    }
    if isNegative { value = -value }
    guard bounds.contains(value) else { throw error(.outOfRange(part), at: range.lowerBound) }
    return value
  }

  /// Reads the list member that begins at `start`, and moves `start` to the next one.
  private mutating func member(
    at start: inout Int, in range: Range<Int>, _ part: RecurrenceRulePart
  ) throws(RecurrenceRuleError) -> Range<Int> {
    let end = firstIndex(of: ",", in: start..<range.upperBound) ?? range.upperBound
    let member = trim(start..<end)
    if member.isEmpty { throw error(.unreadable(part), at: min(start, range.upperBound - 1)) }
    start = end + 1
    return member
  }

  private mutating func set(
    _ range: Range<Int>, _ part: RecurrenceRulePart, _ bounds: ClosedRange<Int64>
  ) throws(RecurrenceRuleError) -> NumberSet {
    var set = NumberSet()
    var start = range.lowerBound
    while start <= range.upperBound {
      let member = try member(at: &start, in: range, part)
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
    var start = range.lowerBound
    while start <= range.upperBound {
      let member = try member(at: &start, in: range, part)
      let value = Int16(try number(member, part, -bound...bound, isSigned: true))
      if value == 0 { throw error(.outOfRange(part), at: member.lowerBound) }
      values.insertOnce(value) { Self.precedes($0, $1) }
    }
    return values
  }

  /// Positive numbers first, each group ascending.
  private static func precedes(_ left: Int16, _ right: Int16) -> Bool {
    (left < 0) == (right < 0) ? left < right : right < 0
  }

  // MARK: Weekdays

  func weekday(_ range: Range<Int>) -> Weekday? {
    guard range.count == 2 else { return nil }
    let name = (bytes[range.lowerBound].uppercased, bytes[range.lowerBound + 1].uppercased)
    switch name {
    case (.ascii("M"), .ascii("O")): return .monday
    case (.ascii("T"), .ascii("U")): return .tuesday
    case (.ascii("W"), .ascii("E")): return .wednesday
    case (.ascii("T"), .ascii("H")): return .thursday
    case (.ascii("F"), .ascii("R")): return .friday
    case (.ascii("S"), .ascii("A")): return .saturday
    case (.ascii("S"), .ascii("U")): return .sunday
    default: return nil
    }
  }

  func frequency(_ range: Range<Int>) -> RecurrenceRule.Frequency? {
    var rawValue = RecurrenceRule.Frequency.yearly.rawValue
    while let frequency = RecurrenceRule.Frequency(rawValue: rawValue) {
      if bytes[range].equalsIgnoringCase(frequency.name) { return frequency }
      rawValue &-= 1
    }
    return nil
  }

  private mutating func days(_ range: Range<Int>) throws(RecurrenceRuleError) -> [RecurrenceRule.Day] {
    var days: [RecurrenceRule.Day] = []
    var start = range.lowerBound
    while start <= range.upperBound {
      let member = try member(at: &start, in: range, .byDay)
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
      days.insertOnce(RecurrenceRule.Day(weekday, ordinal: Int8(ordinal))) { Self.precedes($0, $1) }
    }
    return days
  }

  /// By ordinal (all, first, …, last), then by weekday.
  static func precedes(_ left: RecurrenceRule.Day, _ right: RecurrenceRule.Day) -> Bool {
    if left.ordinal == right.ordinal { return left.weekday.rawValue < right.weekday.rawValue }
    return precedes(Int16(left.ordinal), Int16(right.ordinal))
  }

  // MARK: UNTIL

  private mutating func until(_ range: Range<Int>) throws(RecurrenceRuleError) -> RecurrenceRule.Until {
    // iCalendar's own forms are 20261120, 20261120T090000 and 20261120T090000Z. Other forms of ISO 8601 are read if
    // they separate year, month and day; ordinal and week dates (seven digits, a W) are more likely mistakes.
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
    let until: RecurrenceRule.Until
    let written: CivilDate
    do throws(ISO8601Error) {
      if hasTime {
        let read = try ISO8601.dateTime(text)
        until = read.instant.map { .utc($0) } ?? .local(read.dateTime)
        written = (read.instant?.wall(at: .utc) ?? read.dateTime).date
      } else {
        written = try ISO8601.date(text)
        until = .date(written)
      }
    } catch {
      throw self.error(.unreadable(.until), at: range.lowerBound + error.offset)
    }
    // iCalendar can't write negative years.
    if written.year < 0 { throw error(.unreadable(.until), at: range.lowerBound) }
    return until
  }

  /// Whether this is `T090000` or `T090000Z`, in either case.
  private func isPlainTime(_ text: ArraySlice<UInt8>) -> Bool {
    guard let mark = text.first, mark.lowercased == .ascii("t") else { return false }
    if text.count == 8, let last = text.last, last.lowercased != .ascii("z") { return false }
    guard text.count == 7 || text.count == 8 else { return false }
    return text.dropFirst().prefix(6).allSatisfy { $0.isDigit }
  }
}

extension Array where Element: Equatable {
  /// Inserts an element into a sorted array without duplicates, unless it is present. O(log n), plus the elements after
  /// it.
  mutating func insertOnce(_ element: Element, by precedes: (Element, Element) -> Bool) {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if precedes(self[middle], element) { low = middle + 1 } else { high = middle }
    }
    if low == count || self[low] != element { insert(element, at: low) }
  }
}
