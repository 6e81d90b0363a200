import Bytes
import CivilTime

extension ZoneArchive {
  /// Packs zones under given names. Of duplicate names the first counts. O(transitions).
  package static func pack(_ zones: [(name: [UInt8], zone: Zone)]) -> [UInt8] {
    var types = TypeTable()
    var rules: [[UInt8]] = []
    var numbers: [[UInt8]: Int] = [:]
    var names: [UInt8] = []
    var count = 0
    var last: [UInt8]?
    let sorted = zones.enumerated().sorted {
      $0.element.name == $1.element.name
        ? $0.offset < $1.offset : $0.element.name.lexicographicallyPrecedes($1.element.name)
    }
    for (_, (name, zone)) in sorted where name != last {
      let packed = zone.rules.packed(&types)
      if numbers[packed] == nil {
        numbers[packed] = rules.count
        rules.append(packed)
      }
      let shared = zip(name, last ?? []).prefix { $0 == $1 }.count
      names.pack(shared)
      names.pack(Array(name.dropFirst(shared)))
      names.pack(numbers[packed] ?? 0)
      count += 1
      last = name
    }
    var out = [UInt8](mark)
    out.pack(types.all.count)
    for type in types.all {
      out.pack(signed: Int64(type.offset.seconds))
      out.append(type.isDaylightSaving ? 1 : 0)
      out.pack(type.abbreviation)
    }
    out.pack(rules)
    out.pack(count)
    out.append(contentsOf: names)
    return out
  }

  /// The local time types of an archive, numbered in the order they appear.
  struct TypeTable {
    private(set) var all: [LocalTimeType] = []
    private var numbers: [LocalTimeType: Int] = [:]

    mutating func number(of type: LocalTimeType) -> Int {
      if let known = numbers[type] { return known }
      numbers[type] = all.count
      all.append(type)
      return all.count - 1
    }
  }
}

/// A zone's rules in an archive:
///
/// - the number of local time types, and the archive's number of each; those of the tail included
/// - 0 if it has no tail, 1 for standard time alone, 2 with daylight saving time; its types as this zone's numbers;
///   both changes: the kind of day (0 `Jn`, 1 `n`, 2 `Mm.w.d`) and its numbers, and the time of day in seconds (signed)
/// - the type before the first transition; the number of transitions, and for each: the time since the one before (for
///   the first: since 1800-01-01T00:00:00Z), and its type. A time in whole hours is written as twice their number, any
///   other as twice its seconds (signed) plus one.
extension ZoneRules {
  static let origin: Int64 = -5_364_662_400

  func packed(_ archive: inout ZoneArchive.TypeTable) -> [UInt8] {
    let count = plainCount
    var own: [Int] = []
    func number(_ type: LocalTimeType, _ archive: inout ZoneArchive.TypeTable) -> Int {
      let shared = archive.number(of: type)
      if let known = own.firstIndex(of: shared) { return known }
      own.append(shared)
      return own.count - 1
    }
    var body: [UInt8] = []
    if let tail {
      body.append(tail.daylight == nil ? 1 : 2)
      body.pack(number(tail.standard, &archive))
      if let daylight = tail.daylight {
        body.pack(number(daylight.type, &archive))
        for change in [daylight.start, daylight.end] { change.pack(to: &body) }
      }
    } else {
      body.append(0)
    }
    body.pack(number(types[Int(spanTypes[0])], &archive))
    body.pack(count - 1)
    var last = Self.origin
    for index in 1..<max(count, 1) {
      let length = starts[index] &- last
      if length >= 0, length % 3600 == 0 {
        body.pack(UInt64(length / 3600) << 1)
      } else {
        body.pack(UInt64(bitPattern: length << 1 ^ length >> 63) << 1 | 1)
      }
      body.pack(number(types[Int(spanTypes[index])], &archive))
      last = starts[index]
    }
    var out: [UInt8] = []
    out.pack(own.count)
    for number in own { out.pack(number) }
    return out + body
  }

  /// The number of spans to write: spans at the end that the tail reproduces exactly, abbreviation included, are left
  /// out.
  private var plainCount: Int {
    guard let tail else { return starts.count }
    func foretells(_ seconds: Int64) -> LocalTimeType {
      let span = tail.span(at: seconds)
      return span.isDaylight ? tail.daylight?.type ?? tail.standard : tail.standard
    }
    var count = starts.count
    // The tail applies from the last span that is written.
    while count > 2 {
      let (begin, end) = (starts[count - 2], starts[count - 1])
      guard foretells(begin) == types[Int(spanTypes[count - 2])], tail.span(at: begin).to == end else { break }
      count -= 1
    }
    return count
  }
}

extension PosixTimeZone.Change {
  fileprivate func pack(to out: inout [UInt8]) {
    let numbers =
      switch day {
      case .withoutLeapDay(let number): [0, number]
      case .zeroBased(let number): [1, number]
      case .weekday(let month, let week, let day): [2, month, week, day]
      }
    for number in numbers { out.pack(number) }
    out.pack(signed: Int64(time))
  }
}
