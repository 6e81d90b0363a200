import Dispatch
import Synchronization

/// A value that is made once: by another thread while this one goes on, or by whoever needs it first.
///
/// Nobody can wait in vain. Whoever asks before a thread has begun makes the value itself; whoever asks meanwhile waits
/// for a thread that is at work, and for none that may never be given one. Any number of threads may ask, any number
/// of times. If nobody holds it any more when a thread is free, as where a build has failed, it is not made.
final class Deferred<Value: Sendable, Failure: Error>: Sendable {
  private enum State: Sendable {
    case open(@Sendable () throws(Failure) -> Value)
    case begun
    case made(Result<Value, Failure>)
  }

  private let state: Mutex<State>
  /// Left once the value is made.
  private let work = DispatchGroup()

  /// - Parameter make: called at most once, by any thread.
  init(_ make: @Sendable @escaping () throws(Failure) -> Value) {
    state = Mutex(.open(make))
    work.enter()
  }

  deinit {
    // A group that is let go of must have been left as often as entered.
    if case .open = state.withLock({ $0 }) { work.leave() }
  }

  /// The same, begun by another thread as soon as one is free.
  static func begun(_ make: @Sendable @escaping () throws(Failure) -> Value) -> Deferred {
    let deferred = Deferred(make)
    DispatchQueue.global().async { [weak deferred] in deferred?.begin() }
    return deferred
  }

  /// Makes the value, unless somebody has begun to.
  func begin() {
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

  /// The value, made or waited for.
  func value() throws(Failure) -> Value {
    begin()
    work.wait()
    guard case .made(let result) = state.withLock({ $0 }) else { preconditionFailure("a group was left early") }
    return try result.get()
  }
}
