import CalendarPages
import CivilTime
import Foundation
import Readers

extension SecondCalendar {
  /// The table of a calendar, by ICU, in the language and digits of a locale; `nil` if ICU has none of that name.
  /// - Parameters:
  ///   - name: one of ``SiteConfiguration/secondCalendars``.
  ///   - window: the dates that the site shows.
  ///   - words: how a page says that the table does not reach so far.
  convenience init?(_ name: String, around window: Range<CivilDate>, _ locale: LocaleTable, _ words: Words?) {
    guard let scale = SecondCalendarScale(rawValue: name) else { return nil }
    let days = Self.days(around: window)
    let tag = String(decoding: locale.identifier, as: UTF8.self)
    let writer = SecondCalendarWriter(tag, scale)
    let spans = SecondCalendarSpan.all(writer.calendar, days)
    var numbers: [[UInt8]] = []
    // A month at the edge of the table lacks days, and so has all numbers only together with others.
    for number in 0..<(spans.map { $0.skipped + $0.count }.max() ?? 0) {
      let span = spans.first { $0.skipped <= number && number < $0.skipped + $0.count }
      guard let span else { return nil }
      numbers.append(writer.number(span.first + number - span.skipped))
    }
    var separator: [UInt8] = []
    words?.append(.listPlain, to: &separator) { _, _ in }
    var reach: [UInt8] = []
    words?.append(.secondReach, to: &reach) { place, out in
      let name = Locale(identifier: tag).localizedString(for: scale.identifier) ?? name
      if place == .title { return out.append(contentsOf: name.utf8) }
      let day = CivilDate(dayNumber: place == .from ? days.lowerBound : days.upperBound - 1)
      locale.append(day ?? .first, locale.longDate, to: &out)
    }
    self.init(
      hasOwnDays: !scale.isGregorian, reach: reach, separator: separator, numbers: numbers,
      firsts: spans.map(\.first) + [days.upperBound], skipped: spans.map(\.skipped),
      parts: spans.flatMap { writer.parts($0.first) })
  }

  /// How many years are known beyond each end of the window, for pages that readers' browsers draw.
  private static let yearsBeyond = 10

  /// The days of a table: whole years, so that it ends where no page of a month or year is cut.
  private static func days(around window: Range<CivilDate>) -> Range<Int> {
    let last = window.upperBound.adding(days: -1) ?? window.lowerBound
    func january(_ year: Int) -> Int? { CivilDate(year: year, month: 1, day: 1).map { Int($0.dayNumber) } }
    let first = january(window.lowerBound.year - yearsBeyond) ?? Int(window.lowerBound.dayNumber)
    return first..<max(first + 1, january(last.year + yearsBeyond + 1) ?? Int(window.upperBound.dayNumber))
  }
}

/// A calendar of CLDR by its name in site.yml.
private enum SecondCalendarScale: String {
  case chinese, hebrew, persian, japanese, buddhist, ethiopic, indian
  case ummAlQura = "islamic-umalqura"
  case islamicCivil = "islamic-civil"

  var identifier: Calendar.Identifier {
    switch self {
    case .chinese: .chinese
    case .hebrew: .hebrew
    case .persian: .persian
    case .japanese: .japanese
    case .buddhist: .buddhist
    case .ethiopic: .ethiopicAmeteMihret
    case .indian: .indian
    case .ummAlQura: .islamicUmmAlQura
    case .islamicCivil: .islamicCivil
    }
  }

  /// Whether its months and days are the Gregorian ones, and only its years have other numbers.
  var isGregorian: Bool { self == .japanese || self == .buddhist }

  /// Whether its years say their era. CLDR has no name that people would understand for those of the others, and
  /// years of the Chinese calendar have none.
  var saysEra: Bool { isGregorian || self == .indian || self == .ummAlQura || self == .islamicCivil }
}

/// A month of a calendar, or the part of one that is in the table and in one era.
private struct SecondCalendarSpan {
  /// As ``CivilDate/dayNumber``.
  var first: Int
  /// The days of the month before its first one.
  var skipped: Int
  var count: Int

