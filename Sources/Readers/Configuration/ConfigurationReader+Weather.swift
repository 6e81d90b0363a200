import Bytes
import SiteTerms

/// The key `weather` of `site.yml`.
extension ConfigurationReader {
  static let weatherKeys = [
    "provider", "latitude", "longitude", "place", "events", "units", "contact", "endpoint",
  ]

  mutating func readWeather(_ map: MapReader) {
    guard let entry = value(map, "weather") else { return }
    if entry.value.flag == false { return }
    let mend = "write provider:, latitude: and longitude: below it, or false"
    guard let keys = self.map(entry, Self.weatherKeys, else: mend) else { return }
    guard value(keys, "provider") != nil else {
      return error(entry.keyPosition, "weather has no provider; add provider: met.no or provider: open-meteo")
    }
    let provider: WeatherConfiguration.Provider? = choice(keys, "provider")
    var weather = WeatherConfiguration(provider: provider ?? .metNorway)
    weather.placeName = (text(keys, "place") ?? []).onOneLine
    weather.hasEventPlaces = flag(keys, "events") ?? false
    weather.units = choice(keys, "units")
    let latitude = degrees(keys, "latitude", limit: 90)
    let longitude = degrees(keys, "longitude", limit: 180)
    switch (value(keys, "latitude"), value(keys, "longitude")) {
    case (nil, nil):
      if !weather.hasEventPlaces {
        error(entry.keyPosition, "weather has no place; add latitude: and longitude:, such as 60.39 and 5.32")
      }
    case (let written?, nil): error(written.keyPosition, "latitude is given alone; add longitude:")
    case (nil, let written?): error(written.keyPosition, "longitude is given alone; add latitude:")
    default:
      if let latitude, let longitude { weather.place = WeatherPlace(latitude: latitude, longitude: longitude) }
    }
    readEndpoint(keys, &weather)
    readContact(keys, &weather)
    if provider == .metNorway, weather.contact.isEmpty, value(keys, "contact") == nil {
      error(
        entry.keyPosition,
        "met.no requires contact information; add contact: with a mail address, or the site's url:")
    }
    reading.configuration.weather = weather
  }

  private mutating func degrees(_ map: MapReader, _ key: String, limit: Int) -> Int? {
    guard let entry = value(map, key) else { return nil }
    if let text = entry.value.text, let found = hundredths(of: text.utf8, limit: limit) { return found }
    refuse(entry, "write degrees with a point, -\(limit) to \(limit), north and east positive, such as 60.39")
    return nil
  }

  private mutating func readEndpoint(_ map: MapReader, _ weather: inout WeatherConfiguration) {
    guard let entry = value(map, "endpoint"), let text = text(map, "endpoint") else { return }
    let address = Array(text.trimmed)
    if address.contains(UInt8.ascii("@")), WebAddress(String(utf8: address)) == nil {
      return error(
        entry.value.position, "endpoint holds a user name or a password; remove everything up to the @")
    }
    let isPlain = address.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}#".utf8.contains($0) }
    let scheme = Self.webScheme(of: address) ?? ""
    let rest = address.dropFirst(scheme.utf8.count)
    if isPlain, !scheme.isEmpty, let first = rest.first, first.isLetter || first.isDigit || first == .openBracket {
      weather.endpoint = scheme + String(utf8: rest)
    } else {
      refuse(entry, "write the whole address, such as https://api.example.org/v1/forecast")
    }
  }

  /// Validated strictly, because it becomes part of a header of every request.
  private mutating func readContact(_ map: MapReader, _ weather: inout WeatherConfiguration) {
    guard let entry = value(map, "contact"), let text = text(map, "contact") else {
      weather.contact = String(decoding: reading.configuration.url, as: UTF8.self)
      if !weather.contact.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { weather.contact = "" }
      return
    }
    let contact = Array(text.trimmed)
    if (3...200).contains(contact.count), contact.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      contact.contains(UInt8.ascii("@")) || contact.contains(UInt8.ascii("."))
    {
      weather.contact = String(decoding: contact, as: UTF8.self)
    } else {
      refuse(entry, "write a mail or web address, such as ops@example.org")
    }
  }
}
