import Testing

@testable import Readers

struct SlugTests {
  @Test(arguments: [
    ("about", "about"), ("About Us", "about-us"), ("  --a--b--  ", "a-b"), ("it’s Bo's", "its-bos"),
    ("Café Løvstikke", "cafe-lovstikke"), ("Tovværksgade ß Æ œ þ", "tovvaerksgade-ss-ae-oe-th"),
    ("İstanbul ığ", "istanbul-ig"),
    ("a/b", "a-b"), ("ｆｕｌｌ", "full"), ("２０２６", "2026"), ("2026-11-20", "2026-11-20"),
    ("x🌊y", "x-y"), ("../../etc", "etc"),
    ("com10", "com10"), ("console", "console"),
  ])
  func plain(_ text: String, _ slug: String) { #expect(Slug.make(text) == slug) }

  @Test(arguments: [
    ("Auswärtsspiel", "de", "auswaertsspiel"), ("Auswärtsspiel", "en", "auswartsspiel"), ("Århus ø", "da", "aarhus-oe"),
    ("Årsmöte", "sv-SE", "arsmote"), ("Größe Citroën", "de-CH", "groesse-citroen"),
  ])
  func byLanguage(_ text: String, _ locale: String, _ slug: String) { #expect(Slug.make(text, locale: locale) == slug) }

  /// A name that would lose its meaning, or can't be a file name, gets a hash.
  @Test(arguments: [
    ("上海", ""), ("上海 2026", "2026-"), ("Москва", ""), ("🌊", ""), ("", ""), ("...", ""),
    ("con", "con-"), ("NUL", "nul-"),
    ("Com1", "com1-"), ("lpt9", "lpt9-"),
    (String(repeating: "long", count: 40), String(repeating: "long", count: 15) + "-"),
  ])
  func hashed(_ text: String, _ prefix: String) {
    let slug = Slug.make(text)
    #expect(slug.hasPrefix(prefix) && slug.utf8.count == prefix.utf8.count + 8, "\(slug)")
    #expect(slug.utf8.allSatisfy { $0.isLetterOrDigit || $0 == 0x2D })
    #expect(slug == Slug.make(text))
  }

  @Test func differentTextsDiffer() {
    #expect(Slug.make("上海") != Slug.make("北京"))
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    (0x61...0x7A).contains(self) || (0x30...0x39).contains(self)
  }
}
