import Bytes
import CivilTime
import Events
import Mustache
import Sections
import Settling

/// Makes the view models of pages: one of these a thread, used for page after page. What is the same
/// on all pages of a folder is made once and kept.
public struct PageModels {
  /// The model being made; what a page adds to it is taken away again by the next one.
  public internal(set) var model = Model()
  let site: Site
  /// The settled days; all that a page shows must be resident.
  var days: DayStore
  /// The way from the page to the site's root: empty or `../`.
  let root: [UInt8]
  private var furniture = Furniture()
  private var mark = (bytes: 0, values: 0)

  /// - Parameters:
  ///   - site: what the pages have in common.
  ///   - days: the settled days of all that will be asked for.
  ///   - root: how the pages lead to the site's root: empty, `../` or an absolute path.
  public init(site: Site, days: DayStore, root: [UInt8]) {
    self.site = site
    self.days = days
    self.root = root
    furniture = makeFurniture()
    mark = (model.bytes.count, model.values.count)
  }

  /// Values that every page of a folder shares. A class: it is large, and never copied.
  final class Furniture {
    var lang = Value.absent, dir = Value.absent, siteTitle = Value.absent, siteDescription = Value.absent
    var zone = Value.absent, zoneLabel = Value.absent, root = Value.absent
    var stylesheet = Value.absent, grid = Value.absent, colors = Value.absent, script = Value.absent
    var engine = Value.absent
    var manifest = Value.absent, icon = Value.absent, touchIcon = Value.absent
    var home = Value.absent, beyond = Value.absent, calendars = Value.absent, pages = Value.absent
    var subscribe = Value.absent, feeds = Value.absent, weatherCredit = Value.absent
    var notices = Value.absent, windowFrom = Value.absent, windowTo = Value.absent
    var published = Value.absent
    var firstWeekday = Value.absent, words = Value.absent, weekdays = Value.absent, hours = Value.absent
    var shortcuts = Value.absent, calendarTitles: [Value] = [], calendarNames: [Value] = []
    var colorClasses: [Value] = [], levels: [Value] = [], starts: [Value] = [], ends: [Value] = []
    var counts: [Value] = [], columns: [Value] = []
  }

  var shared: Furniture { furniture }

  /// Takes away what the page before added. O(1).
  mutating func reset() {
    model.bytes.removeLast(model.bytes.count - mark.bytes)
    model.values.removeLast(model.values.count - mark.values)
  }

  // MARK: Addresses

  mutating func href(_ kind: ViewKind, _ date: CivilDate) -> Value {
    let site = site
    let root = root
    return model.text { site.links.append(kind, date, root: root, to: &$0) }
  }

  /// An address from the site's root, seen from this page.
  mutating func href(_ path: StaticString) -> Value {
    let root = root
    return model.text {
      $0.append(contentsOf: root)
      $0.append(path)
    }
  }

  mutating func href(_ path: [UInt8]) -> Value {
    let root = root
    return model.text {
      $0.append(contentsOf: root)
      $0.append(contentsOf: path)
    }
  }

  mutating func link(_ href: Value, _ label: Value, title: Value = .absent) -> RecordRef {
    let link = model.record(site.shapes.link, fields: 3)
    model[link, LinkField.href.rawValue] = href
    model[link, LinkField.label.rawValue] = label
    model[link, LinkField.title.rawValue] = title
    return link
  }

  /// A text that is absent when empty, so that a section on it asks whether there is one.
  mutating func text(ifAny bytes: some Collection<UInt8>) -> Value {
    bytes.isEmpty ? .absent : model.text(bytes)
  }

  // MARK: The frame of a page

  /// A page's own part of the frame.
  struct Frame {
    var view: StaticString
    var section: [UInt8]
    /// The day that the links to other views lead to.
    var anchor: CivilDate
    /// The kind of view on show, which the navigation marks.
    var kind: ViewKind?
    var documentTitle: [UInt8]
    var path: [UInt8]
    var robots: StaticString?
    /// Whether its days bear their weather, or those that scripts add to it.
    var showsDays = false
  }

