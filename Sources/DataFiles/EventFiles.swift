import Bytes
import CivilTime
import TimeZones

/// The files of a site's events: one for events that may overlap any month, and one for each month.
package struct EventFiles: Sendable {
  /// Events that recur, their overrides, and events longer than a month: `data/recurring-….ics`.
  package var recurring: [UInt8]
  /// All others, by the months in which they begin, in order.
  package var months: [MonthFile]

  package init(recurring: [UInt8], months: [MonthFile]) {
    self.recurring = recurring
    self.months = months
  }

  /// The events that begin in a month (UTC).
  package struct MonthFile: Sendable {
    package var month: CivilMonth
    /// The latest end of all, exclusive, in seconds since the epoch.
    package var end: Int64
    /// `data/events/2026-11-….ics`.
    package var path: [UInt8]

    package init(month: CivilMonth, end: Int64, path: [UInt8]) {
      (self.month, self.end, self.path) = (month, end, path)
    }
  }

  /// Longer events are with the recurring ones; otherwise distant months would need the files of earlier months.
  package static let longest: Int64 = 31 * 86_400

  /// The indices in ``months`` of all files with events that may overlap some days, in any zone. O(months).
  package func months(meeting days: Range<CivilDate>) -> [Int] {
    // No zone is further than 18 hours from UTC.
    let low = CivilDateTime(days.lowerBound).wallSeconds - 86_400
    let high = CivilDateTime(days.upperBound).wallSeconds + 86_400
    return months.indices.filter {
      CivilDateTime(months[$0].month.firstDay).wallSeconds < high && months[$0].end >= low
    }
  }
}
