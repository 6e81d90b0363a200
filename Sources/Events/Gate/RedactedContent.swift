import Bytes
import CivilTime
import ICalendar
import TimeZones

/// What a policy shows of the content, written as iCalendar and read again. An event that is shown in full is written
/// line by line; if only its title is shown, only the properties listed here are written, each made anew from its
/// value. O(bytes of the events shown).
struct RedactedContent {
  private let source: EventStore
  private let levels: [Privacy]
  private let policy: PrivacyPolicy
  private var writer = ICalendarWriter()
  /// The document that is being written.
  private var index: Int32 = 0
  /// TZIDs that events shown in full use; their definitions are written as they are.
  private var names: [[UInt8]] = []
  /// VTIMEZONEs that other events use, as indices of components: they get names that say nothing.
  private var definitions: [Int] = []

  private let titles: [[UInt8]]

  init(_ read: ReadEvents, _ levels: [Privacy], _ policy: PrivacyPolicy) {
    source = read.store
    titles = read.titles
    self.levels = levels
    self.policy = policy
  }

  /// The events at some indices of the source, in their order, not yet linked. Each document of the source becomes one
  /// document, which may be empty, so that indices of documents stay what they were.
  mutating func read(shown: [Int32], zones table: borrowing ZoneTable) -> ReadEvents {
    var read = ReadEvents()
    var numbers = [UInt16](repeating: 0, count: source.calendars.count)
    let unseen = calendarsWithheld(shown)
    let calendars = source.calendars(titledBy: titles, of: shown)
    for (index, calendar) in calendars.enumerated()
    where policy.privacy(ofCalendar: index) <= .titles && !unseen[index] {
      numbers[index] = read.add(calendar: calendar)
    }
    var byDocument = [[Int32]](repeating: [], count: source.documents.count)
    for event in shown { byDocument[Int(source[event].document)].append(event) }
    var diagnostics = Diagnostics()
    for (index, events) in byDocument.enumerated() {
      let calendar = events.first.map { numbers[Int(source[$0].calendar)] } ?? 0
      let document = events.isEmpty ? .empty : ICalendarDocument(parsing: file(of: events, in: Int32(index)))
      read.add(document, to: calendar, zones: table, diagnostics: &diagnostics)
    }
    for (index, event) in shown.enumerated() where source[event].others != 0 {
      let others = source.others(of: source[event])
      let named = others.filter { policy.privacy(ofCalendar: Int($0)) <= .titles }
      read.setOthers(named.map { numbers[Int($0)] }, of: index)
    }
    return read
  }

  /// By calendar: whether nobody named it, and it has events but none of them is shown.
  private func calendarsWithheld(_ shown: [Int32]) -> [Bool] {
    var unseen = [Bool](repeating: false, count: source.calendars.count)
    for event in source.events where source.calendar(of: event).isImplied {
      unseen[Int(event.calendar)] = true
    }
    for index in shown {
      let event = source[index]
      unseen[Int(event.calendar)] = false
      if event.others != 0 { for calendar in source.others(of: event) { unseen[Int(calendar)] = false } }
    }
    return unseen
  }

  /// A file of blocks of busy time. Whatever they were merged from, equal blocks give equal bytes.
  static func file(of blocks: [Range<Int64>], title: [UInt8]) -> [UInt8] {
    var writer = ICalendarWriter(reserving: 256 + blocks.count * 192)
    writer.line("BEGIN:VCALENDAR")
    writer.line("VERSION:2.0")
    for block in blocks {
      var (start, end): ([UInt8], [UInt8]) = ([], [])
      start.append(basic: Instant(clamping: block.lowerBound))
      end.append(basic: Instant(clamping: block.upperBound))
      writer.line("BEGIN:VEVENT")
      writer.property("UID", start + [.hyphen] + end + [UInt8]("@busylife"))
      writer.property("DTSTAMP", start)
      writer.property("DTSTART", start)
      writer.property("DTEND", end)
      writer.property("SUMMARY", text: title)
      writer.line("END:VEVENT")
    }
    writer.line("END:VCALENDAR")
    return writer.bytes
  }

  // MARK: A file

  private var document: ICalendarDocument { source.documents[Int(index)] }

  private mutating func file(of events: [Int32], in index: Int32) -> [UInt8] {
    self.index = index
    names = []
    definitions = []
    writer = ICalendarWriter(reserving: document.text.count)
    var calendar: Int32 = -1
    for number in events {
      let event = source[number]
      let parent = document.components[Int(event.component)].parent
      if calendar < 0 || parent != calendar {
        if calendar >= 0 { writer.line("END:VCALENDAR") }
        beginCalendar(parent, events)
        calendar = max(parent, 0)
      }
      if levels[Int(number)] == .full { writeWhole(event) } else { writeTitle(event) }
    }
    writeDefinitions()
    writer.line("END:VCALENDAR")
    return writer.bytes
  }

