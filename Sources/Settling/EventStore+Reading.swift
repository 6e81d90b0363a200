import Bytes
import CivilTime
import ICalendar
import TimeZones

extension EventStore {
  /// Adds a document's events to a calendar. A VEVENT that can't be understood is skipped and
  /// reported; its neighbours are kept. O(document).
  ///
  /// - Parameters:
  ///   - document: the file, read.
  ///   - calendar: what ``add(calendar:)`` gave.
  ///   - zones: where TZIDs are looked up.
  ///   - positions: for events that were written in another form than iCalendar, the place of each
  ///     VEVENT in its real file, in order.
  ///   - diagnostics: takes what is wrong.
  public mutating func add(
    _ document: ICalendarDocument, to calendar: UInt16, zones table: borrowing ZoneTable,
    positions: [Position]? = nil, diagnostics: inout Diagnostics
  ) {
    diagnostics.add(contentsOf: document.diagnostics)
    let index = Int32(documents.count)
    documents.append(document)
    var reader = EventReader(document: document, diagnostics: diagnostics)
    var calendarZone: UInt16?
    var ordinal = 0
    events.reserveCapacity(events.count + document.components.count)
    for component in document.components.indices {
      switch document.components[component].kind {
      case .vcalendar:
        if !ForeignInput.isExpected { break }
        calendarZone = reader.calendarZone(component, &self, table)
        setTitle(of: calendar, from: document, component)
      case .vevent:
        let place = positions.flatMap { ordinal < $0.count ? $0[ordinal] : nil }
        ordinal += 1
        if document.components[component].isBroken { continue }
        if var event = reader.event(component, place, calendarZone, &self, table) {
          event.document = index
          event.calendar = calendar
          events.append(event)
        }
      default: break
      }
    }
    diagnostics = reader.diagnostics
    reader.zoneNames.floating = calendarZone
    reader.zoneNames.finish()
    zoneNames.append(reader.zoneNames)
  }

  /// A calendar without a title of its own takes NAME (RFC 7986) or X-WR-CALNAME from its file.
  private mutating func setTitle(of calendar: UInt16, from document: ICalendarDocument, _ component: Int) {
    guard calendars[Int(calendar)].title.isEmpty else { return }
    guard let name = document.first(.name, of: component) ?? document.first(.xWRCalname, of: component) else { return }
    var title: [UInt8] = []
    title.append(unescaping: document.value(name))
    calendars[Int(calendar)].title = title.onOneLine
  }

  /// The index of a zone in ``zones``, added if it is new; `nil` when there are more zones than any
  /// calendar of this world needs.
  mutating func index(of zone: Zone) -> UInt16? {
    if let known = zones.firstIndex(of: zone) { return UInt16(known) }
    if zones.count >= SettlingLimits.zones { return nil }
    zones.append(zone)
    return UInt16(zones.count - 1)
  }
}

/// VEVENTs of one document into events.
struct EventReader {
  let document: ICalendarDocument
  var diagnostics: Diagnostics
  var zoneNames = ZoneNames()
  /// The last parameters that named a zone, and which.
  private var lastParameters: ArraySlice<UInt8> = []
  private var lastZone: UInt16?

  init(document: ICalendarDocument, diagnostics: Diagnostics) {
    self.document = document
    self.diagnostics = diagnostics
  }

  /// The zone of X-WR-TIMEZONE, in which this file's floating times are read.
  mutating func calendarZone(_ component: Int, _ store: inout EventStore, _ table: borrowing ZoneTable) -> UInt16? {
    guard let property = document.first(.xWRTimezone, of: component) else { return nil }
    let name = Array(document.value(property).trimmed)
    guard !name.isEmpty else { return nil }
    guard let zone = zoneNames.zone(name, line: property.line, in: document, &store, table, &diagnostics) else {
      diagnostics.add(.warning, line: property.line, "X-WR-TIMEZONE " + quoted(name) + " is no known zone; floating times stay floating")
      return nil
    }
    return zone
  }

