import Bytes
import ICalendar
import TimeZones

/// # The gate
///
/// The one place that decides what somebody may see, between reading and everything else. Settling, pages, feeds, data
/// and fingerprints accept an ``EventStore``, and only the functions of this folder make one, so none of them can show
/// what was withheld: it is not there. If anything is withheld, what remains is written anew as iCalendar and read
/// again, so that nothing which reading derives from a file (zones, lines, places, definitions) can tell of the rest.

/// The events that a policy shows.
public struct Redaction: Sendable {
  /// The events that pass, and a calendar without a name that holds the blocks of busy time.
  public let store: EventStore
  /// How many events and series are not shown, or only as busy time.
  public let withheld: Int
  /// For each event of ``store``, its index among the events read; events beyond the end of the array are busy blocks.
  package let origins: [Int32]
  /// What limits left out of the blocks of busy time.
  package var leftOut = BusyBlocks.LeftOut()
}

/// How the gate makes blocks of busy time; without it, events that may only be seen as busy are not seen at all.
package struct BusyBlocks {
  /// The word for busy time.
  package var title: [UInt8]
  /// The merged busy time of the events of a store, in order, apart from each other: seconds since the epoch.
  package var intervals: (EventStore) -> ([Range<Int64>], LeftOut)

  /// What limits left out.
  package struct LeftOut: Sendable {
    /// Series whose later instances are left out.
    package var series: [Event] = []
    /// Whether all events together exceeded the limit.
    package var isFull = false

    package init(series: [Event] = [], isFull: Bool = false) {
      self.series = series
      self.isFull = isFull
    }
  }

  package init(title: [UInt8], intervals: @escaping (EventStore) -> ([Range<Int64>], LeftOut)) {
    self.title = title
    self.intervals = intervals
  }
}

/// Applies a policy. O(events · rules); if anything is withheld, also O(n log n) and O(bytes of the files).
public func redact(
  _ read: ReadEvents, under policy: PrivacyPolicy, zones table: borrowing ZoneTable
) -> Redaction {
  redact(read, under: policy, zones: table, busy: nil)
}

/// Applies a policy, and shows busy time.
package func redact(
  _ read: ReadEvents, under policy: PrivacyPolicy, zones table: borrowing ZoneTable, busy: BusyBlocks?
) -> Redaction {
  var read = read
  // Which events belong to a series is known only after linking.
  if !read.isLinked { read.link() }
  read = read.chosen(under: policy)
  let (levels, withheld) = read.levels(under: policy)
  var origins: [Int32] = []
  for index in levels.indices where !read.store.events[index].isSuperseded && levels[index] <= .titles {
    origins.append(Int32(index))
  }
  let isWhole = read.store.calendars.indices.allSatisfy { policy.privacy(ofCalendar: $0) == .full }
  if isWhole, levels.allSatisfy({ $0 == .full }) {
    var store = read.store
    if !read.isWhole || origins.count < levels.count {
      store.withholdTexts(but: origins)
      store.keep(origins)
    }
    if policy.hidesAddresses { store.hideAddresses() }
    store.index()
    return Redaction(store: store, withheld: 0, origins: origins)
  }

  var blocks: [Range<Int64>] = []
  var leftOut = BusyBlocks.LeftOut()
  if let busy {
    let hidden = levels.indices.filter { !read.store.events[$0].isSuperseded && levels[$0] == .busy }
    if !hidden.isEmpty {
      var store = read.store
      store.keep(hidden.map { Int32($0) })
      store.index()
      (blocks, leftOut) = busy.intervals(store)
    }
  }
  var rewriter = RedactedContent(read, levels, policy)
  var remaining = rewriter.read(shown: origins, zones: table)
  if let busy, !blocks.isEmpty { remaining.add(blocks, title: busy.title, zones: table) }
  remaining.link()
  if policy.hidesAddresses { remaining.store.hideAddresses() }
  remaining.store.index()
  return Redaction(store: remaining.store, withheld: withheld, origins: origins, leftOut: leftOut)
}

/// All events, for their owner: the user of the command, or in the browser the reader, who has only published data and
/// their own. Not a store itself: nothing that publishes takes it by mistake for what ``redact(_:under:zones:)`` gave.
public struct OwnersEvents: Sendable {
  /// As the files have them.
  public let store: EventStore
}

extension ReadEvents {
  /// All events, for their owner. Whatever is published to others goes through ``redact(_:under:zones:)``. O(n log n).
  public func unredacted() -> OwnersEvents {
    var store = self.store
    store.dropSuperseded()
    return OwnersEvents(store: store)
  }

