import Dispatch
import Foundation
import Synchronization

/// Handles Ctrl-C and SIGTERM as the ordinary end of a command that runs until it is told to stop.
package final class Interruption: Sendable {
  /// Kept alive, because a source that is released stops working; never read.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]
  private static let wasTold = Atomic(false)

  /// Calls back at the first signal, on another thread; a second signal ends the process at once, in case the orderly
  /// end takes too long. Once this has returned, no signal is lost.
  package init(_ stop: @Sendable @escaping () -> Void) {
    // Another thread sets up the sources. A signal that comes before it has done so would be ignored.
    let isSetUp = DispatchSemaphore(value: 0)
    sources = [SIGINT, SIGTERM].map { number in
      // The default action would end the process before any source is called.
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
