import Bytes
import CalendarPages
import Foundation
import SiteTerms
import Testing

@testable import Readers

/// The meaning of the providers' answers, and the requests to them.
struct ForecastTests {
  static func body(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return Array(try Data(contentsOf: folder.appendingPathComponent("Fixtures/weather/\(name).json")))
  }

  static func source(_ provider: WeatherConfiguration.Provider) -> ForecastSource {
    ForecastSource(WeatherConfiguration(provider: provider))
  }

  static func step(
    _ hour: Int64, _ hours: Int, _ temperature: Int, _ condition: Condition, night: Bool = false
  ) -> ForecastStep {
    // From 2026-11-21T00:00:00Z on.
    ForecastStep(
      start: 1_795_219_200 + hour * 3_600, hours: hours, temperature: temperature, condition: condition, isNight: night)
  }

  @Test func metNorway() throws {
    let forecast = try #require(Self.source(.metNorway).forecast(try Self.body("met-norway")))
    // 11:41:07 of that day.
    #expect(forecast.made == 1_795_261_267)
    // An unknown symbol is ignored; the last time has no hours after it.
    #expect(
      forecast.steps == [
        Self.step(12, 1, 63, .lightRain), Self.step(13, 1, 60, .showers), Self.step(14, 1, 54, .thunder),
        Self.step(15, 1, 49, .partlyCloudy), Self.step(16, 1, 30, .clear, night: true),
        Self.step(18, 6, -16, .thunder, night: true), Self.step(24, 6, -30, .snow), Self.step(30, 12, -22, .fog),
      ])
  }

  @Test func openMeteo() throws {
    let forecast = try #require(Self.source(.openMeteo).forecast(try Self.body("open-meteo")))
    #expect(forecast.made == nil)
    #expect(
      forecast.steps == [
        Self.step(0, 1, 63, .clear, night: true), Self.step(1, 1, 60, .fair, night: true),
        Self.step(2, 1, -4, .thunder, night: true), Self.step(3, 1, 49, .heavyRain), Self.step(7, 1, 30, .sleet),
      ])
  }

  @Test(
    arguments: [
      "", "null", "[]", "{}", "<html>", #"{"properties":{"timeseries":[]}}"#,
      #"{"properties":{"timeseries":[{"time":1}]}}"#,
      #"{"properties":{"timeseries":[{"time":"soon","data":{"instant":{"details":{"air_temperature":1}},"#
        + #""next_1_hours":{"summary":{"symbol_code":"fog"}}}}]}}"#,
      // Warmer than air can be.
      #"{"properties":{"timeseries":[{"time":"2026-11-21T12:00:00Z","#
        + #""data":{"instant":{"details":{"air_temperature":1e300}},"next_1_hours":{"summary":{"symbol_code":"fog"}}}}"#
        + #"]}}"#,
      #"{"error":true,"reason":"Latitude must be in range of -90 to 90°. Given: 91.0."}"#,
      #"{"hourly":{"time":[1,2],"temperature_2m":[1.0],"weather_code":[0,0]}}"#,
      #"{"hourly":{"time":["2026-11-21T00:00"],"temperature_2m":[1.0],"weather_code":[0]}}"#,
      #"{"hourly":{"time":[9223372036854775807],"temperature_2m":[1.0],"weather_code":[0]}}"#,
      #"{"hourly":{"time":[-9223372036854775808],"temperature_2m":[1.0],"weather_code":[0]}}"#,
    ])
  func whatIsNoForecast(_ text: String) {
    for provider in WeatherConfiguration.Provider.allCases {
      #expect(Self.source(provider).forecast(Array(text.utf8)) == nil)
    }
  }

  @Test func stepsAreOrderedAndDoNotOverlap() throws {
    let text =
      #"{"hourly":{"time":[7200,0,0,5400],"temperature_2m":[3,1,2,4],"weather_code":[3,0,1,2]}}"#
    let forecast = try #require(Self.source(.openMeteo).forecast(Array(text.utf8)))
    #expect(forecast.steps.map { $0.start } == [0, 5400])
  }

  /// Every symbol of https://github.com/metno/weathericons, including its two misspelt ones.
  @Test func everySymbolOfMetNorwayIsKnown() {
    var symbols = ["clearsky", "fair", "partlycloudy", "cloudy", "fog"]
    for strength in ["light", "", "heavy"] {
      for kind in ["rain", "sleet", "snow"] {
        for manner in ["", "showers"] {
          for thunder in ["", "andthunder"] { symbols.append(strength + kind + manner + thunder) }
        }
      }
    }
    symbols += ["lightssleetshowersandthunder", "lightssnowshowersandthunder"]
    for symbol in symbols {
      for ending in ["", "_day", "_night", "_polartwilight"] {
        let sky = MetNorwayForecast.sky(symbol + ending)
        #expect(sky != nil, "\(symbol)")
        #expect(sky?.isNight == (ending == "_night"))
        if symbol.hasSuffix("thunder") { #expect(sky?.condition == .thunder) }
      }
    }
    #expect(MetNorwayForecast.sky("heavyrainshowers_day")?.condition == .heavyRain)
    #expect(MetNorwayForecast.sky("lightrain")?.condition == .lightRain)
    #expect(MetNorwayForecast.sky("lightsnow")?.condition == .snow)
    #expect(MetNorwayForecast.sky("") == nil)
  }

  @Test func requests() {
    var weather = WeatherConfiguration(provider: .metNorway)
    weather.contact = "ops@example.org"
    let source = ForecastSource(weather)
    let request = source.request(WeatherPlace(latitude: 6039, longitude: -7))
    #expect(request.url == "https://api.met.no/weatherapi/locationforecast/2.0/compact?lat=60.39&lon=-0.07")
    #expect(request.transfer.userAgent == "busylife-gen/\(Product.version) ops@example.org")
    #expect(source.host == "api.met.no")
    weather.endpoint = "http://user@127.0.0.1:8080/v1?key=a"
    #expect(
      ForecastSource(weather).request(WeatherPlace(latitude: -9000, longitude: 18000)).url
        == "http://user@127.0.0.1:8080/v1?key=a&lat=-90.00&lon=180.00")
    #expect(ForecastSource(weather).host == "127.0.0.1:8080")
    #expect(
      Self.source(.openMeteo).request(WeatherPlace(latitude: 0, longitude: 1)).url
        == "https://api.open-meteo.com/v1/forecast?latitude=0.00&longitude=0.01&hourly=temperature_2m,weather_code,"
        + "is_day&forecast_days=10&timeformat=unixtime&timezone=GMT"
    )
  }

  @Test(
    arguments: [
      ("60.3913", 90, 6039), ("60.395", 90, 6040), ("-60.395", 90, -6040), ("+5", 180, 500), ("5.3", 180, 530),
      ("-0.0049", 90, 0), ("0.00500", 90, 1), (".5", 90, 50), ("90", 90, 9000), ("90.0001", 90, 9000),
      ("90.001", 90, nil),
      ("180", 180, 18000), ("-181", 180, nil), ("", 90, nil), ("-", 90, nil), (".", 90, nil), ("1.2.3", 90, nil),
      ("1e2", 90, nil), ("12-3", 90, nil), ("99999999999999999999999", 180, nil),
    ] as [(String, Int, Int?)])
  func coordinates(_ text: String, _ limit: Int, _ expected: Int?) {
    #expect(hundredths(of: text.utf8, limit: limit) == expected)
  }
}

