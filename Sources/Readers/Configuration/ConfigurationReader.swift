import Bytes
import CivilTime
import Events
import Files
import SiteTerms
import TimeZones

/// Reads `site.yml`. Every error in it makes the configuration unusable; an unknown key is a warning.
struct ConfigurationReader {
  /// A calendar as `site.yml` lists it.
  struct CalendarEntry {
    var index = 0
    var name: String
    var namePosition: Position
    var title: [UInt8] = []
    /// Empty if it has only events that name it.
    var source = ""
    var sourcePosition: Position
    var color: [UInt8] = []
    var privacy: Privacy?
    /// The address of a remote source as it is requested; `nil` for files and folders.
    var remote: RemoteCalendar?
    var collectionsPosition: Position?
    var except: [(name: [UInt8], position: Position)] = []
  }

  struct Reading {
    var configuration: SiteConfiguration
    /// `nil` if the key is absent: then the folder's files are the calendars.
    var calendars: [CalendarEntry]?
    /// The calendars that audiences and filters of feeds name, which are looked up once all calendars are known.
    var namedCalendars: [(name: String, position: Position)] = []
    var isBroken = false
  }

  /// Far above any hand-written file.
  static let fileLimit = 1 << 20

  static let keys =
    [
      "title", "description", "url", "author", "locale", "locales", "zones", "firstWeekday", "minimalDays",
      "weekend", "workdays", "hours", "hourCycle", "digits", "secondCalendar", "window",
      "views", "eventPages", "search", "weekNumbers", "calendars", "feeds", "feedRefresh", "network", "weather",
      "offline", "followLinks", "templates", "columns", "mail",
    ] + lookKeys + privacyKeys

  var reading: Reading
  let zones: ZoneTable
  private var diagnostics = Diagnostics()

  static func read(_ folder: ContentFolder, zones: ZoneTable, problems: inout Problems) -> Reading {
    let path = folder.path(of: "site.yml")
    var reader = ConfigurationReader(
      reading: Reading(configuration: SiteConfiguration(path: path)), zones: zones)
    let others = otherNames(in: folder)
    for other in others {
      // It may contain somebody's privacy settings.
      reader.reading.configuration.otherPaths.append(folder.path(of: other))
      reader.reading.isBroken = true
      problems.add(
        .error, folder.path(of: other),
        "settings are read from site.yml only; rename this file to site.yml, or remove it")
    }
    if folder.has("site.yml"), others.isEmpty {
      reader.reading.configuration.exists = true
      if folder.kind(of: "site.yml") == .outside {
        // Without its settings, the site would be published under different ones.
        reader.error(
          .start, "this leads out of \(folder.path) through a link, which is not followed; copy the file there")
        problems.add(path, reader.diagnostics)
        return reader.reading
      }
      switch folder.bytes(of: "site.yml", limit: fileLimit) {
      case .success(let bytes):
        reader.read(bytes)
        reader.requireTemplates(folder)
        reader.requireLook(folder)
        reader.requireCertificates(folder)
      case .failure(let failure):
        reader.error(
          .start, "the file can't be read (\(failure.reason)); check what it is and its permissions"
        )
        problems.markUnreadable(path)
      }
    }
    problems.add(path, reader.diagnostics)
    return reader.reading
  }

  /// The names in a folder by which people may mean `site.yml`: `Site.yaml`, `.site.yml`, `site.yml.txt`.
  private static func otherNames(in folder: ContentFolder) -> [String] {
    guard case .success(let names) = folder.list("", withHidden: true) else { return [] }
    let meant = names.filter { name in
      var parts = name.lowercased().filter { !$0.isWhitespace }.split(separator: ".")
      while let last = parts.last, parts.count > 2, ["txt", "yml", "yaml"].contains(last) { parts.removeLast() }
      return parts.count == 2 && ["site", "_site"].contains(parts[0]) && ["yml", "yaml"].contains(parts[1])
    }
    if !folder.has("site.yml") { return meant }
    // Beside site.yml, others may be older copies; on file systems that ignore case, one of these is site.yml.
    let own = meant.contains("site.yml") ? "site.yml" : meant.first { $0.lowercased() == "site.yml" }
    return meant.filter { $0 != own && ["site.yml", "site.yaml"].contains($0.lowercased()) }
  }

  mutating func error(_ position: Position, _ message: String) {
    diagnostics.add(.error, position, message)
    reading.isBroken = true
  }

  mutating func warning(_ position: Position, _ message: String) { diagnostics.add(.warning, position, message) }

  /// Reports a value that its key can't have.
  ///
  /// - Parameter mend: what to write instead.
  mutating func refuse(_ entry: YAMLValue.Entry, _ mend: String) { refuse(entry.value, entry.key, mend) }

  /// The same for a part of a value, which the message calls `what`.
  mutating func refuse(_ value: YAMLValue, _ what: String, _ mend: String) {
    error(value.position, "\(what) is \(value.label); \(mend)")
  }

  private mutating func read(_ bytes: [UInt8]) {
    let decoded = DecodedText(bytes.unmarked, &diagnostics)
    do {
      guard let root = try YAMLReader.read(decoded.text), !root.isNull else { return }
      guard case .map(let entries) = root.kind else {
        error(root.position, "settings are written as `key: value`, and this is \(root.label)")
        return
      }
      read(entries)
    } catch {
      self.error(error.position, error.message)
    }
  }

