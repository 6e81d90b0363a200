import Bytes
import CivilTime
import Foundation
import TimeZones

/// The keys of `site.yml` that concern the whole site.
extension ConfigurationReader {
  mutating func readURL(_ map: MapReader) {
    guard let url = text(map, "url"), let entry = value(map, "url") else { return }
    guard var address = Self.siteAddress(url) else {
      error(
        entry.value.position,
        "url is \(entry.value.label); write the site's whole address, https://example.org/calendar/"
      )
      return
    }
    if address.last != UInt8.ascii("/") { address.append(ascii: "/") }
    reading.configuration.url = address
  }

  /// An http or https address with a host, without query and fragment.
  private static func siteAddress(_ url: [UInt8]) -> [UInt8]? {
    let address = Array(url.trimmed)
    guard
      let scheme = ["https://", "http://"].first(where: {
        address.asciiLowercased.starts(with: $0.utf8)
      })
    else { return nil }
    let rest = address.dropFirst(scheme.utf8.count)
    let forbidden = [UInt8]("\"<>\\^`{|}?#")
    guard let first = rest.first, first != UInt8.ascii("/"),
      rest.allSatisfy({ $0 > 0x20 && $0 != 0x7F && !forbidden.contains($0) })
    else { return nil }
    return Array(scheme.utf8) + rest
  }

  mutating func readAuthor(_ map: MapReader) {
    guard let entry = value(map, "author") else { return }
    switch entry.value.kind {
    case .scalar(let name, _): reading.configuration.author.name = Array(name.utf8)
    case .map(let entries):
      let author = MapReader(entries)
      reportUnknown(author, ["name", "email"])
      for entry in entries {
        reading.configuration.positions["author." + entry.key] = entry.keyPosition
      }
      reading.configuration.author.name = text(author, "name") ?? []
      guard let email = text(author, "email"), let place = value(author, "email") else { return }
      let parts = email.split(separator: UInt8.ascii("@"), omittingEmptySubsequences: false)
      if parts.count == 2, parts.allSatisfy({ !$0.isEmpty }),
        email.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
      {
        reading.configuration.author.email = email
      } else {
        error(
          place.value.position,
          "email is \(place.value.label); write an address such as yara@example.com")
      }
    default:
      error(
        entry.value.position,
        "author is \(entry.value.label); write a name, or name: and email: below it")
    }
  }

  /// The `locale` of the site or of an audience.
  mutating func locale(_ map: MapReader) -> String? {
    guard let written = text(map, "locale"), let entry = value(map, "locale") else { return nil }
    let text = String(utf8: written)
    guard let tag = LocaleTag.normalised(text) else {
      error(
        entry.value.position,
        "locale is \(entry.value.label); write a language tag such as en-GB, de or zh-Hans")
      return nil
    }
    if let mend = LocaleTag.unknownPart(of: tag) {
      warning(entry.value.position, "locale \(Text.quote(text)) \(mend)")
    }
    return tag
  }

  /// The `zones` of the site or of an audience; `nil` if the key is absent.
  mutating func zones(_ map: MapReader) -> [[UInt8]]? {
    guard let entry = value(map, "zones") else { return nil }
    var names: [[UInt8]] = []
    for value in list(entry.value) {
      guard let name = value.text else {
        error(
          value.position, "zones holds \(value.label); write names such as Europe/Berlin or UTC+8")
        continue
      }
      guard let zone = zones.lookup(name.utf8) else {
        error(value.position, Text.unknownZone(name.utf8) { zones.nearest(to: $0) })
        continue
      }
      if names.contains(zone.identifier) {
        warning(value.position, "the zone \(Text.quote(name)) is listed twice; remove one")
      } else {
        names.append(zone.identifier)
      }
    }
    return names
  }

  mutating func readViews(_ map: MapReader) {
    guard let entry = value(map, "views") else { return }
    var chosen: Set<Int> = []
    for value in list(entry.value) {
      if let index = choice(value, "views", SiteConfiguration.viewNames) { chosen.insert(index) }
    }
    if chosen.isEmpty, list(entry.value).isEmpty {
      error(
        entry.value.position,
        "views is empty; write one of \(SiteConfiguration.viewNames.joined(separator: ", ")), or leave it out"
      )
    }
    if !chosen.isEmpty {
      reading.configuration.views = chosen.sorted().map { SiteConfiguration.viewNames[$0] }
    }
  }

