import Bytes
import Foundation
import Synchronization

/// A text with wildcards, compared without regard to case: `*` stands for any text, `?` for one character.
struct TextPattern: Sendable {
  /// Nobody writes longer patterns. Comparing costs at most pattern times title.
  static let lengthLimit = 500

  private enum Part: Sendable, Equatable {
    case any, one
    case character(Code)
  }

  /// A number for a character, so that comparing is fast.
  typealias Code = UInt64

  private static func code(_ character: Character) -> Code {
    let scalars = character.unicodeScalars
    if scalars.count == 1 { return Code(scalars.first!.value) }
    return 1 << 63 | StableHash.of(String(character).utf8) >> 1
  }

  private let parts: [Part]
  /// The pattern with its HTML references decoded, if it has any: calendars that write `Tom &amp; Jerry` are decoded,
  /// and somebody may have copied the text from their source.
  private let decoded: [Part]

  /// - Parameter isPlain: whether `*` and `?` stand for themselves.
  init(_ text: String, isPlain: Bool = false) {
    parts = Self.parts(text, isPlain)
    let plain = text.contains("&") ? decodingReferences(text) : text
    decoded = plain == text ? [] : Self.parts(plain, isPlain)
  }

  private static func parts(_ text: String, _ isPlain: Bool) -> [Part] {
    folded(text).map { character in
      switch character {
      case "*" where !isPlain: .any
      case "?" where !isPlain: .one
      default: .character(code(character))
      }
    }
  }

  /// Letters without case, and equivalent characters in one form. White space of any kind and length becomes one space,
  /// and is left out at the ends; invisible characters, such as soft hyphens, are left out everywhere.
  private static func folded(_ text: String) -> String {
    let seen = String(String.UnicodeScalarView(text.unicodeScalars.filter { !isUnseen($0) }))
    return seen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .folding(options: [.caseInsensitive], locale: nil).precomposedStringWithCanonicalMapping
  }

  /// Joiners and variation selectors are parts of characters.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.properties.isDefaultIgnorableCodePoint else { return false }
    return scalar.value < 0x1_0000 && !(0x200C...0x200D ~= scalar.value || 0xFE00...0xFE0F ~= scalar.value)
  }

  static func codes(of text: [UInt8]) -> [Code] { folded(String(decoding: text, as: UTF8.self)).map(code) }

  /// Whether the whole text fits. O(pattern · text).
  func matches(_ text: [UInt8]) -> Bool {
    matches(codes: Self.codes(of: text))
  }

  /// - Parameter text: as ``codes(of:)`` returned it.
  func matches(codes text: [Code]) -> Bool {
    Self.matches(parts, text) || !decoded.isEmpty && Self.matches(decoded, text)
  }

  private static func matches(_ parts: [Part], _ text: [Code]) -> Bool {
    var (place, part) = (0, 0)
    // Where the last `*` was, and the text that it stands for so far.
    var star: (part: Int, end: Int)?
    while place < text.count {
      if part < parts.count, parts[part] == .any {
        star = (part, place)
        part += 1
      } else if part < parts.count, parts[part] == .one || parts[part] == .character(text[place]) {
        part += 1
        place += 1
      } else if let last = star {
        star = (last.part, last.end + 1)
        place = last.end + 1
        part = last.part + 1
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { $0 == .any }
  }
}

/// Folded texts, so that each is folded once for many patterns.
final class FoldedTexts: Sendable {
  private static let limit = 1_000

  private let texts = Mutex<[[UInt8]: [TextPattern.Code]]>([:])

  func codes(of text: [UInt8]) -> [TextPattern.Code] {
    texts.withLock { texts in
      if let codes = texts[text] { return codes }
      if texts.count == Self.limit { texts.removeAll() }
      let codes = TextPattern.codes(of: text)
      texts[text] = codes
      return codes
    }
  }
}
