/// An address of this machine that other machines can't reach: where the server may be bound, and the names by which a
/// request may call it.
package struct LoopbackHost: Equatable, Sendable {
  /// In the form that sockets take: `127.0.0.1`, `::1`.
  package let address: String
  /// The name to print: as the user typed it, in brackets if it is an IPv6 address.
  package let name: String

  var isIPv6: Bool { address.contains(":") }

  /// - Parameter text: `localhost`, an address of 127.0.0.0/8, or `::1`, with or without brackets; `nil` for any other,
  ///   which would show an unpublished calendar to the network.
  package init?(_ text: String) {
    let text = text.lowercased()
    switch text {
    case "localhost": (address, name) = ("127.0.0.1", text)
    case "::1", "[::1]": (address, name) = ("::1", "[::1]")
    default:
      guard Self.isLoopbackIPv4(text) else { return nil }
      (address, name) = (text, text)
    }
  }

  /// Four decimal numbers without leading zeros, which some parsers read as octal; the first is 127.
  private static func isLoopbackIPv4(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "127" else { return false }
    return parts.allSatisfy { part in UInt8(part).map { "\($0)" == part } ?? false }
  }

  /// Whether a Host header names a server on this machine and port. A page of another site whose name was made to
  /// resolve to 127.0.0.1 (DNS rebinding) still sends that name, and is refused.
  static func isAccepted(host: String, port: UInt16) -> Bool {
    // Only ASCII, where each byte is a character: a combining mark after the colon would hide it.
    guard host.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
    var name = Array(host.utf8)[...]
    var given = Array("80".utf8)[...]
    if let colon = name.lastIndex(of: 0x3A), !name[colon...].contains(0x5D) {
      given = name[(colon + 1)...]
      name = name[..<colon]
    }
    // A Host header never contains a bare IPv6 address: its last group would be the port.
    return given.elementsEqual("\(port)".utf8) && (!name.contains(0x3A) || name.first == 0x5B)
      && LoopbackHost(String(decoding: name, as: UTF8.self)) != nil
  }
}
