import Bytes
import CResolver
import Foundation
import Synchronization

/// A server that the domain name system names for a service of a domain (RFC 2782), and the path of the service there
/// (RFC 6763, as RFC 6764 uses it).
struct ServiceRecord: Equatable {
  var host: String
  var port: Int
  var path: String?

  /// The calendar servers of a domain, best first; empty if there are none, or the address has none to ask about.
  /// - Parameters:
  ///   - end: when to stop waiting for answers.
  ///   - server: the name server to ask in place of the system's.
  static func calendarServers(
    of address: DAVAddress, until end: ContinuousClock.Instant, server: NameServer? = nil
  ) -> [ServiceRecord] {
    let labels = address.host.split(separator: ".")
    // An address in numbers has no services, and a port names one already.
    guard labels.count >= 2, !address.host.utf8.contains(.ascii(":")), labels.last?.utf8.allSatisfy(\.isDigit) == false,
      address.place.port == (address.place.isSecure ? 443 : 80)
    else { return [] }
    let name = (address.place.isSecure ? "_caldavs._tcp." : "_caldav._tcp.") + address.host
    guard let servers = DNSAnswer(asking: name, .service, end, server)?.services, !servers.isEmpty else { return [] }
    let path = DNSAnswer(asking: name, .text, end, server)?.texts.lazy.compactMap { Self.path($0) }.first
    return servers.map { ServiceRecord(host: $0.host, port: $0.port, path: path) }
  }

  /// The path in a text record: the first of its strings that is `path=…`.
  static func path(_ strings: [[UInt8]]) -> String? {
    for string in strings where string.count > 5 && string.prefix(5).equalsIgnoringCase("path=") {
      return String(utf8: string.dropFirst(5))
    }
    return nil
  }
}

/// A name server.
struct NameServer: Sendable {
  /// IPv4, in numbers.
  var address: String
  var port: UInt16
}

/// An answer of the domain name system (RFC 1035, 4).
struct DNSAnswer {
  enum Kind: UInt16 {
    case text = 16
    case service = 33
  }

  /// Servers by priority, then by weight: choosing the same one each time keeps what was learnt from it.
  private(set) var services: [(host: String, port: Int)] = []
  /// The strings of each text record.
  private(set) var texts: [[[UInt8]]] = []

  /// The greatest time for one question.
  private static let patience = Duration.seconds(5)

  /// Asks the system's resolver; `nil` if there is no answer in time. The resolver counts in seconds for each of its
  /// tries and servers, so it has a thread of its own, which is not waited for beyond that time.
  init?(asking name: String, _ type: Kind, _ end: ContinuousClock.Instant, _ server: NameServer?) {
    let left = min(Self.patience, end - .now)
    guard left > .zero else { return nil }
    let answer = Answer()
    let thread = Thread {
      var bytes = [UInt8](repeating: 0, count: 16_384)
      let count = busylife_resolve(name, CInt(type.rawValue), server?.address, server?.port ?? 0, &bytes, bytes.count)
      if count > 0, count <= bytes.count { answer.bytes.withLock { $0 = Array(bytes[..<Int(count)]) } }
      answer.isThere.signal()
    }
    thread.stackSize = 1 << 20
    thread.start()
    guard answer.isThere.wait(timeout: .now() + .milliseconds(Int(left / .milliseconds(1)))) == .success,
      let bytes = answer.bytes.withLock({ $0 })
    else { return nil }
    self.init(bytes)
  }

  private final class Answer: Sendable {
    let bytes = Mutex<[UInt8]?>(nil)
    let isThere = DispatchSemaphore(value: 0)
  }

  /// Reads a message; `nil` if it is damaged.
  init?(_ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    guard bytes.count >= 12 else { return nil }
    let questions = Int(bytes[4]) << 8 | Int(bytes[5])
    let answers = Int(bytes[6]) << 8 | Int(bytes[7])
    reader.place = 12
    for _ in 0..<questions {
      guard reader.name() != nil, reader.number() != nil, reader.number() != nil else { return nil }
    }
    var found: [(priority: Int, weight: Int, host: String, port: Int)] = []
    for _ in 0..<answers {
      guard reader.name() != nil, let type = reader.number(), reader.number() != nil, reader.number() != nil,
        reader.number() != nil, let length = reader.number(), reader.place + length <= bytes.count
      else { return nil }
      let end = reader.place + length
      switch Kind(rawValue: UInt16(type)) {
      case .service:
        guard let priority = reader.number(), let weight = reader.number(), let port = reader.number(),
          let host = reader.name(), reader.place <= end
        else { return nil }
        // The host is the root if a service is decidedly not there.
        if !host.isEmpty, port > 0 { found.append((priority, weight, host, port)) }
      case .text:
        var strings: [[UInt8]] = []
        while reader.place < end {
          let count = Int(bytes[reader.place])
          guard reader.place + 1 + count <= end else { return nil }
          strings.append(Array(bytes[(reader.place + 1)..<(reader.place + 1 + count)]))
          reader.place += 1 + count
        }
        texts.append(strings)
      case nil: break
      }
      reader.place = end
    }
    found.sort { ($0.priority, -$0.weight, $0.host) < ($1.priority, -$1.weight, $1.host) }
    services = found.map { ($0.host, $0.port) }
  }

  private struct Reader {
    let bytes: [UInt8]
    var place = 0

    mutating func number() -> Int? {
      guard place + 2 <= bytes.count else { return nil }
      defer { place += 2 }
      return Int(bytes[place]) << 8 | Int(bytes[place + 1])
    }

    /// A name, in lower case and without the final dot; `nil` if it is damaged, or can't be a host.
    mutating func name() -> String? {
      var labels: [String] = []
      var cursor = place
      var length = 0
      var isElsewhere = false
      while cursor < bytes.count {
        let count = Int(bytes[cursor])
        if count == 0 {
          if !isElsewhere { place = cursor + 1 }
          return labels.joined(separator: ".")
        }
        if count >= 0xC0 {
          // The rest is at an earlier place, so this ends.
          guard cursor + 1 < bytes.count else { return nil }
          let target = (count & 0x3F) << 8 | Int(bytes[cursor + 1])
          guard target < cursor else { return nil }
          if !isElsewhere { place = cursor + 2 }
          isElsewhere = true
          cursor = target
          continue
        }
        guard count < 0x40, cursor + 1 + count <= bytes.count else { return nil }
        let label = bytes[(cursor + 1)..<(cursor + 1 + count)]
        length += count + 1
        guard length <= 255, label.allSatisfy({ $0.isLetter || $0.isDigit || $0 == .hyphen || $0 == .underscore })
        else {
          return nil
        }
        labels.append(String(utf8: label.map(\.lowercased)))
        cursor += 1 + count
      }
      return nil
    }
  }
}
