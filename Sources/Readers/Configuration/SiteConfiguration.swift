import Bytes
import CalendarPages
import CivilTime

/// `site.yml`, with the defaults of what it leaves out.
public struct SiteConfiguration: Sendable {
  /// The file, as the user would type it; it need not exist.
  public var path: String
  /// Whether there is one.
  public var exists = false
  public var title: [UInt8] = []
  public var description: [UInt8] = []
  /// `https://…/`, always with its last slash; empty if nobody said.
  public var url: [UInt8] = []
  public var author = Author()
  /// A BCP 47 tag, `en-GB`; `nil` if nobody said.
  public var locale: String?
  /// Names that the zone table knows, as it spells them; the first is the site's own.
  public var zones: [[UInt8]] = []
  /// `nil`: as the locale has it.
  public var firstWeekday: Weekday?
  /// `nil`: as the locale has it.
  public var hourCycle: HourCycle?
  public var window = Window()
  /// Names of ``viewNames``, without repetition, in their order.
  public var views = SiteConfiguration.viewNames
  /// Whether each event has a page and a file of its own; without them, events lead to their day.
  public var hasEventPages = true
  /// Whether weeks bear their numbers; `nil`: as the theme has it.
  public var weekNumbers: Bool?
  public var privacy = Privacy.full
  /// Whether files are read that links in the content folder lead out to.
  public var followsLinks = false
  /// The theme's folder, as the user would type it from where the command runs; `nil` if nobody said.
  public var templates: String?
  /// Why that folder can't be used; nothing is wrong where `--templates` names another.
  public var templatesProblem: Problem?
  /// What `weather` asks for; `nil` where nobody asks for any.
  public var weather: WeatherConfiguration?
  /// The place of each key that was written: `title`, `author.name`, `calendars[0].source`.
  public var positions: [String: Position] = [:]
  /// The place of each `privacy`'s value: `privacy`, `calendars[0].privacy`.
  public var privacyPositions: [String: Position] = [:]

  /// The kinds of view that `views` may name.
  public static let viewNames = ViewKind.allCases.map { "\($0.name)" }

  public struct Author: Sendable, Hashable {
    public var name: [UInt8] = []
    public var email: [UInt8] = []
  }

  public enum HourCycle: String, Sendable, CaseIterable {
    /// 11:30 pm; 12 at midnight and noon.
    case h12
    /// 23:30.
    case h23
  }

  /// What is published, each end by itself: a date, or months counted from that of the build. `nil`
  /// where nobody said.
  public struct Window: Sendable, Hashable {
    /// Whole months before the month of the build.
    public var before: Int?
    /// Whole months after it.
    public var after: Int?
    /// The first date.
    public var from: CivilDate?
    /// The date after the last.
    public var to: CivilDate?
  }

  /// A problem with a key's value that only later work finds.
  public func problem(_ severity: Diagnostic.Severity, at key: String, _ message: String) -> Problem {
    Problem(
      path: path,
      diagnostic: Diagnostic(severity, at: privacyPositions[key] ?? positions[key] ?? .start, text: message))
  }
}
