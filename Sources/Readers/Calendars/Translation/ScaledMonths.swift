import CivilTime
import Foundation

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
enum Scale: Hashable, Sendable {
  case gregorian
  case other(Calendar.Identifier)

  /// The calendar of an RSCALE in capitals; `nil` if ICU has none of that name. Calendars that only count other years
  /// than the Gregorian one have its months and days.
  init?(_ name: String) {
    switch name {
    case "GREGORIAN", "GREGORY", "ISO8601", "JAPANESE", "BUDDHIST", "ROC": self = .gregorian
    case "CHINESE": self = .other(.chinese)
    case "DANGI": self = .other(.dangi)
    case "HEBREW": self = .other(.hebrew)
    case "ISLAMIC", "ISLAMIC-RGSA": self = .other(.islamic)
    case "ISLAMIC-CIVIL", "ISLAMICC": self = .other(.islamicCivil)
    case "ISLAMIC-TBLA": self = .other(.islamicTabular)
    case "ISLAMIC-UMALQURA": self = .other(.islamicUmmAlQura)
    case "ETHIOPIC": self = .other(.ethiopicAmeteMihret)
    case "ETHIOPIC-AMETE-ALEM", "ETHIOAA": self = .other(.ethiopicAmeteAlem)
    case "COPTIC": self = .other(.coptic)
    case "PERSIAN": self = .other(.persian)
    case "INDIAN": self = .other(.indian)
    default: return nil
    }
  }

  /// The months that contain any day of some Gregorian years, whole, in order.
  func months(_ years: ClosedRange<Int>) -> [ScaledMonth] { Self.cache.months(self, years) }

  private static let cache = Cache()

  /// Calendars are walked day by day, which takes up to 2 ms a year, and files tend to have many rules of one calendar.
  private final class Cache: @unchecked Sendable {
    private let lock = NSLock()
    private var known: [Scale: (years: ClosedRange<Int>, months: [ScaledMonth])] = [:]

    func months(_ scale: Scale, _ years: ClosedRange<Int>) -> [ScaledMonth] {
      lock.lock()
      defer { lock.unlock() }
      if let one = known[scale], one.years.contains(years.lowerBound), one.years.contains(years.upperBound) {
        return one.months
      }
      let old = known[scale]?.years ?? years
      let all = min(old.lowerBound, years.lowerBound)...max(old.upperBound, years.upperBound)
      let months = scale.walked(all)
      known[scale] = (all, months)
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

  private var identifier: Calendar.Identifier {
    switch self {
    case .gregorian: .gregorian
    case .other(let identifier): identifier
    }
  }

  /// The number of a month in RFC 7529. ICU counts the Hebrew leap month, Adar I, as the sixth of thirteen.
  private func number(_ parts: DateComponents) -> (Int, isLeap: Bool) {
    let month = parts.month ?? 1
    switch self {
    case .other(.hebrew): return month == 6 ? (5, true) : (month > 6 ? month - 1 : month, false)
    default: return (month, parts.isLeapMonth ?? false)
    }
  }
}
