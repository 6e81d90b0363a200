import Bytes
import CalendarPages
import CivilTime
import Foundation
import Sections
import TestSupport
import Testing

struct DatePatternTests {
  func written(_ pattern: String, _ time: String, _ locale: LocaleTable) -> String {
    var out: [UInt8] = []
    locale.append(wall(time), DatePattern(bytes(pattern)), to: &out)
    return string(out)
  }

  /// 2026-11-05 was a Thursday.
  static let fields: [(String, String, String)] = [
    ("", "2026-11-05T09:07:03", ""), ("y", "2026-11-05T09:07:03", "2026"), ("yyyy", "2026-11-05T09:07:03", "2026"),
    ("yy", "2026-11-05T09:07:03", "26"), ("yy", "2005-11-05T09:07:03", "05"), ("u", "2026-11-05T09:07:03", "2026"),
    ("y", "0044-03-15T00:00:00", "44"), ("y", "-0044-03-15T00:00:00", "-44"), ("yy", "-0044-03-15T00:00:00", "56"),
    ("M", "2026-03-05T00:00:00", "3"), ("MM", "2026-03-05T00:00:00", "03"), ("MMM", "2026-03-05T00:00:00", "Mar"),
    ("MMMM", "2026-03-05T00:00:00", "March"), ("L", "2026-03-05T00:00:00", "3"), ("LL", "2026-03-05T00:00:00", "03"),
    ("LLLL", "2026-03-05T00:00:00", "MARCH"), ("MMMM", "2026-12-31T00:00:00", "December"),
    ("d", "2026-11-05T00:00:00", "5"), ("dd", "2026-11-05T00:00:00", "05"), ("d", "2026-11-30T00:00:00", "30"),
    ("E", "2026-11-05T00:00:00", "Thu"), ("EEE", "2026-11-05T00:00:00", "Thu"),
    ("EEEE", "2026-11-05T00:00:00", "Thursday"), ("EEEEE", "2026-11-05T00:00:00", "T"),
    ("cccc", "2026-11-08T00:00:00", "Sunday"), ("ccc", "2026-11-09T00:00:00", "Mon"), ("H", "2026-11-05T09:07:03", "9"),
    ("HH", "2026-11-05T09:07:03", "09"), ("HH", "2026-11-05T00:07:03", "00"), ("k", "2026-11-05T00:07:03", "24"),
    ("kk", "2026-11-05T09:07:03", "09"), ("h", "2026-11-05T00:07:03", "12"), ("h", "2026-11-05T12:07:03", "12"),
    ("h", "2026-11-05T13:07:03", "1"), ("hh", "2026-11-05T13:07:03", "01"), ("K", "2026-11-05T00:07:03", "0"),
    ("K", "2026-11-05T12:07:03", "0"), ("KK", "2026-11-05T23:07:03", "11"), ("m", "2026-11-05T09:07:03", "07"),
    ("mm", "2026-11-05T09:07:03", "07"), ("ss", "2026-11-05T09:07:03", "03"), ("a", "2026-11-05T11:59:59", "AM"),
    ("a", "2026-11-05T12:00:00", "PM"), ("b", "2026-11-05T09:07:03", "AM"), ("B", "2026-11-05T21:07:03", "PM"),
    ("EEEE, d MMMM y", "2026-11-05T00:00:00", "Thursday, 5 November 2026"),
    ("dd.MM.yy HH:mm:ss", "2026-11-05T09:07:03", "05.11.26 09:07:03"),
    ("h:mm\u{202F}a", "2026-11-05T09:07:03", "9:07\u{202F}AM"), ("y年M月d日", "2026-11-05T00:00:00", "2026年11月5日"),
    // Quotation marks.
    ("d 'de' MMMM 'de' y", "2026-11-05T00:00:00", "5 de November de 2026"),
    ("H 'o''clock'", "2026-11-05T09:07:03", "9 o'clock"), ("''", "2026-11-05T00:00:00", "'"),
    ("''yy", "2026-11-05T00:00:00", "'26"), ("'d'd", "2026-11-05T00:00:00", "d5"), ("'d", "2026-11-05T00:00:00", "d"),
    ("d'", "2026-11-05T00:00:00", "5"), ("'''d'''", "2026-11-05T00:00:00", "'d'"),
    ("'年'M", "2026-11-05T00:00:00", "年11"),
  ]

  @Test(arguments: fields) func field(_ pattern: String, _ time: String, _ expected: String) {
    #expect(written(pattern, time, locale()) == expected)
  }

  static let digits: [(Unicode.Scalar, String)] = [
    ("0", "Thu 05.11.2026, -120"), ("\u{660}", "Thu ٠٥.١١.٢٠٢٦, -١٢٠"),
    ("\u{6F0}", "Thu ۰۵.۱۱.۲۰۲۶, -۱۲۰"),
    ("\u{966}", "Thu ०५.११.२०२६, -१२०"), ("\u{1D7D8}", "Thu 𝟘𝟝.𝟙𝟙.𝟚𝟘𝟚𝟞, -𝟙𝟚𝟘"),
  ]

  @Test(arguments: digits) func otherDigits(_ zero: Unicode.Scalar, _ expected: String) {
    let locale = locale(zeroDigit: zero)
    var out = bytes(written("E dd.MM.y", "2026-11-05T00:00:00", locale) + ", ")
    locale.append(-120, to: &out)
    #expect(string(out) == expected)
  }

