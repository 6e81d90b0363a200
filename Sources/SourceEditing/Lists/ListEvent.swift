import Bytes
import CivilTime
import Events
import ICalendar
import Readers
import Settling
import TimeZones

/// One event of an events.json: the form of its times, and their new values.
struct ListEvent {
  let object: ListText.Object
  let event: Event
  let store: EventStore
  let zones: ZoneTable
  /// The zone in which floating times are read.
  let view: Zone
  let place: String

  /// The zone of its times; UTC for those without one.
  var zone: Zone { event.kind == .zoned ? store.zone(of: event) : .utc }

  private func text(_ key: StaticString) -> [UInt8]? {
    guard let member = object.member(key), case .string(let text) = member.value.kind else { return nil }
    return text
  }

  /// The zone that `tz` names.
  private var home: Zone? { text("tz").flatMap { zones.lookup($0.trimmed) } }

  // MARK: Times

  /// Gives the event another time, in the keys that it uses now.
  /// - Parameters:
  ///   - nominal: the local time to write, even if it is in a gap on the day of the start.
  ///   - keepsDuration: whether a `duration` stays; for a series it is the length of each instance.
  func setTimes(
    _ new: Units, nominal: CivilDateTime? = nil, keepsDuration: Bool = false, _ changes: inout ListText.Changes
  ) throws(EditError) {
    let isConverted = new.kind != event.kind
    let old = event.end - event.start
    if let nominal, let home, case .local(let written)? = text("start").flatMap({ WrittenTime($0) }),
      new.kind == .zoned, home.instant(of: nominal).secondsSinceEpoch == new.start
    {
      if written != nominal {
        changes.set("start", text: .written { append(nominal, like: text("start"), to: &$0) })
      }
    } else if isConverted || new.start != event.start {
      try setStart(new, isConverted: isConverted, &changes)
    }
    if object.member("end") != nil {
      if isConverted || new.end != event.end {
        let like = isConverted ? nil : text("end")
        changes.set("end", text: try written(new.end, new.kind, like: like))
      }
    } else if object.member("range") != nil {
      if isConverted || new.end - new.start != old { changes.set("range", to: number(new.end - new.start)) }
    } else if object.member("duration") != nil {
      if !keepsDuration || isConverted, let duration = duration(new) {
        changes.set("duration", text: duration)
      }
    } else if isConverted ? new.end != new.start + implied(new.kind) : new.end - new.start != old {
      if object.member("start") != nil {
        changes.set(
          "end", text: try written(new.end, new.kind, like: isConverted ? nil : text("start")), after: "start")
      } else {
        changes.set("range", to: number(new.end - new.start), after: "startDate")
      }
    }
    if isConverted {
      if object.member("allDay") != nil {
        changes.set("allDay", to: new.kind == .allDay ? [UInt8]("true") : [UInt8]("false"))
      } else if new.kind == .allDay, object.member("start") == nil {
        changes.set("allDay", to: [UInt8]("true"), after: "startDate")
      }
    }
  }

  /// The `duration` for another time; `nil` if the present one is still right. A duration in days stays in days, if a
  /// number of days fits.
  private func duration(_ new: Units) -> [UInt8]? {
    let old = text("duration") ?? []
    let length = new.end - new.start
    let written = ICalendarDuration(written: old)
    let day: Int64 = 86_400
    var duration = ICalendarDuration(days: 0, seconds: length)
    if new.kind == .allDay {
      if let nominal = written?.nominalSeconds, nominal == length { return nil }
      duration = ICalendarDuration(days: Int(length / day), seconds: 0)
    } else if let written {
      if end(of: written, new) == new.end { return nil }
      if written.days != 0 {
        // An hour added or removed by a clock change does not change the number of days.
        let nearest = (length + day / 2) / day
        for days in [nearest, nearest - 1] where days > 0 {
          var candidate = ICalendarDuration(days: Int(days), seconds: 0)
          guard let end = end(of: candidate, new), end <= new.end else { continue }
          candidate.seconds = new.end - end
          if self.end(of: candidate, new) == new.end {
            duration = candidate
            break
          }
        }
      }
    }
    guard let first = old.trimmed.first, first | 0x20 == UInt8.ascii("p") else { return duration.written }
    return .written { $0.append(duration) }
  }

  /// The end of a duration from another start; `nil` if it is unknown in which zone its days count.
  private func end(of duration: ICalendarDuration, _ new: Units) -> Int64? {
    switch new.kind {
    case .allDay: return nil
    case .zoned:
      if duration.days == 0 { return new.start + duration.seconds }
      return event.kind == .zoned ? store.end(ofDuration: duration, from: new.start, .zoned, event.zone) : nil
    case .floating:
      guard let wall = CivilDateTime(wallSeconds: new.start) else { return nil }
      let end = duration.end(from: view.instant(of: wall).secondsSinceEpoch, wall: wall, in: view)
      return view.wall(at: Instant(clamping: end)).wallSeconds
    }
  }

  private func implied(_ kind: TimeKind) -> Int64 { kind == .allDay ? 86_400 : 0 }

