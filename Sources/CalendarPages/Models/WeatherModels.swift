import Bytes
import CivilTime
import Mustache
import Settling
import TimeZones

/// Weather of days and events, and whom it is from.
extension PageModels {
  /// The weather of a day at the site's place; absent where there is no forecast for it.
  mutating func weather(of day: DayStore.Day?) -> Value {
    guard let day, let weather = site.weather, let place = weather.own, let found = place.day(day.bounds)
    else { return .absent }
    return self.weather(found, at: place, weather.placeName)
  }

  /// The weather of an event where it is: at its start, or of the day where it covers that whole or goes on from
  /// the day before. An event that says no place is at the site's; of one that names a place without coordinates
  /// nothing is known.
  mutating func weather(of shown: DayEvent, on day: DayStore.Day) -> Value {
    let site = site
    guard let weather = site.weather, weather.period.overlaps(day.bounds) else { return .absent }
    let place: PlaceForecast
    if let geo = site.events.geo(of: shown.event) {
      guard let latitude = hundredths(of: geo.latitude, limit: 90), let longitude = hundredths(of: geo.longitude, limit: 180),
        let found = weather.place(latitude, longitude)
      else { return .absent }
      place = found
      if shown.coversDay || shown.isContinued {
        guard let found = place.day(day.bounds) else { return .absent }
        return self.weather(found, at: place, [])
      }
    } else {
      // The day's own weather stands in its heading.
      guard let own = weather.own, !shown.coversDay, !shown.isContinued, shown.event.location.isEmpty else { return .absent }
      place = own
    }
    guard let step = place.step(at: shown.occurrence.start) else { return .absent }
    let found = DayWeather(
      condition: step.condition, isNight: step.isNight, low: step.temperature, high: step.temperature)
    return self.weather(found, at: place, [])
  }

  private mutating func weather(_ found: DayWeather, at place: PlaceForecast, _ name: [UInt8]) -> Value {
    let site = site
    let record = model.record(site.shapes.weather, fields: WeatherField.stale.rawValue + 1)
    model[record, WeatherField.icon.rawValue] = model.text { $0.append(found.condition.icon(isNight: found.isNight)) }
    let low = site.degrees(found.low)
    let high = site.degrees(found.high)
    model[record, WeatherField.text.rawValue] = model.text { site.append(degrees: high, to: &$0) }
    if low != high { model[record, WeatherField.low.rawValue] = model.text { site.append(degrees: low, to: &$0) } }
    var stale: [UInt8] = []
    if place.staleSince > 0 {
      let wall = site.zone.wall(at: Instant(clamping: place.staleSince))
      stale.append(site.words.forecastOf)
      site.locale.append(wall.date, site.locale.shortDay, to: &stale)
      stale.append(" ")
      site.locale.append(CivilTime.TimeOfDay(hour: wall.time.hour, minute: wall.time.minute) ?? wall.time, to: &stale)
      model[record, WeatherField.stale.rawValue] = model.text(stale)
    }
    model[record, WeatherField.label.rawValue] = model.text {
      if !name.isEmpty {
        $0.append(contentsOf: name)
        $0.append(": ")
      }
      $0.append(site.words.sky(found.condition))
      $0.append(", ")
      if low != high {
        site.append(degrees: low, to: &$0)
        $0.append(site.words.through)
      }
      site.append(degrees: high, to: &$0)
      if !stale.isEmpty {
        $0.append(", ")
        $0.append(contentsOf: stale)
      }
    }
    return record.value
  }

  /// Whom the forecasts are from, as their licence asks for; absent on a site without any.
  mutating func weatherCredit() -> Value {
    guard let weather = site.weather else { return .absent }
    let site = site
    let record = model.record(site.shapes.credit, fields: CreditField.licenseHref.rawValue + 1)
    model[record, CreditField.lead.rawValue] = model.text {
      $0.append(site.words.forecast)
      if weather.placeName.isEmpty || !weather.hasOwnPlace { return }
      $0.append(site.words.forPlace)
      $0.append(contentsOf: weather.placeName)
    }
    let isNorwegian = weather.provider == .metNorway
    model[record, CreditField.name.rawValue] = model.text(isNorwegian ? "MET Norway" : "Open-Meteo.com")
    model[record, CreditField.href.rawValue] = model.text(isNorwegian ? "https://www.met.no/en" : "https://open-meteo.com/")
    model[record, CreditField.basedOn.rawValue] = model.text(site.words.basedOn)
    model[record, CreditField.license.rawValue] = model.text("CC BY 4.0")
    model[record, CreditField.licenseHref.rawValue] = model.text("https://creativecommons.org/licenses/by/4.0/")
    return record.value
  }
}

extension Site {
  /// Tenths of a degree Celsius as whole degrees of the site's scale, half a degree away from zero.
  func degrees(_ tenths: Int) -> Int {
    let hundredths = weather?.isFahrenheit == true ? tenths * 18 + 3_200 : tenths * 10
    return hundredths < 0 ? -((50 - hundredths) / 100) : (hundredths + 50) / 100
  }

  /// "6°", "−3°".
  func append(degrees: Int, to out: inout [UInt8]) {
    if degrees < 0 { out.append("\u{2212}") }
    locale.append(degrees < 0 ? -degrees : degrees, to: &out)
    out.append("°")
  }
}

extension Condition {
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

extension Words {
  func sky(_ condition: Condition) -> Text {
    switch condition {
    case .clear: "Clear"
    case .fair: "Mostly clear"
    case .partlyCloudy: "Partly cloudy"
    case .cloudy: "Cloudy"
    case .fog: "Fog"
    case .lightRain: "Light rain"
    case .showers: "Showers"
    case .rain: "Rain"
    case .heavyRain: "Heavy rain"
    case .sleet: "Sleet"
    case .snow: "Snow"
    case .thunder: "Thunder"
    }
  }
}
