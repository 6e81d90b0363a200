import Bytes
import Files
import Foundation

/// An address, and how to request it.
package struct RemoteRequest: Sendable {
  /// http: or https:, and its limits.
  package var transfer: TransferRequest
  /// Distinguishes copies of one address, as of several users of it; no secret. Empty for none.
  package var account = ""
  package var accept: String
  /// The lifetime of an answer in seconds: if neither the server nor ``lifetime`` states one, and the bounds for what
  /// the server states.
  package var defaultLifetime: Int64 = 3_600
  package var lifetimes: ClosedRange<Int64> = 600...86_400
  /// The lifetime that the user states. It applies to an existing copy, too.
  package var lifetime: Int64?
  /// Status codes that concern this address only. Any other failure concerns the server, which then gets no other
  /// requests for a while either.
  package var ownStatuses = Set(400..<500)
  package var asking = Asking.whenDue
  /// Whether the last good answer has no replacement, and so is kept long after it was last asked for.
  package var isKept = false

  /// When a server is asked.
  package enum Asking: Sendable {
    case never
    case whenDue
    /// However fresh the copy is, unless the server itself asked to be left alone.
    case always
  }

  package init(url: String, userAgent: String, accept: String, limits: TransferLimits) {
    transfer = TransferRequest(url: url, userAgent: userAgent, limits: limits)
    self.accept = accept
  }

  package var url: String { transfer.url }

  /// The key of a copy in the cache.
  var key: String { account.isEmpty ? url : "\(url) \(account)" }
}

/// What is known of an address before it is asked.
package struct RemoteState: Sendable {
  /// The last good answer.
  package var body: [UInt8]?
  package var etag: String?
  package var lastModified: String?
}

/// What asking a server gave.
package enum RemoteAnswer: Sendable {
  /// A good answer; `lifetime` is what the server states in seconds.
  case good(body: [UInt8], etag: String? = nil, lastModified: String? = nil, lifetime: Int64? = nil)
  /// The body is as it was.
  case unchanged(etag: String? = nil, lastModified: String? = nil, lifetime: Int64? = nil)
  case failed(RemoteProblem)
}

/// Why there is no good answer.
package struct RemoteProblem: Error, Sendable {
  /// In words that begin with "it", meaning the server, and contain neither credentials nor an address but the host.
  package var reason: String
  /// Whether it concerns the whole server, and not this address only.
  package var isOfServer: Bool
  /// For how many seconds the server asks to be left alone.
  package var wait: Int64?
  /// Whether no server was asked, so that nothing is remembered and the next build tries again.
  package var isLocal = false

  /// A problem of this machine.
  package init(local reason: String) { (self.reason, isOfServer, isLocal) = (reason, false, true) }

  package init(_ reason: String, ofServer isOfServer: Bool, wait: Int64? = nil) {
    (self.reason, self.isOfServer, self.wait) = (reason, isOfServer, wait)
  }

  package init(_ failure: TransferFailure, _ limits: TransferLimits) {
    switch failure {
    // What is refused depends on the settings of a site, and other sites have others.
    case .noLibrary, .refused: self.init(local: failure.words(limits))
    case .tooLarge: self.init(failure.words(limits), ofServer: false)
    case .unreachable: self.init(failure.words(limits), ofServer: true)
    }
  }
}

