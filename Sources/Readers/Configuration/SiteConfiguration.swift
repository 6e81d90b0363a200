import Bytes
import CivilTime
import Events
import SiteTerms

/// The settings of `site.yml`, with defaults for absent keys.
package struct SiteConfiguration: Sendable {
  /// The file's path, as the user would type it; the file need not exist.
  package var path: String
  /// Whether the file exists.
  package var exists = false
  package var title: [UInt8] = []
  package var description: [UInt8] = []
  /// `https://…/`, always with a final slash; empty if not set.
  package var url: [UInt8] = []
  package var author = Author()
  /// A BCP 47 tag such as `en-GB`; `nil` if not set.
  package var locale: String?
  /// The languages that the site is published in, if there are several: ``locale`` is the first.
  package var locales: [String] = []
  /// Names in the zone table's spelling; the first is the site's own.
  package var zones: [[UInt8]] = []
  /// `nil`: the locale's.
  package var firstWeekday: Weekday?
  /// How many days of a year its first week has at least; `nil`: the locale's.
  package var minimalDays: Int?
  /// By ``CivilTime/Weekday/rawValue``, bit 1 for Monday; `nil`: the locale's.
  package var weekendDays: UInt8?
  /// The days on which `free` looks for free time, by ``CivilTime/Weekday/rawValue``, bit 1 for Monday; `nil`: all.
  package var workdays: UInt8?
  /// The hours of a day in which `free` looks for free time, in minutes from midnight; `nil`: ``WorkingHours/usual``.
  package var hours: Range<Int>?
  /// `nil`: the locale's.
  package var hourCycle: HourCycle?
  /// The name of a numbering system, `latn`; `nil`: the locale's.
  package var digits: String?
  /// One of ``secondCalendars``; `nil` for none.
  package var secondCalendar: String?
  package var window = Window()
  /// From ``viewNames``, without duplicates, in that order.
  package var views = SiteConfiguration.viewNames
  /// Those that pages follow as they are written.
  package var pages = PageSettings()
  /// Whether weeks show their numbers; `nil`: the theme decides.
  package var weekNumbers: Bool?
  /// The least strict level of everything that is published.
  package var privacy = Privacy.full
  /// Files that may be meant as `site.yml`, which are errors.
  package var otherPaths: [String] = []
  /// Whether the mail addresses of the people of events are published.
  package var hasMail = false
  /// The levels of single events.
  package var rules: [Rule] = []
  /// The keys of events that decide who sees them.
  var vitalKeys: [String] {
    let ruled = rules.compactMap { $0.condition.vitalKey.map { "\($0)" } }
    return EventFields.vitalKeys + Set(ruled).sorted()
  }
  /// The withheld texts that the scan of the output does not look for.
  package var allowed: [@Sendable ([UInt8]) -> Bool] = []
  /// The sites that are made of the content; if empty, there is one for everybody.
  package var audiences: [Audience] = []
  /// The position of each of ``audiences``.
  package var audiencePositions: [Position] = []
  /// Whether search engines may list the site; `nil`: what its level implies.
  package var isIndexed: Bool?
  /// Whether links out of the content folder are followed when reading.
  package var followsLinks = false
  /// The theme's folder, relative to the working folder; `nil` if not set.
  package var templates: String?
  /// Why that folder can't be used; irrelevant if `--templates` is given.
  package var templatesProblem: Problem?
  /// How the site looks.
  package var look = SiteLook()
  /// How long programs should wait before they ask for a feed again, in seconds.
  package var feedRefresh: Int64 = 12 * 3_600
  package var feedFilters: [FeedFilter] = []
  /// Whether each category has a feed.
  package var hasCategoryFeeds = true
  /// The names of the entries of `calendars` that are conferences.
  package var conferences: Set<String> = []
  /// The settings of `network`.
  package var network = NetworkConfiguration()
  /// The settings of `weather`; `nil` if it is off.
  package var weather: WeatherConfiguration?
  /// Whether browsers keep pages for reading without a connection.
  package var offline = Offline.off
  /// The position of each key that is present: `title`, `author.name`, `calendars[0].source`.
  package var positions: [String: Position] = [:]
  /// The position of the value of each `privacy`: `privacy`, `calendars[0].privacy`.
  package var privacyPositions: [String: Position] = [:]

  /// The calendars that `secondCalendar` may name.
  package static let secondCalendars = [
    "chinese", "hebrew", "islamic-umalqura", "islamic-civil", "persian", "japanese", "buddhist", "ethiopic", "indian",
  ]

  /// The kinds of view that `views` may name.
  package static let viewNames = ViewKind.allCases.map { "\($0.name)" }

  /// One of `rules`, as it is written.
  package struct Rule: Sendable {
    package var privacy: Privacy
    package var condition: PrivacyRule.Condition
    /// `class`, `category` or `title`, and the value.
    package var key, value: String
    package var position: Position
  }

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

  /// What becomes of the service worker, which keeps pages in browsers.
  package enum Offline: Sendable, Hashable {
    /// None is published; one that an earlier build published is replaced by one that removes itself.
    case off
    /// It is published.
    case on
    /// One that removes itself is published, whatever earlier builds did: for builds that do not know the last one.
    case removed
  }

  /// What requests of a build may do.
  package struct NetworkConfiguration: Sendable, Hashable {
    package var access = NetworkAccess()
    /// The greatest time for one calendar.
    package var milliseconds = RemoteLimits.milliseconds
  }

  /// The published dates. Each end is a date, or a number of months from the month of the build; `nil` if not set.
  package struct Window: Sendable, Hashable {
    /// Whole months before the month of the build.
    package var before: Int?
    /// Whole months after it.
    package var after: Int?
    /// The first date, inclusive.
    package var from: CivilDate?
    /// The end, exclusive.
    package var to: CivilDate?
  }

  /// A problem with the value of a key that is only found later.
  package func problem(_ severity: Diagnostic.Severity, at key: String, _ message: String) -> Problem {
    Problem(
      path: path,
      diagnostic: Diagnostic(severity, at: privacyPositions[key] ?? positions[key] ?? .start, text: message))
  }
}
