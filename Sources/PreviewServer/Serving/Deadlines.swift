import FlyingSocks
import Foundation
import Synchronization

/// When each connection must have got on. One task looks after all of them: a timer for each request
/// would cost more than the request.
final class Deadlines: Sendable {
  private let all = Mutex<[Int32: ContinuousClock.Instant?]>([:])
  /// Open connections at once. Far more than the tabs of a browser need, far fewer than file descriptors.
  static let connections = 256

  /// Counts a connection in; `false` if there are too many.
  func open(_ socket: Socket) -> Bool {
    all.withLock { all in
      guard all.count < Self.connections else { return false }
      all[socket.file.rawValue] = .some(nil)
      return true
    }
  }

  /// Gives the connection's next step a time; `nil` lets it wait for ever.
  func set(_ socket: Socket, _ time: Duration?) {
    let deadline = time.map { ContinuousClock.now + $0 }
    all.withLock { $0[socket.file.rawValue] = .some(deadline) }
  }

  /// Counts a connection out and closes it: under the lock, so that its number can't be another's yet.
  func close(_ socket: Socket) {
    all.withLock { all in
      all[socket.file.rawValue] = nil
      try? socket.close()
    }
  }

  /// Ends overdue connections, each second, until the task is cancelled: who waits on them meets their end.
  func watch() async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(1))
      let now = ContinuousClock.now
      all.withLock { all in
        for case (let file, let deadline?) in all where deadline < now {
          shutdown(file, Int32(SHUT_RDWR))
        }
      }
    }
  }
}
