import Bytes
import Files
import Foundation

/// An address, and how it is asked.
package struct RemoteRequest: Sendable {
  /// http: or https:, with what it may cost.
  package var url: String
  package var userAgent: String
  package var accept: String
  package var limits: TransferLimits
  /// For how many seconds an answer is used: where the server does not say, and the bounds of what it may say.
  package var defaultLifetime: Int64 = 3_600
  package var lifetimes: ClosedRange<Int64> = 600...86_400
  /// Statuses that say something of this address. Any other that is no answer is its server's, which is then left alone
  /// for whatever else it is to be asked.
  package var ownStatuses = Set(400..<500)

  package init(url: String, userAgent: String, accept: String, limits: TransferLimits) {
    self.url = url
    self.userAgent = userAgent
    self.accept = accept
    self.limits = limits
  }
}

/// What there is of an address. All times are those of the clock, in seconds since 1970.
package struct RemoteCopy: Sendable {
  /// The last good answer; `nil` if there never was one.
  package var body: [UInt8]?
  /// When that was last known to be what the server has.
  package var fetched: Int64
  /// Until when the server wants it to be used before it is asked for again.
  package var expires: Int64
  /// Why there is nothing newer though that is due; `nil` if nothing is wrong.
  package var failure: String?
  /// Until when nothing would be asked.
  package var until: Int64
  /// The file it is kept in.
  package var path: String
}

