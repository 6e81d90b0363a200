import Dispatch
import Foundation
import Synchronization

/// Handles Ctrl-C and SIGTERM as the ordinary end of a command that runs until it is told to stop.
package final class Interruption: Sendable {
  /// Kept alive, because a source that is released stops working; never read.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]
  private static let wasTold = Atomic(false)

  /// Calls back at the first signal, on another thread; a second signal ends the process at once, in case the orderly
  /// end takes too long.
  package init(_ stop: @Sendable @escaping () -> Void) {
    sources = [SIGINT, SIGTERM].map { number in
      // The default action would end the process before any source is called.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        if Self.wasTold.exchange(true, ordering: .relaxed) { exit(128 + number) }
        stop()
      }
      source.resume()
      return source
    }
  }
}
