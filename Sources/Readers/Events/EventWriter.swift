import Bytes
import ICalendar

/// Writes drafts as VEVENTs of one VCALENDAR, and records the original position of each line.
struct EventWriter {
  private var writer = ICalendarWriter()
  private var line: [UInt8] = []
  /// The number of bytes whose lines have been counted, and the number of the next line.
  private var counted = 0
  private var nextLine: UInt32 = 1
  private(set) var positions: [Position] = []
  private(set) var origins: [SourceFile.Origin] = []
  private var excepts: [SourceFile.Except] = []

  init(reserving capacity: Int = 0) {
    writer = ICalendarWriter(reserving: capacity)
    writer.line("BEGIN:VCALENDAR")
    writer.line("VERSION:2.0")
    writer.line("PRODID:-//busylife-gen//Readers//EN")
  }

  /// Writes an event. DTSTAMP is constant, since content has no such time and a clock would make the bytes of equal
  /// content differ.
  mutating func add(
    _ draft: EventDraft, at position: Position, rule: Position, exceptions: Position, except: Position
  ) {
    if !draft.except.isEmpty {
      excepts.append(SourceFile.Except(event: positions.count, names: draft.except, position: except))
    }
    mark(position)
    positions.append(position)
    writer.line("BEGIN:VEVENT")
    text("UID", draft.uid)
    writer.line("DTSTAMP:19700101T000000Z")
    times("DTSTART", [draft.start])
    if let end = draft.end { times("DTEND", [end]) }
    if let duration = draft.duration {
      begin("DURATION")
      line.append(duration)
      writer.line(line)
    }
    text("SUMMARY", draft.title)
    text("X-BUSYLIFE-SLUG", draft.slug)
    text("DESCRIPTION", draft.details)
    text("LOCATION", draft.place.isEmpty ? draft.city : draft.place)
    text("X-BUSYLIFE-CITY", draft.city)
    if let (latitude, longitude) = draft.coordinates {
      begin("GEO")
      line.append(contentsOf: latitude)
      line.append(ascii: ";")
      line.append(contentsOf: longitude)
      writer.line(line)
    }
    for person in draft.people { add(person) }
    if let type = draft.type {
      begin("X-BUSYLIFE-TYPE")
      line.append(decimal: type)
      writer.line(line)
    }
    list("CATEGORIES", draft.categories)
    if let status = draft.status { word("STATUS", status) }
    if let classification = draft.classification { word("CLASS", classification) }
    if draft.isTransparent { word("TRANSP", "TRANSPARENT") }
    if !draft.url.isEmpty {
      begin("URL")
      Self.append(uri: draft.url, to: &line)
      writer.line(line)
    }
    // COLOR takes names only (RFC 7986, 5.9).
    text(draft.color.first == UInt8.ascii("#") ? "X-BUSYLIFE-COLOR" : "COLOR", draft.color)
    recurrence(of: draft, rule: rule, exceptions: exceptions)
    writer.line("END:VEVENT")
  }

  /// Lines whose problems are found only when recurrences are expanded. They come last, so that each has a position of
  /// its own.
  private mutating func recurrence(of draft: EventDraft, rule: Position, exceptions: Position) {
    if !draft.rule.isEmpty {
      mark(rule)
      begin("RRULE")
      line.append(contentsOf: draft.rule)
      writer.line(line)
    }
    if !draft.exceptions.isEmpty {
      mark(exceptions)
      var rest = draft.exceptions[...]
      while let first = rest.first {
        let group = rest.prefix { $0.isWritten(like: first) }
        times("EXDATE", group)
        rest = rest.dropFirst(group.count)
      }
    }
  }

  /// Ends the calendar.
  mutating func finish(path: String) -> SourceFile {
    writer.line("END:VCALENDAR")
    return SourceFile(
      path: path, iCalendar: writer.bytes, eventPositions: positions, excepts: excepts, origins: origins)
  }

  // MARK: Lines

  private mutating func mark(_ position: Position) {
    nextLine += writer.bytes.withUnsafeBufferPointer { bytes in
      var lines: UInt32 = 0
      for index in counted..<bytes.count where bytes[index] == .lineFeed { lines += 1 }
      return lines
    }
    counted = writer.bytes.count
    origins.append(SourceFile.Origin(line: nextLine, position: position))
  }

  private mutating func begin(_ name: StaticString) {
    line.removeAll(keepingCapacity: true)
    line.append(name)
    line.append(ascii: ":")
  }

  private mutating func text(_ name: StaticString, _ value: [UInt8]) {
    if value.isEmpty { return }
    begin(name)
    // Most texts need no escaping.
    let isPlain = value.allSatisfy { byte in
      byte >= .space && byte != .comma && byte != .semicolon && byte != .backslash && byte != 0x7F
    }
    if isPlain { line.append(contentsOf: value) } else { line.append(escapingText: value) }
    writer.line(line)
  }

  private mutating func word(_ name: StaticString, _ value: StaticString) {
    begin(name)
    line.append(value)
    writer.line(line)
  }

  private mutating func list(_ name: StaticString, _ values: [[UInt8]]) {
    if values.isEmpty { return }
    begin(name)
    for (index, value) in values.enumerated() {
      if index > 0 { line.append(ascii: ",") }
      line.append(escapingText: value)
    }
    writer.line(line)
  }

  private mutating func times(_ name: StaticString, _ times: some Sequence<EventTime>) {
    line.removeAll(keepingCapacity: true)
    line.append(name)
    for (index, time) in times.enumerated() {
      if index == 0 { time.appendParameters(to: &line) }
      line.append(index == 0 ? .colon : .comma)
      time.appendValue(to: &line)
    }
    writer.line(line)
  }

  /// An ATTENDEE needs an address (RFC 5545, 3.8.4.1); a person without one gets `invalid:nomail`, as Exchange and
  /// Outlook do.
  private mutating func add(_ person: EventDraft.Person) {
    line.removeAll(keepingCapacity: true)
    line.append("ATTENDEE")
    if !person.name.isEmpty {
      line.append(";CN=")
      line.append(contentsOf: ICalendarWriter.parameterValue(person.name))
    }
    if let role = person.role {
      line.append(";ROLE=")
      line.append(role)
    }
    if !person.avatar.isEmpty {
      line.append(";X-BUSYLIFE-AVATAR=")
      line.append(contentsOf: ICalendarWriter.parameterValue(person.avatar))
    }
    line.append(ascii: ":")
    if person.email.isEmpty {
      line.append("invalid:nomail")
    } else {
      if !person.email.asciiLowercased.starts(with: "mailto:".utf8) { line.append("mailto:") }
      Self.append(uri: person.email, to: &line)
    }
    writer.line(line)
  }

  /// Appends an address, percent-encoding what no address may contain, such as line breaks (RFC 3986, 2.1).
  static func append(uri: [UInt8], to line: inout [UInt8]) {
    for byte in uri.trimmed {
      if byte.isForeignToURIs {
        line.append(ascii: "%")
        line.append(hexadecimal: UInt64(byte), width: 2)
      } else {
        line.append(byte)
      }
    }
  }
}
