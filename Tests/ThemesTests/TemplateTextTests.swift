import Foundation
import Testing

@testable import Themes

/// Templates as they are written, and as they are read.
@Suite struct TemplateTextTests {
  private func joined(_ text: String) -> String {
    String(decoding: TemplateText.joined(Array(text.utf8)), as: UTF8.self)
  }

  @Test(arguments: [
    // Between tags, if one of the lines is indented.
    ("<ul>\n  <li></li>\n  <li></li>\n</ul>\n<p></p>\n", "<ul><li></li><li></li></ul>\n<p></p>\n"),
    ("<ul>\n{{#days}}\n<li></li>\n{{/days}}\n</ul>\n", "<ul>\n{{#days}}\n<li></li>\n{{/days}}\n</ul>\n"),
    ("<p>\n\t{{#a}}\n\t\t<b></b>\n\t{{/a}}\n</p>", "<p>{{#a}}<b></b>{{/a}}</p>"),
    ("<p>\r\n  <b></b>\r\n</p>\r\n", "<p><b></b></p>\r\n"),
    (
      "{{<layout}}\n  {{$main}}\n    {{>_day}}\n  {{/main}}\n{{/layout}}",
      "{{<layout}}{{$main}}{{>_day}}{{/main}}{{/layout}}"
    ),
    // Text keeps its white space.
    ("<p>\n  one\n  <b>two</b>\n</p>", "<p>\n  one\n  <b>two</b></p>"),
    ("<p>\n  {{title}}\n  <b></b>\n</p>", "<p>\n  {{title}}\n  <b></b></p>"),
    ("<p>\n  {{{html}}}\n</p>", "<p>\n  {{{html}}}\n</p>"),
    ("<b></b> \n  <i></i>", "<b></b> \n  <i></i>"),
    ("<b></b>\n\n  <i></i>", "<b></b>\n\n  <i></i>"),
    // Elements in which it counts.
    (
      "<div>\n  <pre>\n    <b></b>\n    <i></i>\n  </pre>\n</div>",
      "<div><pre>\n    <b></b>\n    <i></i>\n  </pre></div>"
    ),
    ("<script>\n  a<b>c\n  <d>\n</script>", "<script>\n  a<b>c\n  <d>\n</script>"),
    // Within a tag.
    (
      "<a class=\"x\"\n    href=\"{{href}}\"\n    {{#isOn}} on{{/isOn}}>t</a>",
      "<a class=\"x\" href=\"{{href}}\"{{#isOn}} on{{/isOn}}>t</a>"
    ),
    (
      "<a\n    class=\"a{{#b}} b{{/b}}\n    {{#c}} c{{/c}}\"\n    >\n<b></b>",
      "<a class=\"a{{#b}} b{{/b}}{{#c}} c{{/c}}\">\n<b></b>"
    ),
    ("<img alt=\"one\n  two\"\n  src=\"a\"/>", "<img alt=\"one\n  two\" src=\"a\"/>"),
    ("<a title=\"1 > 0\"\n  href=\"\">\n  <b></b></a>", "<a title=\"1 > 0\" href=\"\"><b></b></a>"),
    ("<a\n\n  \n    href=\"\">", "<a href=\"\">"),
    // Comments that stand alone.
    ("x\n  {{! one }} {{! two }}\n<p></p>\n", "x\n  {{! one }} {{! two }}\n<p></p>\n"),
    ("{{! one }}\n<p></p>\n", "<p></p>\n"),
    ("<p>\n  {{! one\n   two }}\n  <b></b>\n</p>", "<p><b></b></p>"),
    ("<p>{{! one }}</p>\n", "<p>{{! one }}</p>\n"),
    ("{{! only }}", ""),
    // What is not understood.
    ("{{=<% %>=}}\n<p>\n  <b></b></p>", "{{=<% %>=}}\n<p>\n  <b></b></p>"),
    ("<p>\n  {{#open", "<p>{{#open"),
    ("<!-- a\n  <b> -->\n  <i></i>", "<!-- a\n  <b> -->\n  <i></i>"),
    ("", ""),
  ]) func lineBreaks(written: String, read: String) {
    #expect(joined(written) == read)
    // What has been read is read as it is.
    #expect(joined(read) == read)
  }

  /// Every template of the default theme has a comment that says where it is used, and no longer line than can be read.
  @Test func defaultTemplatesAreReadable() throws {
    let folder = try #require(Theme.defaultFolder)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".mustache") {
      let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      #expect(text.hasPrefix("{{! "), "\(name)")
      for line in text.split(separator: "\n") where !line.contains("default-src") {
        #expect(line.count <= 240, "\(name): \(line)")
      }
    }
  }
}
