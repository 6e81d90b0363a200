import Bytes
import CivilTime
import Events
import Mustache
import Settling
import TimeZones

/// The weather of days and events, and its source.
extension PageModels {
  /// The weather of a day at the site's place; absent if there is no forecast for it.
  mutating func weather(of day: DayStore.Day?) -> Value {
    guard let day, let weather = site.weather, let place = weather.own, let found = place.day(day.bounds)
    else { return .absent }
    return self.weather(found, at: place, weather.placeName)
  }

  /// The weather of an event at its place: at its start, or of the day if it covers the whole day or continues from the
  /// day before. An event without a place is at the site's place, whose days show their weather in their headings; for
  /// an event whose place has no coordinates nothing is known.
  mutating func weather(of shown: DayEvent, on day: DayStore.Day) -> Value {
    guard let weather = site.weather, weather.period.overlaps(day.bounds) else { return .absent }
    let isDay = shown.coversDay || shown.isContinued
    var place: PlaceForecast?
    if let geo = site.events.geo(of: shown.event) {
      place = weather.place(hundredths(of: geo.latitude, limit: 90), hundredths(of: geo.longitude, limit: 180))
    } else if !isDay, shown.event.location.isEmpty {
      place = weather.own
    }
    guard let place, let found = isDay ? place.day(day.bounds) : place.moment(shown.occurrence.start)
    else { return .absent }
    return self.weather(found, at: place, [])
  }

  private mutating func weather(_ found: DayWeather, at place: PlaceForecast, _ name: [UInt8]) -> Value {
    guard let weather = site.weather else { return .absent }
    let condition = Int(found.condition.rawValue)
    let record = model.record(WeatherField.self)
    model[record, .icon] = model.text(weather.icons[condition * 2 + (found.isNight ? 1 : 0)])
    var low: [UInt8] = []
    var high: [UInt8] = []
    site.append(degrees: found.low, to: &low)
    site.append(degrees: found.high, to: &high)
    model[record, .text] = model.text(high)
    var label = name
    if !name.isEmpty { label.append(": ") }
    label.append(contentsOf: weather.skies[condition])
    label.append(", ")
    if low != high {
      model[record, .low] = model.text(low)
      label.append(contentsOf: low)
      label.append(site.words.through)
    }
    label.append(contentsOf: high)
    if place.staleSince > 0 {
      let wall = site.zone.wall(at: Instant(clamping: place.staleSince))
      var stale: [UInt8] = []
      stale.append(site.words.forecastOf)
      site.locale.append(wall.date, site.locale.shortDay, to: &stale)
      stale.append(" ")
      site.locale.append(wall.time, to: &stale)
      model[record, .stale] = model.text(stale)
      label.append(", ")
      label.append(contentsOf: stale)
    }
    model[record, .label] = model.text(label)
    return record.value
  }

  /// The source of the forecasts; absent on a site without any.
  mutating func weatherCredit() -> Value {
    guard let weather = site.weather else { return .absent }
    let record = model.record(CreditField.self)
    for (field, text) in zip(CreditField.allCases, weather.credit) { model[record, field] = model.text(text) }
    return record.value
  }
}

extension Site {
  /// Tenths of a degree Celsius as whole degrees of the site's unit, halves rounded away from zero: "6°", "−3°".
  func append(degrees tenths: Int, to out: inout [UInt8]) {
    let hundredths = weather?.isFahrenheit == true ? tenths * 18 + 3_200 : tenths * 10
    let size = ((hundredths < 0 ? -hundredths : hundredths) + 50) / 100
    if hundredths < 0, size > 0 { out.append("\u{2212}") }
    locale.append(size, to: &out)
    out.append("°")
  }
}
