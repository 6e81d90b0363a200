import CivilTime
import ICalendar

extension DateOrDateTime {
  /// As iCalendar writes it.
  var basic: [UInt8] {
    var out: [UInt8] = []
    switch self {
    case .date(let date): out.append(basic: date)
    case .local(let wall): out.append(basic: wall)
    case .utc(let instant): out.append(basic: instant)
    }
    return out
  }

  /// The wall time; of a date, its midnight, and of an instant, that of UTC.
  var wall: CivilDateTime {
    switch self {
    case .date(let date): CivilDateTime(date)
    case .local(let wall): wall
    case .utc(let instant): instant.wall(at: .utc)
    }
  }
}
