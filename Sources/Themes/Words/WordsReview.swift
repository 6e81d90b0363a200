import Bytes
import Readers

/// How a words file is written: whether it says which words it has and keeps to them, its punctuation, and English that
/// was left in it. Only the command `words` reports this: pages use a file with such faults like any other.
struct WordsReview {
  /// The section that says which word a file has for a thing, and its keys.
  static let terms = "terms"
  static let termKeys = [
    "event", "calendar", "feed", "subscribe", "busy", "free", "allDay", "category", "place", "note",
  ]

  /// Sorted by their places in the file.
  private(set) var problems: [Problem] = []
  private let file: WordsFile
  /// Its language without script and region.
  private let base: Substring
  private let banned: [BannedWord]
  private let quotes: [Unicode.Scalar]
  /// The first apostrophe of the file; only of Ukrainian.
  private var apostrophe: Unicode.Scalar?

  /// - Parameters:
  ///   - english: the file that this one translates; `nil` for English itself.
  ///   - isWhole: whether the file stands alone, and so has to say which words it has. One that says so in part has to
  ///     say all.
  init(_ file: WordsFile, _ language: String, _ english: WordsFile?, isWhole: Bool) {
    self.file = file
    base = language.prefix { $0 != "-" }
    banned = file.never.map { BannedWord($0.text) }
    quotes = CLDR.quotationMarks(language).flatMap(\.unicodeScalars)
    problems = file.headFaults
    if isWhole || file.places[Self.terms] != nil || file.register != nil || !file.never.isEmpty { requireTerms() }
    for text in texts() {
      let scalars = WordsParts(text.written.text).scalars
      for word in banned where word.stands(in: scalars) {
        let word = word.text.prefix(60)
        remark(
          text,
          "this text has \"\(word)\", which the list \"never\" excludes; write the word of \"terms\", or reword it")
      }
      reviewPunctuation(text, scalars)
      let isEnglish = english?.text(text) == text.written.text && !Self.names.contains(text.written.text)
      if isEnglish, Self.wordCount(scalars) > 2 { remark(text, "this is the English text; translate it") }
    }
  }

  // MARK: Terms

  private mutating func requireTerms() {
    let start = WordsFile.Place(path: file.path, position: Position(line: 1, column: 1))
    if file.register == nil {
      problems.append(start.warning("there is no \"register\"; write how readers are addressed, such as du, or none"))
    }
    if file.never.isEmpty {
      problems.append(start.warning("there is no \"never\"; list the words that no text of this file may have"))
    }
    for key in Self.termKeys where file.sections[Self.terms]?[key]?.single == nil {
      let place = file.sections[Self.terms]?[key]?.place ?? file.places[Self.terms] ?? start
      problems.append(place.warning("\"terms\" has no \"\(key)\"; write the word that this file has for it"))
    }
  }

  // MARK: Texts

  /// A text, and which one it is.
  fileprivate struct Said {
    var section: String
    var key: String
    var form: String
    var index: Int
    var written: WordsFile.Written
  }

  /// What pages, commands and scripts say, in the order of the file.
  private func texts() -> [Said] {
    var texts: [Said] = []
    for (section, entries) in file.sections
    where section == "labels" || section == "sentences" || section.hasPrefix("scripts.") {
      for (key, entry) in entries {
        for form in entry.forms {
          for (index, written) in form.texts.enumerated() {
            texts.append(Said(section: section, key: key, form: form.name, index: index, written: written))
          }
        }
      }
    }
    return texts.sorted { $0.written.place.position < $1.written.place.position }
  }

  private mutating func remark(_ text: Said, _ message: String) {
    problems.append(text.written.place.warning(message))
  }

  /// Names of keys are the same in many languages.
  private static let names: Set = ["Page Up, Page Down"]

  /// How many words of two and more Latin letters there are.
  private static func wordCount(_ scalars: [Unicode.Scalar]) -> Int {
    scalars.split { !("a"..."z" ~= $0 || "A"..."Z" ~= $0) }.count { $0.count > 1 }
  }

  // MARK: Punctuation

  /// Marks that begin and end quotations. (’ is left out: it is an apostrophe, too.)
  private static let marks = Set("\"«»‹›“”„‟‘‚‛「」『』〝〞〟".unicodeScalars)
  private static let apostrophes = Set("'’ʼ".unicodeScalars)

