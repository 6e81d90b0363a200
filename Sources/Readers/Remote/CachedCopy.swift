import Bytes
import CivilTime

/// The cached state of an address: the last good answer, and when to ask again. Its file has lines of `name: value`,
/// the last of them a checksum of everything before it and of the body, an empty line, and the body.
struct CachedCopy {
  /// Valid clock times, in seconds since 1970, and the greatest lifetime of an answer, a year: sums of both can't
  /// overflow, whatever a file contains.
  static let times = 0...CivilDateTime.last.wallSeconds
  static let lifetimes: ClosedRange<Int64> = 0...31_536_000

  var url: String
  /// When the body was last known to be current; in seconds since 1970, as all times here.
  var fetched: Int64 = 0
  /// For how many seconds after that no request is needed.
  var lifetime: Int64 = 0
  var etag: String?
  var lastModified: String?
  /// `nil` if there has been no good answer.
  var body: [UInt8]?
  var failure: Pause?

  /// A failure, after which nothing is requested for a while.
  struct Pause {
    var since: Int64
    var until: Int64
    var reason: String
    /// Whether the server itself stated the time.
    var isAsked = false

    /// A pause that begins in the future, because the clock was put back since, does not count.
    func holds(at now: Int64) -> Bool { since <= now && now < until }
  }

  var expires: Int64 { fetched + lifetime }

  /// Whether no request is needed. A copy from the future, because the clock was put back since, must be refreshed.
  func isFresh(at now: Int64) -> Bool { body != nil && fetched <= now && now < expires }

  private static let mark = Array("busylife-gen cached answer 2\n".utf8)

  init(url: String) { self.url = url }

  /// Reads a file; `nil` if there is none, it is damaged, or it belongs to another address.
  init?(_ bytes: [UInt8], of url: String) {
    guard bytes.starts(with: Self.mark) else { return nil }
    var fields: [String: String] = [:]
    var place = Self.mark.count
    var head = 0
    while let end = bytes[place...].firstIndex(of: .lineFeed) {
      let line = bytes[place..<end]
      if line.isEmpty { break }
      head = place
      place = end + 1
      guard let colon = line.firstIndex(of: .colon) else { return nil }
      let value = line[(colon + 1)...].dropFirst()
      fields[String(decoding: line[..<colon], as: UTF8.self)] = String(decoding: value, as: UTF8.self)
    }
    // The empty line, and the checksum as the last line before it.
    guard place < bytes.count, bytes[place] == .lineFeed,
      bytes[head..<place] == Self.sum(bytes[..<head], bytes[(place + 1)...])[...]
    else { return nil }
    let body = Array(bytes[(place + 1)...])
    guard fields["url"] == url, let fetched = fields["fetched"].flatMap({ Int64($0) }), Self.times.contains(fetched),
      let lifetime = fields["lifetime"].flatMap({ Int64($0) }), Self.lifetimes.contains(lifetime)
    else { return nil }
    self.url = url
    self.fetched = fetched
    self.lifetime = lifetime
    etag = fields["etag"]
    lastModified = fields["last-modified"]
    self.body = fields["body"] == "none" ? nil : body
    failure = Pause(fields)
  }

  var packed: [UInt8] {
    var text = "url: \(url)\nfetched: \(fetched)\nlifetime: \(lifetime)\n"
    if body == nil { text += "body: none\n" }
    if let etag { text += "etag: \(etag)\n" }
    if let lastModified { text += "last-modified: \(lastModified)\n" }
    let head = Self.mark + Array((text + (failure?.lines ?? "")).utf8)
    let body = body ?? []
    return head + Self.sum(head[...], body[...]) + [.lineFeed] + body
  }

  /// The line with the checksum.
  private static func sum(_ head: ArraySlice<UInt8>, _ body: ArraySlice<UInt8>) -> [UInt8] {
    var hash = StableHash()
    hash.add(head)
    hash.separate()
    hash.add(body)
    return Array("sum: \(hash.value)\n".utf8)
  }
}

extension CachedCopy.Pause {
  init?(_ fields: [String: String]) {
    guard let since = fields["failed"].flatMap({ Int64($0) }), CachedCopy.times.contains(since),
      let until = fields["retry"].flatMap({ Int64($0) }), until >= since, until - since <= ConditionalCache.longestPause
    else { return nil }
    self.init(since: since, until: until, reason: fields["reason"] ?? "", isAsked: fields["asked"] == "true")
  }

  var lines: String {
    let words = String(decoding: reason.utf8.map { $0 < 0x20 || $0 == 0x7F ? .space : $0 }, as: UTF8.self)
    return "failed: \(since)\nretry: \(until)\nasked: \(isAsked)\nreason: \(words)\n"
  }
}
