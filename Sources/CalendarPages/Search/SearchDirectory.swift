import Bytes
import CivilTime
import Events
import Sections
import SiteTerms
import TimeZones

/// What a search needs besides the files of terms and entries: `data/search/search.bin`. It changes with the site's
/// settings, its window and its language, and seldom with an event.
package struct SearchDirectory: Sendable {
  /// The beginning of the file, which identifies the version of the index; to be changed with any part of it.
  private static let mark: StaticString = "BLF3"

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
    _ site: Site, hasEventPages: Bool, _ slugs: EventSlugs, _ zones: DataZones, world: [UInt8], _ layout: SearchFiles
  ) {
    (locale, words, kinds, window) = (site.locale, site.words, site.links.kinds, site.links.window)
    self.hasEventPages = hasEventPages
    calendars = site.events.calendars.filter { !$0.isBusyTime }
    spelling = slugs.spelling
    home = site.zone.identifier
    self.zones = zones
    self.world = world
    self.layout = layout
  }

  /// The bytes of the file, and a hash of them at its end. O(size).
  package func packed() -> [UInt8] {
    var out = [UInt8](Self.mark)
    out.append(contentsOf: locale.packed)
    words.pack(to: &out)
    out.append(kinds.bits)
    out.append(hasEventPages ? 1 : 0)
    out.pack(window)
    out.pack(calendars)
    out.append(spelling.rawValue)
    out.pack(home)
    out.pack(zones)
    out.pack(world)
    layout.pack(to: &out)
    out.seal()
    return out
  }

  /// Reads what ``packed()`` wrote; `nil` if the bytes are anything else, or of another version. O(size).
  package init?(_ bytes: [UInt8]) {
    guard var reader = Unpacker(sealed: bytes, mark: Self.mark) else { return nil }
    locale = LocaleTable(&reader)
    words = reader.words()
    kinds = ViewKinds(bits: reader.byte())
    hasEventPages = reader.byte() == 1
    window = reader.window()
    calendars = reader.calendars()
    spelling = SlugSpelling(rawValue: reader.byte()) ?? .plain
    home = reader.text()
    zones = reader.zones()
    world = reader.text()
    layout = SearchFiles(&reader)
    if !reader.isSound || !reader.isAtEnd { return nil }
  }
}