  private mutating func reviewPunctuation(_ text: Said, _ scalars: [Unicode.Scalar]) {
    let foreign = scalars.first { Self.marks.contains($0) && !quotes.contains($0) }
    // CLDR has plain marks for Arabic and Hebrew, which says nothing of typographic ones. Without its tables only the
    // plain mark is known to be foreign.
    if let foreign, quotes.isEmpty ? foreign == "\"" : !quotes.contains("\"") {
      let own = quotes.isEmpty ? "typographic ones" : quotes.map { "\($0)" }.joined(separator: " ")
      remark(text, "\(foreign) is no quotation mark of this language; write \(own)")
    }
    if text.written.text.contains("...") { remark(text, "three dots stand in this text; write …") }
    for (one, next) in zip(scalars, scalars.dropFirst()) {
      if base == "fr", one == " ", [":", ";", "!", "?"].contains(next) {
        remark(text, "a plain space stands before \"\(next)\"; write a no-break space (U+00A0, or U+202F before ; ! ?)")
      } else if base == "ja" || base == "zh", next == ":", one.isOfScriptWithoutSpaces {
        remark(text, "a narrow colon follows \"\(one)\"; write ：")
      }
    }
    if base == "uk", let found = scalars.first(where: { Self.apostrophes.contains($0) }) {
      if apostrophe == nil, found != "'" { apostrophe = found }
      let own = apostrophe ?? "’"
      if let other = scalars.first(where: { Self.apostrophes.contains($0) && $0 != own }) {
        remark(text, "\(other) is not the apostrophe of this file; write \(own)")
      }
    }
  }
}

extension WordsFile {
  /// The text at the same key, form and number.
  fileprivate func text(_ said: WordsReview.Said) -> String? {
    guard let form = sections[said.section]?[said.key]?.forms.first(where: { $0.name == said.form }),
      form.texts.indices.contains(said.index)
    else { return nil }
    return form.texts[said.index].text
  }
}

/// An item of the list `never`.
private struct BannedWord {
  let text: String
  private let scalars: [Unicode.Scalar]
  /// Whether any letters may follow.
  private let isStem: Bool

  init(_ text: String) {
    self.text = text
    isStem = text.hasSuffix("*")
    scalars = Array(text.unicodeScalars.dropLast(isStem ? 1 : 0))
  }

  /// Whether a text has it as whole words. O(length of both).
  func stands(in text: [Unicode.Scalar]) -> Bool {
    guard let first = scalars.first, let last = scalars.last, scalars.count <= text.count else { return false }
    return (0...text.count - scalars.count).contains { start in
      let end = start + scalars.count
      return text[start..<end].elementsEqual(scalars)
        && (start == 0 || Self.isBoundary(text[start - 1], first))
        && (isStem || end == text.count || Self.isBoundary(last, text[end]))
    }
  }

  /// Whether a word may end between two characters: one of them is no letter, or of a script that sets no spaces
  /// between words.
  private static func isBoundary(_ one: Unicode.Scalar, _ next: Unicode.Scalar) -> Bool {
    !one.isLetter || !next.isLetter || one.isOfScriptWithoutSpaces || next.isOfScriptWithoutSpaces
  }
}

extension WordsParts {
  /// The text with U+FFFC, which is no letter, in each place.
  fileprivate var scalars: [Unicode.Scalar] {
    parts.flatMap { part -> [Unicode.Scalar] in
      if case .text(let text) = part { Array(text.unicodeScalars) } else { ["\u{FFFC}"] }
    }
  }
}

extension Unicode.Scalar {
  /// A letter, or a mark on one, such as a vowel of Hindi.
  fileprivate var isLetter: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: true
    default: properties.isAlphabetic
    }
  }

  /// Whether it is of Thai, Lao, Myanmar, Khmer, Hiragana, Katakana or Han.
  fileprivate var isOfScriptWithoutSpaces: Bool {
    switch value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x19E0...0x19FF, 0x3005...0x3007, 0x3040...0x30FF,
      0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA9E0...0xA9FF, 0xAA60...0xAA7F, 0xF900...0xFAFF,
      0xFF66...0xFF9F, 0x2_0000...0x3_FFFD:
      true
    default: false
    }
  }
}
