import Bytes
import CivilTime
import Events
import ICalendar
import TimeZones

/// Lines as in a file, with CR LF after each.
package func lines(_ lines: [String]) -> [UInt8] { bytes(lines.map { $0 + "\r\n" }.joined()) }

/// The lines of a VEVENT around the given ones.
package func vevent(_ properties: String...) -> [String] { vevent(properties) }
package func vevent(_ properties: [String]) -> [String] {
  ["BEGIN:VEVENT"] + properties + ["END:VEVENT"]
}

/// A VCALENDAR of components, each a list of lines.
package func calendar(_ components: [[String]], properties: [String] = []) -> [UInt8] {
  lines(
    ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//tests//EN"] + properties
      + components.flatMap { $0 } + ["END:VCALENDAR"])
}

/// A property for a time: a date, `20261103T090000Z`, a local time, or `Europe/Berlin:20261103T090000`.
package func timeProperty(_ name: String, _ written: String) -> String {
  if let colon = written.firstIndex(of: ":") {
    return "\(name);TZID=\(written[..<colon]):\(written[written.index(after: colon)...])"
  }
  return written.count == 8 ? "\(name);VALUE=DATE:\(written)" : "\(name):\(written)"
}

/// The properties of an event whose UID is its title, unless given.
package func event(_ title: String, _ start: String, _ end: String? = nil, _ more: String...) -> [String] {
  var lines = ["SUMMARY:\(title)", timeProperty("DTSTART", start)]
  if let end { lines.append(timeProperty("DTEND", end)) }
  if !more.contains(where: { $0.hasPrefix("UID:") }) { lines.append("UID:\(title)") }
  return lines + more
}

/// Problems in the form of `check`, without the path: `3:1: error: …`.
package func messages(_ diagnostics: Diagnostics) -> [String] {
  diagnostics.all.map {
    "\($0.position.line):\($0.position.column): \($0.severity): \(string($0.message))"
  }
}

/// Calendars, read and linked, with their diagnostics.
package struct Loaded: Sendable {
  package var read = ReadEvents()
  /// All of their events.
  package var store: EventStore
  package var diagnostics = Diagnostics()
  package var superseded: [Superseded] = []

  /// Each file becomes a calendar: `a`, `b` and so on.
  package init(_ files: [[UInt8]], zones: ZoneTable = TestZones.table) {
    for (index, file) in files.enumerated() {
      let name = [UInt8.ascii("a") + UInt8(index)]
      let calendar = read.add(calendar: CalendarInfo(name: name, title: name, color: []))
      read.add(
        ICalendarDocument(parsing: file), to: calendar, zones: zones, diagnostics: &diagnostics)
    }
    superseded = read.link()
    store = read.unredacted().store
  }

  /// One calendar of events, each a list of its properties.
  package init(_ events: [String]...) { self.init([calendar(events.map { vevent($0) })]) }

  package func title(_ index: some BinaryInteger) -> String {
    let event = store.events[Int(index)]
    return string(store.text(event.title, of: event))
  }
}

/// From the first date to the last, inclusive.
package func range(_ first: String, _ last: String) -> Range<CivilDate> {
  date(first)..<date(last).adding(days: 1)!
}
