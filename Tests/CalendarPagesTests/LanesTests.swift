import TestSupport
import Testing

@testable import CalendarPages

struct LanesTests {
  func names(_ names: [String], order: [String] = []) -> [String] {
    var lanes = Lanes()
    for name in names { lanes.add(bytes(name), order: order.map { bytes($0) }) }
    return lanes.names.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func digitsAreNumbersAndCaseDoesNotCount() {
    #expect(
      names(["Room 10", "room 2", "Aula", "", "Room 1", "Room 10", "2nd floor"])
        == ["2nd floor", "Aula", "Room 1", "room 2", "Room 10", ""])
  }

  @Test func namesInAnOrderComeFirst() {
    #expect(names(["Aula", "", "Hall", "Zoo"], order: ["Zoo", "Hall", "Nowhere"]) == ["Zoo", "Hall", "Aula", ""])
  }

  @Test func whatIsBeyondTheLastSharesIt() {
    var lanes = Lanes()
    for number in 0..<30 { lanes.add(bytes("Room \(number)"), order: []) }
    #expect(lanes.count == 24 && lanes.index(of: bytes("Room 22")) == 22)
    #expect([23, 24, 29].map { lanes.index(of: bytes("Room \($0)")) } == [23, 23, 23])
  }

  /// However many names a day has, few are kept, and each is where it would be among all.
  @Test func manyNamesCostLittle() throws {
    let all = (0..<200).map { "Room \($0)" }
    try withRandom(20) { random in
      var left = all
      var lanes = Lanes()
      while !left.isEmpty { lanes.add(bytes(left.remove(at: random.int(0...(left.count - 1)))), order: []) }
      try checkEqual(lanes.names.count, Lanes.most + 1)
      try checkEqual(all.map { lanes.index(of: bytes($0)) }, all.indices.map { min($0, Lanes.most - 1) })
    }
  }

  @Test func orderIsTheSameHoweverNamesArrive() throws {
    let all = ["a", "B", "c 1", "c 02", "c 3", "ä", "", "9", "10", "10 x"]
    let expected = names(all)
    try withRandom(200) { random in
      var left = all
      var mixed: [String] = []
      while !left.isEmpty { mixed.append(left.remove(at: random.int(0...(left.count - 1)))) }
      try checkEqual(names(mixed), expected)
    }
  }
}
