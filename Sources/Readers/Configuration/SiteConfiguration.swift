import Bytes
import CalendarPages
import CivilTime

/// `site.yml`, with the defaults of what it leaves out.
package struct SiteConfiguration: Sendable {
  /// The file, as the user would type it; it need not exist.
  package var path: String
  /// Whether there is one.
  package var exists = false
  package var title: [UInt8] = []
  package var description: [UInt8] = []
  /// `https://…/`, always with its last slash; empty if nobody said.
  package var url: [UInt8] = []
  package var author = Author()
  /// A BCP 47 tag, `en-GB`; `nil` if nobody said.
  package var locale: String?
  /// Names that the zone table knows, as it spells them; the first is the site's own.
  package var zones: [[UInt8]] = []
  /// `nil`: as the locale has it.
  package var firstWeekday: Weekday?
  /// `nil`: as the locale has it.
  package var hourCycle: HourCycle?
  package var window = Window()
  /// Names of ``viewNames``, without repetition, in their order.
  package var views = SiteConfiguration.viewNames
  /// Whether each event has a page and a file of its own; without them, events lead to their day.
  package var hasEventPages = true
  /// Whether weeks bear their numbers; `nil`: as the theme has it.
  package var weekNumbers: Bool?
  package var privacy = Privacy.full
  /// Whether files are read that links in the content folder lead out to.
  package var followsLinks = false
  /// The theme's folder, as the user would type it from where the command runs; `nil` if nobody said.
  package var templates: String?
  /// Why that folder can't be used; nothing is wrong where `--templates` names another.
  package var templatesProblem: Problem?
  /// What `weather` asks for; `nil` where nobody asks for any.
  package var weather: WeatherConfiguration?
  /// The place of each key that was written: `title`, `author.name`, `calendars[0].source`.
  package var positions: [String: Position] = [:]
  /// The place of each `privacy`'s value: `privacy`, `calendars[0].privacy`.
  package var privacyPositions: [String: Position] = [:]

  /// The kinds of view that `views` may name.
  package static let viewNames = ViewKind.allCases.map { "\($0.name)" }

  package struct Author: Sendable, Hashable {
    package var name: [UInt8] = []
    package var email: [UInt8] = []
  }

  package enum HourCycle: String, Sendable, CaseIterable {
    /// 11:30 pm; 12 at midnight and noon.
    case h12
    /// 23:30.
    case h23
  }

  /// What is published, each end by itself: a date, or months counted from that of the build. `nil`
  /// where nobody said.
  package struct Window: Sendable, Hashable {
    /// Whole months before the month of the build.
    package var before: Int?
    /// Whole months after it.
    package var after: Int?
    /// The first date.
    package var from: CivilDate?
    /// The date after the last.
    package var to: CivilDate?
  }

  /// A problem with a key's value that only later work finds.
  package func problem(_ severity: Diagnostic.Severity, at key: String, _ message: String) -> Problem {
    Problem(
      path: path,
      diagnostic: Diagnostic(severity, at: privacyPositions[key] ?? positions[key] ?? .start, text: message))
  }
}
