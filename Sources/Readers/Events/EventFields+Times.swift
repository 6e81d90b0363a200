import Bytes
import CivilTime
import ICalendar
import TimeZones

/// The time of an event: `startDate` and `range`, or `start`, `end`, `tz` and `allDay`.
extension EventFields {
  /// Reads start, end and exceptions; `nil` if the event is skipped.
  mutating func times(_ values: Values, hasRule: Bool, at offset: Int) -> EventDraft? {
    var zone: Zone?
    if let value = values[.tz] {
      zone = self.zone(value)
      if zone == nil { return nil }
    }
    var allDay: Bool?
    if let value = values[.allDay] {
      allDay = flag(value, "allDay")
      if allDay == nil { return nil }
    }
    guard let start = start(values, at: offset), let duration = duration(values) else { return nil }
    var end: (time: WrittenTime, offset: Int)?
    if let value = values[.end] {
      guard let time = time(value, "end") else { return nil }
      end = (time, value.offset)
    }
    var range: (seconds: Int64, offset: Int)?
    if let value = values[.range] {
      guard let seconds = seconds(value, "range") else { return nil }
      if seconds < 0 {
        skip(
          value.offset,
          "range is \(value.label), and an event can't end before it starts; write 0 or more seconds"
        )
        return nil
      }
      range = (seconds, value.offset)
    }
    if let both = range, end != nil {
      warn(both.offset, "end and range both say when the event ends; end is used; remove one")
      range = nil
    }
    if start.time.isDate, allDay == false, let value = values[.allDay] {
      warn(
        value.offset,
        "allDay is false, but start has no time of day; the event is read as all day, give start a time such as "
          + "2026-11-20T09:00")
    }
    let draft =
      start.time.isDate || allDay == true
      ? allDayDraft(start, end, range, duration, zone)
      : timedDraft(start, end, range, duration, zone, hasRule: hasRule)
    if let draft, let value = values[.exdates] {
      draft.exceptionsOffset = value.offset
      draft.exceptions = exceptions(value, of: draft.start, written: start.time)
    }
    return draft
  }

  typealias Place = (time: WrittenTime, offset: Int)
  /// The value of `duration`; `nil` if the key is absent.
  typealias Length = (value: ICalendarDuration, offset: Int)

  // MARK: Values

  private mutating func start(_ values: Values, at offset: Int) -> Place? {
    if let value = values[.start] {
      if let other = values[.startDate] {
        warn(other.offset, "start and startDate both say when the event begins; start is used; remove one")
      }
      return time(value, "start").map { ($0, value.offset) }
    }
    guard let value = values[.startDate] else {
      skip(
        offset,
        "there is no start; add start, such as \"2026-11-20T09:00\""
          + (isYAML ? "" : ", or startDate in seconds since 1970"))
      return nil
    }
    guard let seconds = seconds(value, "startDate") else { return nil }
    guard let instant = Instant(secondsSinceEpoch: seconds),
      WrittenTime.years.contains(instant.wall(at: .utc).date.year)
    else {
      skip(
        value.offset,
        "startDate is \(value.label), which is not in the years 1 to 9999; write seconds since 1970"
      )
      return nil
    }
    return (.instant(instant, .utc), value.offset)
  }

  /// Reads `duration`, which excludes any other key for the end. The outer `nil` means that the event is skipped.
  private mutating func duration(_ values: Values) -> Length?? {
    guard let value = values[.duration] else { return .some(nil) }
    if let other = [(Key.end, "end"), (.range, "range")].first(where: { values[$0.0] != nil }) {
      skip(value.offset, "\(other.1) and duration both say when the event ends; keep one")
      return nil
    }
    guard let text = text(value, "duration", isVital: true) else { return nil }
    guard let length = ICalendarDuration(written: text) else {
      skip(
        value.offset,
        "duration is \(value.label), which is not a duration; write \"90m\", \"1h30m\", \"2d\" "
          + "or \"PT1H30M\"")
      return nil
    }
    return .some((length, value.offset))
  }