  /// The elements of a list; a single value is a list of one.
  func list(_ value: YAMLValue) -> [YAMLValue] {
    if case .list(let elements) = value.kind { return elements }
    return [value]
  }

  // MARK: The window

  /// A hundred years of months: more pages than anybody publishes, and the browser renders what lies beyond.
  static let monthLimit = 1_200

  mutating func readWindow(_ map: MapReader) {
    guard let entry = value(map, "window") else { return }
    guard case .map(let entries) = entry.value.kind else {
      error(
        entry.value.position,
        "window is \(entry.value.label); write before: and after: in months, or from: and to: as dates, below it"
      )
      return
    }
    let window = MapReader(entries)
    reportUnknown(window, ["before", "after", "from", "to"])
    for entry in entries {
      reading.configuration.positions["window." + entry.key] = entry.keyPosition
    }
    reading.configuration.window.before = months(window, "before", instead: "from")
    reading.configuration.window.after = months(window, "after", instead: "to")
    reading.configuration.window.from = date(window, "from")
    reading.configuration.window.to = date(window, "to")
    let read = reading.configuration.window
    if let from = read.from, let to = read.to, to <= from, let place = value(window, "to") {
      error(
        place.value.position,
        "window ends on or before the day it begins; to: is the date after the last")
    }
  }

  private mutating func months(_ map: MapReader, _ key: String, instead other: String) -> Int? {
    guard let entry = value(map, key) else { return nil }
    guard let number = entry.value.integer, number >= 0, number <= Self.monthLimit else {
      error(
        entry.value.position,
        "\(key) is \(entry.value.label); write whole months, 0 to \(Self.monthLimit)")
      return nil
    }
    if value(map, other) != nil {
      error(entry.keyPosition, "\(key) and \(other) both set the same end of the window; keep one")
    }
    return number
  }

  private mutating func date(_ map: MapReader, _ key: String) -> CivilDate? {
    guard let entry = value(map, key) else { return nil }
    if let text = entry.value.text, let date = try? ISO8601.date(text.utf8), date.year >= 1 {
      return date
    }
    error(entry.value.position, "\(key) is \(entry.value.label); write a date such as 2026-11-20")
    return nil
  }
}

/// Language tags of BCP 47 (RFC 5646), and POSIX locale names, which people also write.
enum LocaleTag {
  /// `en_gb.UTF-8` as `en-GB`; `nil` if a text does not have the form of a language tag.
  static func normalised(_ text: String) -> String? {
    let name = text.prefix { $0 != "." && $0 != "@" }
    var parts = name.split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
    guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }),
      let language = parts.first, (2...3).contains(language.count), language.allSatisfy(\.isLetter),
      parts.dropFirst().allSatisfy({ (1...8).contains($0.count) })
    else { return nil }
    parts[0] = language.lowercased()
    var isExtension = false
    for index in parts.indices.dropFirst() {
      let part = parts[index]
      let isAlphabetic = part.allSatisfy(\.isLetter)
      if part.count == 1 { isExtension = true }
      if isExtension {
        parts[index] = part.lowercased()
      } else if part.count == 4, isAlphabetic {
        parts[index] = part.prefix(1).uppercased() + part.dropFirst().lowercased()
      } else if part.count == 2, isAlphabetic {
        parts[index] = part.uppercased()
      } else if part.count == 3, part.allSatisfy(\.isNumber) {
        continue
      } else if part.count >= 5 || part.count == 4 && part.first!.isNumber {
        parts[index] = part.lowercased()
      } else {
        return nil
      }
    }
    return parts[parts.count - 1].count == 1 ? nil : parts.joined(separator: "-")
  }

  /// What is unknown about a normalised tag, and how to fix it; `nil` if language and region are known.
  static func unknownPart(of tag: String) -> String? {
    let locale = Locale(identifier: tag)
    if let language = locale.language.languageCode, !language.isISOLanguage {
      return "has an unknown language; write a tag such as en-GB, de or zh-Hans"
    }
    if let region = locale.region, !Locale.Region.isoRegions.contains(region) {
      let mend = region.identifier == "UK" ? "did you mean GB?" : "write a country code such as GB"
      return "has an unknown region; \(mend)"
    }
    return nil
  }
}
