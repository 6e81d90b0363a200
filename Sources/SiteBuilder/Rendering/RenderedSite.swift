import Bytes
import CalendarPages
import CivilTime
import Events
import Settling

/// A site and the settled days that its pages need: immutable, shared by all threads.
struct RenderedSite: Sendable {
  let site: Site
  /// The days of the window, and those around the build's today, for the index.
  let days, indexDays: DayStore
  /// Empty, or the folder of its language, ending in a slash.
  let root: String
  /// Empty, or the folder of its zone below that of the language, ending in a slash.
  let prefix: String
  let description: [UInt8]
  /// The feeds' events, shared by all zones.
  let feeds: FeedParts
  /// Names of event pages, without collisions.
  let slugs: EventSlugs
  /// The number of occurrences that overlap the window.
  let shownEvents: Int
  /// What chats show of its pages: of the first zone, once its calendars and assets are known; else `nil`.
  var pictures: PictureSet?

  /// The same site with other days loaded.
  func loading(_ days: Range<CivilDate>) -> RenderedSite {
    var store = self.days
    store.removeAll()
    store.load(days)
    return with(site, store)
  }

  /// The same site with the paths of its assets, the forecasts and the calendars that are old, which all zones share.
  func with(_ assets: PublishedAssets, _ weather: Weather?, _ stale: [StaleCalendar]) -> RenderedSite {
    let up = Array(Plan.wayUp(from: prefix).utf8)
    let languages = site.languages?.with(
      script: assets.languageScript, stylesheet: assets.languageStylesheet, below: up)
    let site = Site(
      title: site.title, description: site.description, url: site.url, locale: site.locale, words: site.words,
      links: site.links, zone: site.zone, today: site.today, events: site.events, eventPages: site.eventPages,
      notes: site.notes, assets: assets.names.below(up), stale: stale, weather: weather,
      languages: languages, isIndexed: site.isIndexed, feeds: site.feeds, columns: site.columns,
      pictured: pictured(by: assets), frontDay: site.frontDay)
    return with(site, days)
  }

  /// The event pages with a picture of their own. Pages of other zones have those of the first.
  private func pictured(by assets: PublishedAssets) -> [Int] {
    guard let first = assets.pictures else { return [] }
    return site.eventPages.events.indices.filter { first.contains(site.eventPages.events[$0]) }
  }

  private func with(_ site: Site, _ days: DayStore) -> RenderedSite {
    RenderedSite(
      site: site, days: days, indexDays: indexDays, root: root, prefix: prefix, description: description, feeds: feeds,
      slugs: slugs,
      shownEvents: shownEvents, pictures: pictures)
  }
}
