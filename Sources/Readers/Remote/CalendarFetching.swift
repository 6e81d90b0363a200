import Bytes
import Files
import Foundation
import SiteTerms
import Synchronization

/// Fetches the remote calendars of a site: servers at the same time, each of them one calendar after the other.
package struct CalendarFetching: Sendable {
  private let settings: RemoteSettings
  private let asking: RemoteRequest.Asking
  private let cache: ConditionalCache?
  private let environment: [String: String]

  package init(
    _ settings: RemoteSettings, _ asking: RemoteRequest.Asking,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.settings = settings
    self.asking = asking
    self.environment = environment
    cache = ConditionalCache(environment: environment)
  }

  /// Fetches what is due, and reads the last good copies.
  /// - Parameters:
  ///   - end: when requests end; what is left is fetched another time.
  ///   - progress: called from any thread with the number of calendars done and of all.
  package func run(
    until end: ContinuousClock.Instant, progress: @Sendable @escaping (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) -> FetchedCalendars {
    if settings.calendars.isEmpty { return [:] }
    var servers: [[RemoteCalendar]] = []
    var places: [String: Int] = [:]
    for calendar in settings.calendars {
      let origin = WebAddress(calendar.url)?.origin ?? ""
      if let place = places[origin] {
        servers[place].append(calendar)
      } else {
        places[origin] = servers.count
        servers.append([calendar])
      }
    }
    if asking != .never { Credentials.protect() }
    let found = Mutex<FetchedCalendars>([:])
    let next = Atomic(0)
    let work: @Sendable () -> Void = { [servers] in
      while true {
        let place = next.add(1, ordering: .relaxed).oldValue
        guard place < servers.count else { return }
        for calendar in servers[place] {
          let copy = fetch(calendar, until: end)
          let done = found.withLock { found in
            found[calendar] = copy
            return found.count
          }
          progress(done, settings.calendars.count)
        }
      }
    }
    // Threads of their own: they wait for servers, and would hold up others in a shared pool.
    let group = DispatchGroup()
    for _ in 1..<max(1, min(asking == .never ? 1 : servers.count, RemoteLimits.servers)) {
      group.enter()
      let thread = Thread {
        work()
        group.leave()
      }
      thread.stackSize = 1 << 20
      thread.start()
    }
    work()
    group.wait()
    return found.withLock { $0 }
  }

  private func fetch(_ calendar: RemoteCalendar, until end: ContinuousClock.Instant) -> RemoteCopy {
    guard let cache else {
      return RemoteCopy(failure: "there is no folder to cache calendars in; set XDG_CACHE_HOME or HOME")
    }
    var limits = TransferLimits(bodyBytes: RemoteLimits.bytes)
    limits.totalMilliseconds = settings.network.milliseconds
    limits.connectMilliseconds = min(RemoteLimits.connectMilliseconds, settings.network.milliseconds)
    var request = RemoteRequest(
      url: calendar.url, userAgent: "busylife-gen/\(Product.version)", accept: "text/calendar, */*;q=0.5",
      limits: limits)
    request.transfer.access = settings.network.access
    request.account = calendar.user ?? ""
    request.asking = asking
    request.isKept = true
    request.lifetime = calendar.refresh
    request.defaultLifetime = RemoteLimits.usual
    request.lifetimes = RemoteLimits.shortest...CachedCopy.lifetimes.upperBound
    if calendar.isCalDAV { return synchronised(calendar, request, cache, until: end) }
    return cache.copy(of: request, until: end) { state, request in ask(calendar, request, state) }
  }

  /// Brings the calendars of a CalDAV server up to date.
  private func synchronised(
    _ calendar: RemoteCalendar, _ request: RemoteRequest, _ cache: ConditionalCache,
    until end: ContinuousClock.Instant
  ) -> RemoteCopy {
    guard let source = CalDAVSource(calendar) else { return cache.copy(of: request, until: end) { _ in false } }
    var request = request
    request.account = source.account
    request.transfer.limits.totalMilliseconds = RemoteLimits.synchronisationMilliseconds
    // Made when it is needed: most builds ask nobody.
    var spare: SpareObjects?
    let copy = cache.copy(of: request, until: end) { state, request in
      var request = request
      do throws(RemoteProblem) {
        request.transfer.credentials = try credentials(of: calendar)
      } catch {
        return .failed(error)
      }
      let found = SpareObjects(folder: cache.folder, key: request.key, address: source.address)
      let answer = source.answer(
        state, request, spare: found, requestMilliseconds: settings.network.milliseconds, variable: calendar.variable)
      if case .good = answer { spare = found }
      return answer
    }
    // The cache now has the state with these objects.
    spare?.remove()
    return copy
  }

  /// The credentials for a calendar's server; `nil` if there are none. Names that differ in punctuation only share one
  /// variable, and its value goes to one server only.
  private func credentials(of calendar: RemoteCalendar) throws(RemoteProblem) -> Credentials? {
    guard let found = try CredentialReader(environment).credentials(of: calendar) else { return nil }
    let origin = WebAddress(calendar.url)?.origin
    let other = settings.calendars.first {
      $0.variable == calendar.variable && ($0.user == nil) == (calendar.user == nil)
        && WebAddress($0.url)?.origin != origin
    }
    if let other {
      throw RemoteProblem(
        local: "its password or token is also that of the calendar \(Text.quote(other.name)) on \(other.host); rename "
          + "one of them, so that each has variables of its own")
    }
    return found
  }

  /// Asks for an .ics file.
  private func ask(_ calendar: RemoteCalendar, _ request: RemoteRequest, _ state: RemoteState) -> RemoteAnswer {
    var request = request
    do throws(RemoteProblem) {
      request.transfer.credentials = try credentials(of: calendar)
    } catch {
      return .failed(error)
    }
    let hasCredentials = request.transfer.credentials != nil
    var kept: [UInt8] = []
    let answer = ConditionalCache.get(
      request, state,
      flaw: { body in
        do throws(CalendarAnswer.Flaw) {
          kept = try CalendarAnswer.kept(of: body)
          return nil
        } catch { return "its answer \(error.reason)" }
      },
      problem: { Self.problem($0, of: calendar, hasCredentials: hasCredentials) })
    switch answer {
    case .good(_, let etag, let lastModified, _):
      let body = state.body.map { CalendarAnswer.keepingStamps(of: $0, in: kept) } ?? kept
      return .good(body: body, etag: etag, lastModified: lastModified, lifetime: CalendarAnswer.refresh(body))
    case .unchanged(let etag, let lastModified, _):
      // Only the calendar itself says how often: what a server says of caching is about its own copies.
      return .unchanged(
        etag: etag, lastModified: lastModified, lifetime: state.body.flatMap { CalendarAnswer.refresh($0) })
    case .failed: return answer
    }
  }

  /// What is wrong with an answer of another status than success, and the mend.
  package static func problem(
    _ reply: TransferReply, of calendar: RemoteCalendar, hasCredentials: Bool
  ) -> RemoteProblem {
    let wait = reply.head.retryAfter(clock: ConditionalCache.clock)
    let reason =
      switch reply.status {
      case 401 where WebAddress(reply.url)?.origin != WebAddress(calendar.url)?.origin:
        "it redirects to \(WebAddress(reply.url)?.shown ?? "another server"), which asks who you are (status 401) and "
          + "gets no password unless you name it; write the calendar's address there as source:"
      case 403:
        "it refuses access (status 403); have the calendar shared by its address, or add user: for an account that may "
          + "read it"
      case 404: "there is no calendar at this address (status 404); correct source:"
      case 304: "it says that nothing has changed (status 304) without having been asked"
      default:
        StatusWords.words(reply.status, hasCredentials: hasCredentials, variable: calendar.variable)
          ?? "its answer has the status \(reply.status), which is not one of a calendar; correct source:"
      }
    var problem = RemoteProblem(reason, ofServer: [429, 502, 503, 504].contains(reply.status))
    if reply.status == 429 { problem.wait = wait ?? 900 } else if reply.status >= 500 { problem.wait = wait }
    return problem
  }
}

/// Reads passwords and tokens from the environment, or from files that it names.
package struct CredentialReader: Sendable {
  private let environment: [String: String]

  package init(_ environment: [String: String]) { self.environment = environment }

  /// The credentials for a calendar's server; `nil` if there are none.
  package func credentials(of calendar: RemoteCalendar) throws(RemoteProblem) -> Credentials? {
    if let user = calendar.user {
      let name = "BUSYLIFE_PASSWORD_\(calendar.variable)"
      guard let password = try secret(name) else {
        throw RemoteProblem(
          local: "the password of the user is not known; set \(name), or \(name)_FILE to a file that holds it")
      }
      return .password(user: user, password: password)
    }
    let name = "BUSYLIFE_TOKEN_\(calendar.variable)"
    guard let token = try secret(name) else { return nil }
    guard !token.isEmpty, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw RemoteProblem(local: "\(name) holds no token; a token has neither blanks nor line breaks")
    }
    return .bearer(token)
  }

  private func secret(_ name: String) throws(RemoteProblem) -> String? {
    if let value = environment[name], !value.isEmpty { return value }
    guard let path = environment[name + "_FILE"], !path.isEmpty else { return nil }
    guard let bytes = try? FileReading.contents(of: path), bytes.count <= RemoteLimits.secretBytes else {
      throw RemoteProblem(
        local: "the file that \(name)_FILE names can't be read; check the path and its permissions")
    }
    // Editors end a file with a line break.
    var secret = bytes[...]
    if secret.last == .lineFeed { secret.removeLast() }
    if secret.last == .carriageReturn { secret.removeLast() }
    guard !secret.isEmpty, !secret.contains(0) else {
      throw RemoteProblem(local: "the file that \(name)_FILE names is empty or no text")
    }
    return String(decoding: secret, as: UTF8.self)
  }
}
