import Testing

@testable import SiteBuilder

/// Style sheets without the lines of their comments.
struct StyleCommentsTests {
  @Test(
    arguments: [
      ("", ""), ("a {}\n", "a {}\n"), ("/* a */\na {}\n", "a {}\n"), ("  /* a */  \r\na {}", "a {}"),
      ("/* a\n   b */\na {}\n", "a {}\n"), ("a {}\n/* b */", "a {}"),
      ("a { /* b */\n}\n", "a { /* b */\n}\n"), ("/* a */ a {}\n", "/* a */ a {}\n"),
      ("/* a\n b */ a {}\nc {}\n", "/* a\n b */ a {}\nc {}\n"), ("/*! (c) */\na {}\n", "/*! (c) */\na {}\n"),
      ("/*/ a */\nb {}\n", "b {}\n"), ("/* a", "/* a"), ("a {}\n/* b\nc {}\n", "a {}\n/* b\nc {}\n"),
      ("a { content: \"/*\" }\n/**/\nb {}\n", "a { content: \"/*\" }\nb {}\n"),
      ("a {\n  b: c;\n\td: e\n}\n", "a {\nb: c;\nd: e\n}\n"),
      ("a { content: \"\\\n  b\" }\n  c {}", "a { content: \"\\\n  b\" }\nc {}"),
    ])
  func lines(sheet: String, published: String) {
    #expect(String(decoding: StyleComments.without(Array(sheet.utf8)), as: UTF8.self) == published)
  }
}
