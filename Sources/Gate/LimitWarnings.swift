import Bytes
import CalendarPages
import Events
import ICalendar
import Readers
import Settling

/// Messages about what limits left out of settled days.
package enum LimitWarnings {
  /// A line for each event that a limit cut short, in content order, and one if there were too many in all.
  /// - Parameter source: gives the content's event for an event of the report; `nil` if it is busy time.
  package static func lines(
    _ report: ExpansionReport, of loaded: LoadedContent, source: (Int32) -> Event?
  ) -> [String] {
    let path = loaded.path(of:)
    func line(_ index: Int32, _ message: (String) -> String) -> String {
      guard let event = source(index) else { return "warning: \(message("busy time"))" }
      let uid = String(decoding: quoted(loaded.read.text(event.uid, of: event)), as: UTF8.self)
      return "\(path(event)):\(event.line):1: warning: \(message(uid))"
    }
    var lines = Set(report.truncated).sorted().map { index in
      line(index) {
        "\($0) has more than \(RecurrenceLimits.occurrencesPerEvent) occurrences in the window; the later ones are "
          + "left out"
      }
    }
    lines += Set(report.unfinished).sorted().map { index in
      line(index) {
        "the rule of \($0) was searched for \(RecurrenceLimits.searchSteps) steps without a match; later "
          + "occurrences may be missing"
      }
    }
    if report.isFull {
      lines.append(
        "warning: more than \(grouped(SettlingLimits.occurrences)) occurrences in the window; the later ones are left "
          + "out; narrow it with --from and --to")
    }
    return lines
  }

  /// The lines about what is published: its events, and its blocks of busy time.
  package static func lines(_ report: ExpansionReport, of loaded: LoadedContent, in published: PublicContent)
    -> [String]
  {
    lines(report, of: loaded) {
      Int($0) < published.origins.count ? loaded.read[published.origins[Int($0)]] : nil
    } + lines(published.leftOut, of: loaded)
  }

  /// A line for each series of which busy time is left out, and one if there is too much of it in all. No line names an
  /// event.
  private static func lines(_ leftOut: BusyBlocks.LeftOut, of loaded: LoadedContent) -> [String] {
    var lines = leftOut.series.map { event in
      "\(loaded.path(of: event)):\(event.line):1: warning: the event has more than "
        + "\(RecurrenceLimits.occurrencesPerEvent) occurrences around the window; the later ones are not shown as busy"
    }
    if leftOut.isFull {
      lines.append(
        "warning: busy time is more than \(grouped(SettlingLimits.occurrences)) occurrences or "
          + "\(grouped(BusyTime.mostBlocks)) blocks; those farthest from the window are left out")
    }
    return lines
  }

  /// A warning, at the first note not named, if there are more notes that are only pages than can be named at the foot
  /// of every page. O(notes).
  package static func pages(_ notes: [Note]) -> [Problem] {
    let pages = notes.filter { $0.placement == .page }
    guard pages.count > Notes.pageLimit else { return [] }
    let message =
      "\(grouped(pages.count)) notes are pages, and only the first \(Notes.pageLimit) are linked at the foot of every "
      + "page; link to this note and those after it from another note, or give them a date or an event"
    return [Problem(.warning, in: pages[Notes.pageLimit].path, message)]
  }

  /// `5,000,000`.
  private static func grouped(_ count: Int) -> String {
    var digits = Array(String(count))
    for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
    return String(digits)
  }
}
