import Synchronization
import Testing

@testable import Publishing

struct RemadeTests {
  @Test(arguments: [nil, 1]) func aValueIsMadeAgainAfterItWasReleased(_ given: Int?) {
    let calls = Mutex(0)
    let value = Remade(given) { () -> Int in
      calls.withLock { $0 += 1 }
      return 1
    }
    var made = given == nil ? 1 : 0
    for _ in 0..<3 {
      value.begin()
      #expect(value.value() == 1 && value.value() == 1)
      #expect(calls.withLock { $0 } == made)
      value.release()
      value.release()
      made += 1
    }
  }
}
