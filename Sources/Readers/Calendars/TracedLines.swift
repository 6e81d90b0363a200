import Bytes
import ICalendar

/// Content lines, and the positions of what they were made from in another file.
struct TracedLines {
  var writer = ICalendarWriter()
  private(set) var origins: [SourceFile.Origin] = []
  /// The number of bytes whose lines have been counted, and the number of the next line.
  private var counted = 0
  private var nextLine: UInt32 = 1

  /// Says where the lines that follow are from.
  mutating func mark(_ position: Position) {
    nextLine += writer.bytes.withUnsafeBufferPointer { bytes in
      var lines: UInt32 = 0
      for index in counted..<bytes.count where bytes[index] == .lineFeed { lines += 1 }
      return lines
    }
    counted = writer.bytes.count
    origins.append(SourceFile.Origin(line: nextLine, position: position))
  }
}
