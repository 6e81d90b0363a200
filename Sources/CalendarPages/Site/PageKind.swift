import Bytes
import CivilTime
import Sections

/// The kinds of page that are runs of sections.
public enum ViewKind: UInt8, CaseIterable, Sendable {
  case calendar, agenda, week, day, year

  /// The name of its folder, of its `data-view` and in `views:` of site.yml.
  public var name: StaticString {
    switch self {
    case .calendar: "calendar"
    case .agenda: "agenda"
    case .week: "week"
    case .day: "day"
    case .year: "year"
    }
  }
}

/// A set of view kinds.
public struct ViewKinds: Sendable, Hashable {
  private(set) var bits: UInt8

  init(bits: UInt8) { self.bits = bits }

  public init(_ kinds: some Sequence<ViewKind>) {
    bits = 0
    for kind in kinds { bits |= 1 << kind.rawValue }
  }

  public static let all = ViewKinds(ViewKind.allCases)

  public func contains(_ kind: ViewKind) -> Bool { bits >> kind.rawValue & 1 != 0 }

  /// The kind to show where `kind` is not published: the day's page, else what is nearest to it;
  /// `nil` if no kind is published at all.
  public func nearest(to kind: ViewKind) -> ViewKind? {
    if contains(kind) { return kind }
    let order: [ViewKind] = [.day, .agenda, .calendar, .week, .year]
    return order.first { contains($0) }
  }
}

/// Where pages live, and how one leads to another. Every address is relative to the page it stands on,
/// so that a site works at any path and from a folder.
public struct Links: Sendable {
  /// The published dates.
  public var window: Range<CivilDate>
  public var kinds: ViewKinds
  public var rules: WeekRules
  public var edge: Edge
  /// The dates that the site's zone never had, ascending: they have no page, and links to them lead to the day after.
  public var skipped: [CivilDate]

  /// Whether there is a page of one day at a glance: it shows what the days' pages hold.
  public var hasToday: Bool { kinds.contains(.day) }

  /// Where links to sections outside the window lead.
  public enum Edge: UInt8, Sendable {
    /// To beyond.html: a static host has only the window.
    case window
    /// To their ordinary paths: a preview server renders whatever is asked for.
    case none
  }

  public init(
    window: Range<CivilDate>, kinds: ViewKinds, rules: WeekRules, edge: Edge = .window, skipped: [CivilDate] = []
  ) {
    self.window = window
    self.kinds = kinds
    self.rules = rules
    self.edge = edge
    self.skipped = skipped
  }

  /// Whether any of a section's days was there. O(1) in nearly all zones.
  public func has<S: Section>(_ section: S) -> Bool {
    var day = section.days.lowerBound
    while skipped.contains(day), let after = day.adding(days: 1) {
      if after == section.days.upperBound { return false }
      day = after
    }
    return true
  }

  /// Appends the name of the section of a kind that a date is in: `2026-11`. The first and last weeks
  /// of the calendar, which reach out of it, are named by the date itself.
  @inline(never)
  public func appendSection(_ kind: ViewKind, _ date: CivilDate, to out: inout [UInt8]) {
    switch kind {
    case .calendar, .agenda: out.append(iso: date.civilMonth)
    case .week: out.append(iso: Week.containing(date, rules)?.firstDay ?? date)
    case .day: out.append(iso: date)
    case .year: out.append(decimal: date.year, width: 4)
    }
  }

  /// Whether the section of a kind that a date is in has a page: whether it meets the window, or there is no
  /// edge.
  public func isPublished(_ kind: ViewKind, _ date: CivilDate) -> Bool {
    if edge == .none { return kinds.contains(kind) }
    guard kinds.contains(kind), !window.isEmpty else { return false }
    let days: Range<CivilDate>?
    switch kind {
    case .day: return window.contains(date)
    case .calendar, .agenda: days = Month(date.civilMonth, rules).days
    case .week: days = Week.containing(date, rules)?.days
    case .year: days = Year.containing(date, rules)?.days
    }
    return days.map { $0.overlaps(window) } ?? false
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

  /// The published day that is nearest to a date; the date itself if nothing is published.
  public func nearestDay(to date: CivilDate) -> CivilDate {
    guard !window.isEmpty, let last = window.upperBound.adding(days: -1) else { return date }
    return min(max(date, window.lowerBound), last)
  }

  /// Appends the path of a published section, from the site's root.
  public func appendPath(_ kind: ViewKind, _ date: CivilDate, to out: inout [UInt8]) {
    out.append(kind.name)
    out.append(ascii: "/")
    appendSection(kind, date, to: &out)
    out.append(".html")
  }

  /// Appends the address of the section of a kind that a date is in, seen from a page whose root is
  /// `root`: its page, beyond.html where it lies outside the window, or the page of the nearest kind
  /// where its own is not published.
  public func append(_ kind: ViewKind, _ date: CivilDate, root: [UInt8], to out: inout [UInt8]) {
    out.append(contentsOf: root)
    guard let shown = kinds.nearest(to: kind) else { return out.append("index.html") }
    var date = date
    if shown == .day { while skipped.contains(date), let after = date.adding(days: 1) { date = after } }
    if isPublished(shown, date) {
      appendPath(shown, date, to: &out)
    } else {
      out.append("beyond.html?view=")
      out.append(shown.name)
      out.append("&section=")
      appendSection(shown, date, to: &out)
    }
  }
}
