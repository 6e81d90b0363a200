import Mustache

/// The shapes of a small calendar, declared like those of the page models: a month of days with events, and a tree for
/// recursive partials.
package struct SampleShapes: Sendable {
  package private(set) var schema = Schema()
  package let month, day, event, node: ShapeID

  package init() {
    month = schema.declare("month")
    day = schema.declare("day")
    event = schema.declare("event")
    node = schema.declare("node")
    schema.define(
      event, [("title", .text), ("allDay", .flag), ("notes", .markup), ("tags", .texts), ("day", .record(day))])
    schema.define(day, [("date", .text), ("events", .list(event))])
    schema.define(month, [("heading", .text), ("days", .list(day)), ("tree", .record(node))])
    schema.define(node, [("label", .text), ("nodes", .list(node))])
  }

  /// An event with notes and two tags, of which the first is `a`.
  package func makeEvent(
    _ title: StaticString, isAllDay: Bool, tag: StaticString, of day: Value, in model: inout Model
  ) -> Value {
    let record = model.record(event, fields: 5)
    model[record, 0] = model.text(title)
    model[record, 1] = .flag(isAllDay)
    model[record, 2] = model.markup("<p>warm</p>")
    model[record, 3] = model.list([model.text("a"), model.text(tag)])
    model[record, 4] = day
    return record.value
  }
}
