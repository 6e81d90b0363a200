import Bytes
import Foundation
import SiteTerms
import TestSupport
import Testing

@testable import CalendarPages

/// Texts of content on pages: never markup, whatever is in them.
struct TextTests {
  func html(_ text: String) -> String {
    var out: [UInt8] = []
    out.append(paragraphsOf: bytes(text))
    return string(out)
  }

  static func anchor(_ address: String, _ label: String) -> String {
    "<a href=\"\(address)\" rel=\"nofollow noopener\">\(label)</a>"
  }

  static let paragraphs: [(String, String)] = [
    ("", ""), ("\n\n\n", ""), ("Tea", "<p>Tea</p>\n"), ("one\ntwo", "<p>one<br>\ntwo</p>\n"),
    ("one\r\ntwo", "<p>one<br>\ntwo</p>\n"), ("one\n\ntwo", "<p>one</p>\n<p>two</p>\n"),
    ("one\n\n\n\ntwo\n", "<p>one</p>\n<p>two</p>\n"), ("\n\none", "<p>one</p>\n"),
    ("a\tb", "<p>a\tb</p>\n"),
    ("a\0b\u{7F}c", "<p>abc</p>\n"),
    ("<b>&\"'</b>", "<p>&lt;b&gt;&amp;&quot;&#39;&lt;/b&gt;</p>\n"),
    (
      "</script><img src=x onerror=alert(1)>",
      "<p>&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;</p>\n"
    ),
    ("&amp;", "<p>&amp;amp;</p>\n"), ("茶", "<p>茶</p>\n"),
  ]

  @Test(arguments: paragraphs) func paragraph(_ text: String, _ expected: String) {
    #expect(html(text) == expected)
  }

