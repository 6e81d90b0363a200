import CivilTime

/// One step of a forecast.
package struct ForecastStep: Sendable, Equatable {
  /// Seconds since 1970.
  package var start: Int64
  /// 1, 3, 6 or 12.
  package var hours: Int
  /// In tenths of a degree Celsius, at its start.
  package var temperature: Int
  package var condition: Condition
  /// Whether the sky is dark.
  package var isNight: Bool

  package init(start: Int64, hours: Int, temperature: Int, condition: Condition, isNight: Bool) {
    self.start = start
    self.hours = hours
    self.temperature = temperature
    self.condition = condition
    self.isNight = isNight
  }

  /// Valid values of a step, so that computations fit their number types: seconds since 1970, hours, and tenths of a
  /// degree, somewhat beyond the range of air temperatures on Earth.
  @inlinable package static var starts: Range<Int64> { 0..<CivilDateTime.last.wallSeconds }
  @inlinable package static var lengths: ClosedRange<Int> { 1...24 }
  @inlinable package static var temperatures: ClosedRange<Int> { -1_000...700 }

  /// The end of the step, exclusive, saturated.
  package var end: Int64 {
    let (end, isBeyond) = start.addingReportingOverflow(Int64(hours) * 3_600)
    return isBeyond ? .max : end
  }
}
