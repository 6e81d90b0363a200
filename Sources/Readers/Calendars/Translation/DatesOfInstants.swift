import Bytes
import CivilTime
import Events
import ICalendar
import TimeZones

/// The dates that programs mean by instants beside dates. Exchange and Outlook end a series of dates with a midnight
/// of their zone, written in UTC (`UNTIL=20260915T220000Z` for 16 September in Berlin), and name its exceptions in the
/// same way; RFC 5545, 3.3.10, wants dates there.
struct DatesOfInstants {
  /// The zone of the midnights; `nil` if the calendar has none.
  private let zone: Zone?

  /// The zone is that of a calendar's only VTIMEZONE, else that of X-WR-TIMEZONE, else the one in which most of its
  /// events begin. O(properties).
  /// - Parameter calendar: a VCALENDAR; -1 for events without one.
  init(_ calendar: Int32, of document: ICalendarDocument, _ zones: borrowing ZoneTable) {
    let defined = Set(
      document.definedZones.filter { document.components[$0.component].parent == calendar }.map { $0.name })
    var names = defined.count == 1 ? Array(defined) : []
    if calendar >= 0, let property = document.first(.xWRTimezone, of: Int(calendar)) {
      names.append(Array(document.value(property).trimmed))
    }
    names += document.zoneNamesOfStarts(in: calendar, but: ZoneNames.isCustom).map { $0.name }
    var zone: Zone?
    for name in names where zone == nil { zone = ZoneNames.zone(named: name, in: document, zones) }
    self.zone = zone
  }

  /// The date that is meant by an instant. Programs without a zone write midnight or the last minute of a day in UTC:
  /// they mean that day. If no zone is known, a quarter of an hour from 10:00 on is a midnight east of Greenwich, at
  /// which the next day begins.
  /// - Parameter isEnd: whether it ends a rule. An exception that is no midnight of the zone means the day as written.
  func date(_ instant: Instant, isEnd: Bool) -> CivilDate {
    let written = instant.wall(at: .utc)
    let second = written.time.secondOfDay
    if second == 0 || second >= 86_340 { return written.date }
    if let zone {
      let local = zone.wall(at: instant)
      return isEnd || local.time == .midnight ? local.date : written.date
    }
    return second >= 36_000 && second % 900 == 0 ? written.date.adding(days: 1) ?? written.date : written.date
  }

  /// A value with dates in place of instants, and what of it was mended.
  struct Mended {
    var value: [UInt8]
    var written: [UInt8]
    var read: [UInt8]
  }

  /// The values of an RDATE, EXDATE or RECURRENCE-ID as dates; `nil` if that changes no date, or if one of them is a
  /// period or can't be read.
  func list(_ value: ArraySlice<UInt8>) -> Mended? {
    var dates: [UInt8] = []
    var isChanged = false
    for listed in TimeList(value) {
      guard let time = listed.time, listed.writtenLength.isEmpty else { return nil }
      if !dates.isEmpty { dates.append(.comma) }
      switch time {
      case .date(let date): dates.append(basic: date)
      case .local(let wall): dates.append(basic: wall.date)
      case .utc(let instant):
        dates.append(basic: date(instant, isEnd: false))
        isChanged = isChanged || differs(instant, isEnd: false)
      }
    }
    return isChanged ? Mended(value: dates, written: Array(value), read: dates) : nil
  }

  /// The value of a rule with a date in place of UNTIL's instant; `nil` if that changes no date.
  func rule(_ value: ArraySlice<UInt8>) -> Mended? {
    var mended: Mended?
    let parts = value.split(separator: .semicolon, omittingEmptySubsequences: false).map { part -> [UInt8] in
      let (name, end) = (part.prefix { $0 != .equals }, part.drop { $0 != .equals }.dropFirst())
      guard name.trimmed.equalsIgnoringCase("UNTIL"), case .utc(let instant)? = DateOrDateTime(end),
        differs(instant, isEnd: true)
      else { return Array(part) }
      let date = DateOrDateTime.date(date(instant, isEnd: true)).basic
      mended = Mended(value: [], written: Array(part), read: date)
      return Array("UNTIL=".utf8) + date
    }
    mended?.value = Array(parts.joined(separator: [.semicolon]))
    return mended
  }

  private func differs(_ instant: Instant, isEnd: Bool) -> Bool {
    date(instant, isEnd: isEnd) != instant.wall(at: .utc).date
  }

  /// How the date was decided, for messages.
  var reason: [UInt8] {
    zone.map { Array("the date in ".utf8) + $0.identifier } ?? Array("since the calendar names no zone".utf8)
  }
}
