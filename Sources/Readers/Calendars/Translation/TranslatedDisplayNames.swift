import Bytes
import CivilTime
import Events
import Foundation
import Synchronization
import TimeZones

/// The zone names that Windows and Outlook show people in other languages than English, and write as TZID where a
/// program passes on what it shows: `(UTC+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien`.
///
/// There is no table of them. They are lists of cities after an offset, and ICU knows the cities of the tz database in
/// many languages. A name is understood only if all of its cities that ICU knows, at this offset, have one rule; with
/// rules or offsets that differ, it is not. Names without such a city, such as those of areas, are left.
struct TranslatedDisplayNames: Sendable {
  /// The identifiers of all zones.
  let zones: [[UInt8]]
  /// Reads the zone of one of them.
  let zone: @Sendable ([UInt8]) -> Zone?
  private let known = Known()

  /// The IANA identifier of the zone that a display name means; `nil` if none is certain. O(zones × languages) for the
  /// first name with an offset, some tens of milliseconds.
  func identifier(of name: [UInt8]) -> [UInt8]? {
    if name.count > 300 { return nil }
    return known.found.withLock { found in
      if let answer = found.answers[name] { return answer }
      let answer = answer(String(decoding: name, as: UTF8.self), &found.cities)
      // A hostile file has many names.
      if found.answers.count < 1_000 { found.answers[name] = .some(answer) }
      return answer
    }
  }

  private func answer(_ name: String, _ cities: inout [Int: [String: [[UInt8]]]]) -> [UInt8]? {
    guard let (offset, rest) = Self.parts(name) else { return nil }
    if let zone = Self.america(offset, rest) { return Array(zone.utf8) }
    let names = rest.split { ",;、，،/".contains($0) }.map { Self.plain($0) }.filter { !$0.isEmpty }
    // A list of words that happens to have one city is something else.
    guard !names.isEmpty, names.count <= 12 else { return nil }
    if cities[offset] == nil { cities[offset] = citiesOfZones(at: offset) }
    var first: (name: [UInt8], zone: Zone)?
    var matched = 0
    for name in names {
      guard let found = cities[offset]?[name] else { continue }
      matched += 1
      for identifier in found {
        guard let zone = zone(identifier) else { continue }
        guard let known = first else {
          first = (identifier, zone)
          continue
        }
        if !known.zone.agreesThroughRecentYears(with: zone) { return nil }
      }
    }
    return matched * 3 >= names.count ? first?.name : nil
  }

  /// The offset in seconds that a name begins with, and what follows.
  private static func parts(_ name: String) -> (offset: Int, rest: Substring)? {
    var rest = name[...].drop { $0 == " " || $0 == "\"" }
    guard rest.first == "(" || rest.first == "（" else { return nil }
    rest = rest.dropFirst()
    guard let close = rest.firstIndex(where: { $0 == ")" || $0 == "）" }),
      ["UTC", "GMT"].contains(rest.prefix(3).uppercased())
    else { return nil }
    let written = rest[..<close].dropFirst(3).filter { $0 != " " }.replacing("−", with: "-").replacing(".", with: ":")
    rest = rest[rest.index(after: close)...]
    if written.isEmpty { return (0, rest) }
    let sign = written.first == "-" ? -1 : 1
    let numbers = written.dropFirst().split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard written.first == "-" || written.first == "+", 1...2 ~= numbers.count, let hours = numbers[0],
      let minutes = numbers.count == 2 ? numbers[1] : 0, 0...14 ~= hours, 0...59 ~= minutes
    else { return nil }
    return (sign * (hours * 3_600 + minutes * 60), rest)
  }

  /// The four zones that the United States and Canada share, which no other names mention together.
  private static func america(_ offset: Int, _ rest: Substring) -> String? {
    let zones = [-5: "America/New_York", -6: "America/Chicago", -7: "America/Denver", -8: "America/Los_Angeles"]
    guard offset % 3_600 == 0, let zone = zones[offset / 3_600] else { return nil }
    let name = rest.lowercased()
    let isOfCanada = ["canad", "kanad", "канад", "καναδ", "加拿大", "カナダ", "캐나다", "كندا", "קנדה"].contains {
      name.contains($0)
    }
    let words = Set(name.split { !$0.isLetter && $0 != "." }.map { $0.replacing(".", with: "") })
    let isOfStates =
      !words.isDisjoint(with: ["us", "usa", "eua", "eeuu", "ee", "vs", "sua", "abd", "сша", "ηπα"])
      || [
        "états-unis", "é.-u", "stati uniti", "estados unidos", "verein", "verenigd", "stany zjedn", "米国", "美国",
        "美國", "미국",
      ].contains { name.contains($0) }
    return isOfCanada && isOfStates ? zone : nil
  }

  /// Languages of Windows, Outlook and Exchange.
  private static let languages = [
    "en", "ar", "bg", "ca", "cs", "da", "de", "el", "es", "et", "eu", "fi", "fr", "gl", "he", "hi", "hr", "hu", "id",
    "it", "ja", "kk", "ko", "lt", "lv", "ms", "nb", "nl", "pl", "pt", "pt_PT", "ro", "ru", "sk", "sl", "sr", "sr_Latn",
    "sv", "th", "tr", "uk", "vi", "zh_Hans", "zh_Hant",
  ]

  /// For each city's name, its zones whose standard time has a given offset.
  private func citiesOfZones(at offset: Int) -> [String: [[UInt8]]] {
    var found: [String: [[UInt8]]] = [:]
    let formatter = DateFormatter()
    let usual = Set(TimeZone.knownTimeZoneIdentifiers)
    let own = zones.compactMap { name -> (name: [UInt8], zone: TimeZone)? in
      let text = String(decoding: name, as: UTF8.self)
      guard text.contains("/"), usual.contains(text), let zone = zone(name), Self.standardOffset(of: zone) == offset
      else { return nil }
      return TimeZone(identifier: text).map { (name, $0) }
    }
    for language in Self.languages {
      formatter.locale = Locale(identifier: language)
      formatter.dateFormat = "VVV"
      for (name, zone) in own {
        formatter.timeZone = zone
        let city = Self.plain(formatter.string(from: Date(timeIntervalSince1970: 0)))
        if !city.isEmpty, found[city]?.contains(name) != true { found[city, default: []].append(name) }
      }
    }
    return found
  }

  /// The offset that Windows shows: that of January, or of July where that is winter.
  private static func standardOffset(of zone: Zone) -> Int? {
    let offsets = [1, 7].compactMap { month in
      CivilDate(year: 2_025, month: month, day: 15).map { date in
        Int(zone.offset(at: zone.instant(of: CivilDateTime(date))).seconds)
      }
    }
    return offsets.min()
  }

  /// A city without case, accents, and what is written in several ways.
  private static func plain(_ city: some StringProtocol) -> String {
    let folded = city.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    return folded.filter { $0.isLetter || $0.isNumber }
  }

  private struct Found {
    var answers: [[UInt8]: [UInt8]?] = [:]
    /// By the offset.
    var cities: [Int: [String: [[UInt8]]]] = [:]
  }

  private final class Known: Sendable {
    let found = Mutex(Found())
  }
}
