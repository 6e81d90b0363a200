import Bytes

/// Which addresses in content become links: http, https, mailto, tel and geo, and no others. A `javascript:` address is
/// shown as text.
package enum SafeLink {
  /// Whether an address may be used in an `href`. White space and control characters, which browsers remove before they
  /// read the scheme, make an address unsafe.
  package static func isSafe(_ address: [UInt8]) -> Bool { isSafe(address[...]) }

  package static func isSafe(_ address: ArraySlice<UInt8>) -> Bool {
    guard let length = schemeLength(address), let first = address.dropFirst(length).first else { return false }
    if !beginsHost(first) { return false }
    return address.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != .quote && $0 != .less && $0 != .greater }
  }

  /// Whether an address of http has a user or a password before its host.
  package static func hasUser(_ address: [UInt8]) -> Bool {
    guard let start = address.indices.first(where: { address[$0...].hasPrefix("//") }) else { return false }
    return address[start...].dropFirst(2).prefix { $0 != .slash && $0 != .question && $0 != .hash }.contains(.at)
  }

  /// Whether a byte may follow the scheme. A host begins with a letter or digit of any script; the characters that are
  /// refused here begin a path, query or fragment.
  package static func beginsHost(_ byte: UInt8) -> Bool {
    byte != .openBracket && byte != .slash && byte != .question && byte != .hash
  }

  /// The length in bytes of an allowed scheme with its colon (and the slashes of http).
  package static func schemeLength(_ address: ArraySlice<UInt8>) -> Int? {
    let start = address.prefix(8)
    if start.equalsIgnoringCase("https://") { return 8 }
    if start.prefix(7).equalsIgnoringCase("http://") { return 7 }
    if start.prefix(7).equalsIgnoringCase("mailto:") { return 7 }
    if start.prefix(4).equalsIgnoringCase("tel:") { return 4 }
    if start.prefix(4).equalsIgnoringCase("geo:") { return 4 }
    return nil
  }

  /// An address in readable form: without http(s):// and mailto:, and without a trailing slash.
  package static func label(_ address: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var label = address
    if let length = schemeLength(address) { label = label.dropFirst(length) }
    if label.last == .slash { label = label.dropLast() }
    return label.isEmpty ? address : label
  }
}
