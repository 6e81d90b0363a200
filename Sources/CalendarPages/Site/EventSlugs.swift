import Bytes
import Events

/// The names of event pages that would meet: all 64 bits of a hash of their own tell them apart. Nearly
/// always none, and the same whatever the window is, so that a page keeps its name.
public struct EventSlugs: Sendable {
  /// In the order of the events.
  private(set) var full: [(event: Int32, hash: UInt64)]

  public init() { full = [] }

  init(full: [(event: Int32, hash: UInt64)]) { self.full = full }

  /// The hash that tells an event from those it would meet; `nil` for nearly all. O(log what would meet).
  func hash(of event: Int32) -> UInt64? {
    if full.isEmpty { return nil }
    let index = full.partitioningIndex { $0.event >= event }
    return index < full.count && full[index].event == event ? full[index].hash : nil
  }

  /// Appends the name of an event's page. O(name).
  func appendSlug(of index: Int32, _ store: EventStore, to out: inout [UInt8]) {
    let event = store.events[Int(index)]
    let hash = hash(of: index)
    EventSlug.append(
      title: store.text(event.title, of: event), hash: hash ?? event.uidHash, full: hash != nil, to: &out)
  }

  /// The same with other numbers for the events; those without one are left out.
  /// - Parameter numbers: the former numbers, ascending; the new ones are their indices.
  public func renumbered(_ numbers: [Int32]) -> EventSlugs {
    EventSlugs(
      full: full.compactMap { entry in
        let index = numbers.partitioningIndex { $0 >= entry.event }
        return index < numbers.count && numbers[index] == entry.event ? (Int32(index), entry.hash) : nil
      })
  }
}
