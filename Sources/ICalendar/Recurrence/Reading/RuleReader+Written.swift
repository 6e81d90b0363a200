import Bytes
import CivilTime

extension RecurrenceRule {
  /// Reads a rule in the one form that this core writes (see `append(_:)`): capitals, each part once, nothing to
  /// repair. `nil` for any other text. O(text).
  ///
  /// For the files that a build writes for the browser; a tenth of the code of ``read(_:)``.
  package init?(written text: some Collection<UInt8>) {
    var reader = RuleReader(bytes: Array(text))
    guard reader.readWritten() else { return nil }
    self = reader.rule
  }
}

extension RuleReader {
  /// - Returns: whether the bytes have that form. Ranges of numbers are checked; whether parts may occur together is
  ///   not.
  mutating func readWritten() -> Bool {
    var index = 0
    var hasFrequency = false
    while index < bytes.count {
      let end = firstIndex(of: ";", in: index..<bytes.count) ?? bytes.count
      guard let equals = firstIndex(of: "=", in: index..<end), let part = Self.part(bytes[index..<equals]) else {
        return false
      }
      let range = equals + 1..<end
      switch part {
      case .freq:
        guard let frequency = frequency(range) else { return false }
        rule.frequency = frequency
        hasFrequency = true
      case .until:
        switch DateOrDateTime(bytes[range]) {
        case .date(let date): rule.until = .date(date)
        case .utc(let instant): rule.until = .utc(instant)
        case .local(let wall): rule.until = .local(wall)
        case nil: return false
        }
      case .wkst:
        guard let weekday = weekday(range) else { return false }
        rule.weekStart = weekday
      default: if !readWrittenList(of: part, in: range) { return false }
      }
      index = end + 1
    }
    return hasFrequency
  }

  /// Numbers, or weekdays with or without an ordinal, separated by commas.
  private mutating func readWrittenList(of part: RecurrenceRulePart, in range: Range<Int>) -> Bool {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = firstIndex(of: ",", in: start..<range.upperBound) ?? range.upperBound
      let numberEnd = part == .byDay ? max(start, end - 2) : end
      guard let number = writtenNumber(start..<numberEnd, of: part) else { return false }
      let value = Int16(truncatingIfNeeded: number)
      switch part {
      case .count: rule.count = number
      case .interval: rule.interval = number
      case .bySecond: rule.bySecond.insert(Int(value))
      case .byMinute: rule.byMinute.insert(Int(value))
      case .byHour: rule.byHour.insert(Int(value))
      case .byMonth: rule.byMonth.insert(Int(value))
      case .byDay:
        guard let weekday = weekday(numberEnd..<end) else { return false }
        rule.byDay.append(RecurrenceRule.Day(weekday, ordinal: Int8(truncatingIfNeeded: value)))
      case .byMonthDay: rule.byMonthDay.append(value)
      case .byYearDay: rule.byYearDay.append(value)
      case .byWeekNo: rule.byWeekNo.append(value)
      default: rule.bySetPos.append(value)
      }
      start = end + 1
    }
    return true
  }

  /// A number within the range of its part, 0 for none; `nil` for anything else.
  private func writtenNumber(_ range: Range<Int>, of part: RecurrenceRulePart) -> Int64? {
    let most: Int64
    var mayBeNegative = true
    var mayBeZero = false
    switch part {
    case .byDay: (most, mayBeZero) = (53, true)
    case .byMonthDay: most = 31
    case .byYearDay, .bySetPos: most = 366
    case .byWeekNo: most = 53
    case .byMonth: (most, mayBeNegative) = (12, false)
    case .byHour: (most, mayBeNegative, mayBeZero) = (23, false, true)
    case .bySecond, .byMinute: (most, mayBeNegative, mayBeZero) = (59, false, true)
    case .count, .interval: (most, mayBeNegative) = (Self.largest, false)
    default: return nil
    }
    var value: Int64 = 0
    var isNegative = false
    for index in range {
      if let digit = bytes[index].digitValue {
        value = value * 10 + Int64(digit)
        if value > most { return nil }
      } else if index == range.lowerBound, bytes[index] == .ascii("-"), mayBeNegative {
        isNegative = true
      } else {
        return nil
      }
    }
    if value == 0, !mayBeZero { return nil }
    return isNegative ? -value : value
  }
}
