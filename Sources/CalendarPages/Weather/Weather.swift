import Bytes
import CivilTime

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

  /// What a step may be, so that what is computed of it fits its numbers: seconds since 1970, hours, and tenths of a
  /// degree, what air has on earth and some.
  public static let starts = 0..<CivilDateTime.last.wallSeconds
  static let lengths = 1...24
  public static let temperatures = -1_000...700

  /// The second after it, as far as they can be counted.
  var end: Int64 {
    let (end, isBeyond) = start.addingReportingOverflow(Int64(hours) * 3_600)
    return isBeyond ? .max : end
  }
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

/// What the pages owe to others, and the way there.
public struct Credit: Sendable {
  public var name: [UInt8]
  public var address: [UInt8]

  public init(name: [UInt8], address: [UInt8]) {
    self.name = name
    self.address = address
  }
}

/// The forecasts that a site's pages show. The theme's names of drawings are data, so that the browser module of a
/// site without weather does without them.
///
/// A class: all sites of a build share it.
public final class Weather: Sendable {
  public let isFahrenheit: Bool
  /// Whether the first of ``places`` is the site's own.
  public let hasOwnPlace: Bool
  /// What that is called; may be empty.
  public let placeName: [UInt8]
  /// Whose data they are, as their licence asks for.
  public let source: Credit
  public let licence: Credit
  /// For each ``Condition`` the theme's class for its drawing by day, then that by night.
  public let icons: [[UInt8]]
  public let places: [PlaceForecast]
  /// The seconds since 1970 that any forecast covers.
  public let period: Range<Int64>

  public init(
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
  public convenience init(
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
