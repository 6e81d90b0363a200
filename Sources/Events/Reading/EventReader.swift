import Bytes
import CivilTime
import ICalendar
import TimeZones

/// Turns the VEVENTs of one document into events.
struct EventReader {
  let document: ICalendarDocument
  var diagnostics: Diagnostics
  var zoneNames = ZoneNames()
  /// The last parameters that named a zone, and that zone.
  var lastParameters: ArraySlice<UInt8> = []
  var lastZone: UInt16?
  /// The unknown zones of the event being read: each is reported once.
  private var unknownZones = ForeignInput.Names()
  /// Whether reading gave an event another UID than it has in its file.
  private(set) var hasRepeatedUIDs = false

  init(document: ICalendarDocument, diagnostics: Diagnostics) {
    self.document = document
    self.diagnostics = diagnostics
  }

  /// The zone of X-WR-TIMEZONE, in which this file's floating times are read.
  mutating func calendarZone(_ component: Int, _ read: inout ReadEvents, _ table: borrowing ZoneTable) -> UInt16? {
    guard let property = document.first(.xWRTimezone, of: component) else { return nil }
    let name = Array(document.value(property).trimmed)
    guard !name.isEmpty else { return nil }
    guard let zone = zoneNames.zone(name, line: property.line, in: document, &read, table, &diagnostics) else {
      if !zoneNames.isReported {
        diagnostics.add(
          .warning, line: property.line,
          "X-WR-TIMEZONE " + quoted(name) + " is not a known zone; floating times stay floating")
      }
      return nil
    }
    return zone
  }

  /// Warns of a TZID that means nothing, once for each event.
  /// - Parameter reading: how its times are read.
  mutating func reportUnknown(zone name: [UInt8], line: UInt32, _ reading: StaticString) {
    if zoneNames.isReported { return }
    if !unknownZones.insert(name) { return }
    diagnostics.add(
      .warning, line: line,
      "TZID " + quoted(name) + " is not a known zone and the file does not define it; " + [UInt8](reading))
  }

  /// Says how many components there are of kinds that are not shown: a warning if there are no events.
  mutating func reportWhatIsNotShown() {
    let hasEvents = document.components.contains { $0.kind == .vevent }
    let kinds: [(ComponentKind, one: StaticString, more: StaticString)] = [
      (.vtodo, "task", "tasks"), (.vjournal, "journal entry", "journal entries"),
      (.vfreebusy, "component of free and busy times", "components of free and busy times"),
    ]
    for (kind, one, more) in kinds {
      let all = document.components.filter { $0.kind == kind }
      guard let first = all.first else { continue }
      var message: [UInt8] = []
      message.append(decimal: all.count)
      message.append(" ")
      message.append(all.count == 1 ? one : more)
      message.append(all.count == 1 ? " is not shown" : " are not shown")
      if !hasEvents { message.append("; the calendar has no events") }
      diagnostics.add(hasEvents ? .note : .warning, line: first.line, message)
    }
  }

  /// Reads one VEVENT; `nil` if it is skipped.
  mutating func event(
    _ component: Int, _ place: Position?, _ calendarZone: UInt16?, _ read: inout ReadEvents,
    _ table: borrowing ZoneTable
  ) -> Event? {
    unknownZones = ForeignInput.Names()
    var event = Event()
    event.component = Int32(component)
    event.line = place.map { UInt32($0.line) } ?? document.components[component].line
    var found = EventProperties()
    document.forEachProperty(of: component) { found.note($0, document.properties[$0].name) }

    guard let startIndex = found.dtstart else {
      diagnostics.add(.error, line: event.line, "VEVENT without DTSTART is skipped; add a DTSTART")
      return nil
    }
    guard readStart(&event, document.properties[startIndex], place, calendarZone, &read, table) else { return nil }
    readEnd(&event, found, place, calendarZone, &read, table)
    if let index = found.microsoftAllDay { readAllDay(&event, document.properties[index], read) }

    readUID(&event, found)
    if let index = found.summary {
      let property = document.properties[index]
      event.title = text(property)
      event.hasTitleLanguage =
        document.hasParameters(property) && document.parameter("LANGUAGE", of: property) != nil
    }
    if let index = found.location { event.location = text(document.properties[index]) }
    event.hasPeople = found.hasPeople
    event.hasColor = found.hasColor
    event.hasConference = found.hasConference
    event.hasCity = found.hasCity
    event.hasSlug = found.hasSlug
    readDetails(&event, found)
    // Skip overrides whose RECURRENCE-ID can't be read: they would replace the whole series.
    if let index = found.recurrenceID,
      !readRecurrenceID(&event, document.properties[index], calendarZone, &read, table)
    {
      return nil
    }
    readSeries(&event, found, component, calendarZone, &read, table)
    return event
  }

  /// The parts of a skipped VEVENT that decide on its privacy: its UID and class. Its titles and categories are in
  /// the document.
  func remains(of component: Int) -> Event {
    var event = Event()
    event.component = Int32(component)
    event.line = document.components[component].line
    var found = EventProperties()
    document.forEachProperty(of: component) { found.note($0, document.properties[$0].name) }
    if let index = found.uid { event.uid = uid(document.properties[index]) }
    event.uidHash = hash(of: event.uid, else: event)
    event.isOverride = found.recurrenceID != nil
    event.classification = classification(found, component)
    return event
  }