  /// Reads one VEVENT; `nil` where it is skipped.
  mutating func event(
    _ component: Int, _ place: Position?, _ calendarZone: UInt16?, _ store: inout EventStore,
    _ table: borrowing ZoneTable
  ) -> Event? {
    var event = Event()
    event.component = Int32(component)
    event.line = place.map { UInt32($0.line) } ?? document.components[component].line
    var found = EventProperties()
    document.forEachProperty(of: component) { found.note($0, document.properties[$0].name) }

    guard let startIndex = found.dtstart else {
      diagnostics.add(.error, line: event.line, "VEVENT without DTSTART is skipped; add when it begins")
      return nil
    }
    let startProperty = document.properties[startIndex]
    guard let start = time(startProperty, place, &store, table) else { return nil }
    event.kind = start.kind
    event.zone = start.zone
    event.endZone = start.zone
    event.wallStart = start.wall
    event.start = start.seconds
    if event.kind == .floating, let calendarZone {
      event.kind = .zoned
      event.zone = calendarZone
      event.endZone = calendarZone
      event.start = instant(event.wallStart, store.zones[Int(calendarZone)])
    }
    readEnd(&event, found, place, calendarZone, &store, table)
    if let index = found.microsoftAllDay { readAllDay(&event, document.properties[index], store) }

    if let index = found.uid {
      event.uid = text(document.properties[index])
    } else {
      diagnostics.add(.note, line: event.line, "VEVENT without UID; add one, so that it can be told from others")
    }
    event.uidHash = hash(of: event.uid, else: event)
    if let index = found.summary { event.title = text(document.properties[index]) }
    if let index = found.location { event.location = text(document.properties[index]) }
    readDetails(&event, found)
    // An instance of which nobody knows which one it is would hide its whole series.
    if let index = found.recurrenceID,
      !readRecurrenceID(&event, document.properties[index], calendarZone, &store, table)
    {
      return nil
    }
    readSeries(&event, found, component, calendarZone, &store, table)
    return event
  }

  // MARK: Times

  struct ReadTime {
    var kind: TimeKind
    var wall: Int64
    /// In the units of ``Event/start``.
    var seconds: Int64
    var zone: UInt16
  }

  /// The value of DTSTART, DTEND or RECURRENCE-ID with its TZID. Without an end an event still is one,
  /// without the others it is not.
  mutating func time(
    _ property: ICalendarDocument.Property, _ place: Position?, _ store: inout EventStore, _ table: borrowing ZoneTable
  ) -> ReadTime? {
    let value = document.value(property)
    guard let read = DateOrDateTime(value) else {
      let isEnd = property.name == .dtend
      var message = Array(document.name(property)) + " " + quoted(value) + " is no date or time; "
      message.append(isEnd ? "the end is left out" : "the event is skipped")
      message.append(" (write 20261120 or 20261120T090000Z)")
      diagnostics.add(isEnd ? .warning : .error, line: place.map { UInt32($0.line) } ?? property.line, message)
      return nil
    }
    if ForeignInput.isExpected, !DateOrDateTime.isStandard(value) {
      diagnostics.add(.note, line: property.line, Array(document.name(property)) + " " + quoted(value) + " is not in the form of RFC 5545; it is read all the same")
    }
    switch read {
    case .date(let date):
      let seconds = CivilDateTime(date).wallSeconds
      return ReadTime(kind: .allDay, wall: seconds, seconds: seconds, zone: 0)
    case .utc(let instant):
      return ReadTime(kind: .zoned, wall: instant.secondsSinceEpoch, seconds: instant.secondsSinceEpoch, zone: 0)
    case .local(let wall):
      // A file names its zone in the same words on every line.
      if let lastZone, document.parameters(property) == lastParameters {
        return ReadTime(kind: .zoned, wall: wall.wallSeconds, seconds: instant(wall.wallSeconds, store.zones[Int(lastZone)]), zone: lastZone)
      }
      guard document.hasParameters(property), let name = document.parameter("TZID", of: property), !name.isEmpty else {
        return ReadTime(kind: .floating, wall: wall.wallSeconds, seconds: wall.wallSeconds, zone: 0)
      }
      guard let zone = zoneNames.zone(name, line: property.line, in: document, &store, table, &diagnostics) else {
        diagnostics.add(
          .warning, line: property.line,
          "TZID " + quoted(name) + " is no known zone and the file does not define it; the time is read as floating")
        return ReadTime(kind: .floating, wall: wall.wallSeconds, seconds: wall.wallSeconds, zone: 0)
      }
      lastZone = zone
      lastParameters = document.parameters(property)
      return ReadTime(kind: .zoned, wall: wall.wallSeconds, seconds: instant(wall.wallSeconds, store.zones[Int(zone)]), zone: zone)
    }
  }

  func instant(_ wallSeconds: Int64, _ zone: Zone) -> Int64 {
    guard let wall = CivilDateTime(wallSeconds: wallSeconds) else { return wallSeconds }
    return zone.instant(of: wall).secondsSinceEpoch
  }

