import Bytes
import CalendarPages
import CivilTime
import Foundation
import Sections

/// A locale's names and patterns, asked of Foundation (ICU) and handed to the core as plain data.
enum SystemLocale {
  /// - Parameters:
  ///   - identifier: BCP 47, `en-GB`; what ICU does not know falls back as ICU does.
  ///   - firstWeekday: in place of the region's own.
  ///   - twelveHours: in place of the region's own clock.
  ///   - hasWeekNumbers: whether weeks bear their numbers.
  static func table(
    _ identifier: String, firstWeekday: Weekday?, twelveHours: Bool?, hasWeekNumbers: Bool = true
  ) -> LocaleTable {
    let locale = Locale(identifier: identifier)
    var gregorian = Calendar(identifier: .gregorian)
    gregorian.locale = locale
    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.calendar = gregorian

    func bytes(_ names: [String]?, _ count: Int) -> [[UInt8]] {
      let names = (names ?? []).map { Array($0.utf8) }
      return names + Array(repeating: Array("?".utf8), count: max(0, count - names.count))
    }
    // Foundation's weeks begin with Sunday, ISO's with Monday.
    func week(_ names: [String]?) -> [[UInt8]] {
      let names = bytes(names, 7)
      return Array(names[1...6]) + [names[0]]
    }
    func pattern(_ template: String) -> DatePattern {
      DatePattern((DateFormatter.dateFormat(fromTemplate: template, options: 0, locale: locale) ?? template).utf8)
    }
    let hours = twelveHours.map { $0 ? "h" : "H" } ?? "j"
    let region = Weekday(rawValue: UInt8((gregorian.firstWeekday + 5) % 7 + 1))
    return LocaleTable(
      identifier: Array(identifier.utf8),
      isRightToLeft: locale.language.characterDirection == .rightToLeft,
      zeroDigit: zeroDigit(of: locale),
      weekRules: WeekRules(
        firstWeekday: firstWeekday ?? region ?? .monday,
        // Weeks that begin on Monday are numbered as ISO numbers them, whatever the region's habit.
        minimumDays: (firstWeekday ?? region) == .monday ? 4 : gregorian.minimumDaysInFirstWeek),
      weekendDays: weekend(of: gregorian),
      months: bytes(formatter.monthSymbols, 12),
      standaloneMonths: bytes(formatter.standaloneMonthSymbols, 12),
      shortMonths: bytes(formatter.shortStandaloneMonthSymbols, 12),
      weekdays: week(formatter.standaloneWeekdaySymbols),
      shortWeekdays: week(formatter.shortStandaloneWeekdaySymbols),
      narrowWeekdays: week(formatter.veryShortStandaloneWeekdaySymbols),
      amSymbol: Array(formatter.amSymbol.utf8), pmSymbol: Array(formatter.pmSymbol.utf8),
      fullDate: pattern("yMMMMEEEEd"), longDate: pattern("yMMMMd"), monthAndYear: pattern("yMMMM"),
      dayHeading: pattern("MMMMEEEEd"), monthAndDay: pattern("MMMMd"), shortDay: pattern("MMMEd"),
      time: pattern(hours + "mm"),
      hour: hours == "H"
        ? pattern("Hmm") : hourPattern(pattern("j"), pattern("jmm"), hours == "h" ? pattern("h") : nil),
      hasWeekNumbers: hasWeekNumbers
    )
  }

  /// Whether a locale counts temperatures by Fahrenheit: its region is given and measures as the United States do.
  static func isFahrenheit(_ identifier: String?) -> Bool {
    guard let identifier else { return false }
    let locale = Locale(identifier: identifier)
    return locale.region != nil && locale.measurementSystem == .us
  }

  /// Hours of a grid: with minutes on a clock of 24 hours ("09:00"), without on one of 12 ("9 AM").
  private static func hourPattern(_ hour: DatePattern, _ time: DatePattern, _ forced: DatePattern?) -> DatePattern {
    if let forced { return forced }
    return hour.hasDayPeriod ? hour : time
  }

  /// The digits of the locale's own numbering system; "0" where they are not ten in a row.
  private static func zeroDigit(of locale: Locale) -> UInt32 {
    let formatter = NumberFormatter()
    formatter.locale = locale
    guard let scalar = formatter.string(from: 0)?.unicodeScalars.first, scalar.properties.numericType == .decimal else {
      return 0x30
    }
    return scalar.value
  }

  private static func weekend(of calendar: Calendar) -> UInt8 {
    var bits: UInt8 = 0
    // 2024-01-01 was a Monday; noon is the same weekday in any zone's calendar.
    var utc = calendar
    utc.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    for offset in 0..<7 {
      let noon = Date(timeIntervalSince1970: 1_704_067_200 + Double(offset) * 86_400 + 43_200)
      if utc.isDateInWeekend(noon) { bits |= 1 << UInt8(offset + 1) }
    }
    return bits
  }
}
