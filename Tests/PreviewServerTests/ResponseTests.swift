import Bytes
import Publishing
import Testing

@testable import PreviewServer

@Suite struct ResponseTests {
  @Test(
    arguments: [
      (nil, .whole), ("", .whole), ("bytes", .whole), ("bytes=", .whole), ("bytes=-", .whole),
      ("lines=0-1", .whole), ("bytes=a-b", .whole),
      ("bytes=0-1,3-4", .whole), ("bytes=5-4", .whole), ("bytes=0--1", .whole),
      ("bytes=+1-2", .whole), ("bytes= 0-1", .whole),
      ("bytes=0-0", .part(0..<1)), ("bytes=0-9", .part(0..<10)), ("Bytes=2-3", .part(2..<4)),
      ("bytes=4-", .part(4..<10)),
      ("bytes=0-99", .part(0..<10)), ("bytes=9-9", .part(9..<10)), ("bytes=-3", .part(7..<10)),
      ("bytes=-99", .part(0..<10)),
      ("bytes=0-99999999999999999999", .part(0..<10)),
      ("bytes=0-9223372036854775807", .part(0..<10)),
      ("bytes=10-", .unsatisfiable), ("bytes=10-20", .unsatisfiable), ("bytes=-0", .unsatisfiable),
      ("bytes=99999999999999999999-", .unsatisfiable),
    ] as [(String?, ByteRange)])
  func rangesOfTenBytes(field: String?, range: ByteRange) {
    #expect(ByteRange(field, of: 10) == range)
  }

  @Test func nothingHasNoRanges() {
    #expect(ByteRange("bytes=0-", of: 0) == .unsatisfiable)
    #expect(ByteRange("bytes=-1", of: 0) == .unsatisfiable)
    #expect(ByteRange(nil, of: 0) == .whole)
  }

  @Test func tagsAreOfBytesAlone() {
    let tag = EntityTag.of([1, 2, 3])
    #expect(tag == EntityTag.of([1, 2, 3]))
    #expect(tag != EntityTag.of([1, 2, 4]))
    #expect(tag.count == 15 && tag.hasPrefix("\"") && tag.hasSuffix("\""))
  }

  @Test(
    arguments: [
      ("\"a\"", true), ("W/\"a\"", true), ("*", true), ("\"b\", \"a\"", true),
      ("\"b\",W/\"a\" ", true),
      ("", false), ("a", false), ("\"A\"", false), ("\"b\"", false), ("\"aa\"", false),
      ("w/\"a\"", false),
    ] as [(String, Bool)])
  func ifNoneMatch(field: String, matches: Bool) {
    #expect(EntityTag.matches(field, "\"a\"") == matches)
  }

  // MARK: Pages

