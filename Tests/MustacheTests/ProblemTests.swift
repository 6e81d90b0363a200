import Bytes
import Mustache
import Testing

/// Problems found by parsing: each kind with its position, line and message.
struct ProblemTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var source: String
    var problems: [String]
    var line: String
    var message: String
    var testDescription: String { source.debugDescription }

    init(_ source: String, _ problems: [String], line: String, _ message: String) {
      self.source = source
      self.problems = problems
      self.line = line
      self.message = message
    }
  }

  static let cases = [
    Case(
      "one\ntwo {{heading\nthree", ["page:2:5 unclosedTag "], line: "two {{heading",
      "this tag is never closed"),
    Case(
      "é {{heading {{heading}}", ["page:1:3 unclosedTag "], line: "é {{heading {{heading}}",
      "this tag is never closed"),
    Case(
      "{{{heading}}", ["page:1:1 unclosedTag "], line: "{{{heading}}",
      "this tag is never closed"),
    Case(
      "{{!", ["page:1:1 unclosedTag "], line: "{{!",
      "this tag is never closed"),
    Case(
      "a\r\n {{ }}\r\n", ["page:2:2 emptyTag "], line: " {{ }}",
      "this tag has no name"),
    Case(
      "{{ two words }}", ["page:1:4 badName two words"], line: "{{ two words }}",
      "\"two words\" is not a name: names have no white space and no empty part between dots"),
    Case(
      "{{#a..b}}{{/a..b}}", ["page:1:4 badName a..b"], line: "{{#a..b}}{{/a..b}}",
      "\"a..b\" is not a name: names have no white space and no empty part between dots"),
    Case(
      "\n\n{{=<%=}}", ["page:3:1 badDelimiters "], line: "{{=<%=}}",
      "a delimiter tag holds two delimiters without '=', as in {{=<% %>=}}"),
    Case(
      "{{=a b c=}}", ["page:1:1 badDelimiters "], line: "{{=a b c=}}",
      "a delimiter tag holds two delimiters without '=', as in {{=<% %>=}}"),
    Case(
      "x\n  {{#days}}\n{{date}}", ["page:2:3 unclosedSection days"], line: "  {{#days}}",
      "\"days\" is opened here and never closed"),
    Case(
      "{{#days}}\n{{^tree}}\n{{/days}}", ["page:2:1 unclosedSection tree"], line: "{{^tree}}",
      "\"tree\" is opened here and never closed"),
    Case(
      "{{#days}}\n {{/day}}", ["page:2:2 wrongClose day"], line: " {{/day}}",
      "this closes \"day\", but \"days\" is open"),
    Case(
      "\u{FEFF}{{/days}}", ["page:1:1 unopenedClose days"], line: "\u{FEFF}{{/days}}",
      "this closes \"days\", which is not open"),
    Case(
      "{{<*a}}{{/a}}", ["page:1:8 wrongClose a"], line: "{{<*a}}{{/a}}",
      "this closes \"a\", but \"a\" is open"),
    Case(
      "{{# }}{{/ }}", ["page:1:1 emptyTag ", "page:1:7 emptyTag "], line: "{{# }}{{/ }}",
      "this tag has no name"),
    Case(
      String(repeating: "{{#days}}", count: 101), ["page:1:901 nestedTooDeep days"],
      line: String(repeating: "{{#days}}", count: 101), "sections are nested deeper than 100"),
  ]

  @Test(arguments: cases)
  func parsing(_ test: Case) throws {
    let (set, problems) = Calendar().link(["page": test.source])
    #expect(problems.map(summary) == test.problems)
    let first = try #require(problems.first)
    #expect(string(first.line) == test.line)
    #expect(string(first.message) == test.message)
    #expect(first.diagnostic.position == first.position)
    #expect(try Calendar().render(set, "page") == "", "a broken template renders as nothing")
  }

  @Test func allProblemsOfAllTemplatesAreReported() {
    let found = Calendar().problems([
      "page": "{{> menu}}{{> broken}}\n{{heding}}\n{{#days}}{{dat}}{{/days}}",
      "broken": "{{#a}}\n{{#b}}\n{{/c}}",
    ])
    #expect(
      found == [
        "broken:1:1 unclosedSection a", "broken:3:1 wrongClose c", "page:1:5 unknownTemplate menu",
        "page:2:3 unknownName heding", "page:3:12 unknownName dat",
      ])
  }

  @Test func aTemplateIsAddedOnce() {
    var set = TemplateSet()
    set.add("page", bytes("one"))
    set.add("page", bytes("two"))
    let calendar = Calendar()
    let problems = set.link(schema: calendar.schema, roots: [("page", calendar.month)])
    #expect(problems.map(summary) == ["page:1:1 duplicateTemplate page"])
    #expect(string(problems[0].message) == "there are two templates named \"page\"")
    #expect(set["menu"] == nil)
  }

  @Test func sourcesHaveALimit() {
    var set = TemplateSet()
    set.add("page", [UInt8](repeating: 0x20, count: TemplateSet.sourceLimit + 1))
    #expect(set.link(unchecked: Schema()).map { $0.kind } == [.tooLong])
  }

  @Test func aMissingRootIsReported() {
    let calendar = Calendar()
    var set = TemplateSet()
    set.add("month", [])
    let problems = set.link(schema: calendar.schema, roots: [("months", calendar.month)])
    #expect(problems.map(summary) == ["months:1:1 unknownTemplate months"])
    #expect(
      string(problems[0].message)
        == "there is no template named \"months\"; did you mean \"month\"?")
  }

  @Test func manyOpenDelimitersTakeLinearTime() {
    // A naive search would go to the end of the source for each of 200,000 tags.
    let source = String(repeating: "{{", count: 200_000) + "}}"
    #expect(Calendar().problems(["page": source]).first == "page:1:1 unclosedTag ")
  }
}
