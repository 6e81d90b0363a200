import Bytes

/// Finds the calendars of an address, which is a calendar, a home of calendars, a principal, or a server (RFC 6764, 6).
struct CalDAVDiscovery {
  let client: DAVClient
  /// The services of the domain of an address, best first; asked only if the address has no path and is no calendar
  /// server itself.
  let services: (DAVAddress) -> [ServiceRecord]

  struct Found: Equatable {
    /// Where the calendars were listed; empty if the address is itself a calendar.
    var homes: [DAVAddress] = []
    /// In the server's order.
    var collections: [CalDAVCollection] = []
  }

  /// The greatest number of calendars of a source, and of homes of a user.
  static let collectionLimit = 200
  static let homeLimit = 8
  /// The greatest number of servers of a domain that are tried.
  private static let serviceLimit = 3

  func find() throws(DAVFailure) -> Found {
    let start = client.source.asFolder
    let isServer = start.path == "/"
    let first: DAVFailure
    do throws(DAVFailure) {
      let (answer, address) = try client.properties(CalDAVBodies.resource, of: start, depth: 0)
      if let found = try calendars(answer, at: address, isServer: isServer) { return found }
      first = nothing(answer)
    } catch {
      // A failure that affects everything, such as a wrong password, is no reason to look elsewhere.
      if !isServer || error.isOfServer || error.isLate || error.status == 401 { throw error }
      first = error
    }
    if !isServer { throw first }
    if let found = try wellKnown(start) { return found }
    var elsewhere: DAVFailure?
    for service in services(start).prefix(Self.serviceLimit) {
      guard let address = address(of: service) else { continue }
      guard client.isTrusted(address) else {
        elsewhere =
          elsewhere
          ?? DAVFailure(
            "its calendars are on another server; write \(client.written(address)) as source:")
        continue
      }
      do throws(DAVFailure) {
        if let found = try calendars(of: address) { return found }
      } catch { if error.status == 401 || error.isLate { throw error } }
    }
    throw elsewhere ?? first
  }

  /// Asks `/.well-known/caldav`, which redirects to where the server keeps calendars (RFC 6764, 5).
  /// - Returns: `nil` if the server has no such address.
  private func wellKnown(_ start: DAVAddress) throws(DAVFailure) -> Found? {
    let address = start.at("/.well-known/caldav")
    do throws(DAVFailure) { return try calendars(of: address) } catch {
      if error.status == 401 || error.isOfServer || error.isLate { throw error }
      // Some servers redirect only requests that browsers make.
      guard error.status == 405 || error.status == 400 || error.status == 501,
        let next = try client.redirect(of: address), next.place.isSecure || !address.place.isSecure
      else { return nil }
      return try calendars(of: next)
    }
  }

  private func address(of service: ServiceRecord) -> DAVAddress? {
    let scheme = client.source.scheme
    let path = service.path.map { $0.hasPrefix("/") ? $0 : "/" + $0 } ?? "/.well-known/caldav"
    return DAVAddress("\(scheme)://\(service.host):\(service.port)\(path)")
  }

  // MARK: Answers

  /// What there is at an address of a server.
  private func calendars(of address: DAVAddress) throws(DAVFailure) -> Found? {
    let (answer, end) = try client.properties(CalDAVBodies.resource, of: address, depth: 0)
    return try calendars(answer, at: end, isServer: true)
  }

  /// The calendars that an address leads to; `nil` if there is no way from it.
  private func calendars(
    _ answer: Multistatus, at address: DAVAddress, isServer: Bool
  ) throws(DAVFailure) -> Found? {
    let response = Self.response(answer, of: address)
    let properties = response?.properties ?? DAVProperties()
    // The address may be one calendar, though the server can't say so now: a further search would find all others, too.
    if !isServer, !properties.hasType, let status = response?.status ?? response?.failedStatus, status >= 500 {
      throw DAVFailure("it does not say what is at the address (status \(status)); try again later")
    }
    if properties.isCalendar { return Found(collections: [CalDAVCollection(address, properties)]) }
    if !properties.homes.isEmpty { return try list(properties.homes, from: address) }
    // A server has nothing but principals below it, and listing them may take long.
    if !isServer {
      let (collections, _) = try list(address)
      if !collections.isEmpty { return Found(homes: [address], collections: collections) }
    }
    guard let href = properties.principal, let principal = client.resolve(href, from: address) else { return nil }
    let (answer, end) = try client.properties(CalDAVBodies.resource, of: principal, depth: 0)
    let homes = Self.properties(answer, of: end).homes
    return homes.isEmpty ? nil : try list(homes, from: end)
  }

