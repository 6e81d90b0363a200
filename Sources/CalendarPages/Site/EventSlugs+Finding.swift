#if !hasFeature(Embedded)
  import Bytes
  import Events
  import ICalendar
  import Settling

  extension EventSlugs {
    /// Finds the names that authors chose and those that would collide, of all events in a store. O(events).
    package init(_ store: EventStore, _ spelling: SlugSpelling = .plain) {
      var named: [(place: Int32, name: [UInt8])] = []
      let chosen = Self.chosen(store, spelling)
      for (name, index) in chosen { named.append((store.events[Int(index)].place, name)) }
      let isChosen = Set(chosen.values)
      // Colliding slugs have equal hash parts: only those with equal ones are compared completely.
      let ends: UInt64 = 1 << UInt64(EventSlug.digits * 5) - 1
      var first: [UInt64: Int32] = [:]
      var groups: [UInt64: [Int32]] = [:]
      for index in store.events.indices {
        let event = store.events[index]
        guard store.master(of: Int32(index)) == index else { continue }
        if event.hasSlug, isChosen.contains(Int32(index)) { continue }
        let end = event.uidHash & ends
        if let other = first[end] {
          groups[end, default: [other]].append(Int32(index))
        } else {
          first[end] = Int32(index)
        }
      }
      for group in groups.values {
        var names: [[UInt8]: [Int32]] = [:]
        for index in group { names[Self.made(store, index, spelling), default: []].append(index) }
        for alike in names.values where alike.count > 1 {
          for (rank, index) in alike.enumerated() {
            let event = store.events[Int(index)]
            // Events without a UID may be equal in everything except their place in the content.
            var hash = StableHash()
            hash.add(event.uidHash)
            hash.add(event.uid.isEmpty ? Int64(rank) : event.start)
            // Overrides whose series is missing have its UID, and may have been moved to the same time.
            hash.add(event.recurrenceStart)
            named.append((event.place, Self.made(store, index, spelling, hash: hash.value)))
          }
        }
      }
      self.init(spelling: spelling, named: named.sorted { $0.place < $1.place })
    }

    /// The names that authors chose: of several events with one name it is the first's, and none is one that another
    /// event has by its title and UID.
    private static func chosen(_ store: EventStore, _ spelling: SlugSpelling) -> [[UInt8]: Int32] {
      var chosen: [[UInt8]: Int32] = [:]
      for index in store.events.indices
      where store.events[index].hasSlug && store.master(of: Int32(index)) == index {
        // Whoever writes an .ics file may write anything.
        guard let name = store.chosenSlug(of: store.events[index]) else { continue }
        if chosen[name] == nil { chosen[name] = Int32(index) }
      }
      // Names that are made of title and UID have a hyphen before the digits.
      guard chosen.keys.contains(where: { $0.dropLast(EventSlug.digits).last == 0x2D }) else { return chosen }
      for index in store.events.indices where store.master(of: Int32(index)) == index {
        let name = made(store, Int32(index), spelling)
        if let owner = chosen[name], owner != index { chosen[name] = nil }
      }
      return chosen
    }

    /// The name that is made of title and UID.
    /// - Parameter hash: takes the place of that of the UID, and all of its digits are shown.
    private static func made(
      _ store: EventStore, _ index: Int32, _ spelling: SlugSpelling, hash: UInt64? = nil
    ) -> [UInt8] {
      let event = store.events[Int(index)]
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
        (1...Self.longestSlug).contains(name.count) && name.first != 0x2D && name.last != 0x2D
        && name.allSatisfy { $0.isDigit || $0 == 0x2D || $0.isLetter && $0 == $0.lowercased }
      return isSlug ? name : nil
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
#endif
