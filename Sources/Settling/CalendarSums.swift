import Events

/// The busy time of each calendar's opaque events over several days, with overlaps counted once. An event that several
/// calendars have counts for each of them.
package struct CalendarSums {
  /// By index into ``EventStore/calendars``.
  package private(set) var seconds: [Int64]
  /// The busy time of the day being added, by calendar; kept, so that a year of days allocates once.
  private var unions: [BusyUnion?]

  package init(calendars: Int) {
    seconds = [Int64](repeating: 0, count: calendars)
    unions = [BusyUnion?](repeating: nil, count: calendars)
  }

  /// Adds a day. O(entries + calendars).
  /// - Parameter events: the store from which the day was settled.
  package mutating func add(_ day: DayStore.Day, _ events: EventStore) {
    let bounds = day.bounds
    // Entries are sorted by start, as a union requires.
    for entry in day.entries {
      let occurrence = day.occurrence(entry)
      let event = events[occurrence.event]
      if !event.isOpaque { continue }
      add(occurrence, to: event.calendar, bounds)
      if event.others != 0 { for other in events.others(of: event) { add(occurrence, to: other, bounds) } }
    }
    for calendar in unions.indices {
      if let union = unions[calendar] { seconds[calendar] += union.seconds }
      unions[calendar] = nil
    }
  }

  private mutating func add(_ occurrence: Occurrence, to calendar: UInt16, _ bounds: Range<Int64>) {
    let calendar = Int(calendar)
    guard unions.indices.contains(calendar) else { return }
    var union = unions[calendar] ?? BusyUnion(from: bounds.lowerBound, to: bounds.upperBound)
    union.add(occurrence.start, occurrence.end)
    unions[calendar] = union
  }
}
