import CivilTime
import Foundation
import TestSupport
import Testing

@testable import ICalendar

/// A window gives the same instances as the whole expansion, wherever it begins: jumps and counts are right for every
/// frequency and every combination of parts.
@Suite struct JumpTests {
  @Test func `a window of a random rule is a slice of the whole`() {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<(ruleCount ?? 2_000) {
      let (text, start, isAllDay) = randomRule(&random)
      let rule = RecurrenceTests.rule(text)
      var whole = Array(RuleIterator(rule, start: start, isAllDay: isAllDay).prefix(400))
      guard let last = whole.last else { continue }
      if whole.count == 400 { whole.removeLast() }
      // Windows whose ends are instances, or near ones, or anywhere.
      for _ in 0..<4 {
        var ends = [start, start]
        for place in 0...1 {
          let near = whole.randomElement(using: &random) ?? start
          let span = last.wallSeconds - start.wallSeconds
          let seconds =
            random.chance(50)
            ? near.wallSeconds + Int64.random(in: -1...1, using: &random)
            : start.wallSeconds + Int64.random(in: -9...max(span + 9, 1), using: &random)
          ends[place] = CivilDateTime(wallSeconds: min(seconds, last.wallSeconds)) ?? last
        }
        let (from, before) = (min(ends[0], ends[1]), max(ends[0], ends[1]))
        let expected = whole.filter { $0 >= from && $0 < before }
        let found = Array(RuleIterator(rule, start: start, isAllDay: isAllDay, from: from, before: before))
        let window = "\(RecurrenceTests.text(from)) to \(RecurrenceTests.text(before))"
        #expect(found == expected, "seed \(seed): \(text) from \(RecurrenceTests.text(start)), window \(window)")
        if found != expected { return }
      }
    }
  }

  /// COUNT, far away: the remaining instances must be the last ones of the same number without COUNT.
  @Test func `counting and walking agree`() {
    var random = SeededGenerator(seed: seed &+ 1)
    for _ in 0..<(ruleCount ?? 500) {
      let (text, start, isAllDay) = randomRule(&random, ends: false)
      let count = Int.random(in: 2...6_000, using: &random)
      let walked = Array(RuleIterator(rule(text), start: start, isAllDay: isAllDay).prefix(count))
      guard walked.count == count else { continue }
      let counted = RuleIterator(
        rule("\(text);COUNT=\(count)"), start: start, isAllDay: isAllDay, from: walked[count - 2])
      let found = Array(counted.prefix(3))
      #expect(
        found == Array(walked.suffix(2)), "seed \(seed): \(text);COUNT=\(count) from \(RecurrenceTests.text(start))")
      if found != Array(walked.suffix(2)) { return }
    }
  }

  /// The cost of a window does not depend on the age of the series.
  @Test(arguments: [
    "FREQ=YEARLY", "FREQ=MONTHLY", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=DAILY", "FREQ=HOURLY",
    "FREQ=MINUTELY;INTERVAL=20",
    "FREQ=SECONDLY;INTERVAL=900", "FREQ=YEARLY;INTERVAL=3;BYWEEKNO=20", "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1",
    "FREQ=DAILY;INTERVAL=7", "FREQ=SECONDLY;BYHOUR=3;BYMINUTE=0;BYSECOND=0,30;BYMONTH=2",
    "FREQ=DAILY;COUNT=1000000", "FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=1000000", "FREQ=HOURLY;INTERVAL=7;COUNT=10000000",
    "FREQ=SECONDLY;INTERVAL=45;COUNT=1000000000",
  ])
  func `costs what the window holds`(text: String) {
    func steps(_ start: String) -> Int {
      var iterator = RuleIterator(rule(text), start: wall(start), from: wall("20260101"), before: wall("20270101"))
      while iterator.next() != nil {}
      return iterator.steps
    }
    // Both begin on 1 January, a Thursday.
    let (early, late) = (steps("19700101T090000"), steps("20150101T090000"))
    #expect(early <= late + late / 10 + 4, "\(early) steps from 1970, \(late) from 2015")
  }

  /// The calendar's cycle is 400 years: a rule gives the same in every cycle.
  @Test(arguments: [
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "FREQ=YEARLY;BYDAY=53MO", "FREQ=MONTHLY;BYDAY=5SU;BYMONTHDAY=29,30",
    "FREQ=YEARLY;BYWEEKNO=53", "FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,FR;BYMONTH=2", "FREQ=DAILY;INTERVAL=20871",
  ])
  func `repeats after 400 years`(text: String) {
    let rule = RecurrenceTests.rule(text)
    let start = wall("16000101T120000")
    let first = RuleIterator(rule, start: start, from: wall("20000101"), before: wall("24000101")).map {
      $0.wallSeconds
    }
    let second = RuleIterator(rule, start: start, from: wall("24000101"), before: wall("28000101")).map {
      $0.wallSeconds
    }
    #expect(first.map { $0 + 146_097 * 86_400 } == second)
    #expect(!first.isEmpty)
  }
}

