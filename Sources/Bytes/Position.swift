/// A place in a text, as people count it. Computed only when something is wrong: parsers use byte offsets.
public struct Position: Hashable, Comparable, Sendable {
  /// The line, from 1. LF, CR LF and a lone CR end a line.
  public var line: Int
  /// The column, from 1, in Unicode scalars (a byte that is not UTF-8 counts as one).
  public var column: Int

  /// A position by its line and column, both from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The position of a byte offset; an offset past the end means the end. A byte order mark has no column. O(offset).
  package init(of offset: Int, in bytes: some Collection<UInt8>) {
    line = 1
    column = 1
    var index = 0
    var previous: UInt8 = 0
    for byte in bytes {
      if index >= offset { break }
      if byte == .lineFeed {
        if previous != .carriageReturn { line += 1 }
        column = 1
      } else if byte == .carriageReturn {
        line += 1
        column = 1
      } else if !byte.isUTF8Continuation {
        column += 1
      }
      index += 1
      previous = byte
      if index == 3, line == 1, column == 2, byte == 0xBF, bytes.starts(with: [0xEF, 0xBB, 0xBF] as [UInt8]) {
        column = 1
      }
    }
  }

  /// The earlier position is less.
  public static func < (left: Position, right: Position) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
