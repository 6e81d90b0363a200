import Bytes
import CalendarPages
import Events
import Foundation
import Gate
import ICalendar
import Readers

/// Remarks of `check` about privacy: settings without effect, and withheld titles in what is published anyway.
extension LoadedContent {
  /// Nothing if site.yml can't be understood: its errors come first.
  func privacyRemarks() -> [Problem] {
    if content.isConfigurationBroken { return [] }
    let audiences: [Audience?] = content.configuration.audiences.isEmpty ? [nil] : content.configuration.audiences
    let views = audiences.map { (name: $0?.name ?? "", content: redacted(for: Reader(audience: $0), nil)) }
    return rulesWithoutEvents() + levelsWithoutEffect() + unreadEvents() + notesOnWithheldEvents(views)
      + exposedTitles(views)
  }

  /// Notes of `check` about notes that nobody sees, since their events are not shown in full.
  private func notesOnWithheldEvents(_ views: [View]) -> [Problem] {
    let seen = Set(views.flatMap { $0.content.notes.map(\.path) })
    return content.notes.compactMap { note in
      guard case .event(let uid) = note.placement, note.privacy == .full, !seen.contains(note.path),
        read.hasEvent(uid: uid)
      else { return nil }
      return Problem(
        .note, in: note.path, at: note.position, "the note is not published, since its event is not shown in full")
    }
  }

  /// Warnings about events that are skipped as broken and yet withhold others with their UIDs.
  private func unreadEvents() -> [Problem] {
    read.unreadDeciders(under: policy(for: Reader())).map { decider in
      let message =
        "this event can't be read, but its series is \(decider.privacy.name) because of "
        + (decider.reason == .cut ? "its missing end, which may have withheld it" : "what can be read of it")
        + "; correct the event, or remove it"
      return Problem(.warning, in: files[Int(decider.event.document)], line: Int(decider.event.line), message)
    }
  }

  /// What an audience sees; its name is empty if the site is for everybody.
  private typealias View = (name: String, content: PublicContent)

  private func settings(_ severity: Diagnostic.Severity, _ position: Position, _ message: String) -> Problem {
    Problem(severity, in: content.configuration.path, at: position, message.onOneLine)
  }

  // MARK: Settings without effect

  /// Warnings about rules that apply to no event: probably misspelt, and then something is shown that should not be.
  /// O(rules · events).
  private func rulesWithoutEvents() -> [Problem] {
    let rules = content.configuration.rules
    if rules.isEmpty { return [] }
    let store = unredacted().store
    var found: [Problem] = []
    var isUsed = [Bool](repeating: false, count: rules.count)
    let conditions = rules.map { PrivacyRule(privacy: $0.privacy, condition: $0.condition) }
    for event in store.events {
      var ruled = RuledEvent(event, in: store)
      for (index, rule) in conditions.enumerated() where !isUsed[index] { isUsed[index] = rule.applies(to: &ruled) }
    }
    for (index, rule) in rules.enumerated() where !isUsed[index] {
      var near: [[UInt8]] = []
      // Comparing costs the product of the lengths.
      if rule.value.utf8.count <= 256 {
        let names = store.events.flatMap {
          var event = RuledEvent($0, in: store)
          return rule.condition.texts(of: &event)
        }
        near = nearest(
          rule.value.utf8, in: Set(names).sorted { $0.lexicographicallyPrecedes($1) }, most: 1)
      }
      let mend =
        near.first.map { "did you mean \(String(decoding: quoted($0), as: UTF8.self))?" } ?? "correct or remove it"
      let value = String(decoding: quoted(rule.value.utf8), as: UTF8.self)
      found.append(settings(.warning, rule.position, "the rule \(rule.key): \(value) applies to no event; \(mend)"))
    }
    return found
  }

