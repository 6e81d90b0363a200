import Bytes

/// Writes content lines: CR LF, folded at 75 octets between characters (RFC 5545, 3.1).
public struct ICalendarWriter: Sendable {
  /// What was written so far.
  public private(set) var bytes: [UInt8] = []

  /// An empty writer with room for `capacity` bytes.
  public init(reserving capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  /// Appends the output of another writer. O(its bytes).
  package mutating func append(_ other: ICalendarWriter) { bytes.append(contentsOf: other.bytes) }

  /// Writes a whole unfolded line. O(line).
  public mutating func line(_ line: some RandomAccessCollection<UInt8>) {
    if line.count <= 75 {
      bytes.append(contentsOf: line)
    } else {
      var start = line.startIndex
      var room = 75
      while true {
        var stop = line.index(start, offsetBy: room, limitedBy: line.endIndex) ?? line.endIndex
        // A character that would be split goes to the next line; bytes that are not UTF-8 may be split.
        if stop != line.endIndex {
          var back = 0
          while back < 3, line[stop].isUTF8Continuation, stop > start {
            stop = line.index(before: stop)
            back += 1
          }
        }
        bytes.append(contentsOf: line[start..<stop])
        if stop == line.endIndex { break }
        bytes.append("\r\n ")
        start = stop
        room = 74
      }
    }
    bytes.append("\r\n")
  }

  /// Writes a line given in three pieces. O(line).
  package mutating func line(_ name: ArraySlice<UInt8>, _ parameters: [UInt8], _ value: ArraySlice<UInt8>) {
    guard name.count + parameters.count + value.count <= 75 else { return line(name + parameters + value) }
    bytes.append(contentsOf: name)
    bytes.append(contentsOf: parameters)
    bytes.append(contentsOf: value)
    bytes.append("\r\n")
  }

  /// Writes a literal as a whole unfolded line. O(line).
  public mutating func line(_ text: StaticString) {
    line(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Writes `NAME:value`, the value unchanged.
  public mutating func property(_ name: StaticString, _ value: some Collection<UInt8>) {
    line([UInt8](name) + [.colon] + Array(value))
  }

  /// Writes `NAME:value`, the value escaped as TEXT.
  public mutating func property(_ name: StaticString, text: some Collection<UInt8>) {
    var whole = [UInt8](name)
    whole.append(.colon)
    whole.append(escapingText: text)
    line(whole)
  }

  /// A parameter's value: quoted if necessary, with RFC 6868's carets.
  public static func parameterValue(_ text: some Collection<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    // Readers, this one included, drop white space at either end as accidental.
    var needsQuotes = text.trimmed.count != text.count
    for byte in text {
      switch byte {
      case .quote: out.append("^'")
      case .caret: out.append("^^")
      case .lineFeed: out.append("^n")
      case .tab: out.append(byte)
      case 0..<0x20, 0x7F: break
      // RFC 5545 requires quotes only for the first three; but readers without RFC 6868 take a backslash for an escape.
      case .colon, .semicolon, .comma, .backslash:
        needsQuotes = true
        out.append(byte)
      default: out.append(byte)
      }
    }
    return needsQuotes ? [.quote] + out + [.quote] : out
  }
}
