import Bytes

/// The head of an HTTP/1.1 request (RFC 9112): its first line and its fields. Malformed heads are refused and not
/// guessed at.
struct RequestHead: Equatable, Sendable {
  var method: String
  /// As sent: `/calendar/2026-11.html?x=1`.
  var target: String
  /// Whether it is HTTP/1.1; HTTP/1.0 has no persistent connections.
  var isCurrent: Bool
  /// Names in lower case, in the order sent.
  var fields: [Field]

  struct Field: Equatable, Sendable {
    var name: String
    var value: String
  }

  /// Sizes far above what browsers send to a site without cookies, and far below what could do harm.
  enum Limit {
    /// Bytes of the target.
    static let target = 2_048
    /// Bytes of the first line.
    static let line = target + 256
    /// Bytes of the whole head.
    static let head = 16_384
    static let fields = 100
    /// Bytes of empty lines before a head: two of them.
    static let blank = 4
  }

  /// The values of a field.
  func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map { $0.value } }

  /// The value of a field that occurs exactly once.
  subscript(name: String) -> String? {
    let all = values(name)
    return all.count == 1 ? all[0] : nil
  }

  /// Whether a body follows; only edits have one.
  var hasBody: Bool {
    !values("transfer-encoding").isEmpty || values("content-length").contains { !$0.utf8.equals("0") }
  }

  /// Whether the client wants to keep the connection open.
  var keepsAlive: Bool {
    isCurrent
      && !values("connection").contains { value in
        value.utf8.split(separator: .comma).contains { $0.trimmed.equalsIgnoringCase("close") }
      }
  }

  /// - Parameter bytes: from the first line to the empty line that ends the head.
  ///
  /// Everything is compared byte by byte: a colon with a combining mark is one Character, and so is CR LF.
  init(_ bytes: ArraySlice<UInt8>) throws(Refusal) {
    var lines: [ArraySlice<UInt8>] = []
    for line in bytes.dropLast(4).split(separator: .lineFeed, omittingEmptySubsequences: false) {
      let text = line.last == .carriageReturn ? line.dropLast() : line
      // No control characters but tabs, so a lone CR or LF can't smuggle in a line.
      guard text.allSatisfy({ ($0 >= .space || $0 == .tab) && $0 != 0x7F }) else { throw .malformed }
      guard line.last == .carriageReturn || line.endIndex == bytes.endIndex - 4 else { throw .malformed }
      lines.append(text)
    }
    let words = lines[0].split(separator: .space, omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy(Self.isToken) else { throw .malformed }
    guard words[2].equals("HTTP/1.1") || words[2].equals("HTTP/1.0") else {
      throw words[2].hasPrefix("HTTP/") ? .version : .malformed
    }
    guard words[1].count <= Limit.target else { throw .targetTooLong }
    guard lines.count - 1 <= Limit.fields else { throw .headTooLarge }
    method = String(decoding: words[0], as: UTF8.self)
    target = String(decoding: words[1], as: UTF8.self)
    isCurrent = words[2].equals("HTTP/1.1")
    fields = []
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: .colon), colon > line.startIndex, line[..<colon].allSatisfy(Self.isToken)
      else { throw .malformed }
      fields.append(
        Field(
          name: String(decoding: line[..<colon].asciiLowercased, as: UTF8.self),
          value: String(decoding: line[(colon + 1)...].trimmed, as: UTF8.self)))
    }
  }

  /// RFC 9110, section 5.6.2.
  private static func isToken(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}

/// Why a request is refused.
enum Refusal: Error, Equatable {
  case malformed
  case version
  case targetTooLong
  case headTooLarge
  case method
  case body
  /// No Host header, or several.
  case noHost
  case wrongHost
  /// A path that leads out of the site, or is invalid.
  case path

  var status: Status {
    switch self {
    case .malformed, .noHost, .path: .badRequest
    case .version: .versionNotSupported
    case .targetTooLong: .targetTooLong
    case .headTooLarge: .headTooLarge
    case .method: .methodNotAllowed
    case .body: .contentTooLarge
    case .wrongHost: .misdirected
    }
  }

  var text: String {
    switch self {
    case .malformed: "This is not an HTTP request."
    case .version: "This server speaks HTTP/1.1."
    case .targetTooLong: "The address is longer than \(RequestHead.Limit.target) bytes."
    case .headTooLarge:
      "The request's head is larger than \(RequestHead.Limit.head) bytes or \(RequestHead.Limit.fields) fields."
    case .method: "Pages can only be read: GET or HEAD."
    case .body: "Requests for pages can't have a body."
    case .noHost: "The request must have one Host field."
    case .wrongHost:
      "The Host field must be a name of this machine, such as localhost, with this server's port."
    case .path: "This is not the path of a page."
    }
  }
}
