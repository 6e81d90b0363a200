import Events
import Readers

/// Content as a site shows it: what a policy withholds is not in it. Only ``LoadedContent/redacted(under:)`` makes
/// one, and planning, rendering and publishing are given nothing else.
struct PublicContent: Sendable {
  /// What site.yml says.
  let configuration: SiteConfiguration
  let notes: [Note]
  let store: EventStore
  /// How many events and series were withheld.
  let withheld: Int

  fileprivate init(configuration: SiteConfiguration, notes: [Note], _ redaction: Redaction) {
    self.configuration = configuration
    self.notes = notes
    store = redaction.store
    withheld = redaction.withheld
  }
}

extension LoadedContent {
  /// What a policy shows of the content.
  func redacted(under policy: PrivacyPolicy) -> PublicContent {
    let redaction = redact(read, under: policy)
    // A note on an event says what the event does not.
    let notes = content.notes.filter { note in
      guard case .event(let uid) = note.placement else { return true }
      return !read.hasEvent(uid: uid) || redaction.store.event(uid: uid) != nil
    }
    return PublicContent(configuration: content.configuration, notes: notes, redaction)
  }
}
