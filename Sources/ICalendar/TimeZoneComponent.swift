import Bytes
import CivilTime
import TimeZones

/// A file's own definition of a zone (VTIMEZONE; RFC 5545, 3.6.5): observances, each with the local times at which it
/// begins.
extension ICalendarDocument {
  /// The last year up to which endless rules of a VTIMEZONE are expanded; after it, rules that a POSIX `TZ` string can
  /// express continue for ever, and any other ends.
  private static let lastYear = 2_200
  /// A zone of the tz database has some 200 transitions in its whole history.
  private static let changesPerZone = 20_000

  /// The zone that the VTIMEZONE of a TZID defines; `nil` if there is none, or none that can be read. O(components +
  /// the zone's transitions).
  public func zone(definedAs name: some Collection<UInt8>) -> Zone? {
    for index in components.indices where components[index].kind == .vtimezone && !components[index].isBroken {
      guard let tzid = first(.tzid, of: index), value(tzid).trimmed.elementsEqual(name) else { continue }
      if let zone = zone(ofTimeZone: index, Array(name)) { return zone }
    }
    return nil
  }

  /// The names of all zones that the file defines, with the component of each.
  public var definedZones: [(name: [UInt8], component: Int)] {
    var zones: [(name: [UInt8], component: Int)] = []
    for index in components.indices where components[index].kind == .vtimezone && !components[index].isBroken {
      if let tzid = first(.tzid, of: index) { zones.append((Array(value(tzid).trimmed), index)) }
    }
    return zones
  }

  /// The TZIDs of DTSTARTs, at most a hundred, the most frequent first (of equally frequent ones, the earlier), each
  /// with the first line that has it. O(properties).
  /// - Parameters:
  ///   - calendar: the component whose events count; -1 for all of the file.
  ///   - isLeftOut: whether a name does not count.
  package func zoneNamesOfStarts(
    in calendar: Int32 = -1, but isLeftOut: ([UInt8]) -> Bool
  ) -> [(name: [UInt8], line: UInt32)] {
    var used: [(name: [UInt8], line: UInt32, count: Int)] = []
    let range = calendar < 0 ? properties.indices : propertyRange(Int(calendar))
    for property in properties[range] where property.name == .dtstart && hasParameters(property) {
      guard let name = parameter("TZID", of: property), !name.isEmpty else { continue }
      if let known = used.firstIndex(where: { $0.name == name }) {
        used[known].count += 1
      } else if used.count < 100, !isLeftOut(name) {
        used.append((name, property.line, 1))
      }
    }
    return used.sorted { ($1.count, $0.line) < ($0.count, $1.line) }.map { ($0.name, $0.line) }
  }

  /// The zone of one VTIMEZONE; `nil` if no observance of it can be read.
  package func zone(ofTimeZone component: Int, _ name: [UInt8]) -> Zone? {
    var observances: [Observance] = []
    forEachChild(of: component) { child in
      let kind = components[child].kind
      guard kind == .standard || kind == .daylight, !components[child].isBroken else { return }
      if let observance = observance(child, isDaylight: kind == .daylight) { observances.append(observance) }
    }
    guard let earliest = observances.min(by: { $0.firstOnset < $1.firstOnset }) else { return nil }
    var changes: [(at: Instant, type: LocalTimeType)] = []
    for observance in observances {
      let end = CivilDate(year: Self.lastYear, month: 1, day: 1).map { CivilDateTime($0).instant(at: .utc) } ?? .last
      for onset in observance.onsets.instances(from: .first, before: end, in: .utc, limit: Self.changesPerZone) {
        changes.append((onset.start, observance.type))
      }
      if changes.count > Self.changesPerZone { break }
    }
    let before = LocalTimeType(offset: earliest.from, abbreviation: earliest.type.abbreviation)
    return Zone(identifier: name, initial: before, transitions: changes, tail: tail(of: observances))
  }

