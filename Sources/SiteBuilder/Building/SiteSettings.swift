import Bytes
import CalendarPages
import CivilTime
import Events
import Gate
import Publishing
import Readers
import SiteTerms
import Themes
import TimeZones

/// The settings of a site, from the command line and site.yml. The command line takes precedence.
struct SiteSettings: Sendable {
  let now: Instant
  /// The first is the site's own, the others have folders; never empty, without duplicates.
  let zones: [Zone]
  /// Whether nobody named a zone, so that this computer's is used.
  let isZoneAssumed: Bool
  let locale: LocaleTable
  /// Empty if nobody named one.
  let title: [UInt8]
  let description: [UInt8]
  /// The site's address, ending in a slash; empty if unknown.
  let url: [UInt8]
  /// Those that pages follow as they are written.
  let pages: PageSettings
  /// The folder of its language below that of the site, ending in a slash; empty for the first language.
  let root: String
  /// Whether search engines may list the site.
  let isIndexed: Bool
  /// The window and the kinds of pages, for a zone that skips no day.
  let links: Links

  /// - Parameters:
  ///   - edge: the target of links to sections outside of the window.
  ///   - folder: the site's folder below the address of the command line: empty, or ending in a slash.
  ///   - language: an index of ``languages(_:_:)``.
  ///   - words: those of the language, which the table of a second calendar has; `nil` where there is none.
  init(
    _ configuration: SiteConfiguration, _ inputs: BuildInputs, edge: Links.Edge, in folder: String = "",
    language: Int = 0, words: Words? = nil
  ) throws(BuildError) {
    now = inputs.now
    var zones = inputs.zones
    if zones.isEmpty {
      for name in configuration.zones {
        zones.append(try ReadingOptions.zone(String(decoding: name, as: UTF8.self), inputs.system))
      }
    }
    isZoneAssumed = zones.isEmpty
    if zones.isEmpty { zones.append(inputs.system.local() ?? .utc) }
    var distinct: [Zone] = []
    for zone in zones where !distinct.contains(zone) {
      // If two zones have the same folder name, the first one gets it.
      if distinct.dropFirst().contains(where: { Self.slug(of: $0) == Self.slug(of: zone) }) { continue }
      distinct.append(zone)
    }
    self.zones = distinct
    let tag = Self.languages(configuration, inputs)[language]
    root = language == 0 ? "" : "lang/\(tag)/"
    let window = try inputs.options.reading.window(configuration.window, now: zones[0].day(at: now))
    let customs = SystemLocale.Customs(configuration)
    let table = inputs.shared.locale(tag, customs)
    locale =
      if let name = configuration.secondCalendar {
        SystemLocale.table(tag, customs, second: SecondCalendar(name, around: window, table, words))
      } else {
        table
      }
    title = configuration.title.onOneLine
    description = configuration.description
    let site = inputs.baseURL.map { $0 + Array(folder.utf8) } ?? configuration.url.endingInSlash
    url = site.isEmpty ? [] : site + Array(root.utf8)
    isIndexed = configuration.isIndexed ?? (configuration.privacy == .full)
    pages = configuration.pages
    links = Links(
      window: window,
      kinds: ViewKinds(ViewKind.allCases.filter { configuration.views.contains("\($0.name)") }),
      rules: locale.weekRules, edge: edge)
  }

  /// What all pages of the site share, before its assets are known.
  /// - Parameters:
  ///   - languages: seen from its first zone; `nil` if there is one.
  ///   - catalog: its feeds.
  func facts(
    _ words: Words, _ languages: SiteLanguages?, _ catalog: FeedCatalog, _ store: EventStore
  ) -> SiteFacts {
    var facts = SiteFacts(locale, words, kinds: links.kinds, window: links.window, settings: pages)
    facts.title = title.isEmpty ? words[.calendar] : title
    facts.description = description.onOneLine
    facts.url = url
    facts.isIndexed = isIndexed
    facts.feeds = catalog.feeds.map { $0.link(catalog, store, title: facts.title, words) }
    facts.languages = languages
    return facts
  }

  /// The tags of the languages that a site is published in, the main one first.
  static func languages(_ configuration: SiteConfiguration, _ inputs: BuildInputs) -> [String] {
    if let locale = inputs.locale { return [locale] }
    return configuration.locales.isEmpty ? [configuration.locale ?? "en"] : configuration.locales
  }

  /// The folder of a zone's site, ending in a slash; empty for the first zone.
  func prefix(ofZone index: Int) -> String {
    index == 0 ? "" : "zone/\(Self.slug(of: zones[index]))/"
  }

  private static func slug(of zone: Zone) -> String {
    String(decoding: ZoneSpelling.slug(of: zone.identifier), as: UTF8.self)
  }
}
