/// When a build stops making requests; the rest is left to the next build.
package struct NetworkDeadline: Sendable {
  /// The time for all requests of a build.
  package static let patience = Duration.seconds(90)
  /// The time for requests while the lock of the output is held, for which another build waits ten seconds
  /// (``OutputLock/patience``). Remote calendars are fetched before.
  static let patienceWithLock = Duration.seconds(9)

  package let end: ContinuousClock.Instant

  /// Starts now.
  init(patience: Duration = Self.patience) { end = ContinuousClock.now + patience }

  /// This deadline or, if it is earlier, the deadline of a build that holds the lock of the output from now on.
  package var whileLocked: NetworkDeadline { NetworkDeadline(end: min(end, .now + Self.patienceWithLock)) }

  private init(end: ContinuousClock.Instant) { self.end = end }
}
