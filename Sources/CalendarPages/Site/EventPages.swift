import Bytes
import CivilTime
import Events
import Settling

/// Which events have a page, and its name. An event has one if any of its occurrences overlaps the window; a series and
/// its overrides share one.
package struct EventPages: Sendable {
  /// For each event, the start of its slug in ``bytes``; -1 if it has no page.
  private var starts: [Int32]
  private var ends: [Int32]
  private var bytes: [UInt8] = []
  /// The events with pages, in order of their first occurrence in the window.
  package private(set) var events: [Int32] = []
  /// For each page, its occurrences in the window, in order.
  package private(set) var occurrences: [[Occurrence]] = []
  /// The pages that have a picture of their own: indices of ``events``. Pages made in a browser have none: what chats
  /// show is read from the published files.
  package var pictured: [Int] = []
  /// If a browser requests a date of a series, the time from which its page shows the first one, in seconds since 1970.
  package var instance: Int64?
  /// For each event, the index of its page in ``events``, or -1.
  private var pageOfEvent: [Int32]

  /// No pages at all.
  package init() {
    starts = []
    ends = []
    pageOfEvent = []
  }

  /// - Parameters:
  ///   - store: all events.
  ///   - shown: the occurrences that overlap the window, in order.
  ///   - slugs: the slugs that would collide.
  package init(_ store: EventStore, shown: [Occurrence], slugs: EventSlugs) {
    starts = Array(repeating: -1, count: store.events.count)
    ends = starts
    pageOfEvent = starts
    for occurrence in shown {
      let event = store.master(of: occurrence.event)
      if store.isBusyBlock(store[event]) { continue }
      let page = pageOfEvent[Int(event)]
      if page >= 0 {
        occurrences[Int(page)].append(occurrence)
      } else {
        pageOfEvent[Int(event)] = Int32(events.count)
        events.append(event)
        occurrences.append([occurrence])
      }
    }
    name(store, slugs)
    // Overrides have the page of their series.
    for index in store.events.indices where pageOfEvent[index] < 0 {
      let master = Int(store.master(of: Int32(index)))
      pageOfEvent[index] = pageOfEvent[master]
      starts[index] = starts[master]
      ends[index] = ends[master]
    }
  }

  private mutating func name(_ store: EventStore, _ slugs: EventSlugs) {
    for index in events {
      starts[Int(index)] = Int32(bytes.count)
      slugs.appendSlug(of: index, store, to: &bytes)
      ends[Int(index)] = Int32(bytes.count)
    }
  }

  /// The slug of an event's page; `nil` if it has none.
  package func slug(of event: Int32) -> ArraySlice<UInt8>? {
    guard Int(event) < starts.count, starts[Int(event)] >= 0 else { return nil }
    return bytes[Int(starts[Int(event)])..<Int(ends[Int(event)])]
  }

  /// Appends the path of an event's page from the site's root.
  package static func appendPath(_ slug: ArraySlice<UInt8>, to out: inout [UInt8]) {
    out.append("event/")
    out.append(contentsOf: slug)
    out.append(".html")
  }

  /// Appends what stands after the `#` of a link to a date on the page of its series: `2026-12-03`, and
  /// `2026-12-03T14:30:00` if another one begins earlier on that day. O(log occurrences).
  /// - Parameter start: its local start.
  func append(anchorOf occurrence: Occurrence, at start: CivilDateTime, to out: inout [UInt8]) {
    let all = occurrences[Int(pageOfEvent[Int(occurrence.event)])]
    let midnight = occurrence.start - Int64(start.time.secondOfDay)
    let first = all.partitioningIndex { $0.start >= midnight }
    Self.append(anchor: start, isFirst: first == all.count || all[first].start >= occurrence.start, to: &out)
  }

  /// - Parameter isFirst: whether no other occurrence begins earlier on that day.
  package static func append(anchor start: CivilDateTime, isFirst: Bool, to out: inout [UInt8]) {
    out.append(iso: start.date)
    if isFirst { return }
    out.append(ascii: "T")
    out.append(iso: start.time)
  }

  /// The index of an event's page in ``events``; `nil` if it has none.
  package func page(of event: Int32) -> Int? {
    guard Int(event) < pageOfEvent.count, pageOfEvent[Int(event)] >= 0 else { return nil }
    return Int(pageOfEvent[Int(event)])
  }
}
