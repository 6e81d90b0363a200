import CivilTime
import Events
import Settling
import TestSupport
import Testing
import TimeZones

/// The resident window: how it grows, and that each day in it equals the day settled alone.
struct DayStoreTests {
  static let store = Loaded([
    calendar(
      (0..<200).map { index in
        let day = CivilDate(year: 2026, month: 1, day: 1)!.adding(days: index * 7 % 365)!
        var start: [UInt8] = []
        start.append(basic: day)
        return vevent(
          event("E\(index)", string(start) + (index % 3 == 0 ? "" : "T2\(index % 4)0000")) + [
            "DURATION:P\(index % 5)DT2H"
          ])
      })
  ]).store

  func residents(_ days: DayStore) -> String {
    guard let range = days.residentDays else { return "none" }
    return "\(string(range.lowerBound))..<\(string(range.upperBound))"
  }

  @Test func theFirstDay() {
    var days = DayStore(DayStoreTests.store, zone: .utc)
    #expect(days.residentDays == nil && days.day(date("2026-06-15")) == nil)
    #expect(days.loaded(date("2026-06-15"))?.date == date("2026-06-15"))
    #expect(residents(days) == "2026-05-15..<2026-07-17")
    #expect(days.day(date("2026-05-15")) != nil && days.day(date("2026-07-16")) != nil)
    #expect(days.day(date("2026-05-14")) == nil && days.day(date("2026-07-17")) == nil)
  }

  /// The day requested after 2026-06-15, and the window afterwards.
  static let steps: [(String, String)] = [
    ("2026-06-15", "2026-05-15..<2026-07-17"),
    // Seven days of room are enough.
    ("2026-05-22", "2026-05-15..<2026-07-17"),
    ("2026-07-09", "2026-05-15..<2026-07-17"),
    // Near the edge: a month around the day.
    ("2026-05-21", "2026-04-20..<2026-07-17"),
    ("2026-05-15", "2026-04-14..<2026-07-17"),
    ("2026-07-10", "2026-05-15..<2026-08-11"),
    ("2026-07-16", "2026-05-15..<2026-08-17"),
    // Outside, within reach: the gap is filled.
    ("2026-07-17", "2026-05-15..<2026-08-18"),
    ("2026-10-17", "2026-05-15..<2026-11-18"),
    ("2026-02-11", "2026-01-11..<2026-07-17"),
    // Out of reach: replaced.
    ("2026-10-18", "2026-09-17..<2026-11-19"),
    ("2026-02-10", "2026-01-10..<2026-03-14"),
    ("1926-06-15", "1926-05-15..<1926-07-17"),
  ]

  @Test(arguments: steps) func step(_ asked: String, _ expected: String) {
    var days = DayStore(DayStoreTests.store, zone: .utc)
    days.load(date("2026-06-15"))
    days.load(date(asked))
    #expect(residents(days) == expected)
    #expect(days.day(date(asked)) != nil)
  }

  @Test func zones() {
    var days = DayStore(DayStoreTests.store, zone: .utc)
    days.load(date("2026-06-15"))
    days.setZone(.utc)
    #expect(days.residentDays != nil)
    days.setZone(TestZones.named("Asia/Tokyo"))
    #expect(days.residentDays == nil && days.zone == TestZones.named("Asia/Tokyo"))
    #expect(days.day(date("2026-06-15")) == nil)
    #expect(days.loaded(date("2026-06-15")) != nil)
  }

  @Test func ranges() {
    var days = DayStore(DayStoreTests.store, zone: .utc)
    days.load(range("2026-03-01", "2026-03-31"))
    #expect(residents(days) == "2026-03-01..<2026-04-01")
    days.load(range("2026-03-10", "2026-03-12"))
    #expect(residents(days) == "2026-03-01..<2026-04-01")
    days.load(range("2026-04-01", "2026-04-02"))
    #expect(residents(days) == "2026-03-01..<2026-04-03")
    days.load(range("2026-02-01", "2026-05-01"))
    #expect(residents(days) == "2026-02-01..<2026-05-02")
    // Not adjacent: only the new range.
    days.load(range("2026-06-01", "2026-06-02"))
    #expect(residents(days) == "2026-06-01..<2026-06-03")
  }

