import Bytes
import CivilTime
import Events
import Mustache
import Settling
import SiteTerms
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
    if low != high { model[record, .low] = model.text(low) }
    let degrees = low == high ? high : site.text(.degrees, .low, low, other: high)
    var label = site.text(.sky, .degrees, degrees, other: site.words[found.condition.label])
    if !name.isEmpty { label = site.text(.skyAt, .place, name, other: label) }
    if place.staleSince > 0 {
      let wall = site.zone.wall(at: Instant(clamping: place.staleSince))
      let stale = site.text(
        .forecast, .date, site.text(of: wall.date, site.locale.dates.shortDay), other: site.text(of: wall.time))
      model[record, .stale] = model.text(stale)
      label = site.text(.oldForecast, .weather, label, other: stale)
    }
    model[record, .label] = model.text(label)
    return record.value
  }

  /// The sentence that credits the forecasts, in parts, some of which are links; empty on a site without forecasts.
  mutating func weatherCredit() -> Value {
    guard let weather = site.weather else { return model.list([]) }
    let hasName = weather.hasOwnPlace && !weather.placeName.isEmpty
    var parts: [Value] = []
    var text: [UInt8] = []
    site.words.append(hasName ? .creditAt : .credit, to: &text) { place, text in
      if place == .place { return text.append(contentsOf: weather.placeName) }
      parts.append(creditPart(text))
      text = []
      parts.append(
        place == .source
          ? creditPart(weather.source.name, weather.source.address, rel: "noopener")
          : creditPart(weather.licence.name, weather.licence.address, rel: "license noopener"))
    }
    parts.append(creditPart(text))
    return model.list(parts)
  }

  private mutating func creditPart(_ text: [UInt8], _ address: [UInt8] = [], rel: StaticString = "") -> Value {
    let record = model.record(CreditField.self)
    model[record, .text] = model.text(text)
    if !address.isEmpty {
      model[record, .href] = model.text(address)
      model[record, .rel] = model.text(rel)
    }
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
