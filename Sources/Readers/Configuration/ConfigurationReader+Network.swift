import Bytes
import Files
import ICalendar

/// The keys of `site.yml` about what is fetched. Messages never hold an address: it may be a secret.
extension ConfigurationReader {
  static let networkKeys = ["allowPrivate", "timeout", "ca"]
  static let schemes = ["https", "http", "webcal", "webcals", "caldav+https", "caldav+http"]

  // MARK: Calendars

  /// What is wrong with a source that is an address; `nil` if nothing is.
  static func mendOfAddress(_ source: String, _ scheme: String) -> String? {
    let rest = source.dropFirst(scheme.utf8.count + 1)
    let authority = rest.drop { $0 == "/" }.prefix { !"/?#".contains($0) }
    if rest.hasPrefix("//"), authority.contains("@") {
      return
        "source holds a user name or a password; remove everything up to the @, write user: beside it, and set the "
        + "password in the environment as BUSYLIFE_PASSWORD_ and the calendar's name in capitals"
    }
    guard schemes.contains(scheme) else {
      return
        "source has the scheme \(scheme):, which is not supported; write https:, webcal: or caldav+https:, or a path"
    }
    if WebAddress(requested(source, scheme)) == nil {
      return "source is not a whole address; write https:// and a host, such as https://example.org/calendar.ics"
    }
    return nil
  }

  /// A source as it is requested: webcal: is https:.
  private static func requested(_ source: String, _ scheme: String) -> String {
    (scheme.hasSuffix("http") ? "http" : "https") + source.dropFirst(scheme.utf8.count)
  }

  /// Reads the keys of a calendar that is fetched.
  mutating func readRemote(_ map: MapReader, _ calendar: inout CalendarEntry) {
    for key in Self.secretKeys {
      guard let entry = map.entry(key) else { continue }
      let variable = RemoteCalendar(name: calendar.name, url: "").variable
      error(
        entry.keyPosition,
        "\(key) does not belong into site.yml; remove it, and set BUSYLIFE_PASSWORD_\(variable) (with user:) or "
          + "BUSYLIFE_TOKEN_\(variable) in the environment where the site is built")
    }
    let user = text(map, "user").map { String(utf8: $0) }
    let refresh = refresh(map, "refresh", "how old the calendar may be")
    guard let scheme = CalendarReader.scheme(of: calendar.source) else {
      for key in ["user", "refresh", "collections"] {
        guard let entry = value(map, key) else { continue }
        let source = calendar.source.isEmpty ? "this one has no source" : "this source is a path"
        warning(entry.keyPosition, "\(key) is for calendars that are fetched, and \(source); remove it")
      }
      return
    }
    var remote = RemoteCalendar(name: calendar.name, url: Self.requested(calendar.source, scheme))
    if let entry = value(map, "user"), let user {
      if user.utf8.allSatisfy({ $0 >= .space && $0 != 0x7F }), !user.isEmpty {
        remote.user = user
      } else {
        error(entry.value.position, "user is empty or holds control characters; write the name of the account")
      }
      if let address = WebAddress(remote.url), !address.isSecure, !address.isSurelyPrivate {
        warning(
          entry.value.position,
          "the password is sent without encryption, since source is an http: address; write https: if the server has it"
        )
      }
    }
    remote.refresh = refresh
    remote.isCalDAV = scheme.hasPrefix("caldav")
    readCollections(map, &remote, &calendar)
    calendar.remote = remote
  }

  /// Reads the names of the calendars of a server that are wanted.
  private mutating func readCollections(
    _ map: MapReader, _ remote: inout RemoteCalendar, _ calendar: inout CalendarEntry
  ) {
    guard let entry = value(map, "collections") else { return }
    guard remote.isCalDAV else {
      return warning(
        entry.keyPosition,
        "collections picks calendars of a CalDAV server, and this source is one calendar; remove it, or write "
          + "caldav+https:")
    }
    calendar.collectionsPosition = entry.keyPosition
    for element in entry.value.elements {
      guard let text = element.text.map({ String(utf8: Array($0.utf8).trimmed.onOneLine) }), !text.isEmpty else {
        refuse(element, "one of collections", "write the names of calendars: [Team, Family]")
        continue
      }
      remote.collections.append(text)
    }
    if entry.value.elements.isEmpty {
      error(entry.value.position, "collections is empty; write the names of calendars: [Team, Family], or remove it")
    }
  }

  /// A length of time after which something is asked for again.
  mutating func refresh(_ map: MapReader, _ key: String, _ meaning: String) -> Int64? {
    guard let entry = value(map, key) else { return nil }
    if let seconds = entry.value.text.flatMap({ ICalendarDuration(written: $0.utf8) })?.nominalSeconds,
      RemoteLimits.refresh.contains(seconds)
    {
      return seconds
    }
    refuse(entry, "write \(meaning), such as 6h; at least 1m, at most 365d")
    return nil
  }

  // MARK: The network

  mutating func readNetwork(_ map: MapReader) {
    guard let entry = value(map, "network"),
      let keys = self.map(entry, Self.networkKeys, else: "write allowPrivate:, timeout: or ca: below it")
    else { return }
    reading.configuration.network.access.allowsPrivate = flag(keys, "allowPrivate") ?? false
    if let entry = value(keys, "timeout") {
      let seconds = entry.value.text.flatMap { ICalendarDuration(written: $0.utf8) }?.nominalSeconds
      if let seconds, (1...Int64(RemoteLimits.milliseconds / 1_000)).contains(seconds) {
        reading.configuration.network.milliseconds = Int(seconds) * 1_000
      } else {
        refuse(entry, "write the time for one calendar, from 1s to \(RemoteLimits.milliseconds / 1_000)s")
      }
    }
    if let path = text(keys, "ca") { reading.configuration.network.access.certificates = String(utf8: path) }
  }

  /// Completes the path of `network.ca`, which may be anywhere: certificates belong to the machine.
  mutating func requireCertificates(_ folder: ContentFolder) {
    guard let written = reading.configuration.network.access.certificates else { return }
    let path = written.hasPrefix("/") ? written : folder.path(of: written)
    reading.configuration.network.access.certificates = path
    let text = (try? FileReading.contents(of: path)) ?? []
    if text.firstRange(of: [UInt8]("-----BEGIN CERTIFICATE-----")) == nil {
      error(
        reading.configuration.positions["network.ca"] ?? .start,
        "\(path) holds no certificates, or can't be read; name a file of certificates in PEM form as ca:")
    }
  }
}
