import ICalendar

/// VEVENTs that could not be read. They are skipped, but what can be read of them still withholds their series:
/// otherwise a private master without DTSTART would leave its overrides public.
extension ReadEvents {
  /// Calls `body` with each unread VEVENT that exists for a reader, its level, and what decided it. Without END it is
  /// hidden, since its CLASS may be missing, too.
  func forEachUnread(
    under policy: PrivacyPolicy, in store: EventStore, _ body: (Event, PrivacyPolicy.Verdict) -> Void
  ) {
    for event in unread where !policy.isAbsent(event.calendar) || event.isOverride {
      let isCut = store.document(of: event).components[Int(event.component)].isBroken
      body(event, isCut ? (.hidden, .cut) : policy.verdict(on: event, in: store))
    }
  }

  /// The unread VEVENTs that are stricter than another event with their UID, and what decided their level. O(events
  /// that share their UIDs).
  package func unreadDeciders(
    under policy: PrivacyPolicy
  ) -> [(event: Event, privacy: Privacy, reason: PrivacyPolicy.Reason)] {
    let store = chosen(under: policy).store
    var found: [(event: Event, privacy: Privacy, reason: PrivacyPolicy.Reason)] = []
    forEachUnread(under: policy, in: store) { event, verdict in
      var isDecider = false
      store.forEachEvent(sharingUIDOf: event) { other in
        if policy.verdict(on: store.events[other], in: store).privacy < verdict.privacy { isDecider = true }
      }
      if isDecider { found.append((event, verdict.privacy, verdict.reason)) }
    }
    return found
  }
}
