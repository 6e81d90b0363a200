import Bytes
import CivilTime
import Events
import ICalendar
import Readers
import Settling
import TimeZones

/// One file's events, with the bytes that they were read from.
struct ReadSource {
  let path: String
  let bytes: [UInt8]
  /// Whether the bytes are an events.json.
  let isList: Bool
  /// The file itself, or the iCalendar made from events.json.
  let document: ICalendarDocument
  /// All of the file's events, superseded versions included.
  let read: ReadEvents
  /// The events that are shown.
  let store: EventStore
  /// The position of each VEVENT in a file that was converted to iCalendar; `nil` for `.ics` files.
  let positions: [Position]?
  /// What was repaired or skipped, with positions in the file, without notes.
  let problems: [Diagnostic]

  static func isList(_ path: String) -> Bool { path.lowercased().hasSuffix(".json") }

  /// Reads a single file, in the same way as the site. O(bytes).
  /// - Parameter isList: whether it is an events.json; `nil` if its name says so.
  init(_ bytes: [UInt8], path: String, zones: ZoneTable, isList: Bool? = nil) {
    self.path = path
    self.isList = isList ?? Self.isList(path)
    self.bytes = bytes
    var diagnostics = Diagnostics()
    var read = ReadEvents()
    let calendar = read.add(calendar: CalendarInfo(name: [], title: [], color: []))
    var found: [Diagnostic] = []
    if self.isList {
      let (file, problems) = readEvents(bytes, path: path, zones: zones)
      document = ICalendarDocument(parsing: file.iCalendar)
      positions = file.eventPositions
      read.add(document, to: calendar, zones: zones, positions: positions, diagnostics: &diagnostics)
      found = problems.map { $0.diagnostic }
      for var diagnostic in diagnostics.all {
        diagnostic.position = file.position(of: diagnostic.position)
        found.append(diagnostic)
      }
    } else {
      document = ICalendarDocument(parsing: bytes)
      positions = nil
      read.add(document, to: calendar, zones: zones, diagnostics: &diagnostics)
      found = diagnostics.all
    }
    read.link()
    self.read = read
    store = read.unredacted().store
    self.problems = found.filter { $0.severity != .note }
  }

  /// The position of an event in the file.
  func position(of event: Event) -> Position {
    guard let positions else { return Position(line: Int(event.line), column: 1) }
    var ordinal = -1
    for index in 0...Int(event.component) where document.components[index].kind == .vevent { ordinal += 1 }
    return positions.indices.contains(ordinal) ? positions[ordinal] : Position(line: Int(event.line), column: 1)
  }

  /// Whether this file has exactly the problems of another: what could not be read must stay too. An event that is
  /// edited has no problems.
  func hasProblems(of other: ReadSource) -> Bool {
    problems.map { $0.message } == other.problems.map { $0.message }
  }

  /// Every event of a UID in the file, superseded versions included.
  func versions(of uid: [UInt8]) -> [Event] {
    read.events.filter { read.text($0.uid, of: $0) == uid }
  }

  /// `work.ics:12`: the beginning of messages.
  func place(of event: Event) -> String { "\(path):\(position(of: event).line)" }
}

/// The occurrence that a page means, and how the page shows it.
struct Wanted {
  var uid: [UInt8]
  var recurrenceID: [UInt8]?
  var span: EventSpan
  var texts = EventTexts.none
}

extension EventStore {
  /// The occurrence that a page shows this way, on any day; `nil` if none matches completely.
  /// - Parameters:
  ///   - zone: the zone in which floating times are read.
  ///   - isAny: whether any instance of its series matches.
  func occurrence(_ wanted: Wanted, in zone: Zone, isAny: Bool = false) -> Occurrence? {
    let date: CivilDate =
      switch wanted.span {
      case .dates(let first, _): first
      case .times(let first, _): zone.date(at: first)
      }
    var report = ExpansionReport()
    let run = settle((date.adding(days: -1) ?? date)..<(date.adding(days: 2) ?? .last), in: zone, report: &report)
    return run.occurrences.first { occurrence in
      let event = events[Int(occurrence.event)]
      return span(of: occurrence) == wanted.span && text(event.uid, of: event) == wanted.uid
        && (isAny || recurrenceID(of: occurrence) == wanted.recurrenceID)
        && wanted.texts.match(texts(of: event))
    }
  }

  func span(of occurrence: Occurrence) -> EventSpan {
    if occurrence.isAllDay {
      return .dates(
        CivilDate(dayNumber: Int(occurrence.firstDate)) ?? .first,
        CivilDate(dayNumber: Int(occurrence.endDate)) ?? .last)
    }
    return .times(Instant(clamping: occurrence.start), Instant(clamping: occurrence.end))
  }

  func recurrenceID(of occurrence: Occurrence) -> [UInt8]? {
    occurrence.recurs ? [UInt8].written { $0.append(recurrenceID: occurrence) } : nil
  }
}

extension Array where Element == UInt8 {
  /// A text reduced to its words, since pages do not preserve white space.
  var words: [UInt8] {
    Array(split(whereSeparator: { $0.isWhitespace || $0 < 0x20 || $0 == 0x7F }).joined(separator: [.space]))
  }
}
