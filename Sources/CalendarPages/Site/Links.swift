import Bytes
import CivilTime
import Sections
import SiteTerms

/// Paths of pages, and links between them. Every address is relative to the page it is on, so that a site works at any
/// path and from a folder.
package struct Links: Sendable {
  /// The published dates.
  package var window: Range<CivilDate>
  package var kinds: ViewKinds
  package var rules: WeekRules
  package var edge: Edge
  /// The dates that the site's zone skipped, ascending: they have no page, and links to them lead to the day after.
  package var skipped: [CivilDate]

  /// Whether today.html exists: it shows the contents of day pages.
  package var hasToday: Bool { kinds.contains(.day) }

  /// The target of links to sections outside of the window.
  package enum Edge: UInt8, Sendable {
    /// beyond.html: a static host has only the window.
    case window
    /// Their usual paths: a preview server renders any section.
    case none
  }

  package init(
    window: Range<CivilDate>, kinds: ViewKinds, rules: WeekRules, edge: Edge = .window, skipped: [CivilDate] = []
  ) {
    self.window = window
    self.kinds = kinds
    self.rules = rules
    self.edge = edge
    self.skipped = skipped
  }

  /// Whether any of a section's days exists in the zone. O(1) in nearly all zones.
  package func has(_ section: ViewSection) -> Bool {
    if skipped.isEmpty { return true }
    let days = section.days
    var day = days.lowerBound
    while skipped.contains(day), let after = day.adding(days: 1) {
      if after == days.upperBound { return false }
      day = after
    }
    return true
  }

  // MARK: What is published

  /// The dates for which busy time is published: the window, and ten years before and after it. Endless series and all
  /// other events end there, so that the end does not tell what recurs.
  package static func told(around window: Range<CivilDate>) -> Range<CivilDate> {
    func moved(_ date: CivilDate, by months: Int) -> CivilDate? { date.civilMonth.adding(months: months)?.firstDay }
    return (moved(window.lowerBound, by: -120) ?? .first)..<(moved(window.upperBound, by: 120) ?? .last)
  }

  /// Whether a section has a page: any of its days is in the window, or there is no edge.
  package func isPublished(_ section: ViewSection) -> Bool {
    kinds.contains(section.view) && (edge == .none || !window.isEmpty && section.days.overlaps(window))
  }

  /// Whether the section of a kind that contains a date has a page.
  package func isPublished(_ kind: ViewKind, _ date: CivilDate) -> Bool {
    isPublished(kind, ViewSection(kind, containing: date, rules))
  }

  /// - Parameter section: of this kind; `nil` for a week that extends beyond the calendar.
  private func isPublished(_ kind: ViewKind, _ section: ViewSection?) -> Bool {
    if let section { return isPublished(section) }
    return edge == .none && kinds.contains(kind)
  }

  /// The sections that the window publishes, in order. Those of a month are grouped, since they show the same days.
  package var sections: [ViewSection] {
    var found: [ViewSection] = []
    func walk<S: Section>(_ views: [(S) -> ViewSection]) {
      guard let sections = SectionWindow<S>(meeting: window, rules) else { return }
      for section in sections {
        for view in views {
          let shown = view(section)
          if isPublished(shown), has(shown) { found.append(shown) }
        }
      }
    }
    walk([ViewSection.calendar, ViewSection.agenda])
    walk([ViewSection.week])
    walk([ViewSection.day])
    walk([ViewSection.year])
    return found
  }

  /// The days that must be settled for the pages of all ``sections``: the window, and what the sections at its ends
  /// show beyond it. O(sections).
  package var shownDays: Range<CivilDate> {
    if window.isEmpty { return window }
    return sections.reduce(window) { days, section in
      let shown = section.shownDays
      return min(days.lowerBound, shown.lowerBound)..<max(days.upperBound, shown.upperBound)
    }
  }

  // MARK: Addresses

  /// Appends the name of the section of a kind that contains a date: `2026-11`. The first and last weeks of the
  /// calendar, which extend beyond it, are named by the date itself.
  package func appendSection(_ kind: ViewKind, _ date: CivilDate, to out: inout [UInt8]) {
    appendName(of: ViewSection(kind, containing: date, rules), date, to: &out)
  }

  private func appendName(of section: ViewSection?, _ date: CivilDate, to out: inout [UInt8]) {
    if let section { section.appendName(to: &out) } else { out.append(iso: date) }
  }

  /// Appends the first and the last published section of each kind: `calendar 2026-03 2026-11,week 2026-03-09 …,`.
  func appendPublished(to out: inout [UInt8]) {
    guard !window.isEmpty, let last = window.upperBound.adding(days: -1) else { return }
    for kind in ViewKind.allCases where kinds.contains(kind) {
      out.append(kind.name)
      out.append(ascii: " ")
      appendSection(kind, window.lowerBound, to: &out)
      out.append(ascii: " ")
      appendSection(kind, last, to: &out)
      out.append(ascii: ",")
    }
  }

  /// The published day nearest to a date; the date itself if nothing is published.
  package func nearestDay(to date: CivilDate) -> CivilDate {
    guard !window.isEmpty, let last = window.upperBound.adding(days: -1) else { return date }
    return min(max(date, window.lowerBound), last)
  }

  /// Appends the path of a published section, from the site's root.
  package func appendPath(_ kind: ViewKind, _ date: CivilDate, to out: inout [UInt8]) {
    appendPath(kind, ViewSection(kind, containing: date, rules), date, to: &out)
  }

  private func appendPath(_ kind: ViewKind, _ section: ViewSection?, _ date: CivilDate, to out: inout [UInt8]) {
    out.append(kind.name)
    out.append(ascii: "/")
    appendName(of: section, date, to: &out)
    out.append(".html")
  }

  /// Appends the address of the section of a kind that contains a date, for a page whose root is `root`: its page,
  /// beyond.html if it is outside of the window, or the page of the nearest published kind.
  /// Weeks and days open at their first event.
  package func append(_ kind: ViewKind, _ date: CivilDate, root: [UInt8], to out: inout [UInt8]) {
    out.append(contentsOf: root)
    guard let shown = kinds.nearest(to: kind) else { return out.append("index.html") }
    var date = date
    if shown == .day { while skipped.contains(date), let after = date.adding(days: 1) { date = after } }
    // Found once: a page has hundreds of links.
    let section = ViewSection(shown, containing: date, rules)
    if isPublished(shown, section) {
      appendPath(shown, section, date, to: &out)
      if shown == .week || shown == .day { out.append("#events") }
    } else {
      out.append("beyond.html?view=")
      out.append(shown.name)
      out.append("&section=")
      appendName(of: section, date, to: &out)
    }
  }
}
