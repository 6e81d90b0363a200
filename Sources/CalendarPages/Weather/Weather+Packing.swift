import Bytes

/// Forecasts as part of `data/site.bin`: a week of hours of a place is about a kilobyte.
extension Weather {
  func pack(to out: inout [UInt8]) {
    out.append(provider.rawValue)
    out.append((isFahrenheit ? 1 : 0) | (hasOwnPlace ? 2 : 0))
    out.pack(placeName)
    out.pack(places.count)
    for place in places {
      out.pack(signed: Int64(place.latitude))
      out.pack(signed: Int64(place.longitude))
      out.pack(signed: place.staleSince)
      out.pack(place.steps.count)
      var last: Int64 = 0
      for step in place.steps {
        // Steps follow one another; the first stands by itself.
        out.pack(signed: step.start - last)
        last = step.start
        out.append(UInt8(truncatingIfNeeded: step.hours))
        out.pack(signed: Int64(step.temperature))
        out.append(step.condition.rawValue << 1 | (step.isNight ? 1 : 0))
      }
    }
  }
}

extension Unpacker {
  mutating func weather() -> Weather? {
    guard byte() == 1 else { return nil }
    let provider = Weather.Provider(rawValue: byte()) ?? .metNorway
    let flags = byte()
    let name = text()
    var places: [PlaceForecast] = []
    for _ in 0..<count() {
      var place = PlaceForecast(latitude: int(), longitude: int(), staleSince: signed(), steps: [])
      var last: Int64 = 0
      for _ in 0..<count() {
        last &+= signed()
        let hours = Int(byte())
        let temperature = int()
        let sky = byte()
        guard let condition = Condition(rawValue: sky >> 1) else {
          fail()
          break
        }
        place.steps.append(
          ForecastStep(start: last, hours: hours, temperature: temperature, condition: condition, isNight: sky & 1 == 1))
      }
      places.append(place)
    }
    return Weather(
      provider: provider, isFahrenheit: flags & 1 == 1, placeName: name, hasOwnPlace: flags & 2 == 2, places: places)
  }

  private mutating func int() -> Int { Int(truncatingIfNeeded: signed()) }
}
