import CalendarPages
import CivilTime
import Events
import Settling

extension ScheduleFeed {
  /// The occurrences by the month of their first day: of each month, a range of ``occurrences``. Months that are
  /// unchanged need not be made again. O(occurrences).
  package var months: [Range<Int>] {
    var all: [Range<Int>] = []
    var last: CivilMonth?
    for index in occurrences.indices {
      let month = site.firstDay(of: occurrences[index]).civilMonth
      if month == last, let begun = all.last {
        all[all.count - 1] = begun.lowerBound..<index + 1
      } else {
        all.append(index..<index + 1)
        last = month
      }
    }
    return all
  }

  /// For each occurrence, whether its number in the file may depend on others. O(n log n).
  package var areCrowded: [Bool] { Self.areCrowded(occurrences.map { StableID.number(of: $0, site.events, slugs) }) }

  /// For each number, whether assigning it may depend on the others: if two are the same, the later one becomes the
  /// next free number. O(n log n).
  /// - Parameter wanted: numbers from 1 to 2³¹ − 1.
  package static func areCrowded(_ wanted: [Int]) -> [Bool] {
    // Each number, and below it its index.
    let numbers = wanted.indices.map { UInt64(wanted[$0]) << 32 | UInt64($0) }.sorted()
    var crowded = [Bool](repeating: false, count: numbers.count)
    var start = 0
    while start < numbers.count {
      // All that compete for the same numbers, in whatever order they come.
      var next = start + 1
      var free = numbers[start] >> 32 + 1
      while next < numbers.count, numbers[next] >> 32 < free {
        free += 1
        next += 1
      }
      if next - start > 1 {
        // The number after the last one is 1.
        if free > StableID.lastNumber { return Array(repeating: true, count: numbers.count) }
        for place in start..<next { crowded[Int(numbers[place] & 0xFFFF_FFFF)] = true }
      }
      start = next
    }
    return crowded
  }
}
