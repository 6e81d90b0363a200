import Bytes

/// Checks `href` values of a drawing.
enum DrawingAddress {
  /// Image types allowed in `data:` addresses, with the first bytes of such files. Not SVG, which could refer to others
  /// in turn.
  private static let images: [(type: String, published: StaticString, signatures: [[UInt8]])] = [
    ("image/png", "image/png", [[0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]]),
    ("image/jpeg", "image/jpeg", [[0xFF, 0xD8, 0xFF]]),
    ("image/jpg", "image/jpeg", [[0xFF, 0xD8, 0xFF]]),
    ("image/gif", "image/gif", [Array("GIF87a".utf8), Array("GIF89a".utf8)]),
    ("image/webp", "image/webp", [Array("RIFF".utf8)]),
  ]

  /// The address to publish; `nil` if it is dropped.
  static func published(_ value: [UInt8], _ reference: DrawingElement.Reference) -> [UInt8]? {
    switch reference {
    case .none: return nil
    case .fragment: return fragment(value)
    case .picture: return fragment(value) ?? image(value)
    case .link: return fragment(value) ?? link(value)
    }
  }

  /// `#name`.
  private static func fragment(_ value: [UInt8]) -> [UInt8]? {
    let address = Address(value).bytes
    guard address.first == UInt8.ascii("#"), address.count > 1 else { return nil }
    return address.contains { $0 <= .space || $0 == 0x7F || $0 == UInt8.ascii("\\") } ? nil : address
  }

  /// An absolute address with a scheme that is allowed in notes.
  private static func link(_ value: [UInt8]) -> [UInt8]? {
    let address = Address(value)
    guard let scheme = address.scheme, Address.schemes.contains(scheme) else { return nil }
    if scheme.hasPrefix("http"), !NoteLinks.hasHost(address.bytes) { return nil }
    return NoteLinks.encoded(address.bytes)
  }

  /// `data:image/png;base64,…` with bytes that begin like such an image.
  private static func image(_ value: [UInt8]) -> [UInt8]? {
    let mark = [UInt8](";base64,")
    let head = value.prefix(64).drop { $0 <= .space }
    guard let comma = head.firstIndex(of: UInt8.ascii(",")) else { return nil }
    let start = head[...comma].asciiLowercased
    guard
      let image = images.first(where: { Array("data:\($0.type)".utf8) + mark == start }),
      let text = base64(value[(comma + 1)...]),
      image.signatures.contains(where: { firstBytes(text).starts(with: $0) })
    else { return nil }
    return "data:" + [UInt8](image.published) + mark + text
  }

  /// Base64 digits without white space, padded; `nil` if the text is anything else.
  private static func base64(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var digits: [UInt8] = []
    digits.reserveCapacity(text.count + 2)
    var padding = 0
    for byte in text {
      switch byte {
      case .space, .tab, .lineFeed, .carriageReturn: continue
      case .ascii("="): padding += 1
      case _ where byte.isLetter || byte.isDigit || byte == UInt8.ascii("+") || byte == UInt8.ascii("/"):
        if padding > 0 { return nil }
        digits.append(byte)
      default: return nil
      }
    }
    guard padding <= 2, digits.count % 4 != 1 else { return nil }
    while digits.count % 4 != 0 { digits.append(ascii: "=") }
    return digits
  }

  /// The first bytes that base64 digits encode: enough to tell the image type.
  private static func firstBytes(_ digits: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var bits: UInt32 = 0
    for (index, byte) in digits.prefix(16).enumerated() {
      let digit: UInt8
      switch byte {
      case .ascii("A")...(.ascii("Z")): digit = byte - .ascii("A")
      case .ascii("a")...(.ascii("z")): digit = byte - .ascii("a") + 26
      case .ascii("0")...(.ascii("9")): digit = byte - .ascii("0") + 52
      case .ascii("+"): digit = 62
      case .ascii("/"): digit = 63
      default: return out
      }
      bits = bits << 6 | UInt32(digit)
      if index % 4 != 0 { out.append(UInt8(truncatingIfNeeded: bits >> UInt32(6 - index % 4 * 2))) }
    }
    return out
  }
}
