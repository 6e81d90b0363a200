import Bytes
import Testing

struct PositionTests {
  /// Text, offset, line, column.
  static let known: [(String, Int, Int, Int)] = [
    ("", 0, 1, 1), ("", 5, 1, 1), ("abc", 0, 1, 1), ("abc", 2, 1, 3), ("abc", 3, 1, 4),
    ("abc", 99, 1, 4), ("a\nb", 1, 1, 2), ("a\nb", 2, 2, 1), ("a\nb", 3, 2, 2),
    ("a\r\nb", 3, 2, 1), ("a\rb", 2, 2, 1), ("a\r\r\nb", 4, 3, 1), ("a\n\rb", 3, 3, 1),
    ("\n\n", 2, 3, 1),
    // Columns are characters, not bytes.
    ("äx", 2, 1, 2), ("€x", 3, 1, 2), ("💥x", 4, 1, 2), ("ä\näx", 5, 2, 2),
    // A byte order mark takes no column.
    ("\u{FEFF}abc", 3, 1, 1), ("\u{FEFF}abc", 4, 1, 2), ("\u{FEFF}\nabc", 4, 2, 1),
    ("a\u{FEFF}b", 4, 1, 3), ("\n\u{FEFF}b", 4, 2, 2),
  ]

  @Test(arguments: known)
  func position(_ text: String, _ offset: Int, _ line: Int, _ column: Int) {
    #expect(Position(of: offset, in: Array(text.utf8)) == Position(line: line, column: column))
  }

  @Test func bytesThatAreNoText() {
    #expect(Position(of: 2, in: [0xFF, 0xFE, 0x61]) == Position(line: 1, column: 3))
    #expect(Position(of: 1, in: [0xC3]) == Position(line: 1, column: 2))
  }

  @Test func order() {
    #expect(Position(line: 1, column: 9) < Position(line: 2, column: 1))
    #expect(Position(line: 2, column: 1) < Position(line: 2, column: 2))
    #expect(!(Position(line: 2, column: 2) < Position(line: 2, column: 2)))
  }
}
