import Bytes

/// A value of JSON and its place.
package struct JSONValue: Sendable {
  package struct Member: Sendable {
    package var key: [UInt8]
    package var keyOffset: Int
    package var value: JSONValue
  }

  package enum Kind: Sendable {
    case null
    case flag(Bool)
    /// As it is written: a latitude's digits stay what they are.
    case number([UInt8])
    /// Valid UTF-8, escapes resolved.
    case string([UInt8])
    case array([JSONValue])
    /// In the order of the file. A key may stand twice; the last one counts.
    case object([Member])
  }

  package var kind: Kind
  /// Where its first byte is, from the beginning of the file.
  package var offset: Int

  var isNull: Bool { if case .null = kind { true } else { false } }

  /// What it is, for messages.
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

/// A number of JSON as an integer, its fraction dropped towards negative infinity; `nil` where it does
/// not fit in 64 bits. O(text).
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
