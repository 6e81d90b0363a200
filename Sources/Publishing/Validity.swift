extension Duration {
  /// In whole milliseconds.
  package var milliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}

/// How long a fetched value stays valid.
package struct Validity: Sendable {
  /// Seconds since 1970: a build whose `now` is in this range shows the same, if it requests nothing.
  package var period: Range<Int64>
  /// Seconds since 1970 by the clock: a build in this range requests nothing.
  package var idle: Range<Int64>

  package init(period: Range<Int64> = .min..<Int64.max, idle: Range<Int64> = .min..<Int64.max) {
    (self.period, self.idle) = (period, idle)
  }

  /// The number of seconds until something is requested; `nil` if nothing is. A minute after a failure on this machine.
  /// - Parameter clock: seconds since 1970, by the clock.
  package func secondsUntilDue(at clock: Int64) -> Int64? {
    if idle.upperBound == .max { return nil }
    let left = idle.upperBound - clock
    return left > 0 ? left : 60
  }

  /// The time in which both stay valid.
  package func and(_ other: Validity) -> Validity {
    Validity(period: period.clamped(to: other.period), idle: idle.clamped(to: other.idle))
  }
}
