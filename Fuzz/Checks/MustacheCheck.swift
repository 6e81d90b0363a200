import Bytes
import Mustache
import TestSupport

/// Up to four templates, `page`, `layout`, `part` and `other`, separated by bytes 0x1C: problems point into their
/// template; a page renders in bounded time, or fails with nothing written, the same each time; and text never becomes
/// markup.
package func checkMustache(_ bytes: [UInt8]) throws(Violation) {
  let names = ["page", "layout", "part", "other"]
  var sources = bytes.split(separator: 0x1C, maxSplits: 3, omittingEmptySubsequences: false).map {
    Array($0)
  }
  while sources.count < names.count { sources.append([]) }
  var set = TemplateSet()
  for (name, source) in zip(names, sources) { set.add(Array(name.utf8), source) }

  let calendar = SampleModel()
  let problems = set.link(schema: calendar.schema, roots: [("page", calendar.month)])
  for problem in problems {
    let source = names.firstIndex(of: string(problem.template)).map { sources[$0] }
    try require(
      (0...(source?.count ?? 0)).contains(problem.offset), "a problem at \(problem.offset)")
    try requireSane([problem.diagnostic], in: source ?? [])
  }
  let page = try render(set, calendar)
  try require(try page == render(set, calendar), "a page differs from itself")
  // The only markup is the program's and the templates' own.
  if let page, !bytes.contains(marker) {
    try require(!string(page).contains("\u{7}<"), "text has become markup: \(string(page))")
  }

  _ = set.link(unchecked: calendar.schema, allowsRawText: true)
  _ = try render(set, calendar)
}

/// The page; `nil` if rendering fails.
private func render(_ set: TemplateSet, _ calendar: SampleModel) throws(Violation) -> [UInt8]? {
  var renderer = Renderer(steps: 20_000, size: 1 << 20)
  var out: [UInt8] = [0x21]
  do throws(RenderError) {
    try renderer.render(set["page"]!, of: set, calendar.root, model: calendar.model, into: &out)
  } catch {
    try require(error != .notLinked, "a linked set is not linked")
    try require(out == [0x21], "a page that was given up has left something behind")
    return nil
  }
  try require(out.first == 0x21, "what was there before the page is gone")
  return out
}

/// Precedes every `<` in the model's texts.
private let marker: UInt8 = 0x07

/// A month of two days with events, and a tree for recursive partials.
private struct SampleModel {
  var schema: Schema { shapes.schema }
  var month: ShapeID { shapes.month }
  var model = Model()
  private(set) var root = Value.absent
  private let shapes = SampleShapes()

  init() { fill() }

  private mutating func fill() {
    let root = model.record(month, fields: 3)
    let days = model.reserveList(2)
    model[root, 0] = model.text("part \u{7}<b> &amp; \"it's\"")
    model[root, 1] = days.value
    for number in 0..<2 {
      let day = model.record(shapes.day, fields: 2)
      let events = model.reserveList(number * 2)
      model[days, number] = day.value
      model[day, 0] = model.text("2026-11-20")
      model[day, 1] = events.value
      for count in 0..<number * 2 {
        model[events, count] = shapes.makeEvent(
          "\u{7}</script>", isAllDay: count == 0, tag: "\u{7}<i>", of: day.value, in: &model)
      }
    }
    model[root, 2] = tree(of: 3)
    self.root = root.value
  }

  private mutating func tree(of levels: Int) -> Value {
    let node = model.record(shapes.node, fields: 2)
    let nodes = model.reserveList(levels > 0 ? 2 : 0)
    model[node, 0] = model.text("leaf")
    model[node, 1] = nodes.value
    for index in 0..<Int(nodes.count) { model[nodes, index] = tree(of: levels - 1) }
    return node.value
  }
}
