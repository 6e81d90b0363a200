import Bytes
import Testing

@testable import PreviewServer

@Suite struct RequestTests {
  @Test(
    arguments: [
      ("/", "index.html"),
      ("/calendar/2026-11.html", "calendar/2026-11.html"),
      ("/calendar/2026-11.html?x=/../y", "calendar/2026-11.html"),
      ("/index.html#top", "index.html"),
      ("/zone/utc/", "zone/utc/index.html"),
      ("/notes/a%20b.html", "notes/a b.html"),
      ("/notes/%C3%A9t%c3%a9.html", "notes/été.html"),
      ("/event/...html", "event/...html"),
      ("/event/a..b", "event/a..b"),
      ("/%2525", "%25"),
      // A slash with a combining mark is one Character, but a separator and a name to a file system.
      ("/\u{301}", "\u{301}"), ("/a/\u{301}", "a/\u{301}"), ("/a/%CC%81b/c", "a/\u{301}b/c"),
      ("/..\u{301}", "..\u{301}"), ("/a/%E2%80%8D/", "a/\u{200D}/index.html"),
      ("/.%EF%B8%8F", ".\u{FE0F}"), ("/a?/../\u{301}", "a"), ("/a?\u{301}", "a"), ("/a#\u{301}", "a"),
    ] as [(String, String)])
  func pathsAreDecoded(target: String, path: String) throws {
    #expect(try RequestPath.decode(target) == path)
  }

  @Test(arguments: [
    "", "index.html", "*", "http://127.0.0.1/", "/..", "/../etc/passwd", "/a/../../b", "/a/..",
    "/./a", "/a/.", "//", "//etc/passwd",
    "/a//b", "/%2e%2e/x", "/%2E./x", "/.%2e/x", "/a/%2e", "/%2e%2e%2fx", "/a%2Fb", "/a%5Cb",
    "/..%5c..%5cx", "/a\\b", "/a%00.html", "/%0a", "/a%7f",
    // Segments are separated at each slash, whatever mark follows it.
    "/../\u{301}", "/..//\u{301}", "/../\u{301}/x", "/%2e%2e/%CC%81", "/../%CC%81x", "/a/../%E2%80%8Dx", "/./\u{FE0F}",
    "/../%EF%B8%8F", "/a/../\u{20DD}", "//\u{301}", "/a//\u{301}b", "/../%E2%83%9D", "/%0d%0a", "/a%0D%0A/..",
    "/..%2F\u{301}", "/..%5C%CC%81",
    "/%", "/%4", "/%zz", "/%+1", "/%ff", "/%c0%ae%c0%ae/x", "/%ed%a0%80",
  ])
  func pathsThatLeadAwayAreRefused(target: String) {
    #expect(throws: Refusal.path) { try RequestPath.decode(target) }
  }

  @Test(
    arguments: [
      ("localhost:8080", true), ("LocalHost:8080", true), ("127.0.0.1:8080", true),
      ("127.9.8.7:8080", true), ("[::1]:8080", true),
      ("localhost", false), ("localhost:", false), ("localhost:80", false),
      ("localhost:08080", false), ("127.0.0.1:8081", false),
      ("", false), (":8080", false), ("::1:8080", false), ("[::1]", false), ("[::2]:8080", false),
      ("0.0.0.0:8080", false),
      ("127.0.0.1.evil.example:8080", false), ("localhost.evil.example:8080", false),
      ("evil.example:8080", false),
      ("127.1:8080", false), ("127.0.0.01:8080", false), ("127.0.0.256:8080", false),
      ("2130706433:8080", false),
      ("localhost:8080@evil.example", false), ("evil@localhost:8080", false),
      ("localhost.:8080", false),
      ("localhost:8080\u{301}", false), ("localhost:\u{301}8080", false), ("localhost\u{301}:8080", false),
      ("[::1]\u{301}:8080", false), ("[::1]:\u{301}80:8080", false), ("localhost:٨٠٨٠", false),
      ("127.0.0.1:\u{200D}8080", false), ("lOCALHO\u{17F}T:8080", false),
    ] as [(String, Bool)])
  func onlyNamesOfThisMachineAreAccepted(host: String, isAccepted: Bool) {
    #expect(LoopbackHost.isAccepted(host: host, port: 8_080) == isAccepted)
  }

  @Test func portEightyNeedsNoSaying() {
    #expect(LoopbackHost.isAccepted(host: "localhost", port: 80))
    #expect(LoopbackHost.isAccepted(host: "[::1]", port: 80))
    #expect(!LoopbackHost.isAccepted(host: "localhost", port: 443))
  }

  @Test(
    arguments: [
      ("127.0.0.1", "127.0.0.1"), ("localhost", "127.0.0.1"), ("::1", "::1"), ("[::1]", "::1"),
      ("127.255.0.3", "127.255.0.3"),
      ("0.0.0.0", nil), ("::", nil), ("192.168.1.2", nil), ("example.org", nil), ("", nil),
      ("127.0.0", nil),
    ] as [(String, String?)])
  func onlyTheLoopbackIsBound(host: String, address: String?) {
    #expect(LoopbackHost(host)?.address == address)
  }

  // MARK: Heads

