import Bytes

/// Received bytes of requests that were not taken yet. Searches each byte once, however few arrive at a time.
struct RequestBuffer {
  private var bytes: [UInt8]
  /// The number of bytes already searched for the end of a head.
  private var searched = 0

  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  var isEmpty: Bool { bytes.isEmpty }
  /// The bytes after the requests that were taken.
  var rest: [UInt8] { bytes }

  mutating func append(_ received: [UInt8]) { bytes += received }

  /// Takes the next head.
  /// - Returns: `nil` if more bytes are needed; the buffer is then within its limits.
  mutating func takeHead() throws(Refusal) -> RequestHead? {
    // An empty line or two before a request are tolerated (RFC 9112, section 2.2), and no more.
    let blank = bytes.prefix(RequestHead.Limit.blank + 1).prefix { $0 == .carriageReturn || $0 == .lineFeed }.count
    if blank > RequestHead.Limit.blank { throw .malformed }
    guard let end = endOfHead(from: blank) else {
      let head = bytes[blank...]
      if head.count > RequestHead.Limit.line, !head.prefix(RequestHead.Limit.line).contains(.lineFeed) {
        throw .targetTooLong
      }
      if head.count > RequestHead.Limit.head { throw .headTooLarge }
      return nil
    }
    if end - blank > RequestHead.Limit.head { throw .headTooLarge }
    let head = try RequestHead(bytes[blank..<end])
    bytes.removeFirst(end)
    searched = 0
    return head
  }

  /// Takes a body; `nil` if more bytes are needed.
  mutating func takeBody(of count: Int) -> [UInt8]? {
    guard bytes.count >= count else { return nil }
    let body = Array(bytes.prefix(count))
    bytes.removeFirst(count)
    searched = 0
    return body
  }

  /// The end of the empty line that ends a head.
  private mutating func endOfHead(from start: Int) -> Int? {
    var index = max(start, searched) + 3
    while index < bytes.count {
      if bytes[index] == .lineFeed, bytes[index - 1] == .carriageReturn, bytes[index - 2] == .lineFeed,
        bytes[index - 3] == .carriageReturn
      {
        return index + 1
      }
      index += 1
    }
    searched = max(start, bytes.count - 3)
    return nil
  }
}
