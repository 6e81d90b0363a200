import Foundation
import Testing

@testable import Readers

/// Which addresses are requested, and which are connected to.
struct WebAddressTests {
  @Test(arguments: [
    ("https://example.org/a.ics", "https://example.org:443", "example.org"),
    ("HTTPS://Example.ORG", "https://example.org:443", "example.org"),
    ("http://example.org:8080/?a=b#c", "http://example.org:8080", "example.org:8080"),
    ("https://[2001:DB8::1]:444/", "https://[2001:db8::1]:444", "[2001:db8::1]:444"),
    ("https://example.org:443?a", "https://example.org:443", "example.org"),
  ])
  func originsAndHosts(_ text: String, _ origin: String, _ shown: String) throws {
    let address = try #require(WebAddress(text))
    #expect(address.origin == origin)
    #expect(address.shown == shown)
  }

  @Test(arguments: [
    "", "https:", "https://", "https:///a", "ftp://example.org/", "file:///etc/passwd", "//example.org/", "example.org",
    "https://a@example.org/", "https://a:b@example.org/", "https://good.example@evil.example/",
    "https://example.org:/a b",
    "https://example.org\\@evil.example/", "https://exa%6Dple.org/", "https://example.org:99999/",
    "https://example.org:0/", "https://example.org:80a/", "https://[::1/", "https://[::1]x/",
    "https://[fe80::1%25eth0]/",
    "https://example.org/\n", "https://exam\tple.org/",
  ])
  func spellingsThatAreNotAccepted(_ text: String) { #expect(WebAddress(text) == nil) }

  private static func bytes(_ text: String) -> [UInt8] {
    var v4 = in_addr()
    var v6 = in6_addr()
    if inet_pton(AF_INET, text, &v4) == 1 { return withUnsafeBytes(of: &v4) { Array($0) } }
    return inet_pton(AF_INET6, text, &v6) == 1 ? withUnsafeBytes(of: &v6) { Array($0) } : []
  }

  @Test(arguments: [
    "0.0.0.0", "0.1.2.3", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1", "127.255.255.255",
    "168.63.129.16", "169.254.0.1", "169.254.169.254", "172.16.0.0", "172.31.255.255", "192.0.0.192", "192.0.2.1",
    "192.88.99.1", "192.168.0.0", "192.168.255.255", "198.18.0.0", "198.19.255.255", "198.51.100.7", "203.0.113.7",
    "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
    "::127.0.0.1", "::8.8.8.8", "64:ff9b::127.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::8.8.8.8", "100::1", "2001::1",
    "2001:10::1", "2001:db8::1", "2002:7f00:1::", "2002:a00:1::1", "3fff:fff::1", "fc00::1", "fd00:ec2::254", "fe80::1",
    "febf::1", "fec0::1", "ff02::1", "4000::1",
  ])
  func addressesThatAreNotPublic(_ text: String) { #expect(!PublicAddress.contains(Self.bytes(text))) }

  @Test(arguments: [
    "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
    "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0", "223.255.255.255", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1", "2001:200::1",
    "2001:4860:4860::8888", "2606:4700::1111", "3fff:1000::1",
  ])
  func publicAddresses(_ text: String) { #expect(PublicAddress.contains(Self.bytes(text))) }

  @Test(arguments: [
    "http://localhost/", "http://a.localhost./", "http://printer.local/", "http://metadata.google.internal/",
    "http://127.1/", "http://2130706433/", "http://0x7f.1/", "http://[::1]/", "http://[::ffff:10.0.0.1]/",
  ])
  func hostsThatAreSurelyPrivate(_ text: String) throws { #expect(try #require(WebAddress(text)).isSurelyPrivate) }

  @Test(arguments: [
    "http://169.254.169.254/", "http://2852039166/", "http://[::ffff:169.254.169.254]/", "http://[fd20:ce::254]/",
    "http://[fe80::a9fe:a9fe]/", "http://[fd00:ec2::254]/", "http://metadata.google.internal./",
  ])
  func hostsThatAreSurelyMetadata(_ text: String) throws { #expect(try #require(WebAddress(text)).isSurelyMetadata) }

  @Test(arguments: ["http://192.168.0.1/", "http://localhost/", "http://[fe80::1]/", "http://calendar.example.org/"])
  func hostsThatMayBeAskedIfPrivateOnesMay(_ text: String) throws {
    #expect(try #require(WebAddress(text)).isSurelyMetadata == false)
  }

  @Test func aLongAddressIsReadWhole() {
    let address = "https://example.org/" + String(repeating: "a", count: 2_000)
    let head = HTTPHead(Array("HTTP/1.1 302 Found\r\nLocation: \(address)\r\nETag: \(address)\r\n".utf8))
    #expect(head["location"] == address)
    #expect(head["etag"] == nil)
  }

  @Test func proxies() throws {
    let plain = try #require(WebAddress("http://a.example.org/"))
    let secure = try #require(WebAddress("https://a.example.org/"))
    let proxy = "http://proxy:3128"
    #expect(Proxy.address(for: secure, environment: [:]) == nil)
    #expect(Proxy.address(for: secure, environment: ["https_proxy": proxy]) == proxy)
    #expect(Proxy.address(for: secure, environment: ["HTTPS_PROXY": proxy]) == proxy)
    #expect(Proxy.address(for: plain, environment: ["HTTPS_PROXY": proxy, "HTTP_PROXY": proxy]) == nil)
    #expect(Proxy.address(for: plain, environment: ["http_proxy": proxy]) == proxy)
    #expect(Proxy.address(for: plain, environment: ["ALL_PROXY": proxy]) == proxy)
    for exception in ["*", "example.org", ".example.org", "b.org, a.example.org"] {
      #expect(Proxy.address(for: secure, environment: ["https_proxy": proxy, "no_proxy": exception]) == nil)
    }
    for exception in ["ample.org", "b.org", "a.example.org.evil"] {
      #expect(Proxy.address(for: secure, environment: ["https_proxy": proxy, "NO_PROXY": exception]) == proxy)
    }
  }
}

/// What counts as a whole calendar.
struct CalendarAnswerTests {
  private static let event = "BEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:A\r\nEND:VEVENT\r\n"

  private static func calendar(_ inside: String) -> [UInt8] {
    Array("BEGIN:VCALENDAR\r\n\(inside)END:VCALENDAR\r\n".utf8)
  }

  @Test(arguments: [
    "", "VERSION:2.0\r\n", event, "END:VCALENDAR\r\nBEGIN:VCALENDAR\r\n", event.replacing("\r\n", with: "\n"),
    event.lowercased(),
  ])
  func wholeCalendars(_ inside: String) { #expect(CalendarAnswer.flaw(Self.calendar(inside)) == nil) }

  /// What servers write after a calendar is no reason to refuse it; a second calendar that is cut off is.
  @Test(arguments: [
    (" \t\r\n\r\n", true), ("<!-- 0.3 s -->", true), ("Notice: out of date\n", true), ("BEGIN:VCAL", false),
    ("b", false), ("BEGIN:VCALENDAR\r\nVERSION:2.0", false),
  ])
  func textAfterACalendar(_ text: String, _ isWhole: Bool) {
    #expect((CalendarAnswer.flaw(Self.calendar(Self.event) + text.utf8) == nil) == isWhole)
  }

  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian], [true, false])
  func calendarsInUTF16(_ encoding: String.Encoding, hasMark: Bool) throws {
    let text = String(decoding: Self.calendar(Self.event), as: UTF8.self).replacing("SUMMARY:A", with: "SUMMARY:ü𝄞")
    let bytes = Array(((hasMark ? "\u{FEFF}" : "") + text).data(using: encoding)!)
    #expect(try CalendarAnswer.kept(of: bytes) == Array(text.utf8))
    #expect(String(decoding: UTF16Reader.text(of: Array(bytes.dropLast(1)))!, as: UTF8.self).hasSuffix("\r\u{FFFD}"))
    #expect(UTF16Reader.text(of: [0xFF, 0xFE, 0x41, 0, 0, 0xD8, 0x42, 0]) == Array("A\u{FFFD}B".utf8))
    #expect(UTF16Reader.text(of: Array(text.utf8)) == nil)
  }

  /// What is kept is told by its bytes when it is read.
  @Test(arguments: [
    "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", "[\"vcalendar\", [], []]", "[[\"vcalendar\", [], []]]",
    "<icalendar xmlns='urn:ietf:params:xml:ns:icalendar-2.0'/>",
  ])
  func whatIsKeptIsReadAgain(_ text: String) throws {
    for start in ["", "\u{FEFF}", "\u{FEFF}\r\n ", String(repeating: "\n", count: 900)] {
      let body = Array((start + text).utf8)
      #expect(try CalendarAnswer.kept(of: body) == body)
      #expect(CalendarAnswer.texts(of: body).count == 1)
    }
    #expect(throws: CalendarAnswer.Flaw.self) {
      try CalendarAnswer.kept(of: Array(String(repeating: " ", count: 5_000).utf8) + text.utf8)
    }
  }

  @Test func linesThatEndAsOnOldMacs() throws {
    let whole = Self.calendar(Self.event)
    let lines = whole.filter { $0 != 0x0A }
    #expect(try CalendarAnswer.kept(of: lines) == whole.filter { $0 != 0x0D })
    #expect(throws: CalendarAnswer.Flaw.self) { try CalendarAnswer.kept(of: Array(lines.dropLast(9))) }
  }

  @Test func everyPartOfACalendarIsRefused() {
    let whole = Self.calendar(Self.event)
    // The line break at the end may be missing.
    for count in 0..<(whole.count - 2) { #expect(CalendarAnswer.flaw(Array(whole[..<count])) != nil) }
  }

  @Test(
    arguments: [
      ("REFRESH-INTERVAL;VALUE=DURATION:PT5M\r\n", 300), ("X-PUBLISHED-TTL:PT1H\r\n", 3_600),
      ("X-PUBLISHED-TTL:PT1H\r\nrefresh-interval:P1D\r\n", 86_400),
      ("REFRESH-INTERVAL:soon\r\nX-PUBLISHED-TTL:PT2H\r\n", 7_200),
      ("REFRESH-INTERVAL:-PT1H\r\n", nil), ("REFRESH-INTERVALS:PT1H\r\n", nil), ("", nil),
      (event + "X-PUBLISHED-TTL:PT1H\r\n", nil),
    ] as [(String, Int64?)])
  func refreshing(_ inside: String, _ seconds: Int64?) {
    #expect(CalendarAnswer.refresh(Self.calendar(inside)) == seconds)
  }

  @Test func stamps() {
    let old = Self.calendar(Self.event + Self.event.replacing("UID:1", with: "UID:2"))
    let stamp = "DTSTAMP;X=\r\n Y:20270202T020202Z"
    let restamped = String(decoding: old, as: UTF8.self).replacing("DTSTAMP:20260101T000000Z", with: stamp)
    #expect(CalendarAnswer.keepingStamps(of: old, in: Array(restamped.utf8)) == old)
    // Only the one that changed has its new stamp.
    let changed = restamped.replacing("UID:2\r\n\(stamp)\r\nSUMMARY:A", with: "UID:2\r\n\(stamp)\r\nSUMMARY:B")
    let kept = String(decoding: CalendarAnswer.keepingStamps(of: old, in: Array(changed.utf8)), as: UTF8.self)
    #expect(kept.contains("UID:1\r\nDTSTAMP:20260101T000000Z"))
    #expect(kept.contains("UID:2\r\n\(stamp)\r\nSUMMARY:B"))
  }
}

/// Where credentials are read from.
struct CredentialReaderTests {
  @Test func variables() throws {
    var calendar = RemoteCalendar(name: "Team-a.2", url: "https://example.org/")
    #expect(calendar.variable == "TEAM_A_2")
    #expect(try CredentialReader([:]).credentials(of: calendar) == nil)
    #expect(try CredentialReader(["BUSYLIFE_TOKEN_TEAM_A_2": "x"]).credentials(of: calendar) == .bearer("x"))
    #expect(throws: RemoteProblem.self) {
      try CredentialReader(["BUSYLIFE_TOKEN_TEAM_A_2": "x\r\nHost: y"]).credentials(of: calendar)
    }
    calendar.user = "ann"
    #expect(throws: RemoteProblem.self) { try CredentialReader([:]).credentials(of: calendar) }
    #expect(
      try CredentialReader(["BUSYLIFE_PASSWORD_TEAM_A_2": "p"]).credentials(of: calendar)
        == .password(user: "ann", password: "p"))
    #expect("\(Credentials.bearer("secret"))" == "(credentials)")
    #expect(!"\(dumped(Credentials.bearer("secret")))".contains("secret"))
  }

  private func dumped(_ value: Credentials) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }
}
