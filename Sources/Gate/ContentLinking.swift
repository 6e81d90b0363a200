import Bytes
import CivilTime
import Dispatch
import Events
import ICalendar
import Publishing
import Readers
import TimeZones

/// Parses the files of a content folder and links their events, step by step; what each step finds wrong is collected.
struct ContentLinking {
  /// Without the files of calendars, once they are read.
  private(set) var content: Content
  private(set) var read = ReadEvents()
  /// In the order in which they were found.
  private(set) var problems: [Problem]
  /// The file of each document of ``read``, without its bytes.
  private(set) var files: [SourceFile] = []
  /// The calendar of each document.
  private var owners: [Int] = []
  private let zones: ZoneTable
  private let threads: Int
  /// The first day that is published, and the last year in which rules are expanded that the browser can't.
  private let reach: (first: CivilDate, lastYear: Int)

  /// Reads site.yml, notes and the bytes of calendars.
  /// - Parameters:
  ///   - reading: determines the window, around which rules are expanded that the browser's engine can't.
  ///   - threads: the greatest number of threads.
  init(
    _ reading: ReadingOptions, folder: String, zones: ZoneTable, _ fetched: FetchedCalendars, threads: Int
  ) throws(BuildError) {
    do { content = try readContent(at: folder, zones: zones, pages: LoadedContent.linkedPages, fetched) } catch {
      throw .inputOutput("\(error)")
    }
    reach = try Self.reach(reading, content.configuration.window)
    problems = content.problems
    (self.zones, self.threads) = (zones, threads)
  }

  /// The first day that is published, and the last year for which rules are expanded that the browser's engine can't:
  /// ten years past the published window, so that a site that is not built again for long still says what is true.
  private static func reach(
    _ reading: ReadingOptions, _ window: SiteConfiguration.Window
  ) throws(BuildError) -> (first: CivilDate, lastYear: Int) {
    let today = try reading.instant().wall(at: .utc).date
    let days = try reading.window(window, now: today)
    return (days.lowerBound, min(days.upperBound.year + 10, CivilDate.last.year - 1))
  }

  /// Reads the files of all calendars. O(bytes).
  mutating func readCalendars() {
    for place in content.calendars.indices {
      // A file's bytes are now in its document and are not kept twice.
      var found = content.calendars[place].files
      content.calendars[place].files = []
      let calendar = content.calendars[place]
      var info = CalendarInfo(name: calendar.name, title: calendar.title.onOneLine, color: calendar.color)
      info.isImplied = calendar.entry == nil
      info.isNamedByEvents = found.contains { !$0.calendarName.isEmpty } && info.isImplied
      let index = read.add(calendar: info)
      for number in found.indices {
        var bytes: [UInt8] = []
        swap(&bytes, &found[number].iCalendar)
        read(&bytes, of: found[number], to: index, isNamedByEvents: info.isNamedByEvents)
        owners.append(place)
      }
    }
  }

  /// Reads a file of a calendar.
  /// - Parameter bytes: its bytes, which are released.
  private mutating func read(
    _ bytes: inout [UInt8], of file: SourceFile, to calendar: UInt16, isNamedByEvents: Bool
  ) {
    var diagnostics = Diagnostics()
    let document = ICalendarDocument(parsing: bytes, parts: threads) { count, body in
      DispatchQueue.concurrentPerform(iterations: count, execute: body)
    }
    // Texts in events.json and in notes are meant literally.
    .mended(decodingReferences: file.readPositions == nil)
    .translated(since: reach.first, through: reach.lastYear, zones: zones, readsHTML: !file.hasPlainTexts)
    bytes = []
    let first = read.events.count
    read.add(document, to: calendar, zones: zones, positions: file.readPositions, diagnostics: &diagnostics)
    if file.isTranslated { read.setLines(from: first, file.line(of:)) }
    if isNamedByEvents, !file.calendarName.isEmpty { read.setTitle(file.calendarName.onOneLine) }
    files.append(file)
    for var diagnostic in diagnostics.all {
      diagnostic.position = file.position(of: diagnostic.position)
      problems.append(Problem(path: file.path, diagnostic: diagnostic))
    }
    if diagnostics.leftOut > 0, let last = diagnostics.all.last {
      let message = "\(diagnostics.leftOut) more problems in this file are not listed"
      problems.append(Problem(.note, in: file.path, at: last.position, message))
    }
  }

