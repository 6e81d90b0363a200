import Bytes
import CalendarPages
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
  package let facts: SiteFacts
  /// In content order, which decides between equal versions of an event.
  package let calendars: [CalendarInfo]
  /// Only notes on events include HTML: sections show only titles, and notes have their own pages.
  package let notes: [NotePage]
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
  package let templates: TemplateSet
  /// A hash of all templates, also of those that no browser needs: browsers take this file for the mark of a build.
  private let theme: UInt64

  /// - Parameters:
  ///   - site: that of the first zone, which has ``calendars``, ``notes`` and ``weather``.
  ///   - facts: what browsers need of those of the site.
  package init(
    of site: Site, facts: SiteFacts, published: [PublishedZone], zones: DataZones, world: [UInt8], files: EventFiles,
    slugs: EventSlugs, templates: TemplateSet, theme: UInt64
  ) {
    self.facts = facts
    calendars = site.events.calendars
    notes = site.notes.all
    self.published = published
    self.zones = zones
    self.world = world
    self.files = files
    self.slugs = slugs
    weather = site.weather
    self.templates = templates
    self.theme = theme
  }

  /// The beginning of the file, which identifies the version of its format; to be changed with any part of it.
  private static let mark: StaticString = "BLSB"

  /// The file `data/site.bin`: the mark, all fields, and a hash of everything before it. O(size).
  package func file() -> [UInt8] {
    var out = [UInt8](Self.mark)
    facts.pack(to: &out)
    calendars.pack(to: &out)
    notes.pack(to: &out)
    published.pack(to: &out)
    zones.pack(to: &out)
    out.pack(world)
    files.pack(to: &out)
    slugs.pack(to: &out)
    weather.pack(to: &out)
    templates.pack(to: &out)
    out.pack(theme)
    out.seal()
    return out
  }

  /// Reads what ``file()`` wrote; `nil` if the bytes are anything else, incomplete, or of another version. O(size).
  package init?(file bytes: [UInt8]) {
    guard var reader = Unpacker(sealed: bytes, mark: Self.mark) else { return nil }
    facts = SiteFacts(&reader)
    calendars = [CalendarInfo](&reader)
    notes = [NotePage](&reader)
    published = [PublishedZone](&reader)
    zones = DataZones(&reader)
    world = reader.text()
    files = EventFiles(&reader)
    slugs = EventSlugs(&reader)
    weather = Weather?(&reader)
    templates = TemplateSet(&reader)
    theme = reader.number()
    if !reader.isSound || !reader.isAtEnd || published.isEmpty { return nil }
  }
}

/// A zone with published pages.
package struct PublishedZone: Sendable {
  /// As ``TimeZones/Zone/identifier``.
  package var identifier: [UInt8]
  /// Its folder with a slash, `zone/utc-plus-8/`; empty for the site's first.
  package var prefix: [UInt8]
  /// The first day of the month of the build in this zone.
  package var month: CivilDate

  package init(identifier: [UInt8], prefix: [UInt8], month: CivilDate) {
    (self.identifier, self.prefix, self.month) = (identifier, prefix, month)
  }
}
