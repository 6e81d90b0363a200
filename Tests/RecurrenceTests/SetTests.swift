import CivilTime
import Testing
import TimeZones

@testable import ICalendar

/// Recurrence sets: zones, additions, exceptions, windows.
@Suite struct SetTests {
  /// Starts as local times, in a window of UTC.
  func walls(
    _ set: RecurrenceSet, from: String = "00010101T000000Z", before: String = "99991231T000000Z", in zone: Zone = .utc,
    most: Int = 100
  ) -> [String] {
    set.instances(from: instant(from), before: instant(before), in: zone).prefix(most).map { text($0.wall) }
  }

  func instants(
    _ set: RecurrenceSet, from: String = "00010101T000000Z", before: String = "99991231T000000Z", in zone: Zone = .utc
  ) -> [String] {
    set.instances(from: instant(from), before: instant(before), in: zone).prefix(100).map { text($0.start) }
  }

  func set(_ start: RecurrenceTime, _ rules: String..., except: [String] = []) -> RecurrenceSet {
    RecurrenceSet(start: start, rules: rules.map { rule($0) }, exclusionRules: except.map { rule($0) })
  }

  // MARK: Gaps and folds

  @Test func `a time in a gap takes the offset before it, and COUNT counts it`() {
    let days = set(.zoned(wall("20260328T023000"), berlin), "FREQ=DAILY;COUNT=3")
    #expect(walls(days) == ["20260328T023000", "20260329T033000", "20260330T023000"])
    #expect(instants(days) == ["20260328T013000Z", "20260329T013000Z", "20260330T003000Z"])
  }

  @Test func `a time in a fold is the first`() {
    let days = set(.zoned(wall("20261024T023000"), berlin), "FREQ=DAILY;COUNT=3")
    #expect(walls(days) == ["20261024T023000", "20261025T023000", "20261026T023000"])
    #expect(instants(days) == ["20261024T003000Z", "20261025T003000Z", "20261026T013000Z"])
  }