/// The lifetime that an answer states.
struct HTTPHeadTests {
  static let clock: Int64 = 1_795_262_400  // 2026-11-21T12:00:00Z

  @Test(
    arguments: [
      ("", nil),
      ("Expires: Sat, 21 Nov 2026 12:31:00 GMT\r\nDate: Sat, 21 Nov 2026 12:00:00 GMT", 1_860),
      // The server's own clock counts, not ours.
      ("Expires: Sun, 06 Nov 1994 08:49:37 GMT\r\nDate: Sun, 06 Nov 1994 08:39:37 GMT", 600),
      ("Expires: Sat, 21 Nov 2026 12:10:00 GMT", 600),
      ("Expires: 0", 0), ("Expires: Sat, 21 Nov 2026 11:00:00 GMT", 0),
      ("Cache-Control: public, max-age=90\r\nExpires: 0", 90), ("Cache-Control: no-store", 0),
      ("cache-control: s-maxage=5", nil), ("Cache-Control: max-age=", nil), ("Cache-Control: max-age=-5", nil),
    ] as [(String, Int64?)])
  func lifetimes(_ head: String, _ expected: Int64?) {
    #expect(HTTPHead(Array("HTTP/1.1 200 OK\r\n\(head)\r\n\r\n".utf8)).lifetime(clock: Self.clock) == expected)
  }

