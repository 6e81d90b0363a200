import Bytes
import Events
import ICalendar
import Settling
import SiteTerms

extension EventSlugs {
  /// Finds the names that authors chose and those that would collide, of all events in a store. O(events).
  package init(_ store: EventStore, _ spelling: SlugSpelling = .plain) {
    var named = Self.colliding(store, spelling)
    for (name, index) in Self.chosen(store, spelling, besides: named) {
      named[store[index].place] = name
    }
    self.init(spelling: spelling, named: named.map { ($0.key, $0.value) }.sorted { $0.place < $1.place })
  }

  /// For events whose names would collide, by place: their names with all digits of a hash.
  private static func colliding(_ store: EventStore, _ spelling: SlugSpelling) -> [Int32: [UInt8]] {
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
    var named: [Int32: [UInt8]] = [:]
    for group in groups.values {
      var names: [[UInt8]: [Int32]] = [:]
      for index in group { names[made(store, index, spelling), default: []].append(index) }
      for alike in names.values where alike.count > 1 {
        for (rank, index) in alike.enumerated() {
          let event = store[index]
          // Events without a UID may be equal in everything except their place in the content.
          var hash = StableHash()
          hash.add(event.uidHash)
          hash.add(event.uid.isEmpty ? Int64(rank) : event.start)
          // Overrides whose series is missing have its UID, and may have been moved to the same time.
          hash.add(event.recurrenceStart)
          named[event.place] = made(store, index, spelling, hash: hash.value)
        }
      }
    }
    return named
  }

  /// The names that authors chose: if several events have the same, it is the first's. No event gets a name that
  /// another event has by its title and UID.
  private static func chosen(
    _ store: EventStore, _ spelling: SlugSpelling, besides named: [Int32: [UInt8]]
  ) -> [[UInt8]: Int32] {
    var chosen: [[UInt8]: Int32] = [:]
    for index in store.events.indices
    where store.events[index].hasSlug && store.master(of: Int32(index)) == index {
      // Whoever writes an .ics file may write anything.
      guard let name = store.chosenSlug(of: store.events[index]) else { continue }
      if chosen[name] == nil { chosen[name] = Int32(index) }
    }
    // Names that are made of title and UID have a hyphen before the digits.
    let digits = [EventSlug.digits, EventSlug.allDigits]
    guard chosen.keys.contains(where: { name in digits.contains { name.dropLast($0).last == .hyphen } }) else {
      return chosen
    }
    for index in store.events.indices where store.master(of: Int32(index)) == index {
      let name = named[store.events[index].place] ?? made(store, Int32(index), spelling)
      if let owner = chosen[name], owner != index { chosen[name] = nil }
    }
    return chosen
  }

  /// The name that is made of title and UID.
  /// - Parameter hash: takes the place of that of the UID, and all of its digits are shown.
  private static func made(
    _ store: EventStore, _ index: Int32, _ spelling: SlugSpelling, hash: UInt64? = nil
  ) -> [UInt8] {
    let event = store[index]
    var name: [UInt8] = []
    EventSlug.append(
      title: store.text(event.title, of: event), hash: hash ?? event.uidHash, full: hash != nil, spelling: spelling,
      to: &name)
    return name
  }
}

extension EventStore {
  /// The name that an event's author chose for its page: lower-case letters, digits and hyphens between them; `nil`
  /// if there is none.
  package func chosenSlug(of event: Event) -> [UInt8]? {
    if !event.hasSlug { return nil }
    let name = text(.xBusyLifeSlug, of: event)
    let isSlug =
      (1...Self.longestSlug).contains(name.count) && name.first != .hyphen && name.last != .hyphen
      && name.allSatisfy { $0.isDigit || $0 == .hyphen || $0.isLetter && $0 == $0.lowercased }
    // The pictures of the site and of months lie beside those of events.
    let isPicture = name.equals(Pictures.site) || name.count == 7 && name.allSatisfy { $0.isDigit || $0 == .hyphen }
    return isSlug && !isPicture && !EventSlug.isReserved(name) ? name : nil
  }

  /// The longest that is read from events.json and notes, with a hash.
  private static var longestSlug: Int { 80 }
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
