import Bytes
import CivilTime
import Settling

/// Which events have a page, and what it is called. An event has one if any of its occurrences meets
/// the window; a series and the instances set apart from it share one.
public struct EventPages: Sendable {
  /// Per event, where its slug begins in ``bytes``, and -1 without a page.
  private var starts: [Int32]
  private var ends: [Int32]
  private var bytes: [UInt8] = []
  /// The events that pages are made of, in order of their first occurrence in the window.
  public private(set) var events: [Int32] = []
  /// Per page, its occurrences in the window, in order.
  public private(set) var occurrences: [[Occurrence]] = []
  /// Per event, the index of its page in ``events``, or -1.
  private var pageOfEvent: [Int32]

  /// No pages at all.
  public init() {
    starts = []
    ends = []
    pageOfEvent = []
  }

  /// - Parameters:
  ///   - store: all events.
  ///   - shown: the occurrences that meet the window, in order.
  public init(_ store: EventStore, shown: some Sequence<Occurrence>) {
    starts = Array(repeating: -1, count: store.events.count)
    ends = starts
    pageOfEvent = starts
    for occurrence in shown {
      let event = store.master(of: occurrence.event)
      let page = pageOfEvent[Int(event)]
      if page >= 0 {
        occurrences[Int(page)].append(occurrence)
      } else {
        pageOfEvent[Int(event)] = Int32(events.count)
        events.append(event)
        occurrences.append([occurrence])
      }
    }
    name(store)
    // Instances that were set apart are found under their series.
    for index in store.events.indices where pageOfEvent[index] < 0 {
      let master = Int(store.master(of: Int32(index)))
      pageOfEvent[index] = pageOfEvent[master]
      starts[index] = starts[master]
      ends[index] = ends[master]
    }
  }

  private mutating func name(_ store: EventStore) {
    // Two slugs that meet are both given their whole hash, so that neither depends on the other's
    // coming first.
    var taken: [[UInt8]: Int32] = [:]
    var colliding: Set<Int32> = []
    var slugs: [[UInt8]] = []
    slugs.reserveCapacity(events.count)
    for index in events {
      let event = store.events[Int(index)]
      var slug: [UInt8] = []
      EventSlug.append(title: store.text(event.title, of: event), hash: event.uidHash, full: false, to: &slug)
      if let other = taken.updateValue(index, forKey: slug) {
        colliding.insert(other)
        colliding.insert(index)
      }
      slugs.append(slug)
    }
    for (page, index) in events.enumerated() {
      let event = store.events[Int(index)]
      starts[Int(index)] = Int32(bytes.count)
      if colliding.contains(index) {
        // Events without a UID may be equal in everything; their place in the content tells them apart.
        var hash = StableHash()
        hash.add(event.uidHash)
        hash.add(event.uid.isEmpty ? Int64(page) : event.start)
        // Instances whose series is not there have its UID, and may have been moved to one time.
        hash.add(event.recurrenceStart)
        EventSlug.append(title: store.text(event.title, of: event), hash: hash.value, full: true, to: &bytes)
      } else {
        bytes.append(contentsOf: slugs[page])
      }
      ends[Int(index)] = Int32(bytes.count)
    }
  }

  /// The slug of an event's page; `nil` if it has none.
  public func slug(of event: Int32) -> ArraySlice<UInt8>? {
    guard Int(event) < starts.count, starts[Int(event)] >= 0 else { return nil }
    return bytes[Int(starts[Int(event)])..<Int(ends[Int(event)])]
  }

  /// The index of an event's page in ``events``; `nil` if it has none.
  public func page(of event: Int32) -> Int? {
    guard Int(event) < pageOfEvent.count, pageOfEvent[Int(event)] >= 0 else { return nil }
    return Int(pageOfEvent[Int(event)])
  }
}
