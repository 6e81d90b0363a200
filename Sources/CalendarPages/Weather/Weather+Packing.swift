import Bytes
import CivilTime
import SiteTerms

/// Forecasts as part of `data/site.bin`: a week of hours of a place is about a kilobyte.
extension Weather: Packable {
  package func pack(to out: inout [UInt8]) {
    out.append((isFahrenheit ? 1 : 0) | (hasOwnPlace ? 2 : 0))
    out.pack(placeName)
    for text in [source.name, source.address, licence.name, licence.address] { out.pack(text) }
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

  package convenience init(_ reader: inout Unpacker) {
    let flags = reader.byte()
    let name = reader.text()
    let source = Credit(name: reader.text(), address: reader.text())
    let licence = Credit(name: reader.text(), address: reader.text())
    let icons = reader.texts()
    if icons.count != Int(Condition.count) * 2 { reader.fail() }
    var places: [PlaceForecast] = []
    for _ in 0..<reader.count() {
      var place = PlaceForecast(
        latitude: reader.int(in: -9_000...9_000), longitude: reader.int(in: -18_000...18_000),
        staleSince: reader.int(in: 0...CivilDateTime.last.wallSeconds), steps: [])
      var last: Int64 = 0
      for _ in 0..<reader.count() {
        last &+= reader.signed()
        let hours = Int(reader.byte())
        let temperature = reader.int(in: ForecastStep.temperatures)
        let sky = reader.byte()
        guard let condition = Condition(rawValue: sky >> 1), ForecastStep.starts.contains(last),
          ForecastStep.lengths.contains(hours)
        else {
          reader.fail()
          break
        }
        place.steps.append(
          ForecastStep(
            start: last, hours: hours, temperature: temperature, condition: condition, isNight: sky & 1 == 1))
      }
      places.append(place)
    }
    self.init(
      isFahrenheit: flags & 1 == 1, hasOwnPlace: flags & 2 == 2, placeName: name,
      source: source, licence: licence,
      icons: icons, places: places)
  }
}

extension Unpacker {
  /// The next signed number, which must be within bounds.
  fileprivate mutating func int<Number: FixedWidthInteger>(in bounds: ClosedRange<Number>) -> Number {
    guard let number = Number(exactly: signed()), bounds.contains(number) else {
      fail()
      return bounds.lowerBound
    }
    return number
  }
}
