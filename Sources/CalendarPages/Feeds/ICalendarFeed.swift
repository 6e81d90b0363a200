import Bytes
import CivilTime
import Events
import ICalendar
import Settling
import TimeZones

/// Events as an iCalendar file for subscribers: the properties and components of each as in its source, so that nothing
/// is lost; series stay series. Repairs made in reading are written: each TZID is defined as it was understood, and
/// none is kept that means nothing.
package struct ICalendarFeed: Sendable {
  private let store: EventStore
  private var zones: FeedZones
  private var body: ICalendarWriter
  /// The parameters of the last local time that was written unchanged.
  private var kept: (document: Int32, parameters: ArraySlice<UInt8>) = (-1, [])

  /// - Parameter capacity: the approximate number of bytes to be written.
  package init(_ store: EventStore, reserving capacity: Int = 0) {
    self.store = store
    zones = FeedZones(store)
    body = ICalendarWriter(reserving: capacity)
  }

  /// Adds a VEVENT. O(its component).
  package mutating func add(_ index: Int32) {
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
    // DTSTAMP is required; it comes from the content, so that equal content gives an equal feed.
    if !hasStamp {
      var stamp = [UInt8]("DTSTAMP:")
      stamp.append(basic: Instant(clamping: event.lastModified == .min ? event.start : event.lastModified))
      body.line(stamp)
    }
    document.forEachProperty(of: Int(event.component)) { property in
      write(document.properties[property], of: event, document)
    }
    writeChildren(of: Int(event.component), of: document, event.document)
    body.line("END:VEVENT")
  }

  /// Writes one of an event's own properties.
  private mutating func write(_ property: ICalendarDocument.Property, of event: Event, _ document: ICalendarDocument) {
    switch property.name {
    case .dtstart, .dtend, .recurrenceID, .rdate, .exdate: break
    case .rrule, .exrule:
      if let rule = rule(property, of: event, document) { body.line(rule) } else { body.line(document.line(property)) }
      return
    default:
      body.line(document.line(property))
      if document.hasParameters(property), let name = document.parameter("TZID", of: property) {
        zones.keep(name, event.document)
      }
      return
    }
    let isLocal = Self.hasLocalTime(document.value(property))
    // Most files name the same zone on every line.
    if isLocal, kept.document == event.document, kept.parameters == document.parameters(property) {
      body.line(document.line(property))
      return
    }
    let name = document.hasParameters(property) ? document.parameter("TZID", of: property) ?? [] : []
    // Dates and UTC times need no zone.
    guard isLocal else {
      if name.isEmpty {
        body.line(document.line(property))
      } else {
        body.line(document.line(property, setting: "TZID", to: nil))
      }
      return
    }
    let written: [UInt8]?
    // A name with a colon or comma must be quoted, and programs forget it.
    let isBroken =
      name.contains { $0 == 0x3A || $0 == 0x2C } && !document.parameters(property).contains(0x22)
    let names = store.zoneNames[Int(event.document)]
    if let meaning = name.isEmpty ? nil : names.meaning(of: name) {
      written = zones.name(name, as: meaning, event.document)
      if written == name, !isBroken { kept = (event.document, document.parameters(property)) }
    } else {
      // A feed has no X-WR-TIMEZONE, which would apply to all of its sources: a local time without a TZID, or with an
      // unknown one, gets the TZID of the zone in which it was read.
      written = Self.zone(ofUnnamed: property.name, hasName: !name.isEmpty, of: event, names).map {
        zones.name(store.zones[Int($0)].identifier, as: ZoneNames.Meaning(zone: $0, definition: nil), event.document)
      }
    }
    if written ?? [] == name, !isBroken {
      body.line(document.line(property))
    } else {
      body.line(document.line(property, setting: "TZID", to: written))
    }
  }

  /// The corrected line of a rule that had to be repaired; `nil` for any other.
  private func rule(_ property: ICalendarDocument.Property, of event: Event, _ document: ICalendarDocument) -> [UInt8]?
  {
    guard event.series >= 0, !event.isOverride else { return nil }
    var set: RecurrenceSet
    do throws(RecurrenceRuleError) {
      let (rule, repairs) = try RecurrenceRule.read(document.value(property))
      // Letter case and experimental parts do no harm.
      if repairs.allSatisfy({ $0.kind == .letterCase || $0.kind == .experimentalPart }) { return nil }
      set = RecurrenceSet(start: store.series[Int(event.series)].set.start, rules: [rule])
    } catch { return nil }
    set.settleEnds()
    var line = Array(document.name(property))
    line.append(0x3A)
    line.append(set.rules[0])
    return line
  }

  /// The zone in which a property's local times were read although they name no known zone; `nil` if they are floating.
  static func zone(ofUnnamed property: PropertyName, hasName: Bool, of event: Event, _ names: ZoneNames) -> UInt16? {
    let own = event.kind == .zoned || event.zone != 0 ? event.zone : nil
    switch property {
    case .dtstart, .dtend: return own
    case .recurrenceID: return own == nil ? nil : names.floating ?? own
    default: return hasName ? own : names.floating ?? own
    }
  }

  /// Whether any value of a list is a local time, and not a date or a UTC time.
  static func hasLocalTime(_ values: ArraySlice<UInt8>) -> Bool {
    // Nearly all are one value in RFC 5545's form: `20261120T090000`.
    let start = values.startIndex
    if values.count == 15, values.indices.allSatisfy({ values[$0].isDigit || ($0 == start + 8 && values[$0] == 0x54) })
    {
      return true
    }
    return TimeList(values).contains { $0.isLocal }
  }

  private mutating func writeChildren(of component: Int, of document: ICalendarDocument, _ index: Int32) {
    var children: [Int] = []
    document.forEachChild(of: component) { children.append($0) }
    for child in children where !document.components[child].isBroken {
      let name = Array(document.name(document.components[child]))
      body.line("BEGIN:" + name)
      document.forEachProperty(of: child) { property in
        let property = document.properties[property]
        body.line(document.line(property))
        if document.hasParameters(property), let zone = document.parameter("TZID", of: property) {
          zones.keep(zone, index)
        }
      }
      writeChildren(of: child, of: document, index)
      body.line("END:" + name)
    }
  }

  /// The whole file. O(events).
  /// - Parameters:
  ///   - name: the calendar's name for subscribers.
  ///   - description: a sentence about it, or empty.
  ///   - color: `#rrggbb`, or empty.
  package consuming func finish(name: [UInt8], description: [UInt8] = [], color: [UInt8] = [], refresh: Bool = true)
    -> [UInt8]
  {
    var writer = ICalendarWriter(reserving: body.bytes.count + 4_096)
    Self.begin(&writer, zones, name, description, color, refresh)
    writer.append(body)
    writer.line("END:VCALENDAR")
    return writer.bytes
  }

  /// A file with the events of several feeds in sequence, as consecutive runs of bytes. `nil` if they must be written
  /// differently in one file, because a zone name means different things in them. O(parts).
  /// - Parameter parts: at least one, all from one store.
  package static func file(
    of parts: [ICalendarFeed], name: [UInt8], description: [UInt8] = [], color: [UInt8] = [], refresh: Bool = true
  ) -> [[UInt8]]? {
    var zones = parts[0].zones
    for part in parts where !zones.join(part.zones) { return nil }
    var head = ICalendarWriter()
    begin(&head, zones, name, description, color, refresh)
    var tail = ICalendarWriter()
    tail.line("END:VCALENDAR")
    return [head.bytes] + parts.map { $0.body.bytes } + [tail.bytes]
  }

  private static func begin(
    _ writer: inout ICalendarWriter, _ zones: FeedZones, _ name: [UInt8], _ description: [UInt8], _ color: [UInt8],
    _ refresh: Bool
  ) {
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
    zones.write(to: &writer)
  }
}
