import Bytes

/// Brings the objects of one calendar up to date. Only those that changed are transferred.
///
/// An object is gone if the server says 404 about it, or a whole list of the calendar is without it; whatever else goes
/// wrong with an object, its last good version stays.
struct CalDAVSync {
  let client: DAVClient
  /// As the server describes it now.
  let collection: CalDAVCollection
  /// Known versions of objects by the keys of their paths: those of the last good state, and those fetched by a
  /// synchronisation that did not come to its end.
  private var known: [String: [CalDAVState.Object]] = [:]
  private let old: CalDAVState.Calendar?
  private let oldByKey: [String: CalDAVState.Object]
  /// Called whenever some objects were fetched.
  private let isFetched: ([CalDAVState.Object]) -> Void

  private var objects: [String: CalDAVState.Object] = [:]
  private var byteCount = 0
  /// How much was fetched, even if it was not used.
  private var fetchedCount = 0
  private var fetchedBytes = 0
  /// How many objects could not be read, and the reason for the last one.
  private var missed: (count: Int, reason: String)?
  /// The number of objects that one request asks for; reduced if an answer is too large.
  private var batch = 64
  private var hasMultiget = true

  /// The number of changes that one request asks for, if the server does not send all at once.
  private static let page = 200
  /// The greatest number of answers of such a server.
  private static let pageLimit = 2_000

  /// - Parameters:
  ///   - old: the last good state; `nil` for a new calendar.
  ///   - spare: objects that were fetched by a synchronisation which did not come to its end.
  init(
    _ collection: CalDAVCollection, _ client: DAVClient, old: CalDAVState.Calendar?, spare: [CalDAVState.Object],
    isFetched: @escaping ([CalDAVState.Object]) -> Void
  ) {
    (self.collection, self.client, self.old, self.isFetched) = (collection, client, old, isFetched)
    oldByKey = old?.byKey ?? [:]
    for object in spare + (old?.objects ?? []) {
      known[DAVAddress.key(ofPath: object.href), default: []].append(object)
    }
  }

  /// - Throws: if the calendar could not be read completely; then the last good state stays.
  mutating func run() throws(DAVFailure) -> CalDAVState.Calendar {
    if let old, isUnchanged(old) {
      return CalDAVState.Calendar(
        collection: collection, token: old.token, ctag: old.ctag, flaw: old.flaw, objects: old.objects)
    }
    var token: String?
    var isDone = false
    if collection.canTellChanges {
      if let old, let since = old.token {
        begin(with: oldByKey)
        (isDone, token) = try changes(since: since)
      }
      if !isDone {
        begin(with: [:])
        (isDone, token) = try changes(since: nil)
      }
    }
    if !isDone {
      try list()
      token = collection.syncToken
    }
    var calendar = CalDAVState.Calendar(collection: collection, token: token, ctag: collection.ctag)
    // Objects that were missed are requested again if the state is not stored as known.
    if missed != nil { (calendar.token, calendar.ctag) = (isDone ? old?.token : nil, nil) }
    calendar.objects = objects.sorted { $0.key < $1.key }.map(\.value)
    calendar.flaw = flaw(calendar.objects)
    return calendar
  }

  /// What is wrong with some objects, in words.
  private func flaw(_ objects: [CalDAVState.Object]) -> String? {
    func count(_ count: Int) -> String { count == 1 ? "1 of its objects" : "\(count) of its objects" }
    var flaws: [String] = []
    if let missed { flaws.append("\(count(missed.count)) can't be read (\(missed.reason))") }
    let kept = objects.reduce(0) { $0 + ($1.isKept ? 1 : 0) }
    if kept > 0 { flaws.append("\(count(kept)) changed into something that is no calendar") }
    return flaws.isEmpty ? nil : flaws.joined(separator: ", and ") + "; what was there before is shown"
  }

  private func isUnchanged(_ old: CalDAVState.Calendar) -> Bool {
    if let token = collection.syncToken, let known = old.token { return token == known }
    return collection.ctag != nil && collection.ctag == old.ctag
  }

  private mutating func begin(with objects: [String: CalDAVState.Object]) {
    self.objects = objects
    byteCount = objects.values.reduce(0) { $0 + $1.data.count }
    missed = nil
  }

  // MARK: What changed (RFC 6578)