  /// The level of each event. A series has one: the strictest of its master and all its overrides, in whatever files
  /// they are; otherwise the master would show the instance that an override hides. Superseded versions count if they
  /// are copies in other calendars: otherwise a copy would show an event of a stricter calendar. Of a VEVENT that could
  /// not be read, the readable properties count; if it has no END, its series is hidden, since its CLASS may be
  /// missing, too.
  package func levels(under policy: PrivacyPolicy) -> (levels: [Privacy], withheld: Int) {
    var levels = [Privacy](repeating: .full, count: store.events.count)
    let store = chosen(under: policy).store
    // Found when it is first needed: nearly no site has copies.
    var copies: [Bool] = []
    for (index, event) in store.events.enumerated() {
      let level = policy.verdict(on: event, in: store).privacy
      if level <= levels[index] { continue }
      if event.isSuperseded {
        if copies.isEmpty { copies = store.copies(under: policy) }
        if !copies[index] { continue }
      }
      levels[index] = level
      store.forEachEvent(sharingUIDOf: event) { levels[$0] = max(levels[$0], level) }
    }
    forEachUnread(under: policy, in: store) { event, verdict in
      store.forEachEvent(sharingUIDOf: event) { levels[$0] = max(levels[$0], verdict.privacy) }
    }
    join(&levels, under: policy, in: store)
    if store.calendars.count > CalendarInfo.namedLimit { store.hideExcess(&levels) }
    var withheld = 0
    var isCounted = [Bool](repeating: false, count: levels.count)
    for (index, event) in store.events.enumerated()
    where !event.isSuperseded && levels[index] >= .busy && !isCounted[index] {
      // A series counts once, with its first event.
      store.forEachEvent(sharingUIDOf: event) { isCounted[$0] = true }
      withheld += 1
    }
    return (levels, withheld)
  }

  /// Adds a calendar of busy time: an event for each block, which says nothing but its times.
  fileprivate mutating func add(_ blocks: [Range<Int64>], title: [UInt8], zones: borrowing ZoneTable) {
    let calendar = add(calendar: CalendarInfo(name: [], title: title, color: []))
    var diagnostics = Diagnostics()
    add(
      ICalendarDocument(parsing: RedactedContent.file(of: blocks, title: title)), to: calendar, zones: zones,
      diagnostics: &diagnostics)
  }
}

extension EventStore {
  /// Whether an event is a block of merged busy time.
  package func isBusyBlock(_ event: Event) -> Bool { calendars[Int(event.calendar)].isBusyTime }

  /// Calls `body` with the index of each event with the same UID, the event itself included; never for an event without
  /// a UID. O(events with the same UID hash).
  func forEachEvent(sharingUIDOf event: Event, _ body: (Int) -> Void) {
    if event.uid.isEmpty { return }
    let start = byUID.partitioningIndex { self[$0].uidHash >= event.uidHash }
    for index in byUID[start...] {
      if self[index].uidHash != event.uidHash { return }
      if sameUID(self[index], event) { body(Int(index)) }
    }
  }

  /// Drops superseded events, and rebuilds the indices. Not inlined, so that the browser module contains it once.
  @inline(never) fileprivate mutating func dropSuperseded() {
    let counting = events.indices.filter { !events[$0].isSuperseded }.map { Int32($0) }
    if counting.count < events.count { take(counting) }
    index()
  }

  /// Keeps some events, in a given order, and the series whose masters are among them.
  fileprivate mutating func keep(_ chosen: [Int32]) {
    take(chosen)
    dropSeriesWithoutMasters()
  }

  /// Removes series whose masters were removed.
  fileprivate mutating func dropSeriesWithoutMasters() {
    var numbers: [Int32] = []
    var kept: [Series] = []
    for series in series {
      numbers.append(Int32(kept.count))
      if series.event >= 0 { kept.append(series) }
    }
    series = kept
    for index in events.indices where events[index].series >= 0 {
      events[index].series = numbers[Int(events[index].series)]
    }
  }

  /// Takes the addresses of people out of the documents. O(bytes) of those that may have any.
  fileprivate mutating func hideAddresses() {
    for index in documents.indices where documents[index].hasAddresses {
      documents[index] = documents[index].withoutAddresses()
    }
  }

  /// Blanks, in the documents, all events but the passing ones, and all VEVENTs that could not be read. O(components),
  /// and O(bytes) of documents with any of these.
  fileprivate mutating func withholdTexts(but passing: [Int32]) {
    var shown = documents.map { [Bool](repeating: false, count: $0.components.count) }
    for index in passing { shown[Int(self[index].document)][Int(self[index].component)] = true }
    for index in documents.indices {
      let document = documents[index]
      let withheld = document.components.indices.filter {
        document.components[$0].kind == .vevent && !shown[index][$0]
      }
      if !withheld.isEmpty { documents[index] = document.withholding(withheld) }
    }
  }
}
