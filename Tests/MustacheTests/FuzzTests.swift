import Bytes
import Mustache
import TestSupport
import Testing

/// Randomly broken templates: whatever they contain, parsing, checking and rendering end.
struct FuzzTests {
  static let seeds = [
    "{{#days}}\n  {{date}}{{#events}} <a title=\"{{title}}\">{{{notes}}}</a>{{/events}}\n{{/days}}\n",
    "{{<layout}}\n{{$main}}\n    {{heading}}\n  {{> part}}\n{{/main}}\n{{/layout}}\n",
    "<p>\n  {{$main}}\n  default {{heading}}\n  {{/main}}\n{{$foot}}{{tree.label}}{{/foot}}</p>\n",
    "{{=<% %>=}}<%#tree%><%label%><%#nodes%><%>part%><%/nodes%><%/tree%>\r\n<%={{ }}=%>{{! done }}",
    "{{^days}}{{>*heading}}{{/days}}{{#tags}}{{.}}{{/tags}}{{&notes}}",
  ]
  static let pieces = [
    "{{", "}}", "{{{", "}}}", "{{#days}}", "{{/days}}", "{{^tree}}", "{{/tree}}", "{{$main}}",
    "{{/main}}", "{{<layout}}", "{{/layout}}", "{{> part}}", "{{>*heading}}", "{{.}}", "{{=| |=}}",
    "|=", "\n", "\r\n", "  ", "\t", "{{!", ".", "*", "{{a.b.c}}", "\u{FEFF}", "é",
  ]

  /// Some results have problems and some have none; some can be rendered and some can't. SEED in the environment
  /// repeats a run.
  @Test func randomMutations() throws {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    let calendar = Calendar()
    var model = Model()
    let root = calendar.fill(&model)
    var renderer = Renderer()
    var out: [UInt8] = []
    var (clean, faulty, rendered, refused) = (0, 0, 0, 0)
    for round in 0..<20_000 {
      var set = TemplateSet()
      for name in ["page", "layout", "part"] {
        set.add(bytes(name), mutate(bytes(FuzzTests.seeds.randomElement(using: &random)!), &random))
      }
      let problems =
        round % 2 == 0
        ? set.link(schema: calendar.schema, roots: [("page", calendar.month)])
        : set.link(unchecked: calendar.schema, allowsRawText: true)
      if problems.isEmpty { clean += 1 } else { faulty += 1 }
      for problem in problems {
        try #require(problem.position.line > 0 && !problem.message.isEmpty, "SEED=\(seed), round \(round)")
        try #require(problem.offset >= 0, "SEED=\(seed), round \(round)")
      }
      out.removeAll(keepingCapacity: true)
      let page = try #require(set["page"], "SEED=\(seed), round \(round)")
      do {
        try renderer.render(page, of: set, root, model: model, into: &out)
        rendered += 1
      } catch {
        refused += 1
        try #require(out.isEmpty, "SEED=\(seed), round \(round)")
      }
    }
    #expect(clean > 0 && faulty > 0 && rendered > 0 && refused > 0, "SEED=\(seed)")
  }

  private func mutate(_ source: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var result = source
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let place = Int.random(in: 0...result.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let end = min(result.count, place + Int.random(in: 0...8, using: &random))
        result.removeSubrange(place..<end)
      case 1:
        let piece = FuzzTests.pieces.randomElement(using: &random)!
        result.insert(contentsOf: bytes(piece), at: place)
      case 2:
        if place < result.count { result[place] = UInt8.random(in: 0...255, using: &random) }
      default:
        let end = min(result.count, place + Int.random(in: 0...20, using: &random))
        let piece = Array(result[place..<end])
        result.insert(contentsOf: piece, at: Int.random(in: 0...result.count, using: &random))
      }
    }
    return result
  }
}