  /// DTEND or DURATION; without either a date lasts a day and a time lasts nothing (RFC 5545, 3.6.1).
  private mutating func readEnd(
    _ event: inout Event, _ found: EventProperties, _ place: Position?, _ calendarZone: UInt16?,
    _ store: inout EventStore, _ table: borrowing ZoneTable
  ) {
    let day: Int64 = 86_400
    event.end = event.kind == .allDay ? event.start + day : event.start
    if let index = found.dtend {
      let property = document.properties[index]
      guard var end = time(property, place, &store, table) else { return }
      if end.kind == .floating, event.kind == .zoned {
        // A local end beside a zoned start is meant in the start's zone.
        end.kind = .zoned
        end.zone = event.zone
        end.seconds = instant(end.wall, store.zones[Int(event.zone)])
      }
      switch (event.kind, end.kind) {
      case (.allDay, .allDay), (.floating, .floating), (.zoned, .zoned):
        event.end = end.seconds
        event.endZone = end.zone
      case (.allDay, _):
        diagnostics.add(.warning, line: property.line, "DTEND has a time and DTSTART has none; its date is taken")
        event.end = (end.wall - floorMod(end.wall, day)) + (floorMod(end.wall, day) == 0 ? 0 : day)
      case (_, .allDay):
        diagnostics.add(.warning, line: property.line, "DTEND is a date and DTSTART a time; its first moment is taken")
        event.end = event.kind == .zoned ? instant(end.wall, store.zones[Int(event.zone)]) : end.wall
      case (.floating, .zoned):
        diagnostics.add(.warning, line: property.line, "DTEND has a zone and DTSTART has none; its wall time is taken")
        event.end = end.wall
      default: break
      }
      if event.end < event.start || (event.kind == .allDay && event.end == event.start) {
        if event.end < event.start {
          diagnostics.add(.warning, line: property.line, "DTEND is before DTSTART; the end is left out")
        }
        event.end = event.kind == .allDay ? event.start + day : event.start
      }
    } else if let index = found.duration {
      let property = document.properties[index]
      guard let duration = ICalendarDuration(document.value(property)), duration.nominalSeconds >= 0 else {
        diagnostics.add(.warning, line: property.line, "DURATION " + quoted(document.value(property)) + " is none; write PT1H30M or P2D")
        return
      }
      event.hasDuration = true
      event.durationDays = Int32(clamping: duration.days)
      event.durationSeconds = Int32(clamping: duration.seconds)
      event.end = store.end(ofDuration: duration, from: event.start, event.kind, event.zone)
      // Dates last whole days, and one at least.
      if event.kind == .allDay {
        event.end = max(event.start + day, event.end + floorMod(-event.end, day))
      }
    }
    // Nothing ends after year 9999.
    event.end = max(event.start, min(event.end, CivilDateTime.last.wallSeconds))
  }

  /// Exchange's word that midnights of its zone are meant as dates. The event keeps that zone, in which
  /// EXDATE, UNTIL and RECURRENCE-ID name its dates.
  private mutating func readAllDay(_ event: inout Event, _ property: ICalendarDocument.Property, _ store: EventStore) {
    guard event.kind != .allDay, document.value(property).trimmed.equalsIgnoringCase("TRUE") else { return }
    let day: Int64 = 86_400
    var end = event.end
    if event.kind == .zoned { end = store.zones[Int(event.endZone)].wall(at: Instant(clamping: end)).wallSeconds }
    guard floorMod(event.wallStart, day) == 0, floorMod(end, day) == 0 else { return }
    diagnostics.add(
      .note, line: property.line, "X-MICROSOFT-CDO-ALLDAYEVENT is Exchange's habit: from midnight to midnight is read as dates")
    event.kind = .allDay
    event.start = event.wallStart
    event.end = max(end, event.start + day)
    event.hasDuration = false
  }

  private func floorMod(_ value: Int64, _ modulus: Int64) -> Int64 {
    let rest = value % modulus
    return rest < 0 ? rest + modulus : rest
  }

  // MARK: The rest

  private func text(_ property: ICalendarDocument.Property) -> TextRef {
    let value = document.value(property)
    return TextRef(
      start: UInt32(value.startIndex), bits: UInt32(value.count) | (value.contains(0x5C) ? 1 << 31 : 0))
  }

  private func hash(of uid: TextRef, else event: Event) -> UInt64 {
    if uid.isEmpty {
      // Without a UID an event is only ever itself.
      var hash = StableHash()
      hash.add(event.start)
      hash.add(event.end)
      hash.add(UInt64(event.line))
      return hash.value
    }
    let bytes = document.text[uid.range]
    guard uid.isEscaped else { return StableHash.of(bytes) }
    var plain: [UInt8] = []
    plain.append(unescaping: bytes)
    return StableHash.of(plain)
  }

