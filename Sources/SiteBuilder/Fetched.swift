/// The result of fetching: a value from the network or its cache.
struct Fetched<Value: Sendable>: Sendable {
  var value: Value
  /// What could not be fetched, one line each.
  var warnings: [String] = []
  /// The cache files that it was made from.
  var files: [String] = []
  var validity = Validity()
}

/// How long a fetched value stays valid.
struct Validity: Sendable {
  /// Seconds since 1970: a build whose `now` is in this range shows the same, if it requests nothing.
  var period: Range<Int64> = .min..<Int64.max
  /// Seconds since 1970 by the clock: a build in this range requests nothing.
  var idle: Range<Int64> = .min..<Int64.max
}

/// When a build stops making requests; the rest is left to the next build.
struct NetworkDeadline: Sendable {
  /// The time for all requests of a build.
  static let patience = Duration.seconds(90)
  /// The time for requests while the lock of the output is held, for which another build waits ten seconds
  /// (``OutputLock/patience``). Remote calendars are fetched before.
  static let patienceWithLock = Duration.seconds(9)

  let end: ContinuousClock.Instant

  /// Starts now.
  init(patience: Duration = Self.patience) { end = ContinuousClock.now + patience }

  /// This deadline, or the one of who holds the lock of the output from now on if it is earlier.
  var whileLocked: NetworkDeadline { NetworkDeadline(end: min(end, .now + Self.patienceWithLock)) }

  private init(end: ContinuousClock.Instant) { self.end = end }
}
