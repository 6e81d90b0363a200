import Bytes
import CalendarPages
import Readers

/// Makes words of files, and finds all that is wrong with them.
struct WordsCompiler {
  /// Searched in this order.
  private let layers: [WordsLayer]
  private let language: String
  /// The English words of the default theme, which decide which words scripts have, and which places these have.
  private let english: WordsFile
  private var errors: [Problem] = []
  private var warnings: [Problem] = []
  private var missing: [String] = []
  private var cardinals = PluralRules.none
  private var ordinals = PluralRules.none
  /// Faults of the entry that is being checked.
  private var faults: [Problem] = []

  init(_ layers: [WordsLayer], _ language: String, _ english: WordsFile) {
    self.layers = layers
    self.language = language
    self.english = english
  }

  /// The group of ``WordsFile/sections`` that today.html hands to its script; the others are scripts of their own.
  private static let today = "scripts.today"
  /// The section that says how long texts may be.
  private static let lengths = "lengths"

  func compiled() -> CompiledWords {
    var compiler = self
    return compiler.compile()
  }

  private mutating func compile() -> CompiledWords {
    let groups = english.sections.keys.filter { $0.hasPrefix("scripts.") }.sorted()
    let categories = PluralCategory.allCases.dropLast().map { $0.stringValue }
    let texts =
      [("labels", WordsField.allCases.map { $0.stringValue }), ("sentences", Sentence.allCases.map { $0.stringValue })]
      + groups.map { ($0, english.sections[$0]!.keys.sorted()) }
    let lengths = (Self.lengths, texts.flatMap { text in text.1.map { "\(text.0).\($0)" } })
    let terms = (WordsReview.terms, WordsReview.termKeys)
    requireKnown([("plurals", categories), ("ordinals", categories), lengths, terms] + texts)
    cardinals = rules("plurals")
    ordinals = rules("ordinals")
    let labels = WordsField.allCases.map { label in
      found("labels", label.stringValue, places: [], counted: nil)?.forms[0].texts[0].text ?? []
    }
    let sentences = Sentence.allCases.map { sentence($0) }
    var scripts: [(path: String, bytes: [UInt8])] = []
    var today: [UInt8] = []
    for group in groups {
      let json = script(group)
      if group == Self.today {
        today = json
      } else {
        let name = group.dropFirst("scripts.".count)
        scripts.append(("modules/\(name).js", [UInt8]("export const words = ") + json + [UInt8](";\n")))
      }
    }
    return CompiledWords(
      words: Words(
        language: Array(language.utf8), labels: labels, sentences: sentences, cardinals: cardinals,
        ordinals: ordinals, todayScript: today),
      scripts: scripts, errors: errors, warnings: warnings, missing: missing)
  }

  // MARK: Keys

  /// Reports the sections and keys that mean nothing.
  private mutating func requireKnown(_ known: [(section: String, keys: [String])]) {
    let sections = known.map { $0.section }
    for file in layers.compactMap({ $0.file }) {
      for (section, place) in file.places.sorted(by: { $0.value.position < $1.value.position })
      where !sections.contains(section) {
        errors.append(place.error(unknown(section, in: sections)))
      }
      for (section, keys) in known {
        let entries = file.sections[section] ?? [:]
        for (key, entry) in entries.sorted(by: { $0.value.place.position < $1.value.place.position })
        where !keys.contains(key) {
          errors.append(entry.place.error(unknown(key, in: keys)))
        }
      }
    }
  }

  private func unknown(_ key: String, in keys: [String]) -> String {
    let near = nearest(Array(key.utf8.prefix(256)), in: keys.map { Array($0.utf8) }, most: 1).first
    let mend = near.map { "did you mean \"\(String(decoding: $0, as: UTF8.self))\"?" } ?? "remove it"
    return "\"\(key.prefix(60))\" is not a key of words; \(mend)"
  }

  // MARK: Rules

  /// The rules that the first file with such a section has, else CLDR's.
  private mutating func rules(_ section: String) -> PluralRules {
    let layer = layers.first { $0.language == language && !($0.sections[section] ?? [:]).isEmpty }
    if let entries = layer?.sections[section], let rules = written(entries) { return rules }
    var rules: [PluralRules.Rule] = []
    for (name, rule) in CLDR.pluralRules(language, areOrdinal: section == "ordinals") {
      guard let category = PluralCategory.allCases.first(where: { $0.stringValue == name }),
        let alternatives = try? PluralRuleReader.read(rule)
      else { continue }
      rules.append(PluralRules.Rule(category: category, alternatives: alternatives))
    }
    return PluralRules(rules: rules.sorted { $0.category.rawValue < $1.category.rawValue })
  }