  /// A text, and its HTML; `[label](address)` stands for a link.
  static let links: [(String, String)] = [
    ("https://a.example", "[a.example](https://a.example)"),
    ("http://a.example/", "[a.example](http://a.example/)"),
    ("HTTPS://A.example/x", "[A.example/x](HTTPS://A.example/x)"),
    (
      "see https://a.example/b?c=d&e=f#g now",
      "see [a.example/b?c=d&amp;e=f#g](https://a.example/b?c=d&amp;e=f#g) now"
    ),
    ("https://a.example.", "[a.example](https://a.example)."),
    ("https://a.example/b, and", "[a.example/b](https://a.example/b), and"),
    ("is it https://a.example/b?", "is it [a.example/b](https://a.example/b)?"),
    ("https://a.example/b!!!", "[a.example/b](https://a.example/b)!!!"),
    ("https://a.example/b;", "[a.example/b](https://a.example/b);"),
    ("https://a.example/b:", "[a.example/b](https://a.example/b):"),
    ("'https://a.example/b'", "&#39;[a.example/b](https://a.example/b)&#39;"),
    ("\"https://a.example/b\"", "&quot;[a.example/b](https://a.example/b)&quot;"),
    ("<https://a.example/b>", "&lt;[a.example/b](https://a.example/b)&gt;"),
    ("*https://a.example/b*", "*[a.example/b](https://a.example/b)*"),
    ("(https://a.example/b)", "([a.example/b](https://a.example/b))"),
    ("(see https://a.example/b).", "(see [a.example/b](https://a.example/b))."),
    ("https://a.example/b_(c)", "[a.example/b_(c)](https://a.example/b_(c))"),
    ("(https://a.example/b_(c))", "([a.example/b_(c)](https://a.example/b_(c)))"),
    ("https://a.example/b_(c).", "[a.example/b_(c)](https://a.example/b_(c))."),
    ("[https://a.example/b]", "\\[[a.example/b](https://a.example/b)\\]"),
    ("https://a.example/b_", "[a.example/b](https://a.example/b)_"),
    ("https://a.example/é", "[a.example/é](https://a.example/é)"),
    ("https://a.example\nnext", "[a.example](https://a.example)<br>\nnext"),
    (
      "https://a.example\thttps://b.example",
      "[a.example](https://a.example)\t[b.example](https://b.example)"
    ),
    ("mailto:a@b.example.", "[a@b.example](mailto:a@b.example)."),
    ("tel:+86-10-1", "[+86-10-1](tel:+86-10-1)"), ("geo:48.8,2.3", "[48.8,2.3](geo:48.8,2.3)"),
    // Addresses of mail.
    ("a.b+c@mail.example.org.", "[a.b+c@mail.example.org](mailto:a.b+c@mail.example.org)."),
    ("(to me@a-b.example, you)", "(to [me@a-b.example](mailto:me@a-b.example), you)"),
    ("<me@a.example>", "&lt;[me@a.example](mailto:me@a.example)&gt;"),
    ("me@a.example-", "[me@a.example](mailto:me@a.example)-"),
    ("请联系me@a.example。", "请联系[me@a.example](mailto:me@a.example)。"),
    ("me@a.example/x", "[me@a.example](mailto:me@a.example)/x"), ("müller@a.example", "müller@a.example"),
    ("à\u{A0}me@a.example", "à\u{A0}[me@a.example](mailto:me@a.example)"),
    ("_me@a.example_", "[_me@a.example](mailto:_me@a.example)_"), ("-@-", "-@-"),
    ("«me@a.example»", "«[me@a.example](mailto:me@a.example)»"),
    ("📧me@a.example", "📧[me@a.example](mailto:me@a.example)"),
    ("x%0Ame@a.example", "x%[0Ame@a.example](mailto:0Ame@a.example)"),
    ("me@exämple.org", "me@exämple.org"), ("me@host", "me@host"), ("me@1.2.3.4", "me@1.2.3.4"),
    ("me@.", "me@."), ("me@-", "me@-"),
    ("@me.example", "@me.example"), ("a@b@c.example", "a@b@c.example"), ("me@.example", "me@.example"),
    ("me@a.e", "me@a.e"), ("me @a.example", "me @a.example"),
    ("https://a.example/?to=me@a.example", "[a.example/?to=me@a.example](https://a.example/?to=me@a.example)"),
    // No addresses.
    ("https://", "https://"), ("https://.", "https://."), ("http:///etc", "http:///etc"),
    ("https:// a", "https:// a"), ("Tel: 123", "Tel: 123"),
    ("hotel:5", "hotel:5"), ("xhttps://a.example", "xhttps://a.example"),
    ("javascript:alert(1)", "javascript:alert(1)"), ("data:text/html,x", "data:text/html,x"),
    ("//a.example", "//a.example"), ("www.a.example", "www.a.example"),
    ("ftp://a.example", "ftp://a.example"), ("file:///etc/passwd", "file:///etc/passwd"),
    ("1https://a.example", "1https://a.example"),
    // A text without spaces goes on after an address.
    ("茶https://a.example/茶", "茶[a.example/茶](https://a.example/茶)"),
    ("见https://a.example/b。谢谢", "见[a.example/b](https://a.example/b)。谢谢"),
    ("（https://a.example/b）", "（[a.example/b](https://a.example/b)）"),
    ("https://a.example/b，和", "[a.example/b](https://a.example/b)，和"),
    ("https://a.example/佐々木〇", "[a.example/佐々木〇](https://a.example/佐々木〇)"),
    ("https://a.example/b\u{A0}c", "[a.example/b](https://a.example/b)\u{A0}c"),
    ("«https://a.example/b»", "«[a.example/b](https://a.example/b)»"),
    ("https://a.example/b…", "[a.example/b](https://a.example/b)…"),
    ("“https://a.example/b”", "“[a.example/b](https://a.example/b)”"),
    // Nothing can leave the attribute.
    (
      "https://a.example/\"onclick=alert(1)",
      "[a.example](https://a.example/)&quot;onclick=alert(1)"
    ),
    ("https://a.example/'x", "[a.example/&#39;x](https://a.example/&#39;x)"),
    ("https://a.example/<b>", "[a.example](https://a.example/)&lt;b&gt;"),
    ("https://a.example/&quot;x", "[a.example/&amp;quot;x](https://a.example/&amp;quot;x)"),
  ]