  /// Notes about levels that are looser than what applies anyway: the strictest counts. O(settings).
  private func levelsWithoutEffect() -> [Problem] {
    let configuration = content.configuration
    let site = configuration.privacy
    let stricter = "the site has \(site.name), and the stricter counts"
    var found: [Problem] = []
    func add(_ position: Position, _ subject: String, _ level: Privacy, _ other: String) {
      found.append(
        settings(
          .note, position,
          "privacy: \(level.name) of \(subject) has no effect, since \(other); remove it, or make it stricter"))
    }
    var entries: Set<Int> = []
    for calendar in content.calendars {
      guard let level = calendar.privacy, level < site, let entry = calendar.entry,
        let position = configuration.privacyPositions["calendars[\(entry.index)].privacy"],
        entries.insert(entry.index).inserted
      else { continue }
      add(position, "the calendar \(entry.name)", level, stricter)
    }
    for (audience, position) in zip(configuration.audiences, configuration.audiencePositions)
    where audience.privacy < site {
      add(position, "the audience \(audience.name)", audience.privacy, stricter)
    }
    for rule in configuration.rules {
      // A rule for a class also replaces what the class itself asks for.
      if case .classification = rule.condition {
        guard rule.privacy < site, site >= .busy else { continue }
      } else {
        guard rule.privacy < site || rule.privacy == .full else { continue }
      }
      let other = site == .full ? "every event has at least that level" : stricter
      let value = String(decoding: quoted(rule.value.utf8), as: UTF8.self)
      add(rule.position, "the rule \(rule.key): \(value)", rule.privacy, other)
    }
    return found
  }

  // MARK: Withheld titles in what is published

  /// Shorter titles are in many texts by chance.
  private static let leastCharacters = 4
  /// The greatest number of warnings about exposed titles: enough to see what is wrong.
  private static let exposedLimit = 100

  /// Warnings about titles that are withheld from a reader, but stand in a text that the reader does see: in notes,
  /// other events and names of the site and its calendars. Words are compared without regard to case and punctuation.
  /// O(bytes) for each audience, times the number of different lengths of titles with one first word (at most
  /// ``TitleSearch/wordLimit``).
  private func exposedTitles(_ views: [View]) -> [Problem] {
    let all = unredacted().store
    var order: [Finding] = []
    var readers: [Finding: [String]] = [:]
    for view in views {
      for finding in exposedTitles(all, view.content) {
        if readers[finding] == nil { order.append(finding) }
        readers[finding, default: []].append(view.name)
      }
    }
    var problems = order.prefix(Self.exposedLimit).map { finding in
      let event = all[finding.event]
      let title = String(decoding: quoted(all.text(event.title, of: event)), as: UTF8.self)
      let names = readers[finding]?.filter { !$0.isEmpty } ?? []
      let to = names.isEmpty ? "" : " to \(names.joined(separator: ", "))"
      let message =
        "\(finding.subject) is shown\(to) and contains \(title), the title of the event at "
        + "\(path(of: event)):\(event.line), which is withheld; reword one of them, or withhold this too"
      return Problem(
        .warning, in: finding.path, at: Position(line: finding.line, column: 1), message.onOneLine)
    }
    if order.count > Self.exposedLimit, let last = order.last {
      let message = "\(order.count - Self.exposedLimit) more withheld titles in what is published are not listed"
      problems.append(Problem(.note, in: last.path, at: Position(line: last.line, column: 1), message))
    }
    return problems
  }

  /// A withheld title in a published text.
  private struct Finding: Hashable {
    /// The withheld event.
    var event: Int32
    /// The text: `the note's text`.
    var subject: String
    var path: String
    var line: Int
  }

