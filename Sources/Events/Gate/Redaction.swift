import Bytes
import ICalendar

/// # The gate
///
/// The one place that decides what somebody may see, between reading and everything else. Settling, pages, feeds, data
/// and fingerprints accept an ``EventStore``, and only the functions of this file make one, so none of them can show
/// what was withheld: it is not there. A hidden event leaves no trace: neither its instances, nor its times, nor a byte
/// of its text in the documents.

/// The events that a policy shows.
public struct Redaction: Sendable {
  /// The events that pass.
  public let store: EventStore
  /// How many events and series were withheld.
  public let withheld: Int
}

/// Applies a policy. O(events); if events are withheld, also O(n log n) and O(bytes of their files).
public func redact(_ read: ReadEvents, under policy: PrivacyPolicy) -> Redaction {
  var read = read
  // Which events belong to a series is known only after linking.
  if !read.isLinked { read.link() }
  let (levels, withheld) = read.levels(under: policy)
  var store = read.store
  let passes = store.events.indices.map { !store.events[$0].isSuperseded && levels[$0] != .hidden }
  if !read.isWhole || passes.contains(false) {
    store.withholdTexts(but: passes)
    var chosen: [Int32] = []
    for index in passes.indices where passes[index] { chosen.append(Int32(index)) }
    store.take(chosen)
    store.dropSeriesWithoutMasters()
  }
  store.index()
  return Redaction(store: store, withheld: withheld)
}

extension ReadEvents {
  /// All events, for their owner: the user of the command, or in the browser the reader, whose data are published or
  /// their own. Whatever is published to others goes through ``redact(_:under:)``. O(n log n).
  public func unredacted() -> EventStore {
    var store = self.store
    store.dropSuperseded()
    return store
  }

  /// The visibility of each event. A series has one: the strictest of its master and all its overrides, in whatever
  /// files they are; otherwise the master would show the instance that an override hides. Superseded versions do not
  /// count.
  func levels(under policy: PrivacyPolicy) -> (levels: [Visibility], withheld: Int) {
    var levels = [Visibility](repeating: .full, count: store.events.count)
    var withheld = 0
    for (index, event) in store.events.enumerated() where !event.isSuperseded {
      let level = policy.visibility(of: event, in: store)
      if level <= levels[index] { continue }
      if level == .hidden { withheld += 1 }
      levels[index] = level
      store.forEachEvent(sharingUIDOf: event) { levels[$0] = level }
    }
    return (levels, withheld)
  }
}

extension EventStore {
  /// Calls `body` with the index of each event with the same UID, the event itself included; never for an event without
  /// a UID. O(events with the same UID hash).
  func forEachEvent(sharingUIDOf event: Event, _ body: (Int) -> Void) {
    if event.uid.isEmpty { return }
    let start = byUID.partitioningIndex { events[Int($0)].uidHash >= event.uidHash }
    for index in byUID[start...] {
      if events[Int(index)].uidHash != event.uidHash { return }
      if sameUID(events[Int(index)], event) { body(Int(index)) }
    }
  }

  /// Drops superseded events, and rebuilds the indices. Not inlined, so that the browser module contains it once.
  @inline(never) fileprivate mutating func dropSuperseded() {
    let counting = events.indices.filter { !events[$0].isSuperseded }.map { Int32($0) }
    if counting.count < events.count { take(counting) }
    index()
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

  /// Blanks, in the documents, the text of events that do not pass, and VEVENTs that could not be read. O(components),
  /// and O(bytes) of documents with any of these.
  fileprivate mutating func withholdTexts(but passes: [Bool]) {
    var shown = documents.map { [Bool](repeating: false, count: $0.components.count) }
    for (index, event) in events.enumerated() where passes[index] {
      shown[Int(event.document)][Int(event.component)] = true
    }
    for index in documents.indices {
      let document = documents[index]
      let withheld = document.components.indices.filter {
        document.components[$0].kind == .vevent && !shown[index][$0]
      }
      if !withheld.isEmpty { documents[index] = document.withholding(withheld) }
    }
  }
}
