import Bytes

/// The keys of a YAML mapping, taken one by one; what is not known is reported.
struct MapReader {
  private let entries: [YAMLValue.Entry]

  init(_ entries: [YAMLValue.Entry]) { self.entries = entries }

  /// The entry of a key, if it was written.
  func entry(_ key: String) -> YAMLValue.Entry? { entries.first { $0.key == key } }

  /// Reports every key that is not one of `known`, with the nearest that is.
  ///
  /// - Parameter vital: keys that must not be lost to a slip of the finger: one that is like them is an
  ///   error.
  func reportUnknown(
    _ known: [String], vital: [String] = [],
    _ report: (Diagnostic.Severity, Position, String) -> Void
  ) {
    for entry in entries where !known.contains(entry.key) {
      let near = Text.nearest(entry.key, in: known)
      let mend =
        near.map { "did you mean \(Text.quote($0))?" }
        ?? "the keys here are \(known.joined(separator: ", "))"
      report(
        near.map(vital.contains) == true ? .error : .warning, entry.keyPosition,
        "unknown key \(Text.quote(entry.key)); \(mend)")
    }
  }
}
