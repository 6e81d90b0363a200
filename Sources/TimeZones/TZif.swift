import Bytes
import CivilTime

/// Why bytes are not a TZif file.
public struct TZifError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// The bytes do not begin with `TZif`.
    case notTZif
    /// The version is not NUL or a digit from `2` to `9` (`5` and later are read as `4`).
    case version
    /// The bytes end before what the header announces.
    case truncated
    /// A count that must not be zero is zero, or two counts that must be equal differ.
    case count
    /// Transition times do not ascend.
    case order
    /// A transition names a type that does not exist.
    case typeIndex
    /// An offset from UTC is beyond ±18:00.
    case utcOffset
    /// A flag is neither 0 nor 1.
    case flag
    /// An abbreviation begins or ends outside of its table.
    case abbreviation
    /// The footer is not a `TZ` string between line feeds.
    case footer
  }
  /// What is wrong at ``offset``.
  public let reason: Reason
  /// In bytes from the beginning of the file.
  public let offset: Int

  package init(reason: Reason, offset: Int) { (self.reason, self.offset) = (reason, offset) }
}

/// A decoder of TZif (RFC 9636, section 3), the file format of the tz database.
///
/// If a file holds two data blocks, only the second, with 64-bit times, is read. The standard/wall and UT/local
/// indicators serve rules for other zones and are skipped. Leap seconds, which only files under `right/` contain, are
/// subtracted from the transition times, since this package counts time as POSIX does.
///
/// Sizes are computed in 64 bits, since four-byte counts could overflow the 32-bit integers of WebAssembly, and are
/// checked against the available bytes before anything is allocated.
struct TZifReader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private struct Header {
    var version: UInt8
    var utIndicators, standardIndicators, leapSeconds, transitions, types, characters: Int64