  @Test func drawingsAreSentWithAPolicy() {
    var buffer = RequestBuffer(Array("GET / HTTP/1.1\r\n\r\n".utf8))
    let head = try! buffer.takeHead()!
    for (path, isDrawing) in [("a.svg", true), ("A.SVG", true), ("a.png", false), ("a.html", false)] {
      let response = Preview.response(Page(type: ContentType.of(path), bytes: []), head)
      let policies = response.fields.filter { $0.name == "Content-Security-Policy" }.map(\.value)
      #expect(
        policies
          == (isDrawing
            ? ["default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox"] : []))
    }
  }

  private let page = Page(type: "text/plain", bytes: Array("0123456789".utf8))

  private func answer(_ method: String = "GET", _ fields: (String, String)..., to page: Page? = nil) -> Response {
    var text = "\(method) / HTTP/1.1\r\n"
    for field in fields { text += "\(field.0): \(field.1)\r\n" }
    var buffer = RequestBuffer(Array((text + "\r\n").utf8))
    return Preview.response(page ?? self.page, try! buffer.takeHead()!)
  }

  private func field(_ name: String, _ response: Response) -> String? {
    response.fields.first { $0.name == name }?.value
  }

  @Test func conditions() {
    #expect(answer().body == page.bytes)
    let known = answer("GET", ("If-None-Match", page.tag), ("Range", "bytes=0-1"))
    #expect(known.status == .notModified && known.body.isEmpty && field("ETag", known) == page.tag)
    #expect(
      !String(decoding: known.encoded(keepsAlive: true), as: UTF8.self).contains("Content-Length"))
    #expect(answer("GET", ("If-None-Match", "\"other\"")).status == .ok)
  }

  @Test func parts() {
    let part = answer("GET", ("Range", "bytes=2-4"))
    #expect(part.status == .partialContent && part.body == Array("234".utf8))
    #expect(field("Content-Range", part) == "bytes 2-4/10")
    let behind = answer("GET", ("Range", "bytes=10-"))
    #expect(behind.status == .rangeNotSatisfiable && field("Content-Range", behind) == "bytes */10")
    #expect(answer("GET", ("Range", "bytes=2-4"), ("If-Range", page.tag)).status == .partialContent)
    #expect(answer("GET", ("Range", "bytes=2-4"), ("If-Range", "\"other\"")).status == .ok)
    #expect(answer("GET", ("Range", "bytes=0-1"), ("Range", "bytes=2-3")).status == .ok)
  }

  /// Clients must not store it, so it has no validator and no ranges.
  @Test func pagesWithATokenAreStoredNowhere() {
    for status in [Status.ok, .notFound, .unavailable] {
      let secret = Page(status: status, type: "text/html", bytes: page.bytes, hasToken: true)
      for fields in [("If-None-Match", secret.tag), ("If-None-Match", "*"), ("Range", "bytes=2-4")] {
        let response = answer("GET", fields, to: secret)
        #expect(response.status == status && response.body == page.bytes)
        #expect(field("ETag", response) == nil && field("Accept-Ranges", response) == nil)
        let lines = String(decoding: response.encoded(keepsAlive: true), as: UTF8.self)
        #expect(lines.contains("\r\nCache-Control: no-store\r\n") && !lines.contains("no-cache"))
      }
      let head = answer("HEAD", to: secret)
      #expect(String(decoding: head.encoded(keepsAlive: true), as: UTF8.self).contains("no-store"))
    }
    let plain = String(decoding: answer().encoded(keepsAlive: true), as: UTF8.self)
    #expect(plain.contains("\r\nCache-Control: no-cache\r\n") && !plain.contains("no-store"))
  }

  @Test func answersToEditsAreStoredNowhere() {
    let lines = String(decoding: Response.editing(.forbidden, "no").encoded(keepsAlive: false), as: UTF8.self)
    #expect(lines.contains("\r\nCache-Control: no-store\r\n") && !lines.contains("no-cache"))
  }

  @Test func headsHaveTheLengthAndNotTheBody() {
    let head = String(
      decoding: answer("HEAD", ("Range", "bytes=2-4")).encoded(keepsAlive: true), as: UTF8.self)
    #expect(
      head.hasPrefix("HTTP/1.1 200 OK\r\n") && head.contains("\r\nContent-Length: 10\r\n")
        && head.hasSuffix("\r\n\r\n"))
  }

  @Test func tokensAreEqualOrNot() {
    let digits = Array("0123456789abcdef")
    let pairs = digits.flatMap { first in digits.map { String([first, $0]) } }
    for left in pairs {
      for right in pairs where Editing.areEqual(left, right) != (left == right) {
        Issue.record("\(left) and \(right)")
        return
      }
    }
    #expect(!Editing.areEqual("", "0") && !Editing.areEqual("00", "0") && Editing.areEqual("", ""))
  }

  @Test func noOtherSiteFramesAnything() {
    for response in [answer(), answer("HEAD"), Response(.method), .editing(.forbidden, "no")] {
      let lines = String(decoding: response.encoded(keepsAlive: false), as: UTF8.self).split(separator: "\r\n")
      for field in [
        "Content-Security-Policy: frame-ancestors 'self'", "X-Frame-Options: SAMEORIGIN",
        "Cross-Origin-Resource-Policy: same-origin", "X-Content-Type-Options: nosniff",
      ] {
        #expect(lines.contains { $0 == field })
      }
    }
  }

  @Test func datesAreEnglishAndUTC() {
    #expect(Response.date(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
  }

  @Test(
    arguments: [
      ("a.html", "text/html; charset=utf-8"), ("a.HTML", "text/html; charset=utf-8"),
      ("a.b.css", "text/css; charset=utf-8"),
      ("all.ics", "text/calendar; charset=utf-8"), ("all.csv", "text/csv; charset=utf-8"),
      ("manifest.webmanifest", "application/manifest+json"),
      ("a.wasm", "application/wasm"), ("a", "application/octet-stream"),
      ("a.d/b", "application/octet-stream"),
    ] as [(String, String)])
  func types(path: String, type: String) {
    #expect(ContentType.of(path) == type)
  }

  // MARK: Live reload

  @Test(
    arguments: [
      ("<head></head><body>", "<head>S</head><body>"),
      ("<HEAD></HEAD><p></head>", "<HEAD>S</HEAD><p></head>"),
      ("<p>", "<p>S"), ("", "S"), ("<head></hea", "<head></heaS"),
    ] as [(String, String)])
  func theScriptStandsInTheHead(html: String, expected: String) {
    let tag = "<script src=\"/.busylife/reload.js\" data-build=\"7-1\" defer></script>\n"
    let made = String(
      decoding: LiveReload.inject(into: Array(html.utf8), build: "7-1"), as: UTF8.self)
    #expect(made == expected.replacing("S", with: tag))
  }

  @Test func messagesAreOneLine() {
    let text = String(decoding: LiveReload.message(build: "7-1", error: "a\n\"b\""), as: UTF8.self)
    #expect(text == #"data: {"build":"7-1","error":"a\n\"b\""}"# + "\n\n")
  }

  // MARK: Cache

  @Test func theCacheForgetsWhatIsAskedForLeast() {
    var cache = PageCache(limit: 1_000)
    for index in 0..<10 {
      cache.keep(Page(type: "", bytes: Array(repeating: 0, count: 100)), at: "\(index)")
    }
    #expect(cache.size == 1_000 && cache.count == 10)
    _ = cache.page("0")
    cache.keep(Page(type: "", bytes: Array(repeating: 0, count: 100)), at: "new")
    #expect(cache.size <= 750)
    #expect(cache.page("0") != nil && cache.page("new") != nil && cache.page("1") == nil)
    cache.keep(Page(type: "", bytes: Array(repeating: 0, count: 251)), at: "large")
    #expect(cache.page("large") == nil)
    cache.keep(Page(type: "", bytes: []), at: "0")
    cache.removeAll()
    #expect(cache.size == 0 && cache.count == 0)
  }
}
