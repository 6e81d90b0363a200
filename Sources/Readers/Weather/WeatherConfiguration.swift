/// What `weather:` in `site.yml` asks for.
package struct WeatherConfiguration: Sendable, Hashable {
  /// As `site.yml` has them.
  package enum Provider: String, Sendable, CaseIterable {
    case metNorway = "met.no"
    case openMeteo = "open-meteo"
  }

  package enum Units: String, Sendable, CaseIterable {
    case celsius, fahrenheit
  }

  package var provider: Provider
  /// The site's place, in hundredths of a degree; `nil` where only events have weather.
  package var place: WeatherPlace?
  /// What people call it; may be empty.
  package var placeName: [UInt8] = []
  /// Whether events are asked for where they are: then their coordinates are sent to the provider.
  package var hasEventPlaces = false
  /// `nil`: as the locale has it.
  package var units: Units?
  /// Whom the provider may write to: an address of mail or of a site; empty if nobody said.
  package var contact = ""
  /// In place of the provider's own address.
  package var endpoint: String?

  package init(provider: Provider) { self.provider = provider }
}
