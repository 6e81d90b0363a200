import Testing

@testable import SiteBuilder

/// The addresses of feeds of categories last as long as possible.
struct FeedCatalogTests {
  func slugs(_ names: String...) -> [String] {
    FeedCatalog.slugs(names.map { Array($0.utf8) }, locale: "en")
  }

  @Test func aCategoryKeepsItsAddressWhenOthersCome() {
    #expect(slugs("C", "Open door", "Follow-up", "Café") == ["c", "open-door", "follow-up", "cafe"])
    #expect(slugs("C", "C++", "C#").first == "c")
    for name in ["C++", "Q&A", "日本", "日本!"] { #expect(slugs("C", "Q A", "日本?", name).last == slugs(name).first) }
    #expect(slugs("C++")[0].hasPrefix("c-"))
    #expect(Set(slugs("C", "C++", "C#", "+C+", "日本", "日本!", "日本?")).count == 7)
  }

  @Test func spellingsOfAName() {
    let both = slugs("Work", "work")
    #expect(Set(both).count == 2 && both.allSatisfy { $0.hasPrefix("work-") })
  }
}
