import Bytes
import CivilTime
import Events
import Mustache
import Sections
import Settling
import SiteTerms
import TimeZones

/// Makes the view models of pages: one instance per thread, reused for each page. What is the same on all pages of a
/// folder is made once and kept.
struct PageModels {
  /// The model being made; additions of a page are removed before the next one.
  var model = Model()
  let site: Site
  /// The settled days; every day that a page shows must be resident.
  var days: DayStore
  /// The relative path from the page to the site's root: empty or `../`.
  let root: [UInt8]
  /// The site's zone. Most times of a page are in one span of it.
  var cursor: ZoneCursor
  /// Whether days have lanes, if the site divides them.
  var isDivided = true
  let shared: Furniture
  private var mark = (bytes: 0, values: 0)

  /// - Parameters:
  ///   - site: what all pages share.
  ///   - days: the settled days that will be needed.
  ///   - root: the path from the pages to the site's root: empty, `../` or an absolute path.
  init(site: Site, days: DayStore, root: [UInt8]) {
    self.site = site
    self.days = days
    self.root = root
    cursor = ZoneCursor(site.zone)
    shared = Furniture(page: model.record(PageField.self))
    furnish()
    mark = (model.bytes.count, model.values.count)
  }

  /// What every page of a folder shares. A class: it is large, and never copied.
  final class Furniture {
    /// A page with the fields that are the same on all pages: each page begins as a copy of it.
    let page: Record<PageField>
    var calendarTitles: [Value] = [], calendarNames: [Value] = [], colorClasses: [Value] = []
    /// For each calendar, the feeds that pages of its events name.
    var feeds: [Value] = []
    var levels: [Value] = [], starts: [Value] = [], ends: [Value] = [], counts: [Value] = [], columns: [Value] = []
    /// Names of lanes that come before others.
    var laneOrder: [[UInt8]] = []
    /// The index of the calendar of busy time; -1 if there is none.
    var busyTime = -1

    init(page: Record<PageField>) { self.page = page }
  }

  /// Removes what the last page added. O(1).
  mutating func reset() {
    model.bytes.removeLast(model.bytes.count - mark.bytes)
    model.values.removeLast(model.values.count - mark.values)
  }

  // MARK: Texts

  /// A text that depends on the site: `write` appends to the model itself. It must only append.
  mutating func text(_ write: (Site, inout [UInt8]) -> Void) -> Value {
    let site = site
    return model.text { write(site, &$0) }
  }

  /// A sentence with one text in it.
  mutating func text(_ sentence: Sentence, _ said: [UInt8]) -> Value {
    text { site, out in site.words.append(sentence, to: &out) { _, out in out.append(contentsOf: said) } }
  }

  /// Markup that depends on the site; see ``text(_:)``.
  mutating func markup(_ write: (Site, inout [UInt8]) -> Void) -> Value {
    let site = site
    return model.markup { write(site, &$0) }
  }

  /// A text that is absent if empty, so that a section can test for it.
  mutating func text(ifAny bytes: some Collection<UInt8>) -> Value {
    bytes.isEmpty ? .absent : model.text(bytes)
  }

  // MARK: Addresses

  /// The path from this page to the site's root, followed by what `write` appends.
  mutating func href(_ write: (Site, inout [UInt8]) -> Void) -> Value {
    let root = root
    return text { site, out in
      out.append(contentsOf: root)
      write(site, &out)
    }
  }

  mutating func href(_ kind: ViewKind, _ date: CivilDate) -> Value {
    href { site, out in site.links.append(kind, date, root: [], to: &out) }
  }

  /// An address given from the site's root, relative to this page.
  mutating func href(_ path: StaticString) -> Value { href { _, out in out.append(path) } }

  mutating func href(_ path: [UInt8]) -> Value { href { _, out in out.append(contentsOf: path) } }

  mutating func link(_ href: Value, _ label: Value, title: Value = .absent) -> Record<LinkField> {
    let link = model.record(LinkField.self)
    model[link, .href] = href
    model[link, .label] = label
    model[link, .title] = title
    return link
  }

  // MARK: The frame of a page

