/// What a build got from the network, or from the copies that it kept of it.
struct Fetched<Value: Sendable>: Sendable {
  var value: Value
  /// What could not be had, a line each.
  var warnings: [String] = []
  /// The files of the cache that it was made of.
  var files: [String] = []
  var validity = Validity()
}

/// How long what was fetched can be shown as it is.
struct Validity: Sendable {
  /// In seconds since 1970: a build whose `now` is in here shows the same, as long as it asks for nothing.
  var period: Range<Int64> = .min..<Int64.max
  /// In seconds since 1970, by the clock: a build that runs in here asks for nothing.
  var idle: Range<Int64> = .min..<Int64.max
}

/// When a build stops asking the network, whatever it asks for; what is left over is for the next build.
struct NetworkDeadline: Sendable {
  /// All requests of a build together: it holds the lock of its output meanwhile, for which another one waits ten
  /// seconds (``OutputLock/patience``).
  static let patience = Duration.seconds(9)

  let end: ContinuousClock.Instant

  /// Begins now.
  init(patience: Duration = Self.patience) { end = ContinuousClock.now + patience }
}
