import Bytes
import CivilTime
import SiteTerms

/// Forecasts as part of `data/site.bin`: a week of hours of a place is about a kilobyte.
extension Weather {
  package func pack(to out: inout [UInt8]) {
    out.append((isFahrenheit ? 1 : 0) | (hasOwnPlace ? 2 : 0))
    out.pack(placeName)
    out.pack([source.name, source.address, licence.name, licence.address])
    out.pack(icons)
    out.pack(places.count)
    for place in places {
      out.pack(signed: Int64(place.latitude))
      out.pack(signed: Int64(place.longitude))
      out.pack(signed: place.staleSince)
      out.pack(place.steps.count)
      var last: Int64 = 0
      for step in place.steps {
        // Starts are written as differences; the first as it is.
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
    let flags = byte()
    let name = text()
    let credit = texts()
    let icons = texts()
    var places: [PlaceForecast] = []
    for _ in 0..<count() {
      var place = PlaceForecast(
        latitude: int(in: -9_000...9_000), longitude: int(in: -18_000...18_000),
        staleSince: int(in: 0...CivilDateTime.last.wallSeconds), steps: [])
      var last: Int64 = 0
      for _ in 0..<count() {
        last &+= signed()
        let hours = Int(byte())
        let temperature = int(in: ForecastStep.temperatures)
        let sky = byte()
        guard let condition = Condition(rawValue: sky >> 1), ForecastStep.starts.contains(last),
          ForecastStep.lengths.contains(hours)
        else {
          fail()
          break
        }
        place.steps.append(
          ForecastStep(
            start: last, hours: hours, temperature: temperature, condition: condition, isNight: sky & 1 == 1))
      }
      places.append(place)
    }
    guard credit.count == 4, icons.count == Int(Condition.count) * 2 else {
      fail()
      return nil
    }
    return Weather(
      isFahrenheit: flags & 1 == 1, hasOwnPlace: flags & 2 == 2, placeName: name,
      source: Credit(name: credit[0], address: credit[1]), licence: Credit(name: credit[2], address: credit[3]),
      icons: icons, places: places)
  }

  /// The next signed number, which must be within bounds.
  private mutating func int<Number: FixedWidthInteger>(in bounds: ClosedRange<Number>) -> Number {
    guard let number = Number(exactly: signed()), bounds.contains(number) else {
      fail()
      return bounds.lowerBound
    }
    return number
  }
}
