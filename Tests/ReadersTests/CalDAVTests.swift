import Bytes
import Foundation
import Synchronization
import Testing

@testable import Readers

/// Addresses of calendars on a server, what is trusted with a password, and what is kept between builds.
struct CalDAVTests {
  @Test(arguments: [
    ("/other/", "https://example.org/other/"), ("b.ics", "https://example.org/cal/b.ics"),
    ("https://EXAMPLE.org:443/a b/ü", "https://example.org/a%20b/%C3%BC"), ("", "https://example.org/cal/a"),
    ("//other.net/x", "https://other.net/x"), ("../../x/./y/..", "https://example.org/x/"),
    ("/a%2Fb%zz%41", "https://example.org/a%2Fb%25zz%41"), ("?x=1", "https://example.org/cal/a?x=1"),
    (" /x\n", "https://example.org/x"), ("http://h:8080", "http://h:8080/"), ("/a:b@c", "https://example.org/a:b@c"),
  ])
  func referencesAreResolved(reference: String, address: String) throws {
    let base = try #require(DAVAddress("https://example.org/cal/a"))
    #expect(base.resolving(reference).map { "\($0)" } == address)
  }

  @Test(arguments: ["mailto:a@b", "ftp://a/b", "https://user@host/", "https://", "https://a b/"])
  func otherReferencesAreNone(reference: String) throws {
    #expect(try #require(DAVAddress("https://example.org/")).resolving(reference) == nil)
  }

  @Test(arguments: [
    ("/a%20b/", "/a b", true), ("/%C3%BC/x", "/ü/x/", true), ("/a%2fb", "/a%2Fb", true), ("/a%2Fb", "/a/b", false),
    ("/a%40b.ics", "/a@b.ics", true), ("/A", "/a", false), ("/", "/", true), ("/a+b", "/a%2Bb", true),
    ("/a%zz", "/a%zz", true),
  ])
  func pathsAreComparedDecoded(one: String, other: String, isSame: Bool) {
    #expect((DAVAddress.key(ofPath: one) == DAVAddress.key(ofPath: other)) == isSame)
  }

  @Test(arguments: [
    ("caldav.icloud.com", true), ("p34-caldav.icloud.com", true), ("p-caldav.icloud.com", true),
    ("icloud.com", false), ("evil-caldav.icloud.com", false), ("p34-caldav.icloud.com.example.org", false),
    ("p34.caldav.icloud.com", false), ("xcaldav.icloud.com", false), ("", false), ("-caldav.icloud.com", false),
  ])
  func hostsOfICloud(host: String, isOne: Bool) {
    #expect(DAVClient.isICloud(host) == isOne)
  }

