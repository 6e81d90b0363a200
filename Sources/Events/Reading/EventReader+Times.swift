import Bytes
import CivilTime
import ICalendar
import TimeZones

extension EventReader {
  struct ReadTime {
    var kind: TimeKind
    var wall: Int64
    /// In the units of ``Event/start``.
    var seconds: Int64
    var zone: UInt16
  }

  /// Reads DTSTART, DTEND or RECURRENCE-ID with its TZID. An unreadable DTEND is a warning, the others are errors,
  /// since an event needs them.
  mutating func time(
    _ property: ICalendarDocument.Property, _ place: Position?, _ read: inout ReadEvents, _ table: borrowing ZoneTable
  ) -> ReadTime? {
    let value = document.value(property)
    guard let time = DateOrDateTime(value) else {
      let isEnd = property.name == .dtend
      let consequence: StaticString = isEnd ? "the end is ignored" : "the event is skipped"
      diagnostics.add(
        isEnd ? .warning : .error, line: place.map { UInt32($0.line) } ?? property.line,
        Array(document.name(property)) + " " + quoted(value) + " is not a date or time; " + consequence
          + " (write 20261120 or 20261120T090000Z)")
      return nil
    }
    if ForeignInput.isExpected, !DateOrDateTime.isStandard(value) {
      diagnostics.add(
        .note, line: property.line,
        Array(document.name(property)) + " " + quoted(value)
          + " is not in the form of RFC 5545; it is read anyway")
    }
    switch time {
    case .date(let date):
      let seconds = CivilDateTime(date).wallSeconds
      return ReadTime(kind: .allDay, wall: seconds, seconds: seconds, zone: 0)
    case .utc(let instant):
      return ReadTime(kind: .zoned, wall: instant.secondsSinceEpoch, seconds: instant.secondsSinceEpoch, zone: 0)
    case .local(let wall):
      // Most files name the same zone on every line.
      if let lastZone, document.parameters(property) == lastParameters {
        return zoned(wall.wallSeconds, lastZone, read.store.zones[Int(lastZone)])
      }
      guard document.hasParameters(property), let name = document.parameter("TZID", of: property), !name.isEmpty else {
        return ReadTime(kind: .floating, wall: wall.wallSeconds, seconds: wall.wallSeconds, zone: 0)
      }
      guard let zone = zoneNames.zone(name, line: property.line, in: document, &read, table, &diagnostics) else {
        reportUnknown(zone: name, line: property.line, "the time is read as floating")
        return ReadTime(kind: .floating, wall: wall.wallSeconds, seconds: wall.wallSeconds, zone: 0)
      }
      lastZone = zone
      lastParameters = document.parameters(property)
      return zoned(wall.wallSeconds, zone, read.store.zones[Int(zone)])
    }
  }

  private func zoned(_ wall: Int64, _ index: UInt16, _ zone: Zone) -> ReadTime {
    ReadTime(kind: .zoned, wall: wall, seconds: instant(wall, zone), zone: index)
  }

  func instant(_ wallSeconds: Int64, _ zone: Zone) -> Int64 {
    guard let wall = CivilDateTime(wallSeconds: wallSeconds) else { return wallSeconds }
    return zone.instant(of: wall).secondsSinceEpoch
  }

