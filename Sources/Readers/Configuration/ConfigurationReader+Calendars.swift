import Bytes

/// The list of calendars in `site.yml`.
extension ConfigurationReader {
  static let calendarKeys = [
    "name", "title", "source", "color", "privacy", "refresh", "user", "collections", "except", "kind",
  ]
  /// Keys under which people write secrets. Each is an error: site.yml is often in a repository.
  static let secretKeys = [
    "password", "passwd", "pass", "secret", "token", "apikey", "api_key", "apppassword", "app_password", "auth",
  ]

  mutating func readCalendars(_ map: MapReader) {
    guard let entry = value(map, "calendars") else { return }
    guard case .list(let elements) = entry.value.kind else {
      return refuse(entry, "write a list, each with - name: and source:")
    }
    var calendars: [CalendarEntry] = []
    var lines: [String: Int] = [:]
    for (index, element) in elements.enumerated() {
      guard case .map(let entries) = element.kind else {
        refuse(element, "a calendar", "write name: and source: for each")
        continue
      }
      for entry in entries {
        let key = "calendars[\(index)]." + entry.key
        reading.configuration.positions[key] = entry.keyPosition
        if entry.key == "privacy" { reading.configuration.privacyPositions[key] = entry.value.position }
      }
      guard let calendar = calendar(MapReader(entries), at: element.position) else { continue }
      if let line = lines[calendar.name.lowercased()] {
        error(
          calendar.namePosition,
          "the name \(Text.quote(calendar.name)) is also used by the calendar in line \(line); each needs its own"
        )
        continue
      }
      lines[calendar.name.lowercased()] = calendar.namePosition.line
      calendars.append(calendar)
    }
    reportSharedPasswords(calendars)
    reading.calendars = calendars
  }

  /// Reports calendars whose names differ in punctuation only, so that one variable would hold the passwords of two
  /// accounts, or be sent to two servers.
  private mutating func reportSharedPasswords(_ calendars: [CalendarEntry]) {
    var first: [String: (remote: RemoteCalendar, line: Int)] = [:]
    for calendar in calendars {
      guard let remote = calendar.remote, let user = remote.user else { continue }
      guard let known = first[remote.variable] else {
        first[remote.variable] = (remote, calendar.namePosition.line)
        continue
      }
      if known.remote.user == user, WebAddress(known.remote.url)?.origin == WebAddress(remote.url)?.origin { continue }
      error(
        calendar.namePosition,
        "the password of \(Text.quote(calendar.name)) would be read from BUSYLIFE_PASSWORD_\(remote.variable), as that "
          + "of \(Text.quote(known.remote.name)) in line \(known.line), which is another account; rename one of them, "
          + "so that their names differ in letters or digits")
    }
  }

  private mutating func calendar(_ map: MapReader, at position: Position) -> CalendarEntry? {
    reportUnknown(map, Self.calendarKeys + Self.secretKeys.filter { map.entry($0) != nil }, .calendar)
    var calendar = CalendarEntry(name: "", namePosition: position, sourcePosition: position)
    calendar.title = text(map, "title") ?? []
    let name = required(map, "name", at: position, "a calendar has no name; add one, such as name: work") {
      Self.mendOfName(String(utf8: $0))
    }
    // Without a source it has the events that name it.
    var source: (text: [UInt8], position: Position)? = ([], position)
    let isMeant = map.means("source", Self.calendarKeys, .calendar)
    if let place = map.entry("source")?.keyPosition ?? (isMeant ? position : nil) {
      source = required(
        map, "source", at: place,
        "the calendar has no source; write a file, a folder of .ics files or an https: address after source:, or leave "
          + "the key out"
      ) { Self.mendOfSource(String(utf8: $0.trimmed)) }
    }
    if let entry = map.entry("color") {
      if let color = entry.value.text.flatMap({ Color.read($0.utf8) }) {
        calendar.color = color
      } else if entry.value.isNull {
        error(
          entry.keyPosition,
          "color is empty; in YAML # begins a comment, so write it in quotes: \"#2f6fde\"")
      } else {
        refuse(entry, "write \"#rgb\" or \"#rrggbb\", in quotes, such as \"#2f6fde\"")
      }
    }
    calendar.privacy = privacy(map)
    if let entry = value(map, "except") {
      calendar.except = texts(entry, "write the name of a calendar, or a list of names")
        .map { (Array(Array($0.text.utf8).trimmed), $0.position) }
    }
    let kind = choice(map, "kind", ["calendar", "conference"])
    guard let name, let source else { return nil }
    if kind == 1 { reading.configuration.conferences.insert(String(utf8: name.text)) }
    (calendar.name, calendar.namePosition) = (String(utf8: name.text), name.position)
    (calendar.source, calendar.sourcePosition) = (String(utf8: source.text.trimmed), source.position)
    readRemote(map, &calendar)
    return calendar
  }

  /// A text that a calendar must have; its absence and any flaw are reported.
  private mutating func required(
    _ map: MapReader, _ key: String, at position: Position, _ missing: String, flaw: ([UInt8]) -> String?
  ) -> (text: [UInt8], position: Position)? {
    guard let entry = value(map, key) else {
      error(position, missing)
      return nil
    }
    guard let text = text(map, key) else { return nil }
    guard let mend = flaw(text) else { return (text, entry.value.position) }
    error(entry.value.position, mend)
    return nil
  }

  /// What is wrong with a calendar's name, which also names its feed; `nil` if nothing is.
  private static func mendOfName(_ name: String) -> String? {
    let bytes = Array(name.utf8)
    let isPlain = bytes.allSatisfy { $0.isLetter || $0.isDigit || [0x2D, 0x2E, 0x5F].contains($0) }
    let ends = [bytes.first, bytes.last].allSatisfy {
      $0.map { $0.isLetter || $0.isDigit } ?? false
    }
    if name.lowercased() == "all" {
      return "the name \"all\" belongs to the feed of all calendars; choose another"
    }
    if isPlain, ends, bytes.count <= Slug.length, !Slug.isReserved(name) { return nil }
    return
      "the name \(Text.quote(name)) can't name a file; write \(Text.quote(Slug.make(name))), and what people "
      + "read as title:"
  }

  /// What is wrong with a source, apart from whether it exists; `nil` if nothing is.
  private static func mendOfSource(_ source: String) -> String? {
    if source.isEmpty {
      return "source is empty; write a file, a folder of .ics files or an https: address"
    }
    if source.utf8.contains(0) { return "source contains a NUL character; remove it" }
    if let scheme = CalendarReader.scheme(of: source) { return mendOfAddress(source, scheme) }
    // By bytes, as the file system reads it: a slash and a combining mark after it are one Character.
    if source.utf8.first == UInt8.ascii("/") || source.utf8.first == UInt8.ascii("~") {
      return
        "the source \(Text.quote(source)) is outside the content folder; copy it there and write its path from there, "
        + "or link it there and set followLinks: true"
    }
    var depth = 0
    for part in source.utf8.split(separator: UInt8.ascii("/")) where !part.equals(".") {
      depth += part.equals("..") ? -1 : 1
      if depth < 0 {
        return
          "the source \(Text.quote(source)) leads out of the content folder; copy it there and write its path from "
          + "there, or link it there and set followLinks: true"
      }
    }
    return nil
  }
}
