import Bytes
import CalendarPages
import Readers

/// A text parted at its places: "from {time}".
package struct WordsParts {
  package enum Part {
    case text(String)
    case place(String)
  }

  package private(set) var parts: [Part] = []
  /// What is wrong with it, if anything.
  package private(set) var problem: String?

  package var places: [String] {
    parts.compactMap { if case .place(let name) = $0 { name } else { nil } }
  }

  package init(_ text: String) {
    var rest = text.utf8[...]
    while let brace = rest.firstIndex(where: { $0 == .ascii("{") || $0 == .ascii("}") }) {
      let end = rest[brace...].firstIndex(of: .ascii("}"))
      guard rest[brace] == .ascii("{"), let end, !rest[brace..<end].dropFirst().isEmpty,
        rest[brace..<end].dropFirst().allSatisfy({ $0.isLetter })
      else {
        problem = "a brace stands alone; places are written as {title}"
        return
      }
      if brace > rest.startIndex { parts.append(.text(String(text[rest.startIndex..<brace]))) }
      parts.append(.place(String(text[rest.index(after: brace)..<end])))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { parts.append(.text(String(text[rest.startIndex...]))) }
  }

  /// Its texts without its places.
  package var text: [UInt8] {
    parts.flatMap { part -> [UInt8] in if case .text(let text) = part { [UInt8](text.utf8) } else { [] } }
  }

  /// What in it is not plain text, and how to fix it: control characters, those that change the direction of text
  /// included, and markup.
  /// - Parameter allowingLines: whether line feeds are allowed.
  package func markup(allowingLines: Bool) -> String? {
    let text = String(decoding: text, as: UTF8.self)
    let isControl = text.unicodeScalars.contains { scalar in
      scalar.value < 0x20 && !(allowingLines && scalar == "\n") || 0x7F...0x9F ~= scalar.value
        || 0x202A...0x202E ~= scalar.value || 0x2066...0x2069 ~= scalar.value
    }
    if isControl { return "a control character stands in this text; remove it" }
    if Self.hasMarkup(self.text) {
      return "this text has markup; write plain text, and characters instead of entities"
    }
    return nil
  }

  /// Whether a text has what begins an HTML tag or comment, or a character reference. (By hand, since each build asks
  /// it of hundreds of texts.)
  private static func hasMarkup(_ text: [UInt8]) -> Bool {
    for (index, byte) in text.enumerated() where byte == .ascii("<") || byte == .ascii("&") {
      let rest = text[(index + 1)...]
      guard let next = rest.first else { return false }
      if byte == .ascii("<") {
        if next.isLetter || next == .ascii("/") || next == .ascii("!") { return true }
      } else if next == .ascii("#") {
        return true
      } else if next.isLetter, rest.first(where: { !$0.isLetter }) == .ascii(";") {
        return true
      }
    }
    return false
  }

  /// How wide it is, in digits: a place counts as four, wide characters of East Asia as two, marks as none.
  package var columns: Int {
    parts.reduce(0) { columns, part in
      switch part {
      case .place: columns + 4
      case .text(let text):
        columns
          + text.unicodeScalars.reduce(0) { width, scalar in
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: width
            default: width + (Self.isWide(scalar) ? 2 : 1)
            }
          }
      }
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0x1_F300...0x1_FAFF, 0x2_0000...0x3_FFFD:
      true
    default: false
    }
  }
}
