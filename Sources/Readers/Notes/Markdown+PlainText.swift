import Bytes
import CMarkGFM
import Foundation

extension Markdown {
  /// The text as other programs show it, without markup: paragraphs with empty lines between them, lists with hyphens
  /// and numbers, code and what only looks like HTML as they are written, and after the words of a link its address, if
  /// it leads out of the site.
  /// Changes the nodes. O(text).
  /// - Parameter withoutTitle: whether a heading at its beginning is left out.
  func plainText(withoutTitle: Bool) -> [UInt8] {
    if withoutTitle, let first = cmark_node_first_child(root), Self.kind(first) == .heading { cmark_node_unlink(first) }
    var nodes: [Node] = []
    Self.walk(root) { node, isEntering in
      if isEntering { nodes.append(node) }
      return true
    }
    // Code may speak of tags: it is put in place after HTML has become text.
    var codes: [[UInt8]] = []
    for node in nodes {
      switch Self.kind(node) {
      case .code, .codeBlock:
        var code = Self.literal(node)
        let isBlock = Self.kind(node) == .codeBlock
        while isBlock, code.last == .lineFeed { code.removeLast() }
        cmark_node_set_literal(node, Self.place(codes.count) + (isBlock ? "\n" : ""))
        codes.append(code)
      case .link: Self.addAddress(to: node)
      // cmark-gfm's writer of plain text leaves out HTML.
      case .html: Self.retype(node, CMARK_NODE_TEXT)
      case .htmlBlock: Self.retype(node, CMARK_NODE_CODE_BLOCK)
      default: break
      }
    }
    guard let made = cmark_render_plaintext_with_mem(root, 0, 0, cmark_get_default_mem_allocator()) else { return [] }
    defer { free(made) }
    let written = Array(Self.bytes(made).trimmed)
    return Self.filled(HTMLText.ifWritten(in: written) ?? written, with: codes)
  }

  /// The placeholder for a piece of code: a number between characters that no script has.
  private static func place(_ number: Int) -> String { "\u{E000}\(number)\u{E001}" }

  /// A text with each piece of code in its place, its lines below each other. O(text and code).
  private static func filled(_ text: [UInt8], with codes: [[UInt8]]) -> [UInt8] {
    let (begin, end) = (Array("\u{E000}".utf8), Array("\u{E001}".utf8))
    var out: [UInt8] = []
    var index = 0
    var column = 0
    // Placeholders are in order: what looks like an earlier one is text.
    var next = 0
    func add(_ piece: ArraySlice<UInt8>) {
      for byte in piece where !byte.isUTF8Continuation { column = byte == .lineFeed ? 0 : column + 1 }
      out += piece
    }
    while let start = text[index...].firstIndex(of: begin[0]) {
      add(text[index..<start])
      let digits = text[start...].dropFirst(begin.count).prefix { $0.isDigit }
      index = digits.endIndex + end.count
      if text[start...].starts(with: begin), text[digits.endIndex...].starts(with: end),
        let number = Int(String(decoding: digits, as: UTF8.self)), codes.indices.contains(number), number >= next
      {
        let indent = [UInt8](repeating: .space, count: column)
        for (line, part) in codes[number].split(separator: .lineFeed, omittingEmptySubsequences: false).enumerated() {
          if line > 0 { out += part.isEmpty ? [.lineFeed] : [.lineFeed] + indent }
          out += part
        }
        next = number + 1
      } else {
        add(text[start...start])
        index = start + 1
      }
    }
    return out + text[index...]
  }

  /// Appends the address of a link to the last of its words. Not for links within the site, nor if the words are the
  /// address.
  private static func addAddress(to link: Node) {
    let address = bytes(cmark_node_get_url(link))
    guard let scheme = Address(address).scheme, Address.schemes.contains(scheme) else { return }
    let words = plainText(link)
    // Autolinks of `www.example.org` and of mail addresses have got a scheme.
    let isSame = ["", "http://", "https://", "mailto:"].contains { address.elementsEqual(Array($0.utf8) + words) }
    if isSame { return }
    var last: Node?
    walk(link) { node, isEntering in
      if isEntering, [.text, .code].contains(kind(node)) { last = node }
      return true
    }
    if let last {
      cmark_node_set_literal(last, String(utf8: literal(last) + [UInt8](" (") + address + [UInt8](")")))
    } else if cmark_node_set_type(link, CMARK_NODE_TEXT) == 1 {
      cmark_node_set_literal(link, String(utf8: address))
    }
  }

  private static func retype(_ node: Node, _ type: cmark_node_type) {
    let text = String(utf8: literal(node))
    if cmark_node_set_type(node, type) == 1 { cmark_node_set_literal(node, text) }
  }
}