  @Test func passwordsStayOnTheServer() throws {
    func isTrusted(_ source: String, _ address: String) throws -> Bool {
      let client = DAVClient(source: try #require(DAVAddress(source)), hasCredentials: true) {
        (_: DAVRequest) throws(DAVFailure) in throw DAVFailure("not asked")
      }
      return client.isTrusted(try #require(DAVAddress(address)))
    }
    #expect(try isTrusted("http://dav.example.org/a", "http://dav.example.org/b"))
    #expect(try !isTrusted("http://dav.example.org/a", "https://dav2.example.org/b"))
    #expect(try !isTrusted("https://dav.example.org/a", "http://dav.example.org/b"))
    #expect(try !isTrusted("https://dav.example.org/a", "https://dav2.example.org/b"))
    #expect(try !isTrusted("https://dav.example.org/a", "https://dav.example.org:8443/b"))
    #expect(try isTrusted("https://caldav.icloud.com/", "https://p34-caldav.icloud.com/b"))
    #expect(try !isTrusted("https://caldav.icloud.com/", "http://p34-caldav.icloud.com/b"))
    #expect(try !isTrusted("https://example.org/", "https://p34-caldav.icloud.com/b"))
    #expect(try !isTrusted("http://127.0.0.1:8080/", "http://127.0.0.1:8081/"))
  }

  // MARK: Services of a domain

  /// A message with one question and answers; each has a pointer to the name in the question.
  private static func message(_ answers: [(type: UInt8, data: [UInt8])]) -> [UInt8] {
    var bytes: [UInt8] = [0, 1, 0x81, 0x80, 0, 1, 0, UInt8(answers.count), 0, 0, 0, 0]
    for label in ["_caldavs", "_tcp", "example", "org"] { bytes += [UInt8(label.utf8.count)] + label.utf8 }
    bytes += [0, 0, 33, 0, 1]
    for answer in answers {
      bytes += [0xC0, 12, 0, answer.type, 0, 1, 0, 0, 0, 60, 0, UInt8(answer.data.count)] + answer.data
    }
    return bytes
  }

  private static func server(_ priority: UInt8, _ weight: UInt8, _ port: Int, _ host: [String]) -> [UInt8] {
    [0, priority, 0, weight, UInt8(port >> 8), UInt8(port & 0xFF)]
      + host.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
  }

  @Test func serversOfADomainAreRead() throws {
    let answer = try #require(
      DNSAnswer(
        Self.message([
          (33, Self.server(10, 5, 443, ["b", "example", "org"])),
          (33, Self.server(0, 1, 8_443, ["C", "Example", "Org"])),
          (33, Self.server(10, 9, 443, ["a", "example", "org"])), (5, [0xC0, 12]), (33, Self.server(0, 0, 0, [])),
          (33, [0, 20, 0, 0, 1, 187, 3] + Array("dav".utf8) + [0xC0, 26]),
        ])))
    #expect(
      answer.services.map { "\($0.host):\($0.port)" } == [
        "c.example.org:8443", "a.example.org:443", "b.example.org:443", "dav.example.org:443",
      ])
  }

  @Test func pathsOfAServiceAreRead() throws {
    let text = [6] + Array("v=spf1".utf8) + [9] + Array("PATH=/dav".utf8)
    let answer = try #require(DNSAnswer(Self.message([(16, text), (16, [5] + Array("path=".utf8))])))
    #expect(answer.texts.map { ServiceRecord.path($0) } == ["/dav", nil])
  }

  @Test func damagedMessagesEnd() {
    let whole = Self.message([(33, Self.server(0, 1, 443, ["a", "example", "org"])), (16, [3] + Array("abc".utf8))])
    #expect(DNSAnswer(whole) != nil)
    for count in 0..<whole.count { #expect(DNSAnswer(Array(whole[..<count])) == nil) }
    for place in whole.indices {
      for value in [0, 0x3F, 0xC0, 0xFF] as [UInt8] {
        var bytes = whole
        bytes[place] = value
        _ = DNSAnswer(bytes)
      }
    }
    // A pointer to itself.
    #expect(DNSAnswer([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0xC0, 12, 0, 33, 0, 1]) == nil)
  }

  /// Answers questions about services; or only counts them.
  private final class NameServing: Sendable {
    let server: NameServer
    private let socket: Int32
    private let count = Mutex(0)

    var questions: Int { count.withLock { $0 } }

    init(answers: Bool) {
      let socket = Glibc.socket(AF_INET, CInt(SOCK_DGRAM.rawValue), 0)
      self.socket = socket
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      _ = withUnsafeMutableBytes(of: &address) { bytes in
        let place = bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self)
        bind(socket, place, length)
        return getsockname(socket, place, &length)
      }
      server = NameServer(address: "127.0.0.1", port: UInt16(bigEndian: address.sin_port))
      Thread { [self] in serve(answers) }.start()
    }

    func stop() { shutdown(socket, CInt(SHUT_RDWR)) }

    private func serve(_ answers: Bool) {
      var question = [UInt8](repeating: 0, count: 512)
      var address = sockaddr_storage()
      while true {
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let (size, sent) = withUnsafeMutableBytes(of: &address) { bytes in
          let place = bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self)
          let size = recvfrom(socket, &question, question.count, 0, place, &length)
          if size <= 12 { return (size, 0) }
          count.withLock { $0 += 1 }
          if !answers { return (size, 0) }
          let isService = question[Int(size) - 3] == 33
          var answer = CalDAVTests.message([
            isService
              ? (33, CalDAVTests.server(0, 1, 8_443, ["dav", "example", "org"])) : (16, [9] + Array("path=/dav".utf8))
          ])
          answer.replaceSubrange(0..<2, with: question[0..<2])
          answer.replaceSubrange(12..<Int(size), with: question[12..<Int(size)])
          return (size, sendto(socket, answer, answer.count, 0, place, length))
        }
        if size <= 0 || sent < 0 { break }
      }
      close(socket)
    }
  }

  @Test func aNameServerIsAsked() throws {
    let name = NameServing(answers: true)
    defer { name.stop() }
    let address = try #require(DAVAddress("https://example.org/"))
    let found = ServiceRecord.calendarServers(of: address, until: .now + .seconds(60), server: name.server)
    #expect(found == [ServiceRecord(host: "dav.example.org", port: 8_443, path: "/dav")])
    #expect(name.questions == 2)
  }

  @Test func aSilentNameServerIsNotWaitedForBeyondTheDeadline() throws {
    let name = NameServing(answers: false)
    defer { name.stop() }
    let address = try #require(DAVAddress("https://example.org/"))
    let found = ServiceRecord.calendarServers(of: address, until: .now + .milliseconds(300), server: name.server)
    #expect(found.isEmpty)
    // By itself the resolver asks again after two seconds.
    #expect(name.questions <= 1)
    #expect(ServiceRecord.calendarServers(of: address, until: .now, server: name.server).isEmpty)
    #expect(name.questions <= 1)
  }

  // MARK: State

  private static func state() throws -> CalDAVState {
    var collection = CalDAVCollection(address: try #require(DAVAddress("https://example.org/cal/")))
    collection.displayName = "Team, ü"
    collection.color = Array("#ff0000".utf8)
    collection.order = -1
    var state = CalDAVState()
    state.homes = [try #require(DAVAddress("https://example.org/"))]
    state.offered = ["Team, ü", "b"]
    state.calendars = [
      CalDAVState.Calendar(
        collection: collection, token: "t", fetched: 12, flaw: "1 of its objects",
        objects: [
          CalDAVState.Object(href: "/cal/a.ics", etag: "\"1\"", data: Array("BEGIN:A\n\n".utf8)),
          CalDAVState.Object(href: "/cal/b%20.ics", etag: nil, data: [], isKept: true),
        ]),
      CalDAVState.Calendar(collection: CalDAVCollection(address: try #require(DAVAddress("https://example.org/x/")))),
    ]
    return state
  }

  @Test func statesAreReadBack() throws {
    let state = try Self.state()
    let bytes = state.packed
    #expect(CalDAVState(bytes) == state)
    for count in 0..<bytes.count { #expect(CalDAVState(Array(bytes[..<count])) == nil) }
    #expect(CalDAVState(bytes + [0]) == nil)
  }

  @Test(arguments: [
    ("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", true), ("\u{FEFF}begin:vcalendar\nEND:vcalendar", true), ("", false),
    ("BEGIN:VCALENDAR\nBEGIN:VEVENT\n", false), ("<html>", false), ("END:VCALENDAR", false),
  ])
  func wholeCalendarsAreTold(data: String, isWhole: Bool) {
    #expect(CalDAVState.Object.isCalendar(Array(data.utf8)) == isWhole)
  }

  @Test(arguments: [
    ("BEGIN:VEVENT\r\nUID:a@b\r\nUID:c", "a@b.ics"), ("uid;X=1:a\r\n b\r\n\tc\r\nX:y", "abc.ics"),
    ("UIDX:a\nSUMMARY:UID:b", "x y.ics"), ("", "x y.ics"),
  ])
  func objectsAreNamedByTheirUID(data: String, name: String) {
    #expect(CalDAVState.Object(href: "/cal/x%20y.ics", etag: nil, data: Array(data.utf8)).fileName == name)
    #expect(CalDAVState.Object(href: "/cal/z", etag: nil, data: []).fileName == "z.ics")
  }
}
