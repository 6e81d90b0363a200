import Bytes
import CalendarPages
import Readers

/// The words of a theme, by language: `words/<language>.yml` of the default theme, and over it, key by key, those of a
/// theme of one's own. So that may change a single word, and goes on to work when later versions have more.
struct ThemeWords: Sendable {
  /// The language that stands in for those of which there is no file, and whose scripts' words all others have to have.
  static let fallback = "en"

  private var files: [String: WordsFile] = [:]
  /// The default theme's words in the fallback language, as they are without a theme of one's own.
  private var english: WordsFile?

  /// Adds a file of a theme; those of later themes come over those of earlier ones.
  /// - Parameters:
  ///   - path: from the theme's folder.
  ///   - place: as messages name it.
  mutating func add(_ path: String, _ bytes: [UInt8], at place: String) throws(BuildError) {
    let language = String(path.dropFirst("words/".count).dropLast(".yml".count))
    do throws(WordsFile.Failure) {
      let file = try WordsFile(bytes, path: place)
      if files[language] == nil { files[language] = file } else { files[language]!.merge(file) }
      if language == Self.fallback, english == nil { english = file }
    } catch { throw .content(error.lines) }
  }

  static func isWords(_ path: String) -> Bool {
    path.hasPrefix("words/") && path.hasSuffix(".yml") && !path.dropFirst("words/".count).contains("/")
  }

  /// The words for a locale: those of its own tag, else of the tag with fewer and fewer parts, else English ones.
  /// - Parameter locale: BCP 47, `de-AT`.
  func compiled(for locale: String) throws(BuildError) -> CompiledWords {
    guard let english, let fallback = files[Self.fallback] else {
      throw .content(["the theme has no words/\(Self.fallback).yml; run init --theme for a whole one"])
    }
    var tag = locale.split(separator: "-")
    while !tag.isEmpty {
      let language = tag.joined(separator: "-")
      if let file = files.first(where: { $0.key.lowercased() == language.lowercased() }) {
        return try WordsCompiler(file.value, file.key, english).compiled()
      }
      tag.removeLast()
    }
    return try WordsCompiler(fallback, Self.fallback, english).compiled()
  }
}

/// The words of one language, for the core and for scripts.
struct CompiledWords: Sendable {
  var words: Words
  /// Scripts below `assets/` that hold words, and their bytes.
  var scripts: [(path: String, bytes: [UInt8])]
}

/// Makes words of a file, and finds all that is wrong with it.
struct WordsCompiler {
  private let file: WordsFile
  private let language: String
  /// What scripts say in English: it decides which words there are, and which places they have.
  private let english: WordsFile
  private var lines: [String] = []
  private var cardinals = PluralRules.none
  private var ordinals = PluralRules.none

  init(_ file: WordsFile, _ language: String, _ english: WordsFile) {
    self.file = file
    self.language = language
    self.english = english
  }

  /// The group of ``WordsFile/sections`` that today.html hands to its script; the others are scripts of their own.
  private static let today = "scripts.today"
  /// The group that scripts of every page load.
  private static let everywhere = "scripts.words"

  func compiled() throws(BuildError) -> CompiledWords {
    var compiler = self
    let compiled = compiler.compile()
    if !compiler.lines.isEmpty { throw .content(compiler.lines) }
    return compiled
  }

  private mutating func compile() -> CompiledWords {
    let groups = english.sections.keys.filter { $0.hasPrefix("scripts.") }.sorted()
    requireKnown(
      ["plurals", "ordinals"].map { ($0, PluralCategory.allCases.dropLast().map { $0.stringValue }) }
        + [("labels", WordsField.allCases.map { $0.stringValue })]
        + [("sentences", Sentence.allCases.map { $0.stringValue })]
        + groups.map { ($0, english.sections[$0]!.keys.sorted()) })
    cardinals = rules("plurals")
    ordinals = rules("ordinals")
    let labels = WordsField.allCases.map { label(entry("labels", $0.stringValue)) }
    let sentences = Sentence.allCases.map { sentence($0, entry("sentences", $0.stringValue)) }
    var scripts: [(path: String, bytes: [UInt8])] = []
    var today: [UInt8] = []
    for group in groups {
      let json = script(group)
      if group == Self.today {
        today = json
      } else {
        let name = group.dropFirst("scripts.".count)
        // The words of every page come with the function that fills in places.
        let filling = group == Self.everywhere ? "export const {phrase}=busylife;\n" : ""
        scripts.append(
          ("modules/\(name).js", [UInt8]("export const words = ") + json + [UInt8](";\n") + Array(filling.utf8)))
      }
    }
    return CompiledWords(
      words: Words(
        language: Array(language.utf8), labels: labels, sentences: sentences, cardinals: cardinals,
        ordinals: ordinals, todayScript: today),
      scripts: scripts)
  }

