import SiteTerms

extension Condition {
  /// Its name.
  var label: WordsField {
    switch self {
    case .clear: .clear
    case .fair: .fair
    case .partlyCloudy: .partlyCloudy
    case .cloudy: .cloudy
    case .fog: .fog
    case .lightRain: .lightRain
    case .showers: .showers
    case .rain: .rain
    case .heavyRain: .heavyRain
    case .sleet: .sleet
    case .snow: .snow
    case .thunder: .thunder
    }
  }

  /// The theme's class for its drawing.
  func icon(isNight: Bool) -> StaticString {
    switch self {
    case .clear: isNight ? "moon" : "sun"
    case .fair, .partlyCloudy: isNight ? "moon-cloud" : "sun-cloud"
    case .cloudy: "cloud"
    case .fog: "fog"
    case .lightRain: "drizzle"
    case .showers: isNight ? "moon-rain" : "sun-rain"
    case .rain: "rain"
    case .heavyRain: "downpour"
    case .sleet: "sleet"
    case .snow: "snow"
    case .thunder: "storm"
    }
  }
}
