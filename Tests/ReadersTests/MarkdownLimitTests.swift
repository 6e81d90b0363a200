import Bytes
import CMarkGFM
import Testing

@testable import Readers

/// The greatest cost of a note: each limit just reached and just exceeded, and ordinary notes far from all of them.
///
/// Costs are counted, not timed. The limits were chosen by measuring cmark-gfm 0.29.0.gfm.6: each step takes it a few
/// nanoseconds.
struct MarkdownLimitTests {
  private func excess(_ text: String, _ limits: MarkdownLimits = MarkdownLimits()) -> Markdown.Excess? {
    do throws(Markdown.Excess) {
      _ = try Markdown(Array(text.utf8), linesBefore: 0, limits: limits)
      return nil
    } catch { return error }
  }

  private func table(columns: Int, rows: Int, _ row: String = "x\n") -> String {
    let head = (0..<columns).map { _ in "a" }.joined(separator: "|")
    let line = (0..<columns).map { _ in "-" }.joined(separator: "|")
    return "|" + head + "|\n|" + line + "|\n" + String(repeating: row, count: rows)
  }

  // MARK: Limits

  @Test func columnsOfATable() {
    var limits = MarkdownLimits()
    limits.columns = 10
    #expect(excess(table(columns: 8, rows: 2), limits) == nil)
    #expect(excess(table(columns: 10, rows: 2), limits)?.message.contains("10 columns") == true)
  }

  /// 8 KB of text that took 522 MB.
  @Test func cellsOfTables() {
    let error = excess(table(columns: 900, rows: 2_000, "|\n"))
    #expect(error?.message.contains("100000 cells") == true)
    #expect(error?.position.line ?? 0 > 100)
    #expect(excess(table(columns: 95, rows: 1_000)) == nil)
    #expect(excess(table(columns: 95, rows: 1_040)) != nil)
    // In quotes and lists, and several together.
    let quoted = "> " + table(columns: 900, rows: 2_000, "|\n").replacing("\n", with: "\n> ")
    #expect(excess(quoted) != nil)
    #expect(excess(String(repeating: table(columns: 95, rows: 400) + "\n", count: 3)) != nil)
  }

  /// Texts that grow by a factor, the limit that each exceeds, and its message.
  @Test(
    arguments: [
      // 100,000 times `![[]()` took 20 s.
      ("![[]()", "", 5_000, 20_000, "images"),
      ("a<? ", "", 5_000, 40_000, "declarations"),
      ("a<![CDATA[ ", "", 5_000, 40_000, "declarations"),
      ("a<!A ", "", 5_000, 40_000, "declarations"),
      ("_www.a", "", 2_000, 20_000, "addresses"),
      (")", "www.a.b", 10_000, 40_000, "addresses"),
      ("*[^a] ", "", 5_000, 30_000, "footnotes"),
      ("a\n|-|-|\n", "", 500, 5_000, "table"),
      ("- ", "", 20_000, 20_000, ""),
    ] as [(String, String, Int, Int, String)])
  func growth(piece: String, before: String, fine: Int, excessive: Int, what: String) {
    #expect(excess(before + String(repeating: piece, count: fine)) == nil)
    let error = excess(before + String(repeating: piece, count: excessive))
    if what.isEmpty { #expect(error == nil) } else { #expect(error?.message.contains(what) == true) }
    // Separated by empty lines it is many short paragraphs.
    if !what.isEmpty, what != "addresses" {
      #expect(excess(String(repeating: before + piece + "\n\n", count: excessive)) == nil)
    }
  }

  @Test(
    arguments: [
      // Many marks, and many lines that may be in all of them.
      ("- ", "\n"), ("1. ", "\n"), ("- ", "a\n"), ("> ", "a\n"), ("> ", "["), ("> ", "&amp; "),
    ] as [(String, String)])
  func deepBlocks(mark: String, then: String) {
    let few = String(repeating: mark, count: 1_000) + "a\n" + String(repeating: then, count: 4_000)
    let many = String(repeating: mark, count: 10_000) + "a\n" + String(repeating: then, count: 10_000)
    #expect(excess(few) == nil)
    #expect(excess(many)?.message.contains("too deep") == true)
  }

  /// The position is that of the line of the file at which the limit is exceeded.
  @Test func theNoteIsReportedAndSkipped() throws {
    let content = try TestContent([
      "notes/bad.md": "---\ntitle: Bad\n---\n\n" + table(columns: 900, rows: 2_000, "|\n"),
      "notes/good.md": "# Good\n\nSee [the other](bad.md).\n",
      "notes/deep.md": String(repeating: "- ", count: 10_000) + "a" + String(repeating: "\n", count: 10_000),
    ]).read()
    #expect(content.notes.map { String(utf8: $0.slug) } == ["good"])
    let problems = content.problems.map(\.description)
    #expect(problems.contains { $0.contains("notes/bad.md:") && $0.contains(": error: ") && $0.contains("skipped") })
    #expect(problems.contains { $0.contains("notes/deep.md:") && $0.contains("the note is skipped") })
  }

  // MARK: Memory

  @Test func memoryIsBounded() throws {
    // One definition used again and again: 10 KB become 4 MB, and 80 KB 256 MB.
    func uses(_ count: Int) -> String {
      "[a]: " + String(repeating: "x", count: count) + "\n\n" + String(repeating: "[a] ", count: count)
    }
    #expect(excess(uses(2_000)) == nil)
    #expect(excess(uses(16_000))?.message.contains("memory") == true)
    var limits = MarkdownLimits()
    limits.memory = (base: 10_000, perByte: 0, most: 10_000)
    #expect(excess("*a* ", limits) == nil)
    #expect(excess(String(repeating: "*a* ", count: 1_000), limits) != nil)
    // An abandoned parse leaves nothing behind: the next text is parsed as usual.
    #expect(
      MarkdownTests.own("~~a~~ www.b.org | [^1]\n\n[^1]: c") == MarkdownTests.own("~~a~~ www.b.org | [^1]\n\n[^1]: c"))
    #expect(MarkdownTests.own("~~a~~ www.b.org").contains("<del>a</del> <a href=\"http://www.b.org\">"))
  }

