import Bytes
import CivilTime
import Events
import Feeds
import ICalendar
import Settling
import TimeZones

/// Writes published events for the browser's engine, as iCalendar: a VCALENDAR for each calendar that has events,
/// identified by X-BUSYLIFE-CALENDAR, with the events in content order. Each event has what pages can show, and
/// X-BUSYLIFE-PLACE: its place in the content and its line, which decide the order of equal events and the identity of
/// those without a UID, and then the other calendars that have it.
///
/// A TZID is the name of a zone in the site's ``DataZones``, whatever the source called it. Its exact rules are there,
/// so there is no VTIMEZONE.
package struct EventFileWriter: Sendable {
  private let store: EventStore
  private let zoneNames: [[UInt8]]

  package init(_ store: EventStore) {
    self.store = store
    zoneNames = DataZones.names(of: store.zones)
  }

  /// Which events are in which file.
  package struct Division: Sendable {
    /// Indices of events.
    package var recurring: [Int32] = []
    /// In order of months.
    package var months: [(month: CivilMonth, events: [Int32], end: Int64)] = []
  }

  /// Divides all events that pages can show among the files. O(n log n).
  package func division() -> Division {
    var division = Division()
    var months: [CivilMonth: (events: [Int32], end: Int64)] = [:]
    for index in store.events.indices {
      let event = store.events[index]
      if event.series >= 0 || event.isOverride || event.end - event.start > EventFiles.longest {
        division.recurring.append(Int32(index))
        continue
      }
      if event.status == .cancelled { continue }
      guard let start = CivilDateTime(wallSeconds: event.start) else { continue }
      months[start.date.civilMonth, default: ([], .min)].events.append(Int32(index))
      months[start.date.civilMonth]!.end = max(months[start.date.civilMonth]!.end, event.end)
    }
    division.months = months.sorted { $0.key < $1.key }.map { ($0.key, $0.value.events, $0.value.end) }
    return division
  }

  /// The bytes of a file. O(its events).
  package func file(_ events: [Int32]) -> [UInt8] {
    var writer = ICalendarWriter(
      reserving: events.reduce(256) {
        let event = store[$1]
        return $0 + store.document(of: event).span(of: Int(event.component)).count + 96
      })
    var names = WrittenZone()
    var calendars: [UInt16: [Int32]] = [:]
    for index in events { calendars[store[index].calendar, default: []].append(index) }
    for (calendar, own) in calendars.sorted(by: { $0.key < $1.key }) {
      writer.line("BEGIN:VCALENDAR")
      writer.line("VERSION:2.0")
      writer.line("PRODID:-//busylife-gen//data//EN")
      var line = [UInt8]("X-BUSYLIFE-CALENDAR:")
      line.append(decimal: Int(calendar))
      writer.line(line)
      for index in own { write(index, to: &writer, &names) }
      writer.line("END:VCALENDAR")
    }
    return writer.bytes
  }

  /// The file of one series: the data of its times, its titles, and the places of its overrides. Nothing in it depends
  /// on other events. O(its events).
  package func brief(_ events: [Int32]) -> [UInt8] {
    var writer = ICalendarWriter(reserving: events.count * 192)
    var names = WrittenZone()
    writer.line("BEGIN:VCALENDAR")
    for index in events { write(index, isBrief: true, to: &writer, &names) }
    writer.line("END:VCALENDAR")
    return writer.bytes
  }

  /// The last parameters of a local time, and their replacement: most lines of a file have the same.
  private struct WrittenZone {
    var document: Int32 = -1
    var parameters: ArraySlice<UInt8> = []
    var written: [UInt8] = []
  }

  /// - Parameter isBrief: whether the place in the content is left out, and all that ``brief(_:)`` does not contain.
  private func write(
    _ index: Int32, isBrief: Bool = false, to writer: inout ICalendarWriter, _ names: inout WrittenZone
  ) {
    let event = store[index]
    let document = store.document(of: event)
    writer.line("BEGIN:VEVENT")
    if !isBrief { writer.line(place(of: event)) }
    document.forEachProperty(of: Int(event.component)) { index in
      let property = document.properties[index]
      switch property.name {
      case .dtstart, .dtend, .recurrenceID, .rdate, .exdate:
        write(time: property, of: event, document, to: &writer, &names)
      case .lastModified:
        // Versions of masters are resolved already; an older version of an override may still apply to the instances
        // after it.
        if event.isOverride { writer.line(Self.line(property, document)) }
      case .rrule, .exrule: writer.line(Self.rule(property, document))
      case .uid: writer.property("UID", document.value(property))
      case .sequence, .summary, .status, .duration, .xMicrosoftAllDay:
        writer.line(Self.line(property, document))
      case .location, .xBusyLifeCity:
        // Search results show an override's own place.
        if !isBrief || event.isOverride { writer.line(Self.line(property, document)) }
      case .transp, .description, .url, .attendee, .organizer, .categories, .geo, .color, .conference,
        .image, .xBusyLifeType, .xBusyLifeColor:
        if !isBrief { writer.line(Self.line(property, document)) }
      case .other:
        // This says that the RDATEs of a series are not all dates of its rule.
        if document.name(property).equalsIgnoringCase("X-BUSYLIFE-RSCALE") {
          writer.line(Self.line(property, document))
        }
      default: break
      }
    }
    writer.line("END:VEVENT")
  }

  private func place(of event: Event) -> [UInt8] {
    var line = [UInt8]("X-BUSYLIFE-PLACE:")
    line.append(decimal: event.place)
    line.append(ascii: ",")
    line.append(decimal: event.line)
    for calendar in store.others(of: event) {
      line.append(ascii: ",")
      line.append(decimal: calendar)
    }
    return line
  }

  /// Writes the line of a property of times, with the zone in which it was read.
  private func write(
    time property: ICalendarDocument.Property, of event: Event, _ document: ICalendarDocument,
    to writer: inout ICalendarWriter, _ known: inout WrittenZone
  ) {
    let source = document.value(property)
    let value = Self.times(source, isList: property.name == .rdate || property.name == .exdate)
    let isLocal = ICalendarFeed.hasLocalTime(value)
    let parameters = document.parameters(property)
    if isLocal, known.document == event.document, known.parameters == parameters {
      return writer.line(document.name(property), known.written, value)
    }
    let name = document.hasParameters(property) ? document.parameter("TZID", of: property) ?? [] : []
    guard isLocal else {
      let line = name.isEmpty ? Self.line(property, document) : document.line(property, setting: "TZID", to: nil)[...]
      return writer.line(line.dropLast(source.count) + Array(value))
    }
    let names = store.zoneNames[Int(event.document)]
    let meaning = name.isEmpty ? nil : names.meaning(of: name)
    let zone = meaning?.zone ?? ICalendarFeed.zone(ofUnnamed: property.name, hasName: !name.isEmpty, of: event, names)
    if zone == nil, name.isEmpty {
      return writer.line(Self.line(property, document).dropLast(source.count) + Array(value))
    }
    let head = document.line(property, setting: "TZID", to: zone.map { zoneNames[Int($0)] }).dropLast(source.count)
    if meaning != nil {
      known = WrittenZone(
        document: event.document, parameters: parameters, written: Array(head.dropFirst(document.name(property).count)))
    }
    writer.line(head + Array(value))
  }
}
