import Bytes
import CivilTime
import SiteTerms

/// The forecast of a place.
package struct PlaceForecast: Sendable {
  /// In hundredths of a degree, as requested: north and east are positive.
  package var latitude: Int
  package var longitude: Int
  /// When the forecast was made, if refreshing it failed; 0 if it is up to date.
  package var staleSince: Int64
  /// In order, without overlaps.
  package var steps: [ForecastStep]

  package init(latitude: Int, longitude: Int, staleSince: Int64, steps: [ForecastStep]) {
    (self.latitude, self.longitude) = (latitude, longitude)
    (self.staleSince, self.steps) = (staleSince, steps)
  }
}

/// A credit that the pages must show, and its link.
package struct Credit: Sendable {
  package var name: [UInt8]
  package var address: [UInt8]

  package init(name: [UInt8], address: [UInt8]) { (self.name, self.address) = (name, address) }
}

/// The forecasts that a site's pages show. The theme's names of drawings are data, so that the browser module of a
/// site without weather does without them.
///
/// A class: all sites of a build share it.
package final class Weather: Sendable {
  package let isFahrenheit: Bool
  /// Whether the first of ``places`` is the site's own.
  package let hasOwnPlace: Bool
  /// The name of the site's own place; may be empty.
  package let placeName: [UInt8]
  /// The credit for the data, as their licence requires.
  package let source: Credit
  package let licence: Credit
  /// For each ``Condition`` the theme's class for its drawing by day, then that by night.
  package let icons: [[UInt8]]
  package let places: [PlaceForecast]
  /// The seconds since 1970 that any forecast covers.
  package let period: Range<Int64>

  package init(
    isFahrenheit: Bool, hasOwnPlace: Bool, placeName: [UInt8], source: Credit, licence: Credit, icons: [[UInt8]],
    places: [PlaceForecast]
  ) {
    self.isFahrenheit = isFahrenheit
    self.hasOwnPlace = hasOwnPlace
    self.placeName = placeName
    self.source = source
    self.licence = licence
    self.icons = icons
    self.places = places
    var low = Int64.max
    var high = Int64.min
    for place in places {
      guard let first = place.steps.first, let last = place.steps.last else { continue }
      low = min(low, first.start)
      high = max(high, last.end)
    }
    period = low < high ? low..<high : 0..<0
  }

  /// With the drawings of this version.
  package convenience init(
    isFahrenheit: Bool, hasOwnPlace: Bool, placeName: [UInt8], source: Credit, licence: Credit,
    places: [PlaceForecast]
  ) {
    self.init(
      isFahrenheit: isFahrenheit, hasOwnPlace: hasOwnPlace, placeName: placeName, source: source, licence: licence,
      icons: Condition.allCases.flatMap { [[UInt8]($0.icon(isNight: false)), [UInt8]($0.icon(isNight: true))] },
      places: places)
  }

  /// The forecast of the site's place.
  var own: PlaceForecast? { hasOwnPlace ? places.first : nil }

  /// The forecast of a place by its coordinates.
  func place(_ latitude: Int?, _ longitude: Int?) -> PlaceForecast? {
    places.first { $0.latitude == latitude && $0.longitude == longitude }
  }
}