  private func setStart(_ new: Units, isConverted: Bool, _ changes: inout ListText.Changes) throws(EditError) {
    if object.member("start") != nil {
      changes.set("start", text: try written(new.start, new.kind, like: isConverted ? nil : text("start")))
    } else {
      // A date in seconds is a date in the zone of `tz`, otherwise in UTC.
      let seconds =
        new.kind == .allDay
        ? (home ?? .utc).instant(of: CivilDateTime(wallSeconds: new.start) ?? .first).secondsSinceEpoch : new.start
      changes.set("startDate", to: number(seconds))
    }
  }

  private func number(_ value: Int64) -> [UInt8] {
    .written { $0.append(decimal: value) }
  }

  /// A time in the form of the present value; without one, in the simplest form.
  func written(_ units: Int64, _ kind: TimeKind, like old: [UInt8]?) throws(EditError) -> [UInt8] {
    var out: [UInt8] = []
    switch kind {
    case .allDay:
      out.append(iso: (CivilDateTime(wallSeconds: units) ?? .first).date)
    case .floating:
      append(CivilDateTime(wallSeconds: units) ?? .first, like: old, to: &out)
    case .zoned:
      let instant = Instant(clamping: units)
      var offset = (home ?? view).offset(at: instant)
      if case .instant(_, let own)? = old.flatMap({ WrittenTime($0) }) {
        if home == nil { offset = own }
      } else if let home {
        let wall = home.wall(at: instant)
        // The second of two equal local times needs an offset to be identified.
        if home.instant(of: wall) == instant {
          append(wall, like: old, to: &out)
          return out
        }
      }
      append(instant, at: offset, like: old, to: &out)
    }
    return out
  }

  /// UTC is a Z if it was one in the present value, or there is none.
  private func append(_ instant: Instant, at offset: UTCOffset, like old: [UInt8]?, to out: inout [UInt8]) {
    append(instant.wall(at: offset), like: old, to: &out)
    if offset == .utc, old?.last.map({ $0 | 0x20 == 0x7A }) ?? true {
      out.append(ascii: "Z")
    } else {
      out.append(iso: offset)
    }
  }

  /// With seconds only if there are any, or the present value has them.
  private func append(_ wall: CivilDateTime, like old: [UInt8]?, to out: inout [UInt8]) {
    out.append(iso: wall.date)
    let mark = old.flatMap { $0.count > 10 ? $0[10] : nil } ?? 0x54
    out.append(mark == .space || mark == 0x74 ? mark : 0x54)
    let clock = [UInt8].written { $0.append(iso: wall.time) }
    let clockOfOld = (old ?? []).dropFirst(11).prefix { $0.isDigit || $0 == .colon }
    let hasSeconds = clockOfOld.count(where: { $0 == .colon }) > 1
    out += hasSeconds || wall.time.second != 0 ? clock : Array(clock.prefix(5))
  }

  // MARK: Series

  /// The values of `exdates`.
  /// - Throws: `impossible` if one of them can't be read.
  func exceptions() throws(EditError) -> [[UInt8]] {
    guard let member = object.member("exdates") else { return [] }
    let values: [JSONValue]
    if case .array(let list) = member.value.kind { values = list } else { values = [member.value] }
    return try values.map { value throws(EditError) in
      guard case .string(let text) = value.kind, WrittenTime(text) != nil else {
        throw .impossible("\(place): a value of exdates can't be read; fix it first")
      }
      return text
    }
  }

  /// The occurrence's original start, in a form that `exdates` allows.
  func exception(_ original: Int64) throws(EditError) -> [UInt8] {
    if event.kind == .zoned, object.member("start") == nil {
      return .written { $0.append(rfc3339: Instant(clamping: original)) }
    }
    return try written(original, event.kind, like: text("start"))
  }

  /// A value of `exdates` as an original start.
  func originalStart(_ text: [UInt8]) -> Int64 {
    switch WrittenTime(text) {
    case .date(let date)?:
      guard event.kind != .allDay else { return CivilDateTime(date).wallSeconds }
      let wall = CivilDateTime(date, (CivilDateTime(wallSeconds: event.wallStart) ?? .first).time)
      return event.kind == .zoned ? zone.instant(of: wall).secondsSinceEpoch : wall.wallSeconds
    case .local(let wall)?:
      return event.kind == .zoned ? zone.instant(of: wall).secondsSinceEpoch : wall.wallSeconds
    case .instant(let instant, let offset)?:
      return event.kind == .zoned ? instant.secondsSinceEpoch : instant.wall(at: offset).wallSeconds
    case nil: return .min
    }
  }

  func moved(_ text: [UInt8], by shift: Shift) throws(EditError) -> [UInt8] {
    var out: [UInt8] = []
    switch WrittenTime(text) {
    case .date(let date)?:
      let start = CivilDateTime(wallSeconds: event.wallStart) ?? .first
      out.append(iso: date.adding(days: shift.days(at: start)) ?? date)
    case .local(let wall)?: append(try shift.moved(wall), like: text, to: &out)
    case .instant(let instant, let offset)?:
      append(try shift.moved(instant), at: offset, like: text, to: &out)
    case nil: out = text
    }
    return out
  }
}