  /// Asks what changed since a state, or for everything.
  /// - Returns: whether the server can tell, and the new state.
  private mutating func changes(since: String?) throws(DAVFailure) -> (Bool, String?) {
    var token = since
    var most: Int?
    var pages = 0
    while true {
      let answer: Multistatus
      do throws(DAVFailure) {
        answer = try client.report(CalDAVBodies.changes(since: token, most: most), of: collection.address, depth: 0)
      } catch {
        // A list that is too long for the server, or for this program, may come in pieces.
        let isTooLong =
          error.status == 507 || error.isTooLarge || error.conditions.contains("number-of-matches-within-limits")
        if isTooLong, most == nil {
          most = Self.page
          continue
        }
        // The server does not know the state, or this request: servers use several statuses for that. The excluded
        // statuses would affect another request too.
        guard let status = error.status, ![401, 404, 408, 423, 429].contains(status),
          status < 500 || [501, 507].contains(status)
        else { throw error }
        return (false, nil)
      }
      guard let next = answer.syncToken else { return (false, nil) }
      let isPart = try take(answer)
      if !isPart { return (true, next) }
      pages += 1
      guard next != token, pages < Self.pageLimit else {
        throw DAVFailure("its list of changes never ends; tell its operator")
      }
      token = next
    }
  }

  /// Takes the changes of an answer.
  /// - Returns: whether there are more.
  private mutating func take(_ answer: Multistatus) throws(DAVFailure) -> Bool {
    var isPart = false
    var changed: [Wanted] = []
    for response in answer.responses {
      for href in response.hrefs {
        guard let key = key(of: href) else { continue }
        if response.status == 507 {
          // This is about the collection itself, however its address is spelt.
          isPart = true
        } else if key == collection.address.key {
          continue
        } else if response.status == 404 {
          drop(key)
        } else if response.status.map({ (200..<300).contains($0) }) ?? true {
          if let wanted = wanted(key, href, response.properties) { changed.append(wanted) }
        } else {
          // The object exists, and can't be read.
          keep(key)
          miss("status \(response.status ?? 0)")
        }
      }
    }
    try fetch(changed)
    return isPart
  }

  // MARK: What is there

  /// Lists all objects, and fetches those whose ETag is another.
  private mutating func list() throws(DAVFailure) {
    begin(with: [:])
    let (answer, _) = try client.properties(CalDAVBodies.objects, of: collection.address, depth: 1)
    var listed: [Wanted] = []
    for response in answer.responses {
      for href in response.hrefs {
        guard let key = key(of: href) else { continue }
        if response.status == 507 || response.conditions.contains("number-of-matches-within-limits") {
          throw DAVFailure("it lists only some of its objects (status 507); divide the calendar there", status: 507)
        }
        if key == collection.address.key || response.status == 404 { continue }
        if let status = response.status, !(200..<300).contains(status) {
          // The object exists, and can't be read.
          keep(key)
          miss("status \(status)")
        } else if let wanted = wanted(key, href, response.properties) {
          listed.append(wanted)
        }
      }
    }
    if answer.responses.isEmpty { throw DAVFailure("its answer says nothing about the calendar; correct source:") }
    try fetch(listed)
  }

  // MARK: Objects

  /// An object to be had in its current version.
  private struct Wanted {
    var key: String
    var href: String
    var etag: String?
  }

  /// The key of the path of a reference.
  private func key(of href: String) -> String? { collection.address.resolving(href)?.key }

  /// An object that an answer names; `nil` for what is none, such as a folder.
  private func wanted(_ key: String, _ href: String, _ properties: DAVProperties) -> Wanted? {
    if properties.isCollection || properties.isCalendar { return nil }
    if let type = properties.contentType, !type.hasPrefix("text/calendar"), !type.hasPrefix("application/octet-stream"),
      !key.lowercased().hasSuffix(".ics")
    {
      return nil
    }
    // Only the path of an absolute address counts: nothing is requested from another server.
    guard let path = collection.address.resolving(href)?.path else { return nil }
    return Wanted(key: key, href: path, etag: properties.etag)
  }

  private mutating func drop(_ key: String) {
    if let gone = objects.removeValue(forKey: key) { byteCount -= gone.data.count }
  }

