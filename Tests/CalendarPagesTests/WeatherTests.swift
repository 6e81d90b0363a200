import Bytes
import SiteTerms
import TestSupport
import Testing

@testable import CalendarPages

/// Forecasts settled into days.
struct WeatherTests {
  /// 2026-11-21T00:00:00Z.
  static let midnight: Int64 = 1_795_219_200

  /// Hours one after the other, from an hour of that day on: temperature in tenths, sky, and whether it is dark.
  static func place(from hour: Int64, hours: Int = 1, _ told: [(Int, Condition, Bool)]) -> PlaceForecast {
    let steps = told.enumerated().map { index, told in
      ForecastStep(
        start: midnight + (hour + Int64(index * hours)) * 3_600, hours: hours, temperature: told.0, condition: told.1,
        isNight: told.2)
    }
    return PlaceForecast(latitude: 0, longitude: 0, staleSince: 0, steps: steps)
  }

  static func day(_ from: Int64, _ length: Int64 = 24) -> Range<Int64> {
    (midnight + from * 3_600)..<(midnight + (from + length) * 3_600)
  }

  @Test func lowAndHighAreOfTheDayOfTheZone() {
    // It gets a degree warmer each hour.
    let place = Self.place(from: 0, (0..<72).map { ($0 * 10, .cloudy, false) })
    #expect(place.day(Self.day(0))?.low == 0)
    #expect(place.day(Self.day(0))?.high == 230)
    // Eight hours east of it, and on a day of 25 hours.
    #expect(place.day(Self.day(16))?.low == 160)
    #expect(place.day(Self.day(16, 25))?.high == 400)
  }

  @Test func aDayNeedsHalfOfItsHours() {
    let place = Self.place(from: 0, Array(repeating: (50, .fog, false), count: 36))
    #expect(place.day(Self.day(24)) != nil)
    #expect(place.day(Self.day(25)) == nil)
    #expect(place.day(Self.day(-24)) == nil)
    #expect(place.day(Self.day(48)) == nil)
    // Today is described by the rest of it.
    #expect(place.day(Self.day(-23))?.low == 50)
    #expect(Self.place(from: 0, []).day(Self.day(0)) == nil)
  }

  static let skies: [([(Condition, Int)], Condition)] = [
    // Only the hours from six in the morning to ten at night count.
    ([(.snow, 6), (.clear, 16), (.snow, 2)], .clear),
    ([(.cloudy, 6), (.clear, 8), (.fair, 8), (.cloudy, 2)], .fair),
    ([(.cloudy, 18), (.rain, 3), (.cloudy, 3)], .cloudy),
    ([(.cloudy, 18), (.rain, 4), (.cloudy, 2)], .rain),
    ([(.cloudy, 12), (.lightRain, 3), (.sleet, 2), (.cloudy, 7)], .lightRain),
    ([(.cloudy, 12), (.lightRain, 2), (.sleet, 2), (.cloudy, 8)], .sleet),
    ([(.clear, 12), (.thunder, 1), (.clear, 11)], .thunder),
  ]

  @Test(arguments: skies)
  func theSkyOfADay(_ hours: [(Condition, Int)], _ expected: Condition) {
    let told = hours.flatMap { condition, count in Array(repeating: (0, condition, false), count: count) }
    #expect(told.count == 24)
    #expect(Self.place(from: 0, told).day(Self.day(0))?.condition == expected)
  }

  @Test func quartersOfDaysCountByTheirHours() {
    let place = Self.place(
      from: 0, hours: 6, [(10, .fog, true), (20, .rain, false), (30, .clear, false), (15, .clear, true)])
    #expect(place.day(Self.day(0)) == DayWeather(condition: .rain, isNight: false, low: 10, high: 30))
    // If only the last hours of the evening are covered, it is night.
    let rest = Self.place(from: 20, [(10, .clear, true), (5, .clear, true), (0, .clear, true), (-5, .clear, true)])
    #expect(rest.day(Self.day(0)) == DayWeather(condition: .clear, isNight: true, low: -5, high: 10))
    let late = Self.place(from: 23, [(10, .rain, true)])
    #expect(late.day(Self.day(0)) == DayWeather(condition: .rain, isNight: true, low: 10, high: 10))
  }

