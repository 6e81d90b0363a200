import Bytes
import CalendarPages
import CivilTime
import Events
import ICalendar
import Settling
import TimeZones

/// Events as an iCalendar file for subscribers: the properties and components of each as in its source, so that nothing
/// is lost; series stay series. A place and its city are one text, as programs know no city. Repairs made in reading
/// are written: each TZID is defined as it was understood, and none is kept that means nothing.
package struct ICalendarFeed: Sendable {
  let store: EventStore
  var zones: FeedZones
  var body: ICalendarWriter
  /// The parameters of the last local time that was written unchanged.
  private var kept: (document: Int32, parameters: ArraySlice<UInt8>) = (-1, [])

  /// - Parameter capacity: the approximate number of bytes to be written.
  package init(_ store: EventStore, reserving capacity: Int = 0) {
    self.store = store
    zones = FeedZones(store)
    body = ICalendarWriter(reserving: capacity)
  }

  /// The zone in which a property's local times were read although they name no known zone; `nil` if they are floating.
  package static func zone(ofUnnamed property: PropertyName, hasName: Bool, of event: Event, _ names: ZoneNames)
    -> UInt16?
  {
    let own = event.kind == .zoned || event.zone != 0 ? event.zone : nil
    switch property {
    case .dtstart, .dtend: return own
    case .recurrenceID: return own == nil ? nil : names.floating ?? own
    default: return hasName ? own : names.floating ?? own
    }
  }

  /// Whether any value of a list is a local time, and not a date or a UTC time.
  package static func hasLocalTime(_ values: ArraySlice<UInt8>) -> Bool {
    // Nearly all are one value in RFC 5545's form: `20261120T090000`.
    let start = values.startIndex
    if values.count == 15, values[start + 8] == 0x54 {
      var digits = 0
      for byte in values where byte.isDigit { digits += 1 }
      if digits == 14 { return true }
    }
    return TimeList(values).contains { $0.isLocal }
  }
}