/// Answers of servers, kept as files: asked for again when they expire, and then only whether they changed
/// (RFC 9110, 13; RFC 9111). For forecasts, and for whatever else of the network a build is made of.
///
/// A good answer is never replaced by a bad one. After a failure nothing is asked for a while, so that builds
/// without a network are quick. What is asked, and when, goes by the clock and never by the time that a build is told
/// it is: all builds of a user share the answers, and one of next week would leave nothing good to those of today.
package struct ConditionalCache: Sendable {
  /// How long a server that failed is left alone, unless it says how long: builds come in bursts, while somebody
  /// writes.
  static let pause: Int64 = 300
  /// The longest that is believed of a server that says.
  static let longestPause: Int64 = 86_400
  /// Answers that nobody asked for in so many seconds are removed.
  static let age: Int64 = 60 * 86_400

  package let folder: String

  /// - Parameter folder: need not exist yet.
  package init(folder: String) { self.folder = folder }

  /// The cache of the user; `nil` where there is no place for one.
  package init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    guard let folder = UserCache.folder(environment: environment) else { return nil }
    self.init(folder: folder + "/remote")
  }

  /// The clock: seconds since 1970.
  package static var clock: Int64 { Int64(Date().timeIntervalSince1970) }

  /// What there is of an address, after asking for it if that is due.
  /// - Parameters:
  ///   - end: when an answer has to be there; nothing is asked for any more when a server would not have the time to
  ///     pick up.
  ///   - isGood: whether a body can be used; one that can't be is a failure, and the last good one is kept.
  package func copy(
    of request: RemoteRequest, until end: ContinuousClock.Instant? = nil, isGood: ([UInt8]) -> Bool
  ) -> RemoteCopy {
    var request = request
    let name = Self.name(request.url) + ".copy"
    let path = folder + "/" + name
    var now = Self.clock
    var copy = read(open(making: false), name, request.url)
    if copy.isFresh(at: now) || copy.failure?.holds(at: now) == true { return answer(copy, path, now) }
    guard let folder = open(making: true) else {
      return answer(copy, path, now, but: "\(folder) can't be written to, and nothing is asked for that can't be kept")
    }
    func isTime() -> Bool {
      guard let end else { return true }
      let left = (end - .now) / .milliseconds(1)
      request.limits.totalMilliseconds = min(request.limits.totalMilliseconds, Int(left))
      return request.limits.totalMilliseconds >= request.limits.connectMilliseconds
    }
    let late = "the time for requests was over; what is left is asked for by the next build"
    if !isTime() { return answer(copy, path, now, but: late) }
    // As long as another process may need for its request, and somewhat longer.
    var patience = Duration.milliseconds(request.limits.totalMilliseconds + 2_000)
    if let end { patience = min(patience, end - .now) }
    guard let lock = OriginLock(Self.origin(request.url) + ".server", in: folder, patience: patience) else {
      return answer(copy, path, now, but: "another process is asking for it")
    }
    defer { lock.release() }
    now = Self.clock
    copy = read(folder, name, request.url)
    if copy.isFresh(at: now) || copy.failure?.holds(at: now) == true { return answer(copy, path, now) }
    if let pause = lock.pause, pause.holds(at: now) {
      copy.failure = pause
      return answer(copy, path, now)
    }
    if !isTime() { return answer(copy, path, now, but: late) }
    ask(request, &copy, lock, now, isGood)
    // Where it can't be written, the answer is used and not kept.
    try? folder.replace(name, copy.packed, mode: 0o600)
    removeOld(folder)
    return answer(copy, path, now)
  }

  private func answer(_ copy: CachedCopy, _ path: String, _ now: Int64, but reason: String? = nil) -> RemoteCopy {
    let isFresh = copy.isFresh(at: now)
    let pause = copy.failure.flatMap { $0.holds(at: now) ? $0 : nil }
    return RemoteCopy(
      body: copy.body, fetched: copy.fetched, expires: copy.expires, failure: isFresh ? nil : reason ?? pause?.reason,
      until: isFresh ? copy.expires : pause?.until ?? now, path: path)
  }

  /// Makes the request and takes what it gives into the copy.
  private func ask(
    _ request: RemoteRequest, _ copy: inout CachedCopy, _ lock: OriginLock, _ now: Int64, _ isGood: ([UInt8]) -> Bool
  ) {
    var headers = ["Accept: \(request.accept)"]
    if copy.body != nil {
      if let etag = copy.etag { headers.append("If-None-Match: \(etag)") }
      // The very text that the server sent, as it may compare nothing else.
      if let date = copy.lastModified { headers.append("If-Modified-Since: \(date)") }
    }
    func fail(_ reason: String, of server: Bool, _ seconds: Int64? = nil) {
      let until = now + min(max(seconds ?? Self.pause, Self.pause), Self.longestPause)
      let pause = CachedCopy.Pause(since: now, until: until, reason: reason)
      copy.failure = pause
      if server { lock.pause = pause }
    }
    let reply: Transfer.Reply
    do throws(Transfer.Failure) {
      reply = try Transfer.get(request.url, userAgent: request.userAgent, headers: headers, limits: request.limits)
    } catch {
      switch error {
      case .noLibrary: return fail("libcurl is not on this machine (on Debian, libcurl4)", of: true)
      case .tooLarge: return fail("it sent more than \(request.limits.bodyBytes >> 10) KiB", of: false)
      case .unreachable(let words): return fail("it could not be reached: \(words)", of: true)
      }
    }
    func take() {
      let lifetime = reply.head.lifetime(clock: now) ?? request.defaultLifetime
      copy.fetched = now
      copy.lifetime = min(max(lifetime, request.lifetimes.lowerBound), request.lifetimes.upperBound)
      copy.failure = nil
      if lock.pause != nil { lock.pause = nil }
    }
    switch reply.status {
    // 203 is a good answer too: MET Norway says with it that a version of its service will end.
    case 200, 203:
      guard isGood(reply.body) else { return fail("what it sent can't be understood", of: false) }
      copy.body = reply.body
      copy.etag = reply.head["etag"]
      copy.lastModified = reply.head["last-modified"]
      take()
    case 304 where copy.body != nil:
      copy.etag = reply.head["etag"] ?? copy.etag
      copy.lastModified = reply.head["last-modified"] ?? copy.lastModified
      take()
    case 429: fail("it asks for fewer requests (status 429)", of: true, reply.head.retryAfter(clock: now) ?? 900)
    case let status where request.ownStatuses.contains(status): fail("it answered with status \(status)", of: false)
    case let status:
      fail(
        "it answered with status \(status) and is asked for nothing else for a while", of: true,
        reply.head.retryAfter(clock: now))
    }
  }

  // MARK: Files

  private static func name(_ text: String) -> String {
    var name: [UInt8] = []
    name.append(base32: StableHash.of(text.utf8), digits: 13)
    return String(decoding: name, as: UTF8.self)
  }

  /// The scheme, host and port of an address.
  private static func origin(_ url: String) -> String {
    let start = url.range(of: "://")?.upperBound ?? url.startIndex
    return name(url[..<(url[start...].firstIndex { "/?#".contains($0) } ?? url.endIndex)].lowercased())
  }

  /// The folder, if it is the user's own.
  private func open(making isMade: Bool) -> Folder? { (try? PrivateFolder.open(folder, making: isMade)) ?? nil }

  private func read(_ folder: Folder?, _ name: String, _ url: String) -> CachedCopy {
    folder?.readPrivate(name).flatMap { CachedCopy($0, of: url) } ?? CachedCopy(url: url)
  }

  /// Also what a process left that was killed while it wrote. The servers' files are few, and may be locked.
  private func removeOld(_ folder: Folder) {
    guard let names = try? folder.names() else { return }
    let before = (Self.clock - Self.age) * 1_000_000_000
    for (name, kind) in names where kind == .file && !name.hasSuffix(".server") {
      if let stamp = folder.stamp(name), stamp.changed < before { folder.remove(name) }
    }
  }
}
