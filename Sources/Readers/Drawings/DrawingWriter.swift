import Bytes

/// Writes the elements of a drawing as ASCII: other characters become character references, so that the bytes mean the
/// same in every encoding that a server may state.
struct DrawingWriter {
  private var out: [UInt8] = []
  /// The open elements, outermost first.
  private var open: [DrawingElement] = []
  /// Whether the last start tag still lacks its `>`.
  private var isTagOpen = false

  var current: DrawingElement? { open.last }

  mutating func begin(_ element: DrawingElement) {
    closeTag()
    out.append(ascii: "<")
    out.append(contentsOf: element.name.utf8)
    if open.isEmpty { out.append(" xmlns=\"http://www.w3.org/2000/svg\"") }
    open.append(element)
    isTagOpen = true
  }

  /// Adds an attribute to the last element begun.
  mutating func attribute(_ name: String, _ value: some Sequence<UInt8>) {
    out.append(ascii: " ")
    out.append(contentsOf: name.utf8)
    out.append("=\"")
    escape(value, inAttribute: true)
    out.append(ascii: "\"")
  }

  mutating func text(_ text: some Sequence<UInt8>) {
    closeTag()
    escape(text, inAttribute: false)
  }

  mutating func end() {
    guard let element = open.popLast() else { return }
    if isTagOpen {
      out.append("/>")
    } else {
      out.append("</")
      out.append(contentsOf: element.name.utf8)
      out.append(ascii: ">")
    }
    isTagOpen = false
  }

  func finish() -> [UInt8] { out + [.lineFeed] }

  private mutating func closeTag() {
    if isTagOpen { out.append(ascii: ">") }
    isTagOpen = false
  }

  /// - Parameter text: UTF-8.
  private mutating func escape(_ text: some Sequence<UInt8>, inAttribute: Bool) {
    var scalar: UInt32 = 0
    var missing = 0
    for byte in text {
      switch byte {
      case .ascii("&"): out.append("&amp;")
      case .ascii("<"): out.append("&lt;")
      case .ascii(">"): out.append("&gt;")
      case .ascii("\"") where inAttribute: out.append("&quot;")
      // Parsers would turn these into spaces in attributes, and CR into a line feed.
      case .tab where inAttribute, .lineFeed where inAttribute: reference(UInt32(byte))
      case .carriageReturn: reference(UInt32(byte))
      case ..<0x80: out.append(byte)
      case 0x80..<0xC0:
        scalar = scalar << 6 | UInt32(byte & 0x3F)
        missing -= 1
        if missing == 0 { reference(scalar) }
      default:
        missing = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1
        scalar = UInt32(byte) & (0x3F >> UInt32(missing))
      }
    }
  }

  private mutating func reference(_ scalar: UInt32) {
    out.append("&#")
    out.append(decimal: scalar)
    out.append(ascii: ";")
  }
}
