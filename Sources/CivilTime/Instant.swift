/// A point in time: seconds since 1970-01-01T00:00:00Z, without leap seconds, within the years
/// −9999 to 9999 of UTC.
public struct Instant: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z, negative before; no leap second is counted.
  public let secondsSinceEpoch: Int64

  /// `nil` outside years −9999 to 9999.
  @inlinable public init?(secondsSinceEpoch: Int64) {
    guard secondsSinceEpoch >= CivilDateTime.first.wallSeconds,
      secondsSinceEpoch <= CivilDateTime.last.wallSeconds
    else { return nil }
    self.secondsSinceEpoch = secondsSinceEpoch
  }

  /// The nearest instant within the range.
  @inlinable public init(clamping seconds: Int64) {
    secondsSinceEpoch = min(max(seconds, CivilDateTime.first.wallSeconds), CivilDateTime.last.wallSeconds)
  }

  /// −9999-01-01T00:00:00Z.
  @inlinable public static var first: Instant { Instant(clamping: .min) }
  /// 9999-12-31T23:59:59Z.
  @inlinable public static var last: Instant { Instant(clamping: .max) }

  /// The instant `seconds` later, clamped to the range of instants.
  @inlinable public func adding(seconds: Int64) -> Instant {
    let (sum, overflow) = secondsSinceEpoch.addingReportingOverflow(seconds)
    return overflow ? (seconds < 0 ? .first : .last) : Instant(clamping: sum)
  }

  /// The wall time at this UTC offset, clamped to the range of date-times.
  @inlinable public func wall(at offset: UTCOffset) -> CivilDateTime {
    let seconds = secondsSinceEpoch + Int64(offset.seconds)
    return CivilDateTime(
      uncheckedWallSeconds: min(max(seconds, CivilDateTime.first.wallSeconds), CivilDateTime.last.wallSeconds))
  }

  /// Ordered by time.
  @inlinable public static func < (left: Instant, right: Instant) -> Bool {
    left.secondsSinceEpoch < right.secondsSinceEpoch
  }
}

extension CivilDateTime {
  /// The instant at which a wall clock at this offset shows this time, clamped to the range of instants.
  @inlinable public func instant(at offset: UTCOffset) -> Instant {
    Instant(clamping: wallSeconds - Int64(offset.seconds))
  }
}

/// How far a wall clock is ahead of UTC: −18:00 to +18:00, in seconds; east is positive.
public struct UTCOffset: Hashable, Comparable, Sendable {
  /// In seconds, −64,800 to 64,800.
  public let seconds: Int32

  /// `nil` outside ±18:00.
  @inlinable public init?(seconds: Int) {
    guard seconds >= -64_800, seconds <= 64_800 else { return nil }
    self.seconds = Int32(truncatingIfNeeded: seconds)
  }

  @inlinable package init(uncheckedSeconds: Int32) { seconds = uncheckedSeconds }

  /// No offset: UTC itself.
  public static let utc = UTCOffset(uncheckedSeconds: 0)

  /// Ordered from west to east.
  @inlinable public static func < (left: UTCOffset, right: UTCOffset) -> Bool { left.seconds < right.seconds }
}
