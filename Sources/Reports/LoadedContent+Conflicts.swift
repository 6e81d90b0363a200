import Bytes
import CivilTime
import Events
import Foundation
import Gate
import ICalendar
import Publishing
import Readers
import Settling
import TimeZones

/// Different events in one place at one time, for halls and rooms: printed by `check --conflicts`.
extension LoadedContent {
  /// A warning for each two events that are in one place at one time within the window of site.yml: at the one that
  /// begins later, with the first time and how many more there are. A place is a LOCATION, a member of RESOURCES, or an
  /// ATTENDEE that is a room or a resource and has not declined. Events whose time is free, and cancelled ones, take no
  /// place. O(n log n) for n occurrences.
  func conflicts(_ options: ReadingOptions) throws(BuildError) -> [Problem] {
    if content.isConfigurationBroken { return [] }
    let (zone, window) = try siteWindow(options)
    let store = unredacted().store
    var report = ExpansionReport()
    let occurrences = store.settle(window, in: zone, report: &report).occurrences
    var sweep = PlaceSweep(store)
    for occurrence in occurrences { sweep.add(occurrence) }
    var found = sweep.pairs.map { pair in
      let event = store[pair.later.event]
      let other = store[pair.earlier.event]
      var message = "\(Self.title(event, store)) takes place in \(Self.quote(pair.place)) "
      message += Self.times(pair.later, zone, on: nil)
      message += ", when \(Self.title(other, store)) (\(path(of: other)):\(other.line)) is there, "
      message += Self.times(pair.earlier, zone, on: zone.wall(at: Instant(clamping: pair.later.start)).date)
      if pair.count > 1 { message += "; and at \(pair.count - 1) more time\(pair.count == 2 ? "" : "s")" }
      return Problem(
        path: path(of: event),
        diagnostic: Diagnostic(.warning, at: Position(line: Int(event.line), column: 1), Array(message.utf8).onOneLine))
    }
    if sweep.isCut {
      found.append(
        Problem(
          .warning, in: content.folder, "there are more conflicts than these; solve some, and check again"))
    }
    return found
  }

  private static func quote(_ text: [UInt8]) -> String { String(decoding: quoted(text), as: UTF8.self) }

  private static func title(_ event: Event, _ store: EventStore) -> String {
    event.title.isEmpty ? "an event without a title" : quote(store.text(event.title, of: event))
  }

  /// `on 2026-11-20 from 20:30 to 22:00`.
  /// - Parameter date: the date that was just named.
  private static func times(_ occurrence: Occurrence, _ zone: Zone, on date: CivilDate?) -> String {
    func iso(_ date: CivilDate) -> String {
      String(decoding: [UInt8].written { $0.append(iso: date) }, as: UTF8.self)
    }
    let start = zone.wall(at: Instant(clamping: occurrence.start))
    if occurrence.isAllDay {
      let last = CivilDate(dayNumber: Int(occurrence.endDate) - 1) ?? start.date
      let first = CivilDate(dayNumber: Int(occurrence.firstDate)) ?? start.date
      return (first == last ? "on \(iso(first))" : "from \(iso(first)) to \(iso(last))") + ", all day"
    }
    let end = zone.wall(at: Instant(clamping: occurrence.end))
    let isOneDay = start.date == end.date
    func time(_ wall: CivilDateTime) -> String {
      let clock = String(decoding: [UInt8].written { $0.append(iso: wall.time) }.prefix(5), as: UTF8.self)
      return isOneDay ? clock : "\(iso(wall.date)) \(clock)"
    }
    let day = isOneDay && date != start.date ? "on \(iso(start.date)) " : ""
    return "\(day)from \(time(start)) to \(time(end))"
  }
}

/// Walks occurrences in order of their starts, with those that are in each place at the moment.
private struct PlaceSweep {
  struct Pair {
    var earlier, later: Occurrence
    /// As the later one names it.
    var place: [UInt8]
    var count: Int
  }

  /// The greatest number of pairs of events that are listed, and of other events that one occurrence is compared with.
  private static let pairLimit = 100
  private static let partnerLimit = 10

