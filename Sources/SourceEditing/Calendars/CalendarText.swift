import Bytes
import ICalendar

extension ICalendarDocument {
  /// The components that carry content: those directly in the calendar, or in none, except time zones.
  var contents: [Int] {
    components.indices.filter { index in
      let parent = Int(components[index].parent)
      return components[index].kind != .vcalendar && components[index].kind != .vtimezone
        && (parent < 0 || components[parent].kind == .vcalendar)
    }
  }
}

/// The positions of an iCalendar file's lines in its bytes, with folds and line endings.
///
/// ``ICalendar/ICalendarDocument`` decides what is a line, a property and a component, and keeps the number of the
/// first line of each; this type converts the numbers to ranges.
struct CalendarText {
  let bytes: [UInt8]
  let document: ICalendarDocument
  /// The offset of each physical line, continuation lines included.
  private let starts: [Int]

  init(_ source: ReadSource) {
    bytes = source.bytes
    document = source.document
    var starts = [source.bytes.starts(with: [0xEF, 0xBB, 0xBF] as [UInt8]) ? 3 : 0]
    source.bytes.withUnsafeBufferPointer { bytes in
      for index in bytes.indices where bytes[index] == .lineFeed { starts.append(index + 1) }
    }
    self.starts = starts
  }

  /// A whole content line by the number of its first physical line, from 1, with its folds and final line ending.
  func line(_ number: UInt32) -> Range<Int> { lines(from: Int(number) - 1).range }

  func line(of property: ICalendarDocument.Property) -> Range<Int> { line(property.line) }

  /// - Parameter index: an index into ``starts``.
  private func lines(from index: Int) -> (range: Range<Int>, next: Int) {
    var next = index + 1
    while next < starts.count, starts[next] < bytes.count, bytes[starts[next]] == .space || bytes[starts[next]] == .tab
    {
      next += 1
    }
    return (starts[index]..<(next < starts.count ? starts[next] : bytes.count), next)
  }

  /// The number of the line that contains an offset, from 1. O(log lines).
  func number(of offset: Int) -> Int {
    max(starts.partitioningIndex { $0 > offset }, 1)
  }

  /// A component from its BEGIN to the end of its END, and that last line alone; `nil` if they do not match.
  func range(of component: Int) -> (whole: Range<Int>, end: Range<Int>)? {
    let first = Int(document.components[component].line) - 1
    var index = first
    var depth = 0
    while index < starts.count, starts[index] < bytes.count {
      let (range, next) = lines(from: index)
      if isBoundary(range, "BEGIN") { depth += 1 }
      if isBoundary(range, "END") {
        depth -= 1
        if depth == 0 { return (starts[first]..<range.upperBound, range) }
      }
      index = next
    }
    return nil
  }

  private func isBoundary(_ range: Range<Int>, _ name: StaticString) -> Bool {
    let text = bytes[range]
    // A BEGIN or END line is short, but may be folded all the same.
    guard text.count < 400, text[text.startIndex].lowercased == name.utf8Start[0] | 0x20 else { return false }
    var name = [UInt8](name)
    name.append(.colon)
    return unfolded(range).filter { $0 != .space && $0 != .tab }.prefix(name.count).equalsIgnoringCase(name)
  }

  /// The bytes of a line without its folds and ending.
  func unfolded(_ range: Range<Int>) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(range.count)
    var rest = bytes[range]
    while let feed = rest.firstIndex(of: .lineFeed) {
      var line = rest[..<feed]
      while line.last == .carriageReturn { line.removeLast() }
      out.append(contentsOf: line)
      rest = rest[(feed + 1)...]
      if !rest.isEmpty { rest.removeFirst() }
    }
    out.append(contentsOf: rest)
    return out
  }

  /// The ending of a line: CR LF, LF, or anything else that is there.
  func ending(of range: Range<Int>) -> [UInt8] {
    guard range.upperBound > range.lowerBound, bytes[range.upperBound - 1] == .lineFeed else { return [0x0D, 0x0A] }
    var start = range.upperBound - 1
    while start > range.lowerBound, bytes[start - 1] == .carriageReturn { start -= 1 }
    return Array(bytes[start..<range.upperBound])
  }

  /// A line as written to a file: folded at 75 octets between characters (RFC 5545, 3.1).
  static func written(_ line: [UInt8], ending: [UInt8]) -> [UInt8] {
    var writer = ICalendarWriter()
    writer.line(line)
    if ending == [0x0D, 0x0A] { return writer.bytes }
    var out: [UInt8] = []
    for byte in writer.bytes where byte != .carriageReturn {
      if byte == .lineFeed { out.append(contentsOf: ending) } else { out.append(byte) }
    }
    return out
  }
}
