import Bytes
import CivilTime

extension Zone {
  /// A hash of the name and the rules, the same in every run: for detecting that a zone has changed. O(transitions).
  package var stableHash: UInt64 {
    var hash = StableHash()
    hash.add(identifier)
    hash.separate()
    for index in rules.starts.indices {
      hash.add(rules.starts[index])
      hash.add(rules.spanTypes[index])
    }
    for type in rules.types { hash.add(type) }
    if let daylight = rules.tail?.daylight {
      for change in [daylight.start, daylight.end] {
        hash.add(change.time)
        // The days of a rule repeat after 28 years, which contain every combination of leap year and weekday.
        for year in 2_000..<2_028 { hash.add(change.day.dayNumber(in: year)) }
      }
    }
    return hash.value
  }
}

extension StableHash {
  fileprivate mutating func add(_ type: LocalTimeType) {
    add(type.offset.seconds)
    add(type.isDaylightSaving ? 1 : 0)
    add(type.abbreviation)
    separate()
  }
}