extension ICalendarFeed {
  /// Adds a VEVENT. O(its component).
  package mutating func add(_ index: Int32) {
    let event = store[index]
    let document = store.document(of: event)
    body.line("BEGIN:VEVENT")
    var hasUID = false
    // Whether the first DTSTAMP, which is the one that counts, can be read; `nil` if there is none.
    var hasStamp: Bool?
    var hasTitle = false
    document.forEachProperty(of: Int(event.component)) { property in
      switch document.properties[property].name {
      case .uid: hasUID = true
      case .summary: hasTitle = hasTitle || !document.value(document.properties[property]).isEmpty
      case .dtstamp: hasStamp = hasStamp ?? (DateOrDateTime(document.value(document.properties[property])) != nil)
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
    if hasStamp != true {
      var stamp = [UInt8]("DTSTAMP:")
      stamp.append(basic: Instant(clamping: event.lastModified == .min ? event.start : event.lastModified))
      body.line(stamp)
    }
    // calcurse leaves out an event without a SUMMARY, and libical takes an empty one for an error.
    if !hasTitle { body.line([UInt8]("SUMMARY:–")) }
    if event.kind == .zoned {
      zones.cover(event.zone, from: event.wallStart)
      if event.endZone != event.zone, event.endZone != 0 {
        zones.cover(event.endZone, from: event.wallStart - 86_400)
      }
    }
    var seen: UInt64 = 0
    document.forEachProperty(of: Int(event.component)) { index in
      let property = document.properties[index]
      // An empty property says nothing, and libical takes it for an error.
      if document.value(property).isEmpty || property.name == .dtstamp && hasStamp != true { return }
      let bit: UInt64 = 1 << UInt64(property.name.rawValue)
      // If a property that may occur once is repeated, the first one counts.
      if seen & bit & Self.single != 0 { return }
      seen |= bit
      write(property, of: event, document)
    }
    writeStart(ofSeries: event)
    writeChildren(of: Int(event.component), of: document, event.document)
    body.line("END:VEVENT")
  }

  /// The properties of TEXT that people write, apart from lists, as bits.
  private static let texts: UInt64 = {
    let names: [PropertyName] = [.summary, .description, .location, .comment, .contact]
    return names.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
  }()

  /// The properties that an event may have once (RFC 5545, 3.6.1), as bits.
  private static let single: UInt64 = {
    let names: [PropertyName] = [
      .class, .created, .description, .dtend, .dtstamp, .dtstart, .duration, .geo, .lastModified, .location,
      .organizer, .priority, .recurrenceID, .sequence, .status, .summary, .transp, .uid, .url, .color, .xBusyLifeCity,
    ]
    return names.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
  }()

  /// Whether a property is a local time with the parameters of the last one that was written unchanged.
  private func isKept(
    _ property: ICalendarDocument.Property, of event: Event, _ document: ICalendarDocument
  ) -> Bool {
    event.kind == .zoned && kept.document == event.document && kept.parameters == document.parameters(property)
      && document.value(property).count == 15 && Self.hasLocalTime(document.value(property))
  }

  /// Writes one of an event's own properties.
  private mutating func write(_ property: ICalendarDocument.Property, of event: Event, _ document: ICalendarDocument) {
    switch property.name {
    case .dtstart, .dtend, .recurrenceID, .exdate, .duration:
      // Most files name the same zone on every line.
      if property.name == .dtstart, isKept(property, of: event, document) { break }
      if rewrite(property, of: event, document) { return }
      if property.name == .duration {
        body.line(document.line(property))
        return
      }
    case .rdate:
      cover(property, of: event, document)
      if rewrite(property, of: event, document) { return }
    case .rrule, .exrule:
      let line = rule(property, of: event, document) ?? Array(document.line(property))
      if !line.isEmpty { body.line(line) }
      return
    case .uid:
      body.property("UID", document.value(property).trimmed)
      return
    case .sequence where iCalendarInteger(document.value(property)) == nil: return
    case .location where event.hasCity, .xBusyLifeCity where event.location.isEmpty:
      body.property("LOCATION", text: store.place(of: event))
      return
    // Programs know one place of an event: LOCATION has the city, too.
    case .xBusyLifeCity: return
    // URL contains the name of the event's page.
    case .xBusyLifeSlug: return
    case .status:
      // A status that no event can have was read as CONFIRMED.
      let word = Self.word(of: event.status)
      if document.value(property).elementsEqual(word) {
        body.line(document.line(property))
      } else {
        body.line("STATUS:" + word)
      }
      return
    default:
      let isList = property.name == .categories || property.name == .resources
      let isText = isList || Self.texts & 1 << UInt64(property.name.rawValue) != 0
      if isText, rewriteText(property, document, isList: isList) { return }
      body.line(document.line(property))
      if document.hasParameters(property), let name = document.parameter("TZID", of: property) {
        zones.keep(name, event.document)
      }
      return
    }
    writeTimes(property, of: event, document)
  }

  /// Writes a property of times, with the TZID of local ones as the feed defines it.
  private mutating func writeTimes(
    _ property: ICalendarDocument.Property, of event: Event, _ document: ICalendarDocument
  ) {
    if isKept(property, of: event, document) {
      body.line(document.line(property))
      return
    }
    let isLocal = Self.hasLocalTime(document.value(property))
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
      name.contains { $0 == .colon || $0 == .comma } && !document.parameters(property).contains(.quote)
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

  /// Records the times of RDATE, which may be before the event's start and of another zone.
  private mutating func cover(_ property: ICalendarDocument.Property, of event: Event, _ document: ICalendarDocument) {
    if event.kind != .zoned { return }
    var first = Int64.max
    for listed in TimeList(document.value(property)) {
      if case .local(let wall)? = listed.time { first = min(first, wall.wallSeconds) }
    }
    if first == .max { return }
    zones.cover(event.zone, from: first - 86_400)
    guard document.hasParameters(property), let name = document.parameter("TZID", of: property) else { return }
    if let meaning = store.zoneNames[Int(event.document)].meaning(of: name) { zones.cover(meaning.zone, from: first) }
  }

  private static func word(of status: EventStatus) -> [UInt8] {
    switch status {
    case .confirmed: [UInt8]("CONFIRMED")
    case .tentative: [UInt8]("TENTATIVE")
    case .cancelled: [UInt8]("CANCELLED")
    }
  }

  private mutating func writeChildren(of component: Int, of document: ICalendarDocument, _ index: Int32) {
    var children: [Int] = []
    document.forEachChild(of: component) { children.append($0) }
    for child in children where !document.components[child].isBroken {
      let name = Array(document.name(document.components[child]))
      // Skip a component whose lines were all left out in reading.
      if document.properties(within: child).isEmpty { continue }
      body.line("BEGIN:" + name)
      document.forEachProperty(of: child) { number in
        let property = document.properties[number]
        if document.value(property).isEmpty {
          // Alarms need DESCRIPTION and SUMMARY (3.6.6).
          let isNeeded = property.name == .description || property.name == .summary
          if isNeeded { body.line(Array(document.name(property)) + [UInt8](":–")) }
          return
        }
        body.line(document.line(property))
        if document.hasParameters(property), let zone = document.parameter("TZID", of: property) {
          zones.keep(zone, index)
        }
      }
      writeChildren(of: child, of: document, index)
      body.line("END:" + name)
    }
  }

  // MARK: Files

  /// What a file says of itself (RFC 7986, 5), each empty or `nil` if unknown.
  package struct Head: Sendable {
    /// The calendar's name for subscribers.
    package var name: [UInt8] = []
    /// A sentence about it.
    package var description: [UInt8] = []
    /// `#rrggbb`, and the nearest of CSS3's names, which is all that COLOR takes.
    package var color: [UInt8] = [], colorName: [UInt8] = []
    /// Where it can be read in a browser, and its own address.
    package var url: [UInt8] = [], source: [UInt8] = []
    /// How long programs should wait before they ask for it again, in seconds.
    package var refresh: Int64?
    /// When one of its events was last changed, in seconds since 1970.
    package var lastModified: Int64?

    package init(name: [UInt8] = []) { self.name = name }

    fileprivate func write(to writer: inout ICalendarWriter) {
      if !name.isEmpty {
        writer.property("NAME", text: name)
        writer.property("X-WR-CALNAME", text: name)
      }
      if !description.isEmpty {
        writer.property("DESCRIPTION", text: description)
        writer.property("X-WR-CALDESC", text: description)
      }
      if !url.isEmpty { writer.property("URL", url) }
      if !source.isEmpty { writer.property("SOURCE;VALUE=URI", source) }
      if let lastModified {
        var line = [UInt8]("LAST-MODIFIED:")
        line.append(basic: Instant(clamping: lastModified))
        writer.line(line)
      }
      if !colorName.isEmpty { writer.property("COLOR", colorName) }
      if !color.isEmpty { writer.property("X-APPLE-CALENDAR-COLOR", color) }
      if let refresh {
        let duration = ICalendarDuration(days: Int(refresh / 86_400), seconds: refresh % 86_400).bytes
        writer.property("REFRESH-INTERVAL;VALUE=DURATION", duration)
        writer.property("X-PUBLISHED-TTL", duration)
      }
    }
  }

  /// The whole file. O(events).
  package consuming func finish(_ head: Head) -> [UInt8] {
    var writer = ICalendarWriter(reserving: body.bytes.count + 4_096)
    Self.begin(&writer, zones, head)
    writer.append(body)
    writer.line("END:VCALENDAR")
    return writer.bytes
  }

  /// The zones that its lines name.
  package var namedZones: FeedZones { zones }

  /// The lines of its events.
  package var lines: [UInt8] { body.bytes }

  /// The text before the events of several feeds in one file; `nil` if they must be written differently there,
  /// because a zone name means different things in them. O(parts).
  /// - Parameter parts: the zones of each, at least one, all from one store.
  package static func head(_ head: Head, before parts: [FeedZones]) -> [UInt8]? {
    var zones = parts[0]
    for part in parts where !zones.join(part) { return nil }
    var writer = ICalendarWriter()
    begin(&writer, zones, head)
    return writer.bytes
  }

  /// The text after the events.
  package static let tail = [UInt8]("END:VCALENDAR\r\n")

  private static func begin(_ writer: inout ICalendarWriter, _ zones: FeedZones, _ head: Head) {
    writer.line("BEGIN:VCALENDAR")
    writer.line("VERSION:2.0")
    writer.line("PRODID:-//busylife-gen//busylife-gen//EN")
    writer.line("CALSCALE:GREGORIAN")
    writer.line("METHOD:PUBLISH")
    head.write(to: &writer)
    zones.write(to: &writer)
  }
}
