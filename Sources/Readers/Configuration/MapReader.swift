import Bytes

/// The keys of a YAML mapping, read one by one; unknown keys are reported.
struct MapReader {
  private let entries: [YAMLValue.Entry]

  init(_ entries: [YAMLValue.Entry]) { self.entries = entries }

  /// Whether a key is absent and another one means it, by its spelling or as another program's name for it.
  func means(_ key: String, _ known: [String], _ synonyms: KeySynonyms) -> Bool {
    entry(key) == nil
      && entries.contains { !known.contains($0.key) && UnknownKey($0.key, known, synonyms).meant == key }
  }

  /// The entry of a key, if it was written.
  func entry(_ key: String) -> YAMLValue.Entry? { entries.first { $0.key == key } }

  /// What to report of every key that is not in `known`, with the one that is probably meant. A key that may withhold
  /// something is an error.
  ///
  /// - Parameters:
  ///   - synonyms: names that other programs use for the keys.
  ///   - vital: keys for which a misspelling is an error and not a warning.
  ///   - isDeep: whether keys below unknown ones are errors too if they may withhold something. (In site.yml, unknown
  ///     keys may have mappings that others merge.)
  func unknown(
    _ known: [String], _ synonyms: KeySynonyms, vital: [String], isDeep: Bool = false
  ) -> [(severity: Diagnostic.Severity, position: Position, message: String)] {
    var found: [(severity: Diagnostic.Severity, position: Position, message: String)] = []
    for entry in entries where !known.contains(entry.key) {
      let unknown = UnknownKey(entry.key, known, synonyms)
      let isVital = unknown.mayWithhold || unknown.meant.map(vital.contains) == true
      found.append((isVital ? .error : .warning, entry.keyPosition, unknown.message))
      if isDeep, !isVital, let inner = entry.value.key(where: UnknownKey.mayWithhold) {
        found.append(
          (
            .error, inner.keyPosition,
            "\(Text.quote(inner.key)) is below the unknown key \(Text.quote(entry.key)), so it has no effect; write it "
              + "where it belongs, or remove it"
          ))
      }
    }
    return found
  }
}
