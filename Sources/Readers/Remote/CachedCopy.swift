import Bytes

/// What is kept of an address: the last good answer, and when it may be asked for again. As a file: lines of
/// `name: value`, an empty line, and the body.
struct CachedCopy {
  var url: String
  /// When the body was last known to be what the server has; seconds since 1970, as all times here.
  var fetched: Int64 = 0
  /// For how many seconds after that it need not be asked for.
  var lifetime: Int64 = 0
  var etag: String?
  var lastModified: String?
  /// `nil` if there never was a good answer.
  var body: [UInt8]?
  var failure: Pause?

  /// A failure, after which nothing is asked for a while.
  struct Pause {
    var since: Int64
    var until: Int64
    var reason: String

    /// A build of another time, as with `--now`, is not held up.
    func holds(at now: Int64) -> Bool { since <= now && now < until }
  }

  var expires: Int64 { fetched + lifetime }

  /// Whether it need not be asked for. A copy of the future, as after a build with `--now`, is none.
  func isFresh(at now: Int64) -> Bool { body != nil && fetched <= now && now < expires }

  private static let mark = Array("busylife-gen cached answer 1\n".utf8)

  init(url: String) { self.url = url }

  /// Reads a file; `nil` if it is none, is damaged, or is of another address.
  init?(_ bytes: [UInt8], of url: String) {
    guard bytes.starts(with: Self.mark) else { return nil }
    var fields: [String: String] = [:]
    var place = Self.mark.count
    while let end = bytes[place...].firstIndex(of: 0x0A) {
      let line = bytes[place..<end]
      place = end + 1
      if line.isEmpty { break }
      guard let colon = line.firstIndex(of: 0x3A) else { return nil }
      let value = line[(colon + 1)...].dropFirst()
      fields[String(decoding: line[..<colon], as: UTF8.self)] = String(decoding: value, as: UTF8.self)
    }
    let body = Array(bytes[place...])
    guard fields["url"] == url, fields["sum"] == String(StableHash.of(body)),
      let fetched = fields["fetched"].flatMap({ Int64($0) }), let lifetime = fields["lifetime"].flatMap({ Int64($0) })
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
    var text = "url: \(url)\nsum: \(StableHash.of(body ?? []))\nfetched: \(fetched)\nlifetime: \(lifetime)\n"
    if body == nil { text += "body: none\n" }
    if let etag { text += "etag: \(etag)\n" }
    if let lastModified { text += "last-modified: \(lastModified)\n" }
    return Self.mark + Array((text + (failure?.lines ?? "") + "\n").utf8) + (body ?? [])
  }
}

extension CachedCopy.Pause {
  init?(_ fields: [String: String]) {
    guard let since = fields["failed"].flatMap({ Int64($0) }), let until = fields["retry"].flatMap({ Int64($0) })
    else { return nil }
    self.init(since: since, until: until, reason: fields["reason"] ?? "")
  }

  var lines: String {
    let words = String(decoding: reason.utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
    return "failed: \(since)\nretry: \(until)\nreason: \(words)\n"
  }
}
