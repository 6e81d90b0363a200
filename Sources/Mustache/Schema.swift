import Bytes

/// The kind of a field's value. Any field may also be absent.
@usableFromInline package enum FieldKind: Hashable, Sendable {
  /// Printed, always escaped.
  case text
  /// Printed unescaped.
  case markup
  /// Tested only.
  case flag
  /// One record of the shape.
  case record(ShapeID)
  /// Records of the shape.
  case list(ShapeID)
  /// Texts, read as `{{.}}`.
  case texts
}

/// The declarations of the view models: shapes, each with a name and fields in order. Templates are checked against
/// them before there is any data.
///
/// ```swift
/// var schema = Schema()
/// let event = schema.declare("event")
/// let day = schema.declare("day")
/// schema.define(event, [("title", .text), ("href", .text)])
/// schema.define(day, [("date", .text), ("events", .list(event))])
/// ```
///
/// Shapes are declared before they are defined, so that they can refer to each other and to themselves.
package struct Schema: Sendable {
  struct Field: Sendable {
    var name: [UInt8]
    var kind: FieldKind
  }

  struct Shape: Sendable {
    var name: [UInt8]
    var fields: [Field] = []
  }

  private(set) var shapes: [Shape] = []

  package init() {}

  /// Declares a shape without fields. The name is for messages. At most 65,535 shapes.
  package mutating func declare(_ name: [UInt8]) -> ShapeID {
    precondition(shapes.count < Int(UInt16.max), "too many shapes")
    shapes.append(Shape(name: name))
    return ShapeID(rawValue: UInt16(shapes.count - 1))
  }

  /// Declares a shape without fields, named by a literal.
  package mutating func declare(_ name: StaticString) -> ShapeID { declare([UInt8](name)) }

  /// Sets the fields of a shape; the index of a field is its index in this array. Two fields of one name are a mistake
  /// in the program. O(fields²).
  package mutating func define(_ shape: ShapeID, _ fields: [(name: [UInt8], kind: FieldKind)]) {
    precondition(fields.count <= Int(Int16.max), "too many fields")
    var list: [Field] = []
    list.reserveCapacity(fields.count)
    for field in fields {
      precondition(!list.contains { $0.name == field.name }, "two fields of one name")
      list.append(Field(name: field.name, kind: field.kind))
    }
    shapes[Int(shape.rawValue)].fields = list
  }

  /// Sets the fields of a shape, named by literals.
  package mutating func define(_ shape: ShapeID, _ fields: [(StaticString, FieldKind)]) {
    define(shape, fields.map { (name: [UInt8]($0.0), kind: $0.1) })
  }

  /// The number of fields of a shape.
  package func fieldCount(of shape: ShapeID) -> Int { shapes[Int(shape.rawValue)].fields.count }

  /// The index of a field; `nil` if the shape has none of this name. O(fields).
  package func field(_ name: StaticString, of shape: ShapeID) -> Int? {
    shapes[Int(shape.rawValue)].fields.firstIndex { $0.name.equals(name) }
  }

  /// The kind of a field named in a template.
  func kind(of name: [UInt8], in shape: ShapeID) -> FieldKind? {
    guard Int(shape.rawValue) < shapes.count else { return nil }
    return shapes[Int(shape.rawValue)].fields.first { $0.name == name }?.kind
  }
}
