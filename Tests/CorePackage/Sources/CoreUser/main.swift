import Bytes
import CivilTime
import Events
import ICalendar
import Settling
import TimeZones

// One series, settled into the days of a week in a zone west of its own.
let text = """
  BEGIN:VCALENDAR
  VERSION:2.0
  PRODID:-//example//core//EN
  BEGIN:VEVENT
  UID:watch
  DTSTART:20261102T020000Z
  DURATION:PT90M
  RRULE:FREQ=DAILY;BYDAY=MO,WE,FR
  EXDATE:20261104T020000Z
  SUMMARY:Night watch
  END:VEVENT
  END:VCALENDAR
  """

var diagnostics = Diagnostics()
var read = ReadEvents()
let calendar = read.add(calendar: CalendarInfo(name: Array("work".utf8), title: [], color: []))
read.add(
  ICalendarDocument(parsing: Array(text.utf8)), to: calendar, zones: ZoneTable(zones: [.utc]),
  diagnostics: &diagnostics)
_ = read.link()
let store = read.unredacted()

let zone = try Zone(identifier: Array("Example/West".utf8), posix: "<-03>3".utf8)
let days = try ISO8601.date("2026-11-01".utf8)..<ISO8601.date("2026-11-08".utf8)
var report = ExpansionReport()
let run = store.settle(days, in: zone, report: &report)
for day in run.days.indices {
  var line: [UInt8] = []
  line.append(iso: run.days[day])
  for entry in run.entries(ofDay: day) {
    let occurrence = run.occurrences[Int(entry.occurrence)]
    let event = store.events[Int(occurrence.event)]
    line.append(" ")
    line.append(rfc3339: Instant(clamping: occurrence.start), at: zone.offset(at: Instant(clamping: occurrence.start)))
    line.append(" ")
    line.append(contentsOf: store.text(event.title, of: event))
  }
  print(String(decoding: line, as: UTF8.self))
}
print("\(diagnostics.all.count) problems")
