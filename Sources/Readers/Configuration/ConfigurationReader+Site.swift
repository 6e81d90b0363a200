import Bytes
import CivilTime
import SiteTerms
import TimeZones

/// The keys of `site.yml` that concern the whole site.
extension ConfigurationReader {
  mutating func readURL(_ map: MapReader) {
    guard let url = text(map, "url"), let entry = value(map, "url") else { return }
    guard var address = Self.siteAddress(url) else {
      return refuse(entry, "write the site's whole address, https://example.org/calendar/")
    }
    if SafeLink.hasUser(address) {
      return error(entry.value.position, "url has a user or a password, which every page would publish; remove them")
    }
    if address.last != UInt8.ascii("/") { address.append(ascii: "/") }
    reading.configuration.url = address
  }

  /// `https://` or `http://`, if an address begins with it.
  static func webScheme(of address: [UInt8]) -> String? {
    ["https://", "http://"].first { address.asciiLowercased.starts(with: $0.utf8) }
  }

  /// An http or https address with a host, without query and fragment.
  private static func siteAddress(_ url: [UInt8]) -> [UInt8]? {
    let address = Array(url.trimmed)
    guard let scheme = webScheme(of: address) else { return nil }
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
      let author = self.map(entries, of: "author", ["name", "email"])
      reading.configuration.author.name = text(author, "name") ?? []
      guard let email = text(author, "email"), let place = value(author, "email") else { return }
      let parts = email.split(separator: UInt8.ascii("@"), omittingEmptySubsequences: false)
      if parts.count == 2, parts.allSatisfy({ !$0.isEmpty }),
        email.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
      {
        reading.configuration.author.email = email
      } else {
        refuse(place, "write an address such as yara@example.com")
      }
    default: refuse(entry, "write a name, or name: and email: below it")
    }
  }

  /// The `locale` of the site or of an audience.
  mutating func locale(_ map: MapReader) -> String? {
    value(map, "locale").flatMap { locale($0.value, "locale") }
  }

  /// A language tag.
  private mutating func locale(_ value: YAMLValue, _ key: String) -> String? {
    guard let text = value.text else {
      refuse(value, key, LocaleTag.form)
      return nil
    }
    do throws(LocaleTag.Failure) {
      return try LocaleTag.read(text)
    } catch {
      refuse(value, key, error.mend)
      return nil
    }
  }

  /// The languages of the site, the main one first.
  mutating func readLocales(_ map: MapReader) {
    reading.configuration.locale = locale(map)
    guard let entry = value(map, "locales") else { return }
    if value(map, "locale") != nil {
      return error(entry.keyPosition, "locale and locales exclude each other; write the main language first in locales")
    }
    var tags: [String] = []
    for value in entry.value.elements {
      guard let tag = locale(value, "locales") else { continue }
      if tags.contains(where: { $0.lowercased() == tag.lowercased() }) {
        warning(value.position, "\(tag) is listed twice; remove one")
      } else {
        tags.append(tag)
      }
    }
    if entry.value.elements.isEmpty {
      error(entry.value.position, "locales is empty; list language tags such as en, de")
    }
    reading.configuration.locales = tags
    reading.configuration.locale = tags.first
  }

  /// Whether the site can be read offline: a flag, or `remove`.
  mutating func readOffline(_ map: MapReader) {
    guard let entry = value(map, "offline") else { return }
    if let flag = entry.value.flag {
      reading.configuration.offline = flag ? .on : .off
    } else if entry.value.text?.lowercased() == "remove" {
      reading.configuration.offline = .removed
    } else {
      refuse(entry, "write true, false or remove")
    }
  }

  /// The settings that may differ from the site's locale: first weekday, minimal days, weekend, hour cycle, digits, a
  /// second calendar; and the days and hours of work.
  mutating func readCustoms(_ map: MapReader) {
    reading.configuration.firstWeekday = choice(map, "firstWeekday", SiteConfiguration.weekdayNames)
      .flatMap { Weekday(rawValue: UInt8($0 + 1)) }
    reading.configuration.hourCycle = choice(map, "hourCycle")
    if let entry = value(map, "minimalDays") {
      if let days = entry.value.integer, (1...7).contains(days) {
        reading.configuration.minimalDays = days
      } else {
        refuse(entry, "write the fewest days of the new year that week 1 may have, 1 to 7")
      }
    }
    reading.configuration.weekendDays = weekdays(map, "weekend")
    if let days = weekdays(map, "workdays") {
      if days == 0, let entry = value(map, "workdays"), entry.value.elements.isEmpty {
        error(entry.value.position, "workdays is empty; list days such as monday, or leave it out")
      }
      reading.configuration.workdays = days == 0 ? nil : days
    }
    if let entry = value(map, "hours") {
      reading.configuration.hours = entry.value.text.flatMap { WorkingHours.read($0) }
      if reading.configuration.hours == nil {
        refuse(entry, "write two times such as 09:00-17:00, the first before the second")
      }
    }
    reading.configuration.digits = choice(map, "digits", LocaleTag.digits).map { LocaleTag.digits[$0] }
    let calendars = SiteConfiguration.secondCalendars
    reading.configuration.secondCalendar = choice(map, "secondCalendar", calendars).map { calendars[$0] }
  }

  /// The days that a key lists, by ``CivilTime/Weekday/rawValue``; `nil` if it is absent.
  private mutating func weekdays(_ map: MapReader, _ key: String) -> UInt8? {
    guard let entry = value(map, key) else { return nil }
    var days: UInt8 = 0
    for value in entry.value.elements {
      if let index = choice(value, key, SiteConfiguration.weekdayNames) { days |= 1 << UInt8(index + 1) }
    }
    return days
  }

  /// The `zones` of the site or of an audience; `nil` if the key is absent.
  mutating func zones(_ map: MapReader) -> [[UInt8]]? {
    guard let entry = value(map, "zones") else { return nil }
    var names: [[UInt8]] = []
    for value in entry.value.elements {
      guard let name = value.text else {
        error(value.position, "zones holds \(value.label); write names such as Europe/Berlin or UTC+8")
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
    for value in entry.value.elements {
      if let index = choice(value, "views", SiteConfiguration.viewNames) { chosen.insert(index) }
    }
    if entry.value.elements.isEmpty {
      error(
        entry.value.position,
        "views is empty; write one of \(SiteConfiguration.viewNames.joined(separator: ", ")), or leave it out"
      )
    }
    if !chosen.isEmpty {
      reading.configuration.views = chosen.sorted().map { SiteConfiguration.viewNames[$0] }
    }
  }

  // MARK: The window

  /// A hundred years of months: more pages than anybody publishes, and the browser renders what lies beyond.
  static let monthLimit = 1_200

  mutating func readWindow(_ map: MapReader) {
    guard let entry = value(map, "window") else { return }
    let mend = "write before: and after: in months, or from: and to: as dates, below it"
    guard let window = self.map(entry, ["before", "after", "from", "to"], else: mend) else { return }
    reading.configuration.window.before = months(window, "before", instead: "from")
    reading.configuration.window.after = months(window, "after", instead: "to")
    reading.configuration.window.from = date(window, "from")
    reading.configuration.window.to = date(window, "to")
    let read = reading.configuration.window
    if let from = read.from, let to = read.to, to <= from, let place = value(window, "to") {
      error(place.value.position, "window ends on or before the day it begins; to: is the date after the last")
    }
  }

  private mutating func months(_ map: MapReader, _ key: String, instead other: String) -> Int? {
    guard let entry = value(map, key) else { return nil }
    guard let number = entry.value.integer, number >= 0, number <= Self.monthLimit else {
      refuse(entry, "write whole months, 0 to \(Self.monthLimit)")
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
    refuse(entry, "write a date such as 2026-11-20")
    return nil
  }
}
