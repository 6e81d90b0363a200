import Bytes

/// An address in content, as browsers interpret it.
struct Address {
  /// Schemes that links from content may have.
  static let schemes: Set<String> = ["https", "http", "mailto", "tel", "geo"]

  /// Without the bytes that browsers ignore (URL Standard, 4.4): white space and controls at the ends, tabs and line
  /// breaks anywhere. Otherwise `java\nscript:` would pass for a relative address.
  let bytes: [UInt8]

  init(_ written: some Collection<UInt8>) {
    var bytes = written.filter { $0 != .tab && $0 != .lineFeed && $0 != .carriageReturn }
    while let last = bytes.last, last <= .space { bytes.removeLast() }
    self.bytes = Array(bytes.drop { $0 <= .space })
  }

  /// The text before the first colon, in lower case, if no slash, question mark or number sign precedes it; `nil` for a
  /// relative address. It need not be a valid scheme.
  var scheme: String? {
    guard let end = bytes.firstIndex(where: { ":/?#\\".utf8.contains($0) }), bytes[end] == .colon else { return nil }
    return String(utf8: bytes[..<end].asciiLowercased)
  }
}
