import Dispatch
import Foundation
import Synchronization

/// Ctrl-C and SIGTERM as the ordinary end of a command that runs until it is told to stop.
public final class Interruption: Sendable {
  /// Held, because a source that nobody holds is silent; never used again.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]
  private static let wasTold = Atomic(false)

  /// Calls back at the first signal, on another thread; the second ends the process at once, should the
  /// orderly end take too long. From when this returns no signal is lost.
  public init(_ stop: @Sendable @escaping () -> Void) {
    // Another thread sets up the sources. A signal that comes before it has done so would be ignored.
    let isSetUp = DispatchSemaphore(value: 0)
    sources = [SIGINT, SIGTERM].map { number in
      // The default action comes before any source unless it is ignored.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        if Self.wasTold.exchange(true, ordering: .relaxed) { exit(128 + number) }
        stop()
      }
      source.setRegistrationHandler { isSetUp.signal() }
      source.resume()
      return source
    }
    for _ in sources { isSetUp.wait() }
  }
}
