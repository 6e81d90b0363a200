import Bytes
import Mustache
import Testing

/// Names checked against the shapes in scope.
struct CheckTests {
  let calendar = Calendar()

  @Test func declaredNamesPass() {
    #expect(
      calendar.problems([
        "page": """
        {{heading}}{{#days}}{{date}}{{heading}}{{^events}}none{{/events}}
        {{#events}}{{title}} {{date}} {{heading}} {{day.date}} {{{notes}}} {{&notes}} {{notes}}
        {{#allDay}}{{title}}{{/allDay}}{{#tags}}{{.}}{{/tags}}{{#title}}{{.}}{{/title}}{{/events}}{{/days}}
        {{#tree}}{{label}}{{#nodes}}{{label}}{{/nodes}}{{/tree}}{{tree.label}}
        """
      ]) == [])
  }

  @Test func unknownNamesSayWhereAndWhatIsNear() throws {
    let (_, problems) = calendar.link([
      "page": "{{#days}}\n  <b>{{ datte }}</b>{{#events}}{{headin}}{{/events}}\n{{/days}}"
    ])
    #expect(
      problems.map(summary) == ["page:2:9 unknownName datte", "page:2:34 unknownName headin"])
    #expect(
      string(problems[0].message)
        == "no view model in scope has \"datte\" (in scope: day, month); did you mean \"date\"?")
    #expect(string(problems[0].line) == "  <b>{{ datte }}</b>{{#events}}{{headin}}{{/events}}")
    #expect(problems[0].offset == 18)
    #expect(problems[1].suggestions.map(string) == ["heading"])
    #expect(problems[1].reach.map(string) == ["event", "day", "month"])
  }

  @Test func namesOfASectionEndWithIt() {
    #expect(
      calendar.problems(["page": "{{#days}}{{date}}{{/days}}{{date}}"]) == [
        "page:1:29 unknownName date"
      ])
  }

  @Test func invertedSectionsPushNothing() {
    #expect(
      calendar.problems(["page": "{{^days}}{{date}}{{/days}}"]) == ["page:1:12 unknownName date"])
  }

  @Test func anUnknownSectionIsReportedOnce() {
    #expect(
      calendar.problems(["page": "{{#dais}}{{date}}{{heading}}{{x.y}}{{/dais}}{{dais}}"])
        == ["page:1:4 unknownName dais", "page:1:47 unknownName dais"])
  }

  @Test func dottedNamesAreCheckedPartByPart() {
    #expect(
      calendar.problems([
        "page": "{{tree.label}}{{tree.lable}}{{days.date}}{{heading.x}}{{teer.label}}"
      ]) == [
        "page:1:22 unknownName lable", "page:1:36 unknownName date", "page:1:52 unknownName x",
        "page:1:57 unknownName teer",
      ])
  }

  @Test func partialsAreCheckedInEachContext() throws {
    let (_, problems) = calendar.link([
      "page": "{{> line}}{{#days}}{{> line}}{{/days}}", "line": "{{heading}}{{date}}",
    ])
    #expect(problems.map(summary) == ["line:1:14 unknownName date"])
    #expect(try #require(problems.first).reach.map(string) == ["month"])
    #expect(
      calendar.problems(["page": "{{#days}}{{> line}}{{/days}}", "line": "{{heading}}{{date}}"])
        == [])
  }

  @Test func recursivePartialsEnd() {
    #expect(
      calendar.problems([
        "page": "{{#tree}}{{> node}}{{/tree}}", "node": "{{label}}{{#nodes}}{{> node}}{{/nodes}}",
      ]) == [])
    #expect(
      calendar.problems([
        "page": "{{#tree}}{{> node}}{{/tree}}", "node": "{{lable}}{{#nodes}}{{> node}}{{/nodes}}",
      ]) == ["node:1:3 unknownName lable"])
    #expect(calendar.problems(["page": "{{> page}}{{> page}}"]) == [])
  }

  @Test func recordsThatReferToEachOtherEnd() {
    #expect(
      calendar.problems([
        "page": "{{#days}}{{> day}}{{/days}}",
        "day": "{{date}}{{#events}}{{title}}{{#day}}{{> day}}{{/day}}{{/events}}",
      ]) == [])
  }

  @Test func blocksAreCheckedWhereTheyEndUp() {
    let layout = "{{$a}}{{heading}}{{/a}}{{#days}}{{$b}}{{/b}}{{/days}}"
    #expect(
      calendar.problems([
        "page": "{{<layout}}{{$a}}{{heading}}{{/a}}{{$b}}{{date}}{{/b}}{{/layout}}",
        "layout": layout,
      ]) == [])
    #expect(
      calendar.problems([
        "page": "{{<layout}}{{$a}}{{date}}{{/a}}{{$b}}{{title}}{{/b}}{{/layout}}", "layout": layout,
      ]) == ["page:1:20 unknownName date", "page:1:40 unknownName title"])
  }

  @Test func aReplacedBlockIsNotChecked() {
    #expect(
      calendar.problems([
        "page": "{{<layout}}{{$a}}{{/a}}{{/layout}}", "layout": "{{$a}}{{nothing}}{{/a}}",
      ]) == [])
  }

  @Test func blocksOfGrandparentsAreChecked() {
    #expect(
      calendar.problems([
        "page": "{{<middle}}{{$a}}{{titel}}{{/a}}{{/middle}}",
        "middle": "{{<base}}{{$a}}{{wrong}}{{/a}}{{$b}}{{lost}}{{/b}}{{/base}}",
        "base": "{{#days}}{{#events}}{{$a}}{{/a}}{{$b}}{{/b}}{{/events}}{{/days}}",
      ]) == ["middle:1:39 unknownName lost", "page:1:20 unknownName titel"])
  }

  @Test func misspeltBlocksAreReported() throws {
    let (_, problems) = calendar.link([
      "page": "{{<layout}}{{$mian}}{{/mian}}{{/layout}}", "layout": "{{$main}}{{/main}}",
    ])
    #expect(problems.map(summary) == ["page:1:4 unknownBlock mian"])
    #expect(
      string(try #require(problems.first).message)
        == "no template has a block named \"mian\"; did you mean \"main\"?")
  }

  @Test func textMustBeEscaped() throws {
    let (set, problems) = calendar.link([
      "page":
        "{{{heading}}}\n{{& tree.label }}{{#days}}{{#events}}{{#title}}{{{.}}}{{/title}}{{/events}}{{/days}}"
    ])
    #expect(
      problems.map(summary) == [
        "page:1:4 rawText heading", "page:2:5 rawText tree.label", "page:2:51 rawText .",
      ])
    #expect(
      string(problems[0].message)
        == "\"heading\" is text and must be escaped: write it with two braces and without &")
    #expect(
      try calendar.render(set, "page") == "November\n1Tea &amp; cakeTea &amp; cake",
      "even so it is escaped")
  }

  @Test func whatIsNoTextIsNotPrinted() {
    #expect(
      calendar.problems([
        "page": "{{days}}{{tree}}{{.}}{{#days}}{{#events}}{{allDay}}{{{tags}}}{{/events}}{{/days}}"
      ])
        == [
          "page:1:3 notText days", "page:1:11 notText tree", "page:1:19 notText .",
          "page:1:44 notText allDay", "page:1:55 notText tags",
        ])
  }

  @Test func dynamicNamesAreCheckedAsTexts() {
    #expect(
      calendar.problems(["page": "{{>*heading}}{{>*nothing}}{{>*days}}"]) == [
        "page:1:18 unknownName nothing", "page:1:31 notText days",
      ])
  }

  @Test func partialsNearbyAreSuggested() throws {
    let (_, problems) = calendar.link(["page": "{{> laoyut}}", "layout": "", "footer": ""])
    #expect(try #require(problems.first).suggestions.map(string) == ["layout"])
  }

  /// Eight records that all contain each other can be nested in 109,600 orders.
  @Test func combinationsHaveALimit() {
    let names = "abcdefgh".map { bytes(String($0)) }
    var schema = Schema()
    let shapes = names.map { schema.declare($0) }
    for shape in shapes {
      schema.define(shape, names.indices.map { (name: names[$0], kind: .record(shapes[$0])) })
    }
    var set = TemplateSet()
    set.add("page", bytes("abcdefgh".map { "{{#\($0)}}{{> page}}{{/\($0)}}" }.joined()))
    let problems = set.link(schema: schema, roots: [("page", shapes[0])])
    #expect(problems.map { $0.kind } == [.tooComplex])
  }
}
