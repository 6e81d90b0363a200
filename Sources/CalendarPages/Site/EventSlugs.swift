import Bytes
import Events

/// The names of event pages that would meet: all 64 bits of a hash of their own tell them apart. Nearly
/// always none, and the same whatever the window is, so that a page keeps its name.
package struct EventSlugs: Sendable {
  /// By ``Events/Event/place``, in order.
  private(set) var full: [(place: Int32, hash: UInt64)]

  package init() { full = [] }

  init(full: [(place: Int32, hash: UInt64)]) { self.full = full }

  /// The hash that tells an event from those it would meet; `nil` for nearly all. O(log what would meet).
  func hash(of event: Event) -> UInt64? {
    if full.isEmpty { return nil }
    let index = full.partitioningIndex { $0.place >= event.place }
    return index < full.count && full[index].place == event.place ? full[index].hash : nil
  }

  /// Appends the name of an event's page. O(name).
  func appendSlug(of index: Int32, _ store: EventStore, to out: inout [UInt8]) {
    let event = store.events[Int(index)]
    let hash = hash(of: event)
    EventSlug.append(
      title: store.text(event.title, of: event), hash: hash ?? event.uidHash, full: hash != nil, to: &out)
  }
}
