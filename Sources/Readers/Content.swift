import Bytes
import CivilTime

/// All that a content folder says.
package struct Content: Sendable {
  /// The folder, as the user typed it.
  package var folder: String
  package var configuration: SiteConfiguration
  /// In the order of `site.yml`, else by name; the calendar of notes that are events comes last
  /// unless `site.yml` names it.
  package var calendars: [CalendarSource]
  /// By path, bytewise.
  package var notes: [Note]
  /// By path, then by place. At most ``Bytes/Diagnostics/limit`` of a file, and one more that says how
  /// many there were beyond.
  package var problems: [Problem]
  /// Those that say that a file or folder is there and can't be read.
  package var unreadable: [Problem]
  /// What was read through links that lead out of the folder, as the user would type it.
  package var outside: [String]
  /// `site.yml` can't be understood in full: nothing should be published, lest it be under the wrong
  /// privacy. `configuration` holds what was understood.
  package var isConfigurationBroken: Bool
}

/// The content folder can't be read at all.
package enum ContentError: Error, Equatable, CustomStringConvertible {
  case missing(folder: String)
  case notAFolder(path: String)
  /// The reason is the system's.
  case unreadable(folder: String, reason: String)

  package var description: String {
    switch self {
    case .missing(let folder):
      "\(folder): there is no such folder; name the folder of your content with --content, or make one with init"
    case .notAFolder(let path):
      "\(path): this is a file; --content takes the folder that holds site.yml, calendars and notes"
    case .unreadable(let folder, let reason):
      "\(folder): the folder can't be read (\(reason)); check its permissions"
    }
  }
}

/// Who may see how much. Ordered from the most open to the strictest.
package enum Privacy: UInt8, Sendable, Hashable, Comparable, CaseIterable {
  /// Everything.
  case full
  /// Titles, times, status and category.
  case titles
  /// Merged busy intervals.
  case busy
  /// Nothing.
  case hidden

  package static func < (left: Privacy, right: Privacy) -> Bool { left.rawValue < right.rawValue }

  /// As `site.yml` has it.
  package var name: String {
    switch self {
    case .full: "full"
    case .titles: "titles"
    case .busy: "busy"
    case .hidden: "hidden"
    }
  }
}

/// One calendar and what was read for it.
package struct CalendarSource: Sendable {
  /// Where a calendar comes from.
  package enum Origin: Sendable, Hashable {
    /// A path, as the user would type it.
    case file(String)
    case folder(String)
    /// An address with `https:` (or `http:`), from which nothing has been fetched.
    case remote(url: [UInt8])
    /// Notes that are events.
    case notes
    /// Events of a JSON file that name a calendar which is nowhere else; a path, as the user would type it.
    case events(String)
  }

  /// Unique without regard to case, safe as a file name: `feeds/<name>.ics`.
  package var name: [UInt8]
  /// What people read; empty if nobody said, so that the file's own name may be taken.
  package var title: [UInt8]
  /// `#rrggbb` in lower case; empty if nobody said.
  package var color: [UInt8]
  /// `nil`: the site's.
  package var privacy: Privacy?
  package var origin: Origin
  /// In the order of their names; empty where nothing could be read.
  package var files: [SourceFile]
}

/// A file's events, as iCalendar.
package struct SourceFile: Sendable {
  /// The real file, as the user would type it.
  package var path: String
  /// A `.ics` file's bytes as they are, or what events.json or a note became.
  package var iCalendar: [UInt8]
  /// Where events were not written as iCalendar: the place of the n-th VEVENT in the real file.
  package var eventPositions: [Position]?
  /// Where lines of ``iCalendar`` come from; by line, and each holds until the next.
  var origins: [Origin] = []

  struct Origin: Sendable {
    var line: UInt32
    var position: Position
  }

  /// The place in the real file of what stands at a line of ``iCalendar``: for problems found there.
  /// The same place for a `.ics` file. O(log lines).
  package func position(of place: Position) -> Position {
    guard eventPositions != nil else { return place }
    var low = 0
    var high = origins.count
    while low < high {
      let middle = (low + high) / 2
      if Int(origins[middle].line) <= place.line { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? origins[low - 1].position : Position(line: 1, column: 1)
  }
}