  @Test func momentsAreOfTheirStep() {
    let place = Self.place(from: 12, hours: 6, [(10, .fog, true), (20, .rain, false)])
    #expect(place.moment(Self.midnight + 12 * 3_600)?.condition == .fog)
    #expect(place.moment(Self.midnight + 18 * 3_600 - 1)?.condition == .fog)
    #expect(place.moment(Self.midnight + 18 * 3_600)?.condition == .rain)
    #expect(place.moment(Self.midnight + 24 * 3_600) == nil)
    #expect(place.moment(Self.midnight) == nil)
  }

  @Test func packing() throws {
    let places = [
      PlaceForecast(
        latitude: -3_392, longitude: 15_121, staleSince: 1_795_219_200,
        steps: Self.place(from: -3, [(-412, .snow, true), (0, .clear, false), (300, .thunder, true)]).steps),
      PlaceForecast(latitude: 9_000, longitude: -18_000, staleSince: 0, steps: []),
    ]
    let weather = Weather(
      isFahrenheit: true, hasOwnPlace: true, placeName: bytes("Bergen"),
      source: Credit(name: bytes("source"), address: bytes("https://source.example")),
      licence: Credit(name: bytes("licence"), address: bytes("https://licence.example")), places: places)
    let packed = weather.packed
    var reader = Unpacker(packed)
    let read = Weather(&reader)
    #expect(reader.isSound && reader.isAtEnd)
    #expect(read.source.name == weather.source.name && read.source.address == weather.source.address)
    #expect(read.licence.name == weather.licence.name && read.licence.address == weather.licence.address)
    #expect(read.icons == weather.icons)
    #expect(read.isFahrenheit && read.hasOwnPlace)
    #expect(read.placeName == bytes("Bergen"))
    #expect(
      read.places.map { [$0.latitude, $0.longitude, Int($0.staleSince)] }
        == places.map { [$0.latitude, $0.longitude, Int($0.staleSince)] })
    #expect(read.places.map { $0.steps } == places.map { $0.steps })
    for count in packed.indices {
      var cut = Unpacker(Array(packed[..<count]))
      _ = Weather(&cut)
      #expect(!cut.isSound)
    }
  }

  /// An impossible forecast: results computed from it would not fit their types.
  @Test(
    arguments: [
      ForecastStep(start: midnight, hours: 1, temperature: .max / 17, condition: .fog, isNight: false),
      ForecastStep(start: midnight, hours: 1, temperature: 701, condition: .fog, isNight: false),
      ForecastStep(start: midnight, hours: 1, temperature: -1_001, condition: .fog, isNight: false),
      ForecastStep(start: midnight, hours: 0, temperature: 0, condition: .fog, isNight: false),
      ForecastStep(start: midnight, hours: 25, temperature: 0, condition: .fog, isNight: false),
      ForecastStep(start: .max - 1, hours: 1, temperature: 0, condition: .fog, isNight: false),
      ForecastStep(start: -1, hours: 1, temperature: 0, condition: .fog, isNight: false),
    ])
  func whatCanNotBeIsRefused(_ step: ForecastStep) {
    #expect(!isRead(PlaceForecast(latitude: 0, longitude: 0, staleSince: 0, steps: [step])))
  }

  /// The same for impossible places and times.
  @Test(arguments: [(9_001, 0, 0), (0, -18_001, 0), (.min, 0, 0), (0, 0, .max), (0, 0, -1)] as [(Int, Int, Int64)])
  func placesOffTheEarthAreRefused(_ latitude: Int, _ longitude: Int, _ stale: Int64) {
    #expect(!isRead(PlaceForecast(latitude: latitude, longitude: longitude, staleSince: stale, steps: [])))
  }

  /// Whether a packed forecast can be read.
  private func isRead(_ place: PlaceForecast) -> Bool {
    let credit = Credit(name: [], address: [])
    let weather = Weather(
      isFahrenheit: true, hasOwnPlace: true, placeName: [], source: credit, licence: credit, places: [place])
    var reader = Unpacker(weather.packed)
    _ = Weather(&reader)
    return reader.isSound
  }
}
