import Bytes

/// The range that a request asks for (RFC 9110, section 14).
enum ByteRange: Equatable {
  /// No range, several, or an invalid one: the answer is the whole file.
  case whole
  case part(Range<Int>)
  /// The range begins after the end of the file.
  case unsatisfiable

  /// - Parameters:
  ///   - field: a Range header: `bytes=0-99`, `bytes=100-`, `bytes=-50`.
  ///   - count: the file's length in bytes.
  init(_ field: String?, of count: Int) {
    self = .whole
    guard let field, field.utf8.prefix(6).equalsIgnoringCase("bytes=") else { return }
    let parts = field.utf8.dropFirst(6).split(separator: .hyphen, omittingEmptySubsequences: false)
    guard parts.count == 2, let first = Self.number(parts[0]), let last = Self.number(parts[1])
    else { return }
    switch (first, last) {
    case (nil, nil): return
    case (nil, let suffix?):
      self = suffix > 0 && count > 0 ? .part(max(0, count - suffix)..<count) : .unsatisfiable
    case (let first?, let last):
      if let last, last < first { return }
      // The end is clamped before one is added to it, since it may be `Int.max`.
      self = first < count ? .part(first..<min(last ?? count, count - 1) + 1) : .unsatisfiable
    }
  }

  /// `.some(nil)` for an empty text, `nil` if it is not a number. Numbers too large for an integer become the greatest
  /// one.
  private static func number(_ text: Substring.UTF8View) -> Int?? {
    if text.isEmpty { return .some(nil) }
    guard text.allSatisfy(\.isDigit) else { return nil }
    return Int(String(Substring(text))) ?? Int.max
  }
}
