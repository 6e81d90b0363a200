import CivilTime
import TimeZones

/// A value of DTSTART, RDATE or EXDATE: a date, a floating time, or a time in a zone.
public enum RecurrenceTime: Hashable, Sendable {
  /// VALUE=DATE.
  case date(CivilDate)
  /// Neither `Z` nor TZID: read in the viewer's zone.
  case floating(CivilDateTime)
  /// A local time in a zone.
  case zoned(CivilDateTime, Zone)

  /// The form with `Z`.
  public static func utc(_ instant: Instant) -> RecurrenceTime { .zoned(instant.wall(at: .utc), .utc) }

  /// The time as written, without its zone; midnight for a date.
  public var wall: CivilDateTime {
    switch self {
    case .date(let date): CivilDateTime(date)
    case .floating(let wall), .zoned(let wall, _): wall
    }
  }
}

/// One instance of a recurrence set.
public struct RecurrenceInstance: Hashable, Sendable {
  /// When it begins. A date begins at its first instant in the viewer's zone.
  public let start: Instant
  /// The local time then, in the zone of DTSTART, or in the viewer's zone if DTSTART has none. Midnight for a date.
  public let wall: CivilDateTime
  /// The original start as a number, which identifies the instance and matches a RECURRENCE-ID: seconds since the epoch
  /// for a zoned series, in wall time for a floating one, and of midnight in wall time for dates. A floating time in a
  /// gap keeps the skipped local time.
  public let key: Int64
  /// Days and seconds; `Int32.min` days for none. Plain numbers make copying an instance cheap, which matters for a
  /// million of them.
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
    // In the last hours of the year 9999 a start, or a local time moved out of a gap, may be beyond the calendar.
    start = Instant(clamping: time.start)
    wall = CivilDateTime(wallSeconds: time.wall) ?? .last
    key = time.key
    durationDays = .min
    durationSeconds = 0
  }

  /// The length given by an RDATE of VALUE=PERIOD; `nil` for the event's own.
  public var duration: ICalendarDuration? {
    durationDays == .min ? nil : ICalendarDuration(days: Int(durationDays), seconds: durationSeconds)
  }
}