  /// Those of a range of days.
  static func all(_ calendar: Calendar, _ days: Range<Int>) -> [SecondCalendarSpan] {
    func parts(_ day: Int) -> DateComponents {
      calendar.dateComponents([.era, .year, .month, .day], from: Date(day: day))
    }
    var spans: [SecondCalendarSpan] = []
    var day = days.lowerBound
    while day < days.upperBound {
      let own = parts(day)
      let number = own.day ?? 1
      // No month has fewer than five days, and none more than 32: the day after its last is that of the next one in
      // whose number of days it is.
      var next = day + 1
      var ahead = 28 - number
      while ahead < 33 {
        let later = parts(day + max(1, ahead))
        if (later.day ?? 1) != number + max(1, ahead) {
          next = day + max(1, ahead) - (later.day ?? 1) + 1
          break
        }
        ahead = max(1, ahead) + 1
      }
      // Eras may begin in the midst of a month, and months of an old one end there.
      if parts(next - 1).era != own.era {
        next = day + 1
        while parts(next).era == own.era { next += 1 }
      }
      let end = min(next, days.upperBound)
      spans.append(SecondCalendarSpan(first: day, skipped: number - 1, count: end - day))
      day = end
    }
    return spans
  }
}

/// Writes dates of a calendar in a language.
private struct SecondCalendarWriter {
  let calendar: Calendar
  private let formatter: DateFormatter

  /// Stands between the parts of a month, which ICU writes all at once.
  private static let mark = "\u{1}"

  /// - Parameter tag: BCP 47.
  init(_ tag: String, _ scale: SecondCalendarScale) {
    var components = Locale.Components(identifier: tag)
    components.calendar = scale.identifier
    let locale = Locale(components: components)
    var calendar = Calendar(identifier: scale.identifier)
    calendar.locale = locale
    calendar.timeZone = TimeZone(secondsFromGMT: 0)!
    self.calendar = calendar
    formatter = DateFormatter()
    formatter.locale = locale
    formatter.calendar = calendar
    formatter.timeZone = calendar.timeZone
    // With it come the numerals of the calendar in its own language: א׳, 初一.
    formatter.dateStyle = .long
    func pattern(_ template: String) -> [PatternPart] {
      let pattern = DateFormatter.dateFormat(fromTemplate: template, options: 0, locale: locale) ?? template
      return PatternPart.all(scale.saysEra ? pattern : Self.withoutEra(pattern))
    }
    let date = PatternPart.split(pattern("yMMMMd"), at: "d")
    let month = PatternPart.split(pattern("yMMMM"), at: "ML")
    let year = pattern("y").map(\.text).joined()
    let parts = ["LLL", date.before, date.after, month.before, month.field, month.after, year, date.field]
    formatter.dateFormat = parts.joined(separator: Self.mark)
  }

  /// The number of a day, as it stands in a date.
  func number(_ day: Int) -> [UInt8] { texts(day)[7] }

  /// By ``SecondCalendar/Part``.
  func parts(_ day: Int) -> [[UInt8]] {
    let texts = texts(day)
    return Array(texts[..<6]) + [[], texts[6], []]
  }

  private func texts(_ day: Int) -> [[UInt8]] {
    formatter.string(from: Date(day: day)).split(separator: Self.mark, omittingEmptySubsequences: false).map {
      Array(CLDR.plainSpaces(String($0)).utf8)
    }
  }

  private static func withoutEra(_ pattern: String) -> String {
    pattern.replacing(#/\s*G+\s*$|^\s*G+\s*|\s*G+/#, with: "")
  }
}

/// A field or a text of a date pattern of UTS 35.
private struct PatternPart {
  /// `nil` for a text, quoted or not.
  var letter: Character?
  var text: String

  static func all(_ pattern: String) -> [PatternPart] {
    var parts: [PatternPart] = []
    var isQuoted = false
    for character in pattern {
      if character == "'" { isQuoted.toggle() }
      let isField = !isQuoted && character.isASCII && character.isLetter
      let letter = isField ? character : nil
      if let last = parts.last, last.letter == letter {
        parts[parts.count - 1].text.append(character)
      } else {
        parts.append(PatternPart(letter: letter, text: String(character)))
      }
    }
    return parts
  }

  /// What is before a field, the field and what is after it. A month's number keeps the text after it: 3月.
  static func split(_ parts: [PatternPart], at letters: String) -> (before: String, field: String, after: String) {
    guard let index = parts.firstIndex(where: { $0.letter.map { letters.contains($0) } == true }) else {
      return ("", "", parts.map(\.text).joined())
    }
    var end = index + 1
    if letters != "d", parts[index].text.count < 3, end < parts.count, parts[end].letter == nil { end += 1 }
    func text(_ parts: ArraySlice<PatternPart>) -> String { parts.map(\.text).joined() }
    return (text(parts[..<index]), text(parts[index..<end]), text(parts[end...]))
  }
}

extension Date {
  /// Noon in UTC of a day by ``CivilDate/dayNumber``.
  fileprivate init(day: Int) { self.init(timeIntervalSince1970: Double(day) * 86_400 + 43_200) }
}
