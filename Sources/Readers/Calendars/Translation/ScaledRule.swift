import Bytes
import CivilTime
import ICalendar
import TimeZones

/// A rule that counts the months and days of another calendar, or moves days that a month does not have (RFC 7529).
/// Expanded on the host, since the browser's engine has no such calendars.
struct ScaledRule {
  /// Why a rule can't be expanded.
  struct Failure: Error {
    let reason: String
  }

  /// More than a daily rule has in thirteen years.
  static let most = 5_000
  /// A calendar is walked day by day.
  static let longest = 400
  /// Instances of one day: every second minute has 720.
  static let mostOfADay = 1_000
  static let mostInterval = 10_000
  /// Periods, days and times that are looked at for one rule. A daily rule needs some three a day.
  static let stepsOfARule = 1_000_000
  /// The same, for all rules of a document: some seconds. An event may take half of what is left, so that no event
  /// leaves nothing to those after it.
  static let stepsOfADocument = 5_000_000
  /// The least that an event may take, whatever the others took. A yearly rule needs some dozens a decade.
  static let stepsOfAnEvent = 1_000

  private enum Frequency: String {
    case yearly = "YEARLY"
    case monthly = "MONTHLY"
    case weekly = "WEEKLY"
    case daily = "DAILY"
  }
  enum Skip: String {
    case omit = "OMIT"
    case backward = "BACKWARD"
    case forward = "FORWARD"
  }
  struct Month: Hashable {
    var number: Int
    var isLeap: Bool
  }
  struct Day: Hashable {
    var ordinal: Int
    /// Monday is 0.
    var weekday: Int
  }

  private var scale = Scale.gregorian
  var skip = Skip.omit
  private var frequency: Frequency?
  private var interval = 1
  private var count: Int?
  private var until: DateOrDateTime?
  // Each value once, however often it is written.
  var byMonth: Set<Month> = []
  var byMonthDay: Set<Int> = []
  var byYearDay: Set<Int> = []
  var byDay: Set<Day> = []
  private var bySetPos: Set<Int> = []
  /// BYHOUR, BYMINUTE and BYSECOND.
  private var times: [Set<Int>?] = [nil, nil, nil]
  private var weekStart = 0
  private var isByWeek = false
  /// The rule without RSCALE and SKIP.
  private(set) var plain: [UInt8] = []

  /// Whether the value of an RRULE has RSCALE or SKIP. O(value).
  static func isScaled(_ value: ArraySlice<UInt8>) -> Bool {
    value.split(separator: .semicolon).contains {
      let part = $0.trimmed
      return part.prefix(6).equalsIgnoringCase("RSCALE") || part.prefix(4).equalsIgnoringCase("SKIP")
    }
  }

  init(_ value: ArraySlice<UInt8>) throws(Failure) {
    var kept: [ArraySlice<UInt8>] = []
    for part in value.split(separator: .semicolon) {
      let text = part.trimmed
      if text.isEmpty { continue }
      guard let equals = text.firstIndex(of: .equals) else { throw Failure(reason: "a part is not NAME=VALUE") }
      let name = String(decoding: text[..<equals].trimmed.asciiUppercased, as: UTF8.self)
      let value = String(decoding: text[(equals + 1)...].filter { $0 > 0x20 }.asciiUppercased, as: UTF8.self)
      if name != "RSCALE", name != "SKIP" { kept.append(text) }
      try read(name, value)
    }
    plain = Array(kept.joined(separator: [.semicolon]))
  }

  /// Whether it means the same without RSCALE and SKIP.
  var isPlain: Bool {
    if scale == .gregorian, skip == .omit { return true }
    let isByDays = frequency != .yearly && frequency != .monthly
    return isByDays && byMonth.isEmpty && byMonthDay.isEmpty && byYearDay.isEmpty
  }

