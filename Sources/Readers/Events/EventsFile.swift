import Bytes
import TimeZones

/// `events.json` into iCalendar: BusyLife's array and its extension, mixed as they come.
struct EventsFile {
  private let path: String
  private var fields: EventFields
  private var writer: EventWriter
  private var diagnostics = Diagnostics()
  /// How many events with the same content had no UID so far.
  private var twins: [UInt64: Int] = [:]

  /// Reads a file's bytes. An event that can't be understood is skipped; a mistake of form ends the
  /// reading there, and what stands before it is kept. O(bytes).
  static func read(_ bytes: [UInt8], path: String, zones: ZoneTable, problems: inout Problems)
    -> SourceFile
  {
    var file = EventsFile(path: path, zones: zones, capacity: bytes.count * 2)
    bytes.withUnsafeBufferPointer { file.read($0) }
    problems.add(path, file.diagnostics)
    return file.writer.finish(path: path)
  }

  private init(path: String, zones: ZoneTable, capacity: Int) {
    self.path = path
    fields = EventFields(noun: "event", isYAML: false, zones: zones)
    writer = EventWriter(reserving: capacity)
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.starts(with: [0xFF, 0xFE] as [UInt8]) || bytes.starts(with: [0xFE, 0xFF] as [UInt8]) {
      return add(.error, .start, "this is UTF-16; save the file as UTF-8")
    }
    var reader = JSONReader(bytes)
    var cursor = PositionCursor(bytes)
    guard let first = reader.next() else {
      return add(.error, .start, "the file is empty; write [] for no events")
    }
    let start = reader.index
    guard first == UInt8.ascii("[") else {
      let isWhole = (try? reader.value()) != nil && reader.next() == nil
      return add(
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
        let count = writer.positions.count
        let kept =
          count == 0
          ? "nothing in this file is shown"
          : count == 1
            ? "the event before this place is kept, what follows is skipped"
            : "the \(count) events before this place are kept, what follows is skipped"
        return add(.error, cursor.position(of: error.offset), "\(error.message); \(kept)")
      }
    }
  }

  private mutating func finish(_ reader: inout JSONReader, _ cursor: inout PositionCursor) {
    report(&reader, &cursor)
    if reader.next() != nil {
      add(
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
      return add(
        .error, position, "an event is an object, { … }, and this is \(value.label); it is skipped")
    }
    let draft = fields.draft(members, at: value.offset)
    for finding in fields.takeFindings() {
      add(finding.severity, cursor.position(of: finding.offset), finding.message)
    }
    guard let draft else { return }
    if draft.uid.trimmed.isEmpty { draft.uid = uid(of: draft) }
    writer.add(
      draft, at: position,
      rule: draft.rule.isEmpty ? position : cursor.position(of: draft.ruleOffset),
      exceptions: draft.exceptions.isEmpty ? position : cursor.position(of: draft.exceptionsOffset))
  }

  /// A UID that stays the same as long as the event does, whatever stands around it. Equal events are
  /// counted.
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

  /// Reports what the reader repaired since the last time.
  private mutating func report(_ reader: inout JSONReader, _ cursor: inout PositionCursor) {
    for repair in reader.repairs {
      add(.warning, cursor.position(of: repair.offset), repair.message)
    }
    reader.repairs.removeAll(keepingCapacity: true)
  }

  private mutating func add(
    _ severity: Diagnostic.Severity, _ position: Position, _ message: String
  ) {
    diagnostics.add(Diagnostic(severity, at: position, text: message))
  }
}
