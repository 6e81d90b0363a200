import Bytes
import CalendarPages
import CivilTime
import DataFiles
import Events
import Sections
import SiteTerms
import TimeZones

/// What a search needs besides the files of terms and entries: `data/search/search.bin`. It changes with the site's
/// settings, its window and its language, and seldom with an event.
package struct SearchDirectory: Sendable, Fields {
  /// The beginning of the file, which identifies the version of the index; to be changed with any part of it.
  private static let mark: StaticString = "BLF5"

  let locale: LocaleTable
  let words: Words
  let kinds: ViewKinds
  let hasEventPages: Bool
  let window: Range<CivilDate>
  let calendars: [CalendarInfo]
  let spelling: SlugSpelling
  /// The zone that the site is published in.
  let home: [UInt8]
  /// The zones of the events.
  let zones: DataZones
  /// The path of the archive of all zones; empty if there is none.
  let world: [UInt8]
  let layout: SearchFiles

  package init(
    _ site: Site, _ slugs: EventSlugs, _ zones: DataZones, world: [UInt8], _ layout: SearchFiles
  ) {
    (locale, words, kinds, window) = (site.locale, site.words, site.links.kinds, site.links.window)
    hasEventPages = site.settings.hasEventPages
    calendars = site.events.calendars.filter { !$0.isBusyTime }
    spelling = slugs.spelling
    home = site.zone.identifier
    self.zones = zones
    self.world = world
    self.layout = layout
  }

  package init<Pass: FieldPass>(_ pass: inout Pass, _ known: SearchDirectory?) {
    locale = pass.field(known?.locale)
    words = pass.field(known?.words)
    kinds = pass.field(known?.kinds)
    hasEventPages = pass.field(known?.hasEventPages)
    window = pass.field(known?.window)
    calendars = pass.field(known?.calendars)
    spelling = pass.field(known?.spelling)
    home = pass.text(known?.home)
    zones = pass.field(known?.zones)
    world = pass.text(known?.world)
    layout = pass.field(known?.layout)
  }

  /// The bytes of the file, and a hash of them at its end. O(size).
  package func file() -> [UInt8] {
    var out = [UInt8](Self.mark)
    pack(to: &out)
    out.seal()
    return out
  }

  /// Reads what ``file()`` wrote; `nil` if the bytes are anything else, or of another version. O(size).
  package init?(file bytes: [UInt8]) {
    guard var reader = Unpacker(sealed: bytes, mark: Self.mark) else { return nil }
    self.init(&reader)
    if !reader.isSound || !reader.isAtEnd { return nil }
  }
}
