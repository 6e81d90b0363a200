import Testing

@testable import Themes

@Suite struct ScriptCommentsTests {
  @Test(
    "Lines that are only comments or blank are removed, and nothing else",
    arguments: [
      ("a();\n// gone\n  // gone too\nb(); // stays\n", "a();\nb(); // stays\n"),
      ("/** gone\n * and this\n */\na();\n", "a();\n"),
      ("/** one line */\na();\n", "a();\n"),
      ("/* one line */\na();\n", "a();\n"),
      ("/* stays */ a();\n", "/* stays */ a();\n"),
      ("const t = `\n// text\n/** text */\n`;\n// gone\n", "const t = `\n// text\n/** text */\n`;\n"),
      (
        "const t = `${f(`\n// text\n`, { a: 1 })}\n// text\n`;\n// gone\n",
        "const t = `${f(`\n// text\n`, { a: 1 })}\n// text\n`;\n"
      ),
      ("const q = \"`\"; // `\n// gone\n", "const q = \"`\"; // `\n"),
      ("const q = '\\'`';\n// gone\n", "const q = '\\'`';\n"),
      ("a(); /* begins\n// inside\nends */ b();\n// gone\n", "a(); /* begins\n// inside\nends */ b();\n"),
      ("if (a) {\n\n  b(`\n  c\n\n`);\n\t}\n", "if (a) {\nb(`\n  c\n\n`);\n}\n"),
      ("a();", "a();"), ("", ""), ("/** never closed\na();\n", "/** never closed\na();\n"),
      ("a();\r\n// gone\r\nb();\r\n", "a();\r\nb();\r\n"),
    ])
  func lines(_ script: String, _ expected: String) {
    #expect(String(decoding: ScriptComments.without(Array(script.utf8)), as: UTF8.self) == expected)
  }
}
