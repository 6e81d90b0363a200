import Dispatch
import Synchronization

/// Makes an array on several threads; `body` makes the elements of a range.
/// - Parameter fewest: the number of elements that is as much work as waking a thread.
package func inParallel<Element: Sendable>(
  _ count: Int, threads: Int, fewest: Int = 256, _ body: @Sendable (Range<Int>) -> [Element]
) -> [Element] {
  let runs = max(1, min(threads, count / fewest))
  if runs == 1 { return body(0..<count) }
  let parts = Parts<Element>(runs)
  DispatchQueue.concurrentPerform(iterations: runs) { run in
    parts.set(run, body(count * run / runs..<count * (run + 1) / runs))
  }
  return parts.joined
}

/// The parts of an array, each made by one thread.
private final class Parts<Element: Sendable>: Sendable {
  private let parts: Mutex<[[Element]]>

  init(_ count: Int) { parts = Mutex(Array(repeating: [], count: count)) }

  func set(_ index: Int, _ part: [Element]) { parts.withLock { $0[index] = part } }

  var joined: [Element] { parts.withLock { Array($0.joined()) } }
}