  /// - Parameters:
  ///   - component: the VCALENDAR, or -1.
  ///   - events: all that are shown of the file.
  private mutating func beginCalendar(_ component: Int32, _ events: [Int32]) {
    writer.line("BEGIN:VCALENDAR")
    writer.line("VERSION:2.0")
    let isUsed = events.contains { number in
      let event = source[number]
      return document.components[Int(event.component)].parent == component && hasFloatingTime(event)
    }
    guard isUsed, component >= 0, let property = document.first(.xWRTimezone, of: Int(component)) else { return }
    // X-WR-TIMEZONE names the zone in which floating times are read.
    if let name = publicName(ofZone: Array(document.value(property).trimmed)) {
      writer.line([UInt8]("X-WR-TIMEZONE:") + name)
    }
  }

  /// Whether a time of an event has no zone of its own.
  private func hasFloatingTime(_ event: Event) -> Bool {
    var isFound = false
    document.forEachProperty(of: Int(event.component)) { index in
      let property = document.properties[index]
      switch property.name {
      case .dtstart, .dtend, .recurrenceID, .rdate, .exdate:
        let zone = document.hasParameters(property) ? document.parameter("TZID", of: property) : nil
        guard zone?.isEmpty ?? true else { return }
        for listed in TimeList(document.value(property)) where listed.isLocal { isFound = true }
      default: break
      }
    }
    return isFound
  }

  private mutating func writeWhole(_ event: Event) {
    writer.line("BEGIN:VEVENT")
    writeLines(of: Int(event.component))
    writer.line("END:VEVENT")
  }

  private mutating func writeLines(of component: Int) {
    let document = document
    document.forEachProperty(of: component) { index in
      let property = document.properties[index]
      if isWithheld(target: property) { return }
      writer.line(document.line(property))
      if document.hasParameters(property), let name = document.parameter("TZID", of: property), !names.contains(name) {
        names.append(name)
      }
    }
    document.forEachChild(of: component) { child in
      if document.components[child].isBroken { return }
      let name = Array(document.name(document.components[child]))
      writer.line([UInt8]("BEGIN:") + name)
      writeLines(of: child)
      writer.line([UInt8]("END:") + name)
    }
  }

  /// Whether a property names an event, or a group of events, of which nothing is shown. RELATED-TO (RFC 5545,
  /// 3.8.4.5), LINK and REFID (RFC 9253, 8.2 and 8.3).
  private func isWithheld(target property: ICalendarDocument.Property) -> Bool {
    let name = document.name(property)
    if property.name == .relatedTo { return !isShown(uid: document.value(property)) }
    if name.equalsIgnoringCase("LINK") {
      let kind = document.hasParameters(property) ? document.parameter("VALUE", of: property) : nil
      return kind?[...].equalsIgnoringCase("URI") == false && !isShown(uid: document.value(property))
    }
    // Nothing tells which events of the group are shown.
    return name.equalsIgnoringCase("REFID")
  }

  /// Whether an event with a UID is shown, in full or by its title.
  private func isShown(uid value: ArraySlice<UInt8>) -> Bool {
    var uid: [UInt8] = []
    uid.append(unescaping: value.trimmed)
    return source.event(uid: uid).map { levels[Int($0)] <= .titles } ?? false
  }

  // MARK: Titles

  private mutating func writeTitle(_ event: Event) {
    let document = document
    writer.line("BEGIN:VEVENT")
    // Only the first of a property that may occur once has been read.
    var written: [PropertyName] = []
    document.forEachProperty(of: Int(event.component)) { index in
      let property = document.properties[index]
      switch property.name {
      case .rdate, .exdate, .rrule, .exrule, .categories: break
      default:
        if written.contains(property.name) { return }
        written.append(property.name)
      }
      write(property, of: event)
    }
    writer.line("END:VEVENT")
  }

  private mutating func write(_ property: ICalendarDocument.Property, of event: Event) {
    let value = document.value(property)
    switch property.name {
    case .uid: writer.property("UID", value)
    case .summary: writer.property("SUMMARY", value)
    case .categories: writer.property("CATEGORIES", value)
    case .status:
      if event.status != .confirmed {
        writer.line(event.status == .cancelled ? "STATUS:CANCELLED" : "STATUS:TENTATIVE")
      }
    case .transp: if !event.isOpaque { writer.line("TRANSP:TRANSPARENT") }
    case .rrule, .exrule:
      guard let (rule, _) = try? RecurrenceRule.read(value) else { return }
      var line = [UInt8](property.name == .rrule ? "RRULE:" : "EXRULE:")
      line.append(rule)
      writer.line(line)
    case .dtstart: writeTimes("DTSTART", property, of: event)
    case .dtend: writeTimes("DTEND", property, of: event)
    case .recurrenceID: writeTimes("RECURRENCE-ID", property, of: event)
    case .rdate: writeTimes("RDATE", property, of: event)
    case .exdate: writeTimes("EXDATE", property, of: event)
    case .duration: writer.property("DURATION", Self.timesOnly(value))
    case .xMicrosoftAllDay:
      if value.trimmed.equalsIgnoringCase("TRUE") { writer.line("X-MICROSOFT-CDO-ALLDAYEVENT:TRUE") }
    // SEQUENCE and LAST-MODIFIED decide which override counts if one of several has RANGE=THISANDFUTURE.
    case .sequence:
      if event.isOverride, event.series >= 0, !source.series[Int(event.series)].ranges.isEmpty {
        var line = [UInt8]("SEQUENCE:")
        line.append(decimal: event.sequence)
        writer.line(line)
      }
    case .lastModified:
      if event.isThisAndFuture, event.lastModified != .min {
        var line = [UInt8]("LAST-MODIFIED:")
        line.append(basic: Instant(clamping: event.lastModified))
        writer.line(line)
      }
    default: break
    }
  }