  private mutating func readDetails(_ event: inout Event, _ found: EventProperties) {
    if let index = found.status {
      let value = document.value(document.properties[index]).trimmed
      if value.equalsIgnoringCase("CANCELLED") || value.equalsIgnoringCase("CANCELED") { event.status = .cancelled }
      else if value.equalsIgnoringCase("TENTATIVE") { event.status = .tentative }
      else if !value.equalsIgnoringCase("CONFIRMED") {
        diagnostics.add(.note, line: document.properties[index].line, "STATUS " + quoted(value) + " is none of an event; read as CONFIRMED")
      }
    }
    if let index = found.transp {
      event.isOpaque = !document.value(document.properties[index]).trimmed.equalsIgnoringCase("TRANSPARENT")
    }
    if let index = found.class {
      let value = document.value(document.properties[index]).trimmed
      // RFC 5545, 3.8.1.3: an unknown class is treated as PRIVATE.
      event.classification = value.equalsIgnoringCase("PUBLIC") || value.isEmpty ? .public
        : value.equalsIgnoringCase("CONFIDENTIAL") ? .confidential : .private
    }
    if let index = found.sequence {
      let value = document.value(document.properties[index])
      if let number = iCalendarInteger(value) { event.sequence = number } else {
        diagnostics.add(.note, line: document.properties[index].line, "SEQUENCE " + quoted(value) + " is no number; read as 0")
      }
    }
    if let index = found.lastModified, case .utc(let instant)? = DateOrDateTime(document.value(document.properties[index])) {
      event.lastModified = instant.secondsSinceEpoch
    }
    if let index = found.type, let type = iCalendarInteger(document.value(document.properties[index])) {
      // 1 yellow, 2 red, 3 green, any other magenta.
      event.type = type >= 1 && type <= 3 ? UInt8(type) : 4
    }
  }

  private mutating func readRecurrenceID(
    _ event: inout Event, _ property: ICalendarDocument.Property, _ calendarZone: UInt16?,
    _ store: inout EventStore, _ table: borrowing ZoneTable
  ) -> Bool {
    guard var original = time(property, nil, &store, table) else { return false }
    if original.kind == .floating, event.kind == .zoned {
      original.kind = .zoned
      original.seconds = instant(original.wall, store.zones[Int(calendarZone ?? event.zone)])
    }
    if original.kind == .zoned, let zone = store.zoneOfDates(event) {
      original.kind = .allDay
      original.seconds = CivilDateTime(zone.wall(at: Instant(clamping: original.seconds)).date).wallSeconds
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

extension EventStore {
  /// The zone whose midnights an all-day event was written in; `nil` for dates that were written as such.
  func zoneOfDates(_ event: Event) -> Zone? { event.kind == .allDay && event.zone != 0 ? zones[Int(event.zone)] : nil }

  /// The end of an event that lasts a duration from a start: its days by the wall clock, its time
  /// exact (RFC 5545, 3.3.6).
  func end(ofDuration duration: ICalendarDuration, from start: Int64, _ kind: TimeKind, _ zone: UInt16) -> Int64 {
    guard kind == .zoned, duration.days != 0,
      let moved = zones[Int(zone)].wall(at: Instant(clamping: start)).adding(days: duration.days)
    else { return start + duration.nominalSeconds }
    return zones[Int(zone)].instant(of: moved).secondsSinceEpoch + duration.seconds
  }
}

/// The indices of an event's properties, each name's first.
struct EventProperties {
  var dtstart: Int?, dtend: Int?, duration: Int?, uid: Int?, summary: Int?, location: Int?, status: Int?
  var transp: Int?, `class`: Int?, sequence: Int?, lastModified: Int?, recurrenceID: Int?, type: Int?
  var microsoftAllDay: Int?
  /// Whether there is an RRULE, RDATE, EXRULE or EXDATE.
  var hasSeries = false

  mutating func note(_ index: Int, _ name: PropertyName) {
    @inline(__always) func keep(_ slot: inout Int?) { if slot == nil { slot = index } }
    switch name {
    case .dtstart: keep(&dtstart)
    case .dtend: keep(&dtend)
    case .duration: keep(&duration)
    case .uid: keep(&uid)
    case .summary: keep(&summary)
    case .location: keep(&location)
    case .status: keep(&status)
    case .transp: keep(&transp)
    case .class: keep(&`class`)
    case .sequence: keep(&sequence)
    case .lastModified: keep(&lastModified)
    case .recurrenceID: keep(&recurrenceID)
    case .xBusyLifeType: keep(&type)
    case .xMicrosoftAllDay: keep(&microsoftAllDay)
    case .rrule, .rdate, .exrule, .exdate: hasSeries = true
    default: break
    }
  }
}
