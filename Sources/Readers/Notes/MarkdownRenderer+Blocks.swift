import Bytes
import CMarkGFM

/// Blocks: paragraphs, headings, lists, code and tables.
extension MarkdownRenderer {
  mutating func block(_ isEntering: Bool, _ open: StaticString, _ close: StaticString) {
    if isEntering, let last = out.last, last != .lineFeed { out.append(ascii: "\n") }
    out.append(isEntering ? open : close)
  }

  mutating func list(_ node: Markdown.Node, _ isEntering: Bool) {
    let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
    guard isEntering else { return out.append(isOrdered ? "</ol>\n" : "</ul>\n") }
    block(true, isOrdered ? "<ol" : "<ul", "")
    let start = cmark_node_get_list_start(node)
    if isOrdered, start != 1 {
      out.append(" start=\"")
      out.append(decimal: start)
      out.append(ascii: "\"")
    }
    if let first = cmark_node_first_child(node), Markdown.kind(first) == .task {
      out.append(" class=\"tasks\"")
    }
    out.append(">\n")
  }

  mutating func item(_ node: Markdown.Node, _ isEntering: Bool, isTask: Bool) {
    guard isEntering else { return out.append("</li>\n") }
    block(true, "<li>", "")
    guard isTask else { return }
    // The item's own text is its label, in whatever language it is.
    out.append("<input type=\"checkbox\" disabled")
    if cmark_gfm_extensions_get_tasklist_item_checked(node) { out.append(" checked") }
    out.append(" aria-label=\"")
    if let first = cmark_node_first_child(node), Markdown.kind(first) == .paragraph {
      append(escaping: Markdown.plainText(first))
    }
    out.append("\"> ")
  }

  mutating func paragraph(_ node: Markdown.Node, _ isEntering: Bool) {
    if let item = cmark_node_parent(node), let list = cmark_node_parent(item),
      Markdown.kind(list) == .list,
      cmark_node_get_list_tight(list) != 0
    {
      return
    }
    if !isEntering, isLastOfFootnote(node) { appendBackLink() }
    block(isEntering, "<p>", "</p>\n")
  }

  mutating func heading(_ node: Markdown.Node, _ isEntering: Bool) {
    if isEntering {
      let written = cmark_node_get_heading_level(node)
      while let last = levels.last, last >= written { levels.removeLast() }
      levels.append(written)
    }
    let level = min(levels.count + 1, 6)
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

  mutating func codeBlock(_ node: Markdown.Node) {
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

  // MARK: Tables

  mutating func table(_ node: Markdown.Node, _ isEntering: Bool) {
    if isEntering {
      let count = Int(cmark_gfm_extensions_get_table_columns(node))
      columns =
        cmark_gfm_extensions_get_table_alignments(node).map {
          Array(UnsafeBufferPointer(start: $0, count: count))
        } ?? []
      hasOpenBody = false
      block(true, "<table>\n", "")
    } else {
      if hasOpenBody { out.append("</tbody>\n") }
      out.append("</table>\n")
    }
  }

  mutating func tableRow(_ isEntering: Bool) {
    if isEntering, !hasOpenBody {
      hasOpenBody = true
      out.append("<tbody>\n")
    }
    out.append(isEntering ? "<tr>" : "</tr>\n")
    column = 0
  }

  mutating func tableCell(_ node: Markdown.Node, _ isEntering: Bool) {
    let isHeader = cmark_node_parent(node).map { Markdown.kind($0) == .tableHeader } ?? false
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
}
