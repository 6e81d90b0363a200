import Foundation
import SiteTerms

/// Open-Meteo's /v1/forecast (https://open-meteo.com/en/docs), requested hourly in UTC with times as seconds: a list of
/// times, and a list for each variable, with null beyond the range of a model. An error is `{"error": true, "reason":
/// "…"}`.
enum OpenMeteoForecast {
  // Named as in the answer.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  private struct Answer: Decodable {
    struct Hourly: Decodable {
      var time: [Int64]
      var temperature_2m: [Double?]
      var weather_code: [Double?]
      var is_day: [Double?]?
    }
    var hourly: Hourly
  }

  static func read(_ body: [UInt8]) -> ForecastSource.Forecast? {
    guard let hourly = try? JSONDecoder().decode(Answer.self, from: Foundation.Data(body)).hourly,
      hourly.temperature_2m.count == hourly.time.count, hourly.weather_code.count == hourly.time.count,
      hourly.is_day?.count ?? hourly.time.count == hourly.time.count
    else { return nil }
    var steps: [ForecastStep] = []
    for (index, time) in hourly.time.enumerated() {
      guard let celsius = hourly.temperature_2m[index], let code = hourly.weather_code[index],
        let condition = sky(code)
      else { continue }
      steps.append(
        ForecastStep(
          start: time, hours: 1, temperature: Int(clampingTenths: celsius), condition: condition,
          isNight: (hourly.is_day?[index] ?? 1) == 0))
    }
    return ForecastSource.Forecast(made: nil, steps: steps)
  }

  /// The meaning of a code of WMO table 4677, as far as Open-Meteo uses it; `nil` for any other.
  static func sky(_ code: Double) -> Condition? {
    switch code {
    case 0: .clear
    case 1: .fair
    case 2: .partlyCloudy
    case 3: .cloudy
    case 45, 48: .fog
    case 51, 53, 55, 61: .lightRain
    case 56, 57, 66, 67: .sleet
    case 63: .rain
    case 65, 82: .heavyRain
    case 71, 73, 75, 77, 85, 86: .snow
    case 80, 81: .showers
    case 95, 96, 99: .thunder
    default: nil
    }
  }
}
