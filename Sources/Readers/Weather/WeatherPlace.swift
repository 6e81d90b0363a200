/// Coordinates in hundredths of a degree, north and east positive.
package struct WeatherPlace: Sendable, Hashable {
  package var latitude, longitude: Int

  package init(latitude: Int, longitude: Int) { (self.latitude, self.longitude) = (latitude, longitude) }

  /// Hundredths as decimal degrees: `60.39`, `-0.07`.
  static func degrees(_ hundredths: Int) -> String {
    let size = abs(hundredths)
    let decimals = size % 100
    return "\(hundredths < 0 ? "-" : "")\(size / 100).\(decimals < 10 ? "0" : "")\(decimals)"
  }
}
