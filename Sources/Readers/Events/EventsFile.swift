import Bytes
import TimeZones

/// Converts `events.json` to iCalendar: BusyLife's form and the extended form, freely mixed.
struct EventsFile {
  private var fields: EventFields
  private var writer: EventWriter
  private var diagnostics = Diagnostics()
  /// Events that name a calendar, by the first spelling of its name.
  private var named: [Named] = []
  private var namedIndices: [[UInt8]: Int] = [:]
  /// Whether events that name a calendar stay with the others.
  private let isAlone: Bool
  /// The first position of each unknown key in ``EventFields``.
  private var unknownPositions: [Position] = []
  /// The number of events without a UID so far, by content hash.
  private var twins: [UInt64: Int] = [:]

  private struct Named {
    let calendar: [UInt8]
    /// The first position at which the calendar is named.
    let position: Position
    var writer: EventWriter
  }

  /// The events of a file that name one calendar.
  struct NamedPart {
    /// As written.
    let calendar: [UInt8]
    /// The first position of the name.
    let position: Position
    var file: SourceFile
  }

  /// Reads a file. An event that can't be understood is skipped; a syntax error ends the reading there, and the events
  /// before it are kept. O(bytes).
  /// - Returns: the events without a calendar, and those of each named calendar, in the order of the names.
  static func read(
    _ bytes: [UInt8], path: String, zones: ZoneTable, vitalKeys: [String] = EventFields.vitalKeys,
    problems: inout Problems
  ) -> (file: SourceFile, named: [NamedPart]) {
    var file = EventsFile(zones: zones, vitalKeys: vitalKeys, capacity: bytes.count * 2, isAlone: false)
    file.read(bytes)
    file.reportUnknownKeys()
    problems.add(path, file.diagnostics)
    let named = file.named.indices.map { index in
      NamedPart(
        calendar: file.named[index].calendar, position: file.named[index].position,
        file: file.named[index].writer.finish(path: path))
    }
    return (file.writer.finish(path: path), named)
  }

  /// Reads a file for editing single events: all events together, in order, without reports of unknown keys, which an
  /// edit leaves as they are.
  static func readAlone(_ bytes: [UInt8], path: String, zones: ZoneTable, problems: inout Problems) -> SourceFile {
    var file = EventsFile(zones: zones, vitalKeys: EventFields.vitalKeys, capacity: bytes.count * 2, isAlone: true)
    file.read(bytes)
    problems.add(path, file.diagnostics)
    return file.writer.finish(path: path)
  }

  private init(zones: ZoneTable, vitalKeys: [String], capacity: Int, isAlone: Bool) {
    self.isAlone = isAlone
    fields = EventFields(noun: "event", isYAML: false, zones: zones, vitalKeys: vitalKeys)
    writer = EventWriter(reserving: capacity)
  }

  /// One message per key, however many events have it.
  private mutating func reportUnknownKeys() {
    for (unknown, position) in zip(fields.unknownKeys, unknownPositions) {
      diagnostics.add(unknown.isVital ? .error : .warning, position, unknown.message("event"))
    }
  }

