import Bytes

/// The text of a `style` element: rules with plain selectors, `@media` and `@keyframes`, rewritten. Everything else,
/// such as `@import` and `@font-face`, is dropped.
struct StyleSheet {
  private(set) var bytes: [UInt8] = []
  private(set) var hasLoads = false
  /// Nested rules: `@media` within `@media` is rare.
  private static let depthLimit = 4

  /// O(text × ``depthLimit``).
  init(_ source: [UInt8]) {
    let text = StyleText.withoutComments(source)
    add(rules: text[...], depth: 0)
  }

  private mutating func add(rules text: ArraySlice<UInt8>, depth: Int) {
    var index = text.startIndex
    while true {
      let rest = text[index...].drop { $0.isWhitespace || $0 == UInt8.ascii("}") || $0 == UInt8.ascii(";") }
      index = rest.startIndex
      if rest.isEmpty { return }
      // Old HTML hid style sheets from browsers in these comment marks.
      if rest.starts(with: [UInt8]("<!--")) || rest.starts(with: [UInt8]("-->")) {
        index += rest.first == UInt8.ascii("<") ? 4 : 3
        continue
      }
      let isAtRule = rest.first == UInt8.ascii("@")
      // A rule without a block ends the style sheet.
      guard
        let stop = StyleText.firstIndex(
          in: text, from: index, of: isAtRule ? [.ascii("{"), .ascii(";")] : [.ascii("{")])
      else {
        if rest.hasPrefix("@import") { hasLoads = true }
        return
      }
      let prelude = text[index..<stop].trimmed
      if text[stop] == UInt8.ascii(";") {
        if prelude.asciiLowercased.hasPrefix("@import") { hasLoads = true }
        index = stop + 1
        continue
      }
      let end = StyleText.endOfBlock(in: text, from: stop + 1)
      let block = text[(stop + 1)..<end]
      if isAtRule {
        add(atRule: prelude, block, depth: depth)
      } else {
        add(rule: prelude, block)
      }
      index = min(end + 1, text.endIndex)
    }
  }

  private mutating func add(atRule prelude: ArraySlice<UInt8>, _ block: ArraySlice<UInt8>, depth: Int) {
    let name = prelude.dropFirst().prefix(while: StyleValue.isNameByte).asciiLowercased
    if name.equals("font-face") { hasLoads = true }
    guard ["media", "keyframes", "-webkit-keyframes"].contains(String(utf8: name)), depth < Self.depthLimit,
      StyleSheet.isPlain(prelude.dropFirst())
    else { return }
    let start = bytes.count
    bytes += prelude
    bytes.append(ascii: "{")
    let inner = bytes.count
    add(rules: block, depth: depth + 1)
    if bytes.count == inner {
      bytes.removeSubrange(start...)
    } else {
      bytes.append(ascii: "}")
    }
  }

  private mutating func add(rule selector: ArraySlice<UInt8>, _ block: ArraySlice<UInt8>) {
    let declarations = StyleDeclarations(block)
    if declarations.hasLoads { hasLoads = true }
    guard !selector.isEmpty, Self.isPlain(selector), !declarations.bytes.isEmpty,
      !block.contains(UInt8.ascii("{"))
    else { return }
    bytes += selector
    bytes.append(ascii: "{")
    bytes += declarations.bytes
    bytes.append(ascii: "}")
  }

  /// Whether a selector, or the prelude of an at-rule, consists only of names, numbers, combinators, whole strings and
  /// balanced parentheses.
  static func isPlain(_ text: ArraySlice<UInt8>) -> Bool {
    var closers: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      switch byte {
      case .ascii("\""), .ascii("'"):
        guard let end = StyleValue.endOfString(text, from: index) else { return false }
        index = end
        continue
      case .ascii("("): closers.append(.ascii(")"))
      case .ascii("["): closers.append(.ascii("]"))
      case .ascii(")"), .ascii("]"): if closers.popLast() != byte { return false }
      case _ where StyleValue.isNameByte(byte) || " \t\n\r.#*>+~,:=%^$|".utf8.contains(byte): break
      default: return false
      }
      index += 1
    }
    return closers.isEmpty
  }
}