  @Test(arguments: links) func link(_ text: String, _ expected: String) {
    let marked = expected.replacing("\\[", with: "\u{1}").replacing("\\]", with: "\u{2}")
    let links = marked.replacing(#/\[(?<label>[^\]]*)\]\((?<address>(?:[^()]|\([^()]*\))*)\)/#) {
      TextTests.anchor(String($0.address), String($0.label))
    }
    #expect(
      html(text) == "<p>" + links.replacing("\u{1}", with: "[").replacing("\u{2}", with: "]")
        + "</p>\n")
  }

  /// What begins like an address, many times and without a space, is read once.
  @Test(arguments: ["http:///", "a.", "-", "a@"])
  func beginningsOfAddresses(_ beginning: String) {
    let text = String(repeating: beginning, count: 20_000)
    #expect(html(text) == "<p>" + text + "</p>\n")
  }

  /// The output has only paragraphs, line breaks and links with safe addresses; and nothing is lost.
  @Test func hostileTexts() throws {
    let pieces = [
      "<", ">", "\"", "'", "&", "a", " ", "\n", "\n\n", "\r\n", "\t", "https://", "http://",
      "mailto:", "tel:", "javascript:", "</p>", "<script>",
      "&quot;", "&#39;", ".", ",", "(", ")", "a.example", "@", "/", "?", "x=y", "é", "茶", "。", "\0",
      "\u{7F}", "]", "[", "onclick=", "\\", "`", "#",
    ]
    let tag = #/<p>|</p>\n|<br>\n|<a href="([^"<>]*)" rel="nofollow noopener">([^"<>]*)</a>/#
    try withRandom(3_000) { random in
      let text = (0..<random.int(0...25)).map { _ in random.pick(pieces) }.joined()
      let html = html(text)
      let scalars = text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" }
      var rest = ""
      var open = false
      var index = html.startIndex
      // For Swift, CR LF is one character; none is in the output.
      while index < html.endIndex {
        if html[index] != "<" {
          try check(
            open && html[index] != ">" && html[index] != "\"" && html[index] != "'",
            "\(html) of \(text)")
          rest.append(html[index])
          index = html.index(after: index)
          continue
        }
        guard let match = try tag.prefixMatch(in: html[index...]) else {
          throw Failure("\(html) of \(text)")
        }
        switch match.0 {
        case "<p>":
          try check(!open, "\(html) of \(text)")
          open = true
        case "</p>\n":
          try check(open, "\(html) of \(text)")
          open = false
          rest.append("\n\n")
        case "<br>\n": rest.append("\n")
        default:
          let address = unescaped(String(match.1!))
          try check(SafeLink.isSafe(bytes(address)), "\(address) of \(text)")
          try check(
            address.lowercased().hasSuffix(unescaped(String(match.2!)).lowercased())
              || address.hasSuffix("/"), "\(html) of \(text)")
          // A scheme that is not in the text was added.
          let position = unescaped(rest).unicodeScalars.count { $0 != "\n" }
          let label = String(match.2!)
          let isAdded =
            address == "mailto:" + label && !scalars.dropFirst(position).starts(with: address.unicodeScalars)
          rest.append(isAdded ? label : String(match.1!))
        }
        index = match.range.upperBound
      }
      try check(!open, "\(html) is left open")
      func words(_ text: String) -> [String] {
        String(
          String.UnicodeScalarView(
            text.unicodeScalars.filter {
              $0.value >= 0x20 && $0.value != 0x7F || $0 == "\n" || $0 == "\t"
            })
        )
        .split(whereSeparator: { $0 == "\n" }).map(String.init)
      }
      try checkEqual(words(unescaped(rest)), words(text), "the words of \(text)")
    }
  }

  func unescaped(_ html: String) -> String {
    html.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
  }

  static let addresses: [(String, Bool)] = [
    ("https://a.example", true), ("http://a.example/b?c#d", true), ("HTTPS://a.example", true),
    ("mailto:a@b.example", true),
    ("tel:+86101", true), ("geo:48.85,2.36", true), ("https://茶.example/茶", true),
    ("https://[::1]/", false), ("https://a.example/[b]", true),
    ("", false), ("https:", false), ("https:/a", false), ("https://", false), ("http:///a", false),
    ("https://?x", false), ("https://#x", false), ("mailto:", false), ("tel:", false),
    ("javascript:alert(1)", false), ("JavaScript:alert(1)", false), (" javascript:alert(1)", false),
    ("java\tscript:alert(1)", false), ("\u{1}https://a.example", false),
    (" https://a.example", false), ("https://a.example ", false), ("https://a.example/b c", false),
    ("https://a.example/\n", false), ("https://a.example/\"x", false),
    ("https://a.example/<x", false), ("https://a.example/>x", false),
    ("https://a.example/\u{7F}", false), ("data:text/html,x", false), ("vbscript:x", false),
    ("file:///x", false),
    ("ftp://a.example", false), ("//a.example", false), ("/a", false), ("a.html", false),
    ("#x", false), ("blob:https://a.example", false), ("ws://a.example", false),
    ("httpsx://a", false),
    ("view-source:https://a.example", false), ("urn:x", false), ("sms:1", false),
    ("webcal://a.example/x.ics", false),
  ]

  @Test(arguments: addresses) func address(_ address: String, _ isSafe: Bool) {
    #expect(SafeLink.isSafe(bytes(address)) == isSafe)
  }

  static let json: [(String, String)] = [
    ("", "\"\""), ("Tea", "\"Tea\""), ("say \"tea\" \\ ", "\"say \\\"tea\\\" \\\\ \""),
    ("a\nb\rc\td", "\"a\\nb\\rc\\td\""), ("\0\u{1F}\u{7F}", "\"\\u0000\\u001f\\u007f\""),
    ("</script>", "\"\\u003c/script\\u003e\""), ("<!--", "\"\\u003c!--\""),
    ("a & b", "\"a \\u0026 b\""), ("茶é🫖", "\"茶é🫖\""), ("\u{2028}\u{2029}", "\"\\u2028\\u2029\""),
    ("\u{2027}\u{202A}", "\"\u{2027}\u{202A}\""), ("é\u{2028}x", "\"é\\u2028x\""), ("'", "\"'\""),
    ("a\u{2028}", "\"a\\u2028\""),
  ]

  @Test(arguments: json) func jsonText(_ text: String, _ expected: String) {
    #expect(written { $0.append(json: bytes(text)) } == expected)
  }

  @Test func jsonIsReadAsItWas() throws {
    let pieces = [
      "</script", "<", ">", "&", "\"", "\\", "\u{2028}", "\u{2029}", "\u{2027}", "\n", "\r", "\t",
      "\0", "\u{1F}", "\u{7F}", "a", "é", "â", "茶", "🫖", "]]>", "<!--",
    ]
    try withRandom(3_000) { random in
      let text = (0..<random.int(0...15)).map { _ in random.pick(pieces) }.joined()
      var out: [UInt8] = []
      out.append(json: bytes(text))
      let read =
        try JSONSerialization.jsonObject(with: Data(out), options: .fragmentsAllowed) as? String
      try check(
        read.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars), "\(string(out))")
      for forbidden in ["<", ">", "&", "\u{2028}", "\u{2029}", "\n"] {
        try check(
          !string(out).unicodeScalars.contains(forbidden.unicodeScalars.first!),
          "\(string(out)) has \(forbidden)")
      }
    }
  }

  /// Invalid UTF-8 is passed on or escaped; none of it is lost or becomes a line break.
  @Test func jsonOfAnyBytes() throws {
    try withRandom(2_000) { random in
      let raw = random.bytes(random.int(0...12), from: [0xE2, 0x80, 0xA8, 0xA9, 0x41, 0xFF])
      var out: [UInt8] = []
      out.append(json: raw)
      let escaped =
        string(out).components(separatedBy: "\\u2028").count
        + string(out).components(separatedBy: "\\u2029").count - 2
      try checkEqual(out.count, raw.count + 2 + 3 * escaped, "\(raw)")
      for end: [UInt8] in [[0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9]] {
        try check(!out.indices.contains { out[$0...].starts(with: end) }, "\(raw)")
      }
    }
  }
}
