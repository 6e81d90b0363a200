import ICalendar

/// Events that share a UID in their file but are shown as separate events. They might be versions of one event after
/// all, and a copy in another calendar, an instance or a VEVENT that can't be read may belong to any of them. So all
/// of them have the strictest of their levels.
extension ReadEvents {
  /// Indices of the events of each such UID. O(events) if there is any.
  private func families(in store: EventStore) -> [[UInt8]: [Int]] {
    if !hasRepeatedUIDs { return [:] }
    var families: [[UInt8]: [Int]] = [:]
    for (index, event) in store.events.enumerated() {
      if let name = commonUID(of: event, in: store) { families[name, default: []].append(index) }
    }
    for (index, event) in store.events.enumerated() where !event.uid.isEmpty {
      let name = store.text(event.uid, of: event)
      if families[name] != nil { families[name]?.append(index) }
    }
    return families
  }

  private func commonUID(of event: Event, in store: EventStore) -> [UInt8]? {
    let document = store.document(of: event)
    guard let property = store.property(.uid, of: event), document.hasParameters(property) else { return nil }
    return document.parameter(Self.repeatedUID, of: property)
  }

  /// Gives the events of each such UID the strictest of their levels. O(events) if there is any.
  func join(_ levels: inout [Privacy], under policy: PrivacyPolicy, in store: EventStore) {
    let families = families(in: store)
    if families.isEmpty { return }
    var strictest = families.mapValues { $0.map { levels[$0] }.max() ?? .full }
    forEachUnread(under: policy, in: store) { event, verdict in
      let name = store.text(event.uid, of: event)
      if let level = strictest[name] { strictest[name] = max(level, verdict.privacy) }
    }
    for (name, members) in families {
      for member in members { levels[member] = max(levels[member], strictest[name] ?? .full) }
    }
  }

  /// The events that share an event's UID in its file, itself included. O(events) if there are any.
  func kin(of index: Int, in store: EventStore) -> [Int] {
    let families = families(in: store)
    if families.isEmpty { return [] }
    let event = store.events[index]
    return families[commonUID(of: event, in: store) ?? store.text(event.uid, of: event)] ?? []
  }
}
