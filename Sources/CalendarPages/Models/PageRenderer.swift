import Bytes
import Mustache
import Settling

/// Renders pages of one site, in the generator and in the browser: one instance per thread, with reused buffers.
package struct PageRenderer {
  private let site: Site
  private let days: DayStore
  private let todaysDays: DayStore
  private let absoluteRoot: [UInt8]
  private let templates: TemplateSet
  private var renderer = Renderer()
  /// By ``Page/Place``, made on first use.
  private var models: [PageModels?] = [nil, nil, nil, nil]

  /// - Parameters:
  ///   - days: the settled days of pages in folders.
  ///   - todaysDays: those of pages at the root, around today.
  ///   - absoluteRoot: leads to the root from addresses at any depth.
  package init(
    _ site: Site, days: DayStore, todaysDays: DayStore, absoluteRoot: [UInt8], _ templates: TemplateSet
  ) {
    self.site = site
    self.days = days
    self.todaysDays = todaysDays
    self.absoluteRoot = absoluteRoot
    self.templates = templates
  }

  /// Appends a page's bytes. Inlined, so that the browser module contains only the kinds of page that its engine makes.
  @inline(__always)
  package mutating func render(_ page: Page, into out: inout [UInt8]) throws(RenderError) {
    guard let template = templates[page.kind.template] else { throw .notLinked }
    let place = page.kind.place.rawValue
    if models[place] == nil { models[place] = made(page.kind.place) }
    let root = models[place]!.model(of: page)
    try renderer.render(template, of: templates, root, model: models[place]!.model, into: &out)
  }

  @inline(__always)
  private func made(_ place: Page.Place) -> PageModels {
    switch place {
    case .root: PageModels(site: site, days: todaysDays, root: [])
    case .folder: PageModels(site: site, days: days, root: [UInt8]("../"))
    case .anywhere: PageModels(site: site, days: days, root: absoluteRoot)
    case .rootOfWindow: PageModels(site: site, days: days, root: [])
    }
  }
}
