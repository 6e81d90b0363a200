import Bytes

/// A part of a file that a request asks for (RFC 9110, section 14).
enum ByteRange: Equatable {
  /// No range, several, or one that can't be understood: the whole file is the answer to each.
  case whole
  case part(Range<Int>)
  /// A range that begins behind the end.
  case unsatisfiable

  /// - Parameters:
  ///   - field: a Range header: `bytes=0-99`, `bytes=100-`, `bytes=-50`.
  ///   - count: the file's length in bytes.
  init(_ field: String?, of count: Int) {
    self = .whole
    guard let field, field.utf8.prefix(6).equalsIgnoringCase("bytes=") else { return }
    let parts = field.utf8.dropFirst(6).split(separator: 0x2D, omittingEmptySubsequences: false)
    guard parts.count == 2, let first = Self.number(parts[0]), let last = Self.number(parts[1])
    else { return }
    switch (first, last) {
    case (nil, nil): return
    case (nil, let suffix?):
      self = suffix > 0 && count > 0 ? .part(max(0, count - suffix)..<count) : .unsatisfiable
    case (let first?, let last):
      if let last, last < first { return }
      // The end of the range is clipped before one is added to it: it may be the greatest integer.
      self = first < count ? .part(first..<min(last ?? count, count - 1) + 1) : .unsatisfiable
    }
  }

  /// `.some(nil)` for an empty text, `nil` for one that is no number. More digits than an integer holds are
  /// as good as its greatest.
  private static func number(_ text: Substring.UTF8View) -> Int?? {
    if text.isEmpty { return .some(nil) }
    guard text.allSatisfy(\.isDigit) else { return nil }
    return Int(String(Substring(text))) ?? Int.max
  }
}
