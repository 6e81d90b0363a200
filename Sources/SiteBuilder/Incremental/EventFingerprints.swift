import Bytes
import CalendarPages
import CivilTime
import Events
import ICalendar
import Publishing
import TimeZones

/// The fingerprint of each event: its own lines of the content and how they were interpreted, independent of anything
/// around the event.
struct EventFingerprints: Sendable {
  /// By index in the store.
  let all: [Fingerprint]
  /// The fingerprint of all zones used by events.
  let zones: Fingerprint

  /// O(bytes of the content), on several threads.
  init(_ store: EventStore, threads: Int) {
    var made = Ingredients()
    let zoneHashes = store.zones.map { $0.stableHash }
    for hash in zoneHashes { made.add(hash) }
    zones = made.finish()
    // A file's own definitions decide what the times of its events mean, in feeds too.
    let frames = store.documents.enumerated().map { index, document in
      for component in document.components.indices where document.components[component].kind == .vtimezone {
        made.add(document.span(of: component))
      }
      made.add(store.zoneNames[index].floating.map { zoneHashes[Int($0)] } ?? 0)
      return made.finish()
    }
    all = inParallel(store.events.count, threads: threads) { range in
      var made = Ingredients()
      return range.map { index in
        let event = store.events[index]
        made.add(store.document(of: event).span(of: Int(event.component)))
        made.add(frames[Int(event.document)])
        made.add(zoneHashes[Int(event.zone)])
        made.add(zoneHashes[Int(event.endZone)])
        made.add(event.uidHash, event.calendar, event.kind.rawValue, event.status.rawValue)
        made.add(event.isOpaque)
        made.add(event.wallStart, event.start, event.end, event.durationDays, event.durationSeconds)
        made.add(event.hasDuration)
        made.add(event.sequence, event.lastModified, event.recurrenceStart, event.recurrenceKind.rawValue)
        made.add(event.isOverride)
        made.add(event.isThisAndFuture)
        made.add(event.type)
        for calendar in store.others(of: event) { made.add(calendar) }
        return made.finish()
      }
    }
  }
}
