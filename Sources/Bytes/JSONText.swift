extension Array where Element == UInt8 {
  /// Appends a JSON string with its quotation marks. `<`, `>` and `&` are escaped too, so that it is safe within a
  /// script element, and so are U+2028 and U+2029, which end lines in JavaScript.
  @inlinable package mutating func append(json text: some Sequence<UInt8>) {
    append(ascii: "\"")
    var held: [UInt8] = []
    for byte in text {
      if held.isEmpty ? byte == 0xE2 : byte == (held.count == 1 ? 0x80 : 0xA8) || (held.count == 2 && byte == 0xA9) {
        held.append(byte)
        if held.count == 3 {
          append(byte == 0xA8 ? "\\u2028" : "\\u2029")
          held.removeAll(keepingCapacity: true)
        }
        continue
      }
      if !held.isEmpty {
        append(contentsOf: held)
        held.removeAll(keepingCapacity: true)
        if byte == 0xE2 {
          held.append(byte)
          continue
        }
      }
      append(jsonByte: byte)
    }
    append(contentsOf: held)
    append(ascii: "\"")
  }

  /// Appends texts as a JSON array.
  package mutating func append(jsonTexts texts: [[UInt8]]) {
    append(ascii: "[")
    for (index, text) in texts.enumerated() {
      if index > 0 { append(ascii: ",") }
      append(json: text)
    }
    append(ascii: "]")
  }

  @usableFromInline mutating func append(jsonByte byte: UInt8) {
    switch byte {
    case .quote: append("\\\"")
    case .backslash: append("\\\\")
    case .lineFeed: append("\\n")
    case .carriageReturn: append("\\r")
    case .tab: append("\\t")
    case 0..<0x20, 0x7F, .less, .greater, .ampersand:
      append("\\u")
      append(hexadecimal: UInt64(byte), width: 4)
    default: append(byte)
    }
  }
}
