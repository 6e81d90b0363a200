import Bytes
import CMarkGFM
import Foundation
import TestSupport
import Testing

@testable import Readers

/// Markdown into HTML.
struct MarkdownTests {
  // MARK: Fixture pairs

  static let pairs = try! FileManager.default.contentsOfDirectory(atPath: fixtures + "/markdown")
    .filter { $0.hasSuffix(".md") }.sorted()

  /// Each `.md` of Fixtures/readers/markdown is compared with the `.html` beside it, and its problems with the
  /// `.problems`. A missing one is written, and fails.
  @Test(arguments: pairs)
  func pair(_ name: String) throws {
    let stem = fixtures + "/markdown/" + name.dropLast(3)
    let test = TestContent([
      "notes/other.md": "# Other\n\n## Part one\n",
      "notes/sub/third.md": "---\ndate: 2026-11-20\n---\n",
      "notes/images/a b.PNG": "",
      "notes/images/safe.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\"><rect/></svg>",
      "notes/images/script.svg": "<svg><script>alert(1)</script>", "image.png": "",
      "studio.ics": "",
    ])
    test.write(
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: stem + ".md"))), to: "notes/" + name)
    let content = try test.read()
    let note = try #require(content.notes.first { $0.path.hasSuffix("/" + name) })
    let images = note.images.map { "\(test.relative($0.path)) -> \(String(utf8: $0.published))\n" }
    let problems = content.problems.map { test.relative($0.description) + "\n" }
    try compare(note.text, with: stem + ".html")
    try compare((images + problems).joined(), with: stem + ".problems")
  }

  private func compare(_ text: String, with path: String) throws {
    guard let expected = try? String(contentsOfFile: path, encoding: .utf8) else {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      Issue.record("\(path) was missing and is written; look at it")
      return
    }
    #expect(text == expected)
  }

  // MARK: Against cmark-gfm's own HTML

  static func cmark(_ text: String) -> String {
    let markdown = try! Markdown(Array(text.utf8), linesBefore: 0)
    // Not in the text's own arena, whose blocks free(3) does not accept.
    let html = cmark_render_html_with_mem(markdown.root, CMARK_OPT_DEFAULT, nil, cmark_get_default_mem_allocator())!
    defer { free(html) }
    return String(cString: html)
  }

  static func own(_ text: String) -> String {
    let markdown = try! Markdown(Array(text.utf8), linesBefore: 0)
    var anchors: [String] = []
    Markdown.walk(markdown.root) { node, isEntering in
      if isEntering, Markdown.kind(node) == .heading { anchors.append("") }
      return true
    }
    var renderer = MarkdownRenderer(markdown: markdown, prefix: [], anchors: anchors[...], hidden: nil) {
      address, isImage in
      isImage ? .site(address) : .address(address)
    }
    renderer.render()
    return String(utf8: renderer.out)
  }

  /// Normalises what may be spelt in several ways.
  static func normalised(_ html: String, isOwn: Bool) -> String {
    var html = html
    if isOwn {
      for level in 1...6 {
        html = html.replacingOccurrences(of: "<h\(level) id=\"-\">", with: "<h\(level)>")
      }
    } else {
      html = Self.withoutLeftOutLevels(html)
      html = html.replacingOccurrences(of: " />", with: ">").replacingOccurrences(
        of: " align=\"right\"", with: " class=\"align-right\""
      )
      .replacingOccurrences(of: " align=\"center\"", with: " class=\"align-center\"")
      .replacingOccurrences(of: " align=\"left\"", with: "")
      .replacingOccurrences(of: "'", with: "&#39;")
    }
    // How addresses are escaped is tested elsewhere.
    html = html.replacing(#/ (href|src)="[^"]*"/#, with: " address")
    return html.replacingOccurrences(of: " scope=\"col\"", with: "").replacing(
      #/\s*\n\s*/#, with: ""
    ).replacingOccurrences(of: "> ", with: ">")
  }

  /// Headings are below the page's own, each at most one level below its parent.
  private static func withoutLeftOutLevels(_ html: String) -> String {
    var open: [Int] = []
    return html.replacing(#/<(\/?)h([1-6])>/#) { match in
      let level = Int(match.output.2)!
      if match.output.1.isEmpty {
        open.removeAll { $0 >= level }
        open.append(level)
      }
      return "<\(match.output.1)h\(min(open.count + 1, 6))>"
    }
  }

  @Test func saysWhatCmarkSays() {
    let pieces = [
      "word ", "*", "**", "_", "`", "~~", "[a](https://x.org)", "<https://y.org>", "www.z.org ",
      "\\", "&amp;", "'\"", "\n", "\n\n",
      "\n# ", "\n## ", "\n- ", "\n  - ", "\n1. ", "\n7) ", "\n> ", "\n    ", "\n```\n", "\n---\n",
      "  \n", "\n| a | b |\n|--:|:-:|\n| c | d |\n",
      "|", "\t", "é", "上海", "!", "\n[r]: https://r.org\n", "[r]", ": ",
    ]
    for seed in testSeeds(3_000) {
      var random = SeededGenerator(seed: seed)
      let text = (0..<random.int(1...30)).map { _ in random.pick(pieces) }.joined()
      let expected = Self.normalised(Self.cmark(text), isOwn: false)
      #expect(
        Self.normalised(Self.own(text), isOwn: true) == expected,
        "SEED=\(seed): \(text.debugDescription)")
    }
  }

  // MARK: Safety

  /// Whatever a note contains, its HTML has only the renderer's own tags and attributes.
  @Test func nothingGetsThrough() throws {
    let pieces = [
      "<script>", "</script>", "<img src=x onerror=alert(1)>", "<b onclick=\"x\">", "<!--", "-->",
      "<svg onload=x>", "<a href=javascript:x>",
      "[x](javascript:alert(1))", "[x](&#106;avascript:y)", "[x](JaVaScRiPt:y)",
      "[x](<java&#10;script:y>)", "[x](data:text/html,z)",
      "![x](data:image/svg+xml,z)", "<javascript:alert(1)>", "[x]: javascript:y\n", "[x]",
      "[x](https://e.org/\"onmouseover=x)",
      "[x](https://e.org 'a\" b=\"c')", "![a\" onerror=\"b](https://e.org/x.png)", "\"", "'", "`",
      "\n", "\n\n", "| a |\n|--|\n", "# ", "```\" onclick=\"x\n",
      "[x](busylife-root:y)", "=\"busylife-root:z", "[x](//e.org)", "[x](\\\\e.org)", "\u{0}",
      "&lt;script&gt;", "&quot;", "- [ ] ", "[^1]", "\n[^1]: x", "~~",
      "[x](vbscript:y)", "[x](file:///etc/passwd)", "[x](mailto:a@b.c?subject=\"><script>)",
      "[x](other.md#\"><script>)", "[x](../../x)",
    ]
    let tags = try Regex(
      #"<(/?(p|em|strong|del|code|pre|blockquote|ul|ol|li|table|thead|tbody|tr|th|td|h[2-6]|sup|div|a|hr|br|input|"#
        + #"img))((?: [a-z-]+(?:="[^"<>]*")?)*)>"#
    )
    let attributes = try Regex(#" ([a-z-]+)(?:="([^"<>]*)")?"#)
    let allowed: Set<String> = [
      "class", "href", "title", "id", "start", "type", "disabled", "checked", "aria-label", "scope",
      "src", "alt",
    ]
    var files: [String: String] = [:]
    let seeds = testSeeds(300)
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      files["notes/\(seed).md"] = (0..<random.int(1...40)).map { _ in random.pick(pieces) }.joined()
    }
    let content = try TestContent(files).read()
    #expect(content.notes.count > 200)
    for note in content.notes {
      let seed = String(utf8: note.slug)
      let html = String(utf8: note.html(for: Array("../".utf8)))
      #expect(!html.contains("=\"busylife-root:"), "SEED=\(seed)")
      for match in html.matches(of: tags) {
        for attribute in String(match[3].substring!).matches(of: attributes) {
          let name = String(attribute[1].substring!)
          #expect(allowed.contains(name), "SEED=\(seed): \(name) in \(html)")
          guard name == "href" || name == "src" else { continue }
          let value = attribute[2].substring.map(String.init) ?? ""
          let isSafe = ["https://", "http://", "mailto:", "#", "../"].contains {
            value.hasPrefix($0)
          }
          #expect(isSafe, "SEED=\(seed): \(value) in \(html)")
        }
      }
      let rest = html.replacing(tags, with: "")
      #expect(!rest.contains("<") && !rest.contains(">"), "SEED=\(seed): \(rest)")
    }
  }

  /// Depth and length cost proportional time, and no stack.
  @Test func deepTextsAreRead() throws {
    for text in [
      String(repeating: "> ", count: 20_000), String(repeating: "*a **b ", count: 20_000),
      String(repeating: "[", count: 50_000),
    ] {
      #expect(!Self.own(text).isEmpty)
    }
  }

  // MARK: Addresses on the site

  @Test func rootsAreReplaced() throws {
    let content = try TestContent([
      "notes/n.md": "[d](day:2026-11-20) a=\"busylife-root:x\" [m](m.md)", "notes/m.md": "",
    ]).read()
    let note = try #require(content.note("n"))
    #expect(
      note.text
        == "<p><a href=\"busylife-root:day/2026-11-20.html\">d</a> a=&quot;busylife-root:x&quot; <a "
        + "href=\"busylife-root:notes/m.html\">m</a></p>\n"
    )
    #expect(
      String(utf8: note.html(for: []))
        == "<p><a href=\"day/2026-11-20.html\">d</a> a=&quot;busylife-root:x&quot; <a href=\"notes/m.html\">m</a></p>\n"
    )
    #expect(
      String(utf8: note.html { _ in [0x78] })
        == "<p><a href=\"x\">d</a> a=&quot;busylife-root:x&quot; <a href=\"x\">m</a></p>\n")
  }

  @Test(arguments: [
    ("Finding us", "finding-us"), ("A & B: c_d-e!", "a--b-c_d-e"), ("Über 上海", "über-上海"),
    ("!!", "section"), (" x ", "x"),
  ])
  func anchors(_ heading: String, _ anchor: String) {
    var anchors = Anchors()
    #expect(anchors.next(Array(heading.utf8)) == anchor)
    #expect(anchors.next(Array(heading.utf8)) == anchor + "-1")
  }
}
