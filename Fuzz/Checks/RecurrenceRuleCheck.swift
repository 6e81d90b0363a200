import Bytes
import CivilTime
import ICalendar
import TimeZones

/// The value of an RRULE, after two letters that choose DTSTART and the window: the parsed rule is written and reads
/// back equal; instances ascend within the window; two halves of a window give the whole; and an EXDATE removes what it
/// names.
package func checkRecurrenceRule(_ bytes: [UInt8]) throws(Violation) {
  guard bytes.count >= 2 else { return }
  let text = bytes[2...]
  let rule: RecurrenceRule
  let repairs: [RecurrenceRuleRepair]
  do throws(RecurrenceRuleError) {
    (rule, repairs) = try RecurrenceRule.read(text)
  } catch {
    try require((0...text.count).contains(error.offset), "an error at \(error.offset)")
    return
  }
  try requireStable(rule, repairs, text.count)
  let start = starts[Int(bytes[0] &- 0x61) % starts.count]
  let (from, length) = windows[Int(bytes[1] &- 0x61) % windows.count]
  try requireExpands(rule, start, from: from, length: length)
}

/// `a` is the first: of dates, floating and zoned times, in gaps, at the ends of the calendar.
private let starts: [RecurrenceTime] = [
  .date(date(2026, 1, 5)),
  .floating(wall(1970, 1, 1, 0)),
  .zoned(wall(2025, 3, 30, 2), berlin),
  .zoned(wall(1997, 9, 2, 9), knownZones.lookup("America/New_York".utf8)!),
  .zoned(wall(2026, 11, 20, 10), .utc),
  .floating(wall(1, 1, 1, 0)),
  .date(date(9999, 12, 31)),
  .zoned(wall(2025, 10, 5, 0), asuncion),
  .date(date(2024, 2, 29)),
  .zoned(wall(9999, 12, 31, 23), berlin),
]

/// `a` is the first: days after DTSTART, and how many.
private let windows: [(from: Int64, length: Int64)] = [
  (0, 366), (0, 1), (30, 7), (-1, 40), (365, 31), (3_650, 366), (100_000, 3_000),
  (2_900_000, 40_000),
]

/// The examined part of an expansion.
private let most = 300

private func requireStable(
  _ rule: RecurrenceRule, _ repairs: [RecurrenceRuleRepair], _ count: Int
) throws(Violation) {
  for (index, repair) in repairs.enumerated() {
    try require((0...count).contains(repair.offset), "a repair at \(repair.offset)")
    try require(
      index == 0 || repairs[index - 1].offset <= repair.offset, "repairs are out of order")
  }
  let written = rule.bytes
  let again: (rule: RecurrenceRule, repairs: [RecurrenceRuleRepair])
  do throws(RecurrenceRuleError) {
    again = try RecurrenceRule.read(written)
  } catch {
    throw Violation("\(string(written)) can't be read: \(error.kind)")
  }
  try require(again.rule == rule, "\(string(written)) is read as \(string(again.rule.bytes))")
  // COUNT beside UNTIL is resolved only when DTSTART is known.
  try require(
    again.repairs.allSatisfy { $0.kind == .countAndUntil },
    "\(string(written)) is repaired: \(again.repairs)")
}

private func requireExpands(
  _ rule: RecurrenceRule, _ start: RecurrenceTime, from: Int64, length: Int64
) throws(Violation) {
  var set = RecurrenceSet(start: start, rules: [rule])
  set.settleEnds()
  let low = Instant(clamping: start.wall.wallSeconds + from * 86_400)
  var high = Instant(clamping: low.secondsSinceEpoch + length * 86_400)
  var (whole, outcome) = expand(set, low, high)
  try requireAscends(whole, set, low, high)
  try require(
    outcome != .tooManyOccurrences || whole.count == most, "the limit was reached at \(whole.count)"
  )
  if outcome == .tooManyOccurrences {
    // Everything before the last instance is complete.
    high = whole[whole.count - 1].start
    whole.removeAll { $0.start >= high }
    outcome = .complete
  }
  guard outcome == .complete, !whole.isEmpty else { return }
  try requireParts(set, whole, low, high)
  try requireExclusion(&set, whole, low, high)
}

private func expand(
  _ set: RecurrenceSet, _ from: Instant, _ before: Instant
) -> ([RecurrenceInstance], RecurrenceOutcome) {
  var instances = set.instances(from: from, before: before, in: berlin, limit: most)
  var found: [RecurrenceInstance] = []
  while let instance = instances.next() { found.append(instance) }
  return (found, instances.outcome)
}

private func requireAscends(
  _ found: [RecurrenceInstance], _ set: RecurrenceSet, _ from: Instant, _ before: Instant
) throws(Violation) {
  try require(found.count <= most, "\(found.count) instances")
  for (index, instance) in found.enumerated() {
    try require(instance.start >= from, "an instance before the window")
    // The last second stands for everything beyond the calendar.
    try require(instance.start < before || before == .last, "an instance after the window")
    guard index > 0 else { continue }
    let previous = found[index - 1]
    try require(
      set.isAllDay
        ? previous.key < instance.key
        : previous.start < instance.start || instance.start == .last,
      "instances do not ascend")
  }
}

/// Two adjoining windows give the same as one.
private func requireParts(
  _ set: RecurrenceSet, _ whole: [RecurrenceInstance], _ from: Instant, _ before: Instant
) throws(Violation) {
  for middle in [whole[0].start, whole[whole.count / 2].start, whole[whole.count - 1].start] {
    let (first, firstOutcome) = expand(set, from, middle)
    let (second, secondOutcome) = expand(set, middle, before)
    guard firstOutcome == .complete, secondOutcome == .complete else { continue }
    try require(
      first + second == whole,
      "\(first.count) and \(second.count) instances in two windows, \(whole.count) in one")
  }
}

private func requireExclusion(
  _ set: inout RecurrenceSet, _ whole: [RecurrenceInstance], _ from: Instant, _ before: Instant
) throws(Violation) {
  let excluded = whole[whole.count / 2]
  switch set.start {
  case .date: set.exclude(.date(excluded.wall.date))
  case .floating: set.exclude(.floating(CivilDateTime(wallSeconds: excluded.key) ?? .first))
  case .zoned: set.exclude(.utc(excluded.start))
  }
  set.sort()
  let (rest, outcome) = expand(set, from, before)
  guard outcome == .complete else { return }
  try require(!rest.contains { $0.key == excluded.key }, "an excluded instance is there")
  // If a clock change makes two floating times equal, the other one is still there.
  try require(
    rest.filter { $0.start != excluded.start } == whole.filter { $0.start != excluded.start },
    "an EXDATE takes away more than it names")
}

private func date(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
  CivilDate(year: year, month: month, day: day)!
}

private func wall(_ year: Int, _ month: Int, _ day: Int, _ hour: Int) -> CivilDateTime {
  CivilDateTime(date(year, month, day), TimeOfDay(hour: hour, minute: 30)!)
}