  private mutating func readStart(
    _ event: inout Event, _ property: ICalendarDocument.Property, _ place: Position?, _ calendarZone: UInt16?,
    _ read: inout ReadEvents, _ table: borrowing ZoneTable
  ) -> Bool {
    guard let start = time(property, place, &read, table) else { return false }
    event.kind = start.kind
    event.zone = start.zone
    event.endZone = start.zone
    event.wallStart = start.wall
    event.start = start.seconds
    if event.kind == .floating, let calendarZone {
      event.kind = .zoned
      event.zone = calendarZone
      event.endZone = calendarZone
      event.start = instant(event.wallStart, read.store.zones[Int(calendarZone)])
    }
    return true
  }

  // MARK: The rest

  private mutating func readUID(_ event: inout Event, _ found: EventProperties) {
    if let index = found.uid {
      let property = document.properties[index]
      event.uid = uid(property)
      if ForeignInput.isMended, document.hasParameters(property) {
        hasRepeatedUIDs = hasRepeatedUIDs || document.parameter(ReadEvents.repeatedUID, of: property) != nil
      }
    } else {
      diagnostics.add(.note, line: event.line, "VEVENT without UID; add one to identify it")
    }
    event.uidHash = hash(of: event.uid, else: event)
  }

  /// White space around a UID is no part of it: some programs fold a line there.
  private func uid(_ property: ICalendarDocument.Property) -> TextRef { text(document.value(property).trimmed) }

  private func text(_ property: ICalendarDocument.Property) -> TextRef {
    let value = document.value(property)
    return text(value)
  }

  private func text(_ value: ArraySlice<UInt8>) -> TextRef {
    TextRef(start: UInt32(value.startIndex), bits: UInt32(value.count) | (value.contains(.backslash) ? 1 << 31 : 0))
  }

  private func hash(of uid: TextRef, else event: Event) -> UInt64 {
    if uid.isEmpty {
      // An event without a UID equals no other; its times and line identify it instead.
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

  /// RFC 5545, 3.8.1.3: an unknown class is treated as PRIVATE, and so is an empty one.
  private func classification(_ property: ICalendarDocument.Property) -> EventClass {
    let value = document.value(property).trimmed
    if value.equalsIgnoringCase("PUBLIC") { return .public }
    return value.equalsIgnoringCase("CONFIDENTIAL") ? .confidential : .private
  }

  /// Every class of an event counts, and a line that begins with CLASS and can't be read is PRIVATE.
  private func classification(_ found: EventProperties, _ component: Int) -> EventClass {
    var all = document.components[component].hasUnreadClass ? EventClass.private : .public
    if let index = found.class { all = all.and(classification(document.properties[index])) }
    for index in otherClasses(found, component) { all = all.and(classification(document.properties[index])) }
    return all
  }

  /// Every CLASS of an event after the first.
  private func otherClasses(_ found: EventProperties, _ component: Int) -> [Int] {
    var others: [Int] = []
    if !ForeignInput.isMended || !found.hasOtherClasses { return others }
    document.forEachProperty(of: component) { index in
      if document.properties[index].name == .class, index != found.class { others.append(index) }
    }
    return others
  }

  private mutating func readDetails(_ event: inout Event, _ found: EventProperties) {
    if let index = found.status {
      let value = document.value(document.properties[index]).trimmed
      if value.equalsIgnoringCase("CANCELLED") || value.equalsIgnoringCase("CANCELED") {
        event.status = .cancelled
      } else if value.equalsIgnoringCase("TENTATIVE") {
        event.status = .tentative
      } else if !value.equalsIgnoringCase("CONFIRMED") {
        diagnostics.add(
          .note, line: document.properties[index].line,
          "STATUS " + quoted(value) + " is not a status of events; read as CONFIRMED")
      }
    }
    if let index = found.transp {
      event.isOpaque = !document.value(document.properties[index]).trimmed.equalsIgnoringCase("TRANSPARENT")
    }
    event.classification = classification(found, Int(event.component))
    for other in otherClasses(found, Int(event.component)) {
      diagnostics.add(
        .warning, line: document.properties[other].line,
        "CLASS is written twice; the stricter one applies, keep one")
    }
    if let index = found.sequence {
      let value = document.value(document.properties[index])
      if let number = iCalendarInteger(value) {
        event.sequence = number
      } else {
        diagnostics.add(
          .note, line: document.properties[index].line, "SEQUENCE " + quoted(value) + " is not a number; read as 0")
      }
    }
    if let index = found.lastModified,
      case .utc(let instant)? = DateOrDateTime(document.value(document.properties[index]))
    {
      event.lastModified = instant.secondsSinceEpoch
    }
    if let index = found.type, let type = iCalendarInteger(document.value(document.properties[index])) {
      // 1 yellow, 2 red, 3 green, any other magenta.
      event.type = type >= 1 && type <= 3 ? UInt8(type) : 4
    }
  }
}
