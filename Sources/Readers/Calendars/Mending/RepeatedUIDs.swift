import Bytes
import CivilTime
import Events
import ICalendar

/// Events of one file that have a UID in common and are no versions of each other: some programs give all of their
/// events the same. RFC 5545, 3.8.4.7, wants one for each, and readers keep only the last.
///
/// Versions of an event differ in SEQUENCE or LAST-MODIFIED, or begin at the same time.
struct RepeatedUIDs {
  private let document: ICalendarDocument
  /// For each UID: its events that are not overrides, in file order, and its overrides.
  private var groups: [(masters: [Member], overrides: [Member])] = []

  private struct Member {
    let component: Int
    let uid: ICalendarDocument.Property
    let place: Int
    /// DTSTART, or RECURRENCE-ID.
    let time: DateOrDateTime
  }

  /// O(events).
  init(of document: ICalendarDocument) {
    self.document = document
    var seen: Set<UInt64> = []
    var repeated: Set<UInt64> = []
    let events = document.components.indices.filter {
      document.components[$0].kind == .vevent && !document.components[$0].isBroken
    }
    let hashes = events.map { event in
      document.first(.uid, of: event).map { StableHash.of(document.value($0).trimmed) } ?? 0
    }
    for (event, hash) in zip(events, hashes) where hash != 0 && document.first(.recurrenceID, of: event) == nil {
      if !seen.insert(hash).inserted { repeated.insert(hash) }
    }
    if repeated.isEmpty { return }
    var places: [[UInt8]: Int] = [:]
    for (event, hash) in zip(events, hashes) where repeated.contains(hash) {
      let original = document.first(.recurrenceID, of: event)
      guard let index = firstIndex(of: .uid, in: event), let start = original ?? document.first(.dtstart, of: event),
        let time = DateOrDateTime(document.value(start))
      else { continue }
      let uid = document.properties[index]
      let name = Array(document.value(uid).trimmed)
      if name.isEmpty { continue }
      let place = places[name] ?? groups.count
      places[name] = place
      if place == groups.count { groups.append(([], [])) }
      let member = Member(component: event, uid: uid, place: index, time: time)
      if original == nil { groups[place].masters.append(member) } else { groups[place].overrides.append(member) }
    }
  }

  private func firstIndex(of name: PropertyName, in component: Int) -> Int? {
    var found: Int?
    document.forEachProperty(of: component) { if found == nil, document.properties[$0].name == name { found = $0 } }
    return found
  }

  /// Gives each event but the first with a UID one of its own, made of the UID and the start. A parameter keeps the
  /// common UID, by which ``ReadEvents`` gives all these events the strictest of their levels. O(events).
  func separate(_ edits: inout [ICalendarDocument.Edit], _ remarks: inout Diagnostics) {
    var renamed: [Int: [UInt8]] = [:]
    func rename(_ member: Member, to uid: [UInt8]) {
      let common = Array(document.value(member.uid).trimmed)
      if common == uid { return }
      renamed[member.place] =
        Array("UID;\(ReadEvents.repeatedUID)=".utf8) + ICalendarWriter.parameterValue(common[...].unescapedText) + [
          .colon
        ]
        + uid
    }
    for (masters, overrides) in groups {
      let versions = Set(masters.map { version(of: $0.component) })
      guard versions.count == 1, Set(masters.map { $0.time }).count > 1 else { continue }
      var uids: [DateOrDateTime: [UInt8]] = [masters[0].time: Array(document.value(masters[0].uid).trimmed)]
      let first = Array("\(document.components[masters[0].component].line)".utf8)
      for member in masters {
        let uid = uids[member.time] ?? separated(member)
        uids[member.time] = uid
        rename(member, to: uid)
        if member.time == masters[0].time { continue }
        remarks.add(
          .warning, line: member.uid.line,
          "this event has the UID of the event in line " + first
            + "; all are shown, and feeds give this one a UID of its own; give each its own, since what withholds one "
            + "of them withholds all")
      }
      let sorted = masters.sorted { $0.time.wall < $1.time.wall }
      for override in overrides {
        // If a series was divided, an override belongs to the last part that begins before it.
        let next = sorted.partitioningIndex { $0.time.wall > override.time.wall }
        rename(override, to: uids[sorted[max(0, next - 1)].time] ?? [])
      }
    }
    edits.removeAll { renamed[$0.property] != nil }
    edits += renamed.map { ICalendarDocument.Edit(property: $0.key, lines: [$0.value]) }
  }

  private func separated(_ member: Member) -> [UInt8] {
    Array(document.value(member.uid).trimmed) + [.hyphen] + member.time.basic
  }

  /// The values in which versions differ.
  private func version(of component: Int) -> [[UInt8]] {
    [PropertyName.sequence, .lastModified].map { name in
      document.first(name, of: component).map { Array(document.value($0).trimmed) } ?? []
    }
  }
}