  @Test(
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Sun, 06 Nov 1994 08:49:37", nil), ("Sunday, 06-Nov-94 08:49:37 GMT", nil),
      ("Sun, 31 Feb 1994 08:49:37 GMT", nil),
      ("Sun, 06 Nov 1994 25:49:37 GMT", nil), ("", nil),
    ] as [(String, Int64?)])
  func dates(_ text: String, _ expected: Int64?) { #expect(HTTPDate.seconds(text) == expected) }

  @Test func retryAfter() {
    func read(_ value: String) -> Int64? {
      HTTPHead(Array("Retry-After: \(value)\r\n".utf8)).retryAfter(clock: Self.clock)
    }
    #expect(read("120") == 120)
    #expect(read("Sat, 21 Nov 2026 12:02:00 GMT") == 120)
    #expect(read("soon") == nil)
    #expect(HTTPHead([]).retryAfter(clock: 0) == nil)
  }

  /// A value that is sent back can't leave its line.
  @Test func valuesAreOneLine() {
    let head = HTTPHead(Array("ETag: \"a\u{1}b\"\rX: y\r\nLast-Modified:  today \r\n".utf8))
    #expect(head["etag"] == "\"ab\"X: y")
    #expect(head["last-modified"] == "today")
  }
}

/// Copies as files.
struct CachedCopyTests {
  /// A copy after which a request failed.
  private static func copy(_ url: String, etag: String, body: String, _ reason: String) -> CachedCopy {
    var copy = CachedCopy(url: url)
    copy.fetched = 1_000
    copy.lifetime = 600
    copy.etag = etag
    copy.body = Array(body.utf8)
    copy.failure = CachedCopy.Pause(since: 1, until: 2, reason: reason)
    return copy
  }

  @Test func roundTrip() throws {
    var copy = Self.copy("https://example.org/?a=1", etag: "\"x: y\"", body: "url: no\n\nbody\n", "a\nretry: 99")
    let read = try #require(CachedCopy(copy.packed, of: copy.url))
    #expect(read.fetched == 1_000)
    #expect(read.lifetime == 600)
    #expect(read.etag == copy.etag)
    #expect(read.lastModified == nil)
    #expect(read.body == copy.body)
    #expect(read.failure?.until == 2)
    #expect(read.failure?.reason == "a retry: 99")
    #expect(CachedCopy(copy.packed, of: "https://example.org/?a=2") == nil)
    for count in copy.packed.indices { #expect(CachedCopy(Array(copy.packed[..<count]), of: copy.url) == nil) }
    copy.body = nil
    #expect(CachedCopy(copy.packed, of: copy.url)?.body == nil)
  }

  /// Whichever byte is changed, a copy is either as written or refused.
  @Test func aDamagedCopyIsNone() {
    let copy = Self.copy("https://example.org/", etag: "\"v1\"", body: "body", "none")
    let packed = copy.packed
    for place in packed.indices {
      var damaged = packed
      damaged[place] ^= 1
      #expect(CachedCopy(damaged, of: copy.url) == nil, "byte \(place)")
    }
  }

  /// Impossible times are refused even with a correct checksum, so that nothing overflows.
  @Test(
    arguments: [(-1, 600), (1 << 60, 600), (.max, 600), (1_000, .max), (1_000, -1), (1_000, 1 << 40)]
      as [(Int64, Int64)])
  func timesOfNoClock(_ fetched: Int64, _ lifetime: Int64) {
    var copy = CachedCopy(url: "https://example.org/")
    copy.body = []
    copy.fetched = fetched
    copy.lifetime = lifetime
    #expect(CachedCopy(copy.packed, of: copy.url) == nil)
  }

  /// A pause is never longer than the accepted maximum.
  @Test(
    arguments: [(5, 4), (5, .max), (-1, 100), (.min, .max), (5, 6 + ConditionalCache.longestPause)]
      as [(Int64, Int64)])
  func pausesOfNoServer(_ since: Int64, _ until: Int64) throws {
    var copy = CachedCopy(url: "https://example.org/")
    copy.failure = CachedCopy.Pause(since: since, until: until, reason: "none")
    let read = try #require(CachedCopy(copy.packed, of: copy.url))
    #expect(read.failure == nil)
  }

  @Test func freshness() {
    var copy = CachedCopy(url: "")
    copy.fetched = 100
    copy.lifetime = 10
    #expect(!copy.isFresh(at: 105))
    copy.body = []
    #expect(copy.isFresh(at: 100))
    #expect(copy.isFresh(at: 109))
    #expect(!copy.isFresh(at: 110))
    #expect(!copy.isFresh(at: 99))
  }
}
