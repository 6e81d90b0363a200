import Bytes
import TestSupport
import Testing

@Suite struct FindingTests {
  /// Random texts of few different bytes, compared with looking at each place.
  @Test func textsAreFoundWhereTheyFirstAre() {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    var found = 0
    for _ in 0..<20_000 {
      func text(_ most: Int) -> [UInt8] {
        (0..<Int.random(in: 0...most, using: &random)).map { _ in UInt8.random(in: 0x61...0x62, using: &random) }
      }
      let (bytes, part) = (text(24), text(5))
      let start = Int.random(in: 0...bytes.count, using: &random)
      let slice = bytes[start...]
      let expected = slice.indices.first { !part.isEmpty && slice[$0...].starts(with: part) }
      #expect(
        slice.firstRange(of: part) == expected.map { $0..<$0 + part.count }, "seed \(seed): \(part) in \(slice)")
      found += expected == nil ? 0 : 1
    }
    #expect(found > 1_000)
  }
}