  /// What is missing or unreadable in an observance of a VTIMEZONE, and where: the line of the property, or of the
  /// observance.
  package struct ObservanceFault {
    package let property: StaticString
    package let line: UInt32
    /// Whether the observance is left out. If only TZOFFSETFROM is missing, TZOFFSETTO is used for it.
    package let isFatal: Bool
  }

  /// What keeps a VTIMEZONE from being read completely, and whether it has any observance. O(its properties).
  package func faults(ofTimeZone component: Int) -> (faults: [ObservanceFault], hasParts: Bool) {
    var faults: [ObservanceFault] = []
    var hasParts = false
    forEachChild(of: component) { child in
      guard components[child].kind == .standard || components[child].kind == .daylight, !components[child].isBroken
      else { return }
      hasParts = true
      let needed: [(PropertyName, StaticString)] = [
        (.tzoffsetto, "TZOFFSETTO"), (.dtstart, "DTSTART"), (.tzoffsetfrom, "TZOFFSETFROM"),
      ]
      var isLeftOut = false
      for (name, text) in needed where !(isLeftOut && name == .tzoffsetfrom) {
        let property = first(name, of: child)
        let isRead =
          property.map { name == .dtstart ? Self.wall(value($0), .utc) != nil : Self.offset(value($0)) != nil } ?? false
        if isRead { continue }
        isLeftOut = name != .tzoffsetfrom
        faults.append(
          ObservanceFault(property: text, line: property?.line ?? components[child].line, isFatal: isLeftOut))
      }
    }
    return (faults, hasParts)
  }

  /// Whether every program reads a VTIMEZONE as this one does: each of its parts is a STANDARD or DAYLIGHT with an
  /// onset and two offsets in the form of 3.6.5, rules and dates in standard form, and no parameters. O(its
  /// properties).
  package func isStandard(timeZone component: Int) -> Bool {
    var isSound = true
    var parts = 0
    forEachChild(of: component) { child in
      guard !components[child].isBroken else { return }
      parts += 1
      isSound = isSound && isStandard(observance: child)
    }
    return isSound && parts > 0
  }

  private func isStandard(observance component: Int) -> Bool {
    guard components[component].kind == .standard || components[component].kind == .daylight else { return false }
    var isSound = true
    var needed: [PropertyName: Int] = [:]
    forEachProperty(of: component) { index in
      let property = properties[index]
      let value = value(property)
      isSound = isSound && !value.isEmpty && !hasParameters(property)
      switch property.name {
      case .dtstart:
        needed[property.name, default: 0] += 1
        isSound = isSound && value.count == 15 && Self.isTime(value)
      case .tzoffsetfrom, .tzoffsetto:
        needed[property.name, default: 0] += 1
        let digits = value.dropFirst()
        isSound =
          isSound && Self.offset(value) != nil && (value.first == .plus || value.first == .hyphen)
          && (digits.count == 4 || digits.count == 6) && digits.allSatisfy { $0.isDigit }
      case .rrule:
        // UNTIL must be in UTC.
        let read = try? RecurrenceRule.read(value)
        let hasEnd = read?.rule.until.map { if case .utc = $0 { true } else { false } } ?? true
        isSound = isSound && read?.repairs.isEmpty == true && hasEnd && value.starts(with: "FREQ=".utf8)
      case .rdate:
        let dates = value.split(separator: .comma, omittingEmptySubsequences: false)
        isSound = isSound && dates.allSatisfy { $0.count == 15 && Self.isTime($0) }
      default: break
      }
    }
    return isSound && needed.count == 3 && needed.values.allSatisfy { $0 == 1 }
  }

  /// Whether a value is a DATE-TIME in capitals.
  private static func isTime(_ value: ArraySlice<UInt8>) -> Bool {
    DateOrDateTime.isStandard(value) && value.allSatisfy { $0.isDigit || $0 == 0x54 || $0 == 0x5A }
  }

  private struct Observance {
    let from: UTCOffset
    let type: LocalTimeType
    let isDaylight: Bool
    /// The local times of its beginnings, in the offset before it.
    let onsets: RecurrenceSet
    let firstOnset: Instant
    /// Its rule and time of day, if it begins every year for ever.
    let endless: (rule: RecurrenceRule, second: Int32)?
  }

