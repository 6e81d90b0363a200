import Bytes
import Events
import Files

/// Who may see what: the levels of the site and its calendars, the rules for single events, and the audiences
/// (``SiteConfiguration/rules``, ``SiteConfiguration/audiences``).
extension ConfigurationReader {
  /// The keys of `site.yml` that are read here.
  static let privacyKeys = ["privacy", "rules", "audiences", "index", "scan"]

  /// What a rule may go by.
  static let conditionKeys = ["class", "category", "title"]
  static let audienceKeys = ["name", "privacy", "zones", "calendars", "locale", "output", "index"]

  mutating func readPrivacy(_ map: MapReader) {
    if let privacy = privacy(map) { reading.configuration.privacy = privacy }
    if let entry = map.entry("privacy") { reading.configuration.privacyPositions["privacy"] = entry.value.position }
    reading.configuration.isIndexed = flag(map, "index")
    readRules(map)
    readAudiences(map)
    readScan(map)
  }

  /// `scan: {allow: ["Week *"]}`
  private mutating func readScan(_ map: MapReader) {
    guard let entry = map.entry("scan") else { return }
    guard case .map(let entries) = entry.value.kind, let list = MapReader(entries).entry("allow"),
      case .list(let elements) = list.value.kind
    else {
      error(entry.value.position, "scan says which withheld texts a build may publish; write {allow: [\"Week *\"]}")
      return
    }
    reportUnknown(MapReader(entries), ["allow"])
    for element in elements {
      guard let text = element.text, text.contains(where: { $0 != "*" && $0 != "?" && !$0.isWhitespace }),
        text.count <= TextPattern.lengthLimit
      else {
        refuse(element, "one of allow", "write a text, with * for any text")
        continue
      }
      let pattern = TextPattern(text)
      reading.configuration.allowed.append { pattern.matches($0) }
    }
  }

  /// The level that the site, a calendar, a rule or an audience names. An empty value is an error: the intended level
  /// can't be guessed.
  mutating func privacy(_ map: MapReader) -> Privacy? {
    guard let entry = map.entry("privacy") else { return nil }
    return choice(entry.value, "privacy", Privacy.names).flatMap { Privacy(rawValue: UInt8($0)) }
  }

  /// The elements of a list of maps; `nil` if the key is absent.
  mutating func maps(_ map: MapReader, _ key: String, _ form: String) -> [(MapReader, Position)]? {
    guard let entry = map.entry(key) else { return nil }
    guard case .list(let elements) = entry.value.kind else {
      refuse(entry, "write a list, each with \(form)")
      return []
    }
    return elements.compactMap { element in
      if case .map(let entries) = element.kind { return (MapReader(entries), element.position) }
      refuse(element, "one of \(key)", "write \(form) for each")
      return nil
    }
  }

  // MARK: Rules

  private mutating func readRules(_ map: MapReader) {
    let texts = FoldedTexts()
    let keys = Self.conditionKeys.map { $0 + ":" }
    let listed = keys.dropLast().joined(separator: ", ") + " and " + keys[keys.count - 1]
    for (rule, position) in maps(map, "rules", "privacy: and one of \(keys.joined(separator: ", "))") ?? [] {
      reportUnknown(rule, ["privacy"] + Self.conditionKeys)
      let conditions = Self.conditionKeys.compactMap { rule.entry($0) }
      guard let condition = conditions.first, conditions.count == 1 else {
        error(
          conditions.dropFirst().first?.keyPosition ?? position,
          conditions.isEmpty
            ? "a rule says to which events it applies by one of \(listed); add one"
            : "a rule has one of \(listed); make two rules of it, of which the stricter applies")
        continue
      }
      guard rule.entry("privacy") != nil else {
        error(position, "a rule has no privacy; add privacy: hidden, busy, titles or full")
        continue
      }
      guard let privacy = privacy(rule), let read = self.condition(condition, texts) else { continue }
      reading.configuration.rules.append(
        SiteConfiguration.Rule(
          privacy: privacy, condition: read, key: condition.key, value: condition.value.text ?? "", position: position))
    }
  }

  private mutating func condition(_ entry: YAMLValue.Entry, _ texts: FoldedTexts) -> PrivacyRule.Condition? {
    if entry.key == "class" {
      return choice(entry.value, "class", ["private", "confidential"]).map {
        .classification($0 == 0 ? .private : .confidential)
      }
    }
    guard let text = pattern(entry.value, entry.key, "write a text") else { return nil }
    let pattern = TextPattern(text, isPlain: entry.key == "category")
    let matches: @Sendable ([UInt8]) -> Bool = { pattern.matches(codes: texts.codes(of: $0)) }
    return entry.key == "category" ? .category(matches) : .title(matches)
  }