  /// The fields of a page's frame that differ between pages.
  private struct Frame {
    var view: StaticString
    var path: [UInt8]
    /// The current kind of view, which the navigation marks.
    var kind: ViewKind?
    /// The week, if the page shows a week.
    var week: Week?
    /// The day that links to other views lead to.
    var anchor: CivilDate
    var isListed: Bool
    var showsWeather: Bool
    var documentTitle: [UInt8]
  }

  /// Starts a page with the shared parts and its own frame. Inlined for the same reason as ``model(of:)``.
  @inline(__always)
  mutating func page(_ page: Page, _ documentTitle: [UInt8]) -> Record<PageField> {
    var kind: ViewKind?
    var week: Week?
    if case .section(let section) = page {
      kind = section.view
      if case .week(let shown) = section { week = shown }
    }
    return begin(
      Frame(
        view: page.kind.template, path: page.path(in: site), kind: kind, week: week, anchor: page.anchor(in: site),
        isListed: page.kind.isListed, showsWeather: page.kind.showsWeather, documentTitle: documentTitle))
  }

  @inline(never)
  private mutating func begin(_ frame: Frame) -> Record<PageField> {
    let page = model.copy(of: shared.page)
    if !frame.showsWeather {
      model[page, .weatherCredit] = .absent
      model[page, .hasWeatherCredit] = .absent
    }
    model[page, .view] = model.text(frame.view)
    let start = frame.path.lastIndex(of: .slash).map { $0 + 1 } ?? 0
    model[page, .section] = model.text(frame.path[start...].dropLast(5))
    let siteTitle = site.title
    model[page, .documentTitle] = model.text { out in
      out.append(contentsOf: frame.documentTitle)
      if !siteTitle.isEmpty, frame.documentTitle != siteTitle {
        if !frame.documentTitle.isEmpty { out.append(" – ") }
        out.append(contentsOf: siteTitle)
      }
    }
    if !(frame.isListed && site.facts.isIndexed) { model[page, .robots] = model.text("noindex") }
    if frame.isListed, !site.url.isEmpty {
      let url = site.url
      model[page, .canonicalHref] = model.text {
        $0.append(contentsOf: url)
        if !frame.path.equals("index.html") { $0.append(contentsOf: frame.path) }
      }
    }
    if frame.isListed, !site.assets[.pictures].isEmpty {
      let month = site.picturedMonth(frame.kind, frame.anchor)
      let pictures = site.assets[.pictures]
      model[page, .pictureHref] = model.text { out in
        out.append(contentsOf: pictures)
        if let month {
          out.append(iso: month)
        } else {
          out.append(Pictures.site)
        }
        out.append(Pictures.ending)
      }
    }
    model[page, .views] = views(frame)
    if let languages = site.languages {
      model[page, .languages] = self.languages(languages, frame.path, week: frame.week, isListed: frame.isListed)
      model[page, .hasLanguages] = .flag(true)
      model[page, .languageScriptHref] = href(languages.script)
      model[page, .languageStylesheetHref] = href(languages.stylesheet)
    }
    return page
  }

  private mutating func views(_ frame: Frame) -> Value {
    var items: [Value] = []
    for kind in ViewKind.allCases where site.links.kinds.contains(kind) {
      let item = model.record(ViewLinkField.self)
      model[item, .name] = model.text(kind.name)
      model[item, .label] = model.text(site.words[label(of: kind)])
      model[item, .href] = href(kind, frame.anchor)
      model[item, .isCurrent] = .flag(kind == frame.kind)
      items.append(item.value)
    }
    Page.forEachLink(by: site.links) { template, path, word in
      let item = model.record(ViewLinkField.self)
      model[item, .name] = model.text(template)
      model[item, .label] = model.text(site.words[word])
      model[item, .href] = href(path)
      model[item, .isCurrent] = .flag(frame.path.equals(path))
      items.append(item.value)
    }
    return model.list(items)
  }

  private func label(of kind: ViewKind) -> WordsField {
    switch kind {
    case .calendar: .month
    case .agenda: .agenda
    case .week: .week
    case .day: .day
    case .year: .year
    }
  }
}
