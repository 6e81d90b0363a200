import Bytes

/// Checks one CSS value. It is published as written, so nothing is accepted whose meaning could depend on differences
/// between this parser and a browser's: no escapes, comments, braces or unknown functions.
enum StyleValue {
  enum Verdict {
    case harmless
    /// It refers to something outside of the drawing.
    case loads
    case unknown
  }

  /// Functions that only compute; none takes an address.
  private static let functions: Set<String> = [
    "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix", "light-dark", "var",
    "calc", "min", "max", "clamp", "matrix", "matrix3d", "translate", "translatex", "translatey", "translatez",
    "translate3d", "scale", "scalex", "scaley", "scalez", "scale3d", "rotate", "rotatex", "rotatey", "rotatez",
    "rotate3d", "skew", "skewx", "skewy", "perspective", "cubic-bezier", "steps", "linear", "circle", "ellipse",
    "inset", "polygon", "path", "rect", "xywh", "blur", "brightness", "contrast", "drop-shadow", "grayscale",
    "hue-rotate", "invert", "opacity", "saturate", "sepia",
  ]
  /// Functions that load something, for a message. Functions in neither list are unknown, and dropped too.
  private static let loading: Set<String> = ["url", "src", "image", "image-set", "-webkit-image-set", "cross-fade"]

  /// - Parameter allowsFragment: whether `url(#name)` is allowed.
  static func check(_ value: ArraySlice<UInt8>, allowsFragment: Bool) -> Verdict {
    var depth = 0
    var index = value.startIndex
    while index < value.endIndex {
      let byte = value[index]
      switch byte {
      case .ascii("\""), .ascii("'"):
        guard let end = endOfString(value, from: index) else { return .unknown }
        index = end
      case .ascii("("):
        depth += 1
        index += 1
      case .ascii(")"):
        depth -= 1
        if depth < 0 { return .unknown }
        index += 1
      case _ where isNameByte(byte) && !byte.isDigit:
        let start = index
        while index < value.endIndex, isNameByte(value[index]) { index += 1 }
        guard index < value.endIndex, value[index] == UInt8.ascii("(") else { continue }
        let name = String(utf8: value[start..<index].asciiLowercased)
        if name == "url", let end = endOfFragment(value, from: index + 1) {
          guard allowsFragment else { return .unknown }
          index = end
        } else if !functions.contains(name) {
          return loading.contains(name) ? .loads : .unknown
        }
      case _ where byte.isDigit || " \t\n\r.+%#,!*".utf8.contains(byte): index += 1
      case .ascii("/"):
        index += 1
        if index < value.endIndex, value[index] == UInt8.ascii("*") { return .unknown }
      default: return .unknown
      }
    }
    return depth == 0 ? .harmless : .unknown
  }

  /// The index after the string that begins at an index; `nil` if it is not closed or contains escapes.
  static func endOfString(_ text: ArraySlice<UInt8>, from start: Int) -> Int? {
    var index = start + 1
    while index < text.endIndex {
      switch text[index] {
      case text[start]: return index + 1
      case .lineFeed, 0x0C, .carriageReturn, .ascii("\\"), .ascii("<"): return nil
      default: index += 1
      }
    }
    return nil
  }

  /// The index after the `)` of `url(#name)`; `nil` for anything else.
  private static func endOfFragment(_ text: ArraySlice<UInt8>, from start: Int) -> Int? {
    var rest = text[start...]
    rest = rest.drop { $0.isWhitespace }
    var quote: UInt8?
    if let first = rest.first, first == UInt8.ascii("\"") || first == UInt8.ascii("'") {
      quote = first
      rest = rest.dropFirst()
    }
    guard rest.first == UInt8.ascii("#") else { return nil }
    let name = rest.dropFirst().prefix { isNameByte($0) || [.ascii("."), .ascii(":")].contains($0) }
    rest = text[name.endIndex...]
    if name.isEmpty { return nil }
    if let quote {
      guard rest.first == quote else { return nil }
      rest = rest.dropFirst()
    }
    rest = rest.drop { $0.isWhitespace }
    return rest.first == UInt8.ascii(")") ? rest.startIndex + 1 : nil
  }

  /// Whether a byte may be part of a CSS name, apart from escapes.
  static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8.ascii("-") || byte == UInt8.ascii("_") || byte >= 0x80
  }
}
