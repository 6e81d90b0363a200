import Bytes
import Foundation
import SiteTerms

/// How to request a provider's forecasts, and how to read them.
package struct ForecastSource: Sendable {
  /// A forecast is some 20 KiB of JSON, one of sixteen days 100 KiB.
  static let bodyLimit = 2 << 20
  /// Somewhat more than sixteen days of hours.
  static let stepLimit = 500
  /// Status codes for coordinates without a forecast. All places have the same path and client name, so other failures
  /// (a missing path, a refused client) concern all of them.
  static let placeStatuses: Set<Int> = [400, 422]

  private let configuration: WeatherConfiguration

  package init(_ configuration: WeatherConfiguration) { self.configuration = configuration }

  /// The request for the forecast of a place.
  package func request(_ place: WeatherPlace) -> RemoteRequest {
    let latitude = WeatherPlace.degrees(place.latitude)
    let longitude = WeatherPlace.degrees(place.longitude)
    let endpoint: String
    let query: String
    switch configuration.provider {
    case .metNorway:
      endpoint = "https://api.met.no/weatherapi/locationforecast/2.0/compact"
      query = "lat=\(latitude)&lon=\(longitude)"
    case .openMeteo:
      endpoint = "https://api.open-meteo.com/v1/forecast"
      query =
        "latitude=\(latitude)&longitude=\(longitude)&hourly=temperature_2m,weather_code,is_day"
        + "&forecast_days=10&timeformat=unixtime&timezone=GMT"
    }
    let address = configuration.endpoint ?? endpoint
    var agent = "busylife-gen/\(Product.version)"
    if !configuration.contact.isEmpty { agent += " \(configuration.contact)" }
    var request = RemoteRequest(
      url: address + (address.contains("?") ? "&" : "?") + query, userAgent: agent, accept: "application/json",
      limits: TransferLimits(bodyBytes: Self.bodyLimit))
    request.ownStatuses = Self.placeStatuses
    // The user's own service may be in a private network.
    request.transfer.access.allowsPrivate = configuration.endpoint != nil
    return request
  }

  /// The host of the requests, for messages.
  package var host: String {
    let url = request(WeatherPlace(latitude: 0, longitude: 0)).url
    let rest = url.range(of: "://").map { url[$0.upperBound...] } ?? url[...]
    return String(rest.prefix { !"/?#".contains($0) }.split(separator: "@").last ?? "")
  }

  /// A parsed forecast.
  package struct Forecast: Sendable {
    /// When it was made, in seconds since 1970; `nil` if not stated.
    package var made: Int64?
    /// In order, without overlaps; not empty.
    package var steps: [ForecastStep]
  }

  /// Reads an answer; `nil` if it is not a forecast.
  package func forecast(_ body: [UInt8]) -> Forecast? {
    let read: Forecast? =
      switch configuration.provider {
      case .metNorway: MetNorwayForecast.read(body)
      case .openMeteo: OpenMeteoForecast.read(body)
      }
    guard var forecast = read, forecast.steps.count <= Self.stepLimit,
      forecast.steps.allSatisfy({
        ForecastStep.temperatures.contains($0.temperature) && ForecastStep.starts.contains($0.start)
      })
    else { return nil }
    forecast.steps.sort { $0.start < $1.start }
    // A step ends at the latest where the next one begins.
    var steps: [ForecastStep] = []
    for step in forecast.steps {
      if let last = steps.last {
        let hours = Int((step.start - last.start) / 3_600)
        if hours < 1 { continue }
        steps[steps.count - 1].hours = min(last.hours, hours)
      }
      steps.append(step)
    }
    forecast.steps = steps
    return steps.isEmpty ? nil : forecast
  }
}
