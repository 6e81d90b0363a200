import Bytes
import CMarkGFM
import CivilTime
import Events
import TimeZones

/// Reads one note's file.
struct NoteFileReader {
  static let keys = [
    "title", "description", "slug", "date", "event", "start", "end", "duration", "tz", "allDay", "location",
    "categories", "status", "url", "uid", "calendar", "color", "rrule", "exdates", "class", "transp", "type",
    "attends", "privacy", "except", "draft", "published",
  ]

  /// Keys that are valid only for events.
  private static let eventKeys = [
    "end", "duration", "tz", "allDay", "location", "categories", "status", "url", "uid", "calendar", "color", "rrule",
    "exdates", "except", "transp", "type", "attends",
  ]

  let path: String
  let relative: String
  let zones: ZoneTable
  let vitalKeys: [String]
  private(set) var diagnostics = Diagnostics()

  /// `nil` if the note is skipped, which is then reported.
  mutating func read(_ bytes: [UInt8]) -> NoteFile? {
    let text = DecodedText(bytes.unmarked, &diagnostics).text
    if let null = text.firstIndex(of: 0) {
      diagnostics.add(.warning, Position(of: null, in: text), "a NUL character is read as U+FFFD; remove it")
    }
    let front: FrontMatter
    do throws(YAMLReader.Failure) {
      front = try FrontMatter(text)
    } catch {
      diagnostics.add(.error, error.position, error.message + "; the note is skipped")
      return nil
    }
    if !reportUnknown(front) || isDraft(front) || hasNoTitle(front) { return nil }
    let markdown: Markdown
    do throws(Markdown.Excess) {
      markdown = try Markdown(Array(front.body), linesBefore: front.bodyLine)
    } catch {
      diagnostics.add(.error, error.position, error.message + "; the note is skipped")
      return nil
    }
    var note = NoteFile(
      path: path, relative: relative, markdown: markdown,
      title: [], placement: .page, position: .start)
    note.lines.text =
      front.bodyLine + 1 + front.body.prefix { $0 == .lineFeed || $0 == .carriageReturn }.count { $0 == .lineFeed }
    readTitle(front, &note)
    note.description = self.text(front, "description") ?? []
    note.lines.description = front.entry("description")?.keyPosition.line ?? 1
    note.wantedSlug = slug(front)
    guard readPrivacy(front, &note) else { return nil }
    guard place(front, &note) else { return nil }
    if let draft = note.event?.draft, let text = try? Markdown(Array(front.body), linesBefore: front.bodyLine) {
      let rest = text.plainText(withoutTitle: note.hidden != nil)
      draft.details = Array([draft.details, rest].filter { !$0.isEmpty }.joined(separator: [0x0A, 0x0A]))
    }
    return note
  }

  private mutating func skip(_ position: Position, _ message: String) -> Bool {
    diagnostics.add(.error, position, message + "; the note is skipped")
    return false
  }

  /// False if a misspelt key could show the note to the wrong people.
  private mutating func reportUnknown(_ front: FrontMatter) -> Bool {
    var isWhole = true
    // Rules are for events; pages of other programs have tags. Where there are rules, a misspelt start would make a
    // page of an event.
    let isEvent = front.entry("start") != nil
    let isRuled = vitalKeys != EventFields.vitalKeys
    let vital = (isEvent ? vitalKeys : EventFields.vitalKeys) + ["privacy"] + (isRuled ? ["start"] : [])
    // Of a page, a summary is a description; of an event, it may be the title.
    let synonyms: KeySynonyms = isEvent && vitalKeys.contains("title") ? .event : .note
    let found = MapReader(front.entries).unknown(Self.keys, synonyms, vital: vital, isDeep: true)
    for (severity, position, message) in found {
      if severity == .error {
        isWhole = skip(position, message)
      } else {
        diagnostics.add(severity, position, message)
      }
    }
    return isWhole
  }

  /// Whether the title of an event is no text, which rules could not compare.
  private mutating func hasNoTitle(_ front: FrontMatter) -> Bool {
    guard vitalKeys.contains("title"), front.entry("start") != nil, let title = front.entry("title")?.value,
      title.text == nil, !title.isNull
    else { return false }
    return !skip(title.position, "title is \(title.label); write a text")
  }

