import CivilTime

/// What a zone's clocks keep for a while: an offset, whether it counts as daylight saving time, and
/// the letters written beside the time.
public struct LocalTimeType: Hashable, Sendable {
  /// How far clocks are ahead of UTC.
  public let offset: UTCOffset
  /// What the zone's law calls it; Dublin's *winter* time is the daylight saving one, with a
  /// negative saving.
  public let isDaylightSaving: Bool
  /// `CST`, or digits such as `+08` where people use no letters; ASCII as written in the rules.
  public let abbreviation: [UInt8]

  /// A local time by its parts; standard time unless told otherwise.
  public init(offset: UTCOffset, isDaylightSaving: Bool = false, abbreviation: [UInt8]) {
    self.offset = offset
    self.isDaylightSaving = isDaylightSaving
    self.abbreviation = abbreviation
  }
}

/// What a wall clock's reading means in a zone. See ``Zone/instant(of:)`` for the usual choice.
public enum LocalTime: Hashable, Sendable {
  /// The clocks showed it once, at this offset.
  case single(UTCOffset)
  /// The clocks were moved forward over it: nobody saw it. The offsets before and after the jump.
  case gap(before: UTCOffset, after: UTCOffset)
  /// The clocks were moved back and showed it twice, first and last at these offsets.
  case fold(earlier: UTCOffset, later: UTCOffset)
}

/// An instant at which a zone's clocks are moved.
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