/// Rules that take dateutil long are fine here.
func randomRule(
  _ random: inout SeededGenerator, ends: Bool = true
) -> (text: String, start: CivilDateTime, isAllDay: Bool) {
  let frequencies = ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"]
  let level = Int.random(in: 0..<7, using: &random)
  let interval = [1, 1, 1, 2, 3, 4, 5, 7, 10, 12, 24, 25, 60, 90, 365, 3_600, 86_399, 86_400, 100_003].randomElement(
    using: &random)!
  var parts = [
    "FREQ=\(frequencies[level])",
    "INTERVAL=\(level == 0 ? min(interval, 12) : level < 3 ? min(interval, 90) : interval)",
  ]
  func some(_ name: String, _ range: ClosedRange<Int>, _ most: Int, isSigned: Bool, _ random: inout SeededGenerator)
    -> String
  {
    let numbers = (0..<Int.random(in: 1...most, using: &random)).map { _ in
      Int.random(in: range, using: &random) * (isSigned && random.chance(40) ? -1 : 1)
    }
    return "\(name)=\(numbers.map { String($0) }.joined(separator: ","))"
  }
  let hasWeeks = level == 0 && random.chance(20)
  if random.chance(30) { parts.append(some("BYMONTH", 1...12, 4, isSigned: false, &random)) }
  if hasWeeks { parts.append(some("BYWEEKNO", 1...53, 4, isSigned: true, &random)) }
  if level == 0 || level > 3, random.chance(15) {
    parts.append(some("BYYEARDAY", 1...366, 80, isSigned: true, &random))
  }
  if level != 2, random.chance(25) { parts.append(some("BYMONTHDAY", 1...31, 8, isSigned: true, &random)) }
  if random.chance(40) {
    let days = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      let ordinal =
        level < 2 && !hasWeeks && random.chance(50)
        ? String(Int.random(in: 1...6, using: &random) * (random.chance(50) ? -1 : 1)) : ""
      return ordinal + ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].randomElement(using: &random)!
    }
    parts.append("BYDAY=\(days.joined(separator: ","))")
  }
  for (name, high) in [("BYHOUR", 23), ("BYMINUTE", 59), ("BYSECOND", 59)] where random.chance(20) {
    parts.append(some(name, 0...high, 6, isSigned: false, &random))
  }
  if random.chance(20) { parts.append(some("BYSETPOS", 1...6, 3, isSigned: true, &random)) }
  if random.chance(50) { parts.append("WKST=\(["SU", "WE", "SA"].randomElement(using: &random)!)") }
  let day = Int64.random(in: 0..<20_000, using: &random)
  let isAllDay = random.chance(15)
  let time = isAllDay ? 0 : random.chance(50) ? 32_400 : Int64.random(in: 0..<86_400, using: &random)
  let start = CivilDateTime(wallSeconds: day * 86_400 + time)!
  if ends, random.chance(40) { parts.append("COUNT=\(Int.random(in: 1...500, using: &random))") }
  return (parts.joined(separator: ";"), start, isAllDay)
}
