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
  package convenience init?(_ name: String, around window: Range<CivilDate>, _ locale: LocaleTable, _ words: Words?) {
    guard let scale = SecondCalendarScale(rawValue: name) else { return nil }
    let days = Self.days(around: window)
    let tag = String(decoding: locale.identifier, as: UTF8.self)
    let writer = SecondCalendarWriter(tag, scale)
    let spans = SecondCalendarSpan.all(writer.calendar, days)
    var separator: [UInt8] = []
    words?.append(.listPlain, to: &separator) { _, _ in }
    var reach: [UInt8] = []
    words?.append(.secondReach, to: &reach) { place, out in
      let name = Locale(identifier: tag).localizedString(for: scale.identifier) ?? name
      if place == .title { return out.append(contentsOf: name.utf8) }
      let day = CivilDate(dayNumber: place == .from ? days.lowerBound : days.upperBound - 1)
      locale.append(day ?? .first, locale.dates.long, to: &out)
    }
    var texts = [reach, separator]
    // A month at the edge of the table lacks days, so the numbers are taken from all months together.
    for number in 0..<Self.mostDays {
      let span = spans.first { $0.skipped <= number && number < $0.skipped + $0.count }
      texts.append(span.map { writer.number($0.first + number - $0.skipped) } ?? [])
    }
    func place(_ text: [UInt8]) -> Int {
      // Texts repeat in later months and years.
      if let known = texts.lastIndex(of: text) { return known }
      texts.append(text)
      return texts.count - 1
    }
    var months: [Int] = []
    for span in spans {
      let written = writer.month(span.first)
      months += [span.first, span.skipped, place(written.short), place(written.dateLead), place(written.dateTail)]
    }
    var headings: [Int] = []
    let names = spans.map { (first: $0.first, month: writer.month($0.first)) }
    let years = Self.year(of: days.lowerBound)...Self.year(of: days.upperBound - 1)
    for year in years {
      for month in 0...12 {
        guard let first = CivilDate(year: year, month: max(month, 1), day: 1),
          let last = month == 0 ? CivilDate(year: year, month: 12, day: 31) : first.civilMonth.lastDay,
          let from = names.last(where: { $0.first <= Int(first.dayNumber) })?.month,
          let to = names.last(where: { $0.first <= Int(last.dayNumber) })?.month
        else { return nil }
        headings.append(place(month == 0 ? from.years(through: to) : from.months(through: to)))
      }
    }
    self.init(
      hasOwnDays: !scale.isGregorian, texts: texts, months: months + [days.upperBound], year: years.lowerBound,
      headings: headings)
  }

  private static func year(of day: Int) -> Int { CivilDate(dayNumber: day)?.year ?? 1 }

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

  /// The spans of a range of days.
  static func all(_ calendar: Calendar, _ days: Range<Int>) -> [SecondCalendarSpan] {
    func parts(_ day: Int) -> DateComponents {
      calendar.dateComponents([.era, .year, .month, .day], from: Date(day: day))
    }
    var spans: [SecondCalendarSpan] = []
    var day = days.lowerBound
    while day < days.upperBound {
      let own = parts(day)
      let number = own.day ?? 1
      // No month has fewer than five days, and none more than 32: the first day found out of sequence is in the next
      // month, and its number tells where that begins.
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
      // An era may begin within a month; the old era's month ends there.
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

/// A month as ICU writes it.
private struct WrittenMonth {
  var short: [UInt8]
  /// What stands before and after a day's number in a date: "10 Kislev 5787".
  var dateLead, dateTail: [UInt8]
  /// Its name in a heading, "Kislev 5787", with what stands before and after the name.
  var lead, name, tail: [UInt8]
  var year: [UInt8]

  private static let dash = [UInt8](" – ".utf8)

  /// "Heshvan – Kislev 5787", "Kislev 5787 – Tevet 5788".
  func months(through last: WrittenMonth) -> [UInt8] {
    if (lead, tail) != (last.lead, last.tail) {
      return lead + name + tail + Self.dash + last.lead + last.name + last.tail
    }
    return lead + name + (name == last.name ? [] : Self.dash + last.name) + tail
  }

  /// "5786 – 5787".
  func years(through last: WrittenMonth) -> [UInt8] { year == last.year ? year : year + Self.dash + last.year }
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
    // The long style has the calendar's own numerals in its own language: א׳, 初一.
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

  /// The texts of a day's month.
  func month(_ day: Int) -> WrittenMonth {
    let texts = texts(day)
    return WrittenMonth(
      short: texts[0], dateLead: texts[1], dateTail: texts[2], lead: texts[3], name: texts[4], tail: texts[5],
      year: texts[6])
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
