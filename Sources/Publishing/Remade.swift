import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// A value that can be made again at any time, and so need not be kept: whoever has used it for the last time releases
/// it, and if it is asked for after all, it is made once more.
package final class Remade<Value: Sendable>: Sendable {
  private let make: @Sendable () -> Value
  private let made: Mutex<Deferred<Value, Never>>

  /// - Parameters:
  ///   - value: the value, if it is made already.
  ///   - make: called by any thread, and each time with the same result.
  package init(_ value: Value? = nil, _ make: @Sendable @escaping () -> Value) {
    self.make = make
    made = Mutex(Deferred { value ?? make() })
  }

  /// The value; makes it, or waits for the thread that is making it.
  package func value() -> Value { made.withLock { $0 }.value() }

  /// Makes the value, unless it is made or being made.
  package func begin() { made.withLock { $0 }.begin() }

  /// Frees the value.
  package func release() {
    let make = make
    made.withLock { $0 = Deferred(make) }
  }
}

/// Returns freed memory to the system, after much was freed at once: of the C library's blocks only the last are
/// returned as they are freed, and what is made next would come on top of the others. O(free blocks).
package func returnFreedMemory() {
  #if canImport(Glibc)
    // Of GNU's library; Swift's module of it does not show it.
    guard let trim = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(trim, to: (@convention(c) (_ keeping: Int) -> Int32).self)(0)
  #endif
}
