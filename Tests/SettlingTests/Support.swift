import Bytes
import CivilTime
import Settling
import TestSupport
import TimeZones

/// A property for a time: a date, `20261103T090000Z`, a local time, or `Europe/Berlin:20261103T090000`.
func timeProperty(_ name: String, _ written: String) -> String {
  if let colon = written.firstIndex(of: ":") {
    return "\(name);TZID=\(written[..<colon]):\(written[written.index(after: colon)...])"
  }
  return written.count == 8 ? "\(name);VALUE=DATE:\(written)" : "\(name):\(written)"
}

/// The properties of an event whose UID is its title, unless told otherwise.
func event(_ title: String, _ start: String, _ end: String? = nil, _ more: String...) -> [String] {
  var lines = ["SUMMARY:\(title)", timeProperty("DTSTART", start)]
  if let end { lines.append(timeProperty("DTEND", end)) }
  if !more.contains(where: { $0.hasPrefix("UID:") }) { lines.append("UID:\(title)") }
  return lines + more
}

/// What stands on a day: `2026-11-03 90m: whole Tea, last Trip`.
func line(_ run: SettledRun, _ index: Int, _ store: EventStore) -> String {
  let entries = run.entries(ofDay: index).map { entry in
    name(run.occurrences[Int(entry.occurrence)], entry.part, store)
  }
  return line(run.days[index], run.busyMinutes(ofDay: index), entries)
}

func line(_ day: DayStore.Day, _ store: EventStore) -> String {
  line(day.date, day.busyMinutes, day.entries.map { name(day.occurrence($0), $0.part, store) })
}

private func line(_ date: CivilDate, _ minutes: Int, _ entries: [String]) -> String {
  let list = entries.isEmpty ? "" : " " + entries.joined(separator: ", ")
  return "\(string(date)) \(minutes)m:\(list)"
}

private func name(_ occurrence: Occurrence, _ part: DayPart, _ store: EventStore) -> String {
  let event = store.events[Int(occurrence.event)]
  return "\(part.label) \(string(store.text(event.title, of: event)))"
}

/// The days of a range, each on a line; days that do not exist have none.
func settled(_ store: EventStore, _ days: Range<CivilDate>, _ zone: Zone) -> [String] {
  var report = ExpansionReport()
  let run = store.settle(days, in: zone, report: &report)
  return run.days.indices.map { line(run, $0, store) }
}

/// From the first date to the last, which is included.
func range(_ first: String, _ last: String) -> Range<CivilDate> {
  date(first)..<date(last).adding(days: 1)!
}
