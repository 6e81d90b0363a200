import Bytes

/// A JSON value and its position.
package struct JSONValue: Sendable {
  package struct Member: Sendable {
    package var key: [UInt8]
    package var keyOffset: Int
    package var value: JSONValue
  }

  package enum Kind: Sendable {
    case null
    case flag(Bool)
    /// As written, so that a latitude keeps its digits.
    case number([UInt8])
    /// Valid UTF-8, unescaped.
    case string([UInt8])
    case array([JSONValue])
    /// In file order. Keys may be repeated; the last one counts.
    case object([Member])
  }

  package var kind: Kind
  /// The offset of its first byte from the beginning of the file.
  package var offset: Int

  var isNull: Bool { if case .null = kind { true } else { false } }

  /// Whether it is a text of white space alone, or of nothing.
  var isBlank: Bool { if case .string(let text) = kind { text.trimmed.isEmpty } else { false } }

  /// Its kind, for messages.
  var label: String {
    switch kind {
    case .null: "null"
    case .flag(let flag): flag ? "true" : "false"
    case .number(let text): String(utf8: text.prefix(40))
    case .string(let text): Text.quote(text)
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// A JSON number as an integer, rounded towards negative infinity; `nil` if it exceeds 64 bits. O(text).
func integer(ofJSON text: [UInt8]) -> Int64? {
  var value: Int64 = 0
  var index = text.first == UInt8.ascii("-") ? 1 : 0
  while index < text.count, let digit = text[index].digitValue {
    let (product, overflow) = value.multipliedReportingOverflow(by: 10)
    let (sum, carry) = product.addingReportingOverflow(Int64(digit))
    if overflow || carry { break }
    value = sum
    index += 1
  }
  if index == text.count { return text.first == UInt8.ascii("-") ? -value : value }
  guard let number = Double(String(utf8: text)), number.isFinite, number.magnitude < 9e18 else {
    return nil
  }
  return Int64(number.rounded(.down))
}
