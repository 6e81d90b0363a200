import CivilTime

/// A zone and the span last used. Millions of queries in time order then cost one comparison each, since a span lasts
/// half a year or more.
///
/// ```swift
/// var cursor = ZoneCursor(zone)
/// for instant in sorted { _ = cursor.offset(at: instant) }
/// ```
public struct ZoneCursor: Sendable {
  /// The zone of the look-ups.
  public let zone: Zone
  private var span: ZoneSpan

  /// A cursor before its first look-up.
  public init(_ zone: Zone) {
    self.zone = zone
    span = ZoneSpan(from: 0, to: 0, offset: 0, type: 0)
  }

  /// Like ``Zone/offset(at:)``. O(1) within the span last used, otherwise O(log transitions).
  public mutating func offset(at instant: Instant) -> UTCOffset {
    let seconds = instant.secondsSinceEpoch
    if seconds < span.from || seconds >= span.to { span = zone.rules.span(at: seconds) }
    return UTCOffset(uncheckedSeconds: span.offset)
  }

  /// Like ``Zone/wall(at:)``.
  public mutating func wall(at instant: Instant) -> CivilDateTime {
    instant.wall(at: offset(at: instant))
  }

  /// Like ``Zone/resolve(_:)``.
  public mutating func resolve(_ wall: CivilDateTime) -> LocalTime {
    let seconds = wall.wallSeconds
    // Every instant that the local time may mean is within the span, so it has one meaning.
    if covers(seconds) { return .single(UTCOffset(uncheckedSeconds: span.offset)) }
    let first = zone.rules.span(at: seconds - Zone.reach)
    span = zone.rules.span(at: seconds + Zone.reach)
    return zone.rules.resolve(seconds, startingWith: first)
  }

  /// Like ``Zone/instant(of:)``.
  public mutating func instant(of wall: CivilDateTime) -> Instant {
    wall.instant(at: resolve(wall).usualOffset)
  }

  /// Like ``Zone/startOfDay(_:)``.
  public mutating func startOfDay(_ date: CivilDate) -> Instant {
    let midnight = Int64(date.dayNumber) * 86_400
    if covers(midnight) { return Instant(clamping: midnight - Int64(span.offset)) }
    span = zone.rules.span(at: midnight + Zone.reach)
    return zone.startOfDay(date)
  }

  private func covers(_ wall: Int64) -> Bool {
    span.from <= wall - Zone.reach && wall + Zone.reach < span.to
  }
}
