import Bytes
import CalendarPages
import Foundation
import Publishing
import Readers
import Testing

@testable import Themes

/// Rules of CLDR 46 for each language and category as it writes them, with its samples, which say what comes out.
private let rules: KeyValuePairs<String, KeyValuePairs<String, String>> = [
  "en": [
    "one": "i = 1 and v = 0 @integer 1",
    "other": " @integer 0, 2~16, 100, 1000, 10000, 100000, 1000000, …",
  ],
  "ru": [
    "one": "v = 0 and i % 10 = 1 and i % 100 != 11 @integer 1, 21, 31, 41, 51, 61, 71, 81, 101, 1001, …",
    "few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14 @integer 2~4, 22~24, 32~34, 42~44, 52~54, 62, 102, 1002, …",
    "many":
      "v = 0 and i % 10 = 0 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 11..14 "
      + "@integer 0, 5~19, 100, 1000, 10000, …",
  ],
  "ar": [
    "zero": "n = 0 @integer 0",
    "one": "n = 1 @integer 1",
    "two": "n = 2 @integer 2",
    "few": "n % 100 = 3..10 @integer 3~10, 103~110, 1003, …",
    "many": "n % 100 = 11..99 @integer 11~26, 111, 1011, …",
    "other": " @integer 100~102, 200~202, 300~302, 400~402, 500~502, 600, 1000, 10000, …",
  ],
  "pl": [
    "one": "i = 1 and v = 0 @integer 1",
    "few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14 @integer 2~4, 22~24, 32~34, 102, 1002, …",
    "many":
      "v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 12..14 "
      + "@integer 0, 5~19, 100, 1000, 10000, 100000, 1000000, …",
  ],
  "fr": [
    "one": "i = 0,1 @integer 0, 1",
    "many": "e = 0 and i != 0 and i % 1000000 = 0 and v = 0 or e != 0..5 @integer 1000000, …",
    "other": " @integer 2~17, 100, 1000, 10000, 100000, …",
  ],
  "lv": [
    "zero": "n % 10 = 0 or n % 100 = 11..19 or v = 2 and f % 100 = 11..19 @integer 0, 10~20, 30, 40, 50, 60, 100, …",
    "one": "n % 10 = 1 and n % 100 != 11 or v = 2 and f % 10 = 1 and f % 100 != 11 @integer 1, 21, 31, 41, 51, 101, …",
    "other": " @integer 2~9, 22~29, 102, 1002, …",
  ],
  "cy": [
    "zero": "n = 0 @integer 0",
    "many": "n = 6 @integer 6",
  ],
  "en (ordinal)": [
    "one": "n % 10 = 1 and n % 100 != 11 @integer 1, 21, 31, 41, 51, 61, 71, 81, 101, 1001, …",
    "two": "n % 10 = 2 and n % 100 != 12 @integer 2, 22, 32, 42, 52, 62, 72, 82, 102, 1002, …",
    "few": "n % 10 = 3 and n % 100 != 13 @integer 3, 23, 33, 43, 53, 63, 73, 83, 103, 1003, …",
    "other": " @integer 0, 4~18, 100, 1000, 10000, 100000, 1000000, …",
  ],
  "it (ordinal)": [
    "many": "n = 11,8,80,800 @integer 8, 11, 80, 800"
  ],
]

@Suite struct PluralRuleTests {
  @Test(arguments: rules.map { $0.key }.sorted())
  func samplesFallIntoTheirCategories(language: String) throws {
    let own = try #require(rules.first { $0.key == language }).value
    let made = PluralRules(
      rules: try own.compactMap { name, rule in
        let category = try #require(PluralCategory.allCases.first { $0.stringValue == name })
        return category == .other
          ? nil : PluralRules.Rule(category: category, alternatives: try PluralRuleReader.read(rule))
      })
    for (name, rule) in own {
      for number in try samples(rule) {
        #expect(made.category(of: number).stringValue == name, "\(language): \(number)")
        #expect(made.category(of: -number).stringValue == name, "\(language): \(-number)")
      }
    }
  }