  // MARK: Keys

  /// Reports the sections and keys that mean nothing.
  private mutating func requireKnown(_ known: [(section: String, keys: [String])]) {
    let sections = known.map { $0.section }
    for (section, place) in file.places.sorted(by: { $0.value.position < $1.value.position })
    where !sections.contains(section) {
      lines.append(place.error(unknown(section, in: sections)))
    }
    for (section, keys) in known {
      let entries = file.sections[section] ?? [:]
      for (key, entry) in entries.sorted(by: { $0.value.place.position < $1.value.place.position })
      where !keys.contains(key) {
        lines.append(entry.place.error(unknown(key, in: keys)))
      }
    }
  }

  private func unknown(_ key: String, in keys: [String]) -> String {
    let near = nearest(Array(key.utf8.prefix(256)), in: keys.map { Array($0.utf8) }, most: 1).first
    let mend = near.map { "did you mean \"\(String(decoding: $0, as: UTF8.self))\"?" } ?? "remove it"
    return "\"\(key.prefix(60))\" is nothing that pages say; \(mend)"
  }

  private mutating func entry(_ section: String, _ key: String) -> WordsFile.Entry? {
    if let entry = file.sections[section]?[key] { return entry }
    let name = "\(section).\(key)"
    if let place = file.places[section] ?? file.places.values.min(by: { $0.position < $1.position }) {
      lines.append(place.error("there is no \(name); add it, as in words/\(ThemeWords.fallback).yml"))
    } else {
      lines.append("words/\(language).yml: error: there is no \(name); add it, as in words/\(ThemeWords.fallback).yml")
    }
    return nil
  }

  // MARK: Rules

  private mutating func rules(_ section: String) -> PluralRules {
    var rules: [PluralRules.Rule] = []
    // In the order of the categories: CLDR's rules exclude each other.
    for category in PluralCategory.allCases {
      guard let entry = file.sections[section]?[category.stringValue] else { continue }
      guard let written = entry.single else {
        lines.append(entry.place.error("a rule is one text, such as \"n = 1\""))
        continue
      }
      do throws(PluralRuleReader.Failure) {
        rules.append(PluralRules.Rule(category: category, alternatives: try PluralRuleReader.read(written.text)))
      } catch {
        lines.append(written.place.error(error.message))
        rules.append(PluralRules.Rule(category: category, alternatives: []))
      }
    }
    return PluralRules(rules: rules)
  }

  // MARK: Texts

  private mutating func label(_ entry: WordsFile.Entry?) -> [UInt8] {
    guard let entry else { return [] }
    return message(entry, places: [], counted: nil, ordinals: false, isOneLine: true).first?.parts.text ?? []
  }

  private static let nothing = Message(forms: [(.category(.other), [])])!

  private mutating func sentence(_ sentence: Sentence, _ entry: WordsFile.Entry?) -> Message {
    guard let entry else { return Self.nothing }
    let forms = message(
      entry, places: sentence.places.map { $0.stringValue }, counted: sentence.counted?.stringValue,
      ordinals: sentence.isOrdinal, isOneLine: true)
    return Message(
      forms: forms.map { form in
        let parts = form.parts.map { part in
          switch part {
          case .text(let text): Message.Part.text(Array(text.utf8))
          case .place(let name): Message.Part.place(Place.allCases.first { $0.stringValue == name }!)
          }
        }
        return (form.selector, parts)
      }) ?? Self.nothing
  }

  /// A group of words for scripts, as a JSON object: each a text, or an object of forms by their names.
  private mutating func script(_ group: String) -> [UInt8] {
    var out = [UInt8]("{")
    for (key, original) in english.sections[group]!.sorted(by: { $0.value.place.position < $1.value.place.position }) {
      guard let entry = entry(group, key) else { continue }
      let hasForms = original.single == nil
      var places: [String] = []
      for form in original.forms {
        for case .place(let name) in WordsParts(form.text.text).parts where !places.contains(name) {
          places.append(name)
        }
      }
      _ = message(entry, places: places, counted: hasForms ? "count" : nil, ordinals: false, isOneLine: false)
      if out.count > 1 { out.append(ascii: ",") }
      out.append(json: key.utf8)
      out.append(ascii: ":")
      if let single = entry.single {
        out.append(json: single.text.utf8)
        continue
      }
      out.append(ascii: "{")
      for (index, form) in entry.forms.enumerated() {
        if index > 0 { out.append(ascii: ",") }
        out.append(json: form.name.utf8)
        out.append(ascii: ":")
        out.append(json: form.text.text.utf8)
      }
      out.append(ascii: "}")
    }
    return out + [UInt8]("}")
  }

