import Bytes
import CivilTime
import Foundation
import ICalendar

/// The types of values (RFC 5545, 3.3), by which programs read even a property that they don't know.
enum ValueType: String {
  case binary = "BINARY"
  case boolean = "BOOLEAN"
  case calAddress = "CAL-ADDRESS"
  case date = "DATE"
  case dateTime = "DATE-TIME"
  case duration = "DURATION"
  case float = "FLOAT"
  case integer = "INTEGER"
  case period = "PERIOD"
  case recur = "RECUR"
  case text = "TEXT"
  case time = "TIME"
  case uri = "URI"
  case utcOffset = "UTC-OFFSET"

  init?(_ name: [UInt8]) { self.init(rawValue: String(decoding: name, as: UTF8.self).uppercased()) }

  /// Whether a value has this type. O(value).
  func describes(_ value: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .text: true
    case .binary: Self.isBase64(value)
    case .boolean: value.equalsIgnoringCase("TRUE") || value.equalsIgnoringCase("FALSE")
    case .calAddress, .uri: value.isURI
    case .date: value.count == 8 && DateOrDateTime.isStandard(value)
    case .dateTime: value.count > 8 && DateOrDateTime.isStandard(value)
    case .duration:
      ICalendarDuration.isStandard(value.first == .plus || value.first == .hyphen ? value.dropFirst() : value)
    case .float: Self.isNumber(value)
    case .integer: iCalendarInteger(value) != nil && !value.contains(.space)
    case .period:
      Self.isPeriod(value.split(separator: .slash, omittingEmptySubsequences: false))
    case .recur: (try? RecurrenceRule.read(value))?.repairs.isEmpty ?? false
    case .time:
      value.prefix(6).allSatisfy { $0.isDigit } && (value.count == 6 || value.count == 7 && value.last == 0x5A)
    case .utcOffset: value.count == 5 && (value.first == .plus || value.first == .hyphen) && Self.isNumber(value)
    }
  }

  /// PERIOD (3.3.9): a time, and another or a length.
  private static func isPeriod(_ parts: [ArraySlice<UInt8>]) -> Bool {
    parts.count == 2 && ValueType.dateTime.describes(parts[0])
      && (ValueType.dateTime.describes(parts[1]) || ICalendarDuration.isStandard(parts[1]))
  }

  /// FLOAT (3.3.7): digits, with a sign before and a fraction after them or not.
  static func isNumber(_ value: ArraySlice<UInt8>) -> Bool {
    let digits = value.first == .plus || value.first == .hyphen ? value.dropFirst() : value
    let parts = digits.split(separator: .dot, omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isDigit } }
  }

  /// BINARY (3.3.1): base64 of RFC 4648, 4, in whole groups of four.
  static func isBase64(_ value: ArraySlice<UInt8>) -> Bool {
    let end = value.lastIndex { $0 != .equals }.map { $0 + 1 } ?? value.startIndex
    return !value.isEmpty && value.count % 4 == 0 && value.endIndex - end <= 2
      && value[..<end].allSatisfy { $0.isLetter || $0.isDigit || $0 == .plus || $0 == .slash }
  }

  /// A URI (3.3.13; RFC 3986) as it is meant: without the backslashes of texts, with a scheme, and with percent signs
  /// for what no address has; `nil` if it is none. Letters beyond ASCII are kept (RFC 3987). O(value).
  static func uri(_ written: ArraySlice<UInt8>) -> [UInt8]? {
    var text: [UInt8] = []
    for (index, byte) in zip(written.indices, written) {
      let next = index + 1 < written.endIndex ? written[index + 1] : 0
      // `https\://example.org/a\,b`
      if byte == .backslash, next == .colon || next == .comma || next == .semicolon { continue }
      text.append(byte)
    }
    var address = text.trimmed
    if address.first == .less, address.last == .greater { address = address.dropFirst().dropLast() }
    if address.contains(where: { $0 == .space || $0 == .tab || $0 == .backslash }), !isOfWeb(address) {
      // A sentence may contain an address.
      guard let first = address.split(separator: .space).first(where: { isOfWeb($0) }) else { return nil }
      address = first
    }
    if address.prefix(4).equalsIgnoringCase("www.") { address = ("https://" + Array(address))[...] }
    var out: [UInt8] = []
    EventWriter.append(uri: Array(address), to: &out)
    return out.isURI ? out : nil
  }

  private static func isOfWeb(_ address: ArraySlice<UInt8>) -> Bool {
    address.prefix(8).equalsIgnoringCase("https://") || address.prefix(7).equalsIgnoringCase("http://")
  }
}
