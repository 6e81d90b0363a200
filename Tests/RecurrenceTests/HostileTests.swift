import CivilTime
import Testing
import TimeZones

@testable import ICalendar

/// Rules that match nothing, match too much, or have huge numbers: their work is bounded, and counted here, not timed.
@Suite struct HostileTests {
  struct Rule: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let start: String
    let most: Int

    init(_ text: String, from start: String = "19700101T090000", within most: Int) {
      (testDescription, self.start, self.most) = (text, start, most)
    }
  }

  /// The bounds are those that ``DaySource`` and ``ClockSource`` explain.
  @Test(arguments: [
    Rule("FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29", from: "19710228T090000", within: 200),
    Rule("FREQ=YEARLY;INTERVAL=400;BYMONTH=2;BYMONTHDAY=29", from: "19000228T090000", within: 100),
    Rule("FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31", from: "19700430T090000", within: 500),
    Rule("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", within: 500),
    Rule("FREQ=YEARLY;BYYEARDAY=366;BYMONTHDAY=30", within: 500),
    Rule("FREQ=YEARLY;BYWEEKNO=1;BYMONTH=7", within: 500),
    Rule("FREQ=YEARLY;BYDAY=53MO,-53MO;BYMONTH=1", within: 500),
    Rule("FREQ=YEARLY;BYDAY=MO;BYSETPOS=366", within: 500),
    Rule("FREQ=MONTHLY;BYMONTH=4;BYMONTHDAY=31", within: 5_200),
    Rule("FREQ=MONTHLY;BYDAY=6MO", within: 5_200),
    Rule("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6", within: 5_200),
    Rule("FREQ=WEEKLY;BYDAY=MO;BYSETPOS=2", within: 21_400),
    Rule("FREQ=WEEKLY;INTERVAL=20871;BYMONTH=7", within: 100),
    Rule("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", within: 5_200),
    Rule("FREQ=DAILY;INTERVAL=7;BYDAY=MO", within: 50_000),
    Rule("FREQ=DAILY;INTERVAL=146097;BYMONTHDAY=2", within: 100),
    Rule("FREQ=DAILY;BYHOUR=9;BYSETPOS=2", within: 0),
    Rule("FREQ=HOURLY;BYMONTHDAY=31;BYMONTH=6", within: 5_200),
    Rule("FREQ=HOURLY;INTERVAL=24;BYHOUR=10", within: 9_000),
    Rule("FREQ=HOURLY;INTERVAL=168;BYDAY=FR", within: 140_000),
    Rule("FREQ=MINUTELY;INTERVAL=2;BYMINUTE=1,3,5,7", within: 9_000),
    Rule("FREQ=MINUTELY;INTERVAL=1440;BYHOUR=10", within: 9_000),
    Rule("FREQ=MINUTELY;BYDAY=MO;BYMONTHDAY=31;BYMONTH=2", within: 5_200),
    Rule("FREQ=SECONDLY;INTERVAL=2;BYSECOND=1,3,5,7,9", within: 9_000),
    Rule("FREQ=SECONDLY;INTERVAL=60;BYSECOND=30", within: 9_000),
    Rule("FREQ=SECONDLY;BYYEARDAY=366;BYMONTH=1", within: 5_200),
    Rule("FREQ=SECONDLY;BYMONTHDAY=1;BYSETPOS=2", within: 0),
    Rule("FREQ=SECONDLY;INTERVAL=604800;BYDAY=MO;BYHOUR=9", within: 140_000),
    Rule("FREQ=SECONDLY;INTERVAL=7;BYHOUR=1;BYMINUTE=1;BYSECOND=1;BYDAY=MO;BYMONTH=2;BYMONTHDAY=30", within: 5_200),
    Rule("FREQ=YEARLY;INTERVAL=999999999999999999", within: 3),
    Rule("FREQ=MONTHLY;INTERVAL=999999999999999999", within: 3),
    Rule("FREQ=WEEKLY;INTERVAL=999999999999999999", within: 3),
    Rule("FREQ=DAILY;INTERVAL=999999999999999999", within: 3),
    Rule("FREQ=SECONDLY;INTERVAL=999999999999999999", within: 3),
    Rule("FREQ=HOURLY;INTERVAL=999999999;BYMONTH=1", within: 3),
  ])
  func `matches nothing, and is soon found out`(rule: Rule) {
    var iterator = RuleIterator(RecurrenceTests.rule(rule.testDescription), start: wall(rule.start))
    #expect(iterator.next() == wall(rule.start))
    #expect(iterator.next() == nil)
    #expect(iterator.outcome == .complete)
    #expect(iterator.steps <= rule.most, "\(iterator.steps) steps")
  }

  /// The same with COUNT, which requires counting.
  @Test(arguments: [
    Rule("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", within: 500),
    Rule("FREQ=SECONDLY;INTERVAL=2;BYSECOND=1,3,5,7,9", within: 9_000),
    Rule("FREQ=DAILY;INTERVAL=7;BYDAY=MO", within: 50_000),
    Rule("FREQ=WEEKLY;BYDAY=MO;BYSETPOS=2", within: 21_400),
    // Counted, and then walked for a day.
    Rule("FREQ=DAILY", within: 10),
    Rule("FREQ=DAILY;INTERVAL=9;BYHOUR=1,2,3;BYMINUTE=0,30", within: 40),
    Rule("FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,FR;BYHOUR=1,2,3", within: 60),
    Rule("FREQ=HOURLY", within: 30),
    Rule("FREQ=MINUTELY;INTERVAL=7;BYSECOND=1,2", within: 300),
    Rule("FREQ=SECONDLY", within: 90_000),
    // One table of days, and days or months counted.
    Rule("FREQ=SECONDLY;BYHOUR=3,4", within: 30_000),
    Rule("FREQ=SECONDLY;INTERVAL=7;BYHOUR=3,4,5,6", within: 100_000),
    Rule("FREQ=SECONDLY;INTERVAL=11;BYMONTH=3,4;BYDAY=MO", within: 200_000),
    Rule("FREQ=SECONDLY;INTERVAL=86399;BYHOUR=3", within: 400_000),
    Rule("FREQ=MINUTELY;BYMONTH=3,4;BYDAY=MO", within: 100_000),
    Rule("FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1,-1", within: 100_000),
    Rule("FREQ=YEARLY;BYDAY=MO,TU;BYSETPOS=1,-1", within: 9_000),
    Rule("FREQ=DAILY;BYDAY=MO,TU;BYMONTH=3", within: 200_000),
  ])
  func `a thousand million are counted up to the year 9990`(rule: Rule) {
    let counted = RecurrenceTests.rule(rule.testDescription + ";COUNT=1000000000000")
    var iterator = RuleIterator(counted, start: wall(rule.start), from: wall("99900601"), before: wall("99900602"))
    while iterator.next() != nil {}
    #expect(iterator.steps <= rule.most, "\(iterator.steps) steps")
    let endless = RuleIterator(
      RecurrenceTests.rule(rule.testDescription), start: wall(rule.start), from: wall("99900601"),
      before: wall("99900602"))
    #expect(
      Array(RuleIterator(counted, start: wall(rule.start), from: wall("99900601"), before: wall("99900602")))
        == Array(endless))
  }

  @Test func `a search without end is given up and reported`() {
    // On Mondays the steps fall on other seconds than these, whose numbers within the day are multiples of seven; on
    // other days they would hit them. A cycle has 20,871 Mondays, with 324 such seconds each.
    let sevens = "0,7,14,21,28,35,42,49,56"
    let text = "FREQ=SECONDLY;INTERVAL=7;BYHOUR=0,7,14,21;BYMINUTE=\(sevens);BYSECOND=\(sevens);BYDAY=MO"
    var iterator = RuleIterator(rule(text), start: wall("20260105T000001"))
    #expect(iterator.next() == wall("20260105T000001"))
    #expect(iterator.next() == nil)
    #expect(iterator.outcome == .searchTooLong)
    #expect(iterator.steps <= RecurrenceLimits.searchSteps + 30_000)
    // The same in a window that ends sooner.
    iterator = RuleIterator(
      rule(text), start: wall("20260105T000001"), from: wall("20260106"), before: wall("20270101"))
    #expect(iterator.next() == nil)
    #expect(iterator.outcome == .complete)
  }

  @Test func `every second without end fills the window's limit and says so`() {
    let set = RecurrenceSet(start: .floating(wall("19700101T000000")), rules: [rule("FREQ=SECONDLY")])
    var instances = set.instances(from: instant("20260101T000000Z"), before: instant("20270101T000000Z"), in: berlin)
    var count = 0
    while instances.next() != nil { count += 1 }
    #expect(count == RecurrenceLimits.occurrencesPerEvent)
    #expect(instances.outcome == .tooManyOccurrences)
    #expect(instances.steps < 25_000)
  }

  @Test func `what is exactly the limit is complete`() {
    let set = RecurrenceSet(start: .floating(wall("20260101T000000")), rules: [rule("FREQ=SECONDLY;COUNT=20000")])
    var instances = set.instances(from: .first, before: .last, in: berlin)
    var count = 0
    while instances.next() != nil { count += 1 }
    #expect(count == 20_000)
    #expect(instances.outcome == .complete)
  }

  @Test func `a rule that another excludes wholly ends at its limit`() {
    let set = RecurrenceSet(
      start: .floating(wall("19700101T000000")), rules: [rule("FREQ=SECONDLY")], exclusionRules: [rule("FREQ=SECONDLY")]
    )
    let frame = RecurrenceFrame(
      set.start, from: instant("20260101T000000Z"), before: instant("20270101T000000Z"), zone: .utc)
    var instances = RecurrenceInstances(set, frame, limit: 20_000, instances: 50_000)
    #expect(instances.next() == nil)
    #expect(instances.outcome == .tooManyInstances)
  }

  @Test func `a rule of exceptions is jumped through`() {
    let set = RecurrenceSet(
      start: .zoned(wall("20260101T120000"), berlin), rules: [rule("FREQ=DAILY")],
      exclusionRules: [rule("FREQ=SECONDLY;INTERVAL=7"), rule("FREQ=MINUTELY;INTERVAL=7")])
    var instances = set.instances(from: instant("20260301T000000Z"), before: instant("20270101T000000Z"), in: .utc)
    var found: [CivilDateTime] = []
    while let instance = instances.next() { found.append(instance.wall) }
    #expect(instances.outcome == .complete)
    #expect(instances.steps < 100_000)
    let all = Array(
      RuleIterator(
        rule("FREQ=DAILY"), start: wall("20260101T120000"), from: wall("20260301"), before: wall("20270101T010000")))
    // Both count from DTSTART in wall time: the days whose number is a multiple of seven are excluded.
    let first = wall("20260101T120000").wallSeconds
    #expect(found == all.filter { ($0.wallSeconds - first) % 7 != 0 && ($0.wallSeconds - first) / 60 % 7 != 0 })
  }

  @Test func `more rules than anybody needs are left out and reported`() {
    let set = RecurrenceSet(
      start: .floating(wall("20260101T120000")),
      rules: [RecurrenceRule](repeating: rule("FREQ=SECONDLY"), count: 100_000))
    #expect(!set.hasAllRules)
    var instances = set.instances(from: .first, before: .last, in: .utc, limit: 1_000)
    var count = 0
    while instances.next() != nil { count += 1 }
    #expect(count == 1_000)
    #expect(instances.outcome != .complete)
  }

  @Test func `a million exceptions are looked up one after the other`() {
    var set = RecurrenceSet(start: .floating(wall("20260101T000000")), rules: [rule("FREQ=SECONDLY;COUNT=1000003")])
    let first = wall("20260101T000000").wallSeconds
    // Backwards, so that sorting has something to do.
    for second in (0..<1_000_000).reversed() {
      set.exclude(.floating(CivilDateTime(wallSeconds: first + Int64(second))!))
    }
    set.sort()
    var instances = set.instances(from: .first, before: .last, in: .utc)
    var found: [String] = []
    while let instance = instances.next() { found.append(text(instance.wall)) }
    #expect(found == ["20260112T134640", "20260112T134641", "20260112T134642"])
    #expect(instances.outcome == .complete)
  }
}
