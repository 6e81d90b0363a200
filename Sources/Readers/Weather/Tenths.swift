extension Int {
  /// Tenths of a number, rounded, and clamped to a range beyond all weather.
  init(clampingTenths number: Double) {
    self = number.isFinite && abs(number) < 10_000 ? Int((number * 10).rounded()) : 100_000
  }
}
