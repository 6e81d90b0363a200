import Bytes
import Events
import Mustache
import SiteTerms

/// Limits of print.html, each with its reason.
package enum PrintLimits {
  /// Links to published months, of each view: fifty years. Readers with scripts choose any days instead.
  package static let months = 600
}

/// `print.html`: scripts lay out any days for paper; without them, the published months are listed. O(sections).
extension PageModels {
  mutating func printPage() -> Value {
    let page = page(.print, site.words[.print])
    model[page, .headingLead] = model.text(site.words[.print])
    model[page, .printedMonths] = links(to: .calendar)
    model[page, .printedAgendas] = links(to: .agenda)
    return page.value
  }

  /// The published sections of a view.
  private mutating func links(to view: ViewKind) -> Value {
    let sections = site.links.sections.filter { $0.view == view }.prefix(PrintLimits.months)
    var items: [Value] = []
    for section in sections {
      items.append(link(href(view, section.days.lowerBound), model.text(site.title(of: section))).value)
    }
    return model.list(items)
  }
}
