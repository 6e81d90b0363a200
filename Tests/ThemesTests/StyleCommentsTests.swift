import Testing

@testable import Themes

/// Style sheets without the lines of their comments, and laid out for browsers alone.
struct StyleCommentsTests {
  @Test(
    arguments: [
      ("", ""), ("a {}\n", "a{}"), ("/* a */\na {}\n", "a{}"), ("  /* a */  \r\na {}", "a{}"),
      ("/* a\n   b */\na {}\n", "a{}"), ("a {}\n/* b */", "a{}"),
      ("a { /* b */\n}\n", "a{/* b */}"), ("/* a */ a {}\n", "/* a */ a{}"),
      ("/* a\n b */ a {}\nc {}\n", "/* a\n b */ a{}c{}"), ("/*! (c) */\na {}\n", "/*! (c) */\na{}"),
      ("/*/ a */\nb {}\n", "b{}"), ("/* a", "/* a*/"), ("a {}\n/* b\nc {}\n", "a{}/* b\nc {}\n*/"),
      ("@media x {\na { b: c }\n", "@media x{a{b: c}}"), ("a {} }", "a{}}"),
      ("a { content: \"/*\" }\n/**/\nb {}\n", "a{content: \"/*\"}b{}"),
      ("a {\n  b: c;\n\td: e\n}\n", "a{b: c;d: e}"),
      ("a,\nb\nc {}\n\n\nd  >  e {}", "a,b\nc{}d > e{}"), ("a {\r\n  b: c;\r\n}\r\n", "a{b: c;}"),
      ("a { content: \"\\\n  b\" }\n  c {}", "a{content: \"\\\n  b\"}c{}"),
      ("a { content: \"b ; \\\" c , \" }", "a{content: \"b ; \\\" c , \"}"),
      ("a { content: ' { } ' ; b: \"it's , \" }", "a{content: ' { } ';b: \"it's , \"}"),
      ("a {} /* it's  b ; */ c {}", "a{}/* it's  b ; */ c{}"), ("a { --b: ; --c: d }", "a{--b: ;--c: d}"),
      (".a\\, .b {}", ".a\\, .b{}"), ("a { content: \"b", "a{content: \"b\"}"), ("a \\", "a"),
      ("a{b: url(c", "a{b: url(c)}"), ("a[b", "a[b]"), ("a{b: \"c\\", "a{b: \"c\"}"), ("a{} /* \\", "a{}/* */"),
      ("a{b: c(d}e", "a{b: c(d}e)}"),
    ])
  func lines(sheet: String, published: String) {
    #expect(String(decoding: StyleComments.without(Array(sheet.utf8)), as: UTF8.self) == published)
  }
}
