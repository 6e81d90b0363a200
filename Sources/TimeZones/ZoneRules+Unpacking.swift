import Bytes

extension ZoneRules {
  /// Reads what `pack` wrote; `nil` if it is invalid. O(transitions).
  /// - Parameter archive: the local time types of the archive.
  convenience init?(_ reader: inout Unpacker, _ archive: [LocalTimeType]) {
    var types: [LocalTimeType] = []
    for _ in 0..<reader.count() {
      let number = reader.number(below: archive.count)
      guard reader.isSound else { return nil }
      types.append(archive[number])
    }
    if types.isEmpty { return nil }
    func type(_ reader: inout Unpacker) -> Int { reader.number(below: types.count) }
    var tail: PosixTimeZone?
    let kind = reader.byte()
    if kind > 0 {
      let standard = types[type(&reader)]
      var daylight: PosixTimeZone.Daylight?
      if kind > 1 {
        let daylightType = types[type(&reader)]
        let start = PosixTimeZone.Change(&reader)
        daylight = PosixTimeZone.Daylight(
          type: daylightType, start: start, end: PosixTimeZone.Change(&reader))
      }
      tail = PosixTimeZone(standard: standard, daylight: daylight)
    }
    let initial = UInt16(truncatingIfNeeded: type(&reader))
    var transitions: [(at: Int64, type: UInt16)] = []
    var last = Self.origin
    for _ in 0..<reader.count() {
      let length = reader.number()
      let half = length >> 1
      let seconds =
        length & 1 == 0
        ? Int64(bitPattern: half &* 3600) : Int64(bitPattern: half >> 1) ^ -Int64(bitPattern: half & 1)
      let at = last &+ seconds
      // Transitions must ascend, and lie within the years that can be written.
      if at <= last && !transitions.isEmpty || at.magnitude > 1 << 60 { reader.fail() }
      transitions.append((at, UInt16(truncatingIfNeeded: type(&reader))))
      last = at
    }
    guard reader.isSound, reader.isAtEnd else { return nil }
    self.init(initial: initial, transitions: transitions, types: types, tail: tail)
  }
}

extension PosixTimeZone.Change {
  fileprivate init(_ reader: inout Unpacker) {
    let kind = reader.byte()
    let first = reader.number(below: 367)
    if kind == 2 {
      let week = reader.number(below: 6)
      let day = reader.number(below: 7)
      if !(1...12).contains(first) || week == 0 { reader.fail() }
      self.day = .weekday(month: min(max(first, 1), 12), week: max(week, 1), day: day)
    } else {
      self.day = kind == 0 ? .withoutLeapDay(first) : .zeroBased(first)
    }
    let time = reader.signed()
    if time.magnitude > 604_799 { reader.fail() }
    self.time = Int32(truncatingIfNeeded: time)
  }
}
