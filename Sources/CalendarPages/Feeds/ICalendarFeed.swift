import Bytes
import CivilTime
import ICalendar
import Settling
import TimeZones

/// Events as an iCalendar file that others subscribe to: the properties and components of each as its
/// source has them, so that nothing is lost on the way; series stay series.
public struct ICalendarFeed {
  private let store: EventStore
  private var writer: ICalendarWriter
  /// The TZIDs that events named, in their order, with the document that may define each and the zone it
  /// was read as, where that is known.
  private var zones: [(name: [UInt8], document: Int32, zone: UInt16?)] = []
  private var body: ICalendarWriter

  public init(_ store: EventStore) {
    self.store = store
    writer = ICalendarWriter()
    body = ICalendarWriter()
  }

  /// Adds a VEVENT. O(its component).
  public mutating func add(_ index: Int32) {
    let event = store.events[Int(index)]
    let document = store.documents[Int(event.document)]
    body.line("BEGIN:VEVENT")
    var hasUID = false
    var hasStamp = false
    document.forEachProperty(of: Int(event.component)) { property in
      switch document.properties[property].name {
      case .uid: hasUID = true
      case .dtstamp: hasStamp = true
      default: break
      }
    }
    if !hasUID {
      var uid = [UInt8]("UID:")
      uid.append(base32: event.uidHash, digits: 13)
      uid.append("@busylife")
      body.line(uid)
    }
    // DTSTAMP is required; it comes from the content, so that equal content is an equal feed.
    if !hasStamp {
      var stamp = [UInt8]("DTSTAMP:")
      stamp.append(basic: Instant(clamping: event.lastModified == .min ? event.start : event.lastModified))
      body.line(stamp)
    }
    writeProperties(of: event, document)
    writeChildren(of: Int(event.component), of: document, event.document)
    body.line("END:VEVENT")
  }

  /// The event's own properties. A feed has no X-WR-TIMEZONE, which would hold for all of its sources: a
  /// local time that was read in a zone without naming it is given its name.
  private mutating func writeProperties(of event: Event, _ document: ICalendarDocument) {
    let component = Int(event.component)
    let start = document.first(.dtstart, of: component)
    let startZone = start.flatMap { document.hasParameters($0) ? document.parameter("TZID", of: $0) : nil } ?? []
    let isZoned = event.kind == .zoned && event.zone != 0
    var properties: [Int] = []
    document.forEachProperty(of: component) { properties.append($0) }
    for index in properties {
      let property = document.properties[index]
      let isTime: Bool
      switch property.name {
      case .dtstart, .dtend: isTime = true
      case .recurrenceID, .rdate, .exdate: isTime = startZone.isEmpty
      default: isTime = false
      }
      let zone = document.hasParameters(property) ? document.parameter("TZID", of: property) ?? [] : []
      if zone.isEmpty, isTime, isZoned, Self.isLocalTime(document.value(property)) {
        let name = startZone.isEmpty ? store.zones[Int(event.zone)].identifier : startZone
        var line = Array(document.line(property)[..<(document.value(property).startIndex - 1)])
        line.append(";TZID=")
        line.append(contentsOf: ICalendarWriter.parameterValue(name))
        body.line(line + document.line(property)[(document.value(property).startIndex - 1)...])
        note(name, event.document, event.zone)
        continue
      }
      body.line(document.line(property))
      if zone.isEmpty { continue }
      // Which zone another TZID was read as is not kept with the event.
      let isOwn = event.kind != .floating && (property.name == .dtstart || property.name == .dtend)
      let isRead = isOwn && Self.isLocalTime(document.value(property))
      note(zone, event.document, isRead ? (property.name == .dtend ? event.endZone : event.zone) : nil)
    }
  }

  /// Whether a value, or the first of a list, is a local time and not a date or a time of UTC.
  private static func isLocalTime(_ value: ArraySlice<UInt8>) -> Bool {
    let first = value.prefix { $0 != 0x2C && $0 != 0x2F }.trimmed
    guard let last = first.last else { return false }
    return first.count > 8 && last | 0x20 != 0x7A
  }

  private mutating func writeChildren(of component: Int, of document: ICalendarDocument, _ index: Int32) {
    var children: [Int] = []
    document.forEachChild(of: component) { children.append($0) }
    for child in children where !document.components[child].isBroken {
      let name = Array(document.name(document.components[child]))
      body.line("BEGIN:" + name)
      var properties: [Int] = []
      document.forEachProperty(of: child) { properties.append($0) }
      for property in properties {
        let property = document.properties[property]
        body.line(document.line(property))
        if document.hasParameters(property), let zone = document.parameter("TZID", of: property) { note(zone, index, nil) }
      }
      writeChildren(of: child, of: document, index)
      body.line("END:" + name)
    }
  }

  private mutating func note(_ name: [UInt8], _ document: Int32, _ zone: UInt16?) {
    if let last = zones.last, last.name == name, last.zone != nil || zone == nil { return }
    if let known = zones.firstIndex(where: { $0.name == name }) {
      if zones[known].zone == nil { zones[known].zone = zone }
    } else {
      zones.append((name, document, zone))
    }
  }

