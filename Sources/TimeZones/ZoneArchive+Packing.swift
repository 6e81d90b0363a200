import Bytes
import CivilTime

extension ZoneArchive {
  /// Packs zones under names of their own. Of equal names the first is taken. O(all moves).
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

  /// The local times of an archive, numbered as they are met.
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
/// - how many local times it has, and the archive's number of each; those of the tail are among them
/// - 0 if it has no tail, 1 if that is a standard time alone, 2 if it has daylight saving time too; its local
///   times as numbers of this zone's; both changes: the kind of day (0 `Jn`, 1 `n`, 2 `Mm.w.d`) and its
///   numbers, and the time of day in seconds (signed)
/// - the local time before the first move; how many moves, and each: how long after the one before (the
///   first: after 1800-01-01T00:00:00Z), and its local time. A length of whole hours is twice their number,
///   any other twice its seconds (signed) and one.
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

  /// How many spans there are before the tail says the rest: those at the end that it foretells, to the second
  /// and in the same words, are left to it.
  private var plainCount: Int {
    guard let tail else { return starts.count }
    func foretells(_ seconds: Int64) -> LocalTimeType {
      let span = tail.span(at: seconds)
      return span.isDaylight ? tail.daylight?.type ?? tail.standard : tail.standard
    }
    var count = starts.count
    // From the last span that stays, the tail holds.
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
