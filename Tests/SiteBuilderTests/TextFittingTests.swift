import Testing

@testable import SiteBuilder

@Suite("Lines of texts in pictures")
struct TextFittingTests {
  @Test(
    "what pictures can't show is left out",
    arguments: [
      ("Party \u{1F389}\u{FE0F} time", "Party time"), ("a\u{7}b\nc", "a b c"), ("\u{202E}abc\u{2069}", "abc"),
      ("日本語", "日本語"), ("👩‍👩‍👧", ""), ("  a   b ", "a b"),
      ("\u{FEFF}a\u{200B}b\u{2060}c", "abc"),
      (String(repeating: "\u{200B}", count: 200_000) + "late", "late"),
      // A mark without width, of which a single character may have any number.
      ("a" + String(repeating: "\u{301}", count: 200_000), "a" + String(repeating: "\u{301}", count: 1_999)),
    ])
  func shows(text: String, shown: String) { #expect(TextFitting.shown(Array(text.utf8)) == shown) }

  @Test("texts are broken between words, between characters where there are none, and within words that are too long")
  func breaks() {
    func lines(_ text: String, _ width: Double, _ most: Int) -> [String] {
      TextFitting.fit(text, width: width, isBold: false, sizes: [(1, most)]).lines
    }
    #expect(lines("one two three", 4.4, 5) == ["one two", "three"])
    #expect(lines("東京の印刷所、見学", 4.5, 5) == ["東京の印", "刷所、見", "学"])
    // Closing marks do not begin a line.
    #expect(lines("東京の印、見学", 4.5, 5) == ["東京の", "印、見学"])
    #expect(lines("aaaaaaaaaa", 3.2, 5) == ["aaaaa", "aaaaa"])
    #expect(lines("", 3, 2) == [])
    let cut = lines("one two three four five", 4.4, 2)
    #expect(cut.count == 2 && cut[1].hasSuffix("…"))
    #expect(TextFitting.width(cut[1], isBold: false) <= 4.4)
    let long = lines(String(repeating: "x", count: 1_000_000), 20, 3)
    #expect(long.count == 3 && long[2].hasSuffix("…"))
  }

  @Test("a text has the largest size in which it fits")
  func sizes() {
    let sizes = [(size: 80, lines: 1), (size: 40, lines: 2)]
    #expect(TextFitting.fit("Short", width: 400, isBold: true, sizes: sizes).size == 80)
    #expect(TextFitting.fit("Not so short a title", width: 400, isBold: true, sizes: sizes).size == 40)
  }
}