  /// Why there is nothing at an address that answered.
  private func nothing(_ answer: Multistatus) -> DAVFailure {
    let isUnknown = answer.responses.contains { $0.properties.isUnauthenticated }
    if !client.hasCredentials, isUnknown || answer.responses.allSatisfy({ $0.properties.principal == nil }) {
      return DAVFailure(StatusWords.stranger(client.variable), status: 401)
    }
    return DAVFailure("there is no calendar at the address; write that of a calendar, or of the user's calendars")
  }

  /// The properties of the address itself. The answer may spell it in another way than the request.
  static func properties(_ answer: Multistatus, of address: DAVAddress) -> DAVProperties {
    response(answer, of: address)?.properties ?? DAVProperties()
  }

  private static func response(_ answer: Multistatus, of address: DAVAddress) -> Multistatus.Response? {
    func isOwn(_ response: Multistatus.Response) -> Bool {
      response.hrefs.contains { address.resolving($0)?.key == address.key }
    }
    return answer.responses.first(where: isOwn) ?? (answer.responses.count == 1 ? answer.responses.first : nil)
  }

  /// The state of a calendar that the list of its home omits or says nothing about.
  enum Fate {
    case there(CalDAVCollection)
    case gone
    /// The server can't say, and why.
    case unknown(String)
  }

  /// Asks for a calendar that is no longer listed: it is gone only if the server says so.
  func fate(of calendar: CalDAVCollection) throws(DAVFailure) -> Fate {
    do throws(DAVFailure) {
      let (answer, end) = try client.properties(CalDAVBodies.resource, of: calendar.address, depth: 0)
      let response = Self.response(answer, of: end)
      if let status = response?.status, [404, 410].contains(status) { return .gone }
      guard let properties = response?.properties, properties.hasType else {
        let status = response?.status ?? response?.failedStatus
        return .unknown("it does not say what the calendar is" + (status.map { " (status \($0))" } ?? ""))
      }
      return properties.isCalendarOfEvents ? .there(CalDAVCollection(calendar.address, properties)) : .gone
    } catch {
      guard let status = error.status, status != 401, status != 429 else { throw error }
      return [404, 410].contains(status) ? .gone : .unknown(error.reason)
    }
  }

  private func list(_ hrefs: [String], from address: DAVAddress) throws(DAVFailure) -> Found {
    var found = Found()
    for href in hrefs {
      guard let home = client.resolve(href, from: address)?.asFolder, !found.homes.contains(home),
        found.homes.count < Self.homeLimit
      else { continue }
      found.homes.append(home)
    }
    try fill(&found)
    return found
  }

  /// Lists the calendars of known homes.
  func list(_ homes: [DAVAddress]) throws(DAVFailure) -> Found {
    var found = Found(homes: homes)
    try fill(&found)
    return found
  }

  private func fill(_ found: inout Found) throws(DAVFailure) {
    var keys: Set<String> = []
    for (index, home) in found.homes.enumerated() {
      let (collections, end) = try list(home)
      found.homes[index] = end
      for collection in collections where keys.insert(collection.address.place.origin + collection.address.key).inserted
      {
        found.collections.append(collection)
      }
    }
    if found.collections.count > Self.collectionLimit {
      throw DAVFailure("it has more than \(Self.collectionLimit) calendars; name some with collections:")
    }
    found.collections.sort(by: CalDAVCollection.isBefore)
  }

  /// The calendars in a home, and its address after redirects.
  private func list(_ home: DAVAddress) throws(DAVFailure) -> ([CalDAVCollection], DAVAddress) {
    let (answer, end) = try client.properties(CalDAVBodies.resource, of: home, depth: 1)
    var collections: [CalDAVCollection] = []
    for response in answer.responses {
      if response.status == 507 {
        throw DAVFailure(
          "it lists only some of its calendars (status 507); write the address of one as source:", status: 507)
      }
      guard response.properties.isCalendarOfEvents, let href = response.hrefs.first,
        let address = client.resolve(href, from: end)?.asFolder
      else { continue }
      collections.append(CalDAVCollection(address, response.properties))
    }
    return (collections, end)
  }
}
