import FlyingSocks
import Foundation
import Synchronization

/// The open connections: the current step of each, and its deadline. One task closes those past their deadline; a timer
/// for each request would cost more than the request.
final class Connections: Sendable {
  /// The current step of a connection.
  enum Step: Sendable {
    /// Waits for a request.
    case idle
    /// Receives a request.
    case reading
    /// Makes an edit, which is never interrupted.
    case working
    /// Sends an answer, or closes the connection.
    case answering
    /// Sends events.
    case stream
  }

  private struct Entry {
    var step = Step.idle
    var since: ContinuousClock.Instant
    var deadline: ContinuousClock.Instant?
    /// When the event stream began, and when it ends in any case. Both this and its quiet time count from when its
    /// client received the first event, so that no stream ends before it has sent anything.
    var stream: (begin: ContinuousClock.Instant, end: ContinuousClock.Instant?)?
    /// It was told to end; its task has not closed it yet.
    var isEnding = false
  }

  let limits: ServingLimits
  private let all = Mutex<[Int32: Entry]>([:])

  init(_ limits: ServingLimits) { self.limits = limits }

  /// The number of open connections, including those that were told to end.
  var count: Int { all.withLock { $0.count } }

  /// The number of connections at a step, excluding those that were told to end.
  func count(_ step: Step) -> Int { all.withLock { $0.count { $0.value.step == step && !$0.value.isEnding } } }

  /// Registers a connection. If there are too many, another one is ended for it: the one that has been idle the
  /// longest, otherwise the one that has taken the longest to send its request or to receive its answer.
  /// - Returns: `false` if none can be ended; the new connection must then be closed.
  func open(_ socket: Socket) -> Bool {
    all.withLock { all in
      let now = ContinuousClock.now
      if all.count(where: { !$0.value.isEnding }) >= limits.connections {
        // Ending connections still hold their descriptors.
        guard all.count < 2 * limits.connections, let victim = victim(all, now) else { return false }
        end(victim, &all)
      }
      all[socket.file.rawValue] = Entry(since: now, deadline: now + limits.idle)
      return true
    }
  }

  private func victim(_ all: [Int32: Entry], _ now: ContinuousClock.Instant) -> Int32? {
    func oldest(_ isMeant: (Entry) -> Bool) -> Int32? {
      all.filter { !$0.value.isEnding && isMeant($0.value) }.min { $0.value.since < $1.value.since }?.key
    }
    return oldest { $0.step == .idle }
      ?? oldest { ($0.step == .reading || $0.step == .answering) && now - $0.since >= limits.patience }
  }

  private func end(_ file: Int32, _ all: inout [Int32: Entry]) {
    all[file]?.isEnding = true
    // Its task notices at its next read or write.
    shutdown(file, Int32(SHUT_RDWR))
  }

  /// Records the step of a connection.
  /// - Parameter time: the time limit for it; `nil` if it is never interrupted.
  func set(_ socket: Socket, _ step: Step, _ time: Duration?) {
    let now = ContinuousClock.now
    all.withLock { all in
      guard var entry = all[socket.file.rawValue] else { return }
      (entry.step, entry.since) = (step, now)
      entry.deadline = time.map { now + $0 }
      all[socket.file.rawValue] = entry
    }
  }

  /// Makes a connection an event stream. If there are too many, the oldest one ends; its page, if it is still open,
  /// reconnects. So nobody can shut others out by keeping streams open.
  func beginStream(_ socket: Socket) {
    let now = ContinuousClock.now
    all.withLock { all in
      let streams = all.filter { !$0.value.isEnding && $0.value.stream != nil }
      if streams.count >= limits.streams {
        let oldest = streams.min { $0.value.stream!.begin < $1.value.stream!.begin }
        if let oldest { end(oldest.key, &all) }
      }
      all[socket.file.rawValue]?.step = .stream
      all[socket.file.rawValue]?.stream = (now, nil)
    }
    sendOnStream(socket)
  }

  /// Sets the deadline of a stream whose client has received an event: the end of its quiet time or of its total time.
  func waitOnStream(_ socket: Socket) {
    let now = ContinuousClock.now
    all.withLock { all in
      guard let stream = all[socket.file.rawValue]?.stream else { return }
      let end = stream.end ?? now + limits.stream
      all[socket.file.rawValue]?.stream?.end = end
      all[socket.file.rawValue]?.deadline = min(now + limits.quietStream, end)
    }
  }

  /// Sets the deadline for a client to receive an event.
  func sendOnStream(_ socket: Socket) {
    let now = ContinuousClock.now
    all.withLock { all in
      guard let stream = all[socket.file.rawValue]?.stream else { return }
      let taken = now + limits.answer
      all[socket.file.rawValue]?.deadline = stream.end.map { min(taken, $0) } ?? taken
    }
  }

  /// Unregisters and closes a connection, under the lock, so that its number can't belong to another one yet.
  func close(_ socket: Socket) {
    all.withLock { all in
      all[socket.file.rawValue] = nil
      try? socket.close()
    }
  }

  /// Ends connections past their deadline until the task is cancelled.
  func watch() async {
    while !Task.isCancelled {
      try? await Task.sleep(for: limits.look)
      let now = ContinuousClock.now
      all.withLock { all in
        for (file, entry) in all where !entry.isEnding {
          if let deadline = entry.deadline, deadline < now { end(file, &all) }
        }
      }
    }
  }
}
