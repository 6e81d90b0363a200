import Bytes
import Testing

@testable import Readers

/// Synchronising with servers that answer in ways which those of the Python tests don't.
struct CalDAVSyncTests {
  /// What was asked, by method and the root element of the body.
  private final class Asked {
    var all: [String] = []
    var bodies: [String] = []
  }

  private static func answer(_ content: String) -> DAVReply {
    let text = "<d:multistatus xmlns:d='DAV:' xmlns:c='urn:ietf:params:xml:ns:caldav'>\(content)</d:multistatus>"
    return DAVReply(status: 207, body: Array(text.utf8))
  }

  /// What is listed of one object.
  private static func listed(_ number: Int, prefix: String = "/cal/") -> String {
    "<d:response><d:href>\(prefix)\(number).ics</d:href><d:propstat>"
      + "<d:prop><d:getetag>\"\(number)\"</d:getetag></d:prop><d:status>HTTP/1.1 200 OK</d:status>"
      + "</d:propstat></d:response>"
  }

  private static func data(_ path: String) -> String { "BEGIN:VCALENDAR\nUID:\(path)\nEND:VCALENDAR" }

  /// All objects that a request names.
  private static func objects(_ body: String) -> String {
    body.split(separator: "<D:href>").dropFirst().map { rest in
      let path = String(rest.prefix { $0 != "<" })
      return "<d:response><d:href>\(path)</d:href><d:propstat><d:prop><c:calendar-data>\(data(path))</c:calendar-data>"
        + "</d:prop></d:propstat></d:response>"
    }.joined()
  }

  private static func run(
    canTellChanges: Bool = true, old: CalDAVState.Calendar? = nil, _ asked: Asked = Asked(),
    _ reply: @escaping (_ kind: String, _ body: String) throws(DAVFailure) -> DAVReply
  ) throws(DAVFailure) -> CalDAVState.Calendar {
    guard let address = DAVAddress("https://example.org/cal/") else { throw DAVFailure("no address") }
    let client = DAVClient(source: address, hasCredentials: false) { (request: DAVRequest) throws(DAVFailure) in
      let body = String(utf8: request.body ?? [])
      let root = body.split(separator: "<").dropFirst().first.map { $0.prefix { $0 != " " } } ?? ""
      let kind = root.split(separator: ":").last.map(String.init) ?? request.method
      asked.all.append(kind)
      asked.bodies.append(body)
      return try reply(kind, body)
    }
    var collection = CalDAVCollection(address: address)
    collection.syncToken = canTellChanges ? "now" : nil
    collection.canTellChanges = canTellChanges
    var sync = CalDAVSync(collection, client, old: old, spare: []) { _ in }
    return try sync.run()
  }

  private static func failure(
    canTellChanges: Bool = true, _ reply: @escaping (_ kind: String, _ body: String) throws(DAVFailure) -> DAVReply
  ) -> String? {
    do throws(DAVFailure) {
      _ = try run(canTellChanges: canTellChanges, Asked(), reply)
      return nil
    } catch { return error.reason }
  }

  @Test func piecesThatDoNotEndAreAFailure() {
    let reason = Self.failure { _, _ in
      Self.answer(
        "<d:response><d:href>/cal/</d:href><d:status>HTTP/1.1 507 No</d:status></d:response>"
          + "<d:sync-token>same</d:sync-token>")
    }
    #expect(reason?.hasPrefix("its list of changes never ends") == true)
  }

  @Test func aListThatIsTooLongIsAskedForInPieces() throws {
    let asked = Asked()
    let found = try Self.run(asked) { kind, body in
      if kind == "calendar-multiget" { return Self.answer(Self.objects(body)) }
      if !body.contains("<D:nresults>") { return DAVReply(status: 507, body: []) }
      if body.contains("<D:sync-token></D:sync-token>") {
        return Self.answer(
          Self.listed(1) + "<d:response><d:href>https://example.org/cal</d:href><d:status>HTTP/1.1 507 No</d:status>"
            + "</d:response><d:sync-token>a</d:sync-token>")
      }
      return Self.answer(Self.listed(2) + "<d:sync-token>b</d:sync-token>")
    }
    #expect(found.objects.map(\.href) == ["/cal/1.ics", "/cal/2.ics"])
    #expect(found.token == "b")
  }

  @Test func answersThatAreTooLargeAreAskedForInParts() throws {
    let asked = Asked()
    let found = try Self.run(asked) { (kind, body) throws(DAVFailure) in
      if kind == "sync-collection" {
        return Self.answer((0..<70).map { Self.listed($0) }.joined() + "<d:sync-token>t</d:sync-token>")
      }
      if body.split(separator: "<D:href>").count > 20 {
        var failure = DAVFailure("too large")
        failure.isTooLarge = true
        throw failure
      }
      return Self.answer(Self.objects(body))
    }
    #expect(found.objects.count == 70)
    #expect(asked.all.count == 1 + 1 + 5)
  }

  @Test func aListOfAPartTakesNothingAway() {
    let reason = Self.failure(canTellChanges: false) { _, _ in
      Self.answer(
        Self.listed(1) + "<d:response><d:href>/cal/</d:href><d:status>HTTP/1.1 507 No</d:status></d:response>")
    }
    #expect(reason?.hasPrefix("it lists only some of its objects") == true)
  }

  @Test func ofAddressesOnlyThePathCounts() throws {
    let asked = Asked()
    let found = try Self.run(asked) { kind, body in
      if kind == "calendar-multiget" { return Self.answer(Self.objects(body)) }
      return Self.answer(Self.listed(1, prefix: "http://inner:8080/cal/") + "<d:sync-token>t</d:sync-token>")
    }
    #expect(found.objects.map(\.href) == ["/cal/1.ics"])
    #expect(asked.bodies[1].contains("<D:href>/cal/1.ics</D:href>"))
  }

  @Test func changesWithoutAStateAreNotTrusted() throws {
    let asked = Asked()
    let found = try Self.run(asked) { kind, body in
      if kind == "calendar-multiget" { return Self.answer(Self.objects(body)) }
      return Self.answer(kind == "propfind" ? Self.listed(1) + Self.listed(2) : Self.listed(1))
    }
    #expect(asked.all == ["sync-collection", "propfind", "calendar-multiget"])
    #expect(found.objects.count == 2)
  }

  @Test func nothingIsAskedIfTheStateIsTheSame() throws {
    let asked = Asked()
    let known = try Self.run { kind, body in
      kind == "calendar-multiget"
        ? Self.answer(Self.objects(body)) : Self.answer(Self.listed(1) + "<d:sync-token>now</d:sync-token>")
    }
    let again = try Self.run(old: known, asked) { _, _ in DAVReply(status: 500, body: []) }
    #expect(asked.all.isEmpty)
    #expect(again == known)
  }
}
