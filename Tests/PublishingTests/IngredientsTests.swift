import Testing

@testable import Publishing

struct IngredientsTests {
  /// A long list is hashed in pieces: each of its members counts all the same, and so does its place.
  @Test(arguments: [0, 4_094, 4_095, 4_096, 4_097, 8_191, 8_192, 19_999]) func eachMemberOfALongListCounts(_ place: Int)
  {
    func print(_ numbers: [Int]) -> Fingerprint {
      var made = Ingredients()
      for number in numbers { made.add(Fingerprint(low: UInt64(number), high: 0)) }
      return made.finish()
    }
    let all = Array(0..<20_000)
    var other = all
    other[place] = -1 & 0xFFFF_FFFF
    var moved = all
    moved.swapAt(place, place == 0 ? 1 : place - 1)
    #expect(print(all) == print(all))
    #expect(Set([all, other, moved, Array(all.dropLast())].map(print)).count == 4)
  }
}
