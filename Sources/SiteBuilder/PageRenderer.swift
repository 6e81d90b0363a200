import Bytes
import CalendarPages
import CivilTime
import Events
import Foundation
import Mustache
import Readers
import Settling

/// A site and the settled days its pages need: shared by all threads, never changed.
struct RenderedSite: Sendable {
  let site: Site
  let days: DayStore
  /// The days around the build's today, for the index.
  let indexDays: DayStore
  /// Empty, or the folder of its zone with a slash.
  let prefix: String
  let description: [UInt8]
  /// The events of feeds, which all zones share.
  let feeds: FeedParts
  /// The names of event pages that would meet.
  let slugs: EventSlugs
  /// How many occurrences meet the window.
  let shownEvents: Int

  /// The same site with other days at hand.
  func loading(_ days: Range<CivilDate>) -> RenderedSite {
    var store = self.days
    store.removeAll()
    store.load(days)
    return with(site, store)
  }

  /// The same site with the paths of its assets and the forecasts, which all zones share.
  func with(_ assets: Assets, _ weather: Weather?) -> RenderedSite {
    let up = String(repeating: "../", count: prefix.split(separator: "/").count)
    let site = Site(
      title: site.title, description: site.description, url: site.url, locale: site.locale, words: site.words,
      links: site.links, zone: site.zone, today: site.today, events: site.events, eventPages: site.eventPages,
      notes: site.notes, assets: assets.below(Array(up.utf8)), notices: site.notices, weather: weather)
    return with(site, days)
  }

  private func with(_ site: Site, _ days: DayStore) -> RenderedSite {
    RenderedSite(
      site: site, days: days, indexDays: indexDays, prefix: prefix, description: description, feeds: feeds,
      slugs: slugs,
      shownEvents: shownEvents)
  }
}

/// Renders files of a plan: one of these a thread, with buffers used again and again.
struct PageRenderer {
  private let rendered: RenderedSite
  private let templates: TemplateSet
  private let ids: TemplateIDs
  private var renderer = Renderer()
  private var top: PageModels
  private var inFolder: PageModels
  private var absolute: PageModels

  struct TemplateIDs: Sendable {
    let index, today, calendar, agenda, week, day, year, event, note, beyond, missing: TemplateID

    var all: [TemplateID] { [index, today, calendar, agenda, week, day, year, event, note, beyond, missing] }

    init?(_ templates: TemplateSet) {
      guard let index = templates["index"], let today = templates["today"], let calendar = templates["calendar"],
        let agenda = templates["agenda"],
        let week = templates["week"], let day = templates["day"], let year = templates["year"],
        let event = templates["event"], let note = templates["note"], let beyond = templates["beyond"],
        let missing = templates["missing"]
      else { return nil }
      self.index = index
      self.today = today
      self.calendar = calendar
      self.agenda = agenda
      self.week = week
      self.day = day
      self.year = year
      self.event = event
      self.note = note
      self.beyond = beyond
      self.missing = missing
    }
  }

  init(_ rendered: RenderedSite, _ templates: TemplateSet, _ ids: TemplateIDs) {
    self.rendered = rendered
    self.templates = templates
    self.ids = ids
    top = PageModels(site: rendered.site, days: rendered.indexDays, root: [])
    inFolder = PageModels(site: rendered.site, days: rendered.days, root: [UInt8]("../"))
    absolute = PageModels(site: rendered.site, days: rendered.days, root: Self.absoluteRoot(rendered.site.url))
  }

  /// The path of the site's address: what 404.html, which is shown at any depth, leads from.
  static func absoluteRoot(_ url: [UInt8]) -> [UInt8] {
    let text = String(decoding: url, as: UTF8.self)
    var path = URLComponents(string: text)?.percentEncodedPath ?? "/"
    if !path.hasSuffix("/") { path += "/" }
    return Array(path.utf8)
  }

  /// Makes a file's bytes.
  mutating func render(_ work: Plan.Work, into out: inout [UInt8]) throws(BuildError) {
    switch work {
    case .calendar(let section): try render(ids.calendar, inFolder.calendarPage(section), inFolder.model, &out)
    case .agenda(let section): try render(ids.agenda, inFolder.agendaPage(section), inFolder.model, &out)
    case .week(let section): try render(ids.week, inFolder.weekPage(section), inFolder.model, &out)
    case .day(let section): try render(ids.day, inFolder.dayPage(section), inFolder.model, &out)
    case .year(let section): try render(ids.year, inFolder.yearPage(section), inFolder.model, &out)
    case .event(let page): try render(ids.event, inFolder.eventPage(page), inFolder.model, &out)
    case .note(let index): try render(ids.note, inFolder.notePage(index), inFolder.model, &out)
    case .index: try render(ids.index, top.indexPage(), top.model, &out)
    case .today: try render(ids.today, top.todayPage(), top.model, &out)
    case .beyond: try render(ids.beyond, top.beyondPage(), top.model, &out)
    case .missing: try render(ids.missing, absolute.missingPage(), absolute.model, &out)
    case .eventFile(let page):
      let store = rendered.site.events
      var feed = ICalendarFeed(store)
      for index in store.members(of: rendered.site.eventPages.events[page]) { feed.add(index) }
      out = feed.finish(name: [], refresh: false)
    case .feed(let calendar):
      out = Array(rendered.feed(calendar).joined())
    case .bytes(let bytes): out = bytes
    case .data(let source): out = SiteDataFiles.bytes(source, rendered.site.events)
    case .copy(let file):
      do throws(ContentFileError) { out = try file.bytes().get() } catch {
        throw .inputOutput("\(file.path): can't be read (\(error.reason)); check what it is and its permissions")
      }
    }
  }

  private mutating func render(_ template: TemplateID, _ root: Value, _ model: Model, _ out: inout [UInt8])
    throws(BuildError)
  {
    do { try renderer.render(template, of: templates, root, model: model, into: &out) } catch {
      let name = String(decoding: templates.name(of: template), as: UTF8.self)
      if case .tooLong = error {
        throw .content([
          "\(name).mustache:1:1: error: a page of this template would not end; sections within each other repeat too "
            + "often"
        ])
      }
      throw .content([
        "\(name).mustache:1:1: error: a partial includes itself without end; end the recursion with a section"
      ])
    }
  }
}
