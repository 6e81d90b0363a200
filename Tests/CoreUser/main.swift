import Bytes
import CivilTime
import Events
import ICalendar
import Sections
import Settling
import TimeZones

// Typical uses of the core: write a calendar, read it, settle it into the days of a section in a zone, and find free
// time.

func say(_ write: (inout [UInt8]) -> Void) {
  var line: [UInt8] = []
  write(&line)
  print(String(decoding: line, as: UTF8.self))
}

// One series, in a zone east of where it is looked at.
var writer = ICalendarWriter()
writer.line("BEGIN:VCALENDAR")
writer.property("VERSION", "2.0".utf8)
writer.property("PRODID", text: "-//example//core//EN".utf8)
writer.line("BEGIN:VEVENT")
writer.property("UID", text: "watch".utf8)
writer.property("DTSTART", "20261102T020000Z".utf8)
writer.property("DURATION", "PT90M".utf8)
writer.property("RRULE", "FREQ=DAILY;BYDAY=MO,WE,FR".utf8)
writer.property("EXDATE", "20261104T020000Z".utf8)
writer.property("SUMMARY", text: "Night watch; both gates".utf8)
writer.line("END:VEVENT")
writer.line("END:VCALENDAR")

var diagnostics = Diagnostics()
var read = ReadEvents()
let calendar = read.add(calendar: CalendarInfo(name: Array("work".utf8), title: [], color: []))
let zones = ZoneTable(zones: [.utc])
read.add(ICalendarDocument(parsing: writer.bytes), to: calendar, zones: zones, diagnostics: &diagnostics)
_ = read.link()
let store = redact(read, under: .published, zones: zones).store

let zone = try Zone(identifier: Array("Example/West".utf8), posix: "<-03>3".utf8)
guard let week = Week.containing(try ISO8601.date("2026-11-04".utf8), WeekRules(firstWeekday: .sunday, minimumDays: 1))
else { fatalError("no week") }
var report = ExpansionReport()
let run = store.settle(week.days, in: zone, report: &report)
let evening = FreeTimeQuery(hours: 20 * 60..<24 * 60, minutes: 60)
for day in run.days.indices {
  say { line in
    line.append(iso: run.days[day])
    for entry in run.entries(ofDay: day) {
      let occurrence = run.occurrences[Int(entry.occurrence)]
      let event = store.events[Int(occurrence.event)]
      let start = Instant(clamping: occurrence.start)
      line.append(UInt8(ascii: " "))
      line.append(rfc3339: start, at: zone.offset(at: start))
      line.append(UInt8(ascii: " "))
      line.append(contentsOf: store.text(event.title, of: event))
    }
    let free = store.freeSlots(ofDay: day, of: run, in: zone, evening)
    line.append(contentsOf: " \(free.reduce(0) { $0 + ($1.end - $1.start) } / 60) min free".utf8)
  }
}
print("\(diagnostics.all.count) problems")

// The same rule by itself.
let (rule, repairs) = try RecurrenceRule.read("freq=daily;byday=mo,we,fr".utf8)
say { line in
  line.append(rule)
  line.append(contentsOf: ", \(repairs.count) repairs".utf8)
}
var set = RecurrenceSet(start: .utc(try ISO8601.instant("2026-11-02T02:00:00Z".utf8)), rules: [rule])
set.exclude(.date(try ISO8601.date("2026-11-04".utf8)))
for instance in set.instances(
  from: try ISO8601.instant("2026-11-02T00:00:00Z".utf8), before: try ISO8601.instant("2026-11-08T00:00:00Z".utf8),
  in: .utc)
{
  say { $0.append(rfc3339: instance.start) }
}
