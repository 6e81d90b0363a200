// usage: ICalendarBenchmark FILE parse|expand
//
// Reads an iCalendar file into linked events and, with `expand`, settles the year 2026 in UTC. Prints processor time
// within the process, as Benchmarks/peers/libical.c does.

import Bytes
import CivilTime
import Events
import Foundation
import ICalendar
import Settling
import TimeZones

/// Processor time of the process, in seconds.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// Zones from the system's files, loaded once each.
func zoneTable() -> ZoneTable {
  let names = ["Europe/Berlin", "America/New_York"].map { Array($0.utf8) }
  let zones = names.compactMap { name -> Zone? in
    let path = "/usr/share/zoneinfo/" + String(decoding: name, as: UTF8.self)
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    return try? Zone(identifier: name, tzif: [UInt8](data))
  }
  return ZoneTable(zones: zones)
}

guard CommandLine.arguments.count == 3, let data = FileManager.default.contents(atPath: CommandLine.arguments[1]) else {
  FileHandle.standardError.write(Data("usage: ICalendarBenchmark FILE parse|expand\n".utf8))
  exit(64)
}
let bytes = [UInt8](data)
let zones = zoneTable()

let start = now()
var diagnostics = Diagnostics()
var read = ReadEvents()
let calendar = read.add(calendar: CalendarInfo(name: [], title: [], color: []))
read.add(ICalendarDocument(parsing: bytes), to: calendar, zones: zones, diagnostics: &diagnostics)
read.link()
let store = read.unredacted().store
let parsed = now()
var occurrences = 0
if CommandLine.arguments[2] == "expand", let first = CivilDate(year: 2026, month: 1, day: 1),
  let last = CivilDate(year: 2027, month: 1, day: 1)
{
  var report = ExpansionReport()
  occurrences = store.settle(first..<last, in: .utc, report: &report).occurrences.count
}
let expanded = now()
var usage = rusage()
getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
print(
  "busylife events \(store.events.count) parse \(String(format: "%.4f", parsed - start)) s expand "
    + "\(String(format: "%.4f", expanded - parsed)) s occurrences \(occurrences) peak \(usage.ru_maxrss / 1024) MiB")
