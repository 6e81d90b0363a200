import Bytes
import Events
import Settling

extension EventSlugs {
  /// Finds the colliding slugs of all events in a store. O(events).
  package init(_ store: EventStore, _ spelling: SlugSpelling = .plain) {
    // Colliding slugs have equal hash parts: only those with equal ones are compared completely.
    let ends: UInt64 = 1 << UInt64(EventSlug.digits * 5) - 1
    var first: [UInt64: Int32] = [:]
    var groups: [UInt64: [Int32]] = [:]
    for index in store.events.indices {
      let event = store.events[index]
      guard store.master(of: Int32(index)) == index else { continue }
      let end = event.uidHash & ends
      if let other = first[end] {
        groups[end, default: [other]].append(Int32(index))
      } else {
        first[end] = Int32(index)
      }
    }
    var full: [(place: Int32, hash: UInt64)] = []
    for group in groups.values {
      var names: [[UInt8]: [Int32]] = [:]
      for index in group {
        let event = store.events[Int(index)]
        var slug: [UInt8] = []
        EventSlug.append(
          title: store.text(event.title, of: event), hash: event.uidHash, full: false, spelling: spelling, to: &slug)
        names[slug, default: []].append(index)
      }
      for alike in names.values where alike.count > 1 {
        for (rank, index) in alike.enumerated() {
          let event = store.events[Int(index)]
          // Events without a UID may be equal in everything except their place in the content.
          var hash = StableHash()
          hash.add(event.uidHash)
          hash.add(event.uid.isEmpty ? Int64(rank) : event.start)
          // Overrides whose series is missing have its UID, and may have been moved to the same time.
          hash.add(event.recurrenceStart)
          full.append((event.place, hash.value))
        }
      }
    }
    self.init(spelling: spelling, full: full.sorted { $0.place < $1.place })
  }
}

extension EventSlugs {
  /// The path of the page that an event has, or its series, from the site's root. O(name).
  package func path(ofPageOf event: Int32, _ store: EventStore) -> [UInt8] {
    var path = [UInt8]("event/")
    appendSlug(of: store.master(of: event), store, to: &path)
    path.append(".html")
    return path
  }
}

extension EventPages {
  /// The pages of a store whose colliding slugs have not been determined yet. O(events).
  package init(_ store: EventStore, shown: [Occurrence]) {
    self.init(store, shown: shown, slugs: EventSlugs(store))
  }
}
