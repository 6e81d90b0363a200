/// The settings of `weather:` in `site.yml`.
public struct WeatherConfiguration: Sendable, Hashable {
  /// The names used in `site.yml`.
  public enum Provider: String, Sendable, CaseIterable {
    case metNorway = "met.no"
    case openMeteo = "open-meteo"
  }

  public enum Units: String, Sendable, CaseIterable {
    case celsius, fahrenheit
  }

  public var provider: Provider
  /// The site's place, in hundredths of a degree; `nil` if only events have forecasts.
  public var place: WeatherPlace?
  /// The name of the place; may be empty.
  public var placeName: [UInt8] = []
  /// Whether forecasts are also fetched for places of events, whose coordinates are then sent to the provider.
  public var hasEventPlaces = false
  /// `nil`: the locale's.
  public var units: Units?
  /// A mail or web address where the provider can reach the site's owner; empty if not set.
  public var contact = ""
  /// Replaces the provider's own address.
  public var endpoint: String?

  public init(provider: Provider) { self.provider = provider }
}