  private mutating func read(_ bytes: [UInt8]) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return diagnostics.add(.error, .start, "this is UTF-16; save the file as UTF-8")
    }
    let decoded = DecodedText(bytes, &diagnostics)
    decoded.text.withUnsafeBufferPointer { read($0) }
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    var reader = JSONReader(bytes)
    var cursor = PositionCursor(bytes)
    guard let first = reader.next() else {
      return diagnostics.add(.error, .start, "the file is empty; write [] for no events")
    }
    let start = reader.index
    guard first == UInt8.ascii("[") else {
      let isWhole = (try? reader.value()) != nil && reader.next() == nil
      return diagnostics.add(
        .error, cursor.position(of: start),
        isWhole
          ? "events are a list; put [ before and ] after"
          : "the file should begin with [ and end with ], events in between")
    }
    _ = reader.take("[")
    if reader.take("]") { return finish(&reader, &cursor) }
    while true {
      do throws(JSONReader.Failure) {
        let value = try reader.value(depth: 1)
        add(value, &reader, &cursor)
        let hasComma = reader.takeComma(before: "]")
        if reader.take("]") { return finish(&reader, &cursor) }
        if !hasComma { throw reader.failure("a comma or ] should be here, after an event") }
      } catch {
        report(&reader, &cursor)
        let count = named.reduce(writer.positions.count) { $0 + $1.writer.positions.count }
        let kept =
          count == 0
          ? "nothing in this file is shown"
          : count == 1
            ? "the event before this place is kept, what follows is skipped"
            : "the \(count) events before this place are kept, what follows is skipped"
        return diagnostics.add(.error, cursor.position(of: error.offset), "\(error.message); \(kept)")
      }
    }
  }

  private mutating func finish(_ reader: inout JSONReader, _ cursor: inout PositionCursor) {
    report(&reader, &cursor)
    if reader.next() != nil {
      diagnostics.add(
        .error, cursor.position(of: reader.index),
        "the list of events ended before this place; what follows is skipped, move it before ]")
    }
  }

  private mutating func add(
    _ value: JSONValue, _ reader: inout JSONReader, _ cursor: inout PositionCursor
  ) {
    let position = cursor.settle(at: value.offset)
    report(&reader, &cursor)
    guard case .object(let members) = value.kind else {
      return diagnostics.add(
        .error, position, "an event is an object, { … }, and this is \(value.label); it is skipped")
    }
    let draft = fields.draft(members, at: value.offset)
    for finding in fields.takeFindings() {
      diagnostics.add(finding.severity, cursor.position(of: finding.offset), finding.message)
    }
    for unknown in fields.unknownKeys[unknownPositions.count...] {
      unknownPositions.append(cursor.position(of: unknown.offset))
    }
    guard let draft else { return }
    if draft.uid.trimmed.isEmpty { draft.uid = uid(of: draft) }
    let rule = draft.rule.isEmpty ? position : cursor.position(of: draft.ruleOffset)
    let exceptions = draft.exceptions.isEmpty ? position : cursor.position(of: draft.exceptionsOffset)
    let except = draft.except.isEmpty ? position : cursor.position(of: draft.exceptOffset)
    if isAlone || draft.calendar.isEmpty {
      writer.add(draft, at: position, rule: rule, exceptions: exceptions, except: except)
    } else {
      let place = cursor.position(of: draft.calendarOffset)
      let index = index(ofCalendar: draft.calendar, at: place)
      named[index].writer.add(draft, at: position, rule: rule, exceptions: exceptions, except: except)
    }
  }

  /// The index in ``named`` of a calendar's name, for each spelling: a site has the spelling of the first event it
  /// shows.
  private mutating func index(ofCalendar name: [UInt8], at position: Position) -> Int {
    if let index = namedIndices[name] { return index }
    namedIndices[name] = named.count
    named.append(Named(calendar: name, position: position, writer: EventWriter()))
    return named.count - 1
  }

  /// A UID derived from the event's content, and so independent of its surroundings. Equal events are numbered.
  private mutating func uid(of draft: EventDraft) -> [UInt8] {
    let hash = draft.contentHash
    var uid: [UInt8] = []
    uid.append(base32: hash, digits: 13)
    twins[hash, default: -1] += 1
    let before = twins[hash]!
    if before > 0 {
      uid.append(ascii: "-")
      uid.append(decimal: before + 1)
    }
    uid.append("@events.json.busylife")
    return uid
  }

  /// Reports the reader's new repairs.
  private mutating func report(_ reader: inout JSONReader, _ cursor: inout PositionCursor) {
    for repair in reader.repairs {
      diagnostics.add(.warning, cursor.position(of: repair.offset), repair.message)
    }
    reader.repairs.removeAll(keepingCapacity: true)
  }
}