  /// `true` or `false`; `nil` if absent or invalid.
  mutating func flag(_ map: MapReader, _ key: String) -> Bool? {
    guard let entry = value(map, key) else { return nil }
    if entry.value.flag == nil { refuse(entry, "write true or false") }
    return entry.value.flag
  }

  private mutating func read(_ entries: [YAMLValue.Entry]) {
    let map = MapReader(entries)
    reportUnknown(map, Self.keys, .site)
    for entry in entries { reading.configuration.positions[entry.key] = entry.keyPosition }
    if let title = text(map, "title") { reading.configuration.title = title }
    reading.configuration.description = text(map, "description") ?? []
    readURL(map)
    readAuthor(map)
    readLocales(map)
    reading.configuration.zones = zones(map) ?? []
    readCustoms(map)
    readWindow(map)
    readViews(map)
    if let flag = flag(map, "eventPages") { reading.configuration.pages.hasEventPages = flag }
    if let flag = flag(map, "search") { reading.configuration.pages.hasSearch = flag }
    reading.configuration.weekNumbers = flag(map, "weekNumbers")
    readColumns(map)
    reading.configuration.hasMail = flag(map, "mail") ?? false
    reading.configuration.followsLinks = flag(map, "followLinks") ?? false
    readPrivacy(map)
    readCalendars(map)
    readFeeds(map)
    readNetwork(map)
    readWeather(map)
    readOffline(map)
    readTemplates(map)
    readLook(map)
  }

  // MARK: Value kinds, also used for calendars and author

  /// - Parameter vital: further keys for which a misspelling is an error.
  mutating func reportUnknown(
    _ map: MapReader, _ known: [String], _ synonyms: KeySynonyms = .none, vital: [String] = []
  ) {
    for (severity, position, message) in map.unknown(known, synonyms, vital: Self.privacyKeys + vital) {
      if severity == .error { error(position, message) } else { warning(position, message) }
    }
  }

  /// The entry of a key; `nil` if it is absent or has no value.
  func value(_ map: MapReader, _ key: String) -> YAMLValue.Entry? {
    map.entry(key).flatMap { $0.value.isNull ? nil : $0 }
  }

  mutating func text(_ map: MapReader, _ key: String) -> [UInt8]? {
    guard let entry = value(map, key) else { return nil }
    guard let text = entry.value.text else {
      refuse(entry, "write a text")
      return nil
    }
    return Array(text.utf8)
  }

  /// The index of the value among the allowed ones, ignoring case.
  mutating func choice(_ map: MapReader, _ key: String, _ allowed: [String]) -> Int? {
    value(map, key).flatMap { choice($0.value, key, allowed) }
  }

  /// The case whose name is the value, ignoring case.
  mutating func choice<Word>(_ map: MapReader, _ key: String) -> Word?
  where Word: CaseIterable & RawRepresentable<String>, Word.AllCases == [Word] {
    choice(map, key, Word.allCases.map(\.rawValue)).map { Word.allCases[$0] }
  }

  mutating func choice(_ value: YAMLValue, _ key: String, _ allowed: [String]) -> Int? {
    if let index = value.index(in: allowed) { return index }
    error(value.position, value.refusal(of: key, allowed))
    return nil
  }

  /// The keys of a mapping, whose positions are kept; for any other value, `nil` and an error that says what to write.
  mutating func map(_ entry: YAMLValue.Entry, _ known: [String], else mend: String) -> MapReader? {
    guard case .map(let entries) = entry.value.kind else {
      refuse(entry, mend)
      return nil
    }
    return map(entries, of: entry.key, known)
  }

  mutating func map(_ entries: [YAMLValue.Entry], of key: String, _ known: [String]) -> MapReader {
    for entry in entries { reading.configuration.positions["\(key).\(entry.key)"] = entry.keyPosition }
    let map = MapReader(entries)
    reportUnknown(map, known)
    return map
  }

  /// The texts that a key has, one or a list of them.
  ///
  /// - Parameter mend: what to write instead of anything else.
  mutating func texts(_ entry: YAMLValue.Entry, _ mend: String) -> [(text: String, position: Position)] {
    entry.value.elements.compactMap { element in
      if let text = element.text, !text.utf8.trimmedIsEmpty { return (text, element.position) }
      refuse(element, entry.key, mend)
      return nil
    }
  }

  /// A text for a ``TextPattern``.
  ///
  /// - Parameters:
  ///   - mend: what to write instead of anything else.
  ///   - saysStar: whether the error about a long text names `*`.
  mutating func pattern(_ value: YAMLValue, _ key: String, _ mend: String, saysStar: Bool = true) -> String? {
    if let text = value.text, !text.utf8.trimmedIsEmpty {
      if text.count <= TextPattern.lengthLimit { return text }
      let star = saysStar ? ", with * for any text" : ""
      error(
        value.position,
        "\(key) is \(text.count) characters long; write at most \(TextPattern.lengthLimit)\(star)")
    } else {
      refuse(value, key, mend)
    }
    return nil
  }
}

extension SiteConfiguration {
  /// The allowed values of `firstWeekday`, in ISO 8601 order.
  static let weekdayNames = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
}