  private mutating func writeTimes(_ name: StaticString, _ property: ICalendarDocument.Property, of event: Event) {
    var times: [UInt8] = []
    for listed in TimeList(document.value(property)) where listed.time != nil {
      if !times.isEmpty { times.append(.comma) }
      times.append(contentsOf: Self.timesOnly(listed.text))
    }
    if times.isEmpty { return }
    var line = [UInt8](name)
    if document.hasParameters(property) {
      for (kind, known) in [("VALUE", ["DATE", "DATE-TIME", "PERIOD"]), ("RANGE", ["THISANDFUTURE"])] as [Kept] {
        guard let value = document.parameter(kind, of: property) else { continue }
        for choice in known where value[...].trimmed.equalsIgnoringCase(choice) {
          line.append(.semicolon)
          line.append(kind)
          line.append(.equals)
          line.append(choice)
        }
      }
      if let zone = document.parameter("TZID", of: property) {
        // An unknown name means the event's own zone in a list, and nothing elsewhere.
        let isList = property.name == .rdate || property.name == .exdate
        let own = isList && event.zone != 0 ? source.zone(of: event).identifier : nil
        if let name = publicName(ofZone: zone) ?? own {
          line.append(";TZID=")
          line.append(contentsOf: ICalendarWriter.parameterValue(name))
        }
      }
    }
    line.append(.colon)
    writer.line(line + times)
  }

  private typealias Kept = (StaticString, [StaticString])

  /// The characters of which dates, times, durations and periods consist.
  private static func timesOnly(_ value: ArraySlice<UInt8>) -> [UInt8] {
    value.map { $0.uppercased }.filter {
      $0.isDigit || [0x54, 0x5A, 0x50, 0x57, 0x44, 0x48, 0x4D, 0x53, 0x2F, 0x2B, 0x2D].contains($0)
    }
  }

  // MARK: Zones

  /// A name for a TZID's zone that reveals nothing but its rules; `nil` if the TZID is unknown.
  private mutating func publicName(ofZone name: [UInt8]) -> [UInt8]? {
    guard let meaning = source.zoneNames[Int(index)].meaning(of: name) else { return nil }
    guard let definition = meaning.definition else { return source.zones[Int(meaning.zone)].identifier }
    let number = definitions.firstIndex(of: definition) ?? definitions.count
    if number == definitions.count { definitions.append(definition) }
    return Self.name(ofDefinition: number)
  }

  private static func name(ofDefinition number: Int) -> [UInt8] {
    var name = [UInt8]("Local-")
    name.append(decimal: number + 1)
    return name
  }

  private mutating func writeDefinitions() {
    let document = document
    let meanings = source.zoneNames[Int(index)]
    var whole: [Int] = []
    for name in names {
      guard let definition = meanings.meaning(of: name)?.definition, !whole.contains(definition) else { continue }
      whole.append(definition)
      writer.line("BEGIN:VTIMEZONE")
      writeLines(of: definition)
      writer.line("END:VTIMEZONE")
    }
    for (number, definition) in definitions.enumerated() {
      writer.line("BEGIN:VTIMEZONE")
      writer.line([UInt8]("TZID:") + Self.name(ofDefinition: number))
      document.forEachChild(of: definition) { part in
        if document.components[part].isBroken { return }
        let name: StaticString = document.components[part].kind == .daylight ? "DAYLIGHT" : "STANDARD"
        writer.line([UInt8]("BEGIN:") + [UInt8](name))
        document.forEachProperty(of: part) { index in
          let property = document.properties[index]
          let value = document.value(property)
          switch property.name {
          case .dtstart: writer.property("DTSTART", Self.timesOnly(value))
          case .tzoffsetfrom: writer.property("TZOFFSETFROM", Self.timesOnly(value))
          case .tzoffsetto: writer.property("TZOFFSETTO", Self.timesOnly(value))
          case .rdate:
            let times = TimeList(value).filter { $0.time != nil }.map { Self.timesOnly($0.text) }
            writer.property("RDATE", Array(times.joined(separator: [.comma])))
          case .rrule:
            guard let (rule, _) = try? RecurrenceRule.read(value) else { return }
            var line = [UInt8]("RRULE:")
            line.append(rule)
            writer.line(line)
          default: break
          }
        }
        writer.line([UInt8]("END:") + [UInt8](name))
      }
      writer.line("END:VTIMEZONE")
    }
  }
}
