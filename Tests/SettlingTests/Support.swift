import Bytes
import CivilTime
import Events
import Settling
import TestSupport
import TimeZones

/// The entries of a day: `2026-11-03 90m: whole Tea, last Trip`.
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