  /// Links the events of all files, and finds versions of one event.
  mutating func link() {
    for pair in read.link() { problems.append(problem(pair)) }
    read.noteCopies()
  }

  /// Leaves out the instances that `except` of calendars names.
  /// - Returns: what was left out; `nil` if no calendar has exceptions.
  mutating func leaveOutExceptions(_ reading: ReadingOptions) throws(BuildError) -> DayExceptions? {
    guard DayExceptions.areAny(in: content.calendars, files), !content.isConfigurationBroken else { return nil }
    let window = try reading.window(
      content.configuration.window, now: (try reading.instant()).wall(at: .utc).date)
    let exceptions = DayExceptions(
      &read, content.calendars, files, owners: owners, content.configuration.rules, window: window)
    problems += exceptions.problems
    if !exceptions.lines.isEmpty { read = again(adding: exceptions.lines) }
    return exceptions
  }

  /// The same events, with further lines in some documents. O(bytes).
  private func again(
    adding lines: [Int: [Int: [[UInt8]]]]
  ) -> ReadEvents {
    var again = ReadEvents()
    for calendar in read.calendars { _ = again.add(calendar: calendar) }
    for (index, document) in read.documents.enumerated() {
      // Its problems are known already.
      var diagnostics = Diagnostics()
      let first = again.events.count
      again.add(
        lines[index].map { document.adding($0) } ?? document, to: UInt16(owners[index]), zones: zones,
        positions: files[index].readPositions, diagnostics: &diagnostics)
      if files[index].isTranslated { again.setLines(from: first, files[index].line(of:)) }
      if !files[index].calendarName.isEmpty { again.setTitle(files[index].calendarName.onOneLine) }
    }
    again.link()
    again.noteCopies()
    return again
  }

  /// Warns of notes on events that are not there. O(notes, and n log n of the events if there are any).
  mutating func findLostNotes() {
    // Collected for the first note that names none of them.
    var uids: [[UInt8]] = []
    for note in content.notes {
      guard case .event(let uid) = note.placement, !read.hasEvent(uid: uid) else { continue }
      if uids.isEmpty {
        uids = Set(read.events.map { read.text($0.uid, of: $0) }).sorted { $0.lexicographicallyPrecedes($1) }
      }
      let near = nearest(uid, in: uids, most: 1).first.map {
        "; did you mean \(String(decoding: quoted($0), as: UTF8.self))?"
      }
      let message =
        "no event has the UID \(String(decoding: quoted(uid), as: UTF8.self)), so the note is not published"
        + (near ?? "")
      problems.append(Problem(.warning, in: note.path, at: note.position, message))
    }
  }

  /// A note that one version of an event is shown and another is not.
  private func problem(_ pair: Superseded) -> Problem {
    let hidden = read[pair.hidden]
    let shown = read[pair.shown]
    let uid = String(decoding: quoted(read.text(hidden.uid, of: hidden)), as: UTF8.self)
    let place = "\(files[Int(shown.document)].path):\(shown.line)"
    let reason =
      hidden.sequence != shown.sequence
      ? "a higher SEQUENCE"
      : hidden.lastModified != shown.lastModified
        ? "a newer LAST-MODIFIED"
        : hidden.document == shown.document ? "the later place in the file" : "the earlier place among the sources"
    let message: String
    if hidden.isOverride, !shown.isOverride {
      message =
        "this instance (UID \(uid)) is left out: its series, \(place), has a higher SEQUENCE and no longer has it"
    } else if hidden.calendar != shown.calendar {
      let names = [hidden, shown].map { String(decoding: read.calendars[Int($0.calendar)].name, as: UTF8.self) }
      message =
        "the event with the UID \(uid) is in the calendars \(names[0]) and \(names[1]), and is shown once, for both, "
        + "as in \(place), which has \(reason)"
    } else {
      message = "this event occurs twice (UID \(uid)); \(place) is shown, which has \(reason)"
    }
    let position = Position(line: Int(hidden.line), column: 1)
    return Problem(.note, in: files[Int(hidden.document)].path, at: position, message)
  }
}
