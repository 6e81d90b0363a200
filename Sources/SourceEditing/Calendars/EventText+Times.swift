import Bytes
import CivilTime
import Events
import ICalendar
import Readers
import Settling
import TimeZones

/// A start and an end in the units of ``Events/Event/start``, with their kind.
struct Units: Equatable {
  var kind: TimeKind
  var start: Int64
  var end: Int64
}

extension Units {
  /// Converts a span: to dates, to wall time if the event is floating, otherwise to instants.
  /// - Parameter view: the zone in which floating times are read.
  init(_ span: EventSpan, isFloating: Bool, _ view: Zone) {
    switch span {
    case .dates(let first, let last):
      self.init(kind: .allDay, start: CivilDateTime(first).wallSeconds, end: CivilDateTime(last).wallSeconds)
    case .times(let first, let last) where isFloating:
      self.init(kind: .floating, start: view.wall(at: first).wallSeconds, end: view.wall(at: last).wallSeconds)
    case .times(let first, let last):
      self.init(kind: .zoned, start: first.secondsSinceEpoch, end: last.secondsSinceEpoch)
    }
  }
}

extension EventText {
  /// A span in the units of this event.
  func units(_ span: EventSpan) -> Units { Units(span, isFloating: event.kind == .floating, view) }

  /// Gives the event another time: DTSTART, and DTEND or DURATION, whichever it has, each in its present form. Lines
  /// that are already right stay as they are.
  /// - Parameters:
  ///   - nominal: the local time to write, even if it is in a gap on the day of the start.
  ///   - keepsDuration: whether a DURATION stays, even if the day has another number of hours.
  ///   - isAlone: whether the result is no longer a series.
  func setTimes(
    _ new: Units, nominal: CivilDateTime? = nil, keepsDuration: Bool = false, isAlone: Bool = false,
    _ patch: inout Patch
  ) throws(EditError) {
    if new.kind != event.kind { return try convert(new, &patch) }
    let start = first(.dtstart)!
    let end = first(.dtend)
    do throws(EditError) {
      var lines = patch
      if let nominal, case .local(let zone) = form, zone.instant(of: nominal).secondsSinceEpoch == new.start {
        let written = [UInt8].written { $0.append(basic: nominal) }
        if DateOrDateTime(value(start)) != .local(nominal) { set(start, to: written, &lines) }
      } else if new.start != event.start {
        set(start, to: try value(new.start, new.kind, as: form), &lines)
      }
      if !(keepsDuration && end == nil && first(.duration) != nil) { try setEnd(new, end, &lines) }
      patch = lines
    } catch {
      // The second of two equal local times can be written in UTC, for an event that does not recur.
      guard case .local = form, isAlone || event.series < 0 || event.isOverride else { throw error }
      replace(start, with: "DTSTART:" + (try value(new.start, .zoned, as: .utc)), &patch)
      if let end {
        replace(end, with: "DTEND:" + (try value(new.end, .zoned, as: .utc)), &patch)
      } else {
        try setEnd(new, nil, &patch)
      }
    }
  }

  private func setEnd(_ new: Units, _ end: ICalendarDocument.Property?, _ patch: inout Patch) throws(EditError) {
    if let end {
      guard let written = DateOrDateTime(value(end)) else { return }
      if new.end != event.end { set(end, to: try value(new.end, new.kind, as: try form(written, end)), &patch) }
    } else if let duration = first(.duration) {
      // The end that it gives from the new start.
      let end = ICalendarDuration(length: value(duration)).map {
        store.end(ofDuration: $0, from: new.start, event.kind, event.zone)
      }
      if end != new.end { set(duration, to: Self.duration(new), &patch) }
    } else if new.end != new.start + (new.kind == .allDay ? 86_400 : 0) {
      let parameters = Array(text.document.parameters(first(.dtstart)!))
      add("DTEND" + parameters + ":" + (try value(new.end, new.kind, as: form)), &patch)
    }
  }

  /// `P2D`, `PT1H30M`: in hours for timed events, since days would follow the calendar.
  private static func duration(_ times: Units) -> [UInt8] {
    let length = times.end - times.start
    let isAllDay = times.kind == .allDay
    return .written {
      $0.append(ICalendarDuration(days: isAllDay ? Int(length / 86_400) : 0, seconds: isAllDay ? 0 : length))
    }
  }

  // MARK: From times to dates, and back

  private func convert(_ new: Units, _ patch: inout Patch) throws(EditError) {
    if new.kind == .allDay { return try convert(new, [UInt8](";VALUE=DATE:"), .date, &patch) }
    if let name = Self.zoneName(of: view, in: text.document) {
      var lines = patch
      do throws(EditError) {
        try convert(new, ";TZID=" + ICalendarWriter.parameterValue(name) + ":", .local(view), &lines)
        patch = lines
        return
      } catch {
        // The second of two equal local times can be written in UTC.
      }
    }
    try convert(new, [UInt8](":"), .utc, &patch)
  }

  private func convert(_ new: Units, _ head: [UInt8], _ written: TimeForm, _ patch: inout Patch) throws(EditError) {
    let start = first(.dtstart)!
    replace(start, with: "DTSTART" + head + (try value(new.start, new.kind, as: written)), &patch)
    if let end = first(.dtend) {
      replace(end, with: "DTEND" + head + (try value(new.end, new.kind, as: written)), &patch)
    } else if let duration = first(.duration) {
      set(duration, to: Self.duration(new), &patch)
    } else if new.end != new.start + (new.kind == .allDay ? 86_400 : 0) {
      add("DTEND" + head + (try value(new.end, new.kind, as: written)), &patch)
    }
  }

  /// The name under which a file defines a zone (VTIMEZONE), so that a line may use it; `nil` if it does not.
  static func zoneName(of zone: Zone, in document: ICalendarDocument) -> [UInt8]? {
    document.definedZones.first { $0.name == zone.identifier }?.name
  }
}