  private mutating func time(_ value: JSONValue, _ key: String) -> WrittenTime? {
    guard let text = text(value, key, isVital: true) else { return nil }
    if let time = WrittenTime(text) { return time }
    skip(
      value.offset,
      "\(key) is \(value.label), which is not a date or time; write 2026-11-20, 2026-11-20T09:00 or "
        + "2026-11-20T09:00:00+01:00"
    )
    return nil
  }

  private mutating func seconds(_ value: JSONValue, _ key: String) -> Int64? {
    guard let text = number(value) else {
      refuse(value, key, "write a number of seconds, without quotation marks", isVital: true)
      return nil
    }
    guard let seconds = integer(ofJSON: text) else {
      skip(value.offset, "\(key) is \(value.label), which is out of range; write whole seconds")
      return nil
    }
    return seconds
  }

  // MARK: All day

  private mutating func allDayDraft(
    _ start: Place, _ end: Place?, _ range: (seconds: Int64, offset: Int)?, _ duration: Length?, _ zone: Zone?
  ) -> EventDraft? {
    let first = start.time.wall(in: zone)
    if first.time != .midnight {
      warn(start.offset, "the event is all day, so the time of its start is not used; leave it out")
    }
    let draft = EventDraft(start: .date(first.date))
    var last: CivilDate?
    var place = start.offset
    if let end {
      place = end.offset
      last = allDayEnd(end, zone)
    } else if let range {
      place = range.offset
      let days = range.seconds / 86_400 + (range.seconds % 86_400 > 0 ? 1 : 0)
      last = first.date.adding(days: Int(days))
    } else if let duration {
      place = duration.offset
      last = first.date.adding(days: wholeDays(duration))
    } else {
      last = first.date.adding(days: 1)
    }
    guard let last else {
      skip(place, "the event ends after the year 9999; let it end earlier")
      return nil
    }
    if last < first.date {
      skip(place, "end is before start; swap them, or correct the wrong one")
      return nil
    }
    if last == first.date {
      if end != nil {
        warn(
          place,
          "end is the day after the last, but equals start; the event is read as one day; remove end, or set it to the "
            + "next day")
      }
      draft.end = first.date.adding(days: 1).map { .date($0) }
    } else {
      draft.end = .date(last)
    }
    return draft
  }

  /// The day after the last one.
  private mutating func allDayEnd(_ end: Place, _ zone: Zone?) -> CivilDate? {
    let wall = end.time.wall(in: zone)
    if wall.time == .midnight { return wall.date }
    warn(end.offset, "the event is all day, so the time of its end is not used; write the day after the last")
    return wall.date.adding(days: 1)
  }

  /// The days of a duration, at least one.
  private mutating func wholeDays(_ duration: Length) -> Int {
    let days = (duration.value.nominalSeconds + 86_399) / 86_400
    if days * 86_400 != duration.value.nominalSeconds || days == 0 {
      warn(
        duration.offset,
        "the event is all day, so its duration is \(days < 2 ? "a day" : "\(days) days"); write whole days, such as "
          + "\"2d\", or give start a time")
    }
    return max(1, Int(days))
  }

  // MARK: Timed events

