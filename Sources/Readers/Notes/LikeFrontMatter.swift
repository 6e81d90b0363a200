import Bytes

/// Finds text that is not front matter but was meant as such: TOML or JSON, other fences than `---`, indented ones, or
/// something before them. It would be published as text, together with the note, whatever privacy it asks for.
enum LikeFrontMatter {
  /// Why a text that has no front matter can't be published; `nil` if nothing at its beginning is like front matter.
  /// O(bytes) of its beginning.
  static func failure(_ text: [UInt8]) -> YAMLReader.Failure? {
    if let failure = withholding(text[...], linesBefore: 0) { return failure }
    var lines = LineReader(text)
    // Whether a line that a page would show has been read.
    var isAfterText = false
    while let range = lines.next() {
      let line = trimmed(text[range])
      if line.isEmpty { continue }
      let number = lines.count
      if let fence = Fence(line) {
        return isMeant(fence, text, &lines, isAfterText: isAfterText) ? failure(at: number) : nil
      }
      guard line.hasPrefix("#") || line.hasPrefix("%") || isComment(line, text, &lines) else { return nil }
      isAfterText = isAfterText || line.hasPrefix("#")
    }
    return nil
  }

  /// The reason why a text can't be published if its first lines say that something is not for everybody, in any marks
  /// or comments: `privacy: hidden`. Headings, directives of YAML and other keys may stand before; other text ends the
  /// search. O(bytes) of its beginning.
  static func withholding(_ text: ArraySlice<UInt8>, linesBefore: Int) -> YAMLReader.Failure? {
    let text = Array(text)
    var lines = LineReader(text)
    var isInComment = false
    while let range = lines.next() {
      let line = trimmed(text[range])
      let isHeading = line.first == "#" && line.drop { $0 == "#" }.first?.isWhitespace == true
      let entry = isHeading ? nil : Entry(line)
      if entry?.withholds == true { return failure(at: linesBefore + lines.count) }
      if isInComment || line.hasPrefix("<!--") {
        isInComment = !line.contains("-->")
      } else if !isHeading, entry == nil, !line.hasPrefix("-"), !line.hasPrefix("%"),
        text[range].first?.isWhitespace != true, line.contains(where: { $0.isLetter || $0.isNumber })
      {
        return nil
      }
    }
    return nil
  }

  private static func failure(at line: Int) -> YAMLReader.Failure {
    YAMLReader.Failure(
      position: Position(line: line, column: 1),
      message:
        "this looks like front matter and is read as text; to make it front matter, write it as YAML between two lines "
        + "of ---, the first line of the file and one after it; if it is text, write other text before it")
  }

  /// Whether the lines after a fence have a key of front matter.
  /// - Parameter isAfterText: whether text is before it: then a second fence is needed, as headings often have a line
  ///   below.
  private static func isMeant(_ fence: Fence, _ text: [UInt8], _ lines: inout LineReader, isAfterText: Bool) -> Bool {
    var hasKey = fence.rest.map { Entry($0)?.isKnown == true } ?? false
    while let range = lines.next() {
      let line = trimmed(text[range])
      if fence.isEnd(line) { return hasKey }
      // Comments, elements of lists, and values that begin below their keys.
      if line.isEmpty || line.hasPrefix("#") || line.hasPrefix("-") || line.hasPrefix("[") || line.hasPrefix("}")
        || text[range].first?.isWhitespace == true && Entry(line) == nil
      {
        continue
      }
      guard let entry = Entry(line) else { break }
      hasKey = hasKey || entry.isKnown
    }
    return hasKey && !isAfterText
  }

  /// Whether a line begins a comment of HTML; if so, its lines are read to its end.
  private static func isComment(_ line: Substring, _ text: [UInt8], _ lines: inout LineReader) -> Bool {
    guard line.hasPrefix("<!--") else { return false }
    if line.contains("-->") { return true }
    while let range = lines.next() {
      if trimmed(text[range]).contains("-->") { break }
    }
    return true
  }

  /// A line without white space of any script, byte order marks and other characters that are not seen, at both ends.
  private static func trimmed(_ line: ArraySlice<UInt8>) -> Substring {
    let text = Substring(String(utf8: Array(line)))
    func isUnseen(_ character: Character) -> Bool {
      character.isWhitespace || character.unicodeScalars.allSatisfy { $0.properties.isDefaultIgnorableCodePoint }
    }
    guard let start = text.firstIndex(where: { !isUnseen($0) }), let end = text.lastIndex(where: { !isUnseen($0) })
    else { return "" }
    return text[start...end]
  }

  /// A line before front matter.
  private struct Fence {
    /// What ends it: lines of this character; `nil` for JSON.
    let sign: Character?
    /// The rest of the line, if it may have the first key.
    var rest: Substring?

    /// Dashes of any kind, plus signs (TOML), semicolons (JSON), with or without the name of a format behind them; a
    /// block of code in YAML, TOML or JSON; or the brace of JSON.
    init?(_ line: Substring) {
      guard let first = line.first else { return nil }
      let name = line.drop { $0 == first }
      let isNamed = ["yaml", "yml", "toml", "json"].contains(name.lowercased().filter(\.isLetter))
      switch first {
      case "{":
        sign = nil
        rest = line.dropFirst()
      case "`", "~":
        guard isNamed, line.count - name.count >= 3 else { return nil }
        sign = first
      case "-", "+", ";", "=", "–", "—", "−":
        guard line.count - name.count >= (first.isASCII ? 2 : 1), name.isEmpty || isNamed else { return nil }
        sign = first
      default: return nil
      }
    }

    func isEnd(_ line: Substring) -> Bool {
      guard let sign else { return line == "}" }
      return line == "..." || line.count > 1 && line.allSatisfy { $0 == sign } || line.first == sign && !sign.isASCII
    }
  }

  /// A line that gives a key a value: `key: value`, `key = value`, `"key": value`.
  private struct Entry {
    private let key: String
    private let value: Substring

    init?(_ line: Substring) {
      // Skip any marks before it.
      let line = line.drop { !$0.isLetter && !$0.isNumber && $0 != "_" }
      let key = line.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
      let rest = line[key.endIndex...].drop { $0 == "\"" || $0 == "'" || $0.isWhitespace }
      guard !key.isEmpty, let sign = rest.first, sign == ":" || sign == "=" else { return nil }
      self.key = String(key)
      value = rest.dropFirst()
    }

    var isKnown: Bool {
      NoteFileReader.keys.contains(key.lowercased()) || KeySynonyms.note.key(for: key) != nil
        || UnknownKey.mayWithhold(key)
    }

    /// Whether the line says that something is not for everybody.
    var withholds: Bool {
      (UnknownKey.mayWithhold(key) || key.lowercased() == "status")
        && Self.values.contains(value.filter(\.isLetter).lowercased())
    }

    private static let values = [
      "true", "false", "yes", "no", "on", "off", "hidden", "busy", "titles", "full", "private", "confidential",
      "public", "draft", "secret", "unlisted",
    ]
  }
}
