import Bytes

/// An address in content, as browsers interpret it.
struct Address {
  /// Schemes that links from content may have.
  static let schemes: Set<String> = ["https", "http", "mailto", "tel", "geo"]

  /// Without the bytes that browsers ignore (URL Standard, 4.4): white space and controls at the ends, tabs and line
  /// breaks anywhere. Otherwise `java\nscript:` would pass for a relative address.
  let bytes: [UInt8]

  init(_ written: some Collection<UInt8>) {
    var bytes = written.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    self.bytes = Array(bytes.drop { $0 <= 0x20 })
  }

  /// The text before the first colon, in lower case, if no slash, question mark or number sign precedes it; `nil` for a
  /// relative address. It need not be a valid scheme.
  var scheme: String? {
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case .ascii(":"): return String(utf8: bytes[..<index].asciiLowercased)
      case .ascii("/"), .ascii("?"), .ascii("#"), .ascii("\\"): return nil
      default: continue
      }
    }
    return nil
  }
}