  /// "2~4, 22, …" of a rule.
  private func samples(_ rule: String) throws -> [Int] {
    try rule.split(separator: "@integer ")[1].split(separator: ", ").filter { $0 != "…" }.flatMap { sample in
      let ends = sample.split(separator: "~").map { Int($0) }
      return Array(try #require(ends[0])...(try #require(ends[ends.count - 1])))
    }
  }

  @Test(arguments: [
    "", "n", "n =", "n = 1 and", "x = 1", "n % 0 = 1", "n % = 1", "n = 4..2", "n = 1..", "n == 1", "n is 1",
    "n = 1 or or n = 2", "n = 1 n = 2", "n = -1", "n = 99999999999999999999", "n within 1..2",
  ])
  func whatIsNoRuleIsRefused(rule: String) {
    #expect(throws: PluralRuleReader.Failure.self) { try PluralRuleReader.read(rule) }
  }
}

@Suite struct ScriptFormTests {
  /// Scripts have no rules: a number's form stands in a table that repeats. Every language of CLDR fits it, but for
  /// Breton, Cornish and Manx, whose thousands differ.
  @Test(arguments: [
    "en", "fr", "de", "ru", "uk", "pl", "cs", "sk", "sl", "lt", "lv", "ro", "he", "ar", "cy", "ga", "gd", "mt", "ja",
    "pt", "pt-PT", "es", "it", "hr", "is", "mk", "fil", "hi", "fa",
  ])
  func scriptsChooseTheSameForms(language: String) throws {
    var rules: [PluralRules.Rule] = []
    for (name, rule) in CLDR.pluralRules(language, areOrdinal: false) {
      let category = try #require(PluralCategory.allCases.first { $0.stringValue == name })
      rules.append(PluralRules.Rule(category: category, alternatives: try PluralRuleReader.read(rule)))
    }
    let made = PluralRules(rules: rules.sorted { $0.category.rawValue < $1.category.rawValue })
    let forms = ScriptForms((rules.map { $0.category } + [.other]).map { ($0.stringValue, $0.stringValue) }, made)
    let kinds = Array(forms.kinds)
    func text(_ name: String) -> String? { forms.texts.first { $0.name == name }?.text }
    for number in 0...1_300 {
      let at = number < 200 ? number : 100 + number % 100
      let found = text("=\(number)") ?? (at < kinds.count ? text(String(kinds[at])) : nil) ?? text("other")
      #expect(found == made.category(of: number).stringValue, "\(number)")
    }
  }

  @Test func ownNumbersComeFirst() {
    let one = PluralRules(rules: [
      PluralRules.Rule(
        category: .one, alternatives: [[PluralRules.Relation(modulus: 0, isNegated: false, ranges: [1...1])]])
    ])
    let forms = ScriptForms([("one", "{count} hour"), ("=1", "an hour"), ("other", "{count} hours")], one)
    #expect(forms.texts.map { "\($0.name): \($0.text)" } == ["=1: an hour", "other: {count} hours"])
    #expect(forms.kinds.isEmpty)
  }
}

@Suite struct WordsTests {
  private static let templates = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Templates/words/en.yml")

  private func english() throws -> String { try String(contentsOf: Self.templates, encoding: .utf8) }

  /// What a theme whose own words lie over the default theme's says.
  private func compiled(_ own: String, as language: String = "en") throws -> CompiledWords {
    var words = ThemeWords()
    words.add("words/en.yml", Array(try english().utf8), at: "Templates/words/en.yml")
    words.add("words/\(language).yml", Array(own.utf8), at: "own.yml")
    return try words.compiled(for: language)
  }

  private func lines(_ problems: [Problem]) -> [String] { problems.map { "\($0)" } }

  private func said(_ words: Words, _ sentence: Sentence, _ count: Int, item: Int = -1) -> String {
    var out: [UInt8] = []
    words.append(sentence, count: count, item: item, to: &out) { place, out in
      out.append(contentsOf: "<\(place.stringValue)>".utf8)
    }
    return String(decoding: out, as: UTF8.self)
  }

  @Test func theDefaultThemeSaysEverything() throws {
    let made = try compiled("")
    #expect(made.errors.isEmpty && made.warnings.isEmpty && made.missing.isEmpty)
    #expect(made.words[.today] == Array("Today".utf8))
    #expect(said(made.words, .events, 1) == "<count> event")
    #expect(said(made.words, .events, 0) == "<count> events")
    #expect(said(made.words, .nth, 2) == "second")
    #expect(said(made.words, .nth, 22) == "<number>nd")
    #expect(said(made.words, .daily, 2) == "Every other day")
    #expect(made.scripts.map { $0.path }.contains("modules/put-words.js"))
  }

  @Test func aThemeMayChangeASingleWord() throws {
    let made = try compiled("labels:\n  today: Now\nsentences:\n  until: \"{time} (end)\"\n")
    #expect(made.words[.today] == Array("Now".utf8))
    #expect(made.words[.week] == Array("Week".utf8))
    #expect(said(made.words, .until, 0) == "<time> (end)")
  }

  @Test func whatIsPackedIsReadAgain() throws {
    let words = try compiled("").words
    let again = try #require(Words.unpacked(words.packed))
    #expect(again.packed == words.packed)
    for count in 0..<40 {
      for sentence in Sentence.allCases where !sentence.isOfHost {
        #expect(said(again, sentence, count) == said(words, sentence, count))
      }
    }
    for length in stride(from: 0, to: words.packed.count, by: 41) {
      #expect(Words.unpacked(Array(words.packed.prefix(length))) == nil)
    }
  }

