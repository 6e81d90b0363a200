import Bytes

/// What the sky does: all that a page can show, whatever a provider calls it. In the order of how much it matters
/// to whoever plans a day.
public enum Condition: UInt8, Sendable, CaseIterable {
  case clear, fair, partlyCloudy, cloudy, fog
  /// Drizzle too.
  case lightRain
  case showers, rain, heavyRain
  /// Rain that freezes too.
  case sleet
  case snow, thunder

  /// Whether something falls.
  var isWet: Bool { rawValue >= Condition.lightRain.rawValue }
}

/// A stretch of time of a forecast.
public struct ForecastStep: Sendable, Equatable {
  /// Seconds since 1970.
  public var start: Int64
  /// 1, 3, 6 or 12.
  public var hours: Int
  /// In tenths of a degree Celsius, at its start.
  public var temperature: Int
  public var condition: Condition
  /// Whether the sky is dark.
  public var isNight: Bool

  public init(start: Int64, hours: Int, temperature: Int, condition: Condition, isNight: Bool) {
    self.start = start
    self.hours = hours
    self.temperature = temperature
    self.condition = condition
    self.isNight = isNight
  }

  var end: Int64 { start + Int64(hours) * 3_600 }
}

/// The forecast of a place.
public struct PlaceForecast: Sendable {
  /// In hundredths of a degree, as it was asked for: north and east are positive.
  public var latitude: Int
  public var longitude: Int
  /// When the forecast was made, where a newer one could not be had; 0 where it is as new as it should be.
  public var staleSince: Int64
  /// In order, none within another.
  public var steps: [ForecastStep]

  public init(latitude: Int, longitude: Int, staleSince: Int64, steps: [ForecastStep]) {
    self.latitude = latitude
    self.longitude = longitude
    self.staleSince = staleSince
    self.steps = steps
  }
}

/// The forecasts that a site's pages show.
///
/// A class: all sites of a build share it.
public final class Weather: Sendable {
  /// Who made the forecasts, and has to be named for it.
  public enum Provider: UInt8, Sendable, CaseIterable {
    case metNorway, openMeteo
  }

  public let provider: Provider
  public let isFahrenheit: Bool
  /// What the site's place is called; may be empty.
  public let placeName: [UInt8]
  /// Whether the first of ``places`` is the site's own.
  public let hasOwnPlace: Bool
  public let places: [PlaceForecast]

  public init(provider: Provider, isFahrenheit: Bool, placeName: [UInt8], hasOwnPlace: Bool, places: [PlaceForecast]) {
    self.provider = provider
    self.isFahrenheit = isFahrenheit
    self.placeName = placeName
    self.hasOwnPlace = hasOwnPlace
    self.places = places
  }

  /// The forecast of the site's place.
  var own: PlaceForecast? { hasOwnPlace ? places.first : nil }

  /// The forecast of a place by its coordinates.
  func place(_ latitude: Int, _ longitude: Int) -> PlaceForecast? {
    places.first { $0.latitude == latitude && $0.longitude == longitude }
  }

  /// The seconds since 1970 that any forecast covers.
  public var period: Range<Int64> {
    var low = Int64.max
    var high = Int64.min
    for place in places {
      guard let first = place.steps.first, let last = place.steps.last else { continue }
      low = min(low, first.start)
      high = max(high, last.end)
    }
    return low < high ? low..<high : 0..<0
  }
}

/// Decimal degrees as hundredths, which is what is asked of a provider: a forecast's cells are larger than that
/// (a kilometre), and a house is not told from its neighbours.
/// - Parameter limit: 90 for latitudes, 180 for longitudes.
/// - Returns: `nil` for what is no number within the limit. Half a hundredth is rounded away from zero.
public func hundredths(of degrees: some Collection<UInt8>, limit: Int) -> Int? {
  var value = 0
  var decimals = -1
  var digits = 0
  var isNegative = false
  for (place, byte) in degrees.enumerated() {
    if place == 0, byte == 0x2D || byte == 0x2B {
      isNegative = byte == 0x2D
    } else if byte == 0x2E, decimals < 0 {
      decimals = 0
    } else if let digit = byte.digitValue {
      digits += 1
      if decimals >= 3 { continue }
      if decimals >= 0 { decimals += 1 }
      value = value * 10 + Int(digit)
      if value > 1_000_000 { return nil }
    } else {
      return nil
    }
  }
  if digits == 0 { return nil }
  for _ in max(decimals, 0)..<3 { value *= 10 }
  if value > limit * 1_000 { return nil }
  value = (value + 5) / 10
  return isNegative ? -value : value
}
