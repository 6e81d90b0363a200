import Bytes

/// Calendars of a CalDAV server (RFC 4791), fetched and kept up to date; only read.
struct CalDAVSource {
  let address: DAVAddress
  /// The names of the calendars to read; empty for all.
  let selected: [String]

  /// What distinguishes the cached state from that of others with the same address.
  let account: String

  /// - Returns: `nil` for an address that is none.
  init?(_ calendar: RemoteCalendar) {
    guard let address = DAVAddress(calendar.url) else { return nil }
    self.address = address
    selected = calendar.collections
    account = (["caldav", calendar.user ?? ""] + selected).joined(separator: "\t")
  }

  // MARK: Asking

  /// Brings the state up to date.
  /// - Parameters:
  ///   - state: the state in the cache.
  ///   - request: with the limits of all requests together, and what goes with each of them.
  ///   - spare: what was fetched before, and where to keep what is.
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
      problem.isLocal = error.isLate
      return .failed(problem)
    }
  }

  private func client(_ request: RemoteRequest, _ milliseconds: Int, _ variable: String) -> DAVClient {
    let end = ContinuousClock.now + .milliseconds(request.transfer.limits.totalMilliseconds)
    let connections = Transfer()
    return DAVClient(source: address, hasCredentials: request.transfer.credentials != nil, variable: variable) {
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
        if case .tooLarge = error { failure.isTooLarge = true } else { failure.isOfServer = true }
        throw failure
      }
    }
  }

  /// - Throws: if nothing could be read, or what failed concerns everything. What was fetched is then in `spare`.
  func synchronised(
    _ old: CalDAVState?, _ client: DAVClient, _ spare: SpareObjects
  ) throws(DAVFailure) -> CalDAVState {
    let found = try find(old, client)
    var state = CalDAVState()
    state.homes = found.homes
    state.offered = found.collections.map(\.name)
    let wanted = found.homes.isEmpty ? found.collections : found.collections.filter { isSelected($0) }
    if found.collections.isEmpty {
      throw DAVFailure("it lists no calendars of events; make one there, or correct source:")
    }
    for collection in wanted {
      let before = old?.calendars.first {
        $0.collection.address.key == collection.address.key && $0.collection.address.place == collection.address.place
      }
      var sync = CalDAVSync(collection, client, old: before, spare: spare.objects) { spare.add($0) }
      do throws(DAVFailure) {
        var calendar = try sync.run()
        calendar.fetched = ConditionalCache.clock
        state.calendars.append(calendar)
      } catch {
        // What is wrong with one calendar of several is no reason to keep the others from being read.
        if error.isOfServer || error.isLate || error.status == 401 || error.status == 429 || wanted.count == 1 {
          throw error
        }
        var kept = before ?? CalDAVState.Calendar(collection: collection)
        kept.failure = error.reason
        state.calendars.append(kept)
      }
    }
    if !state.calendars.isEmpty, state.calendars.allSatisfy({ $0.failure != nil }) {
      throw DAVFailure(state.calendars[0].failure ?? "")
    }
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
    return state
  }

  /// The calendars that are there: in the homes where they were before, or wherever the address leads now.
  private func find(_ old: CalDAVState?, _ client: DAVClient) throws(DAVFailure) -> CalDAVDiscovery.Found {
    let discovery = CalDAVDiscovery(client: client) { ServiceRecord.calendarServers(of: $0) }
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

  private func isSelected(_ collection: CalDAVCollection) -> Bool {
    selected.isEmpty || selected.contains { collection.isNamed($0) }
  }
}

extension CalDAVCollection {
  /// What people call it.
  var name: String { displayName ?? pathName }

  /// Whether a name in site.yml means it.
  func isNamed(_ name: String) -> Bool {
    let name = name.lowercased()
    return displayName?.lowercased() == name || pathName.lowercased() == name
  }
}
