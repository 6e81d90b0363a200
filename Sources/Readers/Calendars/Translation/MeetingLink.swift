import Bytes

/// Addresses of online meetings, as Google, Microsoft and others write them into events.
enum MeetingLink {
  /// The address in a property that holds nothing else; `nil` if it is none that can be opened.
  static func address(_ value: some Collection<UInt8>) -> [UInt8]? {
    let address = Array(value.trimmed)
    guard address.count < 4_096, let scheme = Address(address).scheme, scheme == "https" || scheme == "http",
      address.allSatisfy({ isPart($0) })
    else { return nil }
    return WrappedLink.inner(of: address)
  }

  /// The first address of a meeting in a text; `nil` if there is none. O(text).
  static func first(in text: [UInt8]) -> [UInt8]? {
    var place = 0
    while let colon = text[place...].firstIndex(of: .colon) {
      place = colon + 1
      guard text[place...].prefix(2).elementsEqual("//".utf8), text[..<colon].suffix(5).equalsIgnoringCase("https")
      else { continue }
      let start = colon - 5
      var end = place
      while end < text.count, isPart(text[end]), text[end] != .closeParenthesis, text[end] != .closeBracket { end += 1 }
      while end > place, [0x2E, 0x2C, 0x3B, 0x21, 0x3F, 0x2A, 0x5F].contains(text[end - 1]) { end -= 1 }
      let address = Array(text[start..<end])
      if address.count < 4_096 {
        let inner = WrappedLink.inner(of: address)
        if isMeeting(inner) { return inner }
      }
      place = max(place, end)
    }
    return nil
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && byte != .quote && byte != .less && byte != .greater
  }

  /// Hosts, with or without a name before them, and how the paths of their meetings begin.
  private static let services: [(host: String, paths: [String])] = [
    ("teams.microsoft.com", ["/l/meetup-join/", "/meet/"]), ("teams.live.com", ["/meet/"]),
    ("teams.microsoft.us", ["/l/meetup-join/"]), ("zoom.us", ["/j/", "/my/", "/w/", "/s/"]),
    ("zoomgov.com", ["/j/", "/w/"]), ("zoom.com", ["/j/"]), ("meet.google.com", ["/"]),
    ("webex.com", ["/meet/", "/join/", "/m/", "/wbxmjs/", "/j.php"]), ("meet.jit.si", ["/"]),
    ("meet.goto.com", ["/"]), ("gotomeeting.com", ["/join/"]), ("gotomeet.me", ["/"]), ("whereby.com", ["/"]),
    ("join.skype.com", ["/"]), ("meet.lync.com", ["/"]), ("chime.aws", ["/"]), ("facetime.apple.com", ["/join"]),
  ]

  private static func isMeeting(_ address: [UInt8]) -> Bool {
    let rest = String(decoding: address.dropFirst("https://".utf8.count).asciiLowercased, as: UTF8.self)
    guard let slash = rest.firstIndex(of: "/") else { return false }
    let (host, path) = (rest[..<slash], rest[slash...])
    return services.contains { service in
      (host == service.host || host.hasSuffix("." + service.host))
        && (service.paths.contains { path.hasPrefix($0) && path.count > $0.count }
          // Webex names the site first: `/acme/j.php?MTID=…`.
          || service.host == "webex.com" && path.contains("/j.php?"))
    }
  }
}
