/// What `weather:` in `site.yml` asks for.
public struct WeatherConfiguration: Sendable, Hashable {
  /// As `site.yml` has them.
  public enum Provider: String, Sendable, CaseIterable {
    case metNorway = "met.no"
    case openMeteo = "open-meteo"
  }

  public enum Units: String, Sendable, CaseIterable {
    case celsius, fahrenheit
  }

  public var provider: Provider
  /// The site's place, in hundredths of a degree; `nil` where only events have weather.
  public var place: WeatherPlace?
  /// What people call it; may be empty.
  public var placeName: [UInt8] = []
  /// Whether events are asked for where they are: then their coordinates are sent to the provider.
  public var hasEventPlaces = false
  /// `nil`: as the locale has it.
  public var units: Units?
  /// Whom the provider may write to: an address of mail or of a site; empty if nobody said.
  public var contact = ""
  /// In place of the provider's own address.
  public var endpoint: String?

  public init(provider: Provider) { self.provider = provider }
}
