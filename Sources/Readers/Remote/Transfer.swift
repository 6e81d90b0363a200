import Bytes
import CCurl
import Foundation

/// Limits of one request.
package struct TransferLimits: Sendable {
  /// The greatest time until a connection, and until the whole answer, redirects included.
  package var connectMilliseconds = 3_000
  package var totalMilliseconds = 8_000
  /// The greatest size of a body, in bytes after decompression.
  package var bodyBytes: Int
  /// Browsers follow twenty; an address that has moved needs one or two. With 0, a redirect is an answer like others.
  package var redirects = 5
}

/// One request; http: and https: only.
package struct TransferRequest: Sendable {
  /// Such as `GET`, `OPTIONS`, `PROPFIND` or `REPORT`.
  package var method = "GET"
  package var url: String
  package var userAgent: String
  /// Such as `Depth: 1`; of a request with a body, `Content-Type` among them.
  package var headers: [String] = []
  package var body: [UInt8]?
  package var limits: TransferLimits
  /// Sent to the origin of ``url`` alone.
  package var credentials: Credentials?
  package var access = NetworkAccess()
}

/// What a site allows its requests.
package struct NetworkAccess: Sendable, Hashable {
  /// Whether addresses of this machine and of private networks may be connected to.
  package var allowsPrivate = false
  /// A file of PEM certificates to trust instead of the system's; an absolute path.
  package var certificates: String?
}

/// The answer to a request, whatever its status.
package struct TransferReply: Sendable {
  package var status: Int
  package var head: HTTPHead
  package var body: [UInt8]
  /// The address that answered, after redirects.
  package var url: String
}

/// No answer to a request.
package enum TransferFailure: Error, Sendable {
  case noLibrary
  /// The body exceeds the limit.
  case tooLarge
  /// The reason, without any address but the name of the host.
  case unreachable(String)
  /// The request or a redirect is not allowed; the reason.
  case refused(String)

  /// In words, after "it" or "the server".
  package func words(_ limits: TransferLimits) -> String {
    switch self {
    case .noLibrary: "libcurl is not on this machine (on Debian, libcurl4)"
    case .tooLarge: "it sent more than \(limits.bodyBytes >> 10) KiB"
    case .unreachable(let reason): "it could not be reached: \(reason)"
    case .refused(let reason): reason
    }
  }
}

