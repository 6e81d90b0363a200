import Bytes
import CivilTime
import Events
import Mustache
import TimeZones

/// Everything but the events that pages are made of: what `data/site.bin` says, so that a reader's browser
/// makes the very pages that the generator would.
///
/// The events are in files of their own (``EventFiles``), named here with hashes of their bytes: this one
/// file is asked for anew, all others may be kept for ever.
///
/// A class: it is large, and copying it field by field is much code in the browser.
package final class SiteData: Sendable {
  package let title: [UInt8]
  package let description: [UInt8]
  /// As ``Site/url``, of the site's first zone.
  package let url: [UInt8]
  package let locale: LocaleTable
  package let kinds: ViewKinds
  /// Whether events have pages of their own.
  package let hasEventPages: Bool
  /// The dates that are published as files.
  package let window: Range<CivilDate>
  /// In the order of the content, which decides between equal events.
  package let calendars: [CalendarInfo]
  /// The HTML is there of notes on events only: sections show titles, and notes have pages of their own.
  package let notes: [NotePage]
  /// From the root of the site's first zone.
  package let assets: Assets
  package let notices: [[UInt8]]
  /// The zones with pages of their own, the site's first.
  package let published: [PublishedZone]
  /// The zones of the events and of ``published``.
  package let zones: DataZones
  /// The path of an archive of all zones there are; empty if there is none.
  package let world: [UInt8]
  package let files: EventFiles
  /// The slugs of events whose own would meet, by their places in the content.
  package let slugs: EventSlugs
  /// `nil` if no page shows any.
  package let weather: Weather?
  package let templates: TemplateSet

  package init(
    title: [UInt8], description: [UInt8], url: [UInt8], locale: LocaleTable, kinds: ViewKinds,
    hasEventPages: Bool, window: Range<CivilDate>, calendars: [CalendarInfo], notes: [NotePage], assets: Assets,
    notices: [[UInt8]], published: [PublishedZone], zones: DataZones, world: [UInt8], files: EventFiles,
    slugs: EventSlugs, weather: Weather?, templates: TemplateSet
  ) {
    self.title = title
    self.description = description
    self.url = url
    self.locale = locale
    self.kinds = kinds
    self.hasEventPages = hasEventPages
    self.window = window
    self.calendars = calendars
    self.notes = notes
    self.assets = assets
    self.notices = notices
    self.published = published
    self.zones = zones
    self.world = world
    self.files = files
    self.slugs = slugs
    self.weather = weather
    self.templates = templates
  }
}

/// A zone whose pages are published.
package struct PublishedZone: Sendable {
  /// As ``TimeZones/Zone/identifier``.
  package var identifier: [UInt8]
  /// Its folder with a slash, `zone/utc-plus-8/`; empty for the site's first.
  package var prefix: [UInt8]
  /// The day of the build, as its pages have it.
  package var today: CivilDate

  package init(identifier: [UInt8], prefix: [UInt8], today: CivilDate) {
    self.identifier = identifier
    self.prefix = prefix
    self.today = today
  }
}
