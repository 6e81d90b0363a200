import Bytes
import CivilTime
import TimeZones

/// Which file holds which events of a site: one with what can meet any month, and one a month.
package struct EventFiles: Sendable {
  /// What recurs, what is set apart from it, and what lasts longer than a month: `data/recurring-….ics`.
  package var recurring: [UInt8]
  /// The rest, by the months in which they begin, in order.
  package var months: [MonthFile]

  package init(recurring: [UInt8], months: [MonthFile]) {
    self.recurring = recurring
    self.months = months
  }

  /// The events that begin in a month of UTC.
  package struct MonthFile: Sendable {
    package var month: CivilMonth
    /// The last end of all, exclusive, in seconds since the epoch as UTC has it.
    package var end: Int64
    /// `data/events/2026-11-….ics`.
    package var path: [UInt8]

    package init(month: CivilMonth, end: Int64, path: [UInt8]) {
      self.month = month
      self.end = end
      self.path = path
    }
  }

  /// Longer events are with the recurring ones: the files of a month would otherwise be asked for by months
  /// far away.
  package static let longest: Int64 = 31 * 86_400

  /// The indices in ``months`` of all that may meet some days, whatever the zone. O(months).
  package func months(meeting days: Range<CivilDate>) -> [Int] {
    // No zone is further than 18 hours from UTC.
    let low = CivilDateTime(days.lowerBound).wallSeconds - 86_400
    let high = CivilDateTime(days.upperBound).wallSeconds + 86_400
    return months.indices.filter {
      CivilDateTime(months[$0].month.firstDay).wallSeconds < high && months[$0].end >= low
    }
  }
}
