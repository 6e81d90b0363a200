import Bytes

/// Entity tags for conditional requests (RFC 9110, section 8.8.3).
enum EntityTag {
  /// A strong tag with its quotes: equal bytes have equal tags, on every machine.
  static func of(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = [.quote]
    text.append(base32: StableHash.of(bytes), digits: 13)
    text.append(.quote)
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether an If-None-Match contains the tag, by weak comparison: `W/` is ignored.
  static func matches(_ field: String, _ tag: String) -> Bool {
    field.utf8.split(separator: .comma).contains { item in
      let item = item.trimmed
      if item.equals("*") { return true }
      let opaque = item.starts(with: "W/".utf8) ? item.dropFirst(2) : item
      return opaque.prefix { $0 != .space && $0 != .tab }.elementsEqual(tag.utf8)
    }
  }
}
