import CivilTime
import Foundation
import SiteTerms

/// MET Norway's locationforecast/2.0, `compact` or `complete` (https://api.met.no/doc/locationforecast/datamodel):
/// GeoJSON with a series of times, hourly at first, then six-hourly, each with values for that instant and symbols for
/// the hours after it.
enum MetNorwayForecast {
  // Named as in the answer.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  private struct Feature: Decodable {
    struct Properties: Decodable {
      var meta: Meta?
      var timeseries: [Entry]
    }
    struct Meta: Decodable { var updated_at: String? }
    struct Entry: Decodable {
      var time: String
      var data: Data
    }
    struct Data: Decodable {
      var instant: Instant
      var next_1_hours: Next?
      var next_6_hours: Next?
      var next_12_hours: Next?
    }
    struct Instant: Decodable { var details: Details? }
    struct Details: Decodable { var air_temperature: Double? }
    struct Next: Decodable { var summary: Summary? }
    struct Summary: Decodable { var symbol_code: String? }
    var properties: Properties
  }

  static func read(_ body: [UInt8]) -> ForecastSource.Forecast? {
    guard let feature = try? JSONDecoder().decode(Feature.self, from: Foundation.Data(body)) else { return nil }
    var steps: [ForecastStep] = []
    for entry in feature.properties.timeseries {
      guard let start = try? ISO8601.instant(entry.time.utf8) else { return nil }
      // The last times have no values for the hours after them.
      let nexts = [(1, entry.data.next_1_hours), (6, entry.data.next_6_hours), (12, entry.data.next_12_hours)]
      guard let celsius = entry.data.instant.details?.air_temperature,
        let next = nexts.first(where: { $0.1?.summary?.symbol_code != nil }),
        let (condition, isNight) = sky(next.1?.summary?.symbol_code ?? "")
      else { continue }
      steps.append(
        ForecastStep(
          start: start.secondsSinceEpoch, hours: next.0, temperature: Int(clampingTenths: celsius),
          condition: condition, isNight: isNight))
    }
    let made = feature.properties.meta?.updated_at.flatMap { try? ISO8601.instant($0.utf8) }
    return ForecastSource.Forecast(made: made?.secondsSinceEpoch, steps: steps)
  }

  /// The meaning of a symbol (https://github.com/metno/weathericons): a sky or precipitation, its intensity, whether in
  /// showers, `andthunder`, and `_day`, `_night` or `_polartwilight` if the sun or moon is drawn. `nil` for an unknown
  /// symbol.
  static func sky(_ symbol: String) -> (condition: Condition, isNight: Bool)? {
    let parts = symbol.split(separator: "_", maxSplits: 1)
    guard let name = parts.first else { return nil }
    let isNight = parts.count == 2 && parts[1] == "night"
    let condition: Condition? =
      switch name {
      case "clearsky": .clear
      case "fair": .fair
      case "partlycloudy": .partlyCloudy
      case "cloudy": .cloudy
      case "fog": .fog
      case _ where name.hasSuffix("andthunder"): .thunder
      case _ where name.contains("sleet"): .sleet
      case _ where name.contains("snow"): .snow
      case "heavyrain", "heavyrainshowers": .heavyRain
      case "rainshowers", "lightrainshowers": .showers
      case "lightrain": .lightRain
      case "rain": .rain
      default: nil
      }
    return condition.map { ($0, isNight) }
  }
}
