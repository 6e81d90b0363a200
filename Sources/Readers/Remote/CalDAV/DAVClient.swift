import Bytes

/// One request to a WebDAV server.
struct DAVRequest {
  var method: String
  var address: DAVAddress
  /// Such as `Depth: 1`.
  var headers: [String]
  var body: [UInt8]?
  /// Whether the user's name and password, or token, may be sent.
  var isTrusted: Bool
}

/// An answer that is no redirect that was followed.
struct DAVReply {
  var status: Int
  var body: [UInt8]
  /// The address that it redirects to, as sent.
  var location: String?
  /// How many seconds the server asks to wait, if it does.
  var retryAfter: Int64?
}

/// Why a server did not give what it was asked for.
struct DAVFailure: Error {
  /// As text after the name of a server: `it answered with status 500`.
  var reason: String
  /// The status of an answer; `nil` if there was none, or it was a success that can't be used.
  var status: Int?
  var conditions: Set<String> = []
  /// Whether it concerns the whole server, so that it gets no other requests for a while.
  var isOfServer = false
  var retryAfter: Int64?
  /// Whether the answer was longer than allowed.
  var isTooLarge = false
  /// Whether the build's time for requests is over.
  var isLate = false
  /// Whether the server was not asked, for a reason of this machine or of the site's settings.
  var isLocal = false

  init(_ reason: String, status: Int? = nil) { (self.reason, self.status) = (reason, status) }
}

/// Requests of one source, one after the other.
///
/// The user's name and password go to the server that the source names, and to those of the same domain that it refers
/// to (iCloud names another host for each user). No other server gets them.
struct DAVClient {
  /// The address that the user wrote.
  let source: DAVAddress
  /// Whether there is a user or a token.
  let hasCredentials: Bool
  /// The last word of the names of variables with the password and the token, for messages.
  var variable = "NAME"
  /// When requests end.
  var end = ContinuousClock.now + .seconds(60)
  /// Makes a request and does not follow redirects.
  let send: (DAVRequest) throws(DAVFailure) -> DAVReply

  /// The greatest number of redirects, as for other addresses.
  private static let redirects = 5

  // MARK: Requests

  /// Asks for properties.
  /// - Returns: the answer, and the address that gave it after redirects.
  func properties(
    _ body: StaticString, of address: DAVAddress, depth: Int
  ) throws(DAVFailure) -> (Multistatus, DAVAddress) {
    try multistatus("PROPFIND", address, depth: depth, [UInt8](body))
  }

  func report(_ body: [UInt8], of address: DAVAddress, depth: Int) throws(DAVFailure) -> Multistatus {
    try multistatus("REPORT", address, depth: depth, body).0
  }

  private func multistatus(
    _ method: String, _ address: DAVAddress, depth: Int, _ body: [UInt8]
  ) throws(DAVFailure) -> (Multistatus, DAVAddress) {
    let headers = [
      "Depth: \(depth)", "Content-Type: application/xml; charset=utf-8", "Accept: application/xml, text/xml",
    ]
    let (reply, end) = try exchange(
      DAVRequest(method: method, address: address, headers: headers, body: body, isTrusted: true))
    guard reply.status == 207 else {
      if reply.status == 200 {
        throw DAVFailure("it answers like a website and not like a calendar server; correct source:")
      }
      throw failure(reply, end)
    }
    do throws(Multistatus.Refusal) { return (try Multistatus(reading: reply.body), end) } catch {
      throw DAVFailure(
        "its answer \(error.reason), unlike the answer of a calendar server; try again later, or correct source:")
    }
  }

  /// The bytes of a resource.
  func object(at address: DAVAddress) throws(DAVFailure) -> [UInt8] {
    let (reply, end) = try exchange(
      DAVRequest(method: "GET", address: address, headers: ["Accept: text/calendar"], body: nil, isTrusted: true))
    guard reply.status == 200 else { throw failure(reply, end) }
    return reply.body
  }

