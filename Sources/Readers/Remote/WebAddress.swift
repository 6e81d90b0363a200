import Bytes
import Foundation

/// An http: or https: address that may be requested. Spellings in which programs disagree about the host (RFC 3986
/// against the URL Standard) are not accepted, and neither are a user name and a password.
package struct WebAddress: Sendable, Hashable {
  package let isSecure: Bool
  /// In lower case; an address of IPv6 without its brackets.
  package let host: String
  package let port: Int
  private let isLiteral6: Bool

  /// The greatest size of an address, in bytes.
  static let byteLimit = 8_000

  /// Scheme, host and port: what credentials and locks belong to.
  package var origin: String {
    "\(isSecure ? "https" : "http")://\(isLiteral6 ? "[\(host)]" : host):\(port)"
  }

  /// For messages: the host, and the port if it is not the usual one.
  package var shown: String {
    let name = isLiteral6 ? "[\(host)]" : host
    return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
  }

  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.byteLimit, bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != .ascii("\\") }) else {
      return nil
    }
    isSecure = bytes.prefix(8).equalsIgnoringCase("https://")
    guard isSecure || bytes.prefix(7).equalsIgnoringCase("http://") else { return nil }
    let rest = bytes.dropFirst(isSecure ? 8 : 7)
    let authority = rest.prefix { $0 != .ascii("/") && $0 != .ascii("?") && $0 != .ascii("#") }
    guard !authority.contains(.ascii("@")), !authority.contains(.ascii("%")) else { return nil }
    var name = authority
    var digits = authority[authority.endIndex...]
    if authority.first == .ascii("[") {
      guard let close = authority.firstIndex(of: .ascii("]")) else { return nil }
      name = authority[(authority.startIndex + 1)..<close]
      let after = authority[(close + 1)...]
      guard after.isEmpty || after.first == .ascii(":") else { return nil }
      digits = after.dropFirst()
      isLiteral6 = true
    } else {
      if let colon = authority.firstIndex(of: .ascii(":")) {
        name = authority[..<colon]
        digits = authority[(colon + 1)...]
      }
      isLiteral6 = false
    }
    guard !name.isEmpty, name.count <= 255 else { return nil }
    host = String(decoding: name, as: UTF8.self).lowercased()
    if digits.isEmpty {
      port = isSecure ? 443 : 80
    } else {
      guard digits.count <= 5, digits.allSatisfy(\.isDigit),
        let number = Int(String(decoding: digits, as: UTF8.self)), (1...65_535).contains(number)
      else { return nil }
      port = number
    }
  }

  /// Whether the host can be told to be private without looking it up: for requests through a proxy, which looks names
  /// up by itself.
  var isSurelyPrivate: Bool {
    let name = hostWithoutDot
    if name == "localhost" || [".localhost", ".local", ".internal"].contains(where: { name.hasSuffix($0) }) {
      return true
    }
    return number.map { !PublicAddress.contains($0) } ?? false
  }

  /// Whether the host can be told to be one of a cloud's metadata without looking it up.
  var isSurelyMetadata: Bool {
    hostWithoutDot == "metadata.google.internal" || number.map { PublicAddress.isMetadata($0) } ?? false
  }

  private var hostWithoutDot: String { host.hasSuffix(".") ? String(host.dropLast()) : host }

  /// The bytes of a host in numbers; `nil` for a name.
  private var number: [UInt8]? {
    let name = hostWithoutDot
    var v6 = in6_addr()
    if inet_pton(AF_INET6, name, &v6) == 1 { return withUnsafeBytes(of: &v6) { Array($0) } }
    // All spellings that programs accept: 127.1, 0x7f000001, 2130706433.
    var v4 = in_addr()
    return inet_aton(name, &v4) == 0 ? nil : withUnsafeBytes(of: &v4) { Array($0) }
  }
}

