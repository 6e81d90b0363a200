#if !hasFeature(Embedded)
  import Bytes
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
      let event = store.events[Int(occurrence.event)]
      var text = store.text(event.uid, of: event)
      // An event without UID is known by what its page is named after: two may have equal times in equal lines of two
      // files.
      if text.isEmpty {
        text.append(base32: slugs.hash(of: event) ?? event.uidHash, digits: 13)
        text.append(0x0A)
        text += store.text(event.title, of: event)
      }
      if occurrence.recurs {
        text.append(0x0A)
        text.append(recurrenceID: occurrence)
      }
      self.init(text)
    }

    /// As a UUID of version 8 (RFC 9562, 5.8).
    var uuid: [UInt8] {
      let words = [high & ~0xF000 | 0x8000, low & ~(3 << 62) | 1 << 63]
      var digits: [UInt8] = []
      for word in words { digits.append(hexadecimal: word, width: 16) }
      var out: [UInt8] = []
      for (place, digit) in digits.enumerated() {
        if [8, 12, 16, 20].contains(place) { out.append(0x2D) }
        out.append(digit)
      }
      return out
    }

    /// As a positive number of 31 bits, which every program can read.
    var number: Int { Self.number(low) }

    static let lastNumber = 0x7FFF_FFFF

    private static func number(_ hash: UInt64) -> Int { max(1, Int(hash >> 33) & lastNumber) }

    /// The number of an occurrence. O(1) for nearly all.
    static func number(of occurrence: Occurrence, _ store: EventStore, _ slugs: EventSlugs) -> Int {
      let event = store.events[Int(occurrence.event)]
      // The hash of a UID is known.
      if !occurrence.recurs, !event.uid.isEmpty, !event.uid.isEscaped { return number(event.uidHash) }
      return StableID(of: occurrence, store, slugs).number
    }
  }

  extension Array where Element == UInt8 {
    /// Appends text as XML, without what XML 1.0 forbids in any form (2.2): control characters, surrogates, U+FFFE and
    /// U+FFFF.
    package mutating func append(xml text: some Sequence<UInt8>) {
      var held: [UInt8] = []
      for byte in text {
        if held.isEmpty, byte != 0xED, byte != 0xEF {
          appendXML(byte)
          continue
        }
        // The characters that begin so have three bytes.
        held.append(byte)
        if held.count < 3 { continue }
        let isForbidden = held[0] == 0xED ? held[1] >= 0xA0 : held[1] == 0xBF && held[2] >= 0xBE
        if !isForbidden { append(contentsOf: held) }
        held.removeAll(keepingCapacity: true)
      }
    }

    private mutating func appendXML(_ byte: UInt8) {
      switch byte {
      case 0x26: append("&amp;")
      case 0x3C: append("&lt;")
      case 0x3E: append("&gt;")
      case 0x22: append("&quot;")
      case 0x27: append("&#39;")
      case 0x09, 0x0A, 0x20...0x7E, 0x80...: append(byte)
      // A carriage return would be read as a line feed.
      case 0x0D: append("&#13;")
      default: break
      }
    }
  }
#endif
