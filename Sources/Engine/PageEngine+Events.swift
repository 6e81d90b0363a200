import Bytes
import CalendarPages
import CivilTime
import DataFiles
import Events
import Settling
import SiteTerms
import TimeZones

extension PageEngine {
  /// The event, or the series, with an event page at this path, if it has been loaded. O(events).
  func event(_ path: [UInt8]) -> Int32? {
    guard let data, data.facts.settings.hasEventPages, path.hasPrefix("event/"), path.count > 11 else { return nil }
    let name = path[6..<(path.count - 5)]
    let store = events.all()
    var slug: [UInt8] = []
    for index in store.events.indices {
      if store.master(of: Int32(index)) != index { continue }
      slug.removeAll(keepingCapacity: true)
      data.slugs.appendSlug(of: Int32(index), store, to: &slug)
      if slug.elementsEqual(name) { return Int32(index) }
    }
    return nil
  }

  /// The path of an event's page, and the earliest start of the requested date of its series, in seconds since 1970.
  func asked(_ address: [UInt8]) -> (path: [UInt8], instance: Int64?) {
    guard let mark = address.lastIndex(of: .hash) else { return (address, nil) }
    var text = address[(mark + 1)...]
    if text.count <= 10 { text += [UInt8]("T00:00:00") }
    let instance = try? zone.instant(of: ISO8601.dateTime(text).dateTime).secondsSinceEpoch
    return (Array(address[..<mark]), instance)
  }

  /// The dates of an event for its page: at least the next dozen of a series, or those of its first year if all are
  /// past.
  /// - Parameter instance: the time from which dates are requested, in seconds since 1970; the month of the build if it
  ///   is `nil`.
  func occurrences(of event: Int32, _ store: EventStore, from instance: Int64?) -> [Occurrence] {
    let day: Int64 = 86_400
    let now = instance ?? data.map { zone.startOfDay(month($0)).secondsSinceEpoch } ?? 0
    let start = store[event].start
    var found: [Occurrence] = []
    for length in [400, 4_000, 40_000] as [Int64] where found.count <= 12 {
      found = store.occurrences(of: event, from: now, to: now + length * day, in: zone)
    }
    if found.isEmpty { found = store.occurrences(of: event, from: start - day, to: start + 399 * day, in: zone) }
    return found
  }
}
