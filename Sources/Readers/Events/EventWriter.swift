import Bytes
import ICalendar

/// Writes drafts as VEVENTs of one VCALENDAR, and records the original position of each line.
struct EventWriter {
  private var lines = TracedLines()
  private var line: [UInt8] = []
  private(set) var positions: [Position] = []
  private var excepts: [SourceFile.Except] = []

  init(reserving capacity: Int = 0) {
    lines.writer = ICalendarWriter(reserving: capacity)
    lines.writer.line("BEGIN:VCALENDAR")
    lines.writer.line("VERSION:2.0")
    lines.writer.line("PRODID:-//busylife-gen//Readers//EN")
  }

  /// Writes an event. DTSTAMP is constant, since content has no such time and a clock would make the bytes of equal
  /// content differ.
  mutating func add(
    _ draft: EventDraft, at position: Position, rule: Position, exceptions: Position, except: Position
  ) {
    if !draft.except.isEmpty {
      excepts.append(SourceFile.Except(event: positions.count, names: draft.except, position: except))
    }
    lines.mark(position)
    positions.append(position)
    lines.writer.line("BEGIN:VEVENT")
    text("UID", draft.uid)
    lines.writer.line("DTSTAMP:19700101T000000Z")
    times("DTSTART", [draft.start])
    if let end = draft.end { times("DTEND", [end]) }
    if let duration = draft.duration { property("DURATION") { $0.append(duration) } }
    text("SUMMARY", draft.title)
    text("X-BUSYLIFE-SLUG", draft.slug)
    text("DESCRIPTION", draft.details)
    text("LOCATION", draft.place.isEmpty ? draft.city : draft.place)
    text("X-BUSYLIFE-CITY", draft.city)
    if let (latitude, longitude) = draft.coordinates { property("GEO") { $0 += latitude + [.semicolon] + longitude } }
    for person in draft.people { add(person) }
    if let type = draft.type { property("X-BUSYLIFE-TYPE") { $0.append(decimal: type) } }
    list("CATEGORIES", draft.categories)
    if let status = draft.status { property("STATUS") { $0.append(status) } }
    if let classification = draft.classification { property("CLASS") { $0.append(classification) } }
    if draft.isTransparent { lines.writer.line("TRANSP:TRANSPARENT") }
    if !draft.url.isEmpty { property("URL") { Self.append(uri: draft.url, to: &$0) } }
    // COLOR takes names only (RFC 7986, 5.9).
    text(draft.color.first == UInt8.ascii("#") ? "X-BUSYLIFE-COLOR" : "COLOR", draft.color)
    recurrence(of: draft, rule: rule, exceptions: exceptions)
    lines.writer.line("END:VEVENT")
  }

  /// Lines whose problems are found only when recurrences are expanded. They come last, so that each has a position of
  /// its own.
  private mutating func recurrence(of draft: EventDraft, rule: Position, exceptions: Position) {
    if !draft.rule.isEmpty {
      lines.mark(rule)
      property("RRULE") { $0 += draft.rule }
    }
    if !draft.exceptions.isEmpty {
      lines.mark(exceptions)
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
    lines.writer.line("END:VCALENDAR")
    return SourceFile(
      path: path, iCalendar: lines.writer.bytes, eventPositions: positions, excepts: excepts, origins: lines.origins)
  }

  // MARK: Lines

  private mutating func property(_ name: StaticString, _ appendValue: (inout [UInt8]) -> Void) {
    line.removeAll(keepingCapacity: true)
    line.append(name)
    line.append(.colon)
    appendValue(&line)
    lines.writer.line(line)
  }

  private mutating func text(_ name: StaticString, _ value: [UInt8]) {
    if value.isEmpty { return }
    // Most texts need no escaping.
    let isPlain = value.allSatisfy { byte in
      byte >= .space && byte != .comma && byte != .semicolon && byte != .backslash && byte != 0x7F
    }
    property(name) { if isPlain { $0 += value } else { $0.append(escapingText: value) } }
  }

  private mutating func list(_ name: StaticString, _ values: [[UInt8]]) {
    if values.isEmpty { return }
    property(name) { line in
      for (index, value) in values.enumerated() {
        if index > 0 { line.append(.comma) }
        line.append(escapingText: value)
      }
    }
  }

  private mutating func times(_ name: StaticString, _ times: some Sequence<EventTime>) {
    line.removeAll(keepingCapacity: true)
    line.append(name)
    for (index, time) in times.enumerated() {
      if index == 0 { time.appendParameters(to: &line) }
      line.append(index == 0 ? .colon : .comma)
      time.appendValue(to: &line)
    }
    lines.writer.line(line)
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
    lines.writer.line(line)
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