  private mutating func read(_ name: String, _ value: String) throws(Failure) {
    func numbers(_ most: Int, isTime: Bool = false) throws(Failure) -> Set<Int> {
      var all: Set<Int> = []
      for text in value.split(separator: ",") {
        // The least Int has no absolute value.
        guard let number = Int(text), number.magnitude <= most, isTime ? number >= 0 : number != 0 else {
          throw Failure(reason: "\(name) has a value that can't be read")
        }
        all.insert(number)
      }
      return all
    }
    switch name {
    case "RSCALE":
      guard let known = Scale.named(value) else { throw Failure(reason: "there is no calendar \(value.prefix(40))") }
      scale = known
    case "SKIP":
      guard let known = Skip(rawValue: value) else { throw Failure(reason: "SKIP is OMIT, BACKWARD or FORWARD") }
      skip = known
    case "FREQ": frequency = Frequency(rawValue: value)
    case "INTERVAL": interval = Int(value) ?? 0
    case "COUNT":
      guard let number = Int(value), number > 0 else { throw Failure(reason: "COUNT has a value that can't be read") }
      count = number
    case "UNTIL":
      guard let end = DateOrDateTime(Array(value.utf8)) else {
        throw Failure(reason: "UNTIL has a value that can't be read")
      }
      until = end
    case "BYMONTH":
      for text in value.split(separator: ",") {
        let isLeap = text.hasSuffix("L")
        guard let number = Int(isLeap ? text.dropLast() : text), 1...13 ~= number else {
          throw Failure(reason: "BYMONTH has a value that can't be read")
        }
        byMonth.insert(Month(number: number, isLeap: isLeap))
      }
    case "BYMONTHDAY": byMonthDay = try numbers(99)
    case "BYYEARDAY": byYearDay = try numbers(400)
    case "BYSETPOS": bySetPos = try numbers(400)
    case "BYHOUR": times[0] = try numbers(23, isTime: true)
    case "BYMINUTE": times[1] = try numbers(59, isTime: true)
    case "BYSECOND": times[2] = try numbers(59, isTime: true)
    case "BYDAY":
      for text in value.split(separator: ",") {
        guard let weekday = Self.weekday(text.suffix(2)), let ordinal = text.count == 2 ? 0 : Int(text.dropLast(2)),
          ordinal.magnitude <= 53
        else {
          throw Failure(reason: "BYDAY has a value that can't be read")
        }
        byDay.insert(Day(ordinal: ordinal, weekday: weekday))
      }
    case "WKST": weekStart = Self.weekday(value[...]) ?? 0
    case "BYWEEKNO": isByWeek = true
    default:
      if name.hasPrefix("X-") { return }
      throw Failure(reason: "\(name.prefix(20)) can't be combined with RSCALE or SKIP here")
    }
  }

