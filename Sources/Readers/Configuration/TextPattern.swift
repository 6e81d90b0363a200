import Foundation

/// A text with wildcards, compared without regard to case: `*` stands for any text, `?` for one character.
struct TextPattern: Sendable {
  /// More is no pattern that somebody wrote. Comparing costs at most pattern times title.
  static let lengthLimit = 500

  private enum Part: Sendable, Equatable {
    case any, one
    case character(Character)
  }

  private let parts: [Part]

  /// - Parameter isPlain: whether `*` and `?` stand for themselves.
  init(_ text: String, isPlain: Bool = false) {
    parts = Self.folded(text).map { character in
      switch character {
      case "*" where !isPlain: .any
      case "?" where !isPlain: .one
      default: .character(character)
      }
    }
  }

  /// Letters without case, characters in one of their equal forms, and white space at the ends left out.
  private static func folded(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines).folding(options: [.caseInsensitive], locale: nil)
  }

  /// Whether the whole text fits. O(pattern · text).
  func matches(_ text: [UInt8]) -> Bool {
    let text = Array(Self.folded(String(decoding: text, as: UTF8.self)))
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
