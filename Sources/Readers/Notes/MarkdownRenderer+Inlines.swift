import Bytes
import CMarkGFM

/// Links, images, raw HTML and footnotes.
extension MarkdownRenderer {
  mutating func link(_ node: Markdown.Node, _ isEntering: Bool) {
    guard isEntering else {
      if openLinks.popLast() == true {
        out.append("</a>")
        openAnchors -= 1
      }
      return
    }
    let target = resolve(Markdown.bytes(cmark_node_get_url(node)), false)
    // HTML does not allow a link inside a link.
    if openAnchors == 0, appendOpening("<a href=\"", target, node) {
      appendTitle(node)
      out.append(ascii: ">")
      openLinks.append(true)
      openAnchors += 1
    } else {
      openLinks.append(false)
    }
  }

  mutating func image(_ node: Markdown.Node) {
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
    // Nothing is loaded from other hosts: that would tell them who reads this page.
    let isLink = openAnchors == 0 && appendOpening("<a href=\"", target, node)
    if isLink { out.append(ascii: ">") }
    append(escaping: alternative.isEmpty ? address : alternative)
    if isLink { out.append("</a>") }
  }

  /// Appends a tag up to its address; returns false, and reports it, if the address leads nowhere.
  mutating func appendOpening(_ tag: StaticString, _ target: Target, _ node: Markdown.Node) -> Bool {
    switch target {
    case .address(let address):
      out.append(tag)
      append(escaping: address)
    case .site(let path):
      out.append(tag)
      out.append(contentsOf: Note.rootMark)
      append(escaping: path)
    case .refused(let reason):
      findings.append(Diagnostic(.warning, at: markdown.position(of: node), text: reason))
      return false
    }
    out.append(ascii: "\"")
    return true
  }

  mutating func appendTitle(_ node: Markdown.Node) {
    let title = Markdown.bytes(cmark_node_get_title(node))
    if title.isEmpty { return }
    out.append(" title=\"")
    append(escaping: title)
    out.append(ascii: "\"")
  }

  // MARK: Raw HTML

  /// Raw HTML, as text. Comments are for whoever edits the note, and are dropped.
  mutating func html(_ node: Markdown.Node, isBlock: Bool) {
    let literal = Markdown.literal(node)
    let text = Self.withoutComments(literal)
    if text.count < literal.count, text.trimmed.isEmpty { return }
    let position = markdown.position(of: node)
    // `<b>word</b>` has two tags; one report per line is enough.
    if findings.last.map({ $0.severity != .note || $0.position.line != position.line }) ?? true {
      findings.append(
        Diagnostic(
          .note, at: position, text: "HTML is shown as text, not as markup; write Markdown, or put it in `code`"))
    }
    if isBlock { block(true, "<p>", "") }
    append(escaping: isBlock ? text.trimmed : text[...])
    if isBlock { out.append("</p>\n") }
  }

  private static func withoutComments(_ html: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var index = 0
    // After one unclosed comment no other one has an end.
    var isOpen = false
    while index < html.count {
      if !isOpen, html[index] == UInt8.ascii("<"), html[index...].hasPrefix("<!--") {
        let end = html[(index + 4)...].firstRange(of: [UInt8]("-->"))
        if let end { index = end.upperBound } else { isOpen = true }
      } else {
        out.append(html[index])
        index += 1
      }
    }
    return out
  }

  // MARK: Footnotes

  mutating func footnote(_ isEntering: Bool) {
    guard isEntering else { return out.append("</li>\n") }
    if footnotes == 0 { block(true, "<div class=\"footnotes\">\n<ol>\n", "") }
    footnotes += 1
    block(true, "<li id=\"", "")
    appendFootnoteID("fn", Array(String(footnotes).utf8))
    out.append("\">\n")
  }

  func isLastOfFootnote(_ node: Markdown.Node) -> Bool {
    guard let parent = cmark_node_parent(node), Markdown.kind(parent) == .footnote else {
      return false
    }
    return cmark_node_next(node) == nil
  }

  mutating func appendBackLink() {
    out.append(" <a href=\"#")
    appendFootnoteID("ref", Array(String(footnotes).utf8))
    out.append("\">↩</a>")
  }

  mutating func footnoteReference(_ node: Markdown.Node) {
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

  mutating func appendFootnoteID(_ kind: StaticString, _ number: [UInt8]) {
    append(escaping: prefix)
    // Two hyphens: heading ids never contain them here.
    out.append("--")
    out.append(kind)
    out.append(ascii: "-")
    append(escaping: number)
  }
}
