import Mustache
import Testing

/// A record of four fields, of each kind that a field names.
private enum DayField: Int, RecordFields {
  case date, isWeekend, events, `where`

  static var shape: ShapeID { ShapeID(rawValue: 0) }
  var kind: FieldKind {
    switch self {
    case .isWeekend: .flag
    case .events: .list(of: TalkField.self)
    case .where: .record(of: PlaceField.self)
    case .date: .text
    }
  }
}

private enum PlaceField: Int, RecordFields {
  case name

  static var shape: ShapeID { ShapeID(rawValue: 1) }
}

/// The fields that an event and a talk share.
private enum EventField: Int, RecordFields {
  case title, isFree

  static var shape: ShapeID { ShapeID(rawValue: 2) }
  var kind: FieldKind { self == .isFree ? .flag : .text }
}

private enum TalkField: Int, ExtendingFields {
  case speaker, notes

  typealias Base = EventField
  static var shape: ShapeID { ShapeID(rawValue: 3) }
  var kind: FieldKind { self == .notes ? .markup : .text }
}

struct RecordTests {
  private let schema: Schema

  init() {
    var schema = Schema()
    for name in ["day", "place", "event", "talk"] { _ = schema.declare(bytes(name)) }
    schema.define(DayField.self)
    schema.define(PlaceField.self)
    schema.define(EventField.self)
    schema.define(TalkField.self)
    self.schema = schema
  }

  /// Names, order and number of a shape's fields are those of the cases; those of the extended shape come first.
  @Test func schemaOfCases() {
    #expect(schema.fieldCount(of: DayField.shape) == 4 && DayField.count == 4)
    #expect(
      schema.field("date", of: DayField.shape) == 0
        && schema.field("where", of: DayField.shape) == 3)
    #expect(schema.fieldCount(of: TalkField.shape) == 4 && TalkField.count == 4)
    #expect(
      schema.field("isFree", of: TalkField.shape) == 1
        && schema.field("speaker", of: TalkField.shape) == 2)
    #expect(schema.field("speaker", of: EventField.shape) == nil)
  }

  /// Fields are where the schema has them, and no record overwrites the next.
  @Test func recordsAreFilledByName() throws {
    var model = Model()
    func fill(_ record: Record<EventField>, _ title: String) {
      model[record, .title] = model.text(title.utf8)
      model[record, .isFree] = .flag(true)
    }
    let place = model.record(PlaceField.self)
    let day = model.record(DayField.self)
    let talk = model.record(TalkField.self)
    let event = model.record(EventField.self)
    model[day, .where] = place.value
    model[place, .name] = model.text("Hall")
    model[day, .isWeekend] = .flag(true)
    fill(talk.base, "Talk")
    model[talk, .notes] = model.markup("<i>n</i>")
    model[talk, .speaker] = model.text("Ada")
    fill(event, "Event")
    model[day, .events] = model.list([talk.value])
    model[day, .date] = model.text("20")
    var set = TemplateSet()
    set.add(
      "day",
      bytes(
        "{{date}}{{#isWeekend}} weekend{{/isWeekend}}{{#where}} {{name}}{{/where}}"
          + "{{#events}} {{title}}{{#isFree}} free{{/isFree}} {{speaker}} {{&notes}}{{/events}}"))
    set.add("event", bytes("{{title}}{{#isFree}} free{{/isFree}}"))
    #expect(
      set.link(schema: schema, roots: [("day", DayField.shape), ("event", EventField.shape)])
        .isEmpty)
    var renderer = Renderer()
    var out: [UInt8] = []
    try renderer.render(try #require(set["day"]), of: set, day.value, model: model, into: &out)
    #expect(string(out) == "20 weekend Hall Talk free Ada <i>n</i>")
    out = []
    try renderer.render(try #require(set["event"]), of: set, event.value, model: model, into: &out)
    #expect(string(out) == "Event free")
  }

  /// A name that the enum lacks is a problem of the template.
  @Test func unknownNamesAreReported() {
    var set = TemplateSet()
    set.add("day", bytes("{{#events}}{{speakr}}{{/events}}{{#where}}{{speaker}}{{/where}}"))
    let problems = set.link(schema: schema, roots: [("day", DayField.shape)])
    #expect(problems.map { string($0.name) } == ["speakr", "speaker"])
  }
}
