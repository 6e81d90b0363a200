import Bytes
import CivilTime
import Events
import ICalendar
import Settling
import TimeZones

/// The zones used in a feed, and the VTIMEZONE of each: subscribers need not know any vendor's names, and read the
/// times by the same rules as here.
package struct FeedZones: Sendable {
  struct Entry: Sendable {
    /// The TZID in the source.
    let source: [UInt8]
    /// The TZID in the feed: the same, unless two sources use one name for two zones.
    let name: [UInt8]
    let zone: UInt16
    let document: Int32
    /// The VTIMEZONE of the document, if that defines the zone.
    let definition: Int?
  }

  let store: EventStore
  var entries: [Entry] = []
  /// For each zone, the earliest local time that must be covered by its definition, in seconds of wall time.
  var firsts: [Int64] = []

  package init(_ store: EventStore) { self.store = store }

  /// The feed's name for a TZID of a document. O(zones of the feed), O(1) for the last one used.
  package mutating func name(_ source: [UInt8], as meaning: ZoneNames.Meaning, _ document: Int32) -> [UInt8] {
    if let last = entries.last, last.zone == meaning.zone, last.source == source { return last.name }
    if let known = entries.first(where: { $0.zone == meaning.zone && $0.source == source }) { return known.name }
    var name = source
    var number = 1
    while entries.contains(where: { $0.name == name }) {
      number += 1
      name = source + " "
      name.append(decimal: number)
    }
    entries.append(
      Entry(source: source, name: name, zone: meaning.zone, document: document, definition: meaning.definition))
    return name
  }

  /// Records the TZID of a property that is copied without being interpreted, so that it is defined if possible.
  package mutating func keep(_ source: [UInt8], _ document: Int32) {
    if entries.contains(where: { $0.name == source }) { return }
    let known = store.documents[Int(document)].definedZones.first { $0.name == source }
    if let zone = store.zones.firstIndex(where: { $0.identifier.equalsIgnoringCase(source) }) {
      _ = name(source, as: ZoneNames.Meaning(zone: UInt16(zone), definition: nil), document)
    } else if let known {
      _ = name(source, as: ZoneNames.Meaning(zone: 0, definition: known.component), document)
    }
  }

  /// Adds the zones of another feed whose events will follow; returns false if any of its names means something else
  /// here, or was changed there. O(zones of both).
  mutating func join(_ other: FeedZones) -> Bool {
    for entry in other.entries {
      guard entry.name == entry.source else { return false }
      guard let known = entries.first(where: { $0.name == entry.name }) else {
        entries.append(entry)
        continue
      }
      guard known.zone == entry.zone, (known.definition == nil) == (entry.definition == nil) else { return false }
    }
    for (zone, first) in other.firsts.enumerated() { cover(UInt16(zone), from: first) }
    return true
  }

  /// Writes the definitions: the source's own if that was used and every program can read it, otherwise one made from
  /// the rules.
  package func write(to writer: inout ICalendarWriter) {
    for entry in entries {
      if let definition = entry.definition, covers(definition, entry) {
        writer.line("BEGIN:VTIMEZONE")
        copy(definition, of: store.documents[Int(entry.document)], name: entry.name, to: &writer)
        writer.line("END:VTIMEZONE")
      } else {
        writer.write(timeZone: zone(of: entry), name: entry.name, from: first(entry.zone))
      }
    }
  }

  /// Records a local time of a zone.
  mutating func cover(_ zone: UInt16, from wall: Int64) {
    if firsts.isEmpty { firsts = Array(repeating: .max, count: store.zones.count) }
    if wall < firsts[Int(zone)] { firsts[Int(zone)] = wall }
  }

  private func first(_ zone: UInt16) -> Int64 { firsts.isEmpty ? .max : firsts[Int(zone)] }

  /// Whether a definition of a source has the form of RFC 5545, and begins before all times in its zone. A browser,
  /// which writes only proposals for days near today, takes each.
  private func covers(_ definition: Int, _ entry: Entry) -> Bool {
    if !ForeignInput.isMended { return true }
    let document = store.documents[Int(entry.document)]
    if !document.isStandard(timeZone: definition) { return false }
    if entry.zone == 0 { return true }
    var begin = Int64.max
    document.forEachChild(of: definition) { child in
      guard let start = document.first(.dtstart, of: child),
        case .local(let wall)? = DateOrDateTime(document.value(start))
      else { return }
      begin = min(begin, wall.wallSeconds)
    }
    return first(entry.zone) >= begin
  }

  /// The zone of an entry; for an entry that is only kept, the zone that its definition describes.
  private func zone(of entry: Entry) -> Zone {
    let kept =
      ForeignInput.isMended && entry.zone == 0
      ? entry.definition.flatMap { store.documents[Int(entry.document)].zone(ofTimeZone: $0, entry.source) } : nil
    return kept ?? store.zones[Int(entry.zone)]
  }

  private func copy(_ component: Int, of document: ICalendarDocument, name: [UInt8]?, to writer: inout ICalendarWriter)
  {
    document.forEachProperty(of: component) { index in
      let property = document.properties[index]
      if let name, property.name == .tzid {
        writer.property("TZID", name)
      } else {
        writer.line(document.line(property))
      }
    }
    var children: [Int] = []
    document.forEachChild(of: component) { children.append($0) }
    for child in children where !document.components[child].isBroken {
      let kind = Array(document.name(document.components[child]))
      writer.line("BEGIN:" + kind)
      copy(child, of: document, name: nil, to: &writer)
      writer.line("END:" + kind)
    }
  }
}