  private func observance(_ component: Int, isDaylight: Bool) -> Observance? {
    guard let start = first(.dtstart, of: component), let toProperty = first(.tzoffsetto, of: component),
      let to = Self.offset(value(toProperty))
    else { return nil }
    let from = first(.tzoffsetfrom, of: component).flatMap { Self.offset(value($0)) } ?? to
    guard let wall = Self.wall(value(start), from) else { return nil }
    // An onset is a local time in the offset before it, and UNTIL is in UTC.
    let clock = Zone(fixed: from)
    var rules: [RecurrenceRule] = []
    var additions: [CivilDateTime] = []
    forEachProperty(of: component) { index in
      let property = properties[index]
      if property.name == .rrule {
        if let read = try? RecurrenceRule.read(value(property)) { rules.append(read.rule) }
      } else if property.name == .rdate {
        for part in value(property).split(separator: .comma) {
          if let wall = Self.wall(part.prefix { $0 != .slash }, from) { additions.append(wall) }
        }
      }
    }
    var onsets = RecurrenceSet(start: .zoned(wall, clock), rules: rules)
    for addition in additions { onsets.include(.zoned(addition, clock)) }
    onsets.sort()
    var abbreviation: [UInt8] = []
    if let name = first(.tzname, of: component) { abbreviation.append(unescaping: value(name)) }
    let endless = rules.first { $0.until == nil && $0.count == nil && $0.frequency == .yearly }
    return Observance(
      from: from, type: LocalTimeType(offset: to, isDaylightSaving: isDaylight, abbreviation: abbreviation),
      isDaylight: isDaylight, onsets: onsets, firstOnset: wall.instant(at: from),
      endless: endless.map { ($0, wall.time.secondOfDay) })
  }

  /// UTC-OFFSET (RFC 5545, 3.3.14), also with the colons that some programs write.
  private static func offset(_ value: ArraySlice<UInt8>) -> UTCOffset? {
    let text = value.trimmed
    if text.first == .plus || text.first == .hyphen { return try? ISO8601.offset(text) }
    return try? ISO8601.offset([.plus] + text)
  }

  private static func wall(_ value: ArraySlice<UInt8>, _ offset: UTCOffset) -> CivilDateTime? {
    switch DateOrDateTime(value) {
    case .local(let wall): wall
    case .utc(let instant): instant.wall(at: offset)
    case .date(let date): CivilDateTime(date)
    case nil: nil
    }
  }

  // MARK: For ever

  /// A standard and a daylight saving time that both begin every year on the n-th weekday of a month form a POSIX rule;
  /// any others do not.
  private func tail(of observances: [Observance]) -> PosixTimeZone? {
    let endless = observances.filter { $0.endless != nil }
    guard endless.count == 2, let standard = endless.first(where: { !$0.isDaylight }),
      let daylight = endless.first(where: { $0.isDaylight }), let begin = change(daylight), let end = change(standard)
    else { return nil }
    return PosixTimeZone(
      standard: standard.type, daylight: PosixTimeZone.Daylight(type: daylight.type, start: begin, end: end))
  }

  private func change(_ observance: Observance) -> PosixTimeZone.Change? {
    guard let (rule, second) = observance.endless, rule.interval == 1, rule.byMonth.count == 1,
      let month = Array(rule.byMonth).first, rule.byDay.count == 1, rule.byMonthDay.isEmpty, rule.bySetPos.isEmpty,
      rule.byHour.isEmpty, rule.byMinute.isEmpty, rule.bySecond.isEmpty, rule.byWeekNo.isEmpty, rule.byYearDay.isEmpty
    else { return nil }
    let ordinal = Int(rule.byDay[0].ordinal)
    guard ordinal == -1 || (1...4).contains(ordinal) else { return nil }
    return PosixTimeZone.Change(
      day: .weekday(month: month, week: ordinal == -1 ? 5 : ordinal, day: Int(rule.byDay[0].weekday.rawValue) % 7),
      time: second)
  }
}
