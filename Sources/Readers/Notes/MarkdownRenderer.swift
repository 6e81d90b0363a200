import Bytes
import CMarkGFM

/// Writes a markdown text as HTML that is safe by construction: each tag and attribute is written by this type, and
/// everything from the text is escaped. Raw HTML is shown as text.
///
/// Headings are below the page's own `h1`, and no level is skipped, whatever was written (WCAG technique G141): the
/// first is an `h2`, and a lower one is one level down. Alignment is a class, since HTML no longer has `align` and the
/// content security policy forbids style attributes.
struct MarkdownRenderer {
  /// The target of a link, as ``NoteLinks`` resolves it.
  enum Target {
    /// An address outside of the site.
    case address([UInt8])
    /// A path from the site's root.
    case site([UInt8])
    /// No target, with the reason.
    case refused(String)
  }

  let markdown: Markdown
  /// The prefix of all ids.
  let prefix: [UInt8]
  /// The ids of headings, in order, without the prefix.
  var anchors: ArraySlice<String>
  /// A heading that is shown elsewhere, as the title.
  let hidden: Markdown.Node?
  let resolve: (_ address: [UInt8], _ isImage: Bool) -> Target

  /// Bytes of HTML after which a note is given up: a long address defined once can be used many times.
  var htmlLimit = 64 << 20

  var out: [UInt8] = []
  /// Whether the HTML exceeded its limit and is incomplete.
  var isTooLong = false
  var findings: [Diagnostic] = []
  /// The open heading levels: for each, the number of signs it was written with.
  var levels: [Int32] = []
  /// For each open link, whether it has a target and so a tag to close.
  var openLinks: [Bool] = []
  var columns: [UInt8] = []
  var column = 0
  var openAnchors = 0
  var hasOpenBody = false
  var footnotes = 0
  var references: [[UInt8]: Int] = [:]

  /// Writes the whole text. O(text).
  mutating func render() {
    var renderer = self
    Markdown.walk(markdown.root) { renderer.write($0, $1) }
    if renderer.footnotes > 0 { renderer.out.append("</ol>\n</div>\n") }
    self = renderer
  }

  private mutating func write(_ node: Markdown.Node, _ isEntering: Bool) -> Bool {
    if node == hidden || isTooLong { return false }
    if out.count > htmlLimit {
      isTooLong = true
      return false
    }
    switch Markdown.kind(node) {
    case .document, .other: break
    case .quote: block(isEntering, "<blockquote>\n", "</blockquote>\n")
    case .list: list(node, isEntering)
    case .item: item(node, isEntering, isTask: false)
    case .task: item(node, isEntering, isTask: true)
    case .paragraph: paragraph(node, isEntering)
    case .heading: heading(node, isEntering)
    case .rule: block(true, "<hr>\n", "")
    case .codeBlock: codeBlock(node)
    case .htmlBlock: html(node, isBlock: true)
    case .footnote: footnote(isEntering)
    case .table: table(node, isEntering)
    case .tableHeader:
      // A header cell without words labels nothing.
      if Markdown.plainText(node).trimmed.isEmpty { return false }
      block(isEntering, "<thead>\n<tr>", "</tr>\n</thead>\n")
      column = 0
    case .tableRow: tableRow(isEntering)
    case .tableCell: tableCell(node, isEntering)
    case .text: append(escaping: Markdown.literal(node))
    case .softBreak: out.append(ascii: "\n")
    case .lineBreak: out.append("<br>\n")
    case .code:
      out.append("<code>")
      append(escaping: Markdown.literal(node))
      out.append("</code>")
    case .html: html(node, isBlock: false)
    case .emphasis: out.append(isEntering ? "<em>" : "</em>")
    case .strong: out.append(isEntering ? "<strong>" : "</strong>")
    case .strikethrough: out.append(isEntering ? "<del>" : "</del>")
    case .link: link(node, isEntering)
    case .image:
      if isEntering { image(node) }
      return false
    case .footnoteReference: if isEntering { footnoteReference(node) }
    }
    return true
  }

  // MARK: Text

  mutating func append(escaping text: some Sequence<UInt8>) {
    for byte in text {
      switch byte {
      case .ascii("&"): out.append("&amp;")
      case .ascii("<"): out.append("&lt;")
      case .ascii(">"): out.append("&gt;")
      case .ascii("\""): out.append("&quot;")
      case .ascii("'"): out.append("&#39;")
      // HTML forbids other control characters (HTML Standard, 13.2.3.5).
      case .tab, .lineFeed, .carriageReturn, 0x20...0x7E, 0x80...: out.append(byte)
      default: break
      }
    }
  }
}
