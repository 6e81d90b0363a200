import Bytes

/// The keys of a YAML mapping, taken one by one; what is not known is reported.
struct MapReader {
  private let entries: [YAMLValue.Entry]

  init(_ entries: [YAMLValue.Entry]) { self.entries = entries }

  /// The entry of a key, if it was written.
  func entry(_ key: String) -> YAMLValue.Entry? { entries.first { $0.key == key } }

  /// Reports every key that is not one of `known`, with the one that is meant.
  ///
  /// - Parameters:
  ///   - synonyms: what other programs call the keys.
  ///   - vital: keys that must not be lost to a slip of the finger: where one of them is meant, it is an error.
  func reportUnknown(
    _ known: [String], _ synonyms: KeySynonyms = .none, vital: [String] = [],
    _ report: (Diagnostic.Severity, Position, String) -> Void
  ) {
    for entry in entries where !known.contains(entry.key) {
      let unknown = UnknownKey(entry.key, known, synonyms)
      report(
        unknown.meant.map(vital.contains) == true ? .error : .warning, entry.keyPosition, unknown.message)
    }
  }
}