  @Test func numbersWithLeadingZeros() {
    for zero: Unicode.Scalar in ["0", "\u{660}"] {
      var out: [UInt8] = []
      locale(zeroDigit: zero).append(7, width: 3, to: &out)
      #expect(string(out) == (zero == "0" ? "007" : "٠٠٧"))
    }
  }

  static let ranges: [(String, String, String, String)] = [
    ("d MMMM y", "2026-11-16", "2026-11-22", "16 – 22 November 2026"),
    ("d MMMM y", "2026-11-16", "2026-11-16", "16 November 2026"),
    ("d MMMM y", "2026-11-30", "2026-12-06", "30 November – 6 December 2026"),
    ("d MMMM y", "2026-12-28", "2027-01-03", "28 December 2026 – 3 January 2027"),
    ("d MMMM y", "2026-11-05", "2027-11-06", "5 November 2026 – 6 November 2027"),
    ("MMMM d, y", "2026-11-16", "2026-11-22", "November 16 – 22, 2026"),
    ("dd.MM.y", "2026-11-02", "2026-11-08", "02 – 08.11.2026"),
  ]

  @Test(arguments: ranges) func range(
    _ pattern: String, _ first: String, _ last: String, _ expected: String
  ) {
    let locale = locale(longDate: pattern)
    var out: [UInt8] = []
    locale.append(from: date(first), through: date(last), to: &out)
    #expect(string(out) == expected)
  }

  @Test func timesAndHours() {
    var out: [UInt8] = []
    locale().append(wall("2026-11-05T09:07:03").time, to: &out)
    out += bytes(" ")
    for hour in [0, 9, 23, 24, -1] { locale().append(hour: hour, to: &out) }
    #expect(string(out) == "09:07 0923")
    #expect(DatePattern(bytes("h a")).hasDayPeriod && DatePattern(bytes("h B")).hasDayPeriod)
    #expect(!DatePattern(bytes("HH 'a'")).hasDayPeriod && !DatePattern(bytes("")).hasDayPeriod)
    #expect(Weekday.allCases.filter { locale().isWeekend($0) } == [.saturday, .sunday])
  }

  /// Any bytes are a pattern; bytes that are neither letters nor quoted stand for themselves, and earlier output stays.
  @Test func randomPatterns() throws {
    let alphabet = bytes("yMLdEcHhKkmsabBGQwz'' ,.-年é") + [0xFF, 0x80]
    var literals = 0
    try withRandom(2_000) { random in
      let pattern = random.bytes(random.int(0...12), from: alphabet)
      var out = bytes("before ")
      locale().append(wall("2026-11-05T09:07:03"), DatePattern(pattern), to: &out)
      try check(out.starts(with: bytes("before ")), "\(pattern): \(string(out))")
      let plain = pattern.filter { !alphabet[..<19].contains($0) && $0 != UInt8(ascii: "'") }
      var literal: [UInt8] = []
      locale().append(wall("2026-11-05T09:07:03"), DatePattern(plain), to: &literal)
      try check(literal == plain, "\(plain): \(literal)")
      literals += plain.isEmpty ? 0 : 1
    }
    #expect(literals > 1_000)
  }

  /// ICU's own formatting is the oracle, with ICU's patterns and names.
  @Test(arguments: [
    "en-US", "en-GB", "de", "fr", "es", "pt-BR", "it", "nl", "sv", "ja", "zh-Hans", "zh-Hant", "ko",
    "ar-EG", "fa", "he", "hi", "tr", "vi",
  ])
  func formatter(_ identifier: String) throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: identifier)
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.calendar.locale = formatter.locale
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    let numbers = NumberFormatter()
    numbers.locale = formatter.locale
    let zero = try #require(numbers.string(from: 0)?.unicodeScalars.first)
    let base = locale(zeroDigit: zero)
    func week(_ names: [String]) -> [[UInt8]] { (names[1...] + names[..<1]).map { bytes($0) } }
    let names = DateNames(
      zeroDigit: base.names.zeroDigit, months: formatter.monthSymbols.map { bytes($0) },
      standaloneMonths: formatter.standaloneMonthSymbols.map { bytes($0) },
      shortMonths: formatter.shortMonthSymbols.map { bytes($0) }, weekdays: week(formatter.weekdaySymbols),
      shortWeekdays: week(formatter.shortWeekdaySymbols), narrowWeekdays: base.names.narrowWeekdays,
      amSymbol: bytes(formatter.amSymbol), pmSymbol: bytes(formatter.pmSymbol))
    let table = LocaleTable(
      identifier: base.identifier, isRightToLeft: base.isRightToLeft, weekRules: base.weekRules,
      weekendDays: base.weekendDays, names: names, dates: base.dates,
      clock: ClockPatterns(time: base.time, hour: base.hour))
    for template in [
      "yMMMMEEEEd", "yMMMMd", "yMMMM", "MMMMEEEEd", "MMMMd", "MMMEd", "Hmm", "hmm", "ha", "Hmmss",
      "yMd",
    ] {
      let pattern = try #require(
        DateFormatter.dateFormat(fromTemplate: template, options: 0, locale: formatter.locale))
      // Parts of the day ("in the morning") have no table.
      if pattern.contains("B") { continue }
      formatter.dateFormat = pattern
      for time in [
        "2026-11-05T09:07:03", "2024-02-29T00:00:00", "2027-01-31T12:30:00", "2026-08-09T23:59:59",
      ] {
        let moment = Date(timeIntervalSince1970: Double(wall(time).wallSeconds))
        #expect(
          written(pattern, time, table) == formatter.string(from: moment), "\(template): \(pattern)"
        )
      }
    }
  }
}