  /// Rules as a file has them; `nil` if one is wrong.
  private mutating func written(_ entries: [String: WordsFile.Entry]) -> PluralRules? {
    var rules: [PluralRules.Rule] = []
    var isSound = true
    // In the order of the categories: CLDR's rules exclude each other.
    for category in PluralCategory.allCases {
      guard let entry = entries[category.stringValue] else { continue }
      guard let written = entry.single else {
        errors.append(entry.place.error("a rule is one text, such as \"n = 1\""))
        isSound = false
        continue
      }
      do throws(PluralRuleReader.Failure) {
        rules.append(PluralRules.Rule(category: category, alternatives: try PluralRuleReader.read(written.text)))
      } catch {
        errors.append(written.place.error(error.message))
        isSound = false
      }
    }
    return isSound ? PluralRules(rules: rules) : nil
  }

  // MARK: Texts

  private mutating func sentence(_ sentence: Sentence) -> Message {
    let entry = found(
      "sentences", sentence.stringValue, places: sentence.places.map { $0.stringValue },
      counted: sentence.counted?.stringValue, isOrdinal: sentence.isOrdinal, variation: sentence.variation)
    let forms = entry?.forms.map { form in
      (
        form.selector,
        form.texts.map { text in
          text.parts.map { part in
            switch part {
            case .text(let text): Message.Part.text(Array(text.utf8))
            case .place(let name): Message.Part.place(Place.allCases.first { $0.stringValue == name }!)
            }
          }
        }
      )
    }
    return forms.flatMap { Message(forms: $0) } ?? Self.nothing
  }

  private static let nothing = Message(forms: [(.category(.other), [[]])])!

  /// A group of words for scripts, as a JSON object: each a text, or an object of forms by their names. A place may
  /// hold a text of any direction, such as a title; sentences from right to left isolate it (U+2068, U+2069), so that
  /// the text around it keeps its order.
  private mutating func script(_ group: String) -> [UInt8] {
    var out = [UInt8]("{")
    // A script needs no quotes around its keys, which are names.
    let isJSON = group == Self.today
    let isIsolated = SystemLocale.isRightToLeft(language)
    func append(_ text: String) {
      out.append(json: (isIsolated ? text.isolatingPlaces : text).utf8)
    }
    for (key, original) in english.sections[group]!.sorted(by: { $0.value.place.position < $1.value.place.position }) {
      let places = original.forms.flatMap { $0.texts }.flatMap { WordsParts($0.text).places }.unique
      guard
        let entry = found(group, key, places: places, counted: original.hasForms ? "count" : nil, isOneLine: false)?
          .entry
      else { continue }
      if out.count > 1 { out.append(ascii: ",") }
      if isJSON { out.append(json: key.utf8) } else { out.append(contentsOf: Array(key.utf8)) }
      out.append(ascii: ":")
      if let single = entry.single {
        append(single.text)
        continue
      }
      out.append(ascii: "{")
      let forms = ScriptForms(entry.forms.map { ($0.name, $0.texts[0].text) }, cardinals)
      for (index, form) in forms.texts.enumerated() {
        if index > 0 { out.append(ascii: ",") }
        out.append(json: form.name.utf8)
        out.append(ascii: ":")
        append(form.text)
      }
      if !forms.kinds.isEmpty {
        out.append(",\"kinds\":")
        out.append(json: forms.kinds.utf8)
      }
      out.append(ascii: "}")
    }
    return out + [UInt8]("}")
  }

  /// An entry that was looked through and is sound.
  private struct Sound {
    var entry: WordsFile.Entry
    var forms: [(selector: Message.Selector, texts: [WordsParts])]
  }

  /// The first sound entry for a key. Faulty ones before it are reported, and so is a key that only English has.
  /// - Parameters:
  ///   - places: the places that its texts must name; they may name no others.
  ///   - counted: the place of the number that chooses between forms, which they may leave out; `nil` if there may be
  ///     one text only.
  ///   - isOrdinal: whether the rules of ordinals choose.
  ///   - variation: what a form may be a list of.
  private mutating func found(
    _ section: String, _ key: String, places: [String], counted: String?, isOrdinal: Bool = false,
    variation: Variation? = nil, isOneLine: Bool = true
  ) -> Sound? {
    for layer in layers {
      guard let entry = layer.sections[section]?[key] else { continue }
      faults = []
      let isOwn = layer.language == language
      let forms = sound(entry, places, counted, isOrdinal, isOwn: isOwn, variation, isOneLine)
      errors += faults
      if !faults.isEmpty { continue }
      if !isOwn, layer.language == ThemeWords.fallback { missing.append("\(section).\(key)") }
      if layer.file != nil, isOwn {
        if counted != nil, !isOrdinal { remarkOnCategories(entry) }
        remarkOnLength("\(section).\(key)", entry)
      }
      return Sound(entry: entry, forms: forms)
    }
    // No layer has a sound one: the default theme is broken.
    let place = WordsFile.Place(path: "words/\(ThemeWords.fallback).yml", position: Position(line: 1, column: 1))
    errors.append(place.error("there is no \(section).\(key); add it"))
    return nil
  }

