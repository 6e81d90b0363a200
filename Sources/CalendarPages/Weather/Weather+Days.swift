import SiteTerms

/// The weather of a day or a moment, derived from a forecast.
struct DayWeather: Equatable {
  var condition: Condition
  /// Whether only the dark part of the day is covered.
  var isNight: Bool
  /// In tenths of a degree Celsius.
  var low: Int
  var high: Int
}

extension PlaceForecast {
  /// The hours that determine a day's sky: from six hours after its beginning to two before its end. The sky while
  /// people sleep says little about a day.
  private static let morning: Int64 = 6 * 3_600
  private static let evening: Int64 = 22 * 3_600

  /// The weather of a day of any zone; `nil` if the forecast covers less than half of it. A day in which the forecast
  /// begins is described by the rest of it.
  ///
  /// Low and high are those of the steps that begin in the day. Its sky is thunder if there is any; otherwise, if there
  /// is precipitation for a quarter of the time, the kind that lasts longest; otherwise the sky that lasts longest. Of
  /// conditions that last equally long the more important one is used. O(steps).
  /// - Parameter day: its seconds since 1970.
  func day(_ day: Range<Int64>) -> DayWeather? {
    guard let first = steps.first, let last = steps.last, last.end > day.lowerBound, first.start < day.upperBound
    else { return nil }
    var low = Int.max
    var high = Int.min
    var covered: Int64 = 0
    for step in steps {
      covered += step.seconds(in: day)
      if day.contains(step.start) {
        low = min(low, step.temperature)
        high = max(high, step.temperature)
      }
    }
    let isRest = first.start > day.lowerBound
    guard low <= high, isRest || covered * 2 >= day.upperBound - day.lowerBound else { return nil }
    let light = day.lowerBound + Self.morning..<min(day.lowerBound + Self.evening, day.upperBound)
    guard let sky = sky(light) ?? sky(day) else { return nil }
    return DayWeather(condition: sky.condition, isNight: sky.isNight, low: low, high: high)
  }

  private func sky(_ hours: Range<Int64>) -> (condition: Condition, isNight: Bool)? {
    var dark: Int64 = 0
    var all: Int64 = 0
    var wet: Int64 = 0
    for step in steps {
      let part = step.seconds(in: hours)
      all += part
      if step.condition.rawValue >= Condition.firstWet.rawValue { wet += part }
      if step.isNight { dark += part }
    }
    if all == 0 { return nil }
    var best = Condition.clear
    var most: Int64 = 0
    for condition in UInt8(0)..<Condition.count {
      var length: Int64 = 0
      for step in steps where step.condition.rawValue == condition { length += step.seconds(in: hours) }
      let isThunder = condition == Condition.thunder.rawValue
      guard length > 0, isThunder || (condition >= Condition.firstWet.rawValue) == (wet * 4 >= all) else { continue }
      if isThunder || length >= most { (best, most) = (Condition(rawValue: condition) ?? .clear, length) }
    }
    return (best, dark == all)
  }

  /// The forecast for a moment; `nil` if there is none. O(steps).
  func moment(_ moment: Int64) -> DayWeather? {
    for step in steps where step.start <= moment && moment < step.end {
      return DayWeather(
        condition: step.condition, isNight: step.isNight, low: step.temperature, high: step.temperature)
    }
    return nil
  }
}

extension ForecastStep {
  fileprivate func seconds(in range: Range<Int64>) -> Int64 {
    max(0, min(end, range.upperBound) - max(start, range.lowerBound))
  }
}
