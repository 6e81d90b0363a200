import Bytes
import CalendarPages
import Events
import Feeds
import Foundation
import Mustache
import Publishing
import Readers

/// Makes files of a plan: one instance per thread, with reused buffers.
struct FileRenderer {
  private let rendered: RenderedSite
  private let templates: TemplateSet
  private var pages: PageRenderer

  init(_ rendered: RenderedSite, _ templates: TemplateSet) {
    self.rendered = rendered
    self.templates = templates
    pages = PageRenderer(
      rendered.site, days: rendered.days, todaysDays: rendered.indexDays,
      absoluteRoot: Self.absoluteRoot(rendered.site.url), templates)
  }

  /// The path of the site's address, on which links of 404.html, which is shown at any depth, are based.
  private static func absoluteRoot(_ url: [UInt8]) -> [UInt8] {
    let text = String(decoding: url, as: UTF8.self)
    var path = URLComponents(string: text)?.percentEncodedPath ?? "/"
    if !path.hasSuffix("/") { path += "/" }
    return Array(path.utf8)
  }

  /// Makes a file's bytes.
  mutating func render(_ work: Plan.Work, into out: inout [UInt8]) throws(BuildError) {
    switch work {
    case .page(let page): try render(page, into: &out)
    case .eventFile(let page):
      let store = rendered.site.events
      var feed = ICalendarFeed(store)
      for index in store.members(of: rendered.site.eventPages.events[page]) { feed.add(index) }
      out = feed.finish(ICalendarFeed.Head())
    case .feed(let feed): out = Array(feed.runs(of: rendered).joined())
    case .code(let address): out = try QRCode.drawing(of: address)
    case .picture(let picture):
      let path = picture.path(in: rendered.site)
      out = try rendered.pictures?.file(try rendered.svg(picture), path, earlier: nil) ?? []
    case .bytes(let bytes): out = bytes
    case .data(let source): out = source.bytes.value()
    case .copy(let file):
      do throws(ContentFileError) { out = try file.bytes().get() } catch {
        throw .inputOutput("\(file.path): can't be read (\(error.reason)); check what it is and its permissions")
      }
    }
  }

  private mutating func render(_ page: Page, into out: inout [UInt8]) throws(BuildError) {
    do throws(RenderError) { try pages.render(page, into: &out) } catch {
      let message =
        if case .tooLong = error {
          "a page of this template would not end: nested sections or partials repeat too often; nest fewer"
        } else {
          "a partial includes itself endlessly; end the recursion with a section"
        }
      throw .content(["\(page.kind.template).mustache:1:1: error: \(message)"])
    }
  }
}
