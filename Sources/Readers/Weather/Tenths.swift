extension Int {
  /// Tenths of a number, rounded; what is beyond all weather stays so.
  init(clampingTenths number: Double) {
    self = number.isFinite && abs(number) < 10_000 ? Int((number * 10).rounded()) : 100_000
  }
}
