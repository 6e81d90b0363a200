import Bytes
import CalendarPages
import CivilTime
import Foundation
import Sections
import TestSupport

/// A table of unusual English names, so that each is recognisable.
func locale(zeroDigit: Unicode.Scalar = "0", longDate: String = "d MMMM y") -> LocaleTable {
  func pattern(_ text: String) -> DatePattern { DatePattern(bytes(text)) }
  let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October",
    "November", "December",
  ]
  let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
  let names = DateNames(
    zeroDigit: zeroDigit.value, months: months.map { bytes($0) },
    standaloneMonths: months.map { bytes($0.uppercased()) }, shortMonths: months.map { bytes(String($0.prefix(3))) },
    weekdays: weekdays.map { bytes($0) }, shortWeekdays: weekdays.map { bytes(String($0.prefix(3))) },
    narrowWeekdays: weekdays.map { bytes(String($0.prefix(1))) }, amSymbol: bytes("AM"), pmSymbol: bytes("PM"))
  let dates = DatePatterns(
    full: pattern("EEEE, d MMMM y"), long: pattern(longDate), monthAndYear: pattern("MMMM y"),
    dayHeading: pattern("EEEE, d MMMM"), monthAndDay: pattern("d MMMM"), shortDay: pattern("EEE, d MMM"))
  return LocaleTable(
    identifier: bytes("en"), isRightToLeft: false, weekRules: .iso, weekendDays: 1 << 6 | 1 << 7, names: names,
    dates: dates, clock: ClockPatterns(time: pattern("HH:mm"), hour: pattern("H")))
}
