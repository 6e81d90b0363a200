/// A value that a template can use. Trivial (12 bytes, no reference counts): texts, lists and records are positions in
/// the arenas of a ``Model``, which makes them.
@usableFromInline package enum Value: Sendable {
  /// No value: false, prints nothing (the specification's null).
  case absent
  /// Yes or no.
  case flag(Bool)
  /// Bytes of ``Model/bytes``, always printed escaped. False if empty.
  case text(start: UInt32, count: UInt32)
  /// Bytes of ``Model/bytes`` that are already HTML, XML or JSON, made by the program and never by content; printed
  /// unescaped. False if empty.
  case markup(start: UInt32, count: UInt32)
  /// Values of ``Model/values``. False if empty.
  case list(start: UInt32, count: UInt32)
  /// The shape's fields in order, from `start` of ``Model/values``. Always true.
  case record(ShapeID, start: UInt32)
}

/// A shape of records: see ``Schema``.
@usableFromInline package struct ShapeID: Hashable, Sendable {
  @usableFromInline package let rawValue: UInt16

  @inlinable package init(rawValue: UInt16) { self.rawValue = rawValue }
}

/// A record being filled in whose shape is known only at run time: `model[record, 0] = …`.
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
