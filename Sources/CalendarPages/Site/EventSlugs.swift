import Bytes
import Events

/// How event pages of a site are named: the spelling of titles, and slugs that would collide: they get all 64 bits of a
/// hash. There are nearly never any, and they do not depend on the window, so that a page keeps its name.
package struct EventSlugs: Sendable {
  let spelling: SlugSpelling
  /// Sorted by ``Events/Event/place``.
  private(set) var full: [(place: Int32, hash: UInt64)]

  init(spelling: SlugSpelling, full: [(place: Int32, hash: UInt64)] = []) {
    self.spelling = spelling
    self.full = full
  }

  /// The hash for an event whose slug would collide; `nil` for nearly all events. O(log of their number).
  package func hash(of event: Event) -> UInt64? {
    if full.isEmpty { return nil }
    let index = full.partitioningIndex { $0.place >= event.place }
    return index < full.count && full[index].place == event.place ? full[index].hash : nil
  }

  /// Appends the name of an event's page. O(name).
  func appendSlug(of index: Int32, _ store: EventStore, to out: inout [UInt8]) {
    let event = store.events[Int(index)]
    let hash = hash(of: event)
    EventSlug.append(
      title: store.text(event.title, of: event), hash: hash ?? event.uidHash, full: hash != nil,
      spelling: spelling, to: &out)
  }
}