/// Makes requests, one at a time, over connections that they share.
///
/// Redirects are followed here and not by libcurl: each is subject to the rules of ``WebAddress`` and
/// ``NetworkAccess``, and the credentials are sent to the first origin alone.
package final class Transfer {
  private let session: UnsafeMutableRawPointer?

  package init() { session = busylife_session_open() }

  deinit { busylife_session_close(session) }

  /// Makes a request and waits for its answer. Redirects keep the method and the body (303: a GET without).
  package func send(_ request: TransferRequest) throws(TransferFailure) -> TransferReply {
    guard let first = WebAddress(request.url) else { throw .refused("its address is not valid") }
    let end = ContinuousClock.now + .milliseconds(request.limits.totalMilliseconds)
    var hop = request
    var place = first
    for count in 0... {
      let left = Int((end - .now) / .milliseconds(1))
      guard left > 0 else { throw .unreachable(Self.late(request.limits)) }
      hop.limits.totalMilliseconds = left
      hop.limits.connectMilliseconds = min(left, request.limits.connectMilliseconds)
      let (reply, found) = try answer(hop, at: place, request.limits)
      guard [301, 302, 303, 307, 308].contains(reply.status), let found, request.limits.redirects > 0 else {
        return reply
      }
      guard count < request.limits.redirects else {
        throw .unreachable("it redirects more than \(request.limits.redirects) times")
      }
      let location = Self.address(found, without: hop.credentials)
      guard let next = WebAddress(location) else {
        throw .unreachable("it redirects to something that is not an https: or http: address")
      }
      if place.isSecure, !next.isSecure { throw .unreachable("it redirects to http:, which is not followed") }
      place = next
      hop.url = location
      if place.origin != first.origin { hop.credentials = nil }
      if reply.status == 303 {
        hop.method = "GET"
        hop.body = nil
      }
    }
    throw .unreachable("it redirects for ever")
  }

  /// An address without the user name and the password of the request, which libcurl adds to what a relative Location
  /// refers to.
  private static func address(_ found: String, without credentials: Credentials?) -> String {
    guard case .password(let user, let password)? = credentials, let scheme = found.range(of: "://") else {
      return found
    }
    let rest = found[scheme.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard let at = authority.lastIndex(of: "@"),
      String(authority[..<at]).removingPercentEncoding == "\(user):\(password)"
    else { return found }
    return String(found[..<scheme.upperBound] + rest[rest.index(after: at)...])
  }

  private static func late(_ limits: TransferLimits) -> String {
    "it took longer than \(Double(limits.totalMilliseconds / 100) / 10) s".replacing(".0 s", with: " s")
  }

  /// One request without redirects.
  /// - Parameter limits: those of the whole request, for messages.
  private func answer(
    _ request: TransferRequest, at place: WebAddress, _ limits: TransferLimits
  ) throws(TransferFailure) -> (TransferReply, location: String?) {
    let proxy = Proxy.address(for: place)
    // A proxy looks names up by itself; the address connected to is then the proxy's.
    if proxy != nil, place.isSurelyMetadata { throw .refused(Self.isMetadata) }
    if proxy != nil, !request.access.allowsPrivate, place.isSurelyPrivate { throw .refused(Self.isPrivate) }
    var reply = busylife_reply()
    defer { busylife_reply_free(&reply) }
    perform(request, through: proxy, &reply)
    if reply.outcome != busylife_answered { throw Self.failure(reply, request.access, limits) }
    let head = UnsafeRawBufferPointer(start: reply.head, count: reply.head_count)
    let body = UnsafeRawBufferPointer(start: reply.body, count: reply.body_count)
    let location = reply.location.map { String(cString: $0) }
    return (
      TransferReply(status: reply.status, head: HTTPHead(Array(head)), body: Array(body), url: request.url), location
    )
  }

  /// Hands a request to libcurl, and waits for the reply.
  private func perform(_ request: TransferRequest, through proxy: String?, _ reply: inout busylife_reply) {
    var headers = request.headers
    var user: String?
    var password: String?
    switch request.credentials {
    case .password(let name, let secret): (user, password) = (name, secret)
    case .bearer(let token): headers.append("Authorization: Bearer \(token)")
    case nil: break
    }
    // libcurl would wait for permission to send a body.
    if request.body != nil { headers.append("Expect:") }
    let lines = headers.map { strdup($0) }
    defer { for line in lines { free(line) } }
    let access = request.access
    let given = [request.method, request.url, request.userAgent, user, password, access.certificates, proxy ?? ""]
    let texts = given.map { $0.flatMap { strdup($0) } }
    defer { for text in texts { free(text) } }
    lines.map { UnsafePointer($0) }.withUnsafeBufferPointer { lines in
      (request.body ?? []).withUnsafeBufferPointer { body in
        // An empty body is one too.
        var nothing: UInt8 = 0
        withUnsafePointer(to: &nothing) { nothing in
          var asked = busylife_request()
          asked.method = UnsafePointer(texts[0])
          asked.url = UnsafePointer(texts[1])
          asked.user_agent = UnsafePointer(texts[2])
          asked.user = UnsafePointer(texts[3])
          asked.password = UnsafePointer(texts[4])
          asked.ca_file = UnsafePointer(texts[5])
          asked.proxy = UnsafePointer(texts[6])
          asked.headers = lines.baseAddress
          asked.header_count = lines.count
          asked.body = request.body == nil ? nil : body.baseAddress ?? nothing
          asked.body_count = body.count
          // Functions without a context, since C calls them.
          if proxy == nil, access.allowsPrivate {
            asked.is_allowed = { address, count in
              PublicAddress.isMetadata(Array(UnsafeBufferPointer(start: address, count: count))) ? 0 : 1
            }
          } else if proxy == nil {
            asked.is_allowed = { address, count in
              PublicAddress.contains(Array(UnsafeBufferPointer(start: address, count: count))) ? 1 : 0
            }
          }
          asked.connect_milliseconds = request.limits.connectMilliseconds
          asked.total_milliseconds = request.limits.totalMilliseconds
          asked.body_limit = request.limits.bodyBytes
          busylife_send(session, &asked, &reply)
        }
      }
    }
  }

  /// Why a reply is no answer.
  private static func failure(
    _ reply: busylife_reply, _ access: NetworkAccess, _ limits: TransferLimits
  ) -> TransferFailure {
    switch reply.outcome {
    case busylife_no_library: return .noLibrary
    case busylife_too_large: return .tooLarge
    case busylife_refused: return .refused(access.allowsPrivate ? isMetadata : isPrivate)
    default:
      let text = withUnsafeBytes(of: reply.error) { String(utf8: Array($0.prefix { $0 != 0 }).onOneLine) }
      return .unreachable(CurlCode.words(reply.code, text) ?? late(limits))
    }
  }

  private static let isMetadata = "its address is that of a cloud's metadata, which are never requested"
  private static let isPrivate =
    "its address is of this machine or a private network, from which nothing is requested; to allow it, set network: "
    + "{allowPrivate: true} in site.yml"
}

/// Errors of libcurl.
private enum CurlCode {
  /// Why there was no answer, in words; `nil` if time ran out. libcurl's own words may contain an address, so only
  /// those about certificates are used, which name hosts only.
  static func words(_ code: Int32, _ text: String) -> String? {
    switch code {
    case 28: nil
    case 1, 8: "it does not speak HTTP"
    case 3: "its address is not valid"
    case 5: "the name of the proxy can't be resolved"
    case 6: "its name can't be resolved"
    case 7: "it accepts no connection"
    case 16, 92, 95: "it breaks the rules of HTTP/2 or HTTP/3"
    case 18: "its answer was cut off"
    // Out of memory, which is what a header line above libcurl's limit counts as before 8.6.
    case 27: "its header lines are too long"
    case 52: "it closed the connection without an answer"
    case 55: "the connection broke while the request was sent"
    case 56: "the connection broke, or its answer is not valid HTTP"
    case 35, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: "no secure connection: \(text)"
    case 61: "its answer can't be decompressed"
    case 97: "the proxy refuses"
    default: "libcurl's error \(code)"
    }
  }
}
