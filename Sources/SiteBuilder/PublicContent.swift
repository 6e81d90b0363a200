import Events
import Readers

/// Content as a site shows it, without what a policy withholds. Only ``LoadedContent/redacted(under:)`` makes one, and
/// planning, rendering and publishing receive nothing else.
struct PublicContent: Sendable {
  /// The settings of site.yml.
  let configuration: SiteConfiguration
  let notes: [Note]
  let store: EventStore
  /// The number of events and series withheld.
  let withheld: Int

  fileprivate init(configuration: SiteConfiguration, notes: [Note], _ redaction: Redaction) {
    self.configuration = configuration
    self.notes = notes
    store = redaction.store
    withheld = redaction.withheld
  }
}

extension LoadedContent {
  /// The part of the content that the site shows, by the policy of its settings.
  func published() -> PublicContent { redacted(under: content.configuration.policy) }

  /// The part of the content that a policy shows.
  func redacted(under policy: PrivacyPolicy) -> PublicContent {
    let redaction = redact(read, under: policy)
    // A note on a hidden event would reveal what the event does not.
    let notes = content.notes.filter { note in
      guard case .event(let uid) = note.placement else { return true }
      return !read.hasEvent(uid: uid) || redaction.store.event(uid: uid) != nil
    }
    return PublicContent(configuration: content.configuration, notes: notes, redaction)
  }
}
