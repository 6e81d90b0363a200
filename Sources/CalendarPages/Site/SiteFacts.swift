import Bytes
import CivilTime
import Events
import SiteTerms

/// What all pages of a site share, in every zone and wherever they are made: the settings, names and files of a site in
/// one language. ``Site`` has what follows from it in one zone.
///
/// `data/site.bin` and the fingerprints of pages are made of the same list of fields, ``init(_:_:)``.
package struct SiteFacts: Sendable, Fields {
  package var title: [UInt8]
  package var description: [UInt8]
  /// The address of the first zone's site, ending in a slash; empty if unknown.
  package var url: [UInt8]
  package var locale: LocaleTable
  package var words: Words
  package var kinds: ViewKinds
  /// The published dates.
  package var window: Range<CivilDate>
  package var settings: PageSettings
  /// Whether search engines may list it. Of a page that is made in a browser, the page that shows it decides.
  package var isIndexed: Bool
  /// The published feeds, in the order in which pages name them. Those of all zones have the same paths.
  package var feeds: [FeedLink]
  /// Seen from the first zone; `nil` if the site is published in one language.
  package var languages: Optional<SiteLanguages>
  /// From the root of the first zone's site.
  package var assets: Assets
  /// The calendars that are older than they should be; the foot of every page says so.
  package var stale: [StaleCalendar]

  /// A site without a title, and without anything that is known only when its content is read.
  package init(
    _ locale: LocaleTable, _ words: Words, kinds: ViewKinds = .all, window: Range<CivilDate>,
    settings: PageSettings = PageSettings()
  ) {
    (title, description, url) = ([], [], [])
    (self.locale, self.words) = (locale, words)
    (self.kinds, self.window) = (kinds, window)
    self.settings = settings
    isIndexed = true
    feeds = []
    languages = nil
    assets = .none
    stale = []
  }

  package init<Pass: FieldPass>(_ pass: inout Pass, _ known: SiteFacts?) {
    title = pass.text(known?.title)
    description = pass.text(known?.description)
    url = pass.text(known?.url)
    locale = pass.field(known?.locale)
    words = pass.field(known?.words)
    kinds = pass.field(known?.kinds)
    window = pass.field(known?.window)
    settings = pass.field(known?.settings)
    isIndexed = pass.field(known?.isIndexed)
    feeds = pass.field(known?.feeds)
    languages = pass.optional(known?.languages)
    assets = pass.field(known?.assets)
    stale = pass.field(known?.stale)
  }
}

/// A calendar that could not be fetched in time.
package struct StaleCalendar: Sendable {
  /// The index of the calendar among those of the site; -1 if readers are told of busy time only.
  package var calendar: Int
  /// When it was last known to be current, in seconds since 1970.
  package var since: Int64

  package init(calendar: Int, since: Int64) { (self.calendar, self.since) = (calendar, since) }
}
