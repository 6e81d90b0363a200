import Bytes

/// Removed parts of a drawing that a reader would miss, for one warning.
struct MissedParts {
  /// The first few, without duplicates, in file order, as they are named in the message.
  private var names: [String] = []
  private var hasMore = false
  private var firstOffset = 0
  /// The greatest number of names in the message.
  private static let shown = 5

  /// - Parameter offset: the element's offset in the file.
  mutating func add(_ name: String, at offset: Int) {
    if names.contains(name) { return }
    if names.isEmpty { firstOffset = offset }
    if names.count < Self.shown { names.append(name) } else { hasMore = true }
  }

  func warning(in source: [UInt8]) -> Diagnostic? {
    if names.isEmpty { return nil }
    let list = names.joined(separator: ", ") + (hasMore ? " and more" : "")
    return Diagnostic(
      .warning, at: Position(of: firstOffset, in: source),
      text: "the drawing is published without \(list): drawings run no scripts and load nothing; "
        + "remove this, or save the drawing as PNG if it looks different")
  }
}