  /// Starts a page anew with all that pages share.
  mutating func page(_ frame: Frame) -> RecordRef {
    let page = model.record(site.shapes.page, fields: PageField.weatherCredit.rawValue + 1)
    set(page, .lang, shared.lang)
    set(page, .dir, shared.dir)
    set(page, .siteTitle, shared.siteTitle)
    set(page, .siteDescription, shared.siteDescription)
    set(page, .zone, shared.zone)
    set(page, .zoneLabel, shared.zoneLabel)
    set(page, .root, shared.root)
    set(page, .stylesheetHref, shared.stylesheet)
    set(page, .gridHref, shared.grid)
    set(page, .colorsHref, shared.colors)
    set(page, .scriptHref, shared.script)
    set(page, .engineHref, shared.engine)
    set(page, .manifestHref, shared.manifest)
    set(page, .iconHref, shared.icon)
    set(page, .touchIconHref, shared.touchIcon)
    set(page, .homeHref, shared.home)
    set(page, .todayHref, shared.home)
    set(page, .beyondHref, shared.beyond)
    set(page, .calendars, shared.calendars)
    set(page, .hasCalendars, .flag(!isEmpty(shared.calendars)))
    set(page, .pages, shared.pages)
    set(page, .hasPages, .flag(!isEmpty(shared.pages)))
    set(page, .subscribeHref, shared.subscribe)
    set(page, .feeds, shared.feeds)
    set(page, .notices, shared.notices)
    if frame.showsDays { set(page, .weatherCredit, shared.weatherCredit) }
    set(page, .windowFrom, shared.windowFrom)
    set(page, .windowTo, shared.windowTo)
    set(page, .published, shared.published)
    set(page, .firstWeekday, shared.firstWeekday)
    set(page, .words, shared.words)
    set(page, .weekdays, shared.weekdays)
    set(page, .hours, shared.hours)
    set(page, .shortcuts, shared.shortcuts)
    set(page, .view, model.text(frame.view))
    set(page, .section, model.text(frame.section))
    let siteTitle = site.title
    set(
      page, .documentTitle,
      model.text { out in
        out.append(contentsOf: frame.documentTitle)
        if !siteTitle.isEmpty, frame.documentTitle != siteTitle {
          if !frame.documentTitle.isEmpty { out.append(" – ") }
          out.append(contentsOf: siteTitle)
        }
      })
    if !site.url.isEmpty, frame.robots == nil {
      let url = site.url
      set(
        page, .canonicalHref,
        model.text {
          $0.append(contentsOf: url)
          $0.append(contentsOf: frame.path)
        })
    }
    if let robots = frame.robots { set(page, .robots, model.text(robots)) }
    set(page, .views, views(frame))
    return page
  }

  mutating func set(_ page: RecordRef, _ field: PageField, _ value: Value) {
    model[page, field.rawValue] = value
  }

  private func isEmpty(_ list: Value) -> Bool {
    if case .list(_, let count) = list { return count == 0 }
    return true
  }

  private mutating func views(_ frame: Frame) -> Value {
    var items: [Value] = []
    for kind in ViewKind.allCases where site.links.kinds.contains(kind) {
      let item = model.record(site.shapes.viewLink, fields: 4)
      model[item, ViewLinkField.name.rawValue] = model.text(kind.name)
      model[item, ViewLinkField.label.rawValue] = model.text(label(of: kind))
      model[item, ViewLinkField.href.rawValue] = href(kind, frame.anchor)
      model[item, ViewLinkField.isCurrent.rawValue] = .flag(kind == frame.kind)
      items.append(item.value)
    }
    if site.links.hasToday {
      let item = model.record(site.shapes.viewLink, fields: 4)
      model[item, ViewLinkField.name.rawValue] = model.text("today")
      model[item, ViewLinkField.label.rawValue] = model.text(site.words.upcoming)
      model[item, ViewLinkField.href.rawValue] = href("today.html")
      model[item, ViewLinkField.isCurrent.rawValue] = .flag(frame.section.equals("today"))
      items.append(item.value)
    }
    return model.list(items)
  }

  private func label(of kind: ViewKind) -> StaticString {
    switch kind {
    case .calendar: site.words.month
    case .agenda: site.words.agenda
    case .week: site.words.week
    case .day: site.words.day
    case .year: site.words.year
    }
  }
}
