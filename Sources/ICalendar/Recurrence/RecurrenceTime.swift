import CivilTime
import TimeZones

/// A value of DTSTART, RDATE or EXDATE: a date, a time wherever it is read, or a time in a zone.
public enum RecurrenceTime: Hashable, Sendable {
  /// VALUE=DATE.
  case date(CivilDate)
  /// Neither `Z` nor TZID: read in the zone of whoever looks.
  case floating(CivilDateTime)
  /// What the clocks of a zone show.
  case zoned(CivilDateTime, Zone)

  /// The form with `Z`.
  public static func utc(_ instant: Instant) -> RecurrenceTime { .zoned(instant.wall(at: .utc), .utc) }

  /// What is written, without its zone; a date's midnight.
  public var wall: CivilDateTime {
    switch self {
    case .date(let date): CivilDateTime(date)
    case .floating(let wall), .zoned(let wall, _): wall
    }
  }
}

/// One instance of a recurrence set.
public struct RecurrenceInstance: Hashable, Sendable {
  /// When it begins. A date begins with its first instant in the zone it is looked at in.
  public let start: Instant
  /// What the clock shows then, in the zone of DTSTART; if that has none, in the zone of whoever
  /// looks. A date's midnight.
  public let wall: CivilDateTime
  /// The original start as a number, to tell instances apart by and to find a RECURRENCE-ID's:
  /// seconds since the epoch of a zoned series, of the wall of a floating one, and of the date's
  /// midnight on the wall in a series of dates. A floating time that clocks skip keeps the reading
  /// that was skipped.
  public let key: Int64
  /// Days and seconds; `Int32.min` days for none. Plain numbers, so that an instance is copied in a
  /// few moves, which shows where a million are walked.
  private let durationDays: Int32
  private let durationSeconds: Int64

  init(start: Instant, wall: CivilDateTime, key: Int64, duration: ICalendarDuration?) {
    self.start = start
    self.wall = wall
    self.key = key
    durationDays = duration.map { Int32(clamping: $0.days) } ?? .min
    durationSeconds = duration?.seconds ?? 0
  }

  init(_ time: InstanceTime) {
    // In the last hours of the year 9999 a start, or a wall that was moved, may be beyond the calendar.
    start = Instant(clamping: time.start)
    wall = CivilDateTime(wallSeconds: time.wall) ?? .last
    key = time.key
    durationDays = .min
    durationSeconds = 0
  }

  /// The length that an RDATE of VALUE=PERIOD gave it; `nil` for the event's own.
  public var duration: ICalendarDuration? {
    durationDays == .min ? nil : ICalendarDuration(days: Int(durationDays), seconds: durationSeconds)
  }
}