  /// The parser is abandoned at any step, and nothing leaks or is freed twice (checked by AddressSanitizer).
  @Test func memoryMayEndAtAnyMoment() throws {
    let text = """
      # a

      | a | b |
      |---|:-:|
      | *c* | ~~d~~ |

      - [ ] [e](f "g") ![h][i] www.j.org k@l.org [^1] <https://m.org> &amp; `n`
        > o

      [i]: p "q"
      [^1]: r
      """
    let whole = try Markdown(Array(text.utf8), linesBefore: 0)
    var refused = 0
    for limit in stride(from: 1, through: whole.peak, by: 37) {
      var limits = MarkdownLimits()
      limits.memory = (base: limit, perByte: 0, most: limit)
      if excess(text, limits) != nil { refused += 1 }
    }
    #expect(refused > whole.peak / 37 - 2)
    #expect(excess(text) == nil)
  }

  @Test func longHTMLIsGivenUp() throws {
    for (count, isTooLong) in [(90, false), (200, true)] {
      let markdown = try Markdown(Array(String(repeating: "[b](https://x.org/) ", count: count).utf8), linesBefore: 0)
      var renderer = MarkdownRenderer(markdown: markdown, prefix: [], anchors: [], hidden: nil) { address, _ in
        .address(address)
      }
      renderer.htmlLimit = 4_000
      renderer.render()
      #expect(renderer.isTooLong == isTooLong)
      #expect(renderer.out.count < 4_100)
    }
  }

  // MARK: Ordinary notes

  @Test func ordinaryLargeNotesAreRead() throws {
    let prose =
      "Sixty-two drawers, *all* of them [open](https://example.org/a_b), and `one` (the last) **not**; see www.x.org. "
    let paragraphs = String(repeating: String(repeating: prose, count: 8) + "\n\n", count: 1_200)
    #expect(paragraphs.utf8.count > 1_000_000)
    #expect(excess(paragraphs) == nil)
    #expect(excess(table(columns: 20, rows: 1_000, "|" + String(repeating: " cell |", count: 20) + "\n")) == nil)
    #expect(excess(String(repeating: "- [a link](https://example.org/page) and text\n", count: 5_000)) == nil)
    #expect(excess(String(repeating: "[a link](https://example.org/page) ", count: 5_000)) == nil)
    #expect(excess(String(repeating: "![an image](images/a.png)\n", count: 5_000)) == nil)
    #expect(excess(String(repeating: "a.b@example.org ", count: 2_000)) == nil)
    let nested = (0..<200).map { String(repeating: "  ", count: $0 % 10) + "- item, and (more) text: here\n" }.joined()
    #expect(excess(String(repeating: nested, count: 50)) == nil)
    let code = "```\n" + String(repeating: "----|----|----\n 1  | <? | <![CDATA[ a\n", count: 500) + "```\n"
    #expect(excess(code) == nil)
  }

  /// An unclosed comment is searched for only once, and positions on one line are computed incrementally.
  @Test func renderingIsLinear() {
    let comments = String(repeating: "<!-- ", count: 20_000)
    #expect(MarkdownTests.own("<div>" + comments).contains("&lt;!--"))
    #expect(MarkdownTests.own(String(repeating: "a <b> ", count: 20_000)).contains("&lt;b&gt;"))
  }
}