  /// One form of an entry that was looked through.
  private typealias Form = (selector: Message.Selector, parts: [WordsParts.Part])

  /// Looks through an entry.
  /// - Parameters:
  ///   - places: those that its texts must name, and may.
  ///   - counted: the place of the number that chooses between forms, which they may leave out; `nil` if there may be
  ///     one text only.
  ///   - ordinals: whether the rules of ordinals choose.
  /// - Returns: as many as the entry has, if it is sound; else any number.
  private mutating func message(
    _ entry: WordsFile.Entry, places: [String], counted: String?, ordinals: Bool, isOneLine: Bool
  ) -> [Form] {
    if counted == nil, entry.single == nil {
      lines.append(entry.place.error("this does not count anything; write one text in place of forms"))
      return []
    }
    if entry.single == nil, !entry.forms.contains(where: { $0.name == PluralCategory.other.stringValue }) {
      lines.append(entry.place.error("the form for \"other\" is missing; it is for all numbers that have none"))
    }
    var forms: [Form] = []
    for form in entry.forms {
      let place = form.text.place
      guard let selector = form.name.isEmpty ? .category(.other) : Message.Selector(form.name) else {
        lines.append(
          place.error(
            "\"\(form.name)\" is no form; write zero, one, two, few, many, other, or \"=1\" for one number up to "
              + "\(Message.numbers.upperBound)"))
        continue
      }
      if case .category(let category) = selector, category != .other {
        let rules = ordinals ? self.ordinals : cardinals
        if !rules.rules.contains(where: { $0.category == category }) {
          lines.append(
            place.error(
              "no number is \"\(form.name)\" by the rules in \(ordinals ? "ordinals" : "plurals"); remove the form, or "
                + "add the rule"))
        }
      }
      let parts = WordsParts(form.text.text)
      if let problem = parts.problem { lines.append(place.error(problem)) }
      if parts.hasControl(allowingLines: !isOneLine) {
        lines.append(place.error("a control character stands in this text; remove it"))
      }
      for name in parts.places where !places.contains(name) {
        let mend =
          places.isEmpty
          ? "it has no places" : "its places are \(places.map { "{\($0)}" }.joined(separator: ", "))"
        lines.append(place.error("{\(name)} is no place of this text; \(mend)"))
      }
      let isMisspelt = parts.places.contains { !places.contains($0) }
      for name in places where name != counted && !isMisspelt && !parts.places.contains(name) {
        lines.append(place.error("{\(name)} is missing; name it where it has to stand"))
      }
      forms.append((selector, parts.parts))
    }
    return lines.isEmpty ? forms : []
  }
}

/// A text parted at its places: "from {time}".
struct WordsParts {
  enum Part {
    case text(String)
    case place(String)
  }

  private(set) var parts: [Part] = []
  /// What is wrong with it, if anything.
  private(set) var problem: String?

  var places: [String] {
    parts.compactMap { if case .place(let name) = $0 { name } else { nil } }
  }

  init(_ text: String) {
    var rest = text.utf8[...]
    while let brace = rest.firstIndex(where: { $0 == .ascii("{") || $0 == .ascii("}") }) {
      let end = rest[brace...].firstIndex(of: .ascii("}"))
      guard rest[brace] == .ascii("{"), let end, !rest[brace..<end].dropFirst().isEmpty,
        rest[brace..<end].dropFirst().allSatisfy({ $0.isLetter })
      else {
        problem = "a brace stands alone; places are written as {title}"
        return
      }
      if brace > rest.startIndex { parts.append(.text(String(text[rest.startIndex..<brace]))) }
      parts.append(.place(String(text[rest.index(after: brace)..<end])))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { parts.append(.text(String(text[rest.startIndex...]))) }
  }

  /// - Parameter allowingLines: whether ends of lines may stand in it.
  func hasControl(allowingLines: Bool) -> Bool {
    parts.contains { part in
      guard case .text(let text) = part else { return false }
      return text.utf8.contains { ($0 < 0x20 && !(allowingLines && $0 == 0x0A)) || $0 == 0x7F }
    }
  }
}

extension [WordsParts.Part] {
  /// All of its texts.
  fileprivate var text: [UInt8] {
    flatMap { part -> [UInt8] in if case .text(let text) = part { [UInt8](text.utf8) } else { [] } }
  }
}

extension Message.Selector {
  /// By the name of a form in a words file: a category, or `=1`.
  fileprivate init?(_ name: String) {
    if let category = PluralCategory.allCases.first(where: { $0.stringValue == name }) {
      self = .category(category)
    } else if name.hasPrefix("="), let number = Int(name.dropFirst()), Message.numbers.contains(number) {
      self = .number(number)
    } else {
      return nil
    }
  }
}
