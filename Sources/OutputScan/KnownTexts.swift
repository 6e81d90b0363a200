import Bytes
import CalendarPages

/// Tells withheld texts that a page can contain without a leak: those that are made of what pages say anyway.
///
/// A withheld text loses every published text that it contains, whole, then the words of the interface, of dates, of
/// HTML, CSS and of the program, then digits and punctuation. If no word of four letters is left, finding the text says
/// nothing of the event: `Week 45`, `<TITLE></TITLE>`, `Previous: Choir` beside a published "Choir".
struct KnownTexts: Sendable {
  /// The fewest letters of a word that makes a text worth a refusal.
  private static let fewestLetters = 4
  /// The same for scripts that write words without spaces, where a word has few characters.
  private static let fewestUnspaced = 2

  /// Words of the interface and of dates, and names of HTML, CSS and the program; in lower case.
  private var words: Set<Substring> = []
  /// What sentences put right before or after a place, such as the "s" of `{weekday}s`.
  private var affixes: Set<Substring> = [""]
  /// The words of published texts, joined by spaces.
  private var phrases: Set<String> = []
  /// The most words of a published text.
  private var longestPhrase = 0

  // MARK: Making

  /// Adds the words of a text.
  mutating func add(words text: String) {
    words.formUnion(Self.words(of: text))
  }

  /// Adds a sentence of the interface.
  /// - Parameter parts: the texts before, between and after its places.
  mutating func add(sentence parts: [String]) {
    for (index, part) in parts.enumerated() {
      let found = Self.words(of: part)
      words.formUnion(found)
      let part = part.lowercased()
      if index > 0, let first = found.first, part.hasPrefix(first) { affixes.insert(first) }
      if index + 1 < parts.count, let last = found.last, part.hasSuffix(last) { affixes.insert(last) }
    }
  }

  /// Adds a text that is published as it is.
  mutating func add(published text: some Sequence<UInt8>) {
    let found = Self.words(of: String(decoding: Array(text), as: UTF8.self))
    if found.isEmpty { return }
    phrases.insert(found.joined(separator: " "))
    longestPhrase = max(longestPhrase, found.count)
  }

  // MARK: Asking

  /// Whether a text is made of what pages say anyway. O(words² · length) of the text.
  func cover(_ text: some Sequence<UInt8>) -> Bool {
    let found = Self.words(of: String(decoding: Array(text), as: UTF8.self))
    var isPublished = [Bool](repeating: false, count: found.count)
    for start in found.indices {
      let ends = stride(from: min(found.count, start + longestPhrase), to: start, by: -1)
      if let end = ends.first(where: { phrases.contains(found[start..<$0].joined(separator: " ")) }) {
        for index in start..<end { isPublished[index] = true }
      }
    }
    return zip(found, isPublished).allSatisfy { word, isPublished in isPublished || isShort(word) || isKnown(word) }
  }

  private func isShort(_ word: Substring) -> Bool {
    guard let first = word.first, !first.isNumber else { return true }
    return word.count < (Self.isUnspaced(word) ? Self.fewestUnspaced : Self.fewestLetters)
  }

  /// Whether a word is known, alone or with what a sentence puts beside it. Where words have no spaces, it may be
  /// several known ones.
  private func isKnown(_ word: Substring) -> Bool {
    if words.contains(word) { return true }
    return Self.isUnspaced(word) ? isJoined(word) : isInflected(word)
  }

  private func isInflected(_ word: Substring) -> Bool {
    word.indices.contains { start in
      guard affixes.contains(word[..<start]) else { return false }
      return word.indices[start...].contains { end in
        words.contains(word[start...end]) && affixes.contains(word[end...].dropFirst())
      }
    }
  }

  private func isJoined(_ word: Substring) -> Bool {
    let letters = Array(word)
    // Whether known words make up all letters before each place.
    var isMade = [true] + [Bool](repeating: false, count: letters.count)
    for start in letters.indices where isMade[start] {
      for end in start + 1...letters.count where words.contains(Substring(String(letters[start..<end]))) {
        isMade[end] = true
      }
    }
    return isMade[letters.count]
  }

  // MARK: Words

  /// The words and numbers of a text, in lower case. Letters of a script without spaces are words of their own.
  static func words(of text: String) -> [Substring] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.flatMap { run in
      var parts: [Substring] = []
      var rest = run
      while let first = rest.first {
        let kind = Kind(first)
        let part = rest.prefix { Kind($0) == kind }
        parts.append(part)
        rest = rest[part.endIndex...]
      }
      return parts
    }
  }

  private enum Kind {
    case number, spaced, unspaced

    init(_ character: Character) {
      let scalar = character.unicodeScalars.first!.value
      self =
        character.isNumber && !character.isLetter
        ? .number : scalar >= 0x2E80 || 0x0E00..<0x1100 ~= scalar || 0x1780..<0x1800 ~= scalar ? .unspaced : .spaced
    }
  }

  private static func isUnspaced(_ word: Substring) -> Bool { word.first.map { Kind($0) == .unspaced } ?? false }
}
