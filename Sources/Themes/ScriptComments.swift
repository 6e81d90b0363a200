/// Removes comments and indentation from scripts before they are published: they are a quarter of the bytes.
///
/// Not a minifier: the code of the remaining lines is unchanged, so errors and breakpoints show the source.
package enum ScriptComments {
  /// Removes lines that contain only a comment or nothing, and the white space that lines begin with: comments after
  /// code stay, and so does everything in template literals. A `/**` that does not begin a line, or is not closed, is
  /// kept. O(script).
  package static func without(_ script: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(script.count)
    var state = State()
    var block = false
    for line in script.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let text = line.drop { $0 == 0x20 || $0 == 0x09 }
      if block {
        block = !ends(text)
        continue
      }
      if state.isCode {
        if text.starts(with: "//".utf8) { continue }
        if text.starts(with: "/**".utf8) || text.starts(with: "/*".utf8) && ends(text) {
          block = !ends(text.dropFirst(2))
          continue
        }
      }
      let isWithin = !state.isCode
      state.read(line)
      if text.isEmpty, !isWithin { continue }
      out.append(contentsOf: isWithin ? line : text)
      out.append(0x0A)
    }
    // An unclosed comment is not one of ours: the script is left unchanged.
    if block { return script }
    // A line feed was added after each line.
    if script.last != 0x0A, !out.isEmpty { out.removeLast() }
    return out
  }

  /// Whether a line ends with the end of a comment.
  private static func ends(_ line: ArraySlice<UInt8>) -> Bool {
    var rest = line
    while let last = rest.last, last == 0x20 || last == 0x09 || last == 0x0D { rest.removeLast() }
    return rest.suffix(2).elementsEqual("*/".utf8)
  }

  /// The state at the end of a line: in code, or within template literals, which may contain code that contains others.
  private struct State {
    /// For each open template literal, the number of open braces in its code; -1 in its text.
    private var templates: [Int] = []
    private var isBlock = false

    var isCode: Bool { !isBlock && templates.isEmpty }

    mutating func read(_ line: ArraySlice<UInt8>) {
      var quote: UInt8?
      var rest = line
      while let byte = rest.popFirst() {
        if isBlock {
          if byte == UInt8(ascii: "*"), rest.first == UInt8(ascii: "/") {
            rest.removeFirst()
            isBlock = false
          }
        } else if let open = quote {
          if byte == UInt8(ascii: "\\") { _ = rest.popFirst() } else if byte == open { quote = nil }
        } else if templates.last == -1 {
          if byte == UInt8(ascii: "\\") {
            _ = rest.popFirst()
          } else if byte == UInt8(ascii: "`") {
            templates.removeLast()
          } else if byte == UInt8(ascii: "$"), rest.first == UInt8(ascii: "{") {
            rest.removeFirst()
            templates[templates.count - 1] = 1
          }
        } else {
          switch byte {
          case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
          case UInt8(ascii: "`"): templates.append(-1)
          case UInt8(ascii: "{"): if !templates.isEmpty { templates[templates.count - 1] += 1 }
          case UInt8(ascii: "}"):
            if let depth = templates.last { templates[templates.count - 1] = depth == 1 ? -1 : depth - 1 }
          case UInt8(ascii: "/"):
            if rest.first == UInt8(ascii: "/") { return }
            if rest.first == UInt8(ascii: "*") { isBlock = true }
          default: break
          }
        }
      }
    }
  }
}
