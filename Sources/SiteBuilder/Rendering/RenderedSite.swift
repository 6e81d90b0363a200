import Bytes
import CalendarPages
import CivilTime
import Events
import Publishing
import Settling

/// A site and the settled days that its pages need: immutable, shared by all threads.
struct RenderedSite: Sendable {
  var site: Site
  /// The days of the window, and those around the build's today, for the index.
  var days, indexDays: DayStore
  /// Empty, or the folder of its language, ending in a slash.
  let root: String
  /// The description as it is written, perhaps of several lines.
  let description: [UInt8]
  /// The feeds' events, shared by all zones.
  let feeds: FeedParts
  /// Names of event pages, without collisions.
  let slugs: EventSlugs
  /// The number of occurrences that overlap the window.
  let shownEvents: Int
  /// What chats show of its pages: of the first zone, once its calendars and assets are known; else `nil`.
  var pictures: PictureSet?

  /// Empty, or the folder of its zone below that of the language, ending in a slash.
  var prefix: String { String(decoding: site.prefix, as: UTF8.self) }

  /// The document that a picture of it is drawn from; empty if it has no pictures.
  func svg(_ picture: Picture) throws(BuildError) -> [UInt8] { try pictures?.svg(picture, of: self) ?? [] }

  /// The same site with other days loaded.
  func loading(_ days: Range<CivilDate>) -> RenderedSite {
    var other = self
    other.days.removeAll()
    other.days.load(days)
    return other
  }

  /// The same site with the paths of its assets, the forecasts and the calendars that are old, which all zones share.
  func with(_ assets: PublishedAssets, _ weather: Weather?, _ stale: [StaleCalendar]) -> RenderedSite {
    var facts = site.facts
    facts.assets = assets.names
    facts.languages?.script = assets.languageScript
    facts.languages?.stylesheet = assets.languageStylesheet
    facts.stale = stale
    var pages = site.eventPages
    // Pages of other zones have the pictures of the first.
    if let first = assets.pictures { pages.pictured = pages.events.indices.filter { first.contains(pages.events[$0]) } }
    var other = self
    other.site = Site(
      facts, prefix: site.prefix, links: site.links, zone: site.zone, today: site.today, events: site.events,
      eventPages: pages, notes: site.notes, weather: weather, frontDay: site.frontDay)
    return other
  }
}
