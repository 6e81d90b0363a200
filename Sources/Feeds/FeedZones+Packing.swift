import Bytes
import Events
import ICalendar
import TimeZones

extension FeedZones {
  /// The data about the zones of some events that a build needs if it takes their lines from the last build.
  /// Documents are described by their events, since their numbers may change; the zones of both builds are the same.
  /// - Parameter events: those that were added to the feed.
  /// - Returns: `nil` if lines name a zone differently than their sources do, which depends on other events.
  package func packed(_ events: [Int32]) -> [UInt8]? {
    var out: [UInt8] = []
    out.pack(entries.count)
    for entry in entries {
      guard entry.name == entry.source,
        let place = events.firstIndex(where: { store[$0].document == entry.document })
      else { return nil }
      out.pack(entry.source)
      out.pack(Int(entry.zone))
      out.pack(place)
      out.pack(entry.definition.map { store.documents[Int(entry.document)].ordinal(ofZone: $0) + 1 } ?? 0)
    }
    let covered = firsts.enumerated().filter { $0.element != .max }
    out.pack(covered.count)
    for (zone, first) in covered {
      out.pack(zone)
      out.pack(signed: first)
    }
    return out
  }

  /// The zones of some events, as an earlier build has packed them.
  /// - Parameters:
  ///   - store: has the same zones in the same order as the store for which they were packed.
  ///   - events: equal to those for which they were packed, in the same order.
  /// - Returns: `nil` if the bytes are damaged.
  package init?(_ packed: [UInt8], _ store: EventStore, _ events: [Int32]) {
    self.init(store)
    var from = Unpacker(packed)
    for _ in 0..<from.count() {
      let source = from.text()
      let zone = from.number(below: store.zones.count)
      let place = from.number(below: max(events.count, 1))
      let ordinal = from.number(below: .max)
      guard from.isSound, events.indices.contains(place) else { return nil }
      let document = store[events[place]].document
      var definition: Int?
      if ordinal > 0 {
        definition = store.documents[Int(document)].zone(atOrdinal: ordinal - 1)
        if definition == nil { return nil }
      }
      entries.append(
        Entry(source: source, name: source, zone: UInt16(zone), document: document, definition: definition))
    }
    for _ in 0..<from.count() {
      let zone = from.number(below: store.zones.count)
      let first = from.signed()
      guard from.isSound else { return nil }
      cover(UInt16(zone), from: first)
    }
    guard from.isSound, from.isAtEnd else { return nil }
  }
}

extension ICalendarDocument {
  /// The number of VTIMEZONEs before one.
  fileprivate func ordinal(ofZone component: Int) -> Int {
    components.indices.prefix(component).count { components[$0].kind == .vtimezone }
  }

  /// The VTIMEZONE with this number of others before it.
  fileprivate func zone(atOrdinal ordinal: Int) -> Int? {
    components.indices.lazy.filter { components[$0].kind == .vtimezone }.dropFirst(ordinal).first
  }
}
