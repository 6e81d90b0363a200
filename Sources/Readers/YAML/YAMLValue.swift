import Bytes

/// A YAML value and its position. Scalars are kept as written: whether `2026-11-20` is a date or `yes` a flag depends
/// on the key, and not on YAML's schema.
struct YAMLValue: Sendable {
  struct Entry: Sendable {
    var key: String
    var keyPosition: Position
    var value: YAMLValue
  }

  enum Kind: Sendable {
    /// Nothing, `~` or `null`.
    case null
    /// Plain: written without quotes.
    case scalar(String, isPlain: Bool)
    case list([YAMLValue])
    case map([Entry])
  }

  var kind: Kind
  var position: Position

  /// Its kind, for messages.
  var label: String {
    switch kind {
    case .null: "nothing"
    case .scalar(let text, _): Text.quote(text)
    case .list: "a list"
    case .map: "a mapping"
    }
  }

  var isNull: Bool { if case .null = kind { true } else { false } }

  /// The first key in it, at any depth, of which something holds. O(values).
  func key(where holds: (String) -> Bool) -> Entry? {
    switch kind {
    case .null, .scalar: return nil
    case .list(let values):
      for value in values { if let found = value.key(where: holds) { return found } }
    case .map(let entries):
      for entry in entries {
        if holds(entry.key) { return entry }
        if let found = entry.value.key(where: holds) { return found }
      }
    }
    return nil
  }

  /// The text of a scalar; `nil` for a list, a mapping or null.
  var text: String? {
    if case .scalar(let text, _) = kind { return text }
    return nil
  }

  /// The elements of a list; any other value is a list of one.
  var elements: [YAMLValue] {
    if case .list(let elements) = kind { return elements }
    return [self]
  }

  /// The index of the text among some words, ignoring case.
  func index(in words: [String]) -> Int? { text.flatMap { words.firstIndex(of: $0.lowercased()) } }

  /// What to say of a value of `key` that is none of the words.
  func refusal(of key: String, _ words: [String]) -> String {
    let near = text.flatMap { Text.suggestion($0, in: words) } ?? ";"
    return "\(key) is \(label)\(near) write one of \(words.joined(separator: ", "))"
  }

  /// An integer written without quotes.
  var integer: Int? {
    if case .scalar(let text, isPlain: true) = kind { return Int(text) }
    return nil
  }

  /// `true`, `yes` or `on`, `false`, `no` or `off`, in any case, without quotes.
  var flag: Bool? {
    if case .scalar(let text, isPlain: true) = kind { return Self.flag(text) }
    return nil
  }

  static func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "on": true
    case "false", "no", "off": false
    default: nil
    }
  }
}
