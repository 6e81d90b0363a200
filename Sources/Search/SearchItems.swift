import Bytes
import CalendarPages
import CivilTime
import Events
import ICalendar

/// What a search of a site can find, each with its identity.
struct SearchItems {
  /// What an item is made of.
  enum Source {
    /// A single event, or the master of a series.
    case event(Int32)
    /// An index of ``Notes/all``.
    case note(Int)
  }

  /// Sorted by item.
  private(set) var all: [(posting: SearchPosting, source: Source)] = []

  /// The indices of all items, those of events in the order of their masters and then those of notes.
  var inContentOrder: [Int32] {
    var keys = all.indices.map { index -> (place: Int64, index: Int32) in
      switch all[index].source {
      case .event(let event): (Int64(event), Int32(truncatingIfNeeded: index))
      case .note(let note): (1 << 32 + Int64(note), Int32(truncatingIfNeeded: index))
      }
    }
    keys.sort { $0.place < $1.place }
    return keys.map { $0.index }
  }

  private static let singleBits: UInt64 = 0xFF_FFFF

  /// O(n log n).
  init(_ store: EventStore, _ notes: Notes) {
    var keys: [(day: Int32, days: Int32, id: UInt32, hash: UInt64, source: Source)] = []
    keys.reserveCapacity(store.events.count + notes.all.count)
    func add(_ day: Int32, _ days: Int32, _ hash: UInt64, _ source: Source) {
      let id = day == SearchItem.lasting ? hash >> 32 : hash & Self.singleBits
      keys.append((day, days, UInt32(truncatingIfNeeded: id), hash, source))
    }
    for index in store.events.indices where store.master(of: Int32(index)) == index {
      let event = store.events[index]
      if store.isBusyBlock(event) { continue }
      let hash = Self.hash(of: event, store)
      if event.series >= 0, !event.isOverride {
        let isShown = store.members(of: Int32(index)).contains { store[$0].status != .cancelled }
        if isShown { add(SearchItem.lasting, 0, hash, .event(Int32(index))) }
      } else if event.status != .cancelled {
        let first = Self.day(of: event.start)
        let last = event.end > event.start ? Self.day(of: event.end - 1) : first
        add(first, min(last - first, 1 << 20), hash, .event(Int32(index)))
      }
    }
    for (index, note) in notes.all.enumerated() where note.eventUID.isEmpty || store.event(uid: note.eventUID) == nil {
      var hash = StableHash()
      hash.add([UInt8]("note "))
      hash.add(note.slug)
      add(note.day?.dayNumber ?? SearchItem.lasting, 0, hash.value, .note(index))
    }
    keys.sort { ($0.day, $0.id, $0.hash) < ($1.day, $1.id, $1.hash) }
    all.reserveCapacity(keys.count)
    for key in keys {
      var item = SearchItem(day: key.day, id: key.id)
      // Items with equal bits get the next free numbers, in the order of their whole hashes.
      if let last = all.last?.posting.item, last.day == item.day, last.id >= item.id { item.id = last.id &+ 1 }
      all.append((SearchPosting(item, days: key.days), key.source))
    }
  }

  /// The day number of an instant, or of a local time.
  static func day(of seconds: Int64) -> Int32 {
    Int32(clamping: seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400))
  }

  /// A hash of what identifies an event. It does not depend on the other events.
  private static func hash(of event: Event, _ store: EventStore) -> UInt64 {
    var hash = StableHash()
    if event.uid.isEmpty {
      hash.add(store.document(of: event).span(of: Int(event.component)))
    } else {
      hash.add(event.uidHash)
    }
    if event.isOverride { hash.add(event.recurrenceStart) }
    return hash.value
  }
}
