import CivilTime

/// The state of a zone's clocks over some span: an offset, whether it counts as daylight saving time, and its
/// abbreviation.
public struct LocalTimeType: Hashable, Sendable {
  /// The time ahead of UTC.
  public let offset: UTCOffset
  /// As the zone's law defines it: in Dublin it is *winter* time that is daylight saving time, with a negative saving.
  public let isDaylightSaving: Bool
  /// `CST`, or digits such as `+08` where people use no letters; ASCII as written in the rules.
  public let abbreviation: [UInt8]

  /// A local time type by its parts; by default standard time.
  public init(offset: UTCOffset, isDaylightSaving: Bool = false, abbreviation: [UInt8]) {
    self.offset = offset
    self.isDaylightSaving = isDaylightSaving
    self.abbreviation = abbreviation
  }
}

/// What a local time means in a zone. ``Zone/instant(of:)`` makes the usual choice.
public enum LocalTime: Hashable, Sendable {
  /// The clocks showed it once, at this offset.
  case single(UTCOffset)
  /// The clocks skipped it when they went forward. The offsets before and after the transition.
  case gap(before: UTCOffset, after: UTCOffset)
  /// The clocks showed it twice because they went back: first at the earlier, then at the later offset.
  case fold(earlier: UTCOffset, later: UTCOffset)
}

/// An instant at which a zone's clocks change.
public struct ZoneTransition: Hashable, Sendable {
  /// The first instant of the new offset.
  public let instant: Instant
  /// The offset until then.
  public let before: UTCOffset
  /// The offset from then on.
  public let after: UTCOffset

  package init(instant: Instant, before: UTCOffset, after: UTCOffset) {
    (self.instant, self.before, self.after) = (instant, before, after)
  }
}
