import Bytes

extension Array where Element == UInt8 {
  /// Appends a text as a part of a query (RFC 3986, 2.1 and 3.4): all but unreserved characters as `%2F`. Control
  /// characters other than line breaks are left out.
  /// - Parameter most: the greatest number of bytes of text. A longer one ends before, with an ellipsis.
  mutating func append(percent text: some Collection<UInt8>, most: Int = .max) {
    var taken = 0
    for byte in text {
      if taken >= most, !byte.isUTF8Continuation { return append("%E2%80%A6") }
      taken += 1
      if byte.isLetter || byte.isDigit || byte == .hyphen || byte == .dot || byte == .underscore || byte == 0x7E {
        append(byte)
      } else if byte >= .space || byte == .lineFeed, byte != 0x7F {
        append(.percent)
        append(nibble: byte >> 4)
        append(nibble: byte & 15)
      }
    }
  }

  private mutating func append(nibble: UInt8) { append(nibble < 10 ? 0x30 + nibble : 0x37 + nibble) }
}