  // MARK: Audiences

  private mutating func readAudiences(_ map: MapReader) {
    guard let maps = maps(map, "audiences", "name: and privacy:") else { return }
    if maps.isEmpty, let entry = map.entry("audiences"), !reading.isBroken {
      error(entry.value.position, "audiences is empty; remove it, or add - name: and privacy:")
    }
    var folders: [String: Int] = [:]
    for (audience, position) in maps {
      // A misspelt key is an error: the audience would see more, or another folder would be written.
      reportUnknown(audience, Self.audienceKeys, .audience, vital: Self.audienceKeys)
      guard let read = self.audience(audience, at: position) else { continue }
      reading.configuration.audiencePositions.append(position)
      if reading.configuration.audiences.contains(where: { $0.name.lowercased() == read.name.lowercased() }) {
        error(position, "the name \(Text.quote(read.name)) is also used by another audience; each needs its own")
        continue
      }
      let folder = read.output.lowercased()
      let other = folders.first { $0.key == folder || $0.key.hasPrefix(folder + "/") || folder.hasPrefix($0.key + "/") }
      if let other {
        error(
          audience.entry("output")?.value.position ?? position,
          "the folder \(Text.quote(read.output)) holds the site of the audience in line \(other.value), too; each "
            + "needs a folder of its own, and none within another's")
        continue
      }
      folders[folder] = position.line
      reading.configuration.audiences.append(read)
    }
  }

  private mutating func audience(_ map: MapReader, at position: Position) -> Audience? {
    guard let entry = value(map, "name"), let name = text(map, "name").map({ String(utf8: $0) }), !name.isEmpty else {
      // Without the audience, its site would be published for everybody. A name that is no text has been reported.
      reading.isBroken = true
      let written = map.entry("name")?.value
      if written?.isNull ?? true || written?.text?.isEmpty ?? false {
        error(position, "an audience has no name; add one, such as name: public")
      }
      return nil
    }
    guard Self.isFolder(name), !name.contains("/") else {
      error(
        entry.value.position,
        "the name \(Text.quote(name)) can't name a folder; write letters, digits, -, _ and dots, such as "
          + Text.quote(Slug.make(name)))
      return nil
    }
    guard map.entry("privacy") != nil else {
      error(position, "the audience \(Text.quote(name)) has no privacy; add privacy: full, titles, busy or hidden")
      return nil
    }
    guard let privacy = privacy(map) else { return nil }
    var audience = Audience(name: name, privacy: privacy, output: name)
    if let entry = map.entry("output") {
      guard let output = entry.value.text, Self.isFolder(output) else {
        refuse(
          entry,
          "write a folder inside of --output, such as \(name): names of letters, digits, -, _ and dots, joined by "
            + "slashes")
        return nil
      }
      audience.output = output
    }
    audience.isIndexed = flag(map, "index")
    audience.locale = locale(map)
    audience.zones = zones(map)
    audience.calendars = names(map, "calendars")
    return audience
  }

  /// A list of texts; `nil` if the key is absent.
  private mutating func names(_ map: MapReader, _ key: String) -> [[UInt8]]? {
    guard let entry = map.entry(key) else { return nil }
    guard case .list(let elements) = entry.value.kind else {
      refuse(entry, "write a list of names: [work, home]")
      return []
    }
    return elements.compactMap { element in
      guard let text = element.text, !text.isEmpty else {
        refuse(element, "one of \(key)", "write the name of a calendar")
        return nil
      }
      reading.namedCalendars.append((text, element.position))
      return Array(text.utf8)
    }
  }

  /// Whether a path names a folder below another one, in a form that every system keeps.
  private static func isFolder(_ path: String) -> Bool {
    path.utf8.count <= 200
      && path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { name in
        guard let first = name.utf8.first, let last = name.utf8.last else { return false }
        return (first.isLetter || first.isDigit || first == .underscore) && last != .dot
          && name.utf8.allSatisfy { $0.isLetter || $0.isDigit || [0x2D, 0x2E, 0x5F].contains($0) }
          && !Slug.isReserved(String(name))
      }
  }
}
