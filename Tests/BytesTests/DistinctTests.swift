import Bytes
import Testing

@Suite struct DistinctTests {
  @Test(
    arguments: [
      ([], []), (["a"], ["a"]), (["a", "a"], ["a"]), (["b", "a", "b", "", "a", ""], ["b", "a", ""]),
      (["ab", "a", "b", "ab"], ["ab", "a", "b"]), (["é", "e\u{301}", "é"], ["é", "e\u{301}"]),
    ] as [([String], [String])])
  func firstsStayInTheirOrder(given: [String], expected: [String]) {
    let result = given.map { Array($0.utf8) }.distinct(byteOrder)
    #expect(result == expected.map { Array($0.utf8) })
  }

  /// Work is counted, not timed: comparing all pairs would take 200 million comparisons.
  @Test(arguments: [0, 1, 20_000])
  func comparisonsAreFew(_ step: Int) {
    var comparisons = 0
    let numbers = (0..<20_000).map { $0 * step * 7_919 % 20_011 }
    let result = numbers.distinct { left, right in
      comparisons += 1
      return left - right
    }
    #expect(result.count == Set(numbers).count)
    #expect(comparisons < 20_000 * 30)
  }

  @Test func bytesAreOrdered() {
    for (left, right, sign) in [
      ("", "", 0), ("", "a", -1), ("a", "", 1), ("a", "b", -1), ("ab", "a", 1), ("é", "z", 1),
    ] {
      #expect(byteOrder(Array(left.utf8), Array(right.utf8)).signum() == sign, "\(left) \(right)")
    }
  }
}
