/// The weather conditions that pages distinguish, independent of the provider, in ascending order of importance for
/// planning a day.
package enum Condition: UInt8, Sendable, CaseIterable {
  case clear, fair, partlyCloudy, cloudy, fog
  /// Includes drizzle.
  case lightRain
  case showers, rain, heavyRain
  /// Includes freezing rain.
  case sleet
  case snow, thunder

  /// The number of conditions.
  @inlinable package static var count: UInt8 { 12 }

  /// The first condition with precipitation.
  @inlinable package static var firstWet: Condition { .lightRain }
}
