import Bytes
import CivilTime
import Events
import ICalendar
import Settling
import TimeZones

/// An `.ics` file: a week of it settles. What else must hold for such files is ``checkICalendar(_:)``'s.
package func checkSettling(_ bytes: [UInt8]) throws(Violation) {
  try requireSettles(ICalendarDocument(parsing: bytes), in: bytes)
}

/// The week of a document's first event settles: days ascend, each contains exactly the events that meet it, in order,
/// and no limit is exceeded.
func requireSettles(_ document: ICalendarDocument, in source: [UInt8]) throws(Violation) {
  let store = try linked(document, in: source)
  let start =
    store.events.first.flatMap { CivilDateTime(wallSeconds: $0.wallStart)?.date } ?? .epoch
  let days = (start.adding(days: -3) ?? start)..<(start.adding(days: 4) ?? start)
  for zone in [berlin, asuncion] {
    var report = ExpansionReport()
    try requireSound(store.settle(days, in: zone, report: &report), days)
  }
}

/// A store of a document's events, whose diagnostics point into its file.
func linked(
  _ document: ICalendarDocument, in source: [UInt8], positions: [Position]? = nil
) throws(Violation) -> EventStore {
  var read = ReadEvents()
  var diagnostics = Diagnostics()
  let calendar = read.add(calendar: CalendarInfo(name: [0x61], title: [], color: []))
  read.add(
    document, to: calendar, zones: knownZones, positions: positions, diagnostics: &diagnostics)
  if positions == nil { try requireSane(diagnostics.all, in: source, isFolded: true) }
  read.link()
  let store = read.unredacted().store
  for event in store.events {
    try require(event.start <= event.end, "an event ends before it starts")
    try require(event.line >= 1, "an event without a line")
  }
  return store
}

private func requireSound(_ run: SettledRun, _ days: Range<CivilDate>) throws(Violation) {
  try require(
    run.bounds.count == run.days.count + (run.days.isEmpty ? 0 : 1), "days without bounds")
  for (index, date) in run.days.enumerated() {
    try require(days.contains(date), "a day outside of the range")
    try require(run.bounds[index] < run.bounds[index + 1], "a day without length")
    try require(index == 0 || run.days[index - 1] < date, "days do not ascend")
    try require(run.index(of: date) == index, "a day that is not found")
    let minutes = Int(run.bounds[index + 1] - run.bounds[index]) / 60
    try require((0...minutes).contains(run.busyMinutes(ofDay: index)), "more is busy than there is")
    for entry in run.entries(ofDay: index) {
      let occurrence = run.occurrences[Int(entry.occurrence)]
      try require(
        occurrence.start < run.bounds[index + 1]
          && (occurrence.end > run.bounds[index] || occurrence.start >= run.bounds[index]),
        "an event on a day that it does not meet")
    }
  }
  for (left, right) in zip(run.occurrences, run.occurrences.dropFirst()) {
    try require(
      (left.start, left.end) <= (right.start, right.end), "occurrences are out of order")
  }
  for occurrence in run.occurrences {
    try require(occurrence.start <= occurrence.end, "an occurrence ends before it starts")
  }
}

extension CivilDate {
  fileprivate static let epoch = CivilDate(dayNumber: 0)!
}
