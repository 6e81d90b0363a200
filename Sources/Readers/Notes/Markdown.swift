import Bytes
import CMarkGFM
import CMarkdownParser
import Foundation

/// A markdown text parsed by cmark-gfm: CommonMark with tables, strikethrough, autolinks, task lists and footnotes.
///
/// Only its parser is used. Its HTML writer uses the obsolete `align`, drops raw HTML without a trace and knows nothing
/// of notes, days and images; see ``MarkdownRenderer``.
final class Markdown {
  typealias Node = OpaquePointer

  let root: Node
  private let memory: OpaquePointer
  private let text: [UInt8]
  /// The offsets at which lines begin.
  private let lineStarts: [Int]
  private let linesBefore: Int
  /// The last requested position. Most requests are in text order, many on one line.
  private var lastPlace = (line: 0, byte: 0, column: 1)

  /// cmark-gfm keeps the special characters of extensions in one table per process, and resets it after each text: of
  /// two texts parsed at once, one would lose its strikethrough.
  private static let lock = NSLock()

  /// Why a text is not parsed.
  struct Excess: Error, Equatable {
    var position: Position
    var message: String
  }

  /// Parses a text of valid UTF-8. O(text).
  ///
  /// - Parameters:
  ///   - linesBefore: the number of lines before the text in its file, added to all positions.
  ///   - limits: the greatest cost of a text.
  init(_ text: [UInt8], linesBefore: Int, limits: MarkdownLimits = MarkdownLimits()) throws(Excess) {
    self.text = text
    self.linesBefore = linesBefore
    var starts: [Int] = []
    var lines = LineReader(text)
    while let line = lines.next() { starts.append(line.lowerBound) }
    lineStarts = starts
    var cost = MarkdownCost(text, limits)
    if let excess = cost.firstExcess() {
      throw Excess(
        position: Position(line: excess.line + linesBefore, column: 1), message: excess.message)
    }
    let limit = limits.memory(ofBytes: text.count)
    Self.lock.lock()
    defer { Self.lock.unlock() }
    let parsed = text.withUnsafeBytes { raw in
      busylife_markdown_parse(raw.baseAddress?.assumingMemoryBound(to: CChar.self), raw.count, limit)
    }
    guard let parsed, let root = busylife_markdown_root(parsed) else {
      throw Excess(
        position: Position(line: linesBefore + 1, column: 1),
        message: "its markup takes more than \(limit >> 20) MiB of memory; split the note, or use fewer links")
    }
    memory = parsed
    self.root = OpaquePointer(root)
  }

  deinit { busylife_markdown_free(memory) }

  /// The peak memory of parsing, in bytes.
  var peak: Int { busylife_markdown_peak(memory) }

  // MARK: Positions

  /// Where a node begins in its file. For a link over several lines cmark reports only the last line; the position of
  /// its first text is used instead.
  func position(of node: Node) -> Position {
    var line = Int(cmark_node_get_start_line(node))
    if let child = cmark_node_first_child(node) {
      let first = Int(cmark_node_get_start_line(child))
      if first > 0 { line = min(line, first) }
    }
    guard line > 0, line <= lineStarts.count else {
      return Position(line: linesBefore + 1, column: 1)
    }
    let start = lineStarts[line - 1]
    let end = min(start + max(Int(cmark_node_get_start_column(node)) - 1, 0), text.count)
    if lastPlace.line != line || lastPlace.byte > end { lastPlace = (line, start, 1) }
    for byte in text[lastPlace.byte..<end] where !byte.isUTF8Continuation { lastPlace.column += 1 }
    lastPlace.byte = end
    return Position(line: line + linesBefore, column: lastPlace.column)
  }

  // MARK: Nodes

  /// The kind of a node, extensions included.
  enum Kind {
    case document, quote, list, item, task, codeBlock, htmlBlock, paragraph, heading, rule, footnote
    case text, softBreak, lineBreak, code, html, emphasis, strong, strikethrough, link, image
    case footnoteReference, table, tableHeader, tableRow, tableCell, other
  }

  static func kind(_ node: Node) -> Kind {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_DOCUMENT: return .document
    case CMARK_NODE_BLOCK_QUOTE: return .quote
    case CMARK_NODE_LIST: return .list
    case CMARK_NODE_ITEM: return has(node, "tasklist") ? .task : .item
    case CMARK_NODE_CODE_BLOCK: return .codeBlock
    case CMARK_NODE_HTML_BLOCK: return .htmlBlock
    case CMARK_NODE_PARAGRAPH: return .paragraph
    case CMARK_NODE_HEADING: return .heading
    case CMARK_NODE_THEMATIC_BREAK: return .rule
    case CMARK_NODE_FOOTNOTE_DEFINITION: return .footnote
    case CMARK_NODE_TEXT: return .text
    case CMARK_NODE_SOFTBREAK: return .softBreak
    case CMARK_NODE_LINEBREAK: return .lineBreak
    case CMARK_NODE_CODE: return .code
    case CMARK_NODE_HTML_INLINE: return .html
    case CMARK_NODE_EMPH: return .emphasis
    case CMARK_NODE_STRONG: return .strong
    case CMARK_NODE_LINK: return .link
    case CMARK_NODE_IMAGE: return .image
    case CMARK_NODE_FOOTNOTE_REFERENCE: return .footnoteReference
    default: break
    }
    // The type numbers of extension nodes are assigned at run time.
    if has(node, "table_cell") { return .tableCell }
    if has(node, "table_row") { return .tableRow }
    if has(node, "table_header") { return .tableHeader }
    if has(node, "table") { return .table }
    return has(node, "strikethrough") ? .strikethrough : .other
  }

  private static func has(_ node: Node, _ name: StaticString) -> Bool {
    guard let type = cmark_node_get_type_string(node) else { return false }
    return buffer(type).equals(name)
  }

  /// The bytes of a C string; empty for NULL.
  static func bytes(_ text: UnsafePointer<CChar>?) -> [UInt8] {
    guard let text else { return [] }
    return Array(buffer(text))
  }

  private static func buffer(_ text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: strlen(text))
  }

  static func literal(_ node: Node) -> [UInt8] { bytes(cmark_node_get_literal(node)) }

  /// Calls `body` on entering and leaving each node, in text order. If `body` returns false on entering, the node's
  /// contents are skipped. Not recursive, so deep texts use no stack.
  static func walk(_ root: Node, _ body: (_ node: Node, _ isEntering: Bool) -> Bool) {
    let iterator = cmark_iter_new(root)
    defer { cmark_iter_free(iterator) }
    while true {
      let event = cmark_iter_next(iterator)
      guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(iterator) else { return }
      if event == CMARK_EVENT_ENTER {
        if !body(node, true), cmark_node_first_child(node) != nil {
          cmark_iter_reset(iterator, node, CMARK_EVENT_EXIT)
        }
      } else {
        _ = body(node, false)
      }
    }
  }

  /// A node's text without markup, on one line.
  static func plainText(_ node: Node) -> [UInt8] {
    var text: [UInt8] = []
    walk(node) { node, isEntering in
      guard isEntering else { return true }
      switch kind(node) {
      case .text, .code, .html: text.append(contentsOf: literal(node))
      case .softBreak, .lineBreak: text.append(.space)
      case .footnoteReference: return false
      default: break
      }
      return true
    }
    return text
  }
}
