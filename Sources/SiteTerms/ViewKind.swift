/// The views in which sections are shown.
package enum ViewKind: UInt8, CaseIterable, Sendable {
  case calendar, agenda, week, day, year

  /// The name of its folder and template, its `data-view`, and its name in `views:` of site.yml.
  package var name: StaticString {
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
package struct ViewKinds: Sendable, Hashable {
  package private(set) var bits: UInt8

  package init(bits: UInt8) { self.bits = bits }

  package init(_ kinds: some Sequence<ViewKind>) {
    bits = 0
    for kind in kinds { bits |= 1 << kind.rawValue }
  }

  package static let all = ViewKinds(ViewKind.allCases)

  package func contains(_ kind: ViewKind) -> Bool { bits >> kind.rawValue & 1 != 0 }

  /// The kind to show if `kind` is not published: day pages, otherwise the nearest published kind; `nil` if no kind is
  /// published at all.
  package func nearest(to kind: ViewKind) -> ViewKind? {
    if contains(kind) { return kind }
    let order: [ViewKind] = [.day, .agenda, .calendar, .week, .year]
    return order.first { contains($0) }
  }
}
