import Bytes
import CalendarPages
import CivilTime
import Mustache
import Publishing
import Settling
import SiteTerms
import Themes

/// A picture that chats show of a page: it is drawn from an SVG document, which is rendered from the theme's template
/// `picture`.
enum Picture: Hashable, Sendable {
  case site
  case month(CivilMonth)
  /// An index of ``CalendarPages/EventPages/events``.
  case event(Int)

  /// The size that Open Graph's readers ask for.
  static let width = 1_200
  static let height = 630
  /// The folder below the root of a site in one language.
  static let folder = "share/"
  /// The most event pages of a language that have a picture of their own: one for each day of a month and a few days
  /// more. Drawing one takes as long as a dozen pages, and links to what is over, or far off, are rarely sent.
  static let mostEvents = 36

  /// Its path from the root of the site in its language.
  func path(in site: Site) -> String {
    var name: [UInt8] = []
    switch self {
    case .site: name.append(Pictures.site)
    case .month(let month): name.append(iso: month)
    case .event(let page): name += site.eventPages.slug(of: site.eventPages.events[page]) ?? []
    }
    name.append(Pictures.ending)
    return Self.folder + String(decoding: name, as: UTF8.self)
  }
}

/// The pictures of a site in one language. All of its zones show those of the first: times are drawn with their zone.
struct PictureSet: Sendable {
  let all: [Picture]
  private let library: PictureLibrary
  private let templates: TemplateSet
  /// What every picture depends on besides the site: the template, the program and the library.
  let inputs: Fingerprint

  /// `nil` if there are none: the site's address is not known, nothing can draw them, or the theme's template is empty.
  /// - Parameter sites: of all zones, the first zone's first.
  init?(of sites: [RenderedSite], _ theme: Theme) {
    guard !sites[0].site.url.isEmpty, theme.hasPictures, let library = PictureLibrary.found else { return nil }
    let site = sites[0].site
    var made = Ingredients()
    made.add(BuildIdentity.program)
    made.add(library.version)
    for (name, source) in theme.pictures.sources { made.add([name, source]) }
    inputs = made.finish()
    self.library = library
    templates = theme.pictures
    var months: Set<Int> = []
    for site in sites.lazy.map({ $0.site }) where site.links.kinds.hasMonths {
      for ahead in Pictures.monthsAhead {
        // A day's difference between zones may be another month.
        guard let month = site.today.civilMonth.adding(months: Int(ahead)),
          (month.firstDay..<(month.lastDay.adding(days: 1) ?? month.lastDay)).overlaps(site.links.window)
        else { continue }
        months.insert(Int(month.monthNumber))
      }
    }
    all =
      [.site] + months.sorted().compactMap { CivilMonth(monthNumber: $0).map { .month($0) } }
      + Self.nextEvents(of: site).map { .event($0) }
  }

  /// The indices of the event pages that have pictures, in the order of the pages: that of the first event of each day
  /// from the month of the build on. Pages name their pictures, so those of today's next events would be others each
  /// day. O(events).
  private static func nextEvents(of site: Site) -> [Int] {
    let pages = site.eventPages
    var coming: [(shown: Occurrence, page: Int)] = []
    for page in pages.events.indices {
      let shown = pages.occurrences[page][site.shownOccurrence(ofPage: page)]
      if shown.end > site.startOfMonth { coming.append((shown, page)) }
    }
    coming.sort { ($0.shown.start, $0.page) < ($1.shown.start, $1.page) }
    var chosen: [Int] = []
    var day: CivilDate?
    for (shown, page) in coming where site.firstDay(of: shown) != day && chosen.count < Picture.mostEvents {
      day = site.firstDay(of: shown)
      chosen.append(page)
    }
    return chosen.sorted()
  }

  /// The events that have pictures of their own: indices of all events.
  func events(of site: Site) -> Set<Int32> {
    var events: Set<Int32> = []
    for case .event(let page) in all { events.insert(site.eventPages.events[page]) }
    return events
  }

  /// The document of a picture. O(days and events that it shows).
  func svg(_ picture: Picture, of rendered: RenderedSite) throws(BuildError) -> [UInt8] {
    guard let template = templates["picture"] else { return [] }
    var models = PictureModels(rendered)
    let root = models.model(of: picture)
    var renderer = Renderer()
    var out: [UInt8] = []
    do throws(RenderError) {
      try renderer.render(template, of: templates, root, model: models.model, into: &out)
    } catch {
      throw .content(["picture.mustache:1:1: error: the document would not end; end its recursion with a section"])
    }
    return out
  }

  /// The file of a picture.
  /// - Parameters:
  ///   - svg: its document.
  ///   - earlier: what an earlier build published in its place, unchanged; `nil` if there is nothing.
  /// - Returns: the earlier file, or that of the user's cache, if it was made from the same document, by the same
  ///   libraries and in the same way.
  func file(_ svg: [UInt8], _ path: String, earlier: [UInt8]?) throws(BuildError) -> [UInt8] {
    var made = Ingredients()
    // Not the identity of the program: it is of one machine, and this is published.
    made.add(PNG.way)
    made.add(library.version)
    made.add(svg)
    let source = made.finish()
    if let earlier, PNG.isDrawn(earlier, from: source) { return earlier }
    if let kept = PictureCache.file(source), PNG.isDrawn(kept, from: source) { return kept }
    let pixels = try library.draw(svg, path)
    guard let file = PNG.file(pixels, width: Picture.width, height: Picture.height, source: source) else {
      throw .internalFault("\(path) can't be compressed")
    }
    PictureCache.keep(file, source)
    return file
  }
}

extension ViewKinds {
  /// Whether any kind of view shows days of one month or less.
  fileprivate var hasMonths: Bool { ViewKind.allCases.contains { $0 != .year && contains($0) } }
}

extension Site {
  /// The index of the date that an event's picture shows: the next; the last if there is none. Its page shows the
  /// first of the month of the build: pictures may depend on the day, pages may not.
  /// - Parameter page: an index of ``EventPages/events``.
  func nextOccurrence(ofPage page: Int) -> Int {
    let occurrences = eventPages.occurrences[page]
    let today = startOfToday
    return occurrences.firstIndex { $0.end > today } ?? occurrences.count - 1
  }
}