  /// Whether the front matter keeps the note out, in the words of other programs: `draft: true`, `published: false`,
  /// `status: draft`.
  private mutating func isDraft(_ front: FrontMatter) -> Bool {
    for (key, isKept) in [("draft", false), ("published", true)] {
      guard let entry = front.entries.first(where: { $0.key == key }) else { continue }
      guard let flag = entry.value.flag else {
        return !skip(entry.value.position, "\(key) is \(entry.value.label); write true or false")
      }
      if flag == isKept { continue }
      diagnostics.add(.note, entry.keyPosition, "\(key) is \(flag), so the note is not published")
      return true
    }
    guard let entry = front.entry("status"), let status = entry.value.text?.lowercased(),
      UnknownKey.mayWithhold(status) || ["pending", "trash"].contains(status)
    else { return false }
    diagnostics.add(.note, entry.keyPosition, "status is \(entry.value.label), so the note is not published")
    return true
  }

  private mutating func text(_ front: FrontMatter, _ key: String) -> [UInt8]? {
    guard let entry = front.entry(key) else { return nil }
    if let text = entry.value.text { return Array(text.utf8) }
    diagnostics.add(
      .warning, entry.value.position, "\(key) is \(entry.value.label) and is left out; write a text"
    )
    return nil
  }

  private mutating func slug(_ front: FrontMatter) -> (slug: String, position: Position)? {
    guard let wanted = text(front, "slug"), let entry = front.entry("slug") else { return nil }
    let read = Slug.read(wanted, label: entry.value.label)
    if let fault = read.fault { diagnostics.add(.warning, entry.value.position, fault) }
    return (read.slug, entry.value.position)
  }

  /// False if the level can't be read: a guess could show the note to the wrong people.
  private mutating func readPrivacy(_ front: FrontMatter, _ note: inout NoteFile) -> Bool {
    guard let entry = front.entries.first(where: { $0.key == "privacy" }) else { return true }
    guard let index = entry.value.index(in: Privacy.names) else {
      return skip(entry.value.position, entry.value.refusal(of: "privacy", Privacy.names))
    }
    note.privacy = Privacy.allCases[index]
    note.privacyPosition = entry.value.position
    return true
  }

  // MARK: The title

  private mutating func readTitle(_ front: FrontMatter, _ note: inout NoteFile) {
    var first: Markdown.Node?
    var anchors = Anchors()
    var names: [(node: Markdown.Node, anchor: String)] = []
    Markdown.walk(note.markdown.root) { node, isEntering in
      guard isEntering, Markdown.kind(node) == .heading else { return true }
      if first == nil, cmark_node_get_heading_level(node) == 1 { first = node }
      names.append((node, anchors.next(Markdown.plainText(node))))
      return true
    }
    let heading = first.map { Array(Markdown.plainText($0).trimmed) } ?? []
    if let title = text(front, "title"), !title.trimmed.isEmpty {
      note.title = Array(title.trimmed)
      note.lines.title = front.entry("title")?.keyPosition.line ?? 1
    } else if let first, !heading.isEmpty {
      note.title = heading
      note.lines.title = note.markdown.position(of: first).line
    } else {
      note.title = Array(note.stem.lastPart.utf8)
    }
    // The page would show the heading twice at its beginning.
    if let first, first == cmark_node_first_child(note.markdown.root), heading == note.title {
      note.hidden = first
    }
    for (node, anchor) in names {
      if node == note.hidden { note.titleAnchor = anchor } else { note.anchors.append(anchor) }
    }
  }

  // MARK: Its placement

