extension DayStore.Day {
  /// Adds to each calendar's seconds what its opaque events take up of this day, overlapping ones once.
  /// O(entries + calendars).
  /// - Parameters:
  ///   - seconds: by index into ``EventStore/calendars``; as many as there are calendars.
  ///   - events: the store that the days were settled from.
  public func addBusy(to seconds: inout [Int64], _ events: EventStore) {
    let bounds = bounds
    var unions = [BusyUnion?](repeating: nil, count: seconds.count)
    // Entries come by their starts, as a union wants them.
    for entry in entries {
      let occurrence = occurrence(entry)
      let event = events.events[Int(occurrence.event)]
      let calendar = Int(event.calendar)
      guard event.isOpaque, seconds.indices.contains(calendar) else { continue }
      var union = unions[calendar] ?? BusyUnion(from: bounds.lowerBound, to: bounds.upperBound)
      union.add(occurrence.start, occurrence.end)
      unions[calendar] = union
    }
    for (calendar, union) in unions.enumerated() { seconds[calendar] += union?.seconds ?? 0 }
  }
}
