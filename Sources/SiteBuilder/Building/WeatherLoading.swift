import Bytes
import CalendarPages
import CivilTime
import Events
import Foundation
import Gate
import Publishing
import Readers
import Settling
import SiteTerms
import Themes
import TimeZones

/// Limits of weather, each with its reason.
enum WeatherLimits {
  /// Places requested in one build. Providers ask for restraint, and a request takes a tenth of a second.
  static let places = 20
  /// The greatest age of a forecast that could not be refreshed. After a day it is no better than the season's average.
  static let staleSeconds: Int64 = 86_400
  /// The number of days for which forecasts of events are requested: no forecast is longer.
  static let days = 10
}

/// The forecasts of a build: for the site's place and those of its events.
struct WeatherLoading {
  /// From the network or its cache; `nil` if there is none to show.
  private(set) var weather: Weather?
  /// What could not be fetched, one line each.
  private(set) var warnings: [String] = []
  /// The cache files that it was made from.
  private(set) var files: [String] = []
  private(set) var validity = Validity()

  /// Why forecasts could not be refreshed, and what is shown in their place.
  private struct Failures {
    /// Each reason once.
    var reasons: [String] = []
    /// When the oldest forecast that is shown nevertheless was made, in seconds since 1970.
    var shown: Int64?
    /// The number of places without a forecast.
    var missing = 0
  }

  /// Fetches what has expired by the clock. If a provider fails, there is a warning.
  /// - Parameters:
  ///   - store: what is published; only places in it are sent to the provider.
  ///   - zone: determines the days in which events are looked for.
  ///   - now: the build's time, which determines how old an expired forecast counts as, so that the same cache and the
  ///     same `now` give the same pages.
  init(
    _ configuration: SiteConfiguration, _ store: EventStore, _ zone: Zone, now: Instant,
    until deadline: NetworkDeadline, isOffline: Bool, cache: ConditionalCache? = ConditionalCache()
  ) {
    guard let asked = configuration.weather else { return }
    func warn(_ message: String) {
      warnings.append("\(configuration.problem(.warning, at: "weather", message))")
    }
    guard let cache else {
      warn("there is no folder to cache forecasts in, so none is fetched; set XDG_CACHE_HOME or HOME")
      return
    }
    var places = asked.place.map { [$0] } ?? []
    if asked.hasEventPlaces {
      let left = Self.addPlaces(of: store, zone, now, to: &places)
      if left > 0 {
        warn(
          "forecasts are fetched for \(WeatherLimits.places) places; events of the coming days in \(left) more places "
            + "show no weather")
      }
    }
    let source = ForecastSource(asked)
    var found: [PlaceForecast] = []
    var failures = Failures()
    validity.idle = ConditionalCache.clock..<Int64.max
    for place in places {
      var request = source.request(place)
      // Providers allow no requests before an answer has expired, so `--refresh` is not for them.
      if isOffline { request.asking = .never }
      let copy = cache.copy(of: request, until: deadline.end) { source.forecast($0) != nil }
      if let forecast = forecast(of: place, source, copy, now: now.secondsSinceEpoch, &failures) {
        found.append(forecast)
      } else {
        failures.missing += 1
        // The first place stays the site's own.
        if place == asked.place {
          found.append(PlaceForecast(latitude: place.latitude, longitude: place.longitude, staleSince: 0, steps: []))
        }
      }
    }
    if let warning = Self.warning(failures, of: places.count, source) { warn(warning) }
    guard found.contains(where: { !$0.steps.isEmpty }) else { return }
    weather = Weather(
      isFahrenheit: asked.units.map { $0 == .fahrenheit } ?? SystemLocale.isFahrenheit(configuration.locale),
      hasOwnPlace: asked.place != nil, placeName: asked.placeName, source: Self.source(asked), licence: Self.licence,
      places: found)
  }

  /// The forecast that a place shows; `nil` if there is none. Notes how long that stays so.
  /// - Parameters:
  ///   - copy: the answer of the provider, fetched or cached.
  ///   - now: the build's time, in seconds since 1970.
  private mutating func forecast(
    of place: WeatherPlace, _ source: ForecastSource, _ copy: RemoteCopy, now: Int64, _ failures: inout Failures
  ) -> PlaceForecast? {
    files.append(copy.path)
    validity.idle = validity.idle.clamped(to: .min..<copy.until)
    if let failure = copy.failure, !failures.reasons.contains(failure) { failures.reasons.append(failure) }
    guard let forecast = copy.body.flatMap({ source.forecast($0) }) else { return nil }
    // When an expired forecast was made, if that has to be shown.
    var staleSince: Int64 = 0
    if copy.failure != nil {
      let made = forecast.made ?? copy.fetched
      let end = max(copy.expires, copy.fetched + WeatherLimits.staleSeconds)
      let period = now < copy.expires ? Int64.min..<copy.expires : now < end ? copy.expires..<end : end..<Int64.max
      validity.period = validity.period.clamped(to: period)
      if now >= end { return nil }
      if now >= copy.expires { staleSince = made }
      failures.shown = min(failures.shown ?? .max, made)
    }
    return PlaceForecast(
      latitude: place.latitude, longitude: place.longitude, staleSince: staleSince, steps: forecast.steps)
  }

  private static func warning(_ failures: Failures, of places: Int, _ source: ForecastSource) -> String? {
    if failures.reasons.isEmpty { return nil }
    var text = "no new forecast from \(source.host): \(failures.reasons.joined(separator: "; "))"
    if let shown = failures.shown { text += "; that of \(RemoteTime.text(shown)) is shown" }
    if failures.missing == places {
      text += "; the pages show none"
    } else if failures.missing > 0 {
      text += "; \(failures.missing) of \(places) places show none"
    }
    return text
  }

  /// The provider's name and address.
  private static func source(_ asked: WeatherConfiguration) -> Credit {
    switch asked.provider {
    case .metNorway: Credit("MET Norway", "https://www.met.no/en")
    case .openMeteo: Credit("Open-Meteo.com", "https://open-meteo.com/")
    }
  }

  /// The licence of both providers. It asks for their name, a link to them, a link to the licence, and that changes of
  /// the data are said.
  private static let licence = Credit("CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/")

  /// Adds the places of events, those of the earliest first.
  /// - Returns: how many there are beyond the limit.
  private static func addPlaces(
    of store: EventStore, _ zone: Zone, _ now: Instant, to places: inout [WeatherPlace]
  ) -> Int {
    let today = zone.day(at: now)
    var report = ExpansionReport()
    let run = store.settle(
      (today.adding(days: -1) ?? .first)..<(today.adding(days: WeatherLimits.days) ?? .last), in: zone, report: &report)
    var known = Set(places)
    var left = 0
    for occurrence in run.occurrences.sorted(by: { $0.start == $1.start ? $0.event < $1.event : $0.start < $1.start }) {
      guard let geo = store.geo(of: store[occurrence.event]),
        let latitude = hundredths(of: geo.latitude, limit: 90),
        let longitude = hundredths(of: geo.longitude, limit: 180)
      else { continue }
      let place = WeatherPlace(latitude: latitude, longitude: longitude)
      guard known.insert(place).inserted else { continue }
      if places.count < WeatherLimits.places { places.append(place) } else { left += 1 }
    }
    return left
  }
}

extension Credit {
  fileprivate init(_ name: StaticString, _ address: StaticString) {
    self.init(name: [UInt8](name), address: [UInt8](address))
  }
}