/// The cached state of an address, of a remote calendar for example. All times are the clock's, in seconds since 1970.
package struct RemoteCopy: Sendable {
  /// The last good answer; `nil` if there has been none.
  package var body: [UInt8]?
  /// When it was last known to be current.
  package var fetched: Int64 = 0
  /// Until when the server allows it to be used without a request.
  package var expires: Int64 = 0
  /// Why it could not be refreshed although that was due; `nil` if nothing is wrong.
  package var failure: String?
  /// Until when nothing will be requested.
  package var until: Int64 = 0
  /// The path of its file; empty if there is no place for one.
  package var path = ""
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
  /// Cached answers are removed if unused for this many seconds: first for most answers, then for those with
  /// ``RemoteRequest/isKept``. Some sites are built once a year.
  static let age: Int64 = 60 * 86_400
  static let ageOfKept: Int64 = 400 * 86_400

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
    copy(of: request, until: end) { state, request in
      Self.get(request, state) { isGood($0) ? nil : "its answer can't be understood" }
    }
  }

  /// The state of an address, after requests of any kind if they are due.
  /// - Parameter ask: makes the requests. They end within the limits that it is given, which are shortened to the
  ///   deadline. Nobody else asks the server meanwhile.
  package func copy(
    of request: RemoteRequest, until end: ContinuousClock.Instant? = nil,
    ask: (RemoteState, RemoteRequest) -> RemoteAnswer
  ) -> RemoteCopy {
    var request = request
    let key = request.key
    let name = Self.name(key) + (request.isKept ? ".copy" : ".brief")
    let path = folder + "/" + name
    let isWanted = request.asking == .always
    let begin = Self.clock
    var now = begin
    var copy = read(open(making: false), name, key, request)
    if Self.isEnough(copy, request.asking, since: begin, at: now) { return answer(copy, path, now, isWanted: isWanted) }
    guard let folder = open(making: true) else {
      return answer(
        copy, path, now, isWanted: isWanted,
        but: "\(folder) can't be written to, and answers that can't be cached are "
          + "not requested")
    }
    func isTime() -> Bool {
      guard let end else { return true }
      let left = (end - .now) / .milliseconds(1)
      request.transfer.limits.totalMilliseconds = min(request.transfer.limits.totalMilliseconds, Int(left))
      return request.transfer.limits.totalMilliseconds >= request.transfer.limits.connectMilliseconds
    }
    let late = "the time for requests is over; the next build requests the rest"
    if !isTime() { return answer(copy, path, now, isWanted: isWanted, but: late) }
    // As long as another process may need for its request, plus some margin.
    var patience = Duration.milliseconds(request.transfer.limits.totalMilliseconds + 2_000)
    if let end { patience = min(patience, end - .now) }
    guard let lock = OriginLock(Self.origin(request.url) + ".server", in: folder, patience: patience) else {
      return answer(copy, path, now, isWanted: isWanted, but: "another process is requesting it")
    }
    defer { lock.release() }
    now = Self.clock
    copy = read(folder, name, key, request)
    if Self.isEnough(copy, request.asking, since: begin, at: now) { return answer(copy, path, now, isWanted: isWanted) }
    if let pause = lock.pause, pause.holds(at: now), request.asking == .whenDue || pause.isAsked {
      copy.failure = pause
      return answer(copy, path, now, isWanted: isWanted)
    }
    if !isTime() { return answer(copy, path, now, isWanted: isWanted, but: late) }
    let state = RemoteState(body: copy.body, etag: copy.etag, lastModified: copy.lastModified)
    let given = ask(state, request)
    if case .failed(let problem) = given, problem.isLocal {
      return answer(copy, path, Self.clock, isWanted: isWanted, but: problem.reason)
    }
    take(given, request, &copy, lock)
    now = Self.clock
    // If it can't be written, the answer is used and not cached.
    try? folder.replace(name, copy.packed, mode: 0o600)
    removeOld(folder)
    return answer(copy, path, now, isWanted: isWanted)
  }

  /// Whether a copy can be used without a request.
  /// - Parameter begin: when it was first looked for.
  private static func isEnough(
    _ copy: CachedCopy, _ asking: RemoteRequest.Asking, since begin: Int64, at now: Int64
  ) -> Bool {
    switch asking {
    case .never: true
    case .whenDue: copy.isFresh(at: now) || copy.failure?.holds(at: now) == true
    // An answer that another process has fetched meanwhile is new enough.
    case .always:
      copy.body != nil && copy.fetched >= begin && copy.fetched <= now
        || copy.failure.map { $0.holds(at: now) && ($0.isAsked || $0.since >= begin) } == true
    }
  }

  /// - Parameter isWanted: whether a new answer is wanted although the copy is fresh, so that a failure matters.
  private func answer(
    _ copy: CachedCopy, _ path: String, _ now: Int64, isWanted: Bool, but reason: String? = nil
  ) -> RemoteCopy {
    let isFresh = copy.isFresh(at: now)
    let pause = copy.failure.flatMap { $0.holds(at: now) ? $0 : nil }
    return RemoteCopy(
      body: copy.body, fetched: copy.fetched, expires: copy.expires,
      failure: isFresh && !isWanted ? nil : reason ?? pause?.reason,
      until: isFresh ? copy.expires : pause?.until ?? now, path: path)
  }

  /// Updates the copy with an answer.
  private func take(
    _ answer: RemoteAnswer, _ request: RemoteRequest, _ copy: inout CachedCopy, _ lock: OriginLock
  ) {
    // When it arrived: it is current since then at the earliest.
    let now = Self.clock
    func take(_ stated: Int64?) {
      let lifetime = stated ?? request.defaultLifetime
      copy.fetched = now
      copy.lifetime =
        request.lifetime ?? min(max(lifetime, request.lifetimes.lowerBound), request.lifetimes.upperBound)
      copy.failure = nil
      if lock.pause != nil { lock.pause = nil }
    }
    switch answer {
    case .good(let body, let etag, let lastModified, let lifetime):
      (copy.body, copy.etag, copy.lastModified) = (body, etag, lastModified)
      take(lifetime)
    case .unchanged(let etag, let lastModified, let lifetime):
      copy.etag = etag ?? copy.etag
      copy.lastModified = lastModified ?? copy.lastModified
      take(lifetime)
    case .failed(let problem):
      let until = now + min(max(problem.wait ?? Self.pause, Self.pause), Self.longestPause)
      var pause = CachedCopy.Pause(since: now, until: until, reason: problem.reason)
      pause.isAsked = problem.wait != nil
      copy.failure = pause
      if problem.isOfServer { lock.pause = pause }
    }
  }

  /// Asks for a body with GET, conditionally if there is one.
  /// - Parameters:
  ///   - flaw: why a body can't be used, in words that begin with "its answer"; `nil` for a good one.
  ///   - problem: what is wrong if the status is not that of a good answer.
  package static func get(
    _ request: RemoteRequest, _ state: RemoteState, flaw: ([UInt8]) -> String?,
    problem: ((TransferReply) -> RemoteProblem)? = nil
  ) -> RemoteAnswer {
    var asked = request.transfer
    asked.headers.append("Accept: \(request.accept)")
    if state.body != nil {
      if let etag = state.etag { asked.headers.append("If-None-Match: \(etag)") }
      // The exact text that the server sent, since it may compare texts only.
      if let date = state.lastModified { asked.headers.append("If-Modified-Since: \(date)") }
    }
    let reply: TransferReply
    do throws(TransferFailure) { reply = try Transfer().send(asked) } catch {
      return .failed(RemoteProblem(error, request.transfer.limits))
    }
    let (etag, lastModified) = (reply.head["etag"], reply.head["last-modified"])
    let lifetime = reply.head.lifetime(clock: clock)
    switch reply.status {
    // 203 is a good answer too: MET Norway uses it to announce the end of a version of its service.
    case 200, 203:
      if let flaw = flaw(reply.body) { return .failed(RemoteProblem(flaw, ofServer: false)) }
      return .good(body: reply.body, etag: etag, lastModified: lastModified, lifetime: lifetime)
    case 304 where state.body != nil: return .unchanged(etag: etag, lastModified: lastModified, lifetime: lifetime)
    default: return .failed(problem?(reply) ?? Self.problem(of: reply, request))
    }
  }

  /// What is wrong if an answer has an unexpected status.
  package static func problem(of reply: TransferReply, _ request: RemoteRequest) -> RemoteProblem {
    let wait = reply.head.retryAfter(clock: clock)
    if reply.status == 429 {
      return RemoteProblem("it asks for fewer requests (status 429)", ofServer: true, wait: wait ?? 900)
    }
    if request.ownStatuses.contains(reply.status) {
      return RemoteProblem("it answered with status \(reply.status)", ofServer: false)
    }
    return RemoteProblem(
      "it answered with status \(reply.status) and gets no other requests for a while", ofServer: true, wait: wait)
  }

  // MARK: Files

  private static func name(_ text: String) -> String { String(base32: StableHash.of(text.utf8), digits: 13) }

  /// The scheme, host and port of an address.
  private static func origin(_ url: String) -> String {
    name(WebAddress(url)?.origin ?? url)
  }

  /// The folder, if it belongs to the user.
  private func open(making isMade: Bool) -> Folder? { (try? PrivateFolder.open(folder, making: isMade)) ?? nil }

  private func read(_ folder: Folder?, _ name: String, _ key: String, _ request: RemoteRequest) -> CachedCopy {
    var copy = folder?.readPrivate(name).flatMap { CachedCopy($0, of: key) } ?? CachedCopy(url: key)
    if let lifetime = request.lifetime { copy.lifetime = lifetime }
    return copy
  }

  /// Also removes temporary files of killed processes. The servers' lock files are few, and may be in use.
  private func removeOld(_ folder: Folder) {
    guard let names = try? folder.names() else { return }
    for (name, kind) in names where kind == .file && !name.hasSuffix(".server") {
      let before = Self.clock - (name.hasSuffix(".copy") ? Self.ageOfKept : Self.age)
      if let stamp = folder.stamp(name), stamp.changed < before * 1_000_000_000 { folder.remove(name) }
    }
  }
}
