/// A value in the form that ``Unpacker`` reads.
package protocol Packable {
  /// Appends the value. O(size).
  func pack(to out: inout [UInt8])

  /// Reads what ``pack(to:)`` appended. The reader tells whether that was there. O(size).
  init(_ reader: inout Unpacker)
}

extension Packable {
  /// The packed bytes. O(size).
  package var packed: [UInt8] {
    var out: [UInt8] = []
    pack(to: &out)
    return out
  }
}

/// Goes over the fields of a value, in their order: writes them or reads them.
package protocol FieldPass {
  /// Goes over a field.
  /// - Parameter value: `nil` if the pass reads it.
  /// - Returns: what was given, or what was read.
  mutating func field<Value: Packable>(_ value: Value?) -> Value

  /// The same of a text.
  mutating func text(_ value: [UInt8]?) -> [UInt8]
}

extension FieldPass {
  /// Goes over a field that may be absent: `nil` is one of its values.
  @inline(__always)
  package mutating func optional<Value: Packable>(_ value: Value?) -> Value? {
    field(Optional<Value?>.some(value))
  }
}

/// A value that lists its fields once, for every kind of ``FieldPass``.
///
/// The list is an initialiser, since Swift does not compile one that forgets a field. A field that may be absent is
/// declared as `Optional<Value>`, and none has a default at its declaration: Swift would fill in what is forgotten.
package protocol Fields: Packable {
  /// - Parameter known: the value whose fields are gone over; `nil` if the pass reads one.
  init<Pass: FieldPass>(_ pass: inout Pass, _ known: Self?)
}

extension Fields {
  package func pack(to out: inout [UInt8]) {
    var packer = Packer()
    swap(&packer.bytes, &out)
    _ = Self(&packer, self)
    swap(&packer.bytes, &out)
  }

  package init(_ reader: inout Unpacker) { self.init(&reader, nil) }
}

/// Writes fields, each of which is known, after what was written before.
package struct Packer: FieldPass {
  fileprivate(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func field<Value: Packable>(_ value: Value?) -> Value {
    value!.pack(to: &bytes)
    return value!
  }

  package mutating func text(_ value: [UInt8]?) -> [UInt8] {
    bytes.pack(value!)
    return value!
  }
}

extension Unpacker: FieldPass {
  // Inlined, so that the browser module has no code that passes on what is not known.
  @inline(__always)
  package mutating func field<Value: Packable>(_ value: Value?) -> Value { Value(&self) }

  @inline(__always)
  package mutating func text(_ value: [UInt8]?) -> [UInt8] { text() }
}

// MARK: Values of many files

extension Bool: Packable {
  package func pack(to out: inout [UInt8]) { out.append(self ? 1 : 0) }

  package init(_ reader: inout Unpacker) { self = reader.byte() == 1 }
}

extension Array: Packable where Element: Packable {
  package func pack(to out: inout [UInt8]) {
    out.pack(count)
    for element in self { element.pack(to: &out) }
  }

  package init(_ reader: inout Unpacker) {
    self.init()
    for _ in 0..<reader.count() { append(Element(&reader)) }
  }
}

extension Optional: Packable where Wrapped: Packable {
  package func pack(to out: inout [UInt8]) {
    (self != nil).pack(to: &out)
    self?.pack(to: &out)
  }

  package init(_ reader: inout Unpacker) { self = Bool(&reader) ? Wrapped(&reader) : nil }
}
