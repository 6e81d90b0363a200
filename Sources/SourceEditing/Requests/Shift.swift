import CivilTime
import TimeZones

/// How a whole series moves: as far on its own wall clock as one of its instances was moved.
struct Shift: Equatable {
  /// On the wall.
  var seconds: Int64
  /// The clock that the series goes by; `nil` for dates and floating times.
  var zone: Zone?

  var isNone: Bool { seconds == 0 }

  func moved(_ wall: CivilDateTime) throws(EditError) -> CivilDateTime {
    guard let moved = wall.adding(seconds: seconds), (1...9999).contains(moved.date.year) else {
      throw .impossible("the series would leave the years 1 to 9999, which iCalendar can write")
    }
    return moved
  }

  /// How many days later an instance is that began at this reading.
  func days(at wall: CivilDateTime) -> Int {
    Int(((wall.wallSeconds + seconds).flooredQuotient(by: 86_400)) - wall.wallSeconds.flooredQuotient(by: 86_400))
  }

  func moved(_ instant: Instant) throws(EditError) -> Instant {
    guard let zone else { return try moved(instant.wall(at: .utc)).instant(at: .utc) }
    return zone.instant(of: try moved(zone.wall(at: instant)))
  }

  /// A number in the units of ``Events/Event/start``.
  func moved(units: Int64) throws(EditError) -> Int64 {
    try moved(Instant(clamping: units)).secondsSinceEpoch
  }
}