  /// Checks an entry; its faults are added to ``faults``.
  private mutating func sound(
    _ entry: WordsFile.Entry, _ places: [String], _ counted: String?, _ isOrdinal: Bool, isOwn: Bool,
    _ variation: Variation?, _ isOneLine: Bool
  ) -> [(selector: Message.Selector, texts: [WordsParts])] {
    if counted == nil, entry.hasForms {
      faults.append(entry.place.error("this text has no number and so no forms; write one text"))
      return []
    }
    if entry.hasForms, !entry.forms.contains(where: { $0.name == PluralCategory.other.stringValue }) {
      faults.append(
        entry.place.error(
          "the form for \"other\" is missing; it is for all numbers without a form of their own"))
    }
    var forms: [(selector: Message.Selector, texts: [WordsParts])] = []
    for form in entry.forms {
      guard let selector = form.name.isEmpty ? .category(.other) : Message.Selector(form.name) else {
        faults.append(
          form.place.error(
            "\"\(form.name)\" is no form; write zero, one, two, few, many, other, or \"=1\" for one number up to "
              + "\(Message.numbers.upperBound)"))
        continue
      }
      if isOwn, case .category(let category) = selector, category != .other {
        let rules = isOrdinal ? ordinals : cardinals
        if !rules.rules.contains(where: { $0.category == category }) {
          let known = rules.rules.map { $0.category.stringValue } + [PluralCategory.other.stringValue]
          faults.append(
            form.place.error(
              "\(language) has no \(isOrdinal ? "ordinal" : "plural") form \"\(form.name)\"; remove it: the "
                + "form\(known.count == 1 ? " is" : "s are") \(known.joined(separator: ", "))"))
        }
      }
      if form.isList, form.texts.count != variation?.count {
        let mend =
          variation.map { "write \($0.count) texts, \($0 == .month ? "January" : "Monday") first" }
          ?? "write one text"
        faults.append(form.place.error("this list has \(form.texts.count) texts; \(mend)"))
      }
      let free = [counted, form.isList ? variation?.place.stringValue : nil].compactMap { $0 }
      forms.append((selector, form.texts.map { parted($0, places, free: free, isOneLine) }))
    }
    return faults.isEmpty ? forms : []
  }

  /// Divides a text at its places.
  /// - Parameter free: the places that may be left out.
  private mutating func parted(
    _ text: WordsFile.Written, _ places: [String], free: [String], _ isOneLine: Bool
  ) -> WordsParts {
    let parts = WordsParts(text.text)
    if let problem = parts.problem { faults.append(text.place.error(problem)) }
    if let problem = parts.markup(allowingLines: !isOneLine) { faults.append(text.place.error(problem)) }
    for name in parts.places where !places.contains(name) {
      let mend =
        places.isEmpty
        ? "it has no places" : "its places are \(places.map { "{\($0)}" }.joined(separator: ", "))"
      faults.append(text.place.error("{\(name)} is no place of this text; \(mend)"))
    }
    let isMisspelt = parts.places.contains { !places.contains($0) }
    for name in places where !free.contains(name) && !isMisspelt && !parts.places.contains(name) {
      faults.append(text.place.error("{\(name)} is missing; write it where its value belongs"))
    }
    return parts
  }

  // MARK: Remarks

  /// Counts that are usual on pages.
  private static let usual = 0...1_000

  /// Names the plural categories that usual numbers fall into and an entry has no form for.
  private mutating func remarkOnCategories(_ entry: WordsFile.Entry) {
    if !entry.hasForms { return }
    let written = Set(entry.forms.map { $0.name })
    var lacking: [PluralCategory: Int] = [:]
    for number in Self.usual where !written.contains("=\(number)") {
      let category = cardinals.category(of: number)
      if !written.contains(category.stringValue), lacking[category] == nil { lacking[category] = number }
    }
    for (category, number) in lacking.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      warnings.append(
        entry.place.warning("the form for \"\(category.stringValue)\" is missing; \(number) would need it"))
    }
  }

  /// Warns if a text is longer than there is room for.
  private mutating func remarkOnLength(_ name: String, _ entry: WordsFile.Entry) {
    guard let most = english.sections[Self.lengths]?[name]?.single.flatMap({ Int($0.text) }) else { return }
    for text in entry.forms.flatMap({ $0.texts }) {
      let columns = WordsParts(text.text).columns
      if columns > most {
        warnings.append(text.place.warning("this takes \(columns) columns, and there is room for \(most); shorten it"))
      }
    }
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

extension String {
  /// Each `{place}` between U+2068 FIRST STRONG ISOLATE and U+2069 POP DIRECTIONAL ISOLATE.
  fileprivate var isolatingPlaces: String {
    replacing("{", with: "\u{2068}{").replacing("}", with: "}\u{2069}")
  }
}
