import Testing

@testable import SiteBuilder

/// Style sheets without the lines of their comments, and laid out for browsers alone.
struct StyleCommentsTests {
  @Test(
    arguments: [
      ("", ""), ("a {}\n", "a {}"), ("/* a */\na {}\n", "a {}"), ("  /* a */  \r\na {}", "a {}"),
      ("/* a\n   b */\na {}\n", "a {}"), ("a {}\n/* b */", "a {}"),
      ("a { /* b */\n}\n", "a { /* b */\n}"), ("/* a */ a {}\n", "/* a */ a {}\n"),
      ("/* a\n b */ a {}\nc {}\n", "/* a\n b */ a {}\nc {}"), ("/*! (c) */\na {}\n", "/*! (c) */\na {}"),
      ("/*/ a */\nb {}\n", "b {}"), ("/* a", "/* a"), ("a {}\n/* b\nc {}\n", "a {}\n/* b\nc {}\n"),
      ("a { content: \"/*\" }\n/**/\nb {}\n", "a { content: \"/*\" }b {}"),
      ("a {\n  b: c;\n\td: e\n}\n", "a {b: c;d: e\n}"),
      ("a,\nb\nc {}\n\n\nd {}", "a,b\nc {}d {}"), ("a {\r\n  b: c;\r\n}\r\n", "a {\r\nb: c;\r\n}\r\n"),
      ("a { content: \"\\\n  b\" }\n  c {}", "a { content: \"\\\n  b\" }c {}"),
      ("a { content: \"b;\\\n c;\\\n d\" }", "a { content: \"b;\\\n c;\\\n d\" }"),
    ])
  func lines(sheet: String, published: String) {
    #expect(String(decoding: StyleComments.without(Array(sheet.utf8)), as: UTF8.self) == published)
  }
}
