import Bytes

/// Strings of JSON: escapes, and bytes that are not UTF-8.
extension JSONReader {
  /// Reads a string, from its opening to its closing quotation mark.
  mutating func string() throws(Failure) -> [UInt8] {
    let open = index
    advance(1)
    let start = index
    // Most strings need no decoding and are copied in one piece.
    while index < count, isPlain(index) { advance(1) }
    var text = Array(slice(start..<index))
    while true {
      guard index < count else {
        throw Failure(offset: open, message: "this text has no closing quotation mark")
      }
      let byte = self[index]
      switch byte {
      case .ascii("\""):
        advance(1)
        return text
      case .ascii("\\"): try escape(into: &text)
      case 0..<0x20:
        throw failure(
          byte == .lineFeed || byte == .carriageReturn
            ? "a text ends on the line it begins on; close it with a quotation mark, or write \\n for a new line"
            : "write a control character in a text as an escape, such as \\t or \\u0001")
      case 0x80...:
        let length = sequenceLength(at: index)
        if length == 0 {
          repair(index, "this byte is not UTF-8 and is read as U+FFFD; save the file as UTF-8")
          text.append(contentsOf: Self.replacement)
          advance(1)
        } else {
          text.append(contentsOf: slice(index..<index + length))
          advance(length)
        }
      default:
        let first = index
        while index < count, isPlain(index) { advance(1) }
        text.append(contentsOf: slice(first..<index))
      }
    }
  }

  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

  func isPlain(_ index: Int) -> Bool {
    let byte = self[index]
    return byte >= .space && byte < 0x80 && byte != UInt8.ascii("\"") && byte != UInt8.ascii("\\")
  }

  private mutating func escape(into text: inout [UInt8]) throws(Failure) {
    let start = index
    guard index + 1 < count else {
      throw Failure(offset: start, message: "the text ends in an escape")
    }
    let byte = self[index + 1]
    advance(2)
    switch byte {
    case .ascii("\""), .ascii("\\"), .ascii("/"): text.append(byte)
    case .ascii("b"): text.append(0x08)
    case .ascii("f"): text.append(0x0C)
    case .ascii("n"): text.append(.lineFeed)
    case .ascii("r"): text.append(.carriageReturn)
    case .ascii("t"): text.append(.tab)
    case .ascii("u"):
      var unit = try hexadecimal(start)
      if (0xD800..<0xDC00).contains(unit), index + 1 < count, self[index] == UInt8.ascii("\\"),
        self[index + 1] == UInt8.ascii("u")
      {
        let second = index
        advance(2)
        let low = try hexadecimal(second)
        if (0xDC00..<0xE000).contains(low) {
          unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
        } else {
          rewind(to: second)
        }
      }
      if let scalar = Unicode.Scalar(unit) {
        text.append(contentsOf: UTF8.encode(scalar)!)
      } else {
        repair(
          start,
          "this escape is half of a character and is read as U+FFFD; write both halves, or the character itself"
        )
        text.append(contentsOf: Self.replacement)
      }
    default:
      throw Failure(
        offset: start,
        message: "JSON has no escape \\\(Self.name(of: byte)); write \\\\ for a backslash")
    }
  }

  private static func name(of byte: UInt8) -> String {
    byte > 0x20 && byte < 0x7F ? String(utf8: [byte]) : ""
  }

  private mutating func hexadecimal(_ start: Int) throws(Failure) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard index < count, let digit = Character(Unicode.Scalar(self[index])).hexDigitValue else {
        throw Failure(
          offset: start, message: "write four hexadecimal digits after \\u, such as \\u00e9")
      }
      value = value << 4 | UInt32(digit)
      advance(1)
    }
    return value
  }
}
