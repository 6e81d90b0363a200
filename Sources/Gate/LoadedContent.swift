import Bytes
import Events
import Foundation
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
  package func unredacted() -> OwnersEvents { read.unredacted() }

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
    folder: String, zones: ZoneTable, fetched: FetchedCalendars = [:],
    threads: Int = ProcessInfo.processInfo.activeProcessorCount, reading: ReadingOptions? = nil
  ) throws(BuildError) {
    var linking = try ContentLinking(
      reading ?? ReadingOptions(content: folder), folder: folder, zones: zones, fetched, threads: threads)
    linking.readCalendars()
    linking.link()
    if let reading { exceptions = try linking.leaveOutExceptions(reading) }
    linking.findLostNotes()
    content = linking.content
    read = linking.read
    files = linking.files
    self.zones = zones
    problems = Self.sorted(linking.problems)
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
