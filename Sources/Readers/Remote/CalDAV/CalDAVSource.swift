import Bytes
import Events

/// Calendars of a CalDAV server (RFC 4791), fetched and kept up to date; only read.
struct CalDAVSource {
  let address: DAVAddress
  /// The names of the calendars to read; empty for all.
  let selected: [String]

  /// Distinguishes the cached state from others of the same address.
  let account: String
  private let user: String?

  /// - Returns: `nil` for an address that is none.
  init?(_ calendar: RemoteCalendar) {
    guard let address = DAVAddress(calendar.url) else { return nil }
    self.address = address
    selected = calendar.collections
    user = calendar.user
    account = (["caldav", calendar.user ?? ""] + selected).joined(separator: "\t")
  }

  // MARK: Asking

  /// Brings the state up to date.
  /// - Parameters:
  ///   - state: the state in the cache.
  ///   - request: with the limits of all requests together, and what goes with each of them.
  ///   - spare: the objects that were fetched before; those that are fetched now are added.
  ///   - requestMilliseconds: the greatest time of one request.
  ///   - variable: the last word of the names of variables with the password and the token, for messages.
  func answer(
    _ state: RemoteState, _ request: RemoteRequest, spare: SpareObjects, requestMilliseconds: Int, variable: String
  ) -> RemoteAnswer {
    let old = state.body.flatMap { CalDAVState($0) }
    let client = client(request, requestMilliseconds, variable)
    do throws(DAVFailure) {
      let next = try synchronised(old, client, spare)
      return .good(body: next.packed)
    } catch {
      spare.save()
      var problem = RemoteProblem(error.reason, ofServer: error.isOfServer, wait: error.retryAfter)
      // The next build need not wait.
      problem.isLocal = error.isLate || error.isLocal
      return .failed(problem)
    }
  }

  private func client(_ request: RemoteRequest, _ milliseconds: Int, _ variable: String) -> DAVClient {
    let end = ContinuousClock.now + .milliseconds(request.transfer.limits.totalMilliseconds)
    let connections = Transfer()
    return DAVClient(source: address, hasCredentials: request.transfer.credentials != nil, variable: variable, end: end)
    {
      (asked: DAVRequest) throws(DAVFailure) in
      let left = Int((end - .now) / .milliseconds(1))
      guard left > 0 else {
        var late = DAVFailure("the time for requests is over; the next build continues")
        late.isLate = true
        throw late
      }
      var transfer = request.transfer
      transfer.method = asked.method
      transfer.url = "\(asked.address)"
      transfer.headers += asked.headers
      transfer.body = asked.body
      if !asked.isTrusted { transfer.credentials = nil }
      transfer.limits.totalMilliseconds = min(left, milliseconds)
      transfer.limits.bodyBytes = CalDAVState.Limits.bytes
      transfer.limits.redirects = 0
      do throws(TransferFailure) {
        let reply = try connections.send(transfer)
        return DAVReply(
          status: reply.status, body: reply.body, location: reply.head["location"],
          retryAfter: reply.head.retryAfter(clock: ConditionalCache.clock))
      } catch {
        var failure = DAVFailure(error.words(transfer.limits))
        switch error {
        case .tooLarge: failure.isTooLarge = true
        // What this machine lacks or the site does not allow concerns every request to the server.
        case .noLibrary, .refused: (failure.isOfServer, failure.isLocal) = (true, true)
        case .unreachable: failure.isOfServer = true
        }
        throw failure
      }
    }
  }

  /// - Throws: if nothing could be read, or if a failure affects all calendars. What was fetched is then in `spare`.
  func synchronised(
    _ old: CalDAVState?, _ client: DAVClient, _ spare: SpareObjects
  ) throws(DAVFailure) -> CalDAVState {
    var found = try find(old, client)
    let kept = try askForUnlisted(&found, old, client)
    var state = CalDAVState()
    state.homes = found.homes
    state.offered = (found.collections + kept.map(\.collection)).map(\.name)
    let wanted = found.homes.isEmpty ? found.collections : found.collections.filter { isSelected($0) }
    if found.collections.isEmpty, kept.isEmpty {
      throw DAVFailure("it lists no calendars of events; make one there, or correct source:")
    }
    for collection in wanted {
      let before = old?.calendars.first { $0.collection.isSame(collection) }
      var sync = CalDAVSync(collection, client, old: before, spare: spare.objects) { spare.add($0) }
      do throws(DAVFailure) {
        var calendar = try sync.run()
        calendar.fetched = ConditionalCache.clock
        state.calendars.append(calendar)
      } catch {
        // A failure of one calendar of several does not keep the others from being read.
        if error.isOfServer || error.isLate || error.status == 401 || error.status == 429 || wanted.count == 1 {
          throw error
        }
        var kept = before ?? CalDAVState.Calendar(collection: collection)
        kept.failure = error.reason
        state.calendars.append(kept)
      }
    }
    if !kept.isEmpty {
      state.calendars += kept
      state.calendars.sort { CalDAVCollection.isBefore($0.collection, $1.collection) }
    }
    setSlugs(&state, of: found.collections + kept.map(\.collection), old)
    if !state.calendars.isEmpty, state.calendars.allSatisfy({ $0.failure != nil }) {
      throw DAVFailure(state.calendars[0].failure ?? "")
    }
    try Self.checkSize(of: state)
    return state
  }