  /// Words of a theme, and the line that says what is wrong with them.
  private static let faults: [(own: String, line: String)] = [
    ("labels:\n  todya: Now\n", "own.yml:2:3: error: \"todya\" is not a key of words; did you mean \"today\"?"),
    ("label:\n  today: Now\n", "own.yml:1:1: error: \"label\" is not a key of words; did you mean \"labels\"?"),
    ("labels:\n  today: \"\"\n", "own.yml:2:10: error: \"today\" must be a text, and this is \"\"; write a text"),
    ("labels:\n  today: [a]\n", "own.yml:2:10: error: this list has 1 texts; write one text"),
    ("labels: 7\n", "own.yml:1:9: error: the keys of labels are written as `key: value`, and this is \"7\""),
    ("- a\n", "own.yml:1:1: error: the sections are written as `key: value`, and this is a list"),
    ("labels:\n  today: a {day}\n", "own.yml:2:10: error: {day} is no place of this text; it has no places"),
    ("labels:\n  today: a {\n", "own.yml:2:10: error: a brace stands alone; places are written as {title}"),
    (
      "labels:\n  today: \"a\\tb\"\n",
      "own.yml:2:10: error: a control character stands in this text; remove it"
    ),
    (
      "labels:\n  today:\n    one: a\n    other: b\n",
      "own.yml:2:3: error: this text has no number and so no forms; write one text"
    ),
    (
      "sentences:\n  until: until {tiem}\n",
      "own.yml:2:10: error: {tiem} is no place of this text; its places are {time}"
    ),
    ("sentences:\n  until: until\n", "own.yml:2:10: error: {time} is missing; write it where its value belongs"),
    (
      "sentences:\n  events:\n    one: an event\n",
      "own.yml:2:3: error: the form for \"other\" is missing; it is for all numbers without a form of their own"
    ),
    (
      "sentences:\n  events:\n    few: some\n    other: many\n",
      "own.yml:3:10: error: en has no plural form \"few\"; remove it: the forms are one, other"
    ),
    (
      "sentences:\n  events:\n    \"=101\": a\n    other: many\n",
      "own.yml:3:13: error: \"=101\" is no form; write zero, one, two, few, many, other, or \"=1\" for one number up "
        + "to 100"
    ),
    (
      "plurals:\n  one: n is 1\n",
      "own.yml:2:8: error: = or != is missing; write a rule such as \"n % 10 = 2..4 and n % 100 != 12..14\""
    ),
    (
      "scripts:\n  words:\n    failed: oh\n",
      "own.yml:3:13: error: {title} is missing; write it where its value belongs"
    ),
    (
      "scripts:\n  word:\n    failed: oh\n",
      "own.yml:2:3: error: \"scripts.word\" is not a key of words; did you mean \"scripts.words\"?"
    ),
    ("regster: you\n", "own.yml:1:1: error: there is no section \"regster\"; did you mean \"register\"?"),
  ]

  /// Pages have nothing of the head, and so take the texts of a file whose head is wrong.
  @Test(arguments: ["never: []\n", "register: []\n", "never: {a: b}\n", "terms: 7\n"])
  func aWrongHeadHarmsNoText(head: String) throws {
    let made = try compiled(head + "labels:\n  today: Hoy\n", as: "es")
    #expect(made.errors.isEmpty && made.words[.today] == Array("Hoy".utf8))
  }

  /// What is wrong is not used: the default theme's words are.
  @Test(arguments: faults)
  func faultsAreNamedWithTheirPlace(own: String, line: String) throws {
    do {
      let made = try compiled(own)
      #expect(lines(made.errors) == [line])
      #expect(made.words.packed == (try compiled("")).words.packed)
    } catch BuildError.content(let lines) {
      #expect(lines == [line])
    }
  }

  /// What English says where a translator's file does not, and what CLDR says.
  @Test func aLanguageFallsBackKeyByKey() throws {
    let made = try compiled("labels:\n  today: Heute\n  week: \"{a}\"\n", as: "de")
    #expect(lines(made.errors) == ["own.yml:3:9: error: {a} is no place of this text; it has no places"])
    #expect(made.words[.today] == Array("Heute".utf8) && made.words[.week] == Array("Week".utf8))
    #expect(made.missing.contains("labels.week") && made.missing.contains("scripts.put-words.undo"))
    #expect(!made.missing.contains("labels.today") && !made.missing.contains("sentences.listEnd"))
    #expect(said(made.words, .listEnd, 0) == "<first> und <next>")
    #expect(said(made.words, .hours, 5).hasPrefix("<hours>"))
    #expect(String(decoding: made.words.todayScript, as: UTF8.self).contains("\"tomorrow\":\"Morgen\""))
  }

