import Bytes
import Events
import SiteTerms

/// How event pages of a site are named: the spelling of titles, and the names that are not made of title and UID: those
/// that an author chose, and those of events whose names would collide, which get all 64 bits of a hash. The names do
/// not depend on the window, so that a page keeps its name.
package struct EventSlugs: Sendable {
  package let spelling: SlugSpelling
  /// Sorted by ``Events/Event/place``.
  let named: [(place: Int32, name: [UInt8])]

  init(spelling: SlugSpelling, named: [(place: Int32, name: [UInt8])] = []) {
    self.spelling = spelling
    self.named = named
  }

  /// The name of an event's page, if it is not made of title and UID; `nil` for nearly all events. O(log of their
  /// number).
  package func name(of event: Event) -> [UInt8]? {
    if named.isEmpty { return nil }
    let index = named.partitioningIndex { $0.place >= event.place }
    return index < named.count && named[index].place == event.place ? named[index].name : nil
  }

  /// Appends the name of an event's page. O(name).
  package func appendSlug(of index: Int32, _ store: EventStore, to out: inout [UInt8]) {
    let event = store[index]
    if let name = name(of: event) {
      out += name
    } else {
      EventSlug.append(
        title: store.text(event.title, of: event), hash: event.uidHash, full: false, spelling: spelling, to: &out)
    }
  }
}