  private static func weekday(_ text: Substring) -> Int? {
    ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].firstIndex(of: String(text))
  }

  // MARK: Expansion

  /// The instances. For an RRULE, DTSTART itself is among them only if it is the only one: an event with a rule is a
  /// series. For an EXRULE, DTSTART is among them if the rule matches it. If there are more than ``most``, those before
  /// `day` are left out first. O(steps).
  /// - Parameters:
  ///   - start: DTSTART.
  ///   - isExclusion: whether it is an EXRULE.
  ///   - zone: the zone of its local time; `nil` if unknown or floating.
  ///   - day: the first that is shown.
  ///   - year: the last Gregorian year to expand.
  ///   - left: the steps that the event has left.
  func instances(
    from start: DateOrDateTime, isExclusion: Bool, zone: Zone?, since day: CivilDate, through year: Int,
    left: inout Int
  ) throws(Failure) -> Instances {
    let frequency = try checkedFrequency()
    let first = start.wall
    if first.date.year > year { return Instances() }
    guard year - first.date.year < Self.longest else {
      throw Failure(reason: "DTSTART is more than \(Self.longest) years ago")
    }
    let clock = try clock(first.time)
    let months = scale.months((first.date.year - 2)...(year + 1))
    let today = Int(first.date.dayNumber)
    guard let home = months.lastIndex(where: { $0.first <= today }) else {
      throw Failure(reason: "its calendar has no such year")
    }
    let last = lastWall(zone)
    let beyond = CivilDate(year: year, month: 12, day: 31).map { Int($0.dayNumber) } ?? today
    var found = InstancesFound(since: day)
    // DTSTART counts among the instances of an RRULE, whether the rule matches it or not.
    var missing = (count ?? Int.max) - (isExclusion ? 0 : 1)
    var isWhole = missing == 0
    let cost = cost(of: frequency)
    var steps = min(Self.stepsOfARule, left)
    let allowed = steps
    defer { left -= allowed - steps }
    if !isWhole {
      try forEachPeriod(frequency, months, home, today, beyond) { (days) throws(Failure) -> Bool in
        let days = Set(days).sorted()
        steps -= cost + days.count * (1 + clock.count)
        if steps < 0 {
          let together = "the rules of this file with RSCALE or SKIP take too long together"
          throw Failure(reason: allowed < Self.stepsOfARule ? together : "the rule takes too long to follow")
        }
        for wall in chosen(walls(on: days, clock)) where isExclusion ? wall >= first : wall > first {
          if missing <= 0 || last.map({ wall > $0 }) ?? false {
            isWhole = true
            return false
          }
          if wall.date.dayNumber > beyond || !found.add(wall) { return false }
          missing -= 1
        }
        return true
      }
      if missing <= 0 { isWhole = true }
    }
    if let last, last.date.dayNumber <= beyond, !found.isFull { isWhole = true }
    var listed = found.walls
    if listed.isEmpty, !isExclusion { listed = [first] }
    var instances = Instances(values: listed.map { Self.written($0, as: start) }, isWhole: isWhole)
    if found.isFull || found.isCut, let low = listed.first, let high = listed.last {
      instances.cut = (low.date, high.date)
    }
    return instances
  }

  /// The frequency of a rule that can be expanded.
  private func checkedFrequency() throws(Failure) -> Frequency {
    guard let frequency else { throw Failure(reason: "FREQ is YEARLY, MONTHLY, WEEKLY or DAILY") }
    if isByWeek {
      throw Failure(
        reason: "BYWEEKNO counts the weeks of Gregorian years, so it can't be combined with another RSCALE or with "
          + "SKIP; choose days with BYMONTH and BYMONTHDAY")
    }
    guard 1...Self.mostInterval ~= interval else { throw Failure(reason: "INTERVAL is 1 to \(Self.mostInterval)") }
    return frequency
  }

  /// The times of a day, in order.
  private func clock(_ first: TimeOfDay) throws(Failure) -> [TimeOfDay] {
    let parts = zip(times, [first.hour, first.minute, first.second]).map { ($0 ?? [$1]).sorted() }
    if parts.reduce(1, { $0 * $1.count }) > Self.mostOfADay {
      throw Failure(reason: "BYHOUR, BYMINUTE and BYSECOND give more than \(Self.mostOfADay) times a day")
    }
    var clock: [TimeOfDay] = []
    for hour in parts[0] {
      for minute in parts[1] {
        for second in parts[2] {
          if let time = TimeOfDay(hour: hour, minute: minute, second: second) { clock.append(time) }
        }
      }
    }
    return clock
  }

  /// The steps that finding the days of a period takes.
  private func cost(of frequency: Frequency) -> Int {
    switch frequency {
    case .yearly:
      let weekdays = byMonth.isEmpty ? byDay.count * 53 : byMonth.count * byDay.count * 5
      return 1 + byMonth.count + byYearDay.count + byMonthDay.count * (byMonth.isEmpty ? 13 : byMonth.count) + weekdays
    case .monthly: return 1 + byMonthDay.count + byDay.count * 5
    case .weekly: return 7
    case .daily: return 1
    }
  }

  /// UNTIL in the terms of DTSTART's wall time.
  private func lastWall(_ zone: Zone?) -> CivilDateTime? {
    switch until {
    case nil: nil
    case .date(let date): CivilDateTime(date, TimeOfDay(hour: 23, minute: 59, second: 59)!)
    case .local(let wall): wall
    case .utc(let instant): zone.map { $0.wall(at: instant) } ?? instant.wall(at: .utc)
    }
  }

  private static func written(_ wall: CivilDateTime, as start: DateOrDateTime) -> [UInt8] {
    switch start {
    case .date: DateOrDateTime.date(wall.date).basic
    case .local: DateOrDateTime.local(wall).basic
    case .utc: DateOrDateTime.utc(wall.instant(at: .utc)).basic
    }
  }

  /// The instances that BYSETPOS chooses from those of a period, which are in order.
  private func chosen(_ walls: [CivilDateTime]) -> [CivilDateTime] {
    if bySetPos.isEmpty { return walls }
    let places = bySetPos.map { $0 > 0 ? $0 - 1 : walls.count + $0 }
    return Set(places).sorted().filter { walls.indices.contains($0) }.map { walls[$0] }
  }

  /// - Parameter days: in order.
  private func walls(on days: [Int], _ clock: [TimeOfDay]) -> [CivilDateTime] {
    var walls: [CivilDateTime] = []
    for case let date? in days.map({ CivilDate(dayNumber: $0) }) {
      for time in clock { walls.append(CivilDateTime(date, time)) }
    }
    return walls
  }

  /// Calls `body` with the days of each period, from DTSTART's on, until it returns false.
  private func forEachPeriod(
    _ frequency: Frequency, _ months: [ScaledMonth], _ home: Int, _ today: Int, _ beyond: Int,
    _ body: ([Int]) throws(Failure) -> Bool
  ) throws(Failure) {
    let own = months[home]
    let day = today - own.first + 1
    switch frequency {
    case .yearly:
      var low = months.firstIndex { $0.year == own.year } ?? home
      while low < months.count {
        let year = months[low].year
        let high = months[low...].firstIndex { $0.year != year } ?? months.count
        // The last year of the table may be cut off.
        if high < months.count, (year - own.year) % interval == 0 {
          guard try body(days(ofYear: low..<high, months, own, day)) else { return }
        }
        low = high
      }
    case .monthly:
      for index in stride(from: home, to: months.count - 1, by: interval) {
        let month = Month(number: months[index].number, isLeap: months[index].isLeap)
        let isWanted = byMonth.isEmpty || byMonth.contains(month)
        guard try body(isWanted ? days(ofMonth: index, months, day) : []) else { return }
      }
    case .weekly:
      let weekdays = byDay.isEmpty ? [Self.weekday(of: today)] : Set(byDay.map { $0.weekday })
      let monday = today - (Self.weekday(of: today) - weekStart + 7) % 7
      for week in stride(from: monday, through: beyond, by: 7 * interval) {
        let days = (week..<week + 7).filter { weekdays.contains(Self.weekday(of: $0)) && isInMonths($0, months) }
        guard try body(days) else { return }
      }
    case .daily:
      let weekdays = Set(byDay.map { $0.weekday })
      for date in stride(from: today, through: beyond, by: interval) {
        let isWanted = weekdays.isEmpty || weekdays.contains(Self.weekday(of: date))
        guard try body(isWanted && isInMonths(date, months) ? [date] : []) else { return }
      }
    }
  }

  /// Monday is 0; day 0 is 1 January 1970, a Thursday.
  static func weekday(of day: Int) -> Int { ((day + 3) % 7 + 7) % 7 }

  /// Whether BYMONTH and BYMONTHDAY allow a day.
  private func isInMonths(_ day: Int, _ months: [ScaledMonth]) -> Bool {
    if byMonth.isEmpty, byMonthDay.isEmpty { return true }
    let next = months.partitioningIndex { $0.first > day }
    guard next > 0 else { return false }
    let month = months[next - 1]
    let number = day - month.first + 1
    return (byMonth.isEmpty || byMonth.contains(Month(number: month.number, isLeap: month.isLeap)))
      && (byMonthDay.isEmpty || byMonthDay.contains(number) || byMonthDay.contains(number - month.count - 1))
  }
}