  private let store: EventStore
  /// The places of each event, found on first use: what they are compared by, and as written.
  private var places: [Int32: [(key: String, name: [UInt8])]] = [:]
  /// In each place, the occurrences that have not ended.
  private var present: [String: EndHeap] = [:]
  private var indices: [UInt64: Int] = [:]
  private(set) var pairs: [Pair] = []
  /// Whether there are more pairs than were recorded.
  private(set) var isCut = false

  init(_ store: EventStore) { self.store = store }

  mutating func add(_ occurrence: Occurrence) {
    let event = store[occurrence.event]
    guard event.isOpaque, event.status != .cancelled, occurrence.end > occurrence.start else { return }
    var met: Set<Int32> = [store.master(of: occurrence.event)]
    for (key, name) in places(of: occurrence.event) {
      // In place, since a copy of the others in the place would cost as much as comparing with all of them.
      present[key, default: EndHeap()].removeEnded(at: occurrence.start)
      let others = Array(present[key]!.items.prefix(Self.partnerLimit + 1))
      for other in others.prefix(Self.partnerLimit) {
        let master = store.master(of: other.event)
        if met.insert(master).inserted { record(other, occurrence, name, master) }
      }
      if others.count > Self.partnerLimit { isCut = true }
      present[key]!.insert(occurrence)
    }
  }

  private mutating func record(_ earlier: Occurrence, _ later: Occurrence, _ place: [UInt8], _ master: Int32) {
    let key = UInt64(UInt32(bitPattern: store.master(of: later.event))) << 32 | UInt64(UInt32(bitPattern: master))
    if let index = indices[key] {
      pairs[index].count += 1
    } else if pairs.count < Self.pairLimit {
      indices[key] = pairs.count
      pairs.append(Pair(earlier: earlier, later: later, place: place, count: 1))
    } else {
      isCut = true
    }
  }

  private mutating func places(of index: Int32) -> [(key: String, name: [UInt8])] {
    if let known = places[index] { return known }
    let event = store[index]
    let document = store.document(of: event)
    var found: [(key: String, name: [UInt8])] = []
    func add(_ text: [UInt8], as name: [UInt8]? = nil) {
      let words = text.split { $0.isWhitespace || $0 < 0x20 }.joined(separator: [.space])
      let key = String(decoding: Array(words), as: UTF8.self).folding(options: .caseInsensitive, locale: nil)
      // An online meeting has room for any number.
      if key.isEmpty || key.contains("://") || found.contains(where: { $0.key == key }) { return }
      found.append((key, name ?? Array(words)))
    }
    add(store.text(event.location, of: event))
    document.forEachProperty(of: Int(event.component)) { index in
      let property = document.properties[index]
      if property.name == .resources { for item in textList(document.value(property)) { add(item) } }
      guard property.name == .attendee, let kind = document.parameter("CUTYPE", of: property),
        kind.equalsIgnoringCase("ROOM") || kind.equalsIgnoringCase("RESOURCE"),
        !(document.parameter("PARTSTAT", of: property) ?? []).equalsIgnoringCase("DECLINED")
      else { return }
      let address = Array(document.value(property).trimmed)
      let name = document.parameter("CN", of: property).flatMap { $0.isEmpty ? nil : $0 }
      if let name { add(name) }
      add(address, as: name ?? address)
    }
    places[index] = found
    return found
  }
}

/// Occurrences, the one that ends first on top.
private struct EndHeap {
  private(set) var items: [Occurrence] = []

  mutating func insert(_ occurrence: Occurrence) {
    items.append(occurrence)
    var index = items.count - 1
    while index > 0, items[index].end < items[(index - 1) / 2].end {
      items.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func removeEnded(at time: Int64) {
    while let first = items.first, first.end <= time {
      let last = items.removeLast()
      if items.isEmpty { return }
      items[0] = last
      var index = 0
      while true {
        var least = index
        for child in [2 * index + 1, 2 * index + 2] where child < items.count && items[child].end < items[least].end {
          least = child
        }
        if least == index { break }
        items.swapAt(index, least)
        index = least
      }
    }
  }
}