  /// A region where English is spoken has only what differs: nothing else is missing.
  @Test func aRegionFallsBackToItsLanguage() throws {
    let made = try compiled("labels:\n  organiser: Organiser\n", as: "en-GB")
    #expect(made.errors.isEmpty && made.warnings.isEmpty && made.missing.isEmpty)
    #expect(made.words[.organiser] == Array("Organiser".utf8) && made.words[.today] == Array("Today".utf8))
  }

  /// Files of the default theme name their terms; those of a theme over it and of a region need not.
  @Test func aWholeFileNamesItsTerms() throws {
    func reviewed(_ own: String, as language: String, isUsual: Bool) throws -> [String] {
      var words = ThemeWords()
      words.add("words/en.yml", Array(try english().utf8), at: "Templates/words/en.yml", isUsual: true)
      words.add("words/\(language).yml", Array(own.utf8), at: "own.yml", isUsual: isUsual)
      return lines(try words.reviewed(language))
    }
    let own = "labels:\n  today: Heute\n"
    #expect(try reviewed(own, as: "de", isUsual: false).isEmpty)
    #expect(try reviewed(own, as: "en", isUsual: false).isEmpty)
    #expect(try reviewed(own, as: "en-GB", isUsual: true).isEmpty)
    #expect(try reviewed(own, as: "de", isUsual: true).count == 2 + WordsReview.termKeys.count)
    let head = "register: du\nnever: [Tag*]\nterms:\n"
    let terms = head + WordsReview.termKeys.map { "  \($0): x\n" }.joined()
    #expect(try reviewed(terms + "labels:\n  today: Heutag\n", as: "de", isUsual: true).isEmpty)
    #expect(
      try reviewed(terms + "labels:\n  today: Am Tage\n", as: "de", isUsual: true) == [
        "own.yml:15:10: warning: this text has \"Tag*\", which the list \"never\" excludes; write the word of "
          + "\"terms\", or reword it"
      ])
  }

  /// Where grammar depends on the day, a text is a list; the categories are those of CLDR, and none may be missing.
  @Test func formsOfRussian() throws {
    let days = "[каждый понедельник, каждый вторник, каждую среду, a, b, c, d]"
    let made = try compiled(
      "sentences:\n  weeklyOnDay:\n    \"=1\": \(days)\n    other: \"{interval} {weekday}\"\n"
        + "  events:\n    one: \"{count} событие\"\n    other: \"{count} события\"\n", as: "ru")
    #expect(made.errors.isEmpty)
    #expect(said(made.words, .weeklyOnDay, 1, item: 2) == "каждую среду")
    #expect(said(made.words, .weeklyOnDay, 3, item: 2) == "<interval> <weekday>")
    #expect(said(made.words, .events, 21) == "<count> событие")
    let lacking = lines(made.warnings).filter { $0.hasPrefix("own.yml:5:3:") }
    #expect(
      lacking == [
        "own.yml:5:3: warning: the form for \"few\" is missing; 2 would need it",
        "own.yml:5:3: warning: the form for \"many\" is missing; 0 would need it",
      ])
    let short = try compiled("sentences:\n  inMonth: [январе]\n", as: "ru")
    #expect(lines(short.errors) == ["own.yml:2:12: error: this list has 1 texts; write 12 texts, January first"])
  }

  @Test(arguments: [
    (
      "labels:\n  today: <b>x\n",
      "error: this text has markup; write plain text, and characters instead of entities"
    ),
    ("labels:\n  today: Heute am Tage\n", "warning: this takes 13 columns, and there is room for 12; shorten it"),
    ("labels:\n  today: 今日は今日は今\n", "warning: this takes 14 columns, and there is room for 12; shorten it"),
  ])
  func textsArePlainAndShort(own: String, line: String) throws {
    let made = try compiled(own, as: "ja")
    #expect(lines(made.errors + made.warnings) == ["own.yml:2:10: " + line])
  }

  @Test(arguments: [
    ("de-AT", "de"), ("DE", "de"), ("de", "de"), ("fr", "en"), ("d", "en"), ("", "en"), ("pt", "pt-BR"),
    ("pt-AO", "pt-PT"), ("pt-PT", "pt-PT"), ("zh-TW", "zh-Hant"), ("zh-HK", "zh-Hant"), ("zh", "zh-Hans"),
    ("zh-SG", "zh-Hans"), ("zh-Hant-MO", "zh-Hant"), ("no", "nb"), ("nn", "nb"), ("en-GB", "en"),
  ])
  func aLocaleFindsItsLanguage(locale: String, language: String) throws {
    var words = ThemeWords()
    let english = try english()
    for name in ["en", "de", "nb", "pt-BR", "pt-PT", "zh-Hans", "zh-Hant"] {
      words.add("words/\(name).yml", Array("# \(name)\n\(english)".utf8), at: name)
    }
    #expect(try words.compiled(for: locale).words.language == Array(language.utf8))
  }
}
