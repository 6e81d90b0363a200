import Dispatch
import Synchronization

/// Makes an array on several threads; `body` makes the elements of a range.
/// - Parameter fewest: the number of elements that is as much work as waking a thread.
package func inParallel<Element: Sendable>(
  _ count: Int, threads: Int, fewest: Int = 256, _ body: @Sendable (Range<Int>) -> [Element]
) -> [Element] {
  let runs = max(1, min(threads, count / fewest))
  if runs == 1 { return body(0..<count) }
  let parts = Mutex([[Element]](repeating: [], count: runs))
  DispatchQueue.concurrentPerform(iterations: runs) { run in
    let part = body(count * run / runs..<count * (run + 1) / runs)
    parts.withLock { $0[run] = part }
  }
  return parts.withLock { Array($0.joined()) }
}
