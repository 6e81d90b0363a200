import Bytes
import Mustache
import Testing

struct RenderTests {
  let calendar = Calendar()

  @Test func hostileBytesAreEscaped() throws {
    var schema = Schema()
    let shape = schema.declare("page")
    schema.define(shape, [("text", .text), ("markup", .markup)])
    var set = TemplateSet()
    set.add("page", bytes("<a title=\"{{text}}\">{{text}}</a>{{markup}}{{{markup}}}{{&markup}}"))
    #expect(set.link(schema: schema, roots: [("page", shape)]).isEmpty)
    var model = Model()
    let root = model.record(shape, fields: 2)
    model[root, 0] = model.text("\"><script>alert('1')</script>&amp;{{text}}\u{0}é")
    model[root, 1] = model.markup("<b>")
    let escaped =
      "&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;{{text}}\u{0}é"
    var out: [UInt8] = bytes("before ")
    var renderer = Renderer()
    try renderer.render(set["page"]!, of: set, root.value, model: model, into: &out)
    #expect(string(out) == "before <a title=\"\(escaped)\">\(escaped)</a><b><b><b>")
  }

  /// Every byte in every position of runs of up to 20 bytes, compared with a simple implementation.
  @Test func escapingAgreesWithTheObviousWay() throws {
    var schema = Schema()
    let shape = schema.declare("page")
    schema.define(shape, [("text", .text)])
    var set = TemplateSet()
    set.add("page", bytes("{{text}}"))
    _ = set.link(schema: schema, roots: [("page", shape)])
    var renderer = Renderer()
    var model = Model()
    for length in 1...20 {
      for place in 0..<length {
        for byte in UInt8.min...UInt8.max {
          var text = [UInt8](repeating: 0x61 + UInt8(length), count: length)
          text[place] = byte
          model.removeAll()
          let root = model.record(shape, fields: 1)
          model[root, 0] = model.text(text)
          var out: [UInt8] = []
          try renderer.render(set["page"]!, of: set, root.value, model: model, into: &out)
          var expected: [UInt8] = []
          expected.append(escaping: text)
          if out != expected { Issue.record("byte \(byte) at \(place) of \(length)") }
        }
      }
    }
  }

  @Test func uncheckedSetsEscapeUnlessTold() throws {
    var set = TemplateSet()
    set.add("page", bytes("{{#days}}{{#events}}{{{title}}} {{/events}}{{/days}}{{nothing}}"))
    #expect(set.link(unchecked: calendar.schema).isEmpty)
    #expect(try calendar.render(set, "page") == "Tea &amp; cake Tea &amp; cake ")
    #expect(set.link(unchecked: calendar.schema, allowsRawText: true).isEmpty)
    #expect(try calendar.render(set, "page") == "Tea & cake Tea & cake ")
  }

