import Bytes
import Foundation

/// A status code and its name.
struct Status: Equatable, Sendable {
  let code: Int
  let name: String

  static let ok = Status(code: 200, name: "OK")
  static let partialContent = Status(code: 206, name: "Partial Content")
  static let notModified = Status(code: 304, name: "Not Modified")
  static let badRequest = Status(code: 400, name: "Bad Request")
  static let notFound = Status(code: 404, name: "Not Found")
  static let methodNotAllowed = Status(code: 405, name: "Method Not Allowed")
  static let contentTooLarge = Status(code: 413, name: "Content Too Large")
  static let targetTooLong = Status(code: 414, name: "URI Too Long")
  static let rangeNotSatisfiable = Status(code: 416, name: "Range Not Satisfiable")
  static let misdirected = Status(code: 421, name: "Misdirected Request")
  static let headTooLarge = Status(code: 431, name: "Request Header Fields Too Large")
  static let internalError = Status(code: 500, name: "Internal Server Error")
  static let unavailable = Status(code: 503, name: "Service Unavailable")
  static let versionNotSupported = Status(code: 505, name: "HTTP Version Not Supported")
}

/// An answer, ready to be sent.
struct Response: Sendable {
  var status: Status
  var fields: [(name: String, value: String)] = []
  var body: [UInt8] = []
  /// The answer to HEAD has the body's length but not the body.
  var isHead = false
  /// Whether a client may store it and revalidate it later. Pages with the edit token, and answers to edits, must not
  /// be stored.
  var isStored = true
}

extension Response {
  init(_ refusal: Refusal) {
    self.init(
      status: refusal.status, fields: [("Content-Type", "text/plain; charset=utf-8")],
      body: Array((refusal.text + "\n").utf8))
    if refusal == .method { fields.append(("Allow", "GET, HEAD")) }
  }

  /// Headers of every answer: browsers must respect the media type, and hide pages from other sites. A page that can
  /// edit must not be in another site's frame, where somebody could click on it without knowing.
  static let guards = [
    "X-Content-Type-Options: nosniff", "Cross-Origin-Resource-Policy: same-origin",
    "Content-Security-Policy: frame-ancestors 'self'", "X-Frame-Options: SAMEORIGIN",
  ]

  /// The policy of an SVG image. Opened by itself it is a document of this server: it may draw, but run and load
  /// nothing.
  static let drawingPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox"

  /// The bytes to send. Browsers must revalidate before they show a page again.
  func encoded(keepsAlive: Bool) -> Data {
    var data = Data()
    data.reserveCapacity(body.count + 512)
    func line(_ text: String) { data.append(contentsOf: (text + "\r\n").utf8) }
    line("HTTP/1.1 \(status.code) \(status.name)")
    for field in fields { line("\(field.name): \(field.value)") }
    if status != .notModified { line("Content-Length: \(body.count)") }
    line("Cache-Control: \(isStored ? "no-cache" : "no-store")")
    for field in Self.guards { line(field) }
    line("Date: \(Self.date(time(nil)))")
    if !keepsAlive { line("Connection: close") }
    line("")
    if !isHead { data.append(contentsOf: body) }
    return data
  }

  /// The only date format of HTTP (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
  static func date(_ seconds: time_t) -> String {
    var seconds = seconds
    var fields = tm()
    gmtime_r(&seconds, &fields)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 40) { buffer in
      // The command never sets a locale, so strftime gives the English names of the C locale.
      let count = strftime(buffer.baseAddress!, buffer.count, "%a, %d %b %Y %H:%M:%S GMT", &fields)
      return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}
