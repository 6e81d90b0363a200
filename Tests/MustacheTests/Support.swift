import Bytes
import Mustache
import TestSupport

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
func string(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

/// A problem as a line: `template:line:column kind name`, and further details.
func summary(_ problem: TemplateProblem) -> String {
  "\(string(problem.template)):\(problem.position.line):\(problem.position.column) "
    + "\(problem.kind) \(string(problem.name))"
}

/// A small calendar, as the page models declare it.
struct Calendar {
  private let shapes = SampleShapes()
  var schema: Schema { shapes.schema }
  var month: ShapeID { shapes.month }
  var node: ShapeID { shapes.node }

  /// Links sources, the first of which is the root over a month.
  func link(_ sources: KeyValuePairs<String, String>) -> (TemplateSet, [TemplateProblem]) {
    var set = TemplateSet()
    for (name, source) in sources { set.add(bytes(name), bytes(source)) }
    let problems = set.link(
      schema: schema, roots: [(template: bytes(sources[0].key), shape: month)])
    return (set, problems)
  }

  /// What is wrong, one line each.
  func problems(_ sources: KeyValuePairs<String, String>) -> [String] {
    link(sources).1.map(summary)
  }

  /// A month of two days, the first with two events, and a tree of three nodes.
  func fill(_ model: inout Model) -> Value {
    let root = model.record(month, fields: schema.fieldCount(of: month))
    model[root, 0] = model.text("November")
    let days = model.reserveList(2)
    model[root, 1] = days.value
    for number in 0..<2 {
      let day = model.record(shapes.day, fields: 2)
      model[days, number] = day.value
      model[day, 0] = model.text { out in
        out.append("2026-11-")
        out.append(twoDigits: number + 1)
      }
      guard number == 0 else { continue }
      let events = model.reserveList(2)
      model[day, 1] = events.value
      for count in 0..<2 {
        model[events, count] = shapes.makeEvent(
          "Tea & cake", isAllDay: count == 0, tag: "<b>", of: day.value, in: &model)
      }
    }
    model[root, 2] = tree(1, &model)
    return root.value
  }

  private func tree(_ level: Int, _ model: inout Model) -> Value {
    let node = model.record(shapes.node, fields: 2)
    model[node, 0] = model.text { $0.append(decimal: level) }
    let nodes = model.reserveList(level < 3 ? 1 : 0)
    if level < 3 { model[nodes, 0] = tree(level + 1, &model) }
    model[node, 1] = nodes.value
    return node.value
  }

  func render(_ sources: KeyValuePairs<String, String>) throws -> String {
    let (set, _) = link(sources)
    return try render(set, sources[0].key)
  }

  func render(_ set: TemplateSet, _ name: String) throws -> String {
    var model = Model()
    let root = fill(&model)
    var renderer = Renderer()
    var out: [UInt8] = []
    try renderer.render(set[bytes(name)]!, of: set, root, model: model, into: &out)
    return string(out)
  }
}