/// The addresses of the public internet (the IANA registries of special-purpose addresses).
package enum PublicAddress {
  /// Blocks of IPv4 that are not public: the first address and the length of the prefix.
  private static let privateBlocks: [(UInt32, UInt32)] = [
    (0x0000_0000, 8),  // this network
    (0x0A00_0000, 8),  // private
    (0x6440_0000, 10),  // shared by the customers of a provider (RFC 6598)
    (0x7F00_0000, 8),  // loopback
    (0xA83F_8110, 32),  // 168.63.129.16, which in Azure is the machine's own host
    (0xA9FE_0000, 16),  // link-local, the metadata of clouds among them
    (0xAC10_0000, 12),  // private
    (0xC000_0000, 24),  // protocol assignments
    (0xC000_0200, 24),  // documentation
    (0xC058_6300, 24),  // 6to4 relays
    (0xC0A8_0000, 16),  // private
    (0xC612_0000, 15),  // benchmarks
    (0xC633_6400, 24),  // documentation
    (0xCB00_7100, 24),  // documentation
    (0xE000_0000, 4),  // multicast
    (0xF000_0000, 4),  // reserved, and broadcast
  ]

  /// Addresses at which clouds tell their machines secrets. They are no place for calendars, so they are refused even
  /// where private addresses are allowed.
  private static let metadata: [[UInt8]] = [
    [169, 254, 169, 254], [169, 254, 170, 2], [168, 63, 129, 16], [100, 100, 100, 200], [192, 0, 0, 192],
    [0xFD, 0x00, 0x0E, 0xC2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x54],
    [0xFD, 0x20, 0x00, 0xCE, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x54],
    [0xFE, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xA9, 0xFE, 0xA9, 0xFE],
  ]

  /// Whether an address is one of a cloud's metadata.
  /// - Parameter address: 4 bytes of IPv4 or 16 of IPv6.
  package static func isMetadata(_ address: [UInt8]) -> Bool {
    metadata.contains(address.count == 16 ? embedded(address) ?? address : address)
  }

  /// The address of IPv4 within one of IPv6: written so (RFC 4291), behind NAT64 (RFC 6052), or in 6to4 (RFC 3056).
  private static func embedded(_ address: [UInt8]) -> [UInt8]? {
    let zeros = [UInt8](repeating: 0, count: 12)
    if address.starts(with: zeros.dropLast(2) + [0xFF, 0xFF]) { return Array(address[12...]) }
    if address.starts(with: [0x00, 0x64, 0xFF, 0x9B] + zeros.dropLast(4)) { return Array(address[12...]) }
    return address.starts(with: [0x20, 0x02]) ? Array(address[2..<6]) : nil
  }

  /// - Parameter address: 4 bytes of IPv4 or 16 of IPv6.
  package static func contains(_ address: [UInt8]) -> Bool {
    switch address.count {
    case 4:
      let number = address.reduce(0) { $0 << 8 | UInt32($1) }
      return !privateBlocks.contains { ($0 ^ number) >> (32 - $1) == 0 }
    case 16:
      if let inner = embedded(address) { return contains(inner) }
      // Only 2000::/3 is assigned to public addresses; within it not 2001::/23 (protocols, Teredo among them),
      // 2001:db8::/32 and 3fff::/20 (documentation).
      guard address[0] >> 5 == 1 else { return false }
      if address.starts(with: [0x20, 0x01]), address[2] < 2 || address[2...3].elementsEqual([0x0D, 0xB8]) {
        return false
      }
      return !(address.starts(with: [0x3F, 0xFF]) && address[2] >> 4 == 0)
    default: return false
    }
  }
}

/// The proxies that the environment names.
///
/// They are read here, and not by libcurl, because it must be known whether a connection is the server's or a proxy's:
/// addresses of servers are checked, and a proxy is usually in a private network. The user named the proxy, so it is
/// trusted with what it connects to.
enum Proxy {
  /// The proxy for an address; `nil` if it is connected to directly.
  static func address(
    for place: WebAddress, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String? {
    func value(_ names: String...) -> String? {
      names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
    // Like libcurl: HTTP_PROXY in capitals may come from the head of a request to a web server that runs this.
    let named = place.isSecure ? value("https_proxy", "HTTPS_PROXY") : value("http_proxy")
    guard let proxy = named ?? value("all_proxy", "ALL_PROXY") else { return nil }
    let exceptions = (value("no_proxy", "NO_PROXY") ?? "").lowercased().split { $0 == "," || $0.isWhitespace }
    let isDirect = exceptions.contains { exception in
      if exception == "*" { return true }
      let name = exception.drop { $0 == "." || $0 == "[" }.prefix { $0 != "]" }
      return place.host == name || place.host.hasSuffix("." + name)
    }
    return isDirect ? nil : proxy
  }
}