  /// Reads DTEND or DURATION; without either, a date lasts one day and a time has no length (RFC 5545, 3.6.1).
  mutating func readEnd(
    _ event: inout Event, _ found: EventProperties, _ place: Position?, _ calendarZone: UInt16?,
    _ read: inout ReadEvents, _ table: borrowing ZoneTable
  ) {
    let day: Int64 = 86_400
    event.end = event.kind == .allDay ? event.start + day : event.start
    if let index = found.dtend {
      let property = document.properties[index]
      guard var end = time(property, place, &read, table) else { return }
      if end.kind == .floating, event.kind == .zoned {
        // A local end beside a zoned start is in the start's zone.
        end.kind = .zoned
        end.zone = event.zone
        end.seconds = instant(end.wall, read.store.zone(of: event))
      }
      switch (event.kind, end.kind) {
      case (.allDay, .allDay), (.floating, .floating), (.zoned, .zoned):
        event.end = end.seconds
        event.endZone = end.zone
      case (.allDay, _):
        diagnostics.add(.warning, line: property.line, "DTEND has a time and DTSTART has none; its date is used")
        event.end = (end.wall - floorMod(end.wall, day)) + (floorMod(end.wall, day) == 0 ? 0 : day)
      case (_, .allDay):
        diagnostics.add(.warning, line: property.line, "DTEND is a date and DTSTART a time; its first moment is used")
        event.end = event.kind == .zoned ? instant(end.wall, read.store.zone(of: event)) : end.wall
      case (.floating, .zoned):
        diagnostics.add(.warning, line: property.line, "DTEND has a zone and DTSTART has none; its local time is used")
        event.end = end.wall
      default: break
      }
      if event.end < event.start || (event.kind == .allDay && event.end == event.start) {
        if event.end < event.start {
          diagnostics.add(.warning, line: property.line, "DTEND is before DTSTART; the end is ignored")
        }
        event.end = event.kind == .allDay ? event.start + day : event.start
      }
    } else if let index = found.duration {
      let property = document.properties[index]
      guard let duration = ICalendarDuration(length: document.value(property)) else {
        diagnostics.add(
          .warning, line: property.line,
          "DURATION " + quoted(document.value(property)) + " is not a duration; write PT1H30M or P2D")
        return
      }
      event.hasDuration = true
      event.durationDays = Int32(clamping: duration.days)
      event.durationSeconds = Int32(clamping: duration.seconds)
      event.end = read.store.end(ofDuration: duration, from: event.start, event.kind, event.zone)
    }
    // Events end at the latest with the year 9999.
    event.end = max(event.start, min(event.end, CivilDateTime.last.wallSeconds))
  }

  /// X-MICROSOFT-CDO-ALLDAYEVENT: the times are midnights of Exchange's zone and mean dates. The event keeps that zone,
  /// in which EXDATE, UNTIL and RECURRENCE-ID name its dates.
  mutating func readAllDay(_ event: inout Event, _ property: ICalendarDocument.Property, _ read: ReadEvents) {
    guard event.kind != .allDay, document.value(property).trimmed.equalsIgnoringCase("TRUE") else { return }
    let day: Int64 = 86_400
    var end = event.end
    if event.kind == .zoned { end = read.store.zones[Int(event.endZone)].wall(at: Instant(clamping: end)).wallSeconds }
    guard floorMod(event.wallStart, day) == 0, floorMod(end, day) == 0 else { return }
    diagnostics.add(
      .note, line: property.line,
      "X-MICROSOFT-CDO-ALLDAYEVENT (Exchange): midnight to midnight is read as dates")
    event.kind = .allDay
    event.start = event.wallStart
    event.end = max(end, event.start + day)
    event.hasDuration = false
  }

  private func floorMod(_ value: Int64, _ modulus: Int64) -> Int64 {
    let rest = value % modulus
    return rest < 0 ? rest + modulus : rest
  }

  mutating func readRecurrenceID(
    _ event: inout Event, _ property: ICalendarDocument.Property, _ calendarZone: UInt16?,
    _ read: inout ReadEvents, _ table: borrowing ZoneTable
  ) -> Bool {
    guard var original = time(property, nil, &read, table) else { return false }
    if original.kind == .floating, event.kind == .zoned {
      original.kind = .zoned
      original.seconds = instant(original.wall, read.store.zones[Int(calendarZone ?? event.zone)])
    }
    if original.kind == .zoned, let zone = read.store.zoneOfDates(event) {
      original.kind = .allDay
      original.seconds = CivilDateTime(zone.wall(at: Instant(clamping: original.seconds)).date).wallSeconds
    } else if original.kind == .zoned, original.zone != 0, event.kind == .allDay, floorMod(original.wall, 86_400) == 0 {
      // Outlook names an instance of an all-day series by a local midnight, whose date is meant.
      original.kind = .allDay
      original.seconds = original.wall
    }
    event.isOverride = true
    event.recurrenceStart = original.seconds
    event.recurrenceKind = original.kind
    if let range = document.parameter("RANGE", of: property) {
      event.isThisAndFuture = range.equalsIgnoringCase("THISANDFUTURE")
    }
    return true
  }
}