  @Test func `steps of the clock are the wall's, and equal instants are one instance`() {
    let halves = set(.zoned(wall("20260329T010000"), berlin), "FREQ=MINUTELY;INTERVAL=30;COUNT=8")
    // Local times 1:00, 1:30, 2:00, 2:30, 3:00, 3:30, 4:00, 4:30; 2:00 means 3:00 and 2:30 means 3:30.
    #expect(
      walls(halves) == [
        "20260329T010000", "20260329T013000", "20260329T030000", "20260329T033000", "20260329T040000",
        "20260329T043000",
      ])
    #expect(
      instants(halves) == [
        "20260329T000000Z", "20260329T003000Z", "20260329T010000Z", "20260329T013000Z", "20260329T020000Z",
        "20260329T023000Z",
      ])
    let back = set(.zoned(wall("20261025T013000"), berlin), "FREQ=HOURLY;COUNT=4")
    #expect(instants(back) == ["20261024T233000Z", "20261025T003000Z", "20261025T023000Z", "20261025T033000Z"])
  }

  @Test func `instances that a gap moves past later ones come in order`() {
    let walks = set(
      .zoned(wall("20260328T120000"), berlin), "FREQ=DAILY;BYHOUR=2,3;BYMINUTE=10,45;UNTIL=20260329T220000Z")
    // 2:10 means 3:10 and 2:45 means 3:45, which are instances too.
    #expect(walls(walks) == ["20260328T120000", "20260329T031000", "20260329T034500"])
    let mixed = set(
      .zoned(wall("20260328T120000"), berlin), "FREQ=DAILY;BYHOUR=2,3;BYMINUTE=20;BYSECOND=0,30;UNTIL=20260329T220000Z")
    #expect(walls(mixed) == ["20260328T120000", "20260329T032000", "20260329T032030"])
    let apart = set(.zoned(wall("20260329T021500"), berlin), "FREQ=MINUTELY;INTERVAL=50;COUNT=3")
    // 2:15 means 3:15, after 3:05; 3:55 follows.
    #expect(walls(apart) == ["20260329T030500", "20260329T031500", "20260329T035500"])
  }

  @Test func `windows cut a day of change at any instant alike`() {
    for (zone, start) in [
      (berlin, "20260329T000000"), (berlin, "20261025T000000"), (newYork, "20260308T000000"), (apia, "20111229T000000"),
    ] {
      let quarters = set(.zoned(wall(start), zone), "FREQ=MINUTELY;INTERVAL=25;COUNT=200")
      let whole = Array(quarters.instances(from: .first, before: .last, in: .utc))
      #expect(whole == whole.sorted { $0.start < $1.start })
      #expect(Set(whole.map { $0.start }).count == whole.count)
      let first = whole[0].start
      for minutes in stride(from: -60, to: 4_000, by: 35) {
        let cut = first.adding(seconds: Int64(minutes) * 60)
        let before = Array(quarters.instances(from: .first, before: cut, in: .utc))
        let after = Array(quarters.instances(from: cut, before: .last, in: .utc))
        #expect(before + after == whole)
      }
    }
  }

  @Test func `a day that a zone skipped`() {
    let days = set(.zoned(wall("20111229T100000"), apia), "FREQ=DAILY;COUNT=4")
    // The 30th means the 31st, which has an instance of its own.
    #expect(walls(days) == ["20111229T100000", "20111231T100000", "20120101T100000"])
    // Dates are dates, even if the viewer's zone skipped one.
    let dates = set(.date(date("20111229")), "FREQ=DAILY;COUNT=4")
    #expect(walls(dates, in: apia) == ["20111229T000000", "20111230T000000", "20111231T000000", "20120101T000000"])
  }

  // MARK: UNTIL

  @Test func `UNTIL in each form`() {
    let start = RecurrenceTime.zoned(wall("20260105T200000"), newYork)
    // 8 p.m. in New York is 1 a.m. of the next day in UTC.
    #expect(walls(set(start, "FREQ=DAILY;UNTIL=20260107T010000Z")) == ["20260105T200000", "20260106T200000"])
    #expect(walls(set(start, "FREQ=DAILY;UNTIL=20260107T005959Z")) == ["20260105T200000"])
    #expect(walls(set(start, "FREQ=DAILY;UNTIL=20260106T200000")) == ["20260105T200000", "20260106T200000"])
    #expect(walls(set(start, "FREQ=DAILY;UNTIL=20260106T195959")) == ["20260105T200000"])
    #expect(walls(set(start, "FREQ=DAILY;UNTIL=20260106")) == ["20260105T200000", "20260106T200000"])
  }

  @Test func `UNTIL with Z ends a floating series where it is looked at`() {
    let floating = set(.floating(wall("20260105T200000")), "FREQ=DAILY;UNTIL=20260107T010000Z")
    #expect(walls(floating, in: newYork) == ["20260105T200000", "20260106T200000"])
    #expect(walls(floating, in: shanghai) == ["20260105T200000", "20260106T200000"])
    #expect(walls(floating, in: zone("X", "XXX12")) == ["20260105T200000"])
  }

  @Test func `DTSTART is an instance even after UNTIL`() {
    #expect(
      walls(set(.zoned(wall("20260105T200000"), newYork), "FREQ=DAILY;UNTIL=20250101T000000Z")) == ["20260105T200000"])
  }

  // MARK: RDATE

  @Test func `RDATE in each form`() {
    var timed = RecurrenceSet(start: .zoned(wall("20260105T090000"), berlin))
    timed.include(.zoned(wall("20260107T060000"), newYork))
    timed.include(.floating(wall("20260106T100000")))
    timed.include(.date(date("20260110")))
    timed.include(.utc(instant("20260101T080000Z")))
    timed.sort()
    #expect(
      walls(timed) == ["20260101T090000", "20260105T090000", "20260106T100000", "20260107T120000", "20260110T090000"])

    var dates = RecurrenceSet(start: .date(date("20260105")))
    dates.include(.utc(instant("20260107T230000Z")))
    dates.include(.date(date("20260106")))
    #expect(walls(dates) == ["20260105T000000", "20260106T000000", "20260107T000000"])

    var floating = RecurrenceSet(start: .floating(wall("20260105T090000")))
    floating.include(.floating(wall("20260106T090000")))
    floating.include(.date(date("20260107")))
    floating.include(.utc(instant("20260108T010000Z")))
    #expect(
      instants(floating, in: shanghai) == [
        "20260105T010000Z", "20260106T010000Z", "20260107T010000Z", "20260108T010000Z",
      ])
  }

  @Test func `an RDATE that a rule gives too is one instance, with the period's length`() {
    var both = set(.zoned(wall("20260105T090000"), berlin), "FREQ=DAILY;COUNT=3")
    both.include(.zoned(wall("20260106T090000"), berlin), duration: ICalendarDuration(days: 1, seconds: 0))
    both.include(.zoned(wall("20260106T090000"), berlin))
    both.include(.zoned(wall("20260107T080000"), berlin), end: .utc(instant("20260107T100000Z")))
    let found = Array(both.instances(from: .first, before: .last, in: .utc))
    #expect(
      found.map { text($0.wall) } == ["20260105T090000", "20260106T090000", "20260107T080000", "20260107T090000"])
    #expect(
      found.map { $0.duration } == [
        nil, ICalendarDuration(days: 1, seconds: 0), ICalendarDuration(days: 0, seconds: 10_800), nil,
      ])
  }

  @Test func `several rules are one series`() {
    let both = set(.zoned(wall("20260105T090000"), berlin), "FREQ=WEEKLY;COUNT=3", "FREQ=WEEKLY;BYDAY=MO,WE;COUNT=3")
    // Each COUNT counts DTSTART.
    #expect(walls(both) == ["20260105T090000", "20260107T090000", "20260112T090000", "20260119T090000"])
  }

  // MARK: EXDATE and EXRULE

  @Test func `EXDATE in each form`() {
    func left(_ exception: RecurrenceTime) -> [String] {
      var days = set(.zoned(wall("20260105T200000"), newYork), "FREQ=DAILY;BYHOUR=8,20;COUNT=4")
      days.exclude(exception)
      return walls(days)
    }
    let all = ["20260105T200000", "20260106T080000", "20260106T200000", "20260107T080000"]
    #expect(left(.zoned(wall("20260106T200000"), newYork)) == [all[0], all[1], all[3]])
    #expect(left(.zoned(wall("20260107T090000"), shanghai)) == [all[0], all[1], all[3]])
    #expect(left(.utc(instant("20260107T010000Z"))) == [all[0], all[1], all[3]])
    #expect(left(.floating(wall("20260106T200000"))) == [all[0], all[1], all[3]])
    #expect(left(.date(date("20260106"))) == [all[0], all[3]])
    #expect(left(.zoned(wall("20260106T200000"), shanghai)) == all)
    // DTSTART too.
    #expect(left(.date(date("20260105"))) == Array(all.dropFirst()))
  }

  @Test func `EXDATE of a series of dates`() {
    var dates = set(.date(date("20260105")), "FREQ=DAILY;COUNT=4")
    dates.exclude(.date(date("20260106")))
    dates.exclude(.utc(instant("20260107T000000Z")))
    dates.exclude(.zoned(wall("20260108T235900"), shanghai))
    #expect(walls(dates) == ["20260105T000000"])
  }

  @Test func `EXDATE of a floating series`() {
    var floating = set(.floating(wall("20260105T090000")), "FREQ=DAILY;COUNT=4")
    floating.exclude(.floating(wall("20260106T090000")))
    floating.exclude(.utc(instant("20260107T080000Z")))
    #expect(walls(floating, in: berlin) == ["20260105T090000", "20260108T090000"])
    #expect(walls(floating, in: shanghai) == ["20260105T090000", "20260107T090000", "20260108T090000"])
  }

  @Test func `EXDATE in a gap takes away the instance that was moved`() {
    var days = set(.zoned(wall("20260328T023000"), berlin), "FREQ=DAILY;COUNT=3")
    days.exclude(.zoned(wall("20260329T023000"), berlin))
    #expect(walls(days) == ["20260328T023000", "20260330T023000"])
    var floating = set(.floating(wall("20260328T023000")), "FREQ=DAILY;COUNT=3")
    floating.exclude(.floating(wall("20260329T023000")))
    #expect(walls(floating, in: berlin) == ["20260328T023000", "20260330T023000"])
  }

  @Test func `exceptions and additions in any order`() {
    var days = set(.zoned(wall("20260105T090000"), berlin), "FREQ=DAILY;COUNT=9")
    for day in [11, 7, 9, 5, 13] { days.exclude(.date(date(day < 10 ? "2026010\(day)" : "202601\(day)"))) }
    for day in ["20260203", "20260201", "20260202"] { days.include(.date(date(day))) }
    let expected = [
      "20260106T090000", "20260108T090000", "20260110T090000", "20260112T090000", "20260201T090000", "20260202T090000",
      "20260203T090000",
    ]
    #expect(walls(days) == expected)
    days.sort()
    #expect(walls(days) == expected)
    #expect(walls(days, from: "20260110T000000Z", before: "20260202T000000Z") == Array(expected[2...4]))
  }

  @Test func `EXRULE takes away what it matches, DTSTART only if it matches that`() {
    let start = RecurrenceTime.zoned(wall("20260105T090000"), berlin)
    #expect(
      walls(set(start, "FREQ=DAILY;COUNT=7", except: ["FREQ=WEEKLY;BYDAY=TU,SA"]))
        == ["20260105T090000", "20260107T090000", "20260108T090000", "20260109T090000", "20260111T090000"])
    #expect(walls(set(start, "FREQ=DAILY;COUNT=2", except: ["FREQ=WEEKLY;BYDAY=MO"])) == ["20260106T090000"])
    #expect(
      walls(set(start, "FREQ=DAILY;COUNT=4", except: ["FREQ=DAILY;INTERVAL=2;COUNT=1"]))
        == ["20260106T090000", "20260107T090000", "20260108T090000"])
  }

  // MARK: Windows and limits

  @Test func `a window is half-open and holds starts`() {
    let days = set(.zoned(wall("20200101T090000"), berlin), "FREQ=DAILY")
    #expect(
      walls(days, from: "20260101T080000Z", before: "20260103T080000Z") == ["20260101T090000", "20260102T090000"])
    #expect(
      walls(days, from: "20260101T080001Z", before: "20260103T080001Z") == ["20260102T090000", "20260103T090000"])
    #expect(walls(days, from: "20190101T000000Z", before: "20200101T080000Z") == [])
    #expect(walls(days, from: "20260103T000000Z", before: "20260101T000000Z") == [])
    // Dates begin at their first instant in the viewer's zone.
    let dates = set(.date(date("20200101")), "FREQ=DAILY")
    #expect(
      walls(dates, from: "20260101T160000Z", before: "20260102T160001Z", in: shanghai) == [
        "20260102T000000", "20260103T000000",
      ])
    #expect(walls(dates, from: "20260101T160001Z", before: "20260102T160000Z", in: shanghai) == [])
  }

  @Test func `keys find what a RECURRENCE-ID names`() {
    func keys(_ start: RecurrenceTime) -> [Int64] {
      set(start, "FREQ=DAILY;COUNT=2").instances(from: .first, before: .last, in: berlin).map { $0.key }
    }
    #expect(
      keys(.zoned(wall("20260328T023000"), berlin))
        == ["20260328T013000Z", "20260329T013000Z"].map { instant($0).secondsSinceEpoch })
    #expect(
      keys(.floating(wall("20260328T023000"))) == ["20260328T023000", "20260329T023000"].map { wall($0).wallSeconds })
    #expect(keys(.date(date("20260328"))) == ["20260328", "20260329"].map { wall($0).wallSeconds })
  }

  @Test func `a limit ends the walk and says so`() {
    let days = set(.zoned(wall("20260101T090000"), berlin), "FREQ=DAILY;COUNT=5")
    var instances = days.instances(from: .first, before: .last, in: .utc, limit: 3)
    var count = 0
    while instances.next() != nil { count += 1 }
    #expect(count == 3)
    #expect(instances.outcome == .tooManyOccurrences)
    #expect(instances.next() == nil)
  }

  @Test func `of COUNT and UNTIL the one that ends the series earlier is kept`() {
    func kept(_ text: String, _ start: RecurrenceTime) -> String {
      var series = set(start, text)
      let before = walls(series)
      series.settleEnds()
      #expect(walls(series) == before)
      return RecurrenceTests.text(series.rules[0])
    }
    let start = RecurrenceTime.zoned(wall("20260105T200000"), newYork)
    #expect(kept("FREQ=DAILY;COUNT=3;UNTIL=20260108T010000Z", start) == "FREQ=DAILY;COUNT=3")
    #expect(kept("FREQ=DAILY;COUNT=4;UNTIL=20260108T010000Z", start) == "FREQ=DAILY;UNTIL=20260108T010000Z")
    #expect(kept("FREQ=DAILY;COUNT=1;UNTIL=20200108T010000Z", start) == "FREQ=DAILY;COUNT=1")
    #expect(
      kept("FREQ=DAILY;COUNT=4;UNTIL=20260107T000000Z", .date(date("20260105"))) == "FREQ=DAILY;UNTIL=20260107T000000Z")
    #expect(kept("FREQ=DAILY;COUNT=3;UNTIL=20260107", .date(date("20260105"))) == "FREQ=DAILY;COUNT=3")
  }

  @Test func `a rule that DTSTART does not match ends by UNTIL in place of COUNT`() {
    func ended(_ text: String, _ start: RecurrenceTime) -> String {
      var series = set(start, text)
      let before = walls(series)
      series.endByTime()
      #expect(walls(series) == before)
      return RecurrenceTests.text(series.rules[0])
    }
    let tuesday = RecurrenceTime.zoned(wall("20261103T100000"), berlin)
    let off = "FREQ=WEEKLY;BYDAY=MO,FR;COUNT=4"
    #expect(ended(off, tuesday) == "FREQ=WEEKLY;UNTIL=20261113T090000Z;BYDAY=MO,FR")
    #expect(ended(off, .date(date("20261103"))) == "FREQ=WEEKLY;UNTIL=20261113;BYDAY=MO,FR")
    #expect(ended(off, .floating(wall("20261103T100000"))) == "FREQ=WEEKLY;UNTIL=20261113T100000;BYDAY=MO,FR")
    #expect(ended("FREQ=WEEKLY;BYDAY=MO;COUNT=1", tuesday) == "FREQ=WEEKLY;UNTIL=20261103T090000Z;BYDAY=MO")
    #expect(ended("FREQ=WEEKLY;BYDAY=TU;COUNT=4", tuesday) == "FREQ=WEEKLY;COUNT=4;BYDAY=TU")
  }

  @Test func `a DTSTART that no rule and no RDATE has stands alone`() {
    let tuesday = RecurrenceTime.zoned(wall("20261103T100000"), berlin)
    #expect(set(tuesday, "FREQ=WEEKLY;BYDAY=MO").startStandsAlone)
    #expect(!set(tuesday, "FREQ=WEEKLY;BYDAY=TU").startStandsAlone)
    #expect(!set(tuesday, "FREQ=WEEKLY;BYDAY=MO", "FREQ=DAILY").startStandsAlone)
    #expect(!set(tuesday).startStandsAlone)
    var listed = set(tuesday, "FREQ=WEEKLY;BYDAY=MO")
    listed.include(.zoned(wall("20261104T100000"), berlin))
    #expect(listed.startStandsAlone)
    listed.include(.utc(instant("20261103T090000Z")))
    #expect(!listed.startStandsAlone)
    var excluded = set(tuesday, "FREQ=WEEKLY;BYDAY=MO")
    excluded.exclude(.date(date("20261103")))
    #expect(!excluded.startStandsAlone)
  }
}
