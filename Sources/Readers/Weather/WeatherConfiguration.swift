/// The settings of `weather:` in `site.yml`.
package struct WeatherConfiguration: Sendable, Hashable {
  /// The names used in `site.yml`.
  package enum Provider: String, Sendable, CaseIterable {
    case metNorway = "met.no"
    case openMeteo = "open-meteo"
  }

  package enum Units: String, Sendable, CaseIterable {
    case celsius, fahrenheit
  }

  package var provider: Provider
  /// The site's place, in hundredths of a degree; `nil` if only events have forecasts.
  package var place: WeatherPlace?
  /// The name of the place; may be empty.
  package var placeName: [UInt8] = []
  /// Whether forecasts are also fetched for places of events, whose coordinates are then sent to the provider.
  package var hasEventPlaces = false
  /// `nil`: the locale's.
  package var units: Units?
  /// A mail or web address where the provider can reach the site's owner; empty if not set.
  package var contact = ""
  /// Replaces the provider's own address.
  package var endpoint: String?
}