  @Test func contextsClimb() throws {
    #expect(
      try calendar.render([
        "page":
          "{{#days}}{{date}}:{{#events}}{{heading}}/{{date}}/{{title}}{{#allDay}}*{{/allDay}} "
          + "{{/events}}{{^events}}-{{/events}};{{/days}}"
      ])
        == "2026-11-01:November/2026-11-01/Tea &amp; cake* November/2026-11-01/Tea &amp; cake ;2026-11-02:-;"
    )
  }

  @Test func aDeclaredFieldHidesWhatIsOutside() throws {
    var schema = Schema()
    let outer = schema.declare("outer")
    let inner = schema.declare("inner")
    schema.define(outer, [("name", .text), ("inner", .record(inner))])
    schema.define(inner, [("name", .text)])
    var set = TemplateSet()
    set.add("page", bytes("{{name}}[{{#inner}}{{name}}{{/inner}}]"))
    #expect(set.link(schema: schema, roots: [("page", outer)]).isEmpty)
    var model = Model()
    let root = model.record(outer, fields: 2)
    model[root, 0] = model.text("outer")
    model[root, 1] = model.record(inner, fields: 1).value
    var out: [UInt8] = []
    var renderer = Renderer()
    try renderer.render(set["page"]!, of: set, root.value, model: model, into: &out)
    #expect(string(out) == "outer[]")
  }

  @Test func emptyTextIsFalse() throws {
    var model = Model()
    var schema = Schema()
    let shape = schema.declare("page")
    schema.define(shape, [("text", .text)])
    var set = TemplateSet()
    set.add("page", bytes("{{#text}}yes{{/text}}{{^text}}no{{/text}}"))
    _ = set.link(schema: schema, roots: [("page", shape)])
    let root = model.record(shape, fields: 1)
    model[root, 0] = model.text("")
    var out: [UInt8] = []
    var renderer = Renderer()
    try renderer.render(set["page"]!, of: set, root.value, model: model, into: &out)
    #expect(string(out) == "no")
  }

  @Test func treesRecurse() throws {
    #expect(
      try calendar.render([
        "page": "{{#tree}}{{> node}}{{/tree}}",
        "node": "<li>{{label}}\n{{#nodes}}\n  {{> node}}\n{{/nodes}}\n</li>\n",
      ]) == "<li>1\n  <li>2\n    <li>3\n    </li>\n  </li>\n</li>\n")
  }

  @Test func blankLinesAreNotIndented() throws {
    #expect(
      try calendar.render([
        "page": "  {{> part}}\nend", "part": "a\n\n{{heading}}\n\r\n{{#tree}}b{{/tree}}\n",
      ])
        == "  a\n\n  November\n\r\n  b\nend")
  }

  @Test func inlinePartialsAreNotIndented() throws {
    #expect(
      try calendar.render(["page": "  {{> a}}\n", "a": "x\ny {{> b}}\nz\n", "b": "1\n2\n"])
        == "  x\n  y 1\n2\n\n  z\n")
  }

  @Test func blocksTakeOnTheIndentationOfTheirPlace() throws {
    let layout = "<main>\n  {{$main}}\n  {{/main}}\n  <p>{{$foot}}-{{/foot}}</p>\n</main>\n"
    #expect(
      try calendar.render([
        "page":
          "{{<layout}}\n{{$main}}\n      <ul>\n        <li>{{heading}}</li>\n        {{> b}}\n      </ul>\n{{/main}}\n"
          + "{{$foot}}\n    one\n    two\n{{/foot}}\n{{/layout}}\n",
        "layout": layout, "b": "<li>\nb</li>\n",
      ])
        == "<main>\n  <ul>\n    <li>November</li>\n    <li>\n    b</li>\n  </ul>\n  <p>one\ntwo\n</p>\n</main>\n"
    )
    #expect(
      try calendar.render(["page": "  {{<layout}}{{/layout}}\nend", "layout": layout])
        == "  <main>\n    <p>-</p>\n  </main>\nend")
  }

  @Test func aLineInTheMiddleOfALineIsNotIndented() throws {
    #expect(
      try calendar.render([
        "page": "{{<layout}}{{$a}}\none\n  {{> b}}\n{{/a}}{{/layout}}", "layout": "  {{> mid}}\n",
        "mid": "<p>{{$a}}{{/a}}</p>\nend\n", "b": "b1\nb2\n",
      ]) == "  <p>one\n    b1\n    b2\n</p>\n  end\n")
    #expect(
      try calendar.render([
        "page": "{{<layout}}{{$a}}\n{{#missing}}\nnever\n{{/missing}}\n{{/a}}{{/layout}}",
        "layout": "  {{> mid}}\n", "mid": "<p>{{$a}}{{/a}}</p>\nend\n",
      ]) == "  <p></p>\n  end\n")
  }

  @Test func aReplacementMayHoldABlockOfItsOwnName() throws {
    #expect(
      try calendar.render([
        "page": "{{<middle}}{{/middle}}|{{<middle}}{{$a}}mine{{/a}}{{/middle}}",
        "middle": "{{<base}}{{$a}}[{{$a}}default{{/a}}]{{/a}}{{/base}}", "base": "{{$a}}base{{/a}}",
      ]) == "[default]|mine")
  }

  @Test func dynamicParents() throws {
    #expect(
      try calendar.render([
        "page": "{{<*heading}}{{$a}}{{heading}}!{{/a}}{{/*heading}}", "November": "({{$a}}{{/a}})",
      ]) == "(November!)")
  }

  @Test func recursionWithoutEndIsAnError() throws {
    for sources: KeyValuePairs<String, String> in [
      ["page": "x{{> page}}"], ["page": "x{{> other}}{{> other}}", "other": "{{> page}}"],
      ["page": "{{<page}}{{/page}}"], ["page": "{{#days}}{{> page}}{{/days}}"],
      ["page": "{{$a}}{{<page}}{{$a}}{{> page}}{{/a}}{{/page}}{{/a}}"],
    ] {
      let (set, problems) = calendar.link(sources)
      #expect(problems.isEmpty)
      var model = Model()
      let root = calendar.fill(&model)
      var out = bytes("kept")
      var renderer = Renderer()
      do {
        try renderer.render(set["page"]!, of: set, root, model: model, into: &out)
        Issue.record("no error")
      } catch {
        guard case .tooDeep(let template) = error else {
          Issue.record("another error")
          continue
        }
        #expect(["page", "other"].contains(string(set.name(of: template))))
      }
      #expect(string(out) == "kept")
      // The renderer can be used again.
      let (good, _) = calendar.link(["page": "{{heading}}"])
      try renderer.render(good["page"]!, of: good, root, model: model, into: &out)
      #expect(string(out) == "keptNovember")
    }
  }

  @Test(arguments: ["x", ""]) func sectionsThatDoubleWithoutEndAreAnError(_ text: String) throws {
    let depth = TemplateSet.nestingLimit
    let page =
      String(repeating: "{{#days}}", count: depth) + text + String(repeating: "{{/days}}", count: depth)
    let (set, problems) = calendar.link(["page": page])
    #expect(problems.isEmpty)
    var model = Model()
    let root = calendar.fill(&model)
    for limits in [(steps: 1_000, size: Int.max), (steps: 100_000, size: text.isEmpty ? .max : 1_000)] {
      var out = bytes("kept")
      var renderer = Renderer(steps: limits.steps, size: limits.size)
      #expect(throws: RenderError.tooLong) {
        try renderer.render(set["page"]!, of: set, root, model: model, into: &out)
      }
      #expect(string(out) == "kept")
    }
  }

  @Test func deepButFiniteRecursionIsFine() throws {
    var model = Model()
    var value = Value.absent
    for level in 0..<Renderer.depthLimit {
      let node = model.record(calendar.node, fields: 2)
      model[node, 0] = model.text { $0.append(decimal: level % 10) }
      model[node, 1] = level == 0 ? .absent : model.list([value])
      value = node.value
    }
    var set = TemplateSet()
    set.add("node", bytes("{{label}}{{#nodes}}{{> node}}{{/nodes}}"))
    #expect(set.link(schema: calendar.schema, roots: [("node", calendar.node)]).isEmpty)
    var out: [UInt8] = []
    var renderer = Renderer()
    try renderer.render(set["node"]!, of: set, value, model: model, into: &out)
    #expect(out.count == Renderer.depthLimit)
  }

  @Test func anUnlinkedSetDoesNotRender() {
    var set = TemplateSet()
    set.add("page", bytes("x"))
    var out: [UInt8] = []
    var renderer = Renderer()
    #expect(throws: RenderError.notLinked) {
      try renderer.render(set["page"]!, of: set, .absent, model: Model(), into: &out)
    }
  }

  @Test func valuesOfAnotherModelAreHarmless() throws {
    let (set, problems) = calendar.link([
      "page": "{{heading}}{{#days}}{{date}}{{/days}}{{#tree}}{{label}}{{tree.nodes.label}}{{/tree}}"
    ])
    #expect(problems.count == 1)
    var model = Model()
    let root = calendar.fill(&model)
    var renderer = Renderer()
    for count in 0..<model.values.count {
      var cut = model
      cut.values.removeLast(model.values.count - count)
      cut.bytes.removeLast(min(count, cut.bytes.count))
      var out: [UInt8] = []
      try renderer.render(set["page"]!, of: set, root, model: cut, into: &out)
    }
  }

  @Test func manyThreadsRenderFromOneSet() async throws {
    let (set, _) = calendar.link(["page": "{{#days}}{{date}} {{/days}}"])
    let calendar = calendar
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<16 { group.addTask { try calendar.render(set, "page") } }
      for try await page in group { #expect(page == "2026-11-01 2026-11-02 ") }
    }
  }
}