  private func exposedTitles(_ all: EventStore, _ shown: PublicContent) -> [Finding] {
    let places = Set(shown.origins)
    let withheld = all.events.indices.filter { !places.contains(all.events[$0].place) }
    if withheld.isEmpty { return [] }
    var search = TitleSearch()
    let published = Set(
      shown.store.events.map { TitleSearch.words(shown.store.text($0.title, of: $0)) })
    for index in withheld {
      let title = all.text(all.events[index].title, of: all.events[index])
      if String(decoding: title, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines).count
        < Self.leastCharacters
      {
        continue
      }
      let words = TitleSearch.words(title)
      if !published.contains(words) { search.add(words, Int32(index)) }
    }
    if search.isEmpty { return [] }
    var found: [Finding] = []
    func look(_ text: [UInt8], _ subject: String, _ path: String, _ line: Int) {
      for event in search.titles(in: text) {
        found.append(Finding(event: event, subject: subject, path: path, line: line))
      }
    }
    let configuration = shown.configuration
    look(configuration.title, "the site's title", configuration.path, configuration.positions["title"]?.line ?? 1)
    look(
      configuration.description, "the site's description", configuration.path,
      configuration.positions["description"]?.line ?? 1)
    if let footer = configuration.look.footer {
      look(TitleSearch.text(ofHTML: shown.footer.html), "the footer", configuration.path, footer.position.line)
    }
    for calendar in shown.store.calendars {
      let name = String(decoding: calendar.name, as: UTF8.self)
      let index = content.calendars.first { $0.name == calendar.name }?.entry?.index
      let line = index.flatMap {
        configuration.positions["calendars[\($0)].title"] ?? configuration.positions["calendars[\($0)].name"]
      }?.line
      look(calendar.title, "the title of the calendar \(name)", configuration.path, line ?? 1)
    }
    for note in shown.notes {
      look(note.title, "the note's title", note.path, note.lines.title)
      look(note.description, "the note's description", note.path, note.lines.description)
      look(TitleSearch.text(ofHTML: note.html), "the note's text", note.path, note.lines.text)
    }
    // Places in the redacted files are not those of the sources.
    let sources = Dictionary(uniqueKeysWithValues: all.events.map { ($0.place, $0) })
    for (event, origin) in zip(shown.store.events, shown.origins) {
      guard let source = sources[origin] else { continue }
      let path = path(of: source)
      look(shown.store.text(event.title, of: event), "the event's title", path, Int(source.line))
      look(shown.store.text(event.location, of: event), "the event's location", path, Int(source.line))
      look(shown.store.text(.description, of: event), "the event's description", path, Int(source.line))
    }
    return found.unique
  }
}

/// Finds titles in texts, word by word.
struct TitleSearch {
  /// The greatest number of words of a title that are compared; in scripts without spaces each character is one.
  static let wordLimit = 32

  /// By a title's words joined by spaces.
  private var titles: [String: Int32] = [:]
  /// The numbers of words of the titles that begin with a word.
  private var lengths: [String: Set<Int>] = [:]

  var isEmpty: Bool { titles.isEmpty }

  mutating func add(_ words: [String], _ event: Int32) {
    let words = words.prefix(Self.wordLimit)
    guard let first = words.first, titles[words.joined(separator: " ")] == nil else { return }
    titles[words.joined(separator: " ")] = event
    lengths[first, default: []].insert(words.count)
  }

  /// The events whose titles a text contains, in order. O(text · lengths).
  func titles(in text: [UInt8]) -> [Int32] {
    let words = Self.words(text)
    var found: [Int32] = []
    for start in words.indices {
      for length in lengths[words[start]]?.sorted() ?? [] where start + length <= words.count {
        if let event = titles[words[start..<start + length].joined(separator: " ")] { found.append(event) }
      }
    }
    return found
  }

  /// The words of a text, without regard to case. O(text).
  static func words(_ text: [UInt8]) -> [String] {
    var words: [String] = []
    var word = ""
    func finish() {
      if !word.isEmpty { words.append(word) }
      word = ""
    }
    let text = String(decoding: text, as: UTF8.self).folding(options: [.caseInsensitive], locale: nil)
    for character in text {
      if character.isWhitespace || character.isPunctuation {
        finish()
      } else if (character.isLetter || character.isNumber) && !isWordByItself(character) {
        word.append(character)
      } else {
        finish()
        words.append(String(character))
      }
    }
    finish()
    return words
  }

  /// Whether it is of a script that does not separate words: those of Thailand, Laos, Burma and Cambodia, and kana,
  /// Han and all after them.
  private static func isWordByItself(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first?.value else { return false }
    switch scalar {
    case 0x0E00..<0x0F00, 0x1000..<0x10A0, 0x1780..<0x1800, 0x3040..<0xAC00, 0xF900..<0xFB00, 0x20000...: return true
    default: return false
    }
  }

  /// The text of safe HTML, and after it the texts of its images and tooltips. O(HTML).
  static func text(ofHTML html: [UInt8]) -> [UInt8] {
    var text = SafeHTML.text(of: html)
    var rest = html[...]
    while let start = rest.firstIndex(of: .less) {
      let end = rest[start...].firstIndex(of: .greater) ?? rest.endIndex
      let tag = rest[start..<end]
      for name in ["alt=\"", "title=\""] {
        guard let found = tag.firstRange(of: Array(name.utf8)) else { continue }
        text.append(.space)
        text += SafeHTML.text(of: tag[found.upperBound...].prefix { $0 != .quote })
      }
      rest = rest[end...].dropFirst()
    }
    return text
  }
}

extension String {
  /// Control characters of content become spaces.
  fileprivate var onOneLine: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
  }
}