  @Test func endsOfTheCalendar() {
    var days = DayStore(DayStoreTests.store, zone: TestZones.named("Asia/Tokyo"))
    for date in [
      CivilDate.first, .last, CivilDate.first.adding(days: 10)!, CivilDate.last.adding(days: -10)!,
    ] {
      days.load(date)
      #expect(days.residentDays?.contains(date) == (date != .last))
      // No date follows the last date, so it is not part of any range.
      #expect((days.loaded(date) != nil) == (date != .last))
    }
  }

  /// A day that the zone skipped, at every position relative to a seam.
  @Test func aSkippedDayAtASeam() throws {
    var events: [[String]] = []
    for start in ["20111228", "20111229", "20111230", "20111231"] {
      for end in ["20111231", "20120101", "20120103"] where end > start {
        events.append(vevent(event("\(start)-\(end)", start, end)))
      }
    }
    let store = Loaded([
      calendar(events + [vevent(event("Timed", "20111229T120000Z", "20120101T120000Z"))])
    ]).store
    let zone = TestZones.named("Pacific/Apia")
    let skipped = range("2011-12-30", "2011-12-30")
    let parts = [range("2011-12-28", "2011-12-29"), skipped, range("2011-12-31", "2012-01-02")]
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0]] {
      var days = DayStore(store, zone: zone)
      for part in order { days.load(parts[part]) }
      try checkDays(days, "\(order)")
      #expect(days.day(date("2011-12-30")) == nil && days.day(date("2011-12-31")) != nil)
    }
  }

  /// Whatever was requested before, every resident day is as if settled alone, and the occurrences of any range are
  /// those of its days.
  @Test func anySequenceOfQuestions() throws {
    try withRandom(60) { random in
      let center = date(random.pick(DifferentialTests.centers.dropLast(2)))
      var zone = DifferentialTests.zone(&random)
      let events = DifferentialTests.made(25, around: center, zone, &random)
      let store = Loaded([calendar(events.map { vevent($0.properties) })]).store
      var days = DayStore(store, zone: zone)
      var asked: [String] = []
      for _ in 0..<random.int(1...8) {
        let date = center.adding(days: random.int(-40...40))!
        switch random.int(0...9) {
        case 0:
          zone = DifferentialTests.zone(&random)
          days.setZone(zone)
          asked.append("zone \(string(zone.identifier))")
          continue
        case 1: days.load(center.adding(days: random.int(-200...200))!)
        case 2: days.load(date..<date.adding(days: random.int(0...20))!)
        case 3: days.removeAll()
        default: days.load(date)
        }
        asked.append("\(string(date)): \(residents(days))")
      }
      try checkDays(days, asked.joined(separator: "; "))
      if let range = days.residentDays, !range.isEmpty {
        let low = range.lowerBound.adding(
          days: random.int(0...range.lowerBound.days(until: range.upperBound)))!
        let high = low.adding(days: random.int(0...low.days(until: range.upperBound)))!
        var report = ExpansionReport()
        let found = days.occurrences(meeting: low..<high)
        try checkEqual(
          found, store.settle(low..<high, in: zone, report: &report).occurrences, "occurrences")
      }
    }
  }

  func checkDays(_ days: DayStore, _ asked: String) throws {
    guard let range = days.residentDays else { return }
    let store = days.events
    for offset in 0..<range.lowerBound.days(until: range.upperBound) {
      let date = range.lowerBound.adding(days: offset)!
      let day = days.day(date)
      let alone = settled(store, date..<date.adding(days: 1)!, days.zone)
      try checkEqual(day.map { [line($0, store)] } ?? [], alone, "\(string(date)) after \(asked)")
      if let day {
        let bounds = days.zone.bounds(of: date)
        try checkEqual(
          day.bounds, bounds.start.secondsSinceEpoch..<bounds.end.secondsSinceEpoch,
          "bounds of \(string(date))")
        try checkEqual(day.busyLevel, busyLevel(minutes: day.busyMinutes))
      }
    }
  }
}
