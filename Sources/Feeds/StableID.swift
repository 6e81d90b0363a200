import Bytes
import CalendarPages
import Events
import Settling

/// Names of occurrences in feeds, made of what an edit does not change: the UID and, in a series, the original start.
struct StableID {
  private let low, high: UInt64

  init(_ text: [UInt8]) {
    var hash = StableHash()
    hash.add(text)
    low = hash.value
    hash.add([0xFF])
    high = hash.value
  }

  /// - Parameter slugs: the names of the pages of events.
  init(of occurrence: Occurrence, _ store: EventStore, _ slugs: EventSlugs) {
    let event = store[occurrence.event]
    var text = store.text(event.uid, of: event)
    // An event without a UID is identified by the name of its page: two may have equal times in equal lines of two
    // files.
    if text.isEmpty {
      if let name = slugs.name(of: event) {
        text += name
      } else {
        text.append(base32: event.uidHash, digits: 13)
        text.append(.lineFeed)
        text += store.text(event.title, of: event)
      }
    }
    if occurrence.recurs {
      text.append(.lineFeed)
      text.append(recurrenceID: occurrence)
    }
    self.init(text)
  }

  /// As a UUID of version 8.
  var uuid: [UInt8] {
    var out: [UInt8] = []
    appendUUID(to: &out)
    return out
  }

  /// Appends it as a UUID of version 8 (RFC 9562, 5.8).
  func appendUUID(to out: inout [UInt8]) {
    let (first, last) = (high & ~0xF000 | 0x8000, low & ~(3 << 62) | 1 << 63)
    out.append(hexadecimal: first >> 32, width: 8)
    for group in [first >> 16, first, last >> 48] {
      out.append(.hyphen)
      out.append(hexadecimal: group & 0xFFFF, width: 4)
    }
    out.append(.hyphen)
    out.append(hexadecimal: last & 0xFFFF_FFFF_FFFF, width: 12)
  }

  /// As a positive number of 31 bits, which every program can read.
  var number: Int { Self.number(low) }

  static let lastNumber = 0x7FFF_FFFF

  private static func number(_ hash: UInt64) -> Int { max(1, Int(hash >> 33) & lastNumber) }

  /// The number of an occurrence. O(1) for nearly all.
  static func number(of occurrence: Occurrence, _ store: EventStore, _ slugs: EventSlugs) -> Int {
    let event = store[occurrence.event]
    // The hash of a UID is known.
    if !occurrence.recurs, !event.uid.isEmpty, !event.uid.isEscaped { return number(event.uidHash) }
    return StableID(of: occurrence, store, slugs).number
  }
}

extension Array where Element == UInt8 {
  /// Appends text as XML, without what XML 1.0 forbids in any form (2.2): control characters, surrogates, U+FFFE and
  /// U+FFFF.
  package mutating func append(xml text: some Sequence<UInt8>) {
    if text.withContiguousStorageIfAvailable({ append(xmlIn: $0) }) == nil {
      Array(text).withUnsafeBufferPointer { append(xmlIn: $0) }
    }
  }

  /// Runs of bytes that stand for themselves, which are most of any text, are copied as wholes.
  private mutating func append(xmlIn text: UnsafeBufferPointer<UInt8>) {
    var (start, index) = (0, 0)
    while index < text.count {
      let byte = text[index]
      if Self.isPlain(byte) {
        index += 1
        continue
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
      if byte == 0xED || byte == 0xEF {
        // The characters that begin so have three bytes.
        guard index + 3 <= text.count else { return }
        let isForbidden =
          byte == 0xED ? text[index + 1] >= 0xA0 : text[index + 1] == 0xBF && text[index + 2] >= 0xBE
        if !isForbidden { append(contentsOf: UnsafeBufferPointer(rebasing: text[index..<index + 3])) }
        index += 3
      } else {
        appendXML(byte)
        index += 1
      }
      start = index
    }
    append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
  }

  /// Whether a byte is written as it is, whatever stands around it.
  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    if byte >= 0x40 { return byte != 0x7F && byte != 0xED && byte != 0xEF }
    // Tab, line feed, and all from the space on but `"`, `&`, `'`, `<` and `>`.
    let plain: UInt64 = 0xAFFF_FF3B_0000_0600
    return (plain &>> UInt64(byte)) & 1 != 0
  }

  private mutating func appendXML(_ byte: UInt8) {
    switch byte {
    case .ampersand: append("&amp;")
    case .less: append("&lt;")
    case .greater: append("&gt;")
    case .quote: append("&quot;")
    case .apostrophe: append("&#39;")
    case .tab, .lineFeed, 0x20...0x7E, 0x80...: append(byte)
    // A carriage return would be read as a line feed.
    case .carriageReturn: append("&#13;")
    default: break
    }
  }
}
