import Bytes
import Testing

struct NearestTests {
  static let words = ["month", "months", "moth", "week", "day", "Agenda", "calendar"]

  static let known: [(String, [String])] = [
    ("month", ["month", "months", "moth"]),
    ("MONHT", ["month", "months", "moth"]),
    ("wek", ["week"]), ("agneda", ["Agenda"]), ("calender", ["calendar"]),
    ("dya", ["day"]), ("", []), ("xyzzyx", []),
  ]

  @Test(arguments: known)
  func suggestions(_ name: String, _ expected: [String]) {
    let found = nearest(name.utf8, in: Self.words.map { Array($0.utf8) })
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  @Test func noMoreThanAsked() {
    let words = Self.words.map { Array($0.utf8) }
    #expect(nearest("month".utf8, in: words, most: 1) == [Array("month".utf8)])
    #expect(nearest("month".utf8, in: words, most: 0).isEmpty)
  }

  /// Against the definition, for every two words of up to four letters of two.
  @Test func distances() {
    var words: [[UInt8]] = [[]]
    var last = words
    for _ in 0..<4 {
      last = last.flatMap { word in [0x61, 0x62].map { word + [$0] } }
      words += last
    }
    for left in words {
      for right in words {
        let distance = editDistance(left, right)
        if distance != reference(left[...], right[...]) {
          Issue.record("\(left) to \(right): \(distance)")
          return
        }
      }
    }
    #expect(editDistance(Array("ca".utf8), Array("abc".utf8)) == 3)
    #expect(editDistance(Array("kitten".utf8), Array("sitting".utf8)) == 3)
  }

  /// Optimal string alignment by its recursive definition.
  func reference(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
    guard let end = left.last, let other = right.last else { return max(left.count, right.count) }
    let (shorter, narrower) = (left.dropLast(), right.dropLast())
    if end == other { return reference(shorter, narrower) }
    var best =
      1
      + min(
        reference(shorter, narrower), reference(shorter, right), reference(left, narrower))
    if shorter.last == other, narrower.last == end, shorter.count > 0, narrower.count > 0 {
      best = min(best, 1 + reference(shorter.dropLast(), narrower.dropLast()))
    }
    return best
  }
}

struct DiagnosticTests {
  @Test func atMostTheLimit() {
    var all = Diagnostics()
    #expect(all.isEmpty)
    for line in 0..<UInt32(Diagnostics.limit + 5) { all.add(.note, line: line + 1, "long") }
    #expect(all.all.count == Diagnostics.limit)
    #expect(all.leftOut == 5)
    var both = Diagnostics()
    both.add(.error, line: 3, column: 2, [UInt8]("wrong"))
    both.add(contentsOf: all)
    #expect(both.all.count == Diagnostics.limit)
    #expect(both.leftOut == 6)
    #expect(both.all[0].position == Position(line: 3, column: 2))
    #expect(Diagnostic.Severity.note < .warning)
    #expect(Diagnostic.Severity.warning < .error)
  }

  @Test func whatIsLeftOutIsTheMildest() {
    var all = Diagnostics()
    for line in 1...UInt32(Diagnostics.limit) { all.add(.note, line: line, "mild") }
    all.add(.error, line: 5_000, "bad")
    for line in 6_001...UInt32(6_000 + Diagnostics.limit) { all.add(.warning, line: line, "so so") }
    all.add(.error, line: 9_000, "bad")
    all.add(.note, line: 9_001, "mild")
    #expect(all.all.count == Diagnostics.limit)
    #expect(all.leftOut == Diagnostics.limit + 3)
    #expect(all.all.filter { $0.severity == .error }.map(\.position.line) == [5_000, 9_000])
    #expect(all.all.count { $0.severity == .warning } == Diagnostics.limit - 2)
  }

  static let quotes: [(String, String)] = [
    ("", "\"\""), ("plain", "\"plain\""), ("two\nlines\u{7F}", "\"two lines \""),
    (String(repeating: "a", count: 60), "\"" + String(repeating: "a", count: 60) + "\""),
    (String(repeating: "a", count: 61), "\"" + String(repeating: "a", count: 60) + "…\""),
    (String(repeating: "ä", count: 31), "\"" + String(repeating: "ä", count: 30) + "…\""),
    (String(repeating: "€", count: 20) + "x", "\"" + String(repeating: "€", count: 20) + "…\""),
    (String(repeating: "a", count: 59) + "€x", "\"" + String(repeating: "a", count: 59) + "€…\""),
  ]

  @Test(arguments: quotes)
  func quoting(_ text: String, _ expected: String) {
    #expect(String(decoding: quoted(text.utf8), as: UTF8.self) == expected)
  }
}
