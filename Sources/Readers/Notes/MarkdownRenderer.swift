import Bytes
import CMarkGFM

/// Writes a markdown text as HTML that is safe by construction: each tag and attribute is this type's
/// own, and all that comes from the text is escaped. Raw HTML is shown as the text it is.
///
/// Headings move one level down, below the page's own. Alignment is a class, since `align` is gone from
/// HTML and style attributes are forbidden by the page's policy.
struct MarkdownRenderer {
  /// What links lead to, as ``NoteLinks`` finds it.
  enum Target {
    /// Anywhere else.
    case address([UInt8])
    /// A path from the site's root.
    case site([UInt8])
    /// Nowhere, and why.
    case refused(String)
  }

  struct Finding {
    var severity: Diagnostic.Severity
    var position: Position
    var message: String
  }

  private let markdown: Markdown
  /// What ids begin with.
  private let prefix: [UInt8]
  /// Those of headings, in order, without the prefix.
  private var anchors: ArraySlice<String>
  /// A heading that is shown elsewhere.
  private let hidden: Markdown.Node?
  private let resolve: (_ address: [UInt8], _ isImage: Bool) -> Target

  private(set) var out: [UInt8] = []
  private(set) var findings: [Finding] = []
  /// Closing tags of links that are open; `nil` for one that leads nowhere.
  private var openLinks: [Bool] = []
  private var openAnchors = 0
  private var columns: [UInt8] = []
  private var column = 0
  private var hasOpenBody = false
  private var footnotes = 0
  private var references: [[UInt8]: Int] = [:]

  init(
    _ markdown: Markdown, prefix: [UInt8], anchors: [String], hidden: Markdown.Node?,
    resolve: @escaping (_ address: [UInt8], _ isImage: Bool) -> Target
  ) {
    self.markdown = markdown
    self.prefix = prefix
    self.anchors = anchors[...]
    self.hidden = hidden
    self.resolve = resolve
  }

  /// Writes the whole text. O(text).
  mutating func render() {
    var renderer = self
    Markdown.walk(markdown.root) { node, isEntering in
      renderer.write(node, isEntering)
    }
    if renderer.footnotes > 0 { renderer.out.append("</ol>\n</div>\n") }
    self = renderer
  }

