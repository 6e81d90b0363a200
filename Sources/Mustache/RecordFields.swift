/// The fields of one kind of record: an enum whose cases are, in order, the names that templates use. A model's records
/// and the schema that templates are checked against are derived from it.
///
/// ```swift
/// enum DayField: Int, RecordFields {
///   case date, isWeekend, events
///   static var shape: ShapeID { ShapeID(rawValue: 0) }
///   var kind: FieldKind {
///     switch self {
///     case .isWeekend: .flag
///     case .events: .list(of: EventField.self)
///     default: .text
///     }
///   }
/// }
/// ```
@usableFromInline package protocol RecordFields: RawRepresentable<Int>, CaseIterable, NamedCases {
  /// The number of the shape, unique for each kind of record.
  static var shape: ShapeID { get }

  /// The number of fields before its own.
  static var inherited: Int { get }

  /// The kind of the field's value; text by default.
  var kind: FieldKind { get }
}

extension RecordFields {
  @inlinable package static var inherited: Int { 0 }

  package var kind: FieldKind { .text }

  /// The number of fields of a record.
  @inlinable @inline(__always) package static var count: Int { inherited + allCases.count }

  /// The index of the field in its record.
  @inlinable @inline(__always) package var fieldIndex: Int { Self.inherited + rawValue }
}

/// The fields of a record that begins with all fields of another kind, followed by its own.
@usableFromInline package protocol ExtendingFields: RecordFields {
  associatedtype Base: RecordFields
}

extension ExtendingFields {
  @inlinable @inline(__always) package static var inherited: Int { Base.count }
}

/// A record being filled in: `model[record, .title] = …`. Only fields of its own kind can be set.
@usableFromInline package struct Record<Fields: RecordFields>: Sendable {
  /// Index of the first field in ``Model/values``.
  @usableFromInline let start: UInt32

  @inlinable init(start: UInt32) { self.start = start }

  /// The record as a value.
  @inlinable package var value: Value { .record(Fields.shape, start: start) }
}

extension Record where Fields: ExtendingFields {
  /// The same record, as the kind it extends.
  @inlinable package var base: Record<Fields.Base> { Record<Fields.Base>(start: start) }
}

extension Model {
  /// A new record with all fields absent. O(fields).
  @inlinable @inline(__always) package mutating func record<Fields: RecordFields>(_: Fields.Type)
    -> Record<Fields>
  {
    Record(start: record(Fields.shape, fields: Fields.count).start)
  }

  /// A new record with the fields of another. What they refer to is shared. O(fields).
  @inlinable package mutating func copy<Fields: RecordFields>(of record: Record<Fields>) -> Record<Fields> {
    let start = Int(record.start)
    let copy = Record<Fields>(start: UInt32(values.count))
    for index in start..<start + Fields.count { values.append(values[index]) }
    return copy
  }

  /// A field of a record.
  @inlinable @inline(__always)
  package subscript<Fields: RecordFields>(record: Record<Fields>, field: Fields) -> Value {
    get { values[Int(record.start) + field.fieldIndex] }
    set { set(Int(record.start) + field.fieldIndex, newValue) }
  }
}

extension FieldKind {
  /// One record of a kind.
  package static func record<Fields: RecordFields>(of fields: Fields.Type) -> FieldKind {
    .record(Fields.shape)
  }

  /// Records of a kind.
  package static func list<Fields: RecordFields>(of fields: Fields.Type) -> FieldKind {
    .list(Fields.shape)
  }
}

#if hasFeature(Embedded)
  /// In the browser, cases have no names.
  @usableFromInline package protocol NamedCases: Sendable {}
#else
  /// An enum whose cases know their names: the compiler synthesises `stringValue`, which costs almost nothing compared
  /// with reflection.
  @usableFromInline package typealias NamedCases = CodingKey

  extension RecordFields {
    static var named: [(name: [UInt8], kind: FieldKind)] { allCases.map { (Array($0.stringValue.utf8), $0.kind) } }
  }

  extension Schema {
    /// Sets the fields of a shape. O(fields²).
    package mutating func define<Fields: RecordFields>(_ fields: Fields.Type) {
      define(Fields.shape, Fields.named)
    }

    /// Sets the fields of a shape: those of another, then its own. O(fields²).
    package mutating func define<Fields: ExtendingFields>(_ fields: Fields.Type) {
      define(Fields.shape, Fields.Base.named + Fields.named)
    }
  }
#endif