  private mutating func timedDraft(
    _ start: Place, _ end: Place?, _ range: (seconds: Int64, offset: Int)?, _ duration: Length?, _ zone: Zone?,
    hasRule: Bool
  ) -> EventDraft? {
    let first: EventTime
    var home = zone
    switch start.time {
    case .date(let date): first = .date(date)
    case .local(let wall): first = EventTime(wall, in: zone)
    case .instant(let instant, let offset):
      // A rule steps in the offset its start was written with: Tuesday at 02:00+08:00 is Monday in UTC.
      if zone == nil, hasRule, offset != .utc { home = Zone(fixed: offset) }
      first = EventTime(instant, in: home)
    }
    let draft = EventDraft(start: first)
    if let end {
      draft.end = timedEnd(end, start: start.time, first, home)
    } else if let range {
      if let instant = first.instant {
        let (sum, overflow) = instant.secondsSinceEpoch.addingReportingOverflow(range.seconds)
        draft.end = overflow ? nil : Instant(secondsSinceEpoch: sum).map { EventTime($0, in: home) }
      } else if case .floating(let wall) = first {
        draft.end = wall.adding(seconds: range.seconds).map { .floating($0) }
      }
      if draft.end == nil {
        skip(range.offset, "the event ends after the year 9999; write a smaller range, in seconds")
        return nil
      }
    } else if let duration {
      let wall = start.time.wall(in: home).adding(seconds: duration.value.nominalSeconds)
      guard let wall, WrittenTime.years.contains(wall.date.year) else {
        skip(duration.offset, "the event ends after the year 9999; write a shorter duration")
        return nil
      }
      draft.duration = duration.value
    }
    if let end, let last = draft.end, Self.isBefore(last, first) {
      skip(end.offset, "end is before start; swap them, or correct the wrong one")
      return nil
    }
    if let end, let last = draft.end, !Self.isBefore(first, last) {
      note(.note, end.offset, "end is the same as start, so the event has no length; remove end, or correct it")
    } else if let duration, duration.value.nominalSeconds == 0 {
      note(.note, duration.offset, "duration is 0, so the event has no length; remove it, or correct it")
    }
    return draft
  }

  private mutating func timedEnd(
    _ end: Place, start: WrittenTime, _ first: EventTime, _ home: Zone?
  ) -> EventTime {
    if end.time.isDate {
      warn(
        end.offset,
        "end is a date and start has a time; the date's first moment is used; give end a time such as 2026-11-20T17:00")
    }
    switch end.time {
    case .date, .local:
      let wall = end.time.wall(in: nil)
      guard case .instant(_, let offset) = start, home == nil else {
        return EventTime(wall, in: home)
      }
      if !end.time.isDate {
        warn(end.offset, "end has no offset and start has one; that of start is used; write both alike")
      }
      return .utc(wall.instant(at: offset))
    case .instant(let instant, let offset):
      if case .floating = first {
        warn(end.offset, "end has an offset and start has none; its local time is used; write both alike or add tz")
        return .floating(instant.wall(at: offset))
      }
      return EventTime(instant, in: home)
    }
  }

  private static func isBefore(_ end: EventTime, _ start: EventTime) -> Bool {
    if let end = end.instant, let start = start.instant { return end < start }
    if case .floating(let end) = end, case .floating(let start) = start { return end < start }
    return false
  }

  // MARK: Exceptions

  /// Exceptions of a series; those without a form of their own take that of its start.
  private mutating func exceptions(_ value: JSONValue, of start: EventTime, written: WrittenTime)
    -> [EventTime]
  {
    var times: [EventTime] = []
    let elements: [JSONValue]
    if case .array(let list) = value.kind { elements = list } else { elements = [value] }
    for element in elements {
      guard case .string(let text) = element.kind, let time = WrittenTime(text) else {
        refuse(element, "exdates", "write dates or times such as \"2026-11-20\"")
        continue
      }
      switch (time, start) {
      case (.date(let date), _): times.append(.date(date))
      case (_, .date): times.append(.date(time.wall(in: nil).date))
      case (.local(let wall), .zoned(_, let zone)): times.append(EventTime(wall, in: zone))
      case (.local(let wall), .floating): times.append(.floating(wall))
      case (.local(let wall), .utc):
        if case .instant(_, let offset) = written {
          times.append(.utc(wall.instant(at: offset)))
        } else {
          times.append(.utc(wall.instant(at: .utc)))
        }
      case (.instant(let instant, _), .zoned(_, let zone)):
        times.append(EventTime(instant, in: zone))
      case (.instant(let instant, let offset), .floating):
        times.append(.floating(instant.wall(at: offset)))
      case (.instant(let instant, _), .utc): times.append(.utc(instant))
      }
    }
    return times
  }
}