    func byteCount(timeSize: Int64) -> Int64 {
      transitions * (timeSize + 1) + types * 6 + characters + leapSeconds * (timeSize + 4)
        + standardIndicators + utIndicators
    }
  }

  /// Decodes the whole file. O(bytes).
  mutating func rules() throws(TZifError) -> ZoneRules {
    var header = try self.header()
    guard header.version != 0 else { return try block(header, timeSize: 4, hasFooter: false) }
    // Writers may leave the first block empty; only its size matters.
    index += Int(try checked(header.byteCount(timeSize: 4)))
    header = try self.header()
    return try block(header, timeSize: 8, hasFooter: true)
  }

  private func error(_ reason: TZifError.Reason, at offset: Int) -> TZifError {
    TZifError(reason: reason, offset: offset)
  }

  /// Checks that the remaining bytes have this size.
  private func checked(_ size: Int64) throws(TZifError) -> Int64 {
    guard size <= Int64(bytes.count - index) else { throw error(.truncated, at: bytes.count) }
    return size
  }

  private mutating func header() throws(TZifError) -> Header {
    let start = index
    guard bytes[start...].hasPrefix("TZif") else { throw error(.notTZif, at: start) }
    _ = try checked(44)
    let version = bytes[start + 4]
    guard version == 0 || (version >= UInt8.ascii("2") && version <= UInt8.ascii("9")) else {
      throw error(.version, at: start + 4)
    }
    index = start + 20
    return Header(
      version: version, utIndicators: count(), standardIndicators: count(), leapSeconds: count(),
      transitions: count(), types: count(), characters: count())
  }

  /// The next big-endian integer; the caller has checked that its bytes exist.
  private mutating func integer(_ size: Int) -> Int64 {
    var value: Int64 = size > 0 && bytes[index] >= 0x80 ? -1 : 0
    for _ in 0..<size {
      value = value << 8 | Int64(bytes[index])
      index += 1
    }
    return value
  }

  private mutating func count() -> Int64 { integer(4) & 0xFFFF_FFFF }

  private mutating func block(
    _ header: Header, timeSize: Int, hasFooter: Bool
  ) throws(TZifError) -> ZoneRules {
    // The six counts are in the 24 bytes before this position.
    let counts = index - 24
    if header.types == 0 { throw error(.count, at: counts + 16) }
    if header.characters == 0 { throw error(.count, at: counts + 20) }
    if header.utIndicators != 0, header.utIndicators != header.types {
      throw error(.count, at: counts)
    }
    if header.standardIndicators != 0, header.standardIndicators != header.types {
      throw error(.count, at: counts + 4)
    }
    let end = index + Int(try checked(header.byteCount(timeSize: Int64(timeSize))))
    let transitionCount = Int(header.transitions)

    var transitions: [(at: Int64, type: UInt16)] = []
    transitions.reserveCapacity(transitionCount)
    for _ in 0..<transitionCount {
      let at = integer(timeSize)
      if let last = transitions.last, last.at >= at { throw error(.order, at: index - timeSize) }
      transitions.append((at, 0))
    }
    for place in 0..<transitionCount {
      let type = bytes[index]
      if Int64(type) >= header.types { throw error(.typeIndex, at: index) }
      transitions[place].type = UInt16(type)
      index += 1
    }

    let types = try types(count: Int(header.types), characters: Int(header.characters))
    index += Int(header.characters)
    takeOutLeapSeconds(count: Int(header.leapSeconds), timeSize: timeSize, of: &transitions)

    index = end
    let tail = hasFooter ? try footer() : nil
    return ZoneRules(initial: 0, transitions: transitions, types: types, tail: tail)
  }

  private mutating func types(count: Int, characters: Int) throws(TZifError) -> [LocalTimeType] {
    var types: [LocalTimeType] = []
    types.reserveCapacity(count)
    let names = index + count * 6
    for _ in 0..<count {
      let start = index
      guard let offset = UTCOffset(seconds: Int(integer(4))) else {
        throw error(.utcOffset, at: start)
      }
      let flag = integer(1)
      guard flag == 0 || flag == 1 else { throw error(.flag, at: start + 4) }
      let first = names + Int(bytes[start + 5])
      index += 1
      var last = first
      while last < names + characters, bytes[last] != 0 { last += 1 }
      guard last < names + characters else { throw error(.abbreviation, at: start + 5) }
      types.append(
        LocalTimeType(
          offset: offset, isDaylightSaving: flag == 1, abbreviation: Array(bytes[first..<last])))
    }
    return types
  }

  /// Each record gives the total leap second correction from a given second on, in the file's own count.
  private mutating func takeOutLeapSeconds(
    count: Int, timeSize: Int, of transitions: inout [(at: Int64, type: UInt16)]
  ) {
    var correction: Int64 = 0
    var place = 0
    for _ in 0..<count {
      let from = integer(timeSize)
      let next = integer(4)
      while place < transitions.count, transitions[place].at < from {
        transitions[place].at = transitions[place].at.subtractingSaturated(correction)
        place += 1
      }
      correction = next
    }
    while place < transitions.count, count > 0 {
      transitions[place].at = transitions[place].at.subtractingSaturated(correction)
      place += 1
    }
    // A hostile table could have changed the order of neighbours.
    for later in transitions.indices.dropFirst()
    where transitions[later].at < transitions[later - 1].at {
      transitions[later].at = transitions[later - 1].at
    }
  }

  private mutating func footer() throws(TZifError) -> PosixTimeZone? {
    guard index < bytes.count, bytes[index] == .lineFeed else { throw error(.footer, at: index) }
    let start = index + 1
    var end = start
    while end < bytes.count, bytes[end] != .lineFeed { end += 1 }
    guard end < bytes.count else { throw error(.footer, at: end) }
    if start == end { return nil }
    do throws(PosixTZError) {
      return try PosixTimeZone(bytes[start..<end])
    } catch {
      throw self.error(.footer, at: start + error.offset)
    }
  }
}

extension Int64 {
  fileprivate func subtractingSaturated(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