  /// Asks by address for earlier calendars that are no longer listed, and adds those that are there.
  /// - Returns: those that are not said to be gone either, which stay as they were.
  private func askForUnlisted(
    _ found: inout CalDAVDiscovery.Found, _ old: CalDAVState?, _ client: DAVClient
  ) throws(DAVFailure) -> [CalDAVState.Calendar] {
    if found.homes.isEmpty { return [] }
    var kept: [CalDAVState.Calendar] = []
    let discovery = CalDAVDiscovery(client: client) { _ in [] }
    for before in old?.calendars ?? [] where !found.collections.contains(where: { before.collection.isSame($0) }) {
      switch try discovery.fate(of: before.collection) {
      case .gone: break
      case .there(let collection):
        found.collections.append(collection)
        found.collections.sort(by: CalDAVCollection.isBefore)
      case .unknown(let reason):
        kept.append(before)
        kept[kept.count - 1].failure = reason
      }
    }
    return kept
  }

  private static func checkSize(of state: CalDAVState) throws(DAVFailure) {
    let objects = state.calendars.reduce(0) { $0 + $1.objects.count }
    let bytes = state.calendars.reduce(0) { $0 + $1.objects.reduce(0) { $0 + $1.data.count } }
    if objects > CalDAVState.Limits.objects {
      throw DAVFailure(
        "its calendars have more than \(CalDAVState.Limits.objects) objects; pick some with collections:")
    }
    if bytes > CalDAVState.Limits.bytes {
      throw DAVFailure(
        "its calendars have more than \(CalDAVState.Limits.bytes >> 20) MiB; pick some with collections:")
    }
  }

  /// The calendars that are there: in the homes where they were before, or wherever the address leads now.
  private func find(_ old: CalDAVState?, _ client: DAVClient) throws(DAVFailure) -> CalDAVDiscovery.Found {
    let discovery = CalDAVDiscovery(client: client) { [end = client.end] in
      ServiceRecord.calendarServers(of: $0, until: end)
    }
    if let homes = old?.homes, !homes.isEmpty {
      do throws(DAVFailure) {
        let found = try discovery.list(homes)
        if !found.collections.isEmpty { return found }
      } catch {
        if error.isOfServer || error.isLate || error.status == 401 || error.status == 429 { throw error }
      }
    }
    return try discovery.find()
  }

  /// Names the calendars by their titles. If several have the same title, new ones get a hash of their paths; one that
  /// has a name keeps it, since feeds and audiences refer to it.
  private func setSlugs(_ state: inout CalDAVState, of all: [CalDAVCollection], _ old: CalDAVState?) {
    func plain(_ collection: CalDAVCollection) -> String {
      collection.title(user: user).map { Slug.make($0) } ?? ""
    }
    let counts = Dictionary(all.map { (plain($0), 1) }, uniquingKeysWith: +)
    for index in state.calendars.indices {
      let collection = state.calendars[index].collection
      let slug = plain(collection)
      let hashed = Slug.withHash(slug, of: collection.address.key)
      let before = old?.calendars.first { $0.collection.isSame(collection) }?.slug
      let isKept = before == slug || before == hashed
      state.calendars[index].slug =
        slug.isEmpty ? hashed : isKept ? before ?? slug : counts[slug, default: 0] > 1 ? hashed : slug
    }
  }

  private func isSelected(_ collection: CalDAVCollection) -> Bool {
    selected.isEmpty || selected.contains { collection.isNamed($0) }
  }
}

extension CalDAVCollection {
  /// The order in which calendars are shown.
  static func isBefore(_ one: CalDAVCollection, _ other: CalDAVCollection) -> Bool {
    (one.order ?? .max, one.address.key) < (other.order ?? .max, other.address.key)
  }

  /// Whether both are the same calendar, at whatever time.
  func isSame(_ other: CalDAVCollection) -> Bool {
    address.key == other.address.key && address.place == other.address.place
  }

  /// Its name, unless it is a mail address or the account's name: nobody asked for that to be published.
  /// - Parameter user: the account that it is read with.
  func title(user: String?) -> String? {
    guard let displayName, !ReadEvents.isMailAddress(Array(displayName.utf8).trimmed),
      displayName.lowercased() != user?.lowercased()
    else { return nil }
    return displayName
  }

  /// What people call it.
  var name: String { displayName ?? pathName }

  /// Whether a name in site.yml means it.
  func isNamed(_ name: String) -> Bool {
    let name = name.lowercased()
    return displayName?.lowercased() == name || pathName.lowercased() == name
  }
}
