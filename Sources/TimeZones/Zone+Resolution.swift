import CivilTime

/// From wall clocks to instants.
///
/// No offset exceeds ±18:00, so a reading of the wall, taken for UTC, is within 18 hours of every
/// instant it may mean: the spans that meet those 36 hours, one nearly always, are all there is to
/// look at.
extension Zone {
  static let reach = Int64(64_800)

  /// What a reading of the zone's clocks means: one instant, none or two. Of more than two, which
  /// no zone has had, the first and the last.
  public func resolve(_ wall: CivilDateTime) -> LocalTime {
    rules.resolve(wall.wallSeconds, startingWith: rules.span(at: wall.wallSeconds - Self.reach))
  }

  /// The instant a reading of the zone's clocks usually means: in a gap the offset before it is
  /// taken, so that the time moves forward by the length of the gap, and in a fold the first
  /// (RFC 5545, section 3.3.5).
  public func instant(of wall: CivilDateTime) -> Instant {
    wall.instant(at: resolve(wall).usualOffset)
  }

  /// The first instant at which the clocks show a reading, or a later one if they skip it: in a gap its end, in a fold
  /// the first. For bounds of a time of the day, which no clock can move out of it (cf. ``instant(of:)``).
  public func firstInstant(showing wall: CivilDateTime) -> Instant {
    Instant(clamping: rules.firstSecond(showing: wall.wallSeconds))
  }

  /// The first instant at which the clocks show `date`, or a later date if they skip it.
  ///
  /// Midnight nearly always. Where clocks go back over midnight it is the first of the two, so that
  /// days follow each other without a seam: what is seen of the day before after that belongs to
  /// this day.
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

  /// The dates that the clocks never showed, ascending: none in nearly all zones, one where a zone went over the date
  /// line to the west of it. A rule for the time after the history moves clocks by hours only. O(transitions).
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

  /// The date on the wall at an instant.
  public func date(at instant: Instant) -> CivilDate { wall(at: instant).date }

  /// The date of the day that holds an instant by ``bounds(of:)``. Differs from ``date(at:)`` only
  /// where clocks go back over midnight and show the end of the day before once more.
  package func day(at instant: Instant) -> CivilDate {
    let shown = date(at: instant)
    // Nowhere do clocks go back by more than a day and a bit: two days are enough.
    for later in stride(from: 2, to: 0, by: -1) {
      if let date = shown.adding(days: later), startOfDay(date) <= instant { return date }
    }
    return shown
  }
}

extension LocalTime {
  /// The offset before a gap, the first of a fold, or the only one. See ``Zone/instant(of:)``.
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
  ///   - wall: seconds since 1970-01-01T00:00:00 on the wall.
  ///   - first: the span that holds `wall - Zone.reach`.
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
      // A change of the abbreviation alone is no fold, nor can the same offset show a time twice.
      return earlier == later
        ? .single(UTCOffset(uncheckedSeconds: earlier))
        : .fold(
          earlier: UTCOffset(uncheckedSeconds: earlier), later: UTCOffset(uncheckedSeconds: later))
    }
    // The first span cannot begin after the reading nor the last end before it, so one of the
    // transitions between jumped over it.
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
