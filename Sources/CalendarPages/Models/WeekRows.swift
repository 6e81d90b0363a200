import Settling

/// The rows in which events of neighbouring days stand, one below the other, as in the weeks of a month: an event that
/// lasts several days is a bar, which has one row on all its days.
///
/// Bars get the first row that is free on all their days: the longest within the week first, then by start, in the
/// order of their first day in the week. Other events get the remaining rows, in the order of their day. O(events ×
/// days), and O(events²) at worst if bars that begin at one time are in another order on the next day.
final class WeekRows {
  /// Events without a row of their own share this one.
  static let last = 31

  // No two accesses overlap: without the checks for that, a month is drawn in a tenth less time.
  @exclusivity(unchecked) private var events: [DayEvent] = []
  /// For each day, the index after its last event.
  @exclusivity(unchecked) private var ends: [Int] = []
  /// For each day, a bit for each taken row. A bit from ``most`` on means that the day has no room for all events.
  @exclusivity(unchecked) private var taken: [Int] = []
  private let most, full: Int
  /// The number of days of the longest bar.
  @exclusivity(unchecked) private var longest = 0
  /// The index in the day before at which the search for the next part of a bar begins.
  @exclusivity(unchecked) private var cursor = 0

  /// Without ``finish()``, it only holds the events of each day.
  /// - Parameters:
  ///   - most: the number of rows that a day may have, at most ``last``.
  ///   - full: the number of rows that are shown on a day that would need more than `most`.
  init(most: Int, full: Int) {
    self.most = most
    self.full = full
    // For a week with four events a day.
    events.reserveCapacity(28)
    ends.reserveCapacity(7)
    taken.reserveCapacity(7)
  }

  private func range(ofDay day: Int) -> Range<Int> { (day > 0 ? ends[day - 1] : 0)..<ends[day] }

  /// The events of a day, in the order in which they were added.
  func events(ofDay day: Int) -> ArraySlice<DayEvent> { events[range(ofDay: day)] }

  /// Adds an event to the day that is not ended.
  func add(_ event: DayEvent, isBar: Bool) {
    if isBar {
      let first = event.isContinued ? firstPart(of: event.occurrence) : -1
      event.first = first < 0 ? events.count : first
      let bar = first < 0 ? event : events[first]
      bar.span += 1
      longest = max(longest, bar.span)
    }
    events.append(event)
  }

  func endDay() {
    cursor = ends.last ?? 0
    ends.append(events.count)
    taken.append(0)
  }

  /// The index of the first part of a bar, if the day before has a part of it; otherwise -1.
  private func firstPart(of occurrence: Occurrence) -> Int {
    if ends.isEmpty { return -1 }
    let range = range(ofDay: ends.count - 1)
    for _ in range {
      let event = events[cursor]
      cursor = cursor + 1 < range.upperBound ? cursor + 1 : range.lowerBound
      if event.occurrence.event == occurrence.event, event.occurrence.start == occurrence.start { return event.first }
    }
    return -1
  }

  /// Assigns rows. To be called once, after the last day.
  func finish() {
    var span = longest
    while span >= 0 {
      for day in ends.indices {
        for index in range(ofDay: day) where events[index].span == span {
          let event = events[index]
          // Later parts of bars come last, with what is no bar.
          if span == 0, event.first >= 0 { event.row = events[event.first].row } else { take(event, day, max(span, 1)) }
        }
      }
      span -= 1
    }
    // A bar has room on all its days or on none; if it has none, mark all its days as full.
    for day in ends.indices {
      for index in range(ofDay: day) where events[index].row >= full {
        let days = day..<day + events[index].span
        var isFull = false
        for other in days where self.isFull(other) { isFull = true }
        if isFull { for other in days { taken[other] |= 1 << most } }
      }
    }
  }

  /// Gives an event the first row that is free on its days.
  private func take(_ event: DayEvent, _ day: Int, _ span: Int) {
    var used = 0
    for other in day..<day + span { used |= taken[other] }
    event.row = min((~used).trailingZeroBitCount, Self.last)
    for other in day..<day + span { taken[other] |= 1 << event.row }
  }

  private func isFull(_ day: Int) -> Bool { taken[day] >> most != 0 }

  /// Whether a day has no room for its event; the same on all days of a bar.
  func isOver(_ event: DayEvent, ofDay day: Int) -> Bool { event.row >= full && isFull(day) }

  /// The number of a day's events that have no room.
  func countOver(ofDay day: Int) -> Int {
    var count = 0
    for index in range(ofDay: day) where isOver(events[index], ofDay: day) { count += 1 }
    return count
  }

  /// The number of rows that the fullest day shows, with one for the link to the events that have no room.
  var height: Int {
    var height = 0
    for day in ends.indices {
      height = max(height, isFull(day) ? full + 1 : Int.bitWidth - taken[day].leadingZeroBitCount)
    }
    return height
  }
}
