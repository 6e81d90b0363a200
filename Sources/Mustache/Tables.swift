import Bytes

/// The input of the rendering loop: the compiled templates and the page's model, as plain memory.
struct Tables {
  let code: UnsafeBufferPointer<Instruction>
  let pool: UnsafeBufferPointer<UInt8>
  let lineStarts: UnsafeBufferPointer<UInt32>
  let slots: UnsafeBufferPointer<Int16>
  /// The number of names per shape in `slots`.
  let width: Int
  let values: UnsafeBufferPointer<Value>
  let bytes: UnsafeBufferPointer<UInt8>

  /// The field of a name; `nil` if the shape has none. A record of an unknown shape, or one that extends beyond the
  /// model, has no fields.
  @inline(__always)
  func field(_ name: Int, _ shape: ShapeID, _ start: UInt32) -> Value? {
    let place = Int(shape.rawValue) * width + name
    guard place < slots.count else { return nil }
    let slot = Int(slots[place])
    if slot < 0 { return nil }
    let index = Int(start) + slot
    return index < values.count ? values[index] : .absent
  }

  /// Whether a section over this value is rendered (specification: sections). A list that extends beyond the model is
  /// false.
  @inline(__always)
  func isTrue(_ value: Value) -> Bool {
    switch value {
    case .absent: false
    case .flag(let flag): flag
    case .text(_, let count), .markup(_, let count): count > 0
    case .list(let start, let count): count > 0 && Int(start) + Int(count) <= values.count
    case .record: true
    }
  }

  /// The bytes of a text or of markup; `nil` for anything else.
  @inline(__always)
  func text(_ value: Value) -> UnsafeBufferPointer<UInt8>? {
    switch value {
    case .text(let start, let count), .markup(let start, let count):
      let end = Int(start) + Int(count)
      return end <= bytes.count ? UnsafeBufferPointer(rebasing: bytes[Int(start)..<end]) : nil
    default: return nil
    }
  }

  /// Prints a value. Records and lists print nothing.
  @inline(__always)
  func append(_ value: Value, escaped: Bool, into out: inout Sink) {
    switch value {
    case .text:
      guard let text = text(value) else { return }
      if escaped { out.appendEscaped(text) } else { out.append(text) }
    case .markup:
      if let text = text(value) { out.append(text) }
    case .flag(let flag): out.append(flag ? "true" : "false")
    case .absent, .list, .record: break
    }
  }
}
