import Bytes
import CalendarPages
import CivilTime
import Foundation
import Readers
import Sections

/// A locale's names and patterns, from Foundation (ICU), as plain data for the core.
package enum SystemLocale {
  /// Settings that replace the customs of the locale and its region.
  package struct Customs {
    package var firstWeekday: Weekday?
    var minimalDays: Int?
    /// By ``CivilTime/Weekday/rawValue``, bit 1 for Monday.
    var weekendDays: UInt8?
    var twelveHours: Bool?
    /// The name of a numbering system, `latn`.
    package var digits: String?
    /// Whether weeks show their numbers.
    var hasWeekNumbers = true
  }

  /// Whether a language, BCP 47, is written from right to left.
  package static func isRightToLeft(_ tag: String) -> Bool {
    Locale(identifier: tag).language.characterDirection == .rightToLeft
  }

  /// - Parameters:
  ///   - identifier: BCP 47, `en-GB`; ICU's fallback applies to unknown ones.
  ///   - customs: what differs from ICU's data.
  ///   - second: the calendar whose dates stand beside the Gregorian ones.
  package static func table(
    _ identifier: String, _ customs: Customs = Customs(), second: SecondCalendar? = nil
  ) -> LocaleTable {
    // Scripts ask the page's language for digits, too.
    let identifier = customs.digits.map { with(digits: $0, identifier) } ?? identifier
    // In ICU's own form, hi@numbers=deva: Foundation's formatters trap with some extensions of BCP 47.
    let locale = Locale(identifier: Locale.identifier(.icu, from: identifier))
    var gregorian = Calendar(identifier: .gregorian)
    gregorian.locale = locale
    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.calendar = gregorian

    // Some languages have other calendars by default, in whose patterns the parts have another order.
    let dated = locale.calendar.identifier == .gregorian ? locale : inGregorian(identifier)
    func text(_ template: String) -> String {
      DateFormatter.dateFormat(fromTemplate: template, options: 0, locale: dated) ?? template
    }
    func pattern(_ template: String) -> DatePattern { DatePattern(text(template).utf8) }
    /// Hours of a time grid have minutes on a 24-hour clock ("09:00"), and none on a 12-hour clock ("9 AM").
    func clock(_ hours: String) -> ClockPatterns {
      let time = pattern(hours + "mm")
      let hour = pattern(hours)
      return ClockPatterns(
        time: time, hour: hours == "h" || hours == "j" && hour.hasDayPeriod ? hour : time,
        halfDay: time.hasDayPeriod ? halfDay(identifier) : nil)
    }
    let own = clock(customs.twelveHours.map { $0 ? "h" : "H" } ?? "j")
    let names = DateNames(
      zeroDigit: zeroDigit(of: locale),
      months: bytes(formatter.monthSymbols, 12),
      standaloneMonths: bytes(formatter.standaloneMonthSymbols, 12),
      shortMonths: bytes(formatter.shortMonthSymbols, 12),
      weekdays: week(formatter.standaloneWeekdaySymbols),
      shortWeekdays: week(formatter.shortStandaloneWeekdaySymbols),
      narrowWeekdays: week(formatter.veryShortStandaloneWeekdaySymbols),
      amSymbol: Array(formatter.amSymbol.utf8), pmSymbol: Array(formatter.pmSymbol.utf8))
    let dates = DatePatterns(
      full: pattern("yMMMMEEEEd"), long: pattern("yMMMMd"), monthAndYear: heading(text("yMMMM"), formatter),
      dayHeading: pattern("MMMMEEEEd"), monthAndDay: pattern("MMMMd"), shortDay: pattern("MMMEd"),
      ranges: ranges(identifier, hasNamedMonths: formatter.monthSymbols.first?.contains { $0.isNumber } == false))
    return LocaleTable(
      identifier: Array(identifier.utf8),
      isRightToLeft: locale.language.characterDirection == .rightToLeft,
      weekRules: weekRules(customs, gregorian),
      weekendDays: customs.weekendDays ?? weekend(of: gregorian),
      hasWeekNumbers: customs.hasWeekNumbers, names: names, dates: dates, clock: own,
      otherClock: clock(own.time.hasDayPeriod ? "H" : "h"), second: second)
  }

  /// - Returns: at least `count` names; those that are missing are question marks.
  private static func bytes(_ names: [String]?, _ count: Int) -> [[UInt8]] {
    let names = (names ?? []).map { Array($0.utf8) }
    return names + Array(repeating: Array("?".utf8), count: max(0, count - names.count))
  }

  /// Foundation's weeks begin with Sunday, ISO's with Monday.
  private static func week(_ names: [String]?) -> [[UInt8]] {
    let names = bytes(names, 7)
    return Array(names[1...6]) + [names[0]]
  }

  /// A heading begins as a sentence does, and so does a month that stands alone: in Vietnamese with a capital, which
  /// months in dates do not have. Months that differ in more than that are in another grammatical case.
  private static func heading(_ pattern: String, _ formatter: DateFormatter) -> DatePattern {
    let isSame = zip(formatter.monthSymbols, formatter.standaloneMonthSymbols)
      .allSatisfy { $0.lowercased() == $1.lowercased() }
    guard isSame, pattern.hasPrefix("MMMM") else { return DatePattern(pattern.utf8) }
    return DatePattern(("LLLL" + pattern.dropFirst(4)).utf8)
  }

  private static func weekRules(_ customs: Customs, _ calendar: Calendar) -> WeekRules {
    let region = Weekday(rawValue: UInt8((calendar.firstWeekday + 5) % 7 + 1))
    return WeekRules(
      firstWeekday: customs.firstWeekday ?? region ?? .monday,
      // Whoever chooses Monday where it is not the custom means the weeks of ISO 8601.
      minimumDays: customs.minimalDays
        ?? (customs.firstWeekday == .monday ? 4 : calendar.minimumDaysInFirstWeek))
  }

  /// The locale with the calendar that pages have.
  private static func inGregorian(_ identifier: String) -> Locale {
    var components = Locale.Components(identifier: identifier)
    components.calendar = .gregorian
    return Locale(components: components)
  }

  /// The tag with a numbering system: `ar-u-nu-latn` (UTS 35, part 1, "Key And Type Definitions").
  private static func with(digits: String, _ identifier: String) -> String {
    var parts = identifier.split(separator: "-").map { String($0) }
    if let key = parts.firstIndex(of: "nu"), key + 1 < parts.count {
      parts[key + 1] = digits
      return parts.joined(separator: "-")
    }
    // A private part is the last one.
    let end = parts.firstIndex(of: "x") ?? parts.count
    parts.insert(contentsOf: parts.contains("u") ? ["nu", digits] : ["u", "nu", digits], at: end)
    return parts.joined(separator: "-")
  }

  /// The patterns of ranges of days, with whole names of months; `nil` for English, whose ranges have spaces around
  /// their dash, and for locales without such patterns.
  private static func ranges(_ identifier: String, hasNamedMonths: Bool) -> [RangePattern]? {
    if identifier.prefix(while: { $0 != "-" }) == "en" { return nil }
    let patterns = ["d", "M", "y"].compactMap { difference in
      CLDR.own(identifier, ["calendar", "gregorian", "intervalFormats", "yMMMd", difference])
    }
    guard patterns.count == 3 else { return nil }
    // Some languages have only numbers in short dates, and names in long ones.
    if hasNamedMonths, !patterns.allSatisfy({ $0.contains("MMM") || $0.contains("LLL") }) { return nil }
    return patterns.map { pattern in
      // The table is of short names; ICU lengthens them in the same way.
      RangePattern(
        CLDR.plainSpaces(pattern).replacing(#/M{3,}/#, with: "MMMM").replacing(#/L{3,}/#, with: "LLLL").utf8)
    }
  }

  /// The pattern of two times of one half of a day; `nil` if the locale has none that says the half once.
  private static func halfDay(_ identifier: String) -> RangePattern? {
    guard let own = CLDR.own(identifier, ["calendar", "gregorian", "intervalFormats", "hm", "h"]) else { return nil }
    var pattern = own.replacing("\u{2009}", with: " ")
    // English dashes have spaces everywhere.
    if identifier.prefix(while: { $0 != "-" }) == "en" { pattern = pattern.replacing(#/ ?– ?/#, with: " – ") }
    let range = RangePattern(pattern.utf8)
    return range.first.hasDayPeriod != range.last.hasDayPeriod ? range : nil
  }

  /// Whether a locale uses Fahrenheit: its region is given and uses the United States' measurement system.
  package static func isFahrenheit(_ identifier: String?) -> Bool {
    guard let identifier else { return false }
    let locale = Locale(identifier: identifier)
    return locale.region != nil && locale.measurementSystem == .us
  }

  /// The zero of the locale's digits; "0" if its digits are not ten consecutive characters.
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
    // 2024-01-01 was a Monday; noon UTC is the same date in nearly every zone.
    var utc = calendar
    utc.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    for offset in 0..<7 {
      let noon = Date(timeIntervalSince1970: 1_704_067_200 + Double(offset) * 86_400 + 43_200)
      if utc.isDateInWeekend(noon) { bits |= 1 << UInt8(offset + 1) }
    }
    return bits
  }
}

extension SystemLocale.Customs {
  /// Those of a site.
  package init(_ configuration: SiteConfiguration) {
    firstWeekday = configuration.firstWeekday
    minimalDays = configuration.minimalDays
    weekendDays = configuration.weekendDays
    twelveHours = configuration.hourCycle.map { $0 == .h12 }
    digits = configuration.digits
    hasWeekNumbers = configuration.weekNumbers ?? true
  }
}