  private mutating func put(_ object: CalDAVState.Object, _ key: String) throws(DAVFailure) {
    drop(key)
    objects[key] = object
    byteCount += object.data.count
    if objects.count > CalDAVState.Limits.objects {
      throw DAVFailure("it has more than \(CalDAVState.Limits.objects) objects; divide it there")
    }
    if byteCount > CalDAVState.Limits.bytes {
      throw DAVFailure("its objects have more than \(CalDAVState.Limits.bytes >> 20) MiB; divide it there")
    }
  }

  /// Keeps the last good version of an object that can't be read now.
  private mutating func keep(_ key: String) {
    guard objects[key] == nil, let object = oldByKey[key] else { return }
    objects[key] = object
    byteCount += object.data.count
  }

  private mutating func miss(_ reason: String) { missed = ((missed?.count ?? 0) + 1, reason) }

  private mutating func fetch(_ all: [Wanted]) throws(DAVFailure) {
    var rest: [Wanted] = []
    for wanted in all {
      if let etag = wanted.etag, let object = known[wanted.key]?.first(where: { $0.etag == etag }) {
        try put(object, wanted.key)
      } else {
        rest.append(wanted)
      }
    }
    if objects.count + rest.count > CalDAVState.Limits.objects {
      throw DAVFailure("it has more than \(CalDAVState.Limits.objects) objects; divide it there")
    }
    var place = 0
    while place < rest.count {
      let end = min(place + batch, rest.count)
      let part = Array(rest[place..<end])
      if hasMultiget, part.count > 1 || batch > 1 {
        do throws(DAVFailure) { try fetchTogether(part) } catch {
          if error.isTooLarge, batch > 1 {
            batch /= 4
            continue
          }
          guard let status = error.status, [400, 403, 404, 405, 415, 422, 501].contains(status) else { throw error }
          // The server lacks this request; fetching one by one is slow, and works everywhere.
          hasMultiget = false
          continue
        }
      } else {
        for wanted in part { try fetchAlone(wanted) }
      }
      place = end
    }
  }

  /// Fetches objects with one request (RFC 4791, 7.9).
  private mutating func fetchTogether(_ part: [Wanted]) throws(DAVFailure) {
    let answer = try client.report(CalDAVBodies.objects(part.map(\.href)), of: collection.address, depth: 1)
    var left = Dictionary(part.map { ($0.key, $0) }) { $1 }
    var fetched: [CalDAVState.Object] = []
    for response in answer.responses {
      for href in response.hrefs {
        guard let key = key(of: href), let wanted = left.removeValue(forKey: key) else { continue }
        if response.status == 404 {
          drop(key)
        } else if let data = response.properties.calendarData {
          fetched.append(try take(data, etag: response.properties.etag ?? wanted.etag, of: wanted))
        } else if response.status == nil, response.failedStatus == nil || response.failedStatus == 404 {
          // The object is there and its data are not in the answer.
          left[key] = wanted
        } else {
          keep(key)
          miss("status \(response.status ?? response.failedStatus ?? 0)")
        }
      }
    }
    if !fetched.isEmpty { isFetched(fetched) }
    // Some servers omit objects that they don't find, others those that they can't print.
    for wanted in part where left[wanted.key] != nil { try fetchAlone(wanted) }
  }

  private mutating func fetchAlone(_ wanted: Wanted) throws(DAVFailure) {
    do throws(DAVFailure) {
      let data = try client.object(at: collection.address.at(wanted.href))
      isFetched([try take(data, etag: wanted.etag, of: wanted)])
    } catch {
      switch error.status {
      case 404: drop(wanted.key)
      case .some(let status) where status != 401 && status != 429 && !error.isOfServer:
        keep(wanted.key)
        miss("status \(status)")
      default: throw error
      }
    }
  }

  /// Takes the data of an object, unless they are no calendar and there is a version that is one.
  private mutating func take(
    _ data: [UInt8], etag: String?, of wanted: Wanted
  ) throws(DAVFailure) -> CalDAVState.Object {
    // A server that always has another version would go on for ever.
    fetchedCount += 1
    fetchedBytes += data.count
    if fetchedCount > 2 * CalDAVState.Limits.objects || fetchedBytes > 2 * CalDAVState.Limits.bytes {
      throw DAVFailure("it changes its objects faster than they can be read; try again later")
    }
    var object = CalDAVState.Object(href: wanted.href, etag: etag, data: data)
    if !CalDAVState.Object.isCalendar(data), let good = oldByKey[wanted.key] {
      object.data = good.data
      object.isKept = true
    }
    try put(object, wanted.key)
    return object
  }
}