  private func take(_ text: String) throws(Refusal) -> (head: RequestHead?, rest: String) {
    var buffer = RequestBuffer(Array(text.utf8))
    let head = try buffer.takeHead()
    return (head, String(decoding: buffer.rest, as: UTF8.self))
  }

  @Test func aHeadIsTakenWhenItIsWhole() throws {
    let text =
      "GET /a?b HTTP/1.1\r\nHost:  localhost:8080 \r\nX-Empty:\r\nAccept: a\r\naccept: b\r\n\r\n"
    for end in 0..<text.utf8.count {
      #expect(try take(String(decoding: text.utf8.prefix(end), as: UTF8.self)).head == nil)
    }
    let (head, rest) = try take("\r\n" + text + "GET")
    #expect(rest == "GET")
    #expect(head?.method == "GET")
    #expect(head?.target == "/a?b")
    #expect(head?["host"] == "localhost:8080")
    #expect(head?["x-empty"] == "")
    #expect(head?["accept"] == nil)
    #expect(head?.values("accept") == ["a", "b"])
    #expect(head?.keepsAlive == true)
    #expect(head?.hasBody == false)
  }

  @Test(
    arguments: [
      ("GET / HTTP/1.1\r\nConnection: close", false, false),
      ("GET / HTTP/1.1\r\nConnection: x, Close", false, false),
      ("GET / HTTP/1.1\r\nConnection: x,\u{301}close", true, false),
      ("GET / HTTP/1.1\r\nConnection: disclosed", true, false),
      ("GET / HTTP/1.0\r\nHost: x", false, false),
      ("GET / HTTP/1.1\r\nContent-Length: 0", true, false),
      ("GET / HTTP/1.1\r\nContent-Length: 1", true, true),
      ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked", true, true),
    ] as [(String, Bool, Bool)])
  func connectionsAndBodies(text: String, keepsAlive: Bool, hasBody: Bool) throws {
    let head = try #require(try take(text + "\r\n\r\n").head)
    #expect(head.keepsAlive == keepsAlive)
    #expect(head.hasBody == hasBody)
  }

  @Test(
    arguments: [
      ("GET", Refusal.malformed), ("GET /", .malformed), ("GET  / HTTP/1.1", .malformed),
      ("GET / HTTP/1.1 x", .malformed),
      (" GET / HTTP/1.1", .malformed), ("G(T / HTTP/1.1", .malformed),
      ("GET / FTP/1.1", .malformed), ("GET / HTTP/2.0", .version),
      ("GET / HTTP/1.1\r\nno colon", .malformed), ("GET / HTTP/1.1\r\n: x", .malformed),
      ("GET / HTTP/1.1\r\nA : x", .malformed),
      ("GET / HTTP/1.1\r\nA: x\r\n folded", .malformed), ("GET / HTTP/1.1\r\nA: x\ry", .malformed),
      ("GET / HTTP/1.1\nA: x", .malformed),
      ("GET / HTTP/1.1\r\nA: \u{0}", .malformed), ("GET /\u{7F} HTTP/1.1", .malformed),
    ] as [(String, Refusal)])
  func badHeadsAreRefused(text: String, refusal: Refusal) {
    #expect(throws: refusal) { try take(text + "\r\n\r\n") }
  }

  /// A combining mark after a colon or a space must not hide it.
  @Test func headsAreReadByBytes() throws {
    let head = try #require(try take("GET /\u{301} HTTP/1.1\r\nHost:\u{301}x\r\nA: \u{301}\r\n\r\n").head)
    #expect(head.target == "/\u{301}")
    #expect(head["host"].map { Array($0.utf8) } == Array("\u{301}x".utf8))
    #expect(head["a"].map { Array($0.utf8) } == Array("\u{301}".utf8))
  }

  @Test func emptyLinesAreBoundedWhileTheyCome() throws {
    var buffer = RequestBuffer()
    for _ in 0..<4 {
      buffer.append([0x0A])
      #expect(try buffer.takeHead() == nil)
    }
    buffer.append([0x0A])
    #expect(throws: Refusal.malformed) { try buffer.takeHead() }
  }

  @Test func largeHeadsAreRefused() {
    #expect(throws: Refusal.targetTooLong) {
      try take("GET /" + String(repeating: "a", count: 2_048) + " HTTP/1.1\r\n\r\n")
    }
    #expect(throws: Refusal.headTooLarge) {
      try take("GET / HTTP/1.1" + String(repeating: "\r\nA: x", count: 101) + "\r\n\r\n")
    }
    #expect(throws: Refusal.headTooLarge) {
      try take("GET / HTTP/1.1\r\nA: " + String(repeating: "x", count: 16_384) + "\r\n\r\n")
    }
  }

  @Test func headsWithoutEndAreRefusedWhileTheyCome() throws {
    #expect(throws: Refusal.targetTooLong) {
      try take("GET /" + String(repeating: "a", count: 3_000))
    }
    #expect(throws: Refusal.headTooLarge) {
      try take("GET / HTTP/1.1\r\n" + String(repeating: "A: x\r\n", count: 3_000))
    }
    #expect(
      try take("GET /" + String(repeating: "a", count: 2_047) + " HTTP/1.1\r\n\r\n").head != nil)
  }
}
