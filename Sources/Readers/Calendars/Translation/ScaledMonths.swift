import CivilTime
import Foundation
import Synchronization

/// A month of a calendar.
struct ScaledMonth: Sendable {
  /// Counts years without gaps; its zero means nothing.
  var year: Int
  /// As RFC 7529 numbers it.
  var number: Int
  /// Whether it is the leap month that follows the month of its number: `5L`.
  var isLeap: Bool
  /// ``CivilDate/dayNumber`` of its first day.
  var first: Int
  /// Its number of days.
  var count: Int
}

/// A calendar of CLDR by which rules count (RFC 7529), as ICU knows it.
struct Scale: Hashable, Sendable {
  private let identifier: Calendar.Identifier

  static let gregorian = Scale(identifier: .gregorian)

  /// By names of RSCALE in capitals. Calendars that only count other years than the Gregorian one have its months and
  /// days.
  private static let identifiers: [String: Calendar.Identifier] = [
    "GREGORIAN": .gregorian, "GREGORY": .gregorian, "ISO8601": .gregorian, "JAPANESE": .gregorian,
    "BUDDHIST": .gregorian, "ROC": .gregorian, "CHINESE": .chinese, "DANGI": .dangi, "HEBREW": .hebrew,
    "ISLAMIC": .islamic, "ISLAMIC-RGSA": .islamic, "ISLAMIC-CIVIL": .islamicCivil, "ISLAMICC": .islamicCivil,
    "ISLAMIC-TBLA": .islamicTabular, "ISLAMIC-UMALQURA": .islamicUmmAlQura, "ETHIOPIC": .ethiopicAmeteMihret,
    "ETHIOPIC-AMETE-ALEM": .ethiopicAmeteAlem, "ETHIOAA": .ethiopicAmeteAlem, "COPTIC": .coptic,
    "PERSIAN": .persian, "INDIAN": .indian,
  ]

  /// The calendar of a name; `nil` if ICU has none.
  static func named(_ name: String) -> Scale? { identifiers[name].map { Scale(identifier: $0) } }

  /// Calendars are walked day by day, which takes up to 2 ms a year, and files tend to have many rules of one calendar.
  private static let known = Mutex<[Scale: (years: ClosedRange<Int>, months: [ScaledMonth])]>([:])

  /// The months that contain any day of some Gregorian years, whole, in order.
  func months(_ years: ClosedRange<Int>) -> [ScaledMonth] {
    Self.known.withLock { known in
      if let one = known[self], one.years.contains(years.lowerBound), one.years.contains(years.upperBound) {
        return one.months
      }
      let old = known[self]?.years ?? years
      let all = min(old.lowerBound, years.lowerBound)...max(old.upperBound, years.upperBound)
      let months = walked(all)
      known[self] = (all, months)
      return months
    }
  }

  private func walked(_ years: ClosedRange<Int>) -> [ScaledMonth] {
    guard let start = CivilDate(year: years.lowerBound, month: 1, day: 1),
      let end = CivilDate(year: years.upperBound, month: 12, day: 31)
    else { return [] }
    let (low, high) = (Int(start.dayNumber), Int(end.dayNumber))
    var calendar = Calendar(identifier: identifier)
    calendar.timeZone = TimeZone(secondsFromGMT: 0)!
    var months: [ScaledMonth] = []
    var last: (era: Int?, year: Int?)?
    var year = 0
    // A month has at most 32 days.
    for day in (low - 32)...(high + 32) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400)
      let parts = calendar.dateComponents([.era, .year, .month, .day], from: date)
      if parts.day != 1 {
        if !months.isEmpty { months[months.count - 1].count += 1 }
        continue
      }
      if day > high { break }
      if let last, last != (parts.era, parts.year) { year += 1 }
      last = (parts.era, parts.year)
      let (number, isLeap) = number(parts)
      months.append(ScaledMonth(year: year, number: number, isLeap: isLeap, first: day, count: 1))
    }
    return months
  }

  /// The number of a month in RFC 7529. ICU counts the Hebrew leap month, Adar I, as the sixth of thirteen.
  private func number(_ parts: DateComponents) -> (Int, isLeap: Bool) {
    let month = parts.month ?? 1
    if identifier == .hebrew { return month == 6 ? (5, true) : (month > 6 ? month - 1 : month, false) }
    return (month, parts.isLeapMonth ?? false)
  }
}
