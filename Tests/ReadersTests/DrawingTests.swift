import Bytes
import Foundation
import Testing

@testable import Readers

/// Drawings as they are published.
struct DrawingTests {
  private static func published(_ source: String) -> String { published(Array(source.utf8)) }

  /// The published drawing and the warning, or the error, with its position.
  private static func published(_ source: [UInt8]) -> String {
    let (bytes, problems) = readDrawing(source)
    let lines = problems.map {
      "\($0.position.line):\($0.position.column): \($0.severity.label): \(String(utf8: $0.message))"
    }
    return (bytes.map { [String(utf8: $0)] } ?? []).joined() + lines.joined(separator: "\n")
  }

  /// A drawing around a piece, and the expected result.
  private static let open = "<svg xmlns=\"http://www.w3.org/2000/svg\""

  // MARK: What is kept

  @Test(
    arguments: [
      ("nothing", "", ""),
      ("shapes", "<path d='M0 0h1'/><rect x='1' rx=\"2\"/>", #"<path d="M0 0h1"/><rect x="1" rx="2"/>"#),
      (
        "prefix of the namespace", "<s:g xmlns:s='http://www.w3.org/2000/svg'><s:path d='M0'/></s:g>",
        #"<g><path d="M0"/></g>"#
      ),
      (
        "text", "<text x='1'>a &amp; <tspan>b &lt; c</tspan> </text>",
        #"<text x="1">a &amp; <tspan>b &lt; c</tspan> </text>"#
      ),
      ("characters beyond ASCII", "<text>é€𝄞</text>", "<text>&#233;&#8364;&#119070;</text>"),
      ("CDATA in text", "<text><![CDATA[<script>]]></text>", "<text>&lt;script&gt;</text>"),
      ("text outside of text", "a<g>b</g>", "<g/>"),
      ("comments and instructions", "<!-- <script> --><?php x ?><g/>", "<g/>"),
      ("titles", "<title>A</title><desc>B</desc>", "<title>A</title><desc>B</desc>"),
      (
        "space", "<text xml:space='preserve' xml:lang='en'> a </text>",
        #"<text xml:space="preserve" xml:lang="en"> a </text>"#
      ),
      ("line ends in attributes", "<path d='M0&#10;1\n2'/>", #"<path d="M0&#10;1 2"/>"#),
      ("use", "<use xlink:href='#a'/><use href=' #b '/>", ##"<use href="#a"/><use href="#b"/>"##),
      ("href counts", "<use xlink:href='#a' href='#b'/>", ##"<use href="#b"/>"##),
      (
        "presentation", "<path fill='url(#a)' stroke='rgb(1, 2,3)' clip-path=\"url('#b')\"/>",
        ##"<path fill="url(#a)" stroke="rgb(1, 2,3)" clip-path="url('#b')"/>"##
      ),
      (
        "style", "<path style='fill : url( \"#a\" ) ; STROKE:red;;x:y z'/>",
        ##"<path style="fill:url( &quot;#a&quot; );stroke:red;x:y z"/>"##
      ),
      ("fonts", "<text style=\"font-family:'Noto; Sans',serif\"/>", "<text style=\"font-family:'Noto; Sans',serif\"/>"),
      (
        "variables", "<g style='--A: red; fill:var(--A, light-dark(#000, #fff))'/>",
        "<g style=\"--A:red;fill:var(--A, light-dark(#000, #fff))\"/>"
      ),
      (
        "a style sheet", "<style type='text/css'>/* a */ .a , b>c { fill : red ; } </style>",
        "<style>.a , b&gt;c{fill:red}</style>"
      ),
      ("a style sheet in CDATA", "<style><![CDATA[.a{fill:url(#b)}]]></style>", "<style>.a{fill:url(#b)}</style>"),
      ("a hidden style sheet", "<style>&lt;!-- .a{fill:red} --&gt;</style>", "<style>.a{fill:red}</style>"),
      (
        "media", "<style media='print'>@media (min-width: 2px){.a{fill:red}}</style>",
        "<style media=\"print\">@media (min-width: 2px){.a{fill:red}}</style>"
      ),
      (
        "keyframes", "<style>@keyframes k{from{opacity:0}50%{opacity:1}}</style>",
        "<style>@keyframes k{from{opacity:0}50%{opacity:1}}</style>"
      ),
      (
        "an image", "<image xlink:href='data:image/png;base64,iVBO Rw0KGgo'/>",
        "<image href=\"data:image/png;base64,iVBORw0KGgo=\"/>"
      ),
      (
        "a photograph", "<image href='DATA:image/JPG;base64,/9j/4AAQ'/>",
        "<image href=\"data:image/jpeg;base64,/9j/4AAQ\"/>"
      ),
      (
        "links", "<a href='https://example.org/?a&amp;b'><path/></a>",
        "<a href=\"https://example.org/?a&amp;b\"><path/></a>"
      ),
      (
        "animation", "<animate attributeName='opacity' values='0;1;0' dur='1s'/>",
        "<animate attributeName=\"opacity\" values=\"0;1;0\" dur=\"1s\"/>"
      ),
      (
        "turning", "<animateTransform attributeName='transform' type='rotate' from='0' to='360'/>",
        "<animateTransform attributeName=\"transform\" type=\"rotate\" from=\"0\" to=\"360\"/>"
      ),
      ("a svg within", "<svg x='1'><g/></svg>", "<svg x=\"1\"><g/></svg>"),
      (
        "text in place of HTML",
        "<switch><foreignObject requiredFeatures='x'><div/></foreignObject><text>a</text></switch>",
        "<switch><text>a</text></switch>2:9: <foreignObject>"
      ),
      // Without a warning, since nobody sees it.
      ("metadata", "<metadata><a/></metadata><i:pgf xmlns:i='x'><g/></i:pgf>", ""),
      ("other namespaces", "<g xmlns:i='urn:i' i:label='a' data-x='1' unknown='2'/>", "<g/>"),
      (
        "unknown properties", "<g style='-inkscape-stroke:none;shape-inside:url(#r);fill:red'/>",
        "<g style=\"fill:red\"/>"
      ),
      ("names like handlers", "<g on='1'/>", "<g/>"),
    ] as [(String, String, String)])
  func kept(_ name: String, _ piece: String, _ expected: String) {
    check(name, piece, expected)
  }

  // MARK: What is left out

  @Test(
    arguments: [
      ("a script", "<script>alert(1)</script><g/>", "<g/>2:1: <script>"),
      (
        "a script of another namespace", "<h:script xmlns:h='http://www.w3.org/1999/xhtml'>x</h:script>",
        "2:1: <script>"
      ),
      ("what seems a comment", "<!--><x a=\"--><script>alert(1)</script><!-- \"/>-->", "2:15: <script>"),
      ("a script in a group", "<g>\n <script/>\n</g>", "<g/>3:2: <script>"),
      ("a handler", "<g onclick='x' ONLOAD='y'/>", "<g/>2:1: onclick=, ONLOAD="),
      (
        "HTML", "<foreignObject><i xmlns='http://www.w3.org/1999/xhtml'><script/></i></foreignObject>",
        "2:1: <foreignObject>"
      ),
      (
        "a link that runs", "<a xlink:href='java&#10;script:x'><g/></a>",
        "<a><g/></a>2:1: the address \"java script:x\" of <a>"
      ),
      ("a link that is not whole", "<a href='//example.org/'/>", "<a/>2:1: the address \"//example.org/\" of <a>"),
      ("a use of elsewhere", "<use href='a.svg#b'/>", "<use/>2:1: the address \"a.svg#b\" of <use>"),
      (
        "a use of data", "<use href='data:image/svg+xml,x#y'/>",
        "<use/>2:1: the address \"data:image/svg+xml,x#y\" of <use>"
      ),
      (
        "an image of elsewhere", "<image href='https://example.org/a.png'/>",
        "<image/>2:1: the address \"https://example.org/a.png\" of <image>"
      ),
      (
        "an image that is a drawing", "<image href='data:image/svg+xml;base64,PHN2Zz4='/>",
        "<image/>2:1: the address \"data:image/svg+xml;base64,PHN2Zz4=\" of <image>"
      ),
      (
        "an image of another type", "<image href='data:image/png;base64,PHN2Zz4='/>",
        "<image/>2:1: the address \"data:image/png;base64,PHN2Zz4=\" of <image>"
      ),
      (
        "an image that is damaged", "<feImage href='data:image/gif;base64,R0lG*Dlh'/>",
        "<feImage/>2:1: the address \"data:image/gif;base64,R0lG*Dlh\" of <feImage>"
      ),
      ("an address of another element", "<g href='#a'/>", "<g/>"),
      ("an address in an attribute", "<g fill='url(https://x.org/#a)'/>", "<g/>2:1: an address in fill="),
      (
        "an address in a style", "<g style='fill:red;filter:url(x.svg#a)'/>",
        "<g style=\"fill:red\"/>2:1: an address in style="
      ),
      (
        "a font", "<style>@font-face{font-family:a;src:url(a)}.a{fill:red}</style>",
        "<style>.a{fill:red}</style>2:1: what <style> loads"
      ),
      ("an import", "<style>@import 'a';.a{fill:red}</style>", "<style>.a{fill:red}</style>2:1: what <style> loads"),
      ("an escaped address", "<g style='fill:u\\72l(http://x)'/><g fill='u\\72l(http://x)'/>", "<g/><g/>"),
      ("a comment in an address", "<g fill='u/**/rl(http://x)'/>", "<g/>"),
      ("a function of old", "<g style='width:expression(alert(1));fill:red'/>", "<g style=\"fill:red\"/>"),
      (
        "a property of old", "<g style='behavior:url(#a);-moz-binding:url(http://x)'/>", "<g/>2:1: an address in style="
      ),
      ("a set of images", "<g style='background:image-set(\"http://x\" 1x)'/>", "<g/>2:1: an address in style="),
      (
        "an animated address", "<a href='#x'><set attributeName='href' to='javascript:x'/></a>",
        ##"<a href="#x"/>2:14: <set> of "href""##
      ),
      ("an animated handler", "<animate attributeName='onload' values='x'/>", "2:1: <animate> of \"onload\""),
      ("an animation of nothing", "<animate values='x'/>", "2:1: <animate> of \"\""),
      ("an animated style", "<set attributeName='style' to='fill:url(http://x)'/>", "2:1: <set> of \"style\""),
      (
        "an animated fill", "<set attributeName='fill' to='url(http://x)'/>",
        "<set attributeName=\"fill\"/>2:1: an address in to="
      ),
      ("an open string", "<g style='fill:red;font-family:\"a;stroke:url(http://x)'/>", "<g style=\"fill:red\"/>"),
      ("a style sheet of another language", "<style type='text/less'>.a{fill:red}</style>", ""),
      (
        "elements in a style sheet", "<style>.a{fill:red}<script/></style>", "<style>.a{fill:red}</style>2:20: <script>"
      ),
      (
        "an open block", "<style>.a{fill:red}.b{fill:url(http://x)</style>",
        "<style>.a{fill:red}</style>2:1: what <style> loads"
      ),
      (
        "the end of a style sheet in it", "<style>.a{fill:red}&lt;/style>&lt;script></style>",
        "<style>.a{fill:red}</style>"
      ),
      ("rules in rules", "<style>.a{fill:red;.b{fill:red}}</style>", "<style></style>"),
      ("the base of addresses", "<g xml:base='http://x/'/>", "<g/>"),
    ] as [(String, String, String)])
  func leftOut(_ name: String, _ piece: String, _ expected: String) {
    check(name, piece, expected)
  }

  /// - Parameter expected: the published form of the piece; then the position of the warning, and the parts that it
  ///   names.
  private func check(_ name: String, _ piece: String, _ expected: String) {
    let source = "\(Self.open) xmlns:xlink='http://www.w3.org/1999/xlink'>\n\(piece)</svg>"
    let (bytes, problems) = readDrawing(Array(source.utf8))
    var found = bytes.map { String(utf8: $0) } ?? "nothing"
    found = found.replacingOccurrences(of: "</svg>\n", with: "").replacingOccurrences(of: Self.open + ">", with: "")
    found = found == Self.open + "/>\n" ? "" : found
    for problem in problems {
      let message = String(utf8: problem.message)
      #expect(problem.severity == .warning && message.hasPrefix("the drawing is published without "), "\(name)")
      let names = message.dropFirst("the drawing is published without ".count).components(
        separatedBy: ": drawings run")[0]
      found += "\(problem.position.line):\(problem.position.column): \(names)"
    }
    #expect(found == expected, "\(name)")
    if let bytes { #expect(readDrawing(bytes).published == bytes, "\(name): published twice") }
  }

  // MARK: What is refused

  @Test(
    arguments: [
      ("", "1:1: error: the drawing is empty, or cut off here; export it again"),
      (
        "<svg/>",
        "1:1: error: without a namespace, browsers do not treat this as SVG; write <svg "
          + "xmlns=\"http://www.w3.org/2000/svg\">"
      ),
      ("\n <html/>", "2:2: error: the first element is \"html\", not svg; export the drawing as SVG"),
      ("<svg xmlns='http://www.w3.org/2000/svg'>\n<g>", "2:4: error: the drawing is cut off here; export it again"),
      (
        "<svg xmlns='http://www.w3.org/2000/svg'><g></svg>",
        "1:46: error: the drawing is not well-formed XML (mismatched tag); fix it here, or export it again"
      ),
      (
        "<svg xmlns='http://www.w3.org/2000/svg'><1/></svg>",
        "1:42: error: the drawing is not well-formed XML (invalid token); fix it here, or export it again"
      ),
      (
        "<svg xmlns='http://www.w3.org/2000/svg'>&nbsp;</svg>",
        "1:41: error: the drawing is not well-formed XML (undefined entity); fix it here, or export it again"
      ),
      (
        "<!DOCTYPE svg PUBLIC 'a' 'b'><svg xmlns='http://www.w3.org/2000/svg'>&nbsp;</svg>",
        "1:70: error: the entity \"&nbsp;\" is not defined; write the character itself"
      ),
      (
        "<?xml version='1.0' encoding='ISO-2022-JP'?><svg xmlns='http://www.w3.org/2000/svg'/>",
        "1:1: error: the drawing says that its encoding is \"ISO-2022-JP\"; save it as UTF-8"
      ),
      (
        "<!DOCTYPE svg [<!ENTITY x '<script/>'>]><svg xmlns='http://www.w3.org/2000/svg'>&x;</svg>",
        "1:15: error: the drawing declares a document type of its own, which can define elements; remove it from [ to "
          + "], or export without it (Illustrator: without \"Preserve Illustrator Editing Capabilities\")"
      ),
      (
        "<svg xmlns='http://www.w3.org/2000/svg'>\u{0}</svg>",
        "1:41: error: the drawing contains a zero byte, so it is not text; save it as UTF-8"
      ),
      (
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns='x'/>",
        "1:41: error: the drawing is not well-formed XML (duplicate attribute); fix it here, or export it again"
      ),
    ] as [(String, String)])
  func refused(_ source: String, _ expected: String) {
    #expect(Self.published(source) == expected)
  }

  @Test func otherEncodingsAreRefused() {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg'/>"
    #expect(
      Self.published([0xFF, 0xFE] + svg.utf16.flatMap { [UInt8($0), 0] }).hasPrefix(
        "1:1: error: the drawing is saved as UTF-16"))
    #expect(
      Self.published([0xFE, 0xFF] + svg.utf16.flatMap { [0, UInt8($0)] }).hasPrefix(
        "1:1: error: the drawing is saved as UTF-16"))
    #expect(
      Self.published(Array("<svg>\n".utf8) + [0xE9]).hasPrefix("2:1: error: these bytes of the drawing are not UTF-8"))
    #expect(Self.published([0xEF, 0xBB, 0xBF] + Array(svg.utf8)) == "\(Self.open)/>\n")
  }

  /// Empty document types, as Inkscape and Illustrator write them.
  @Test func plainDocumentTypesAreDropped() {
    let type = "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">"
    #expect(
      Self.published(
        "<?xml version=\"1.0\" encoding=\"us-ascii\"?>\n<?xml-stylesheet href='a.css'?>\(type)\n\(Self.open)/>")
        == "\(Self.open)/>\n")
  }

  // MARK: Limits

  private func problem(_ inner: String) -> String? {
    let (bytes, problems) = readDrawing(Array("\(Self.open)>\(inner)</svg>".utf8))
    return bytes == nil ? problems.first.map { String(utf8: $0.message) } : nil
  }

  @Test func limitsHold() throws {
    let depth = Drawing.Limits.depth
    func nested(_ count: Int) -> String {
      String(repeating: "<g>", count: count) + String(repeating: "</g>", count: count)
    }
    #expect(problem(nested(depth - 1)) == nil)
    #expect(try #require(problem(nested(depth))).contains("more than 256 deep"))
    let attributes = (1...Drawing.Limits.attributes).map { " a\($0)=''" }.joined()
    #expect(problem("<g\(attributes)/>") == nil)
    #expect(try #require(problem("<g\(attributes) b=''/>")).contains("more than 256 attributes"))
    let elements = Drawing.Limits.elements
    #expect(problem(String(repeating: "<g/>", count: elements - 1)) == nil)
    #expect(try #require(problem(String(repeating: "<g/>", count: elements))).contains("more than 400000 elements"))
    let large = [UInt8](repeating: 0x20, count: Drawing.Limits.bytes + 1)
    #expect(Self.published(large).contains("larger than 16 MiB"))
  }

  /// Ten groups that each show the one before ten times would be 10^10 elements.
  @Test func copiesAreBounded() throws {
    func levels(_ count: Int) -> String {
      "<g id='l0'><path/></g>"
        + (1...count).map { level in
          "<g id='l\(level)'>" + String(repeating: "<use href='#l\(level - 1)'/>", count: 10) + "</g>"
        }.joined()
    }
    #expect(problem(levels(4)) == nil)
    #expect(try #require(problem(levels(10))).contains("more than 1000000 elements"))
    // Browsers do not draw an element inside itself.
    #expect(problem("<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>") == nil)
    let chain = (1...100_000).map { "<use id='u\($0)' href='#u\($0 + 1)'/>" }.joined()
    #expect(problem(chain) != nil)
  }

  /// Texts for which a quadratic parser would take minutes.
  @Test func longTextsAreRead() {
    let count = 40_000
    for style in [
      String(repeating: "a{", count: count), String(repeating: "(", count: count),
      String(repeating: "/*", count: count),
      String(repeating: "@media a{", count: count), String(repeating: "a:b;", count: count),
      String(repeating: "}", count: count),
      String(repeating: "\"", count: count), String(repeating: "a{fill:red}", count: count),
    ] {
      #expect(problem("<style>\(style)</style><g style='\(style)'/>") == nil)
    }
  }

  // MARK: Drawings of programs

  static let programs = ["inkscape", "illustrator", "figma", "drawio"]

  /// Each `NAME.svg` of Fixtures/readers/drawings is compared with `NAME.published.svg`. A missing one is written, and
  /// fails.
  @Test(arguments: programs)
  func program(_ name: String) throws {
    let stem = fixtures + "/drawings/" + name
    let published = Self.published([UInt8](try Data(contentsOf: URL(fileURLWithPath: stem + ".svg"))))
    guard let expected = try? String(contentsOfFile: stem + ".published.svg", encoding: .utf8) else {
      try published.write(toFile: stem + ".published.svg", atomically: true, encoding: .utf8)
      Issue.record("\(stem).published.svg was missing and is written; look at it")
      return
    }
    #expect(published == expected)
    #expect(!published.contains("warning") || name == "figma" || name == "drawio")
  }

  // MARK: In notes

  @Test func notesShowWhatIsPublished() throws {
    let test = TestContent([
      "notes/a.md": "![A plan](plan.svg) ![Broken](broken.svg)", "notes/b.md": "![Again](plan.svg)",
      "notes/plan.svg": "<!-- x -->\(Self.open)>\n <script/><g/></svg>", "notes/broken.svg": "\(Self.open)>\n<g>",
    ])
    let content = try test.read()
    for slug in ["a", "b"] {
      let note = try #require(content.note(slug))
      #expect(note.images.map { String(utf8: $0.drawing ?? []) } == ["\(Self.open)><g/></svg>\n"])
    }
    #expect(try #require(content.note("a")).text.contains(" Broken"))
    #expect(
      try test.problems() == [
        "notes/a.md:1:21: warning: the drawing notes/broken.svg is not published; fix what is reported at "
          + "notes/broken.svg:2:4",
        "notes/broken.svg:2:4: error: the drawing is cut off here; export it again",
        "notes/plan.svg:2:2: warning: the drawing is published without <script>: drawings run no scripts and load "
          + "nothing; remove this, or save the drawing as PNG if it looks different",
      ])
  }
}
