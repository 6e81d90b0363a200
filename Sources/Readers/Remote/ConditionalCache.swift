import Bytes
import Files
import Foundation

/// An address, and how to request it.
package struct RemoteRequest: Sendable {
  /// http: or https:, and its limits.
  package var url: String
  package var userAgent: String
  package var accept: String
  package var limits: TransferLimits
  /// The lifetime of an answer in seconds: if the server states none, and the bounds for what it states.
  package var defaultLifetime: Int64 = 3_600
  package var lifetimes: ClosedRange<Int64> = 600...86_400
  /// Status codes that concern this address only. Any other failure concerns the server, which then gets no other
  /// requests for a while either.
  package var ownStatuses = Set(400..<500)

  package init(url: String, userAgent: String, accept: String, limits: TransferLimits) {
    self.url = url
    self.userAgent = userAgent
    self.accept = accept
    self.limits = limits
  }
}

/// The cached state of an address. All times are the clock's, in seconds since 1970.
package struct RemoteCopy: Sendable {
  /// The last good answer; `nil` if there has been none.
  package var body: [UInt8]?
  /// When it was last known to be current.
  package var fetched: Int64
  /// Until when the server allows it to be used without a request.
  package var expires: Int64
  /// Why it could not be refreshed although that was due; `nil` if nothing is wrong.
  package var failure: String?
  /// Until when nothing will be requested.
  package var until: Int64
  /// The path of its file.
  package var path: String
}

/// Answers of servers, cached as files. When one expires, the server is asked whether it changed (RFC 9110, 13; RFC
/// 9111). For forecasts, and for anything else that a build fetches.
///
/// A bad answer never replaces a good one. After a failure nothing is requested for a while, so that builds without a
/// network are fast. Requests depend on the clock and never on a build's `--now`: all builds of a user share the cache,
/// and a build for next week would leave nothing useful to those of today.
package struct ConditionalCache: Sendable {
  /// How long a failed server gets no requests, unless it states a time: builds come in bursts while somebody writes.
  static let pause: Int64 = 300
  /// The greatest such time accepted from a server.
  static let longestPause: Int64 = 86_400
  /// Cached answers unused for this many seconds are removed.
  static let age: Int64 = 60 * 86_400

  package let folder: String

  /// - Parameter folder: created on demand.
  package init(folder: String) { self.folder = folder }

  /// The user's cache; `nil` if there is no place for one.
  package init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    guard let folder = UserCache.folder(environment: environment) else { return nil }
    self.init(folder: folder + "/remote")
  }

  /// The clock: seconds since 1970.
  package static var clock: Int64 { Int64(Date().timeIntervalSince1970) }

  /// The state of an address, after a request if one is due.
  /// - Parameters:
  ///   - end: the deadline for an answer; nothing is requested if a server would not have the time to answer.
  ///   - isGood: whether a body can be used; one that can't be counts as a failure, and the last good one is kept.
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
      return answer(
        copy, path, now,
        but: "\(folder) can't be written to, and answers that can't be cached are "
          + "not requested")
    }
    func isTime() -> Bool {
      guard let end else { return true }
      let left = (end - .now) / .milliseconds(1)
      request.limits.totalMilliseconds = min(request.limits.totalMilliseconds, Int(left))
      return request.limits.totalMilliseconds >= request.limits.connectMilliseconds
    }
    let late = "the time for requests is over; the next build requests the rest"
    if !isTime() { return answer(copy, path, now, but: late) }
    // As long as another process may need for its request, plus some margin.
    var patience = Duration.milliseconds(request.limits.totalMilliseconds + 2_000)
    if let end { patience = min(patience, end - .now) }
    guard let lock = OriginLock(Self.origin(request.url) + ".server", in: folder, patience: patience) else {
      return answer(copy, path, now, but: "another process is requesting it")
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
    // If it can't be written, the answer is used and not cached.
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

  /// Makes the request and updates the copy with the answer.
  private func ask(
    _ request: RemoteRequest, _ copy: inout CachedCopy, _ lock: OriginLock, _ now: Int64, _ isGood: ([UInt8]) -> Bool
  ) {
    var headers = ["Accept: \(request.accept)"]
    if copy.body != nil {
      if let etag = copy.etag { headers.append("If-None-Match: \(etag)") }
      // The exact text that the server sent, since it may compare texts only.
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
    // 203 is a good answer too: MET Norway uses it to announce the end of a version of its service.
    case 200, 203:
      guard isGood(reply.body) else { return fail("its answer can't be understood", of: false) }
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
        "it answered with status \(status) and gets no other requests for a while", of: true,
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

  /// The folder, if it belongs to the user.
  private func open(making isMade: Bool) -> Folder? { (try? PrivateFolder.open(folder, making: isMade)) ?? nil }

  private func read(_ folder: Folder?, _ name: String, _ url: String) -> CachedCopy {
    folder?.readPrivate(name).flatMap { CachedCopy($0, of: url) } ?? CachedCopy(url: url)
  }

  /// Also removes temporary files of killed processes. The servers' lock files are few, and may be in use.
  private func removeOld(_ folder: Folder) {
    guard let names = try? folder.names() else { return }
    let before = (Self.clock - Self.age) * 1_000_000_000
    for (name, kind) in names where kind == .file && !name.hasSuffix(".server") {
      if let stamp = folder.stamp(name), stamp.changed < before { folder.remove(name) }
    }
  }
}
