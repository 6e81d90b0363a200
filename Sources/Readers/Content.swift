import Bytes
import CivilTime
import Events

/// Everything in a content folder.
package struct Content: Sendable {
  /// The folder, as the user typed it.
  package var folder: String
  package var configuration: SiteConfiguration
  /// In the order of `site.yml`, otherwise sorted by name; the calendar for notes that are events comes last unless
  /// `site.yml` lists it.
  package var calendars: [CalendarSource]
  /// Sorted by the bytes of their paths.
  package var notes: [Note]
  /// The text at the foot of every page, as safe HTML like that of notes, and the images that it shows.
  package var footer: (html: [UInt8], images: [Note.Image]) = ([], [])
  /// What is published as it is, sorted by the bytes of the paths.
  package var statics: [StaticFiles.File] = []
  /// Sorted by path and position. At most ``Bytes/Diagnostics/limit`` per file, followed by one with the number left
  /// out.
  package var problems: [Problem]
  /// The subset for files and folders that exist but can't be read.
  package var unreadable: [Problem]
  /// Paths, as the user would type them, that were read through links out of the folder.
  package var outside: [String]
  /// `site.yml` can't be understood completely, so nothing may be published, since it might be with the wrong privacy.
  /// `configuration` holds what was understood.
  package var isConfigurationBroken: Bool
}

/// The content folder can't be read at all.
package enum ContentError: Error, Equatable, CustomStringConvertible {
  case missing(folder: String)
  case notAFolder(path: String)
  /// The reason is the system's error.
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

/// One calendar and the files read for it.
package struct CalendarSource: Sendable {
  /// Where a calendar comes from.
  package enum Origin: Sendable, Hashable {
    /// A path, as the user would type it.
    case file(String)
    case folder(String)
    /// An address, which is not kept here: it may be a secret.
    case remote
    /// Notes that are events.
    case notes
    /// A file that is only read, and why; a path, as the user would type it.
    case fixed(String, String)
    /// Events of a JSON file that name a calendar which has no file of its own; a path, as the user would type it.
    case events(String)
    /// Events and notes that name a calendar of `site.yml`, if there is no JSON file for them.
    case named

    /// Where its events can be edited.
    package var edits: Edits {
      switch self {
      case .file(let path), .events(let path): .file(path)
      case .folder(let path): .folder(path)
      case .fixed(_, let reason): .elsewhere(reason)
      case .remote: .elsewhere("this calendar is fetched and only read here; edit it in the program that it is from")
      case .named:
        .elsewhere("this calendar has no file; give it a source: in site.yml, or put an events.json beside site.yml")
      case .notes: .elsewhere("the events of this calendar are notes; edit the head of the note, or add a note")
      }
    }
  }

  /// Where a calendar's events can be edited.
  package enum Edits: Sendable, Hashable {
    /// In a file of all its events; a path, as the user would type it.
    case file(String)
    /// In a folder with a file for each event.
    case folder(String)
    /// Not by this program: the reason, and what to edit instead.
    case elsewhere(String)
  }

  /// Unique ignoring case, valid as a file name: `feeds/<name>.ics`.
  package var name: [UInt8]
  /// The visible title; empty if not set, so that the file's own name may be used.
  package var title: [UInt8] = []
  /// `#rrggbb` in lower case; empty if not set.
  package var color: [UInt8] = []
  /// `nil`: the site's level.
  package var privacy: Privacy?
  package var origin: Origin
  /// Sorted by name; empty if nothing could be read.
  package var files: [SourceFile] = []
  /// The state of a calendar that is fetched.
  package var remote: RemoteState?
  /// Of a calendar that `site.yml` lists: the index and the name of its entry. One entry may have several calendars.
  package var entry: (index: Int, name: String)?

  /// How current a fetched calendar is.
  package struct RemoteState: Sendable {
    /// Times in seconds since 1970.
    package var fetched, expires, until: Int64
    package var hasCopy: Bool
    package var hasFailed: Bool
    /// The file of its copy; empty if there is no place for one.
    package var path: String

    init(_ copy: RemoteCopy) {
      (fetched, expires, until) = (copy.fetched, copy.expires, copy.until)
      hasCopy = copy.body != nil
      hasFailed = copy.failure != nil
      path = copy.path
    }

    /// Whether its copy is older at a time than it should be.
    package func isStale(at seconds: Int64) -> Bool { hasCopy && seconds >= expires }
  }

  /// The calendars on whose days its series have no instances.
  package var except: [Exception] = []

  /// A calendar on whose days something does not take place.
  package struct Exception: Sendable {
    /// As written.
    package var name: [UInt8]
    /// The index of the calendar, once it is known.
    package var calendar = -1
    /// Where it is named.
    package var path: String
    package var position: Position
  }
}

/// A file's events, as iCalendar.
package struct SourceFile: Sendable {
  /// The original file, as the user would type it.
  package var path: String
  /// The bytes of a `.ics` file, where lines that ended with CR alone end with LF; or iCalendar made of another format.
  package var iCalendar: [UInt8]
  /// The level that the file asks for itself; `nil`: its calendar's.
  package var privacy: Privacy?
  /// Where it asks for it.
  package var privacyPosition: Position?
  /// For events converted to iCalendar: the position of the n-th VEVENT in the original file.
  package var eventPositions: [Position]?
  /// The calendar's name as its events spell it, for events that name one.
  package var calendarName: [UInt8] = []
  /// Why its events can't be edited in their file; `nil` if they can.
  package var whyFixed: String?
  /// The events that do not take place on days of other calendars.
  package var excepts: [Except] = []

  package struct Except: Sendable {
    /// The number of the VEVENT in the file, from 0.
    package var event: Int
    /// The names of the calendars.
    package var names: [[UInt8]]
    package var position: Position
    /// The calendars, as indices, once they are known.
    package var calendars: [Int] = []
  }

  /// Whether its descriptions are plain text, which may mention tags: those of notes are. Others may be HTML.
  package var hasPlainTexts = false
  /// Whether ``iCalendar`` was translated from another syntax, mistakes included: problems found in it are anywhere.
  package var isTranslated = false
  /// The origins of lines of ``iCalendar``: each entry applies from its line to the next entry.
  var origins: [Origin] = []

  struct Origin: Sendable {
    var line: UInt32
    var position: Position
  }

  /// The positions of its events for reading, which reports problems of whole events there; `nil` if they are reported
  /// in ``iCalendar``.
  package var readPositions: [Position]? { isTranslated ? nil : eventPositions }

  /// The line of the original file for one of ``iCalendar``.
  package func line(of line: UInt32) -> UInt32 { UInt32(position(of: Position(line: Int(line), column: 1)).line) }

  /// The position in the original file of a line of ``iCalendar``, for problems found there. For a `.ics` file it is
  /// the same position. O(log lines).
  package func position(of place: Position) -> Position {
    guard eventPositions != nil else { return place }
    let next = origins.partitioningIndex { Int($0.line) > place.line }
    return next > 0 ? origins[next - 1].position : .start
  }
}
