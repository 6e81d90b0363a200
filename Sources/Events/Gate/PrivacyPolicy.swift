/// How much of an event is visible, from most to least.
package enum Visibility: UInt8, Sendable, Comparable {
  case full, hidden

  package static func < (left: Visibility, right: Visibility) -> Bool { left.rawValue < right.rawValue }
}

/// Which events a reader may see: the rules of a site, or of one audience of it.
public struct PrivacyPolicy: Sendable {
  /// Visibility of PRIVATE and CONFIDENTIAL events. An unknown class is read as PRIVATE (RFC 5545, 3.8.1.3).
  private let nonPublicClasses: Visibility

  /// What is published: events of CLASS:PUBLIC.
  public static let published = PrivacyPolicy(nonPublicClasses: .hidden)

  /// The level of a single event. Each rule gives one, and the strictest counts.
  /// - Parameter store: has the texts of the event, for rules that look at them.
  func visibility(of event: Event, in store: EventStore) -> Visibility {
    event.classification == .public ? .full : nonPublicClasses
  }
}
