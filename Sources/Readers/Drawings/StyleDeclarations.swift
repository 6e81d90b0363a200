import Bytes

/// CSS declarations, such as those of a `style` attribute: keeps known properties with harmless values.
struct StyleDeclarations {
  /// `name:value;name:value`.
  private(set) var bytes: [UInt8] = []
  /// Whether a dropped declaration referred to something outside of the drawing.
  private(set) var hasLoads = false

  /// - Parameter text: without comments. O(text).
  init(_ text: ArraySlice<UInt8>) {
    for declaration in StyleText.parts(of: text) {
      guard let colon = declaration.firstIndex(of: UInt8.ascii(":")) else { continue }
      var name = Array(declaration[..<colon].trimmed)
      let value = declaration[(colon + 1)...].trimmed
      let isVariable = name.hasPrefix("--") && name.allSatisfy(StyleValue.isNameByte)
      if !isVariable { name = name.asciiLowercased }
      let property = String(utf8: name)
      let verdict = StyleValue.check(value, allowsFragment: StyleProperty.referring.contains(property))
      if verdict == .loads { hasLoads = true }
      guard isVariable || StyleProperty.known.contains(property), verdict == .harmless, !value.isEmpty else {
        continue
      }
      if !bytes.isEmpty { bytes.append(ascii: ";") }
      bytes += name
      bytes.append(ascii: ":")
      bytes += value
    }
  }
}

/// Splits CSS text into parts, before any part is interpreted.
enum StyleText {
  /// Replaces each comment by a space; an unclosed comment removes the rest. O(text).
  static func withoutComments(_ text: some Sequence<UInt8>) -> [UInt8] {
    let text = Array(text)
    var out: [UInt8] = []
    out.reserveCapacity(text.count)
    var quote: UInt8?
    var index = 0
    while index < text.count {
      let byte = text[index]
      if quote == nil, byte == UInt8.ascii("/"), index + 1 < text.count, text[index + 1] == UInt8.ascii("*") {
        index += 2
        while index < text.count, !text[index...].starts(with: [.ascii("*"), .ascii("/")]) { index += 1 }
        index += 2
        out.append(ascii: " ")
        continue
      }
      if byte == quote || byte == .lineFeed {
        quote = nil
      } else if quote == nil, byte == .quote || byte == .apostrophe {
        quote = byte
      }
      out.append(byte)
      index += 1
    }
    return out
  }

  /// Splits at semicolons outside of strings and parentheses. O(text).
  static func parts(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    var index = start
    while let end = firstIndex(in: text, from: index, of: [.ascii(";")]) {
      parts.append(text[start..<end])
      index = end + 1
      start = index
    }
    parts.append(text[start...])
    return parts
  }

  /// The first occurrence of any of some bytes outside of strings, parentheses and brackets. O(text).
  static func firstIndex(in text: ArraySlice<UInt8>, from start: Int, of wanted: [UInt8]) -> Int? {
    var depth = 0
    var index = start
    while index < text.endIndex {
      let byte = text[index]
      if depth == 0, wanted.contains(byte) { return index }
      switch byte {
      case .ascii("\""), .ascii("'"):
        index += 1
        while index < text.endIndex, text[index] != byte, text[index] != .lineFeed {
          index += text[index] == UInt8.ascii("\\") ? 2 : 1
        }
      case .ascii("\\"): index += 1
      case .ascii("("), .ascii("["): depth += 1
      case .ascii(")"), .ascii("]"): depth -= depth > 0 ? 1 : 0
      default: break
      }
      index += 1
    }
    return nil
  }

  /// The index of the `}` that closes a block beginning at an index; the end of the text if it is not closed. O(text).
  static func endOfBlock(in text: ArraySlice<UInt8>, from start: Int) -> Int {
    var depth = 0
    var index = start
    while let found = firstIndex(in: text, from: index, of: [.ascii("{"), .ascii("}")]) {
      if text[found] == UInt8.ascii("{") {
        depth += 1
      } else if depth == 0 {
        return found
      } else {
        depth -= 1
      }
      index = found + 1
    }
    return text.endIndex
  }
}
