import Bytes
import ICalendar

extension RecurrenceRuleError {
  /// What is wrong and how to fix it.
  /// - Parameter word: the text at the error's position.
  func message(_ word: ArraySlice<UInt8>) -> [UInt8] {
    func naming(_ part: RecurrenceRulePart, _ text: StaticString) -> [UInt8] { [UInt8](part.name) + text }
    switch kind {
    case .missingFrequency: return [UInt8]("there is no FREQ; add FREQ=WEEKLY or the like")
    case .form: return quoted(word) + " is not NAME=VALUE; write FREQ=WEEKLY;BYDAY=MO or the like"
    case .unknownPart:
      return quoted(word)
        + " is not a part of a rule; the parts are FREQ, UNTIL, COUNT, INTERVAL, WKST and those that begin with BY"
    case .contradiction(let part): return naming(part, " is given twice with different values; keep one")
    case .unreadable(let part):
      if word.isEmpty { return naming(part, " has no value; write ") + part.form }
      return naming(part, " has a value that can't be read, ") + quoted(word) + "; write " + part.form
    case .outOfRange(let part): return naming(part, " is out of range at ") + quoted(word) + "; write " + part.form
    case .outOfPlace(let part):
      return naming(part, " is not allowed with this FREQ (RFC 5545, page 44); remove it or change FREQ")
    case .unsupported(let part): return naming(part, " requires a calendar other than the Gregorian")
    }
  }
}

extension RecurrenceRulePart {
  /// The expected form of a part's value.
  fileprivate var form: StaticString {
    switch self {
    case .freq: "one of YEARLY, MONTHLY, WEEKLY, DAILY, HOURLY, MINUTELY and SECONDLY"
    case .until: "20261120T090000Z or 20261120"
    case .count, .interval: "a whole number from 1"
    case .bySecond: "numbers from 0 to 60"
    case .byMinute: "numbers from 0 to 59"
    case .byHour: "numbers from 0 to 23"
    case .byDay: "days such as MO,TU or -1FR"
    case .byMonthDay: "numbers from 1 to 31 or -31 to -1"
    case .byYearDay, .bySetPos: "numbers from 1 to 366 or -366 to -1"
    case .byWeekNo: "numbers from 1 to 53 or -53 to -1"
    case .byMonth: "numbers from 1 to 12"
    case .wkst: "a day such as MO"
    case .rscale: "GREGORIAN"
    case .skip: "OMIT"
    }
  }
}

extension RecurrenceRuleRepair {
  var severity: Diagnostic.Severity {
    switch kind {
    case .countAndUntil, .setPositionAlone, .ordinalInWeek: .warning
    default: .note
    }
  }

  /// What was repaired.
  var message: [UInt8] {
    switch kind {
    case .letterCase: [UInt8]("read as if it were in capitals")
    case .whiteSpace: [UInt8]("white space is dropped")
    case .emptyPart: [UInt8]("an empty part is dropped")
    case .propertyName: [UInt8]("the value begins with the property's name, which is dropped")
    case .plusSign: [UInt8]("a plus sign is dropped")
    case .untilForm: [UInt8]("UNTIL is not in iCalendar's form; write 20261120T090000Z")
    case .countAndUntil: [UInt8]("COUNT and UNTIL are both given, which RFC 5545 forbids; the earlier end applies")
    case .repeatedPart(let part): [UInt8](part.name) + " is given twice and is read once"
    case .setPositionAlone: [UInt8]("BYSETPOS has no other BY part to choose from and is ignored")
    case .ordinalInWeek: [UInt8]("BYDAY has an ordinal within a week; it is dropped")
    case .leapSecond: [UInt8]("BYSECOND=60 is read as 59")
    case .experimentalPart: [UInt8]("a part beginning with X- is ignored")
    }
  }
}