  private mutating func write(_ node: Markdown.Node, _ isEntering: Bool) -> Bool {
    if node == hidden { return false }
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
    case .tableHeader: tableHeader(node, isEntering)
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
    case .footnoteReference: footnoteReference(node)
    }
    return true
  }

  // MARK: Blocks

  private mutating func block(_ isEntering: Bool, _ open: StaticString, _ close: StaticString) {
    if isEntering, let last = out.last, last != 0x0A { out.append(ascii: "\n") }
    out.append(isEntering ? open : close)
  }

  private mutating func list(_ node: Markdown.Node, _ isEntering: Bool) {
    let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
    guard isEntering else { return out.append(isOrdered ? "</ol>\n" : "</ul>\n") }
    block(true, isOrdered ? "<ol" : "<ul", "")
    let start = cmark_node_get_list_start(node)
    if isOrdered, start != 1 {
      out.append(" start=\"")
      out.append(decimal: start)
      out.append(ascii: "\"")
    }
    if let first = cmark_node_first_child(node), Markdown.kind(first) == .task { out.append(" class=\"tasks\"") }
    out.append(">\n")
  }

  private mutating func item(_ node: Markdown.Node, _ isEntering: Bool, isTask: Bool) {
    guard isEntering else { return out.append("</li>\n") }
    block(true, "<li>", "")
    guard isTask else { return }
    // Its own words are its name, in whatever language they are.
    out.append("<input type=\"checkbox\" disabled")
    if cmark_gfm_extensions_get_tasklist_item_checked(node) { out.append(" checked") }
    out.append(" aria-label=\"")
    if let first = cmark_node_first_child(node), Markdown.kind(first) == .paragraph {
      append(escaping: Markdown.plainText(first))
    }
    out.append("\"> ")
  }

  private mutating func paragraph(_ node: Markdown.Node, _ isEntering: Bool) {
    if let item = cmark_node_parent(node), let list = cmark_node_parent(item), Markdown.kind(list) == .list,
      cmark_node_get_list_tight(list) != 0
    {
      return
    }
    if !isEntering, isLastOfFootnote(node) { appendBackLink() }
    block(isEntering, "<p>", "</p>\n")
  }

  private mutating func heading(_ node: Markdown.Node, _ isEntering: Bool) {
    let level = min(cmark_node_get_heading_level(node) + 1, 6)
    if isEntering {
      block(true, "<h", "")
      out.append(decimal: level)
      out.append(" id=\"")
      append(escaping: prefix)
      out.append(ascii: "-")
      append(escaping: Array((anchors.popFirst() ?? "").utf8))
      out.append("\">")
    } else {
      out.append("</h")
      out.append(decimal: level)
      out.append(">\n")
    }
  }

  private mutating func codeBlock(_ node: Markdown.Node) {
    block(true, "<pre><code", "")
    let info = Markdown.bytes(cmark_node_get_fence_info(node)).trimmed
    let language = info.prefix { !$0.isWhitespace }
    if !language.isEmpty {
      out.append(" class=\"language-")
      append(escaping: language)
      out.append(ascii: "\"")
    }
    out.append(ascii: ">")
    append(escaping: Markdown.literal(node))
    out.append("</code></pre>\n")
  }

  /// Raw HTML, as text. Comments are for whoever edits the note, and stay out.
  private mutating func html(_ node: Markdown.Node, isBlock: Bool) {
    let literal = Markdown.literal(node)
    let text = Self.withoutComments(literal)
    if text.count < literal.count, text.trimmed.isEmpty { return }
    findings.append(
      Finding(
        severity: .note, position: markdown.position(of: node),
        message: "HTML is shown as text, not as markup; write Markdown, or put it in `code`"))
    if isBlock { block(true, "<p>", "") }
    append(escaping: isBlock ? text.trimmed : text[...])
    if isBlock { out.append("</p>\n") }
  }

  private static func withoutComments(_ html: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var index = 0
    while index < html.count {
      if html[index...].hasPrefix("<!--"), let end = endOfComment(html, from: index + 4) {
        index = end
      } else {
        out.append(html[index])
        index += 1
      }
    }
    return out
  }

  private static func endOfComment(_ html: [UInt8], from start: Int) -> Int? {
    var index = start
    while index + 2 < html.count {
      if html[index] == 0x2D, html[index + 1] == 0x2D, html[index + 2] == 0x3E { return index + 3 }
      index += 1
    }
    return nil
  }

  // MARK: Footnotes

  private mutating func footnote(_ isEntering: Bool) {
    guard isEntering else { return out.append("</li>\n") }
    if footnotes == 0 { block(true, "<div class=\"footnotes\">\n<ol>\n", "") }
    footnotes += 1
    block(true, "<li id=\"", "")
    appendFootnoteID("fn", Array(String(footnotes).utf8))
    out.append("\">\n")
  }

  private func isLastOfFootnote(_ node: Markdown.Node) -> Bool {
    guard let parent = cmark_node_parent(node), Markdown.kind(parent) == .footnote else { return false }
    return cmark_node_next(node) == nil
  }

  private mutating func appendBackLink() {
    out.append(" <a href=\"#")
    appendFootnoteID("ref", Array(String(footnotes).utf8))
    out.append("\">↩</a>")
  }

  private mutating func footnoteReference(_ node: Markdown.Node) {
    let number = Markdown.literal(node)
    let before = references[number, default: 0]
    references[number] = before + 1
    out.append("<sup><a href=\"#")
    appendFootnoteID("fn", number)
    out.append("\" id=\"")
    appendFootnoteID("ref", number)
    if before > 0 {
      out.append(ascii: "-")
      out.append(decimal: before + 1)
    }
    out.append("\">")
    append(escaping: number)
    out.append("</a></sup>")
  }

  private mutating func appendFootnoteID(_ kind: StaticString, _ number: [UInt8]) {
    append(escaping: prefix)
    // Two hyphens: no heading's id has them in this place.
    out.append("--")
    out.append(kind)
    out.append(ascii: "-")
    append(escaping: number)
  }

  // MARK: Tables

  private mutating func table(_ node: Markdown.Node, _ isEntering: Bool) {
    if isEntering {
      let count = Int(cmark_gfm_extensions_get_table_columns(node))
      columns = cmark_gfm_extensions_get_table_alignments(node).map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
      hasOpenBody = false
      block(true, "<table>\n", "")
    } else {
      if hasOpenBody { out.append("</tbody>\n") }
      out.append("</table>\n")
    }
  }

  private mutating func tableHeader(_ node: Markdown.Node, _ isEntering: Bool) {
    out.append(isEntering ? "<thead>\n<tr>" : "</tr>\n</thead>\n")
    column = 0
  }

  private mutating func tableRow(_ isEntering: Bool) {
    if isEntering, !hasOpenBody {
      hasOpenBody = true
      out.append("<tbody>\n")
    }
    out.append(isEntering ? "<tr>" : "</tr>\n")
    column = 0
  }

  private mutating func tableCell(_ node: Markdown.Node, _ isEntering: Bool) {
    let row = cmark_node_parent(node)
    // A header without words heads nothing.
    let isHeader = row.map { Markdown.kind($0) == .tableHeader } ?? false && cmark_node_first_child(node) != nil
    guard isEntering else { return out.append(isHeader ? "</th>" : "</td>") }
    out.append(isHeader ? "<th scope=\"col\"" : "<td")
    switch column < columns.count ? columns[column] : 0 {
    case .ascii("c"): out.append(" class=\"align-center\"")
    case .ascii("r"): out.append(" class=\"align-right\"")
    default: break
    }
    column += 1
    out.append(ascii: ">")
  }

  // MARK: Links and images

  private mutating func link(_ node: Markdown.Node, _ isEntering: Bool) {
    guard isEntering else {
      if openLinks.popLast() == true {
        out.append("</a>")
        openAnchors -= 1
      }
      return
    }
    let target = resolve(Markdown.bytes(cmark_node_get_url(node)), false)
    // A link within a link is none in HTML.
    if openAnchors == 0, appendOpening("<a href=\"", target, node) {
      appendTitle(node)
      out.append(ascii: ">")
      openLinks.append(true)
      openAnchors += 1
    } else {
      openLinks.append(false)
    }
  }

  private mutating func image(_ node: Markdown.Node) {
    let alternative = Markdown.plainText(node)
    let address = Markdown.bytes(cmark_node_get_url(node))
    let target = resolve(address, true)
    if case .site = target {
      _ = appendOpening("<img src=\"", target, node)
      out.append(" alt=\"")
      append(escaping: alternative)
      out.append(ascii: "\"")
      appendTitle(node)
      return out.append(ascii: ">")
    }
    // From elsewhere nothing is loaded: that would tell others who reads this page.
    let isLink = openAnchors == 0 && appendOpening("<a href=\"", target, node)
    if isLink { out.append(ascii: ">") }
    append(escaping: alternative.isEmpty ? address : alternative)
    if isLink { out.append("</a>") }
  }

  /// Appends a tag up to its address; false, and reported, where it leads nowhere.
  private mutating func appendOpening(_ tag: StaticString, _ target: Target, _ node: Markdown.Node) -> Bool {
    switch target {
    case .address(let address):
      out.append(tag)
      append(escaping: address)
    case .site(let path):
      out.append(tag)
      out.append(contentsOf: Note.rootMark)
      append(escaping: path)
    case .refused(let reason):
      findings.append(Finding(severity: .warning, position: markdown.position(of: node), message: reason))
      return false
    }
    out.append(ascii: "\"")
    return true
  }

  private mutating func appendTitle(_ node: Markdown.Node) {
    let title = Markdown.bytes(cmark_node_get_title(node))
    if title.isEmpty { return }
    out.append(" title=\"")
    append(escaping: title)
    out.append(ascii: "\"")
  }

  // MARK: Text

  private mutating func append(escaping text: some Sequence<UInt8>) {
    for byte in text {
      switch byte {
      case .ascii("&"): out.append("&amp;")
      case .ascii("<"): out.append("&lt;")
      case .ascii(">"): out.append("&gt;")
      case .ascii("\""): out.append("&quot;")
      case .ascii("'"): out.append("&#39;")
      // HTML has no place for other controls (HTML Standard, 13.2.3.5).
      case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x80...: out.append(byte)
      default: break
      }
    }
  }
}
