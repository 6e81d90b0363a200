import Dispatch
import Synchronization
import Testing

@testable import Publishing

struct DeferredTests {
  private final class Count: Sendable {
    private let value = Atomic(0)
    func add() -> Int { value.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue }
    var now: Int { value.load(ordering: .sequentiallyConsistent) }
  }

  @Test("A value that many threads ask for is computed once")
  func once() {
    let count = Count()
    let deferred = Deferred<Int, Never>.begun { count.add() }
    let seen = Mutex<Set<Int>>([])
    DispatchQueue.concurrentPerform(iterations: 64) { _ in
      for _ in 0..<10 {
        let value = deferred.value()
        seen.withLock { _ = $0.insert(value) }
      }
    }
    #expect(seen.withLock { $0 } == [1])
    #expect(count.now == 1)
  }

  @Test("A value that no thread has begun is computed by the one that asks")
  func inline() {
    // Nothing begins it.
    let inner = Deferred<Int, Never> { 1 }
    let outer = Deferred<Int, Never> { inner.value() + 1 }
    #expect(outer.value() == 2)
    #expect(outer.value() == 2)
  }

  @Test("An error is thrown to every caller")
  func failing() {
    let count = Count()
    let deferred = Deferred<Int, BuildError>.begun { () throws(BuildError) in
      _ = count.add()
      throw .internalFault("on purpose")
    }
    for _ in 0..<3 { #expect(throws: BuildError.self) { try deferred.value() } }
    #expect(count.now == 1)
  }

  @Test("A value that is no longer referenced is not computed")
  func letGo() {
    let count = Count()
    weak var gone: Deferred<Int, Never>?
    do {
      let deferred = Deferred<Int, Never> { count.add() }
      gone = deferred
    }
    gone?.begin()
    #expect(gone == nil)
    #expect(count.now == 0)
  }
}
