import Bytes
import TestSupport
import Testing

struct RankingTests {
  /// Keys that differ in some of their bits, so that there are equal ones and bytes that all have in common.
  @Test func rankingIsThatOfAStableSort() throws {
    try withRandom(200) { random in
      let (mask, common) = (random.next() & random.next(), random.next())
      let keys = (0..<random.int(0...600)).map { _ in random.next() & mask | common & ~mask }
      let expected = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
      try #require(keys.ranked().map(Int.init) == expected)
    }
  }

  @Test(arguments: [[], [7], [1, 2, 2, 9], [.min, .max, 0, -1, 1, 256, -256]] as [[Int64]])
  func ranksAreInTheOrderOfNumbers(_ numbers: [Int64]) {
    #expect(numbers.map(\.rank).ranked().map { numbers[Int($0)] } == numbers.sorted())
  }
}
