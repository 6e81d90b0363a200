/// How much of an event somebody may see, from least to most strict.
package enum Privacy: UInt8, Sendable, Hashable, Comparable, CaseIterable {
  /// Everything.
  case full
  /// Title, times, status and categories.
  case titles
  /// That there is something, as part of merged intervals of busy time.
  case busy
  /// Nothing.
  case hidden

  package static func < (left: Privacy, right: Privacy) -> Bool { left.rawValue < right.rawValue }

  /// The name used in `site.yml`.
  package var name: StaticString {
    switch self {
    case .full: "full"
    case .titles: "titles"
    case .busy: "busy"
    case .hidden: "hidden"
    }
  }
}
