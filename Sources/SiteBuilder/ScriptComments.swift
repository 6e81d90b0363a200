/// Scripts as readers get them: without the lines that only people read, a quarter of what is sent.
///
/// No minifier: what is left is the source, line by line, so that errors and breakpoints say what was written.
enum ScriptComments {
  /// Leaves out the lines that hold nothing but a comment, and nothing else: comments behind code stay, and so
  /// does all within template literals. A `/**` that doesn't begin a line, or is not closed, is left alone. O(script).
  static func without(_ script: [UInt8]) -> [UInt8] {
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
      state.read(line)
      out.append(contentsOf: line)
      out.append(0x0A)
    }
    // A comment that never ends is none of ours: the script stays as it is.
    if block { return script }
    // Each line was given an end; what stands behind the last end of a script is no line.
    if !out.isEmpty { out.removeLast() }
    return out
  }

  /// Whether a line ends with the end of a comment, and has nothing behind it.
  private static func ends(_ line: ArraySlice<UInt8>) -> Bool {
    var rest = line
    while let last = rest.last, last == 0x20 || last == 0x09 || last == 0x0D { rest.removeLast() }
    return rest.suffix(2).elementsEqual("*/".utf8)
  }

  /// Where a line ends: in code, or within template literals, which may hold code that holds others.
  private struct State {
    /// For each template literal that is open, how many braces of the code within it are open; -1 in its text.
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
