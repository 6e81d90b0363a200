import Bytes
import CalendarPages
import CivilTime
import Dispatch
import Events
import Foundation
import ICalendar
import Publishing
import Readers
import TimeZones

/// A content folder, read and linked: the input of every command. It contains everything; what is published goes
/// through ``redacted(for:_:)``.
package struct LoadedContent: Sendable {
  package let content: Content
  /// All events, as in their files.
  package let read: ReadEvents
  /// All problems, sorted by path and position.
  package private(set) var problems: [Problem]
  /// The file of each document of ``read``, without its bytes.
  package let files: [SourceFile]
  /// Where TZIDs are looked up.
  package let zones: ZoneTable
  /// What `except` leaves out; `nil` if nothing, or if it was not asked for.
  package private(set) var exceptions: DayExceptions?

  /// Reads the folder of a command's options.
  package init(_ options: ReadingOptions) throws(BuildError) {
    let zones = try ReadingOptions.system().table
    self = try LoadedContent(
      folder: options.content, zones: zones, fetched: RemoteCalendars(options, zones: zones).fetched, reading: options)
  }

  /// What was repaired or skipped, one line each; notes are only for `check`.
  package var warnings: [String] { problems.filter { $0.diagnostic.severity != .note }.map { "\($0)" } }

  /// Whether any problem is at least as severe.
  package func hasProblem(of severity: Diagnostic.Severity) -> Bool {
    problems.contains { $0.diagnostic.severity >= severity }
  }

  /// All problems, one line each.
  package var problemLines: [String] { problems.map { "\($0)" } }

  package var eventCount: Int { read.count }
  package var noteCount: Int { content.notes.count }

  /// All events, for the user of the command: for `agenda` and `free`, and for finding the event of an edit. O(n log
  /// n).
  package func unredacted() -> EventStore { read.unredacted() }

  /// All problems as a JSON array of objects with `path`, `line`, `column`, `severity` and `message`.
  package func problemsAsJSON() -> [UInt8] {
    var out: [UInt8] = []
    out.append("[")
    for (index, problem) in problems.enumerated() {
      out.append(index == 0 ? "\n {\"path\":" : ",\n {\"path\":")
      out.append(json: problem.path.utf8)
      out.append(",\"line\":")
      out.append(decimal: problem.diagnostic.position.line)
      out.append(",\"column\":")
      out.append(decimal: problem.diagnostic.position.column)
      out.append(",\"severity\":\"")
      out.append(problem.diagnostic.severity.label)
      out.append("\",\"message\":")
      out.append(json: problem.diagnostic.message)
      out.append("}")
    }
    out.append(problems.isEmpty ? "]\n" : "\n]\n")
    return out
  }

  /// Reads a folder. Problems are collected; only a folder that can't be read at all is an error.
  /// - Parameters:
  ///   - fetched: the remote calendars.
  ///   - threads: the greatest number of threads.
  ///   - reading: the options that determine the window, around which rules are expanded that the browser can't expand,
  ///     and around which `except` leaves out instances; `nil` for series as they are in their files, which is what an
  ///     edit changes.
  package init(
    folder: String, zones: ZoneTable, fetched: FetchedCalendars = FetchedCalendars(),
    threads: Int = ProcessInfo.processInfo.activeProcessorCount, reading: ReadingOptions? = nil
  ) throws(BuildError) {
    var content: Content
    do { content = try readContent(at: folder, zones: zones, fetched) } catch { throw .inputOutput("\(error)") }
    var read = ReadEvents()
    var problems = content.problems
    var all: [SourceFile] = []
    let (firstDay, lastYear) = try Self.reach(reading ?? ReadingOptions(content: folder), content.configuration.window)
    var owners: [Int] = []
    for place in content.calendars.indices {
      // A file's bytes are now in its document and are not kept twice.
      var files = content.calendars[place].files
      content.calendars[place].files = []
      let calendar = content.calendars[place]
      var info = CalendarInfo(name: calendar.name, title: calendar.title.onOneLine, color: calendar.color)
      info.isImplied = calendar.entry == nil
      info.isNamedByEvents = files.contains { !$0.calendarName.isEmpty } && info.isImplied
      let index = read.add(calendar: info)
      for number in files.indices {
        var bytes: [UInt8] = []
        swap(&bytes, &files[number].iCalendar)
        let file = files[number]
        var diagnostics = Diagnostics()
        let document = ICalendarDocument(parsing: bytes, parts: threads) { count, body in
          DispatchQueue.concurrentPerform(iterations: count, execute: body)
        }
        // Texts in events.json and in notes are meant literally.
        .mended(decodingReferences: file.readPositions == nil)
        .translated(since: firstDay, through: lastYear, zones: zones, readsHTML: !file.hasPlainTexts)
        bytes = []
        let first = read.events.count
        read.add(document, to: index, zones: zones, positions: file.readPositions, diagnostics: &diagnostics)
        if file.isTranslated { read.setLines(from: first, file.line(of:)) }
        if info.isNamedByEvents, !file.calendarName.isEmpty { read.setTitle(file.calendarName.onOneLine) }
        all.append(file)
        owners.append(place)
        for var diagnostic in diagnostics.all {
          diagnostic.position = file.position(of: diagnostic.position)
          problems.append(Problem(path: file.path, diagnostic: diagnostic))
        }
        if diagnostics.leftOut > 0, let last = diagnostics.all.last {
          let message = "\(diagnostics.leftOut) more problems in this file are not listed"
          problems.append(
            Problem(path: file.path, diagnostic: Diagnostic(.note, at: last.position, Array(message.utf8))))
        }
      }
    }
    for pair in read.link() { problems.append(Self.problem(pair, read, all)) }
    read.noteCopies()
    if let reading, DayExceptions.areAny(in: content.calendars, all), !content.isConfigurationBroken {
      let window = try reading.window(
        content.configuration.window, now: (try reading.instant()).wall(at: .utc).date)
      let exceptions = DayExceptions(
        &read, content.calendars, all, owners: owners, content.configuration.rules, window: window)
      problems += exceptions.problems
      if !exceptions.lines.isEmpty { read = Self.again(read, all, owners, zones, adding: exceptions.lines) }
      self.exceptions = exceptions
    }
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
      problems.append(
        Problem(path: note.path, diagnostic: Diagnostic(.warning, at: note.position, Array(message.utf8))))
    }
    self.content = content
    self.read = read
    files = all
    self.zones = zones
    self.problems = Self.sorted(problems)
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

  /// The same events, with further lines in some documents. O(bytes).
  private static func again(
    _ read: ReadEvents, _ files: [SourceFile], _ owners: [Int], _ zones: ZoneTable,
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

  /// Sorted by path, then position, otherwise in the order found.
  private static func sorted(_ problems: [Problem]) -> [Problem] {
    problems.enumerated().sorted { left, right in
      let (mine, theirs) = (left.element, right.element)
      if mine.path != theirs.path { return mine.path.utf8.lexicographicallyPrecedes(theirs.path.utf8) }
      if mine.diagnostic.position != theirs.diagnostic.position {
        return mine.diagnostic.position < theirs.diagnostic.position
      }
      return left.offset < right.offset
    }.map { $0.element }
  }

  /// The content with additional problems.
  package func adding(_ more: [Problem]) -> LoadedContent {
    var content = self
    content.problems = Self.sorted(problems + more)
    return content
  }

  private static func problem(_ pair: Superseded, _ read: ReadEvents, _ files: [SourceFile]) -> Problem {
    let hidden = read.events[Int(pair.hidden)]
    let shown = read.events[Int(pair.shown)]
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
      message = "this event occurs twice (UID \(uid)); shown is \(place), which has \(reason)"
    }
    return Problem(
      path: files[Int(hidden.document)].path,
      diagnostic: Diagnostic(.note, at: Position(line: Int(hidden.line), column: 1), Array(message.utf8)))
  }

  /// The file of an event.
  package func path(of event: Event) -> String { files[Int(event.document)].path }

  /// Why an event can't be edited in its file; `nil` if it can.
  package func whyFixed(_ event: Event) -> String? { files[Int(event.document)].whyFixed }

  /// Throws if the site can't be built: files can't be read, or site.yml can't be understood.
  package func requireReadable() throws(BuildError) {
    if let first = content.unreadable.first {
      let more = content.unreadable.count - 1
      throw .inputOutput("\(first)" + (more > 0 ? " (and \(more) more: see check)" : ""))
    }
    if content.isConfigurationBroken {
      let paths = [content.configuration.path] + content.configuration.otherPaths
      // Warnings are included: an unknown key may be the cause.
      throw .content(problems.filter { paths.contains($0.path) && $0.diagnostic.severity != .note }.map { "\($0)" })
    }
  }
}
