import CivilTime
import TestSupport
import Testing

@testable import ICalendar

/// Rules from bytes and back; the text that is read is the test's name.
@Suite struct ReadingTests {
  typealias Kind = RecurrenceRuleError.Kind
  typealias Repair = RecurrenceRuleRepair.Kind

  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let kind: Kind
    let offset: Int

    init(_ text: String, _ kind: Kind, at offset: Int) {
      (testDescription, self.kind, self.offset) = (text, kind, offset)
    }
  }

  @Test(arguments: [
    Refusal("", .missingFrequency, at: 0),
    Refusal("COUNT=3", .missingFrequency, at: 0),
    Refusal("FREQ", .form, at: 0),
    Refusal("FREQ=DAILY;COUNT", .form, at: 11),
    Refusal("FREQ=", .unreadable(.freq), at: 5),
    Refusal("FREQ=FORTNIGHTLY", .unreadable(.freq), at: 5),
    Refusal("FREQ=DAILY;BYEASTER=0", .unknownPart, at: 11),
    Refusal("FREQ=DAILY;=1", .unknownPart, at: 11),
    Refusal("FREQ=DAILY;INTERVAL=0", .outOfRange(.interval), at: 20),
    Refusal("FREQ=DAILY;INTERVAL=-1", .outOfRange(.interval), at: 20),
    Refusal("FREQ=DAILY;INTERVAL=1000000000000000000", .outOfRange(.interval), at: 20),
    Refusal("FREQ=DAILY;INTERVAL=99999999999999999999999999999999999", .outOfRange(.interval), at: 20),
    Refusal("FREQ=DAILY;INTERVAL=9999999999999999999999999x", .unreadable(.interval), at: 45),
    Refusal("FREQ=DAILY;INTERVAL=2.5", .unreadable(.interval), at: 21),
    Refusal("FREQ=DAILY;INTERVAL=+", .unreadable(.interval), at: 20),
    Refusal("FREQ=DAILY;COUNT=0", .outOfRange(.count), at: 17),
    Refusal("FREQ=DAILY;COUNT=ten", .unreadable(.count), at: 17),
    Refusal("FREQ=DAILY;BYSECOND=61", .outOfRange(.bySecond), at: 20),
    Refusal("FREQ=DAILY;BYMINUTE=60", .outOfRange(.byMinute), at: 20),
    Refusal("FREQ=DAILY;BYHOUR=9,24", .outOfRange(.byHour), at: 20),
    Refusal("FREQ=DAILY;BYHOUR=-1", .outOfRange(.byHour), at: 18),
    Refusal("FREQ=DAILY;BYHOUR=9,,10", .unreadable(.byHour), at: 20),
    Refusal("FREQ=DAILY;BYHOUR=9,", .unreadable(.byHour), at: 19),
    Refusal("FREQ=DAILY;BYMONTH=13", .outOfRange(.byMonth), at: 19),
    Refusal("FREQ=DAILY;BYMONTH=0", .outOfRange(.byMonth), at: 19),
    Refusal("FREQ=DAILY;BYMONTH=5L", .unreadable(.byMonth), at: 20),
    Refusal("FREQ=MONTHLY;BYMONTHDAY=32", .outOfRange(.byMonthDay), at: 24),
    Refusal("FREQ=MONTHLY;BYMONTHDAY=0", .outOfRange(.byMonthDay), at: 24),
    Refusal("FREQ=YEARLY;BYYEARDAY=367", .outOfRange(.byYearDay), at: 22),
    Refusal("FREQ=YEARLY;BYWEEKNO=-54", .outOfRange(.byWeekNo), at: 21),
    Refusal("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0", .outOfRange(.bySetPos), at: 31),
    Refusal("FREQ=MONTHLY;BYDAY=0MO", .outOfRange(.byDay), at: 19),
    Refusal("FREQ=MONTHLY;BYDAY=54MO", .outOfRange(.byDay), at: 19),
    Refusal("FREQ=MONTHLY;BYDAY=MO,XX", .unreadable(.byDay), at: 22),
    Refusal("FREQ=MONTHLY;BYDAY=MON", .unreadable(.byDay), at: 19),
    Refusal("FREQ=MONTHLY;BYDAY=1.MO", .unreadable(.byDay), at: 20),
    Refusal("FREQ=WEEKLY;WKST=1", .unreadable(.wkst), at: 17),
    Refusal("FREQ=DAILY;UNTIL=tomorrow", .unreadable(.until), at: 17),
    Refusal("FREQ=DAILY;UNTIL=20260230", .unreadable(.until), at: 17),
    Refusal("FREQ=DAILY;UNTIL=20260101T250000Z", .unreadable(.until), at: 26),
    Refusal("FREQ=DAILY;UNTIL=2026001", .unreadable(.until), at: 17),
    Refusal("FREQ=DAILY;UNTIL=2026W017", .unreadable(.until), at: 17),
    Refusal("FREQ=DAILY;UNTIL=-3131100", .unreadable(.until), at: 17),
    Refusal("FREQ=DAILY;UNTIL=0000-01-01T00:00:00+01:00", .unreadable(.until), at: 17),
    Refusal("FREQ=DAILY;FREQ=WEEKLY", .contradiction(.freq), at: 11),
    Refusal("FREQ=DAILY;COUNT=2;COUNT=3", .contradiction(.count), at: 19),
    Refusal("FREQ=WEEKLY;BYMONTHDAY=1", .outOfPlace(.byMonthDay), at: 23),
    Refusal("FREQ=DAILY;BYYEARDAY=1", .outOfPlace(.byYearDay), at: 21),
    Refusal("FREQ=WEEKLY;BYYEARDAY=1", .outOfPlace(.byYearDay), at: 22),
    Refusal("FREQ=MONTHLY;BYYEARDAY=1", .outOfPlace(.byYearDay), at: 23),
    Refusal("FREQ=MONTHLY;BYWEEKNO=1", .outOfPlace(.byWeekNo), at: 22),
    Refusal("FREQ=SECONDLY;BYWEEKNO=1", .outOfPlace(.byWeekNo), at: 23),
    Refusal("FREQ=DAILY;BYDAY=1MO", .outOfPlace(.byDay), at: 17),
    Refusal("RSCALE=CHINESE;FREQ=YEARLY", .unsupported(.rscale), at: 7),
    Refusal("RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD", .unsupported(.skip), at: 35),
    Refusal("RRULE:FREQ=NEVER", .unreadable(.freq), at: 11),
  ])
  func `is refused`(refusal: Refusal) {
    #expect(throws: RecurrenceRuleError(kind: refusal.kind, offset: refusal.offset)) {
      try RecurrenceRule.read(Array(refusal.testDescription.utf8))
    }
  }

  struct Mending: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let written: String
    let repairs: [RecurrenceRuleRepair]

    init(_ text: String, as written: String, _ repairs: (Repair, Int)...) {
      (testDescription, self.written) = (text, written)
      self.repairs = repairs.map { RecurrenceRuleRepair(kind: $0.0, offset: $0.1) }
    }
  }

  @Test(arguments: [
    Mending("FREQ=DAILY", as: "FREQ=DAILY"),
    Mending("COUNT=3;FREQ=DAILY", as: "FREQ=DAILY;COUNT=3"),
    Mending("FREQ=DAILY;INTERVAL=1;WKST=MO", as: "FREQ=DAILY"),
    Mending("FREQ=DAILY;INTERVAL=007", as: "FREQ=DAILY;INTERVAL=7"),
    Mending("FREQ=DAILY;INTERVAL=999999999999999999", as: "FREQ=DAILY;INTERVAL=999999999999999999"),
    Mending(
      "FREQ=YEARLY;BYSECOND=9,1;BYWEEKNO=-1,3;BYYEARDAY=-366,366;BYMONTH=12,1",
      as: "FREQ=YEARLY;BYSECOND=1,9;BYYEARDAY=366,-366;BYWEEKNO=3,-1;BYMONTH=1,12"),
    Mending("FREQ=MONTHLY;BYMONTHDAY=-1,+15,1,15", as: "FREQ=MONTHLY;BYMONTHDAY=1,15,-1"),
    Mending("FREQ=MONTHLY;BYDAY=-1FR,SU,+2MO,MO,MO", as: "FREQ=MONTHLY;BYDAY=MO,SU,2MO,-1FR"),
    Mending("RSCALE=GREGORIAN;FREQ=DAILY;SKIP=OMIT", as: "FREQ=DAILY"),
    Mending("freq=Weekly;byday=mo", as: "FREQ=WEEKLY;BYDAY=MO", (.letterCase, 0), (.letterCase, 12)),
    Mending("FREQ=DAILY;UNTIL=20260101", as: "FREQ=DAILY;UNTIL=20260101"),
    Mending("FREQ=DAILY;UNTIL=20260101T090000", as: "FREQ=DAILY;UNTIL=20260101T090000"),
    Mending("FREQ=DAILY;UNTIL=20260101T090000Z", as: "FREQ=DAILY;UNTIL=20260101T090000Z"),
    Mending("FREQ=DAILY;UNTIL=20261231T235960Z", as: "FREQ=DAILY;UNTIL=20261231T235959Z"),
    Mending("FREQ=DAILY;UNTIL=20261231T240000", as: "FREQ=DAILY;UNTIL=20270101T000000"),
    Mending("FREQ=DAILY;UNTIL=20260101t090000z", as: "FREQ=DAILY;UNTIL=20260101T090000Z", (.letterCase, 25)),
    Mending(
      " FREQ = DAILY ; COUNT=3 ", as: "FREQ=DAILY;COUNT=3", (.whiteSpace, 0), (.whiteSpace, 5), (.whiteSpace, 7),
      (.whiteSpace, 13), (.whiteSpace, 15), (.whiteSpace, 23)),
    Mending("FREQ=WEEKLY;BYDAY=MO, TU", as: "FREQ=WEEKLY;BYDAY=MO,TU", (.whiteSpace, 21)),
    Mending("FREQ=DAILY;", as: "FREQ=DAILY", (.emptyPart, 10)),
    Mending("FREQ=DAILY;;COUNT=3", as: "FREQ=DAILY;COUNT=3", (.emptyPart, 11)),
    Mending("RRULE:FREQ=DAILY", as: "FREQ=DAILY", (.propertyName, 0)),
    Mending("exrule:FREQ=DAILY", as: "FREQ=DAILY", (.propertyName, 0)),
    Mending("FREQ=DAILY;INTERVAL=+2", as: "FREQ=DAILY;INTERVAL=2", (.plusSign, 20)),
    Mending("FREQ=DAILY;UNTIL=2026-01-31", as: "FREQ=DAILY;UNTIL=20260131", (.untilForm, 17)),
    Mending("FREQ=DAILY;UNTIL=2026-01-31T09:00:00+01:00", as: "FREQ=DAILY;UNTIL=20260131T080000Z", (.untilForm, 17)),
    Mending("FREQ=DAILY;UNTIL=20260131T0900", as: "FREQ=DAILY;UNTIL=20260131T090000", (.untilForm, 17)),
    Mending("FREQ=DAILY;COUNT=3;UNTIL=20260131", as: "FREQ=DAILY;UNTIL=20260131;COUNT=3", (.countAndUntil, 25)),
    Mending("FREQ=WEEKLY;WKST=SU;WKST=SU", as: "FREQ=WEEKLY;WKST=SU", (.repeatedPart(.wkst), 20)),
    Mending("FREQ=DAILY;BYSETPOS=1", as: "FREQ=DAILY", (.setPositionAlone, 20)),
    Mending("FREQ=WEEKLY;BYDAY=1MO,MO", as: "FREQ=WEEKLY;BYDAY=MO", (.ordinalInWeek, 18)),
    Mending("FREQ=YEARLY;BYWEEKNO=20;BYDAY=2TU", as: "FREQ=YEARLY;BYDAY=TU;BYWEEKNO=20", (.ordinalInWeek, 30)),
    Mending("FREQ=DAILY;BYSECOND=60", as: "FREQ=DAILY;BYSECOND=59", (.leapSecond, 20)),
    Mending("FREQ=DAILY;X-WHO=me", as: "FREQ=DAILY", (.experimentalPart, 11)),
  ])
  func `is mended`(mending: Mending) throws {
    let (rule, repairs) = try RecurrenceRule.read(Array(mending.testDescription.utf8))
    #expect(text(rule) == mending.written)
    #expect(repairs == mending.repairs)
    #expect(try RecurrenceRule.read(rule.bytes).rule == rule)
    #expect(RecurrenceRule(written: rule.bytes) == rule)
  }

  @Test func `random bytes are read or refused, and never trap`() {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "FREQ=", "DAILY", "YEARLY", ";", ",", "=", "BYDAY=", "-1MO", "MO", "BYSETPOS=", "-", "+", "9999999999999999999",
      "0",
      "UNTIL=", "2026", "0131", "T", "Z", "COUNT=", " ", "RRULE:", "X-", "BYMONTHDAY=", "\u{0}", "é", "INTERVAL=",
    ]
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined()
      guard let (rule, _) = try? RecurrenceRule.read(Array(text.utf8)) else { continue }
      #expect((try? RecurrenceRule.read(rule.bytes).rule) == rule, "seed \(seed): \(text)")
      #expect(RecurrenceRule(written: rule.bytes) == rule, "seed \(seed): \(text)")
    }
  }
}
