import Bytes

/// The data of one page: two arenas that only grow, so that a page's model is made without any allocation once the
/// arenas have grown.
///
/// ```swift
/// var model = Model()
/// let day = model.record(DayField.self)
/// model[day, .number] = model.text { $0.append(decimal: 20) }
/// model[day, .isWeekend] = .flag(true)
/// try renderer.render(template, of: templates, day.value, model: model, into: &page)
/// model.removeAll()  // and on to the next page
/// ```
@usableFromInline package struct Model: Sendable {
  /// The bytes of all texts and markup.
  @usableFromInline package var bytes: [UInt8] = []
  /// The fields of all records and the elements of all lists.
  @usableFromInline package var values: [Value] = []

  package init() {}

  /// Removes everything. Values made before become invalid.
  @inlinable package mutating func removeAll(keepingCapacity: Bool = true) {
    bytes.removeAll(keepingCapacity: keepingCapacity)
    values.removeAll(keepingCapacity: keepingCapacity)
  }

  // MARK: Texts

  /// A text with a copy of these bytes. O(count).
  @inlinable package mutating func text(_ content: some Sequence<UInt8>) -> Value {
    let start = bytes.count
    bytes.append(contentsOf: content)
    return .text(start: UInt32(start), count: UInt32(bytes.count - start))
  }

  /// A text with a literal's bytes. O(count).
  #if hasFeature(Embedded)
    @usableFromInline @inline(never)
  #else
    @inlinable
  #endif
  package mutating func text(_ content: StaticString) -> Value {
    let start = bytes.count
    bytes.append(content)
    return .text(start: UInt32(start), count: UInt32(bytes.count - start))
  }

  /// A text written in place: `write` appends to the arena itself, so nothing is copied. It must only append.
  @inlinable package mutating func text(_ write: (inout [UInt8]) -> Void) -> Value {
    let start = bytes.count
    write(&bytes)
    return .text(start: UInt32(start), count: UInt32(bytes.count - start))
  }

  /// Markup with a copy of these bytes, which are printed unescaped: never pass bytes of content that the program has
  /// not escaped or rendered. O(count).
  @inlinable package mutating func markup(_ content: some Sequence<UInt8>) -> Value { text(content).asMarkup }

  /// Markup with a literal's bytes. O(count).
  @inlinable package mutating func markup(_ content: StaticString) -> Value { text(content).asMarkup }

  /// Markup written in place; see ``text(_:)-(([UInt8])->Void)``. Append content with `append(escaping:)`.
  @inlinable package mutating func markup(_ write: (inout [UInt8]) -> Void) -> Value { text(write).asMarkup }

  // MARK: Records and lists

  /// A record of a shape that is known only at run time, with `count` fields, all absent. `count` must be the number
  /// that the schema declares: missing fields would read as another record's. If the shape is known earlier,
  /// ``record(_:)`` counts by itself. O(count).
  #if hasFeature(Embedded)
    @usableFromInline @inline(never)
  #else
    @inlinable
  #endif
  package mutating func record(_ shape: ShapeID, fields count: Int) -> RecordRef {
    let start = values.count
    values.append(contentsOf: repeatElement(.absent, count: count))
    return RecordRef(shape: shape, start: UInt32(start))
  }

  /// A field of a record whose shape is known only at run time.
  @inlinable package subscript(record: RecordRef, field: Int) -> Value {
    get { values[Int(record.start) + field] }
    set { set(Int(record.start) + field, newValue) }
  }

  /// A list with these elements. O(count).
  @inlinable package mutating func list(_ items: some Sequence<Value>) -> Value {
    let start = values.count
    values.append(contentsOf: items)
    return .list(start: UInt32(start), count: UInt32(values.count - start))
  }

  /// Room for a list of `count` elements, absent until they are set: for lists whose elements are made one by one,
  /// without a temporary array. O(count).
  @inlinable package mutating func reserveList(_ count: Int) -> ListRef {
    let start = values.count
    values.append(contentsOf: repeatElement(.absent, count: count))
    return ListRef(start: UInt32(start), count: UInt32(count))
  }

  /// An element of a list made with ``reserveList(_:)``.
  @inlinable package subscript(list: ListRef, index: Int) -> Value {
    get { values[Int(list.start) + index] }
    set { set(Int(list.start) + index, newValue) }
  }

  // Hundreds of places set a value; in the browser module each is a call, to save size.
  #if hasFeature(Embedded)
    @usableFromInline @inline(never)
  #else
    @inlinable
  #endif
  mutating func set(_ place: Int, _ value: Value) { values[place] = value }
}

extension Value {
  /// The same bytes, printed unescaped; for texts alone.
  @inlinable var asMarkup: Value {
    guard case .text(let start, let count) = self else { return self }
    return .markup(start: start, count: count)
  }
}
