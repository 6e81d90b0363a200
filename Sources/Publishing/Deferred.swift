import Dispatch
import Synchronization

/// A value that is made once: on another thread in the background, or by the first thread that needs it.
///
/// Nobody waits in vain. A thread that asks before another has begun makes the value itself; one that asks later waits
/// for a thread that is already working. Any number of threads may ask, any number of times. If nobody holds this
/// object any more when a thread becomes free, for example after a failed build, the value is not made.
package final class Deferred<Value: Sendable, Failure: Error>: Sendable {
  private enum State: Sendable {
    case open(@Sendable () throws(Failure) -> Value)
    case begun
    case made(Result<Value, Failure>)
  }

  private let state: Mutex<State>
  /// Left when the value has been made.
  private let work = DispatchGroup()

  /// - Parameter make: called at most once, by any thread.
  package init(_ make: @Sendable @escaping () throws(Failure) -> Value) {
    state = Mutex(.open(make))
    work.enter()
  }

  deinit {
    // A DispatchGroup must be left as often as entered before it is released.
    if case .open = state.withLock({ $0 }) { work.leave() }
  }

  /// The same, begun on another thread as soon as one is free.
  package static func begun(_ make: @Sendable @escaping () throws(Failure) -> Value) -> Deferred {
    let deferred = Deferred(make)
    DispatchQueue.global().async { [weak deferred] in deferred?.begin() }
    return deferred
  }

  /// Makes the value, unless that has begun already.
  package func begin() {
    let make = state.withLock { state -> (@Sendable () throws(Failure) -> Value)? in
      guard case .open(let make) = state else { return nil }
      state = .begun
      return make
    }
    guard let make else { return }
    let result: Result<Value, Failure>
    do throws(Failure) { result = .success(try make()) } catch { result = .failure(error) }
    state.withLock { $0 = .made(result) }
    work.leave()
  }

  /// The value; makes it or waits for it.
  package func value() throws(Failure) -> Value {
    begin()
    work.wait()
    guard case .made(let result) = state.withLock({ $0 }) else { preconditionFailure("a group was left early") }
    return try result.get()
  }
}
