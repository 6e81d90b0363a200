import Bytes

/// One `words/<language>.yml` of a theme: its texts by their keys, with their places in the file. The code that
/// compiles them decides what the keys mean and which are required.
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
    package func error(_ message: String) -> Problem { problem(.error, message) }

    /// `path:line:column: warning: message`.
    package func warning(_ message: String) -> Problem { problem(.warning, message) }

    private func problem(_ severity: Diagnostic.Severity, _ message: String) -> Problem {
      Problem(path: path, diagnostic: Diagnostic(severity, at: position, text: message))
    }

    package init(path: String, position: Position) {
      self.path = path
      self.position = position
    }
  }

  /// A form of an entry.
  package struct Form: Sendable {
    /// "" where the entry has no forms.
    package var name: String
    /// Where it begins.
    package var place: Place
    package var texts: [Written]
    /// Whether it is written as a list.
    package var isList: Bool
  }

  /// What stands at a key: one form without a name, or several; each is a text or a list of texts.
  package struct Entry: Sendable {
    /// Where the key is written.
    package var place: Place
    package var forms: [Form]

    package init(place: Place, forms: [Form]) {
      self.place = place
      self.forms = forms
    }

    /// Whether it has forms by their names.
    package var hasForms: Bool { !(forms.count == 1 && forms[0].name.isEmpty) }

    /// The one text; `nil` where there are forms or a list.
    package var single: Written? { hasForms || forms[0].isList ? nil : forms[0].texts[0] }
  }

  /// Entries by the sections of the file and their keys: `labels`, `today`. The groups of `scripts` are sections of
  /// their own: `scripts.put-words`, `count`.
  package private(set) var sections: [String: [String: Entry]] = [:]
  /// Where each section begins.
  package private(set) var places: [String: Place] = [:]
  /// How readers are addressed: what the file says at `register`.
  package private(set) var register: Written?
  /// The words that no text of the file may have: the list `never`.
  package private(set) var never: [Written] = []
  /// The entries of its head that can't be read.
  package private(set) var headFaults: [Problem] = []
  /// As messages name it.
  package let path: String

  /// The sections that describe the words of the file, and contain no texts of pages.
  private static let head = ["terms", "register", "never"]

  /// No language's file comes near.
  package static let limit = 1 << 20

  /// Why a file can't be used.
  package struct Failure: Error {
    package var problem: Problem
  }

  /// - Parameters:
  ///   - bytes: the file.
  ///   - path: as messages name it.
  package init(_ bytes: [UInt8], path: String) throws(Failure) {
    self.path = path
    let bytes = bytes.unmarked
    if bytes.count > Self.limit { throw failure(.start, "the file has more than 1 MiB; keep it to the words") }
    if let invalid = Text.firstInvalid(in: bytes) {
      throw failure(Position(of: invalid, in: bytes), "this is not UTF-8; save the file as UTF-8")
    }
    let root: YAMLValue?
    do { root = try YAMLReader.read(bytes) } catch { throw failure(error.position, error.message) }
    guard let root, !root.isNull else { return }
    for section in try entries(root, "sections") {
      if Self.head.contains(section.key) {
        do { try readHead(section) } catch { headFaults.append(error.problem) }
        continue
      }
      let isMap = (try? entries(section.value, "")) != nil
      if !isMap, let near = Text.nearest(section.key, in: Self.head) {
        throw failure(
          section.keyPosition, "there is no section \(Text.quote(section.key)); did you mean \(Text.quote(near))?")
      }
      let entries = try entries(section.value, "keys of \(section.key)")
      if section.key != "scripts" {
        try add(entries, to: section.key, at: section.keyPosition)
        continue
      }
      for group in entries {
        let words = try self.entries(group.value, "keys of \(group.key)")
        try add(words, to: "scripts." + group.key, at: group.keyPosition)
      }
    }
  }

  /// Reads a section of the head, which no page needs.
  private mutating func readHead(_ section: YAMLValue.Entry) throws(Failure) {
    if section.value.isNull { return }
    switch section.key {
    case "register": register = try text(section.value, of: section.key)
    case "never":
      if case .list(let items) = section.value.kind, items.isEmpty { return }
      never = try form(section.value, named: "", of: section.key).texts
    default:
      let entries = try entries(section.value, "keys of \(section.key)")
      try add(entries, to: section.key, at: section.keyPosition)
    }
  }

  private mutating func add(
    _ entries: [YAMLValue.Entry], to section: String, at position: Position
  ) throws(Failure) {
    places[section] = Place(path: path, position: position)
    for entry in entries {
      var forms: [Form] = []
      if case .map(let map) = entry.value.kind, !map.isEmpty {
        for inner in map { forms.append(try form(inner.value, named: inner.key, of: inner.key)) }
      } else {
        forms.append(try form(entry.value, named: "", of: entry.key))
      }
      sections[section, default: [:]][entry.key] = Entry(
        place: Place(path: path, position: entry.keyPosition), forms: forms)
    }
  }

  private func failure(_ position: Position, _ message: String) -> Failure {
    Failure(problem: Place(path: path, position: position).error(message))
  }

  private func entries(_ value: YAMLValue, _ what: String) throws(Failure) -> [YAMLValue.Entry] {
    if value.isNull { return [] }
    guard case .map(let entries) = value.kind else {
      throw failure(value.position, "the \(what) are written as `key: value`, and this is \(value.label)")
    }
    return entries
  }

  private func form(_ value: YAMLValue, named name: String, of key: String) throws(Failure) -> Form {
    let place = Place(path: path, position: value.position)
    guard case .list(let items) = value.kind, !items.isEmpty else {
      return Form(name: name, place: place, texts: [try text(value, of: key)], isList: false)
    }
    var texts: [Written] = []
    for item in items { texts.append(try text(item, of: key)) }
    return Form(name: name, place: place, texts: texts, isList: true)
  }

  private func text(_ value: YAMLValue, of key: String) throws(Failure) -> Written {
    guard let text = value.text, !text.isEmpty else {
      throw failure(value.position, "\(Text.quote(key)) must be a text, and this is \(value.label); write a text")
    }
    return Written(text: text, place: Place(path: path, position: value.position))
  }
}

extension WordsFile.Form {
  /// A form of one text.
  package init(name: String, text: String, place: WordsFile.Place) {
    self.init(name: name, place: place, texts: [WordsFile.Written(text: text, place: place)], isList: false)
  }
}