  /// Where an address redirects browsers to; `nil` if it does not.
  func redirect(of address: DAVAddress) throws(DAVFailure) -> DAVAddress? {
    let reply = try send(
      DAVRequest(method: "GET", address: address, headers: [], body: nil, isTrusted: isTrusted(address)))
    guard (300..<400).contains(reply.status) else { return nil }
    return reply.location.flatMap { address.resolving($0) }
  }

  /// Makes a request, and follows redirects with the same method and body: a server that moves its calendars means the
  /// method that was asked.
  private func exchange(_ request: DAVRequest) throws(DAVFailure) -> (DAVReply, DAVAddress) {
    var request = request
    for _ in 0...Self.redirects {
      request.isTrusted = isTrusted(request.address)
      let reply = try send(request)
      guard [301, 302, 303, 307, 308].contains(reply.status), let location = reply.location else {
        return (reply, request.address)
      }
      guard let next = request.address.resolving(location) else {
        throw DAVFailure("it redirects to an address that is not valid; correct source:", status: reply.status)
      }
      if request.address.place.isSecure, !next.place.isSecure {
        throw DAVFailure(
          "it redirects from https: to http:, which is not followed; correct source:", status: reply.status)
      }
      request.address = next
    }
    throw DAVFailure("it redirects more than \(Self.redirects) times; correct source:", status: 302)
  }

  /// The failure that an answer means.
  private func failure(_ reply: DAVReply, _ address: DAVAddress) -> DAVFailure {
    var failure = DAVFailure("it answered with status \(reply.status)", status: reply.status)
    failure.retryAfter = reply.retryAfter
    failure.conditions = (try? Multistatus(reading: reply.body))?.conditions ?? []
    switch reply.status {
    case 401 where !isTrusted(address):
      failure.reason =
        "it leads to \(address.host), which gets no password unless you name it: write \(written(address)) as source:"
    case 403:
      failure.reason =
        "it refuses access (status 403); have the calendar shared with the user, or add user: for an account that may "
        + "read it"
    case 404: failure.reason = "there is nothing at this address (status 404); correct source:"
    case 507: break
    case let status:
      failure.reason =
        StatusWords.words(status, hasCredentials: hasCredentials, variable: variable)
        ?? failure.reason + ", which is not one of a calendar server; correct source:"
      failure.isOfServer = status == 429 || status >= 500
      if status == 429 { failure.retryAfter = reply.retryAfter ?? 900 }
    }
    return failure
  }

  /// An address as a source. If the source has a path, which may be a secret, only the server is named.
  func written(_ address: DAVAddress) -> String {
    source.path == "/" ? "caldav+\(address)" : "its address on caldav+\(address.at("/"))"
  }

  // MARK: Trust

  /// Whether a server gets the user's name and password: the one that the source names, and of iCloud the host that
  /// `caldav.icloud.com` names for each account.
  func isTrusted(_ address: DAVAddress) -> Bool {
    address.place == source.place
      || source.place.isSecure && address.place.isSecure && Self.isICloud(source.host) && Self.isICloud(address.host)
  }

  /// Whether a host is Apple's for calendars: `caldav.icloud.com`, or that of an account, `p34-caldav.icloud.com`. No
  /// other service is known to need a second host, and names of one domain may belong to different people.
  static func isICloud(_ host: String) -> Bool {
    let suffix = "caldav.icloud.com"
    if host == suffix { return true }
    let prefix = host.utf8.dropLast(suffix.utf8.count)
    return host.hasSuffix("-" + suffix) && prefix.first == UInt8(ascii: "p")
      && prefix.dropFirst().dropLast().allSatisfy(\.isDigit)
  }

  /// The address of what an answer refers to. Behind a proxy, servers write their inner scheme and port: if the host is
  /// the same, only the path counts.
  func resolve(_ href: String, from address: DAVAddress) -> DAVAddress? {
    guard let found = address.resolving(href) else { return nil }
    return found.host == address.host ? address.at(found.path) : found
  }
}