  /// The whole file. O(events).
  /// - Parameters:
  ///   - name: the calendar's name for those who subscribe.
  ///   - description: a sentence about it, or empty.
  ///   - color: `#rrggbb`, or empty.
  public consuming func finish(name: [UInt8], description: [UInt8] = [], color: [UInt8] = [], refresh: Bool = true) -> [UInt8] {
    writer.line("BEGIN:VCALENDAR")
    writer.line("VERSION:2.0")
    writer.line("PRODID:-//busylife-gen//busylife-gen//EN")
    writer.line("CALSCALE:GREGORIAN")
    writer.line("METHOD:PUBLISH")
    if !name.isEmpty {
      writer.property("NAME", text: name)
      writer.property("X-WR-CALNAME", text: name)
    }
    if !description.isEmpty {
      writer.property("DESCRIPTION", text: description)
      writer.property("X-WR-CALDESC", text: description)
    }
    if !color.isEmpty { writer.property("X-APPLE-CALENDAR-COLOR", color) }
    if refresh {
      writer.line("REFRESH-INTERVAL;VALUE=DURATION:PT12H")
      writer.line("X-PUBLISHED-TTL:PT12H")
    }
    for zone in zones { writeZone(zone.name, zone.document, zone.zone) }
    writer.append(body)
    writer.line("END:VCALENDAR")
    return writer.bytes
  }

  /// The VTIMEZONE of a TZID, as one of the documents defines it, else from the rules it was read by: whoever
  /// subscribes need not know a vendor's names. A zone that nothing is known of is not defined.
  private mutating func writeZone(_ name: [UInt8], _ preferred: Int32, _ zone: UInt16?) {
    if writeZone(name, from: store.documents[Int(preferred)]) { return }
    for document in store.documents where writeZone(name, from: document) { return }
    if let zone = zone.map({ store.zones[Int($0)] }) ?? store.zones.first(where: { $0.identifier.equalsIgnoringCase(name) }) {
      writer.write(timeZone: zone, name: name)
    }
  }

  private mutating func writeZone(_ name: [UInt8], from document: ICalendarDocument) -> Bool {
    for index in document.components.indices where document.components[index].kind == .vtimezone {
      guard !document.components[index].isBroken, let tzid = document.first(.tzid, of: index),
        document.value(tzid).trimmed.elementsEqual(name)
      else { continue }
      writer.line("BEGIN:VTIMEZONE")
      writePlainly(index, of: document)
      writer.line("END:VTIMEZONE")
      return true
    }
    return false
  }

  private mutating func writePlainly(_ component: Int, of document: ICalendarDocument) {
    var properties: [Int] = []
    document.forEachProperty(of: component) { properties.append($0) }
    for property in properties { writer.line(document.line(document.properties[property])) }
    var children: [Int] = []
    document.forEachChild(of: component) { children.append($0) }
    for child in children {
      let name = Array(document.name(document.components[child]))
      writer.line("BEGIN:" + name)
      writePlainly(child, of: document)
      writer.line("END:" + name)
    }
  }
}

extension ICalendarWriter {
  /// Writes a zone's rules as a VTIMEZONE (RFC 5545, 3.6.5): every change from 1970 to 2037, each kind of
  /// change as one observance with its dates, so that any reader understands it.
  mutating func write(timeZone zone: Zone, name: [UInt8]) {
    line("BEGIN:VTIMEZONE")
    property("TZID", name)
    guard let begin = CivilDate(year: 1970, month: 1, day: 1), let end = CivilDate(year: 2038, month: 1, day: 1) else { return }
    let first = CivilDateTime(begin).instant(at: .utc)
    let last = CivilDateTime(end).instant(at: .utc)
    var observances: [Observance] = []
    let initial = zone.localTimeType(at: first)
    observances.append(
      Observance(
        from: initial.offset, to: initial.offset, isDaylight: initial.isDaylightSaving,
        name: initial.abbreviation, starts: [CivilDateTime(begin)]))
    var now = first
    while let change = zone.nextTransition(after: now), change.instant < last {
      now = change.instant
      let type = zone.localTimeType(at: now)
      let start = now.wall(at: change.before)
      if let known = observances.firstIndex(where: {
        $0.from == change.before && $0.to == change.after && $0.isDaylight == type.isDaylightSaving
          && $0.name == type.abbreviation
      }) {
        observances[known].starts.append(start)
      } else {
        observances.append(
          Observance(from: change.before, to: change.after, isDaylight: type.isDaylightSaving, name: type.abbreviation, starts: [start]))
      }
    }
    for observance in observances { write(observance) }
    line("END:VTIMEZONE")
  }

  private struct Observance {
    var from: UTCOffset
    var to: UTCOffset
    var isDaylight: Bool
    var name: [UInt8]
    var starts: [CivilDateTime]
  }

  private mutating func write(_ observance: Observance) {
    line(observance.isDaylight ? "BEGIN:DAYLIGHT" : "BEGIN:STANDARD")
    var text: [UInt8] = [UInt8]("DTSTART:")
    text.append(basic: observance.starts[0])
    line(text)
    text = [UInt8]("TZOFFSETFROM:")
    text.append(basic: observance.from)
    line(text)
    text = [UInt8]("TZOFFSETTO:")
    text.append(basic: observance.to)
    line(text)
    property("TZNAME", text: observance.name)
    for start in observance.starts.dropFirst() {
      text = [UInt8]("RDATE:")
      text.append(basic: start)
      line(text)
    }
    line(observance.isDaylight ? "END:DAYLIGHT" : "END:STANDARD")
  }
}
