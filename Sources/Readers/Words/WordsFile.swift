import Bytes

/// One `words/<language>.yml` of a theme: its texts by their keys, with their places in the file. What the keys mean,
/// and which there have to be, is for whoever compiles them to say.
package struct WordsFile: Sendable {
  /// A text as it is written.
  package struct Written: Sendable {
    package var text: String
    /// Where it is written, for messages.
    package var place: Place
  }

  /// A place in a file.
  package struct Place: Sendable {
    package var path: String
    package var position: Position

    /// `path:line:column: error: message`.
    package func error(_ message: String) -> String {
      "\(Problem(path: path, diagnostic: Diagnostic(.error, at: position, text: message)))"
    }
  }

  /// What stands at a key: one text, or one for each form by its name.
  package struct Entry: Sendable {
    /// Where the key is written.
    package var place: Place
    /// One text has the name "".
    package var forms: [(name: String, text: Written)]

    /// The one text; `nil` where there are forms.
    package var single: Written? { forms.count == 1 && forms[0].name.isEmpty ? forms[0].text : nil }
  }

  /// Entries by the sections of the file and their keys: `labels`, `today`. The groups of `scripts` are sections of
  /// their own: `scripts.put-words`, `count`.
  package private(set) var sections: [String: [String: Entry]] = [:]
  /// Where each section begins.
  package private(set) var places: [String: Place] = [:]

  /// No language's file comes near.
  package static let limit = 1 << 20

  /// Why a file can't be used: lines of the form `path:line:column: error: message`.
  package struct Failure: Error {
    package var lines: [String]
  }

  /// - Parameters:
  ///   - bytes: the file.
  ///   - path: as messages name it.
  package init(_ bytes: [UInt8], path: String) throws(Failure) {
    func failure(_ position: Position, _ message: String) -> Failure {
      Failure(lines: [Place(path: path, position: position).error(message)])
    }
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF] as [UInt8]) ? Array(bytes.dropFirst(3)) : bytes
    if bytes.count > Self.limit { throw failure(.start, "the file has more than 1 MiB; keep it to the words") }
    if let invalid = Text.firstInvalid(in: bytes) {
      throw failure(Position(of: invalid, in: bytes), "this is not UTF-8; save the file as UTF-8")
    }
    let root: YAMLValue?
    do { root = try YAMLReader.read(bytes) } catch { throw failure(error.position, error.message) }
    guard let root, !root.isNull else { return }
    for section in try Self.entries(root, "sections", path) {
      let entries = try Self.entries(section.value, "keys of \(section.key)", path)
      if section.key != "scripts" {
        try add(entries, to: section.key, at: section.keyPosition, path)
        continue
      }
      for group in entries {
        let words = try Self.entries(group.value, "keys of \(group.key)", path)
        try add(words, to: "scripts." + group.key, at: group.keyPosition, path)
      }
    }
  }

  private mutating func add(
    _ entries: [YAMLValue.Entry], to section: String, at position: Position, _ path: String
  ) throws(Failure) {
    places[section] = Place(path: path, position: position)
    for entry in entries {
      var forms: [(name: String, text: Written)] = []
      if case .map(let map) = entry.value.kind {
        for form in map { forms.append((form.key, try Self.text(form.value, of: form.key, path))) }
      } else {
        forms.append(("", try Self.text(entry.value, of: entry.key, path)))
      }
      sections[section, default: [:]][entry.key] = Entry(
        place: Place(path: path, position: entry.keyPosition), forms: forms)
    }
  }

  /// Puts the entries of another file over those of this one.
  package mutating func merge(_ other: WordsFile) {
    for (name, entries) in other.sections { sections[name, default: [:]].merge(entries) { _, new in new } }
    places.merge(other.places) { _, new in new }
  }

  private static func entries(_ value: YAMLValue, _ what: String, _ path: String) throws(Failure) -> [YAMLValue.Entry] {
    if value.isNull { return [] }
    guard case .map(let entries) = value.kind else {
      throw Failure(lines: [
        Place(path: path, position: value.position).error(
          "the \(what) are written as `key: value`, and this is \(value.label)")
      ])
    }
    return entries
  }

  private static func text(_ value: YAMLValue, of key: String, _ path: String) throws(Failure) -> Written {
    let place = Place(path: path, position: value.position)
    guard let text = value.text, !text.isEmpty else {
      throw Failure(lines: [place.error("\(Text.quote(key)) is a text, and this is \(value.label); write what it says")]
      )
    }
    return Written(text: text, place: place)
  }
}
