/// How much of an event is shown, from the most to the least.
package enum Visibility: UInt8, Sendable, Comparable {
  case full, hidden

  package static func < (left: Visibility, right: Visibility) -> Bool { left.rawValue < right.rawValue }
}

/// Which events a reader may see: the rules of a site, or of one audience of it.
public struct PrivacyPolicy: Sendable {
  /// What is shown of events that are PRIVATE or CONFIDENTIAL. An unknown class was read as PRIVATE
  /// (RFC 5545, 3.8.1.3).
  private let nonPublicClasses: Visibility

  /// What is published: events of CLASS:PUBLIC.
  public static let published = PrivacyPolicy(nonPublicClasses: .hidden)

  /// What the rules say of one event alone. Each rule gives a level, and the strictest counts.
  func visibility(of event: Event) -> Visibility {
    event.classification == .public ? .full : nonPublicClasses
  }
}
