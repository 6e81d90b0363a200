import CivilTime
import TimeZones

/// The movement of a whole series: the same difference in its own wall time as the edited instance.
struct Shift: Equatable {
  /// In wall time.
  var seconds: Int64
  /// The zone of the series; `nil` for dates and floating times.
  var zone: Zone?

  var isNone: Bool { seconds == 0 }

  func moved(_ wall: CivilDateTime) throws(EditError) -> CivilDateTime {
    guard let moved = wall.adding(seconds: seconds), (1...9999).contains(moved.date.year) else {
      throw .impossible("the series would leave the years 1 to 9999, which iCalendar can write")
    }
    return moved
  }

  /// The number of days by which an instance with this local start moves.
  func days(at wall: CivilDateTime) -> Int {
    Int(((wall.wallSeconds + seconds).flooredQuotient(by: 86_400)) - wall.wallSeconds.flooredQuotient(by: 86_400))
  }

  func moved(_ instant: Instant) throws(EditError) -> Instant {
    guard let zone else { return try moved(instant.wall(at: .utc)).instant(at: .utc) }
    return zone.instant(of: try moved(zone.wall(at: instant)))
  }
}
