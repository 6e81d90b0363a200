import Bytes

/// The address of a resource on a WebDAV server, in the form in which it is requested.
struct DAVAddress: Hashable, CustomStringConvertible {
  let place: WebAddress
  /// Begins with a slash; percent-encoded where a path may not contain a byte. No `.` and `..`.
  private(set) var path = "/"
  /// Without the question mark; `nil` if there is none.
  private(set) var query: String?

  var host: String { place.host }
  var scheme: String { place.isSecure ? "https" : "http" }
  var description: String { "\(scheme)://\(place.shown)\(path)" + (query.map { "?" + $0 } ?? "") }

  /// Reads an absolute address.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: .ascii(":")), bytes[(colon + 1)...].hasPrefix("//") else { return nil }
    let end = bytes[(colon + 3)...].firstIndex { $0 == .ascii("/") || $0 == .ascii("?") || $0 == .ascii("#") }
    guard let place = WebAddress(String(utf8: bytes[..<(end ?? bytes.endIndex)])) else { return nil }
    self.place = place
    setPath(bytes[(end ?? bytes.endIndex)...])
  }

  /// Takes a path that begins with a slash, or nothing, with a query and a fragment after it.
  private mutating func setPath(_ bytes: ArraySlice<UInt8>) {
    let whole = bytes.prefix { $0 != .ascii("#") }
    let path = whole.prefix { $0 != .ascii("?") }
    let query = whole.dropFirst(path.count + 1)
    self.path = Self.withoutDots(Self.encoded(path))
    self.query = query.isEmpty ? nil : String(utf8: Self.encoded(query, keeps: .ascii("?")))
  }

  /// What a reference in an answer to a request of this address means (RFC 3986, 5.2); `nil` if it is no address of a
  /// web server.
  func resolving(_ reference: String) -> DAVAddress? {
    let bytes = Array(reference.utf8.filter { $0 > 0x1F && $0 != 0x7F }).trimmed
    if bytes.hasPrefix("//") { return DAVAddress(scheme + ":" + String(utf8: bytes)) }
    let isAbsolute = bytes.firstIndex { !($0.isLetter || $0.isDigit || $0 == .plus || $0 == .hyphen || $0 == .dot) }
      .map { bytes[$0] == .ascii(":") && bytes[bytes.startIndex].isLetter }
    if isAbsolute == true { return DAVAddress(String(utf8: bytes)) }
    var address = self
    switch bytes.first {
    case nil: return self
    case .ascii("/"): address.setPath(bytes)
    case .ascii("?"): address.setPath(Array(path.utf8)[...] + bytes)
    case .ascii("#"): return self
    default:
      let folder = path.utf8.prefix(path.utf8.count - path.utf8.reversed().prefix { $0 != .slash }.count)
      address.setPath(Array(folder)[...] + bytes)
    }
    return address
  }

  /// Another resource of the same server.
  func at(_ path: String) -> DAVAddress {
    var address = self
    address.query = nil
    address.setPath(Array(path.utf8)[...])
    return address
  }

  /// The address of a folder ends with a slash: servers redirect others.
  var asFolder: DAVAddress { path.hasSuffix("/") ? self : at(path + "/") }

  // MARK: Comparing

  /// Equal for two spellings of one path: servers encode other characters in one answer than in another, and leave out
  /// the slash at the end of a collection. An encoded slash is no separator, and stays encoded.
  static func key(ofPath path: String) -> String {
    let bytes = Array(path.utf8)
    var key: [UInt8] = []
    key.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if let byte = decoded(bytes, at: index) {
        if byte == .ascii("/") { key += [UInt8]("%2F") } else { key.append(byte) }
        index += 3
      } else {
        key.append(bytes[index])
        index += 1
      }
    }
    while key.count > 1, key.last == .ascii("/") { key.removeLast() }
    return String(utf8: key)
  }

  var key: String { Self.key(ofPath: path) }

  /// The last part of a path, decoded: `team` of `/calendars/team/`.
  static func name(ofPath path: String) -> String {
    key(ofPath: path).lastPart
  }

  private static func decoded(_ bytes: [UInt8], at index: Int) -> UInt8? {
    guard bytes[index] == .ascii("%"), index + 2 < bytes.count, let high = bytes[index + 1].hexadecimalValue,
      let low = bytes[index + 2].hexadecimalValue
    else { return nil }
    return high << 4 | low
  }

  // MARK: Writing

  /// Percent-encodes what a path may not contain (RFC 3986, 3.3): servers write spaces and letters of all scripts as
  /// they are. What is encoded already stays as it is.
  private static func encoded(_ bytes: ArraySlice<UInt8>, keeps extra: UInt8 = .slash) -> [UInt8] {
    let all = Array(bytes)
    let digits = Array("0123456789ABCDEF".utf8)
    var out: [UInt8] = []
    out.reserveCapacity(all.count)
    for (index, byte) in all.enumerated() {
      let isPlain =
        byte.isLetter || byte.isDigit || "-._~!$&'()*+,;=:@/".utf8.contains(byte) || byte == extra
        || decoded(all, at: index) != nil
      if isPlain { out.append(byte) } else { out += [.ascii("%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    }
    return out
  }

  /// Without the parts `.` and `..` (RFC 3986, 5.2.4).
  private static func withoutDots(_ path: [UInt8]) -> String {
    var parts: [ArraySlice<UInt8>] = []
    let written = path.split(separator: .slash, omittingEmptySubsequences: false).dropFirst()
    for (index, part) in written.enumerated() {
      let isLast = index == written.count - 1
      if part.equals(".") || part.equals("..") {
        if part.count == 2 { _ = parts.popLast() }
        if isLast { parts.append([]) }
      } else {
        parts.append(part)
      }
    }
    return "/" + parts.map { String(utf8: $0) }.joined(separator: "/")
  }
}
