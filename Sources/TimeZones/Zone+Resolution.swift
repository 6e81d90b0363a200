import CivilTime

/// From local times to instants.
///
/// No offset exceeds ±18:00, so a local time, read as UTC, is within 18 hours of every instant it may mean. Only spans
/// that overlap those 36 hours have to be examined: nearly always one.
extension Zone {
  static let reach = Int64(64_800)

  /// What a local time means in this zone: one instant, none or two. If there were more than two, which no zone has
  /// had, it gives the first and the last.
  public func resolve(_ wall: CivilDateTime) -> LocalTime {
    rules.resolve(wall.wallSeconds, startingWith: rules.span(at: wall.wallSeconds - Self.reach))
  }

  /// The instant that a local time usually means: in a gap the offset before it applies, so the time moves forward by
  /// the length of the gap; in a fold the first instant is taken (RFC 5545, section 3.3.5).
  public func instant(of wall: CivilDateTime) -> Instant {
    wall.instant(at: resolve(wall).usualOffset)
  }

  /// The first instant at which the clocks show a local time or a later one: in a gap the end of the gap, in a fold the
  /// first instant. For bounds within a day, which then never move past the clock change (compare ``instant(of:)``).
  public func firstInstant(showing wall: CivilDateTime) -> Instant {
    Instant(clamping: rules.firstSecond(showing: wall.wallSeconds))
  }

  /// The first instant at which the clocks show `date`, or a later date if they skip it.
  ///
  /// Nearly always midnight. If clocks go back across midnight, it is the first of the two midnights, so that days
  /// follow each other without gap or overlap: the repeated end of the day before belongs to this day.
  public func startOfDay(_ date: CivilDate) -> Instant {
    Instant(clamping: rules.firstSecond(showing: Int64(date.dayNumber) * 86_400))
  }

  /// The day as an interval: its first instant, and the first instant of the next day that exists.
  /// Empty for a day that the zone skipped. The year 9999 ends with the last instant there is.
  public func bounds(of date: CivilDate) -> (start: Instant, end: Instant) {
    let midnight = Int64(date.dayNumber) * 86_400
    return (
      Instant(clamping: rules.firstSecond(showing: midnight)),
      Instant(clamping: rules.firstSecond(showing: midnight + 86_400))
    )
  }

  /// Whether the clocks ever showed `date`: Apia's never showed 2011-12-30.
  public func exists(_ date: CivilDate) -> Bool {
    let midnight = Int64(date.dayNumber) * 86_400
    return rules.firstSecond(showing: midnight) < rules.firstSecond(showing: midnight + 86_400)
  }

  /// The dates that the clocks never showed, ascending: none in nearly all zones, one in a zone that moved to the west
  /// side of the date line. The POSIX rule after the history moves clocks by hours only, so it skips none.
  /// O(transitions).
  package var skippedDates: [CivilDate] {
    var dates: [CivilDate] = []
    for index in rules.starts.indices.dropFirst() where rules.offsets[index] - rules.offsets[index - 1] >= 86_400 {
      let before = rules.starts[index] + Int64(rules.offsets[index - 1])
      var day = (before + 86_399).flooredQuotient(by: 86_400)
      while (day + 1) * 86_400 <= rules.starts[index] + Int64(rules.offsets[index]) {
        if let date = CivilDate(dayNumber: Int(day)) { dates.append(date) }
        day += 1
      }
    }
    return dates
  }

  /// The date that the clocks show at an instant.
  public func date(at instant: Instant) -> CivilDate { wall(at: instant).date }

  /// The date of the day, by ``bounds(of:)``, that contains an instant. Differs from ``date(at:)`` only where clocks go
  /// back across midnight and show the end of the day before again.
  package func day(at instant: Instant) -> CivilDate {
    let shown = date(at: instant)
    // Clocks never go back by more than a little over a day: two days are enough.
    for later in stride(from: 2, to: 0, by: -1) {
      if let date = shown.adding(days: later), startOfDay(date) <= instant { return date }
    }
    return shown
  }
}

extension LocalTime {
  /// The offset of the single meaning, before a gap, or of the first instant of a fold. See ``Zone/instant(of:)``.
  package var usualOffset: UTCOffset {
    switch self {
    case .single(let offset): offset
    case .gap(let before, _): before
    case .fold(let earlier, _): earlier
    }
  }
}

extension ZoneRules {
  /// - Parameters:
  ///   - wall: seconds since 1970-01-01T00:00:00 in wall time.
  ///   - first: the span that contains `wall - Zone.reach`.
  func resolve(_ wall: Int64, startingWith first: ZoneSpan) -> LocalTime {
    var span = first
    var earlier: Int32?
    var later: Int32?
    var gap: (before: Int32, after: Int32)?
    while true {
      let seconds = wall - Int64(span.offset)
      if seconds >= span.from, seconds < span.to {
        if earlier == nil { earlier = span.offset }
        later = span.offset
      }
      if span.to > wall + Zone.reach { break }
      let next = self.span(at: span.to)
      if gap == nil, seconds >= span.to, wall - Int64(next.offset) < next.from {
        gap = (span.offset, next.offset)
      }
      span = next
    }
    if let earlier, let later {
      // If only the abbreviation changes, the offset stays and there is no fold.
      return earlier == later
        ? .single(UTCOffset(uncheckedSeconds: earlier))
        : .fold(
          earlier: UTCOffset(uncheckedSeconds: earlier), later: UTCOffset(uncheckedSeconds: later))
    }
    // The first span can't begin after the local time, nor the last end before it, so one of the transitions between
    // them skipped it.
    let (before, after) = gap.unsafelyUnwrapped
    return .gap(
      before: UTCOffset(uncheckedSeconds: before), after: UTCOffset(uncheckedSeconds: after))
  }

  /// The first second at which the clocks show `wall` or anything later.
  func firstSecond(showing wall: Int64) -> Int64 {
    var span = self.span(at: wall - Zone.reach)
    while true {
      let seconds = max(span.from, wall - Int64(span.offset))
      if seconds < span.to { return seconds }
      span = self.span(at: span.to)
    }
  }
}
