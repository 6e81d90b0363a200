import Bytes
import CivilTime
import Events
import Mustache
import SiteTerms
import TimeZones

/// The inputs of pages except events: the contents of `data/site.bin`, from which a reader's browser makes exactly the
/// pages that the generator would.
///
/// Events are in files of their own (``EventFiles``), listed here with hashes of their bytes: only this file is
/// revalidated, all others may be cached for ever.
///
/// A class: it is large, and copying it field by field would be much code in the browser.
package final class SiteData: Sendable {
  package let title: [UInt8]
  package let description: [UInt8]
  /// As ``Site/url``, for the site's first zone.
  package let url: [UInt8]
  package let locale: LocaleTable
  package let words: Words
  package let kinds: ViewKinds
  /// Whether events have their own pages.
  package let hasEventPages: Bool
  /// The published dates.
  package let window: Range<CivilDate>
  /// In content order, which decides between equal versions of an event.
  package let calendars: [CalendarInfo]
  /// Only notes on events include HTML: sections show only titles, and notes have their own pages.
  package let notes: [NotePage]
  /// Relative to the root of the site's first zone.
  package let assets: Assets
  package let stale: [StaleCalendar]
  /// The zones that have published pages, the site's own first.
  package let published: [PublishedZone]
  /// The zones of the events and of ``published``.
  package let zones: DataZones
  /// The path of the archive of all zones; empty if there is none.
  package let world: [UInt8]
  package let files: EventFiles
  /// The names of event pages.
  package let slugs: EventSlugs
  /// `nil` if no page shows weather.
  package let weather: Weather?
  /// Seen from the first zone; `nil` if the site is published in one language.
  package let languages: SiteLanguages?
  /// As ``Site/feeds``: those of all zones have the same paths.
  package let feeds: [FeedLink]
  package let columns: Columns
  package let templates: TemplateSet

  package init(
    title: [UInt8], description: [UInt8], url: [UInt8], locale: LocaleTable, words: Words,
    kinds: ViewKinds, hasEventPages: Bool, window: Range<CivilDate>, calendars: [CalendarInfo], notes: [NotePage],
    assets: Assets, stale: [StaleCalendar], published: [PublishedZone], zones: DataZones, world: [UInt8],
    files: EventFiles,
    slugs: EventSlugs, weather: Weather?, languages: SiteLanguages? = nil, feeds: [FeedLink],
    columns: Columns = .none, templates: TemplateSet
  ) {
    self.title = title
    self.description = description
    self.url = url
    self.locale = locale
    self.words = words
    self.kinds = kinds
    self.hasEventPages = hasEventPages
    self.window = window
    self.calendars = calendars
    self.notes = notes
    self.assets = assets
    self.stale = stale
    self.published = published
    self.zones = zones
    self.world = world
    self.files = files
    self.slugs = slugs
    self.weather = weather
    self.languages = languages
    self.feeds = feeds
    self.columns = columns
    self.templates = templates
  }
}

/// A zone with published pages.
package struct PublishedZone: Sendable {
  /// As ``TimeZones/Zone/identifier``.
  package var identifier: [UInt8]
  /// Its folder with a slash, `zone/utc-plus-8/`; empty for the site's first.
  package var prefix: [UInt8]
  /// The day of the build in this zone.
  package var today: CivilDate

  package init(identifier: [UInt8], prefix: [UInt8], today: CivilDate) {
    (self.identifier, self.prefix, self.today) = (identifier, prefix, today)
  }
}