  private mutating func place(_ front: FrontMatter, _ note: inout NoteFile) -> Bool {
    if let start = front.entry("start") {
      for key in ["event", "date"] {
        if let other = front.entry(key) {
          diagnostics.add(
            .warning, other.keyPosition,
            "\(key) is not used, since start makes the note an event; remove one of them")
        }
      }
      note.position = start.value.position
      return makeEvent(front, &note)
    }
    for key in ["class", "calendar"] {
      if let entry = front.entry(key) {
        return skip(
          entry.keyPosition,
          "\(key) says who sees an event, and this note is not an event; add start, or move the note out of notes/"
        )
      }
    }
    for key in Self.eventKeys {
      if let entry = front.entry(key) {
        diagnostics.add(
          .warning, entry.keyPosition,
          "\(key) is not used, since only start makes a note an event; add start, or remove \(key)")
      }
    }
    if let event = front.entry("event") {
      if let date = front.entry("date") {
        diagnostics.add(
          .warning, date.keyPosition,
          "date is not used, since the note is on an event; remove one of them")
      }
      guard let uid = event.value.text, !uid.utf8.trimmedIsEmpty else {
        return skip(event.value.position, "event is \(event.value.label); write the event's UID")
      }
      note.placement = .event(uid: Array(Array(uid.utf8).trimmed))
      note.position = event.value.position
    } else if let entry = front.entry("date") {
      guard let text = entry.value.text, let date = try? ISO8601.date(Array(text.utf8).trimmed),
        WrittenTime.years.contains(date.year)
      else {
        return skip(
          entry.value.position,
          "date is \(entry.value.label), which is not a date; write 2026-11-20, or start: for a time")
      }
      note.placement = .day(date)
      note.position = entry.value.position
    }
    return true
  }

  private mutating func makeEvent(_ front: FrontMatter, _ note: inout NoteFile) -> Bool {
    if let color = front.entries.first(where: { $0.key == "color" }), color.value.isNull {
      diagnostics.add(
        .warning, color.keyPosition, "color is empty; in YAML # begins a comment, so write it in quotes: \"#2f6fde\"")
    }
    var positions: [Position] = [note.position]
    let keys = EventFields.keys.filter { !["title", "slug", "calendar"].contains($0) }
    let members = members(front.entries.filter { keys.contains($0.key) }, &positions)
    var fields = EventFields(noun: "note", isYAML: true, zones: zones, vitalKeys: vitalKeys)
    let draft = fields.draft(members, at: 0)
    for finding in fields.takeFindings() {
      diagnostics.add(finding.severity, positions[finding.offset], finding.message)
    }
    for unknown in fields.unknownKeys {
      diagnostics.add(unknown.isVital ? .error : .warning, positions[unknown.offset], unknown.message("note"))
    }
    guard let draft else { return false }
    draft.title = note.title
    draft.slug = note.wantedSlug.map { Array($0.slug.utf8) } ?? []
    if draft.uid.trimmed.isEmpty {
      draft.uid.append(base32: StableHash.of(note.relative.utf8), digits: 13)
      draft.uid.append("@notes.busylife")
    }
    note.placement = .event(uid: draft.uid)
    note.event = (draft, positions)
    if let entry = front.entry("calendar") {
      guard let name = entry.value.text else {
        return skip(
          entry.value.position, "calendar is \(entry.value.label); write a calendar's name")
      }
      note.calendar = (name, entry.value.position)
    }
    return true
  }

  /// YAML as the JSON that events are read from; offsets are indices into the positions.
  private func json(_ value: YAMLValue, _ positions: inout [Position]) -> JSONValue {
    positions.append(value.position)
    let offset = positions.count - 1
    let kind: JSONValue.Kind =
      switch value.kind {
      case .null: .null
      case .scalar(let text, _): .string(Array(text.utf8))
      case .list(let elements): .array(elements.map { json($0, &positions) })
      case .map(let entries): .object(members(entries, &positions))
      }
    return JSONValue(kind: kind, offset: offset)
  }

  private func members(_ entries: [YAMLValue.Entry], _ positions: inout [Position]) -> [JSONValue.Member] {
    entries.map { entry in
      positions.append(entry.keyPosition)
      let keyOffset = positions.count - 1
      return JSONValue.Member(key: Array(entry.key.utf8), keyOffset: keyOffset, value: json(entry.value, &positions))
    }
  }
}

extension String.UTF8View {
  /// Whether all characters are white space.
  var trimmedIsEmpty: Bool { allSatisfy(\.isWhitespace) }
}
