/// What a template can see of one thing. Trivial (12 bytes, no reference counts): texts, lists and
/// records are places in the arenas of a ``Model``, through which they are made.
@usableFromInline package enum Value: Sendable {
  /// Nothing: false, and printed as nothing (the specification's null).
  case absent
  /// Yes or no.
  case flag(Bool)
  /// Bytes of ``Model/bytes``, escaped wherever they are printed. False when empty.
  case text(start: UInt32, count: UInt32)
  /// Bytes of ``Model/bytes`` that are HTML, XML or JSON already, made by the program and never by
  /// content; printed as they are. False when empty.
  case markup(start: UInt32, count: UInt32)
  /// Values of ``Model/values``. False when empty.
  case list(start: UInt32, count: UInt32)
  /// Fields in the shape's order from `start` of ``Model/values``. Always true.
  case record(ShapeID, start: UInt32)
}

/// A shape of records: see ``Schema``.
@usableFromInline package struct ShapeID: Hashable, Sendable {
  @usableFromInline package let rawValue: UInt16

  @inlinable package init(rawValue: UInt16) { self.rawValue = rawValue }
}

/// A record of a shape that is known only when the program runs, being filled in: `model[record, 0] = …`.
@usableFromInline package struct RecordRef: Hashable, Sendable {
  @usableFromInline package let shape: ShapeID
  /// Index of the first field in ``Model/values``.
  @usableFromInline package let start: UInt32

  @inlinable init(shape: ShapeID, start: UInt32) { (self.shape, self.start) = (shape, start) }

  /// The record as a value.
  @inlinable package var value: Value { .record(shape, start: start) }
}

/// A list being filled in: `model[list, index] = …`.
@usableFromInline package struct ListRef: Hashable, Sendable {
  /// Index of the first element in ``Model/values``.
  @usableFromInline package let start: UInt32
  @usableFromInline package let count: UInt32

  @inlinable init(start: UInt32, count: UInt32) { (self.start, self.count) = (start, count) }

  /// The list as a value.
  @inlinable package var value: Value { .list(start: start, count: count) }
}
