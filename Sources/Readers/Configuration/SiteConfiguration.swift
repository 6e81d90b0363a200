import Bytes
import CalendarPages
import CivilTime

/// The settings of `site.yml`, with defaults for absent keys.
public struct SiteConfiguration: Sendable {
  /// The file's path, as the user would type it; the file need not exist.
  public var path: String
  /// Whether the file exists.
  public var exists = false
  public var title: [UInt8] = []
  public var description: [UInt8] = []
  /// `https://…/`, always with a final slash; empty if not set.
  public var url: [UInt8] = []
  public var author = Author()
  /// A BCP 47 tag such as `en-GB`; `nil` if not set.
  public var locale: String?
  /// Names in the zone table's spelling; the first is the site's own.
  public var zones: [[UInt8]] = []
  /// `nil`: the locale's.
  public var firstWeekday: Weekday?
  /// `nil`: the locale's.
  public var hourCycle: HourCycle?
  public var window = Window()
  /// From ``viewNames``, without duplicates, in that order.
  public var views = SiteConfiguration.viewNames
  /// Whether each event has its own page and file; otherwise events link to their day.
  public var hasEventPages = true
  /// Whether weeks show their numbers; `nil`: the theme decides.
  public var weekNumbers: Bool?
  public var privacy = Privacy.full
  /// Whether links out of the content folder are followed when reading.
  public var followsLinks = false
  /// The theme's folder, relative to the working folder; `nil` if not set.
  public var templates: String?
  /// Why that folder can't be used; irrelevant if `--templates` is given.
  public var templatesProblem: Problem?
  /// The settings of `weather`; `nil` if it is off.
  public var weather: WeatherConfiguration?
  /// The position of each key that is present: `title`, `author.name`, `calendars[0].source`.
  public var positions: [String: Position] = [:]
  /// The position of the value of each `privacy`: `privacy`, `calendars[0].privacy`.
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

  /// The published dates. Each end is a date, or a number of months from the month of the build; `nil` if not set.
  public struct Window: Sendable, Hashable {
    /// Whole months before the month of the build.
    public var before: Int?
    /// Whole months after it.
    public var after: Int?
    /// The first date, inclusive.
    public var from: CivilDate?
    /// The end, exclusive.
    public var to: CivilDate?
  }

  /// A problem with the value of a key that is only found later.
  public func problem(_ severity: Diagnostic.Severity, at key: String, _ message: String) -> Problem {
    Problem(
      path: path,
      diagnostic: Diagnostic(severity, at: privacyPositions[key] ?? positions[key] ?? .start, text: message))
  }
}
