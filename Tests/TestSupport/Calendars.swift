import Bytes
import CivilTime
import Events
import ICalendar
import TimeZones

/// Lines as a file has them, CR LF after each.
public func lines(_ lines: [String]) -> [UInt8] { bytes(lines.map { $0 + "\r\n" }.joined()) }

/// The lines of a VEVENT around the given ones.
public func vevent(_ properties: String...) -> [String] { vevent(properties) }
public func vevent(_ properties: [String]) -> [String] {
  ["BEGIN:VEVENT"] + properties + ["END:VEVENT"]
}

/// A VCALENDAR of components, each a list of lines.
public func calendar(_ components: [[String]], properties: [String] = []) -> [UInt8] {
  lines(
    ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//tests//EN"] + properties
      + components.flatMap { $0 } + ["END:VCALENDAR"])
}

/// A property for a time: a date, `20261103T090000Z`, a local time, or `Europe/Berlin:20261103T090000`.
public func timeProperty(_ name: String, _ written: String) -> String {
  if let colon = written.firstIndex(of: ":") {
    return "\(name);TZID=\(written[..<colon]):\(written[written.index(after: colon)...])"
  }
  return written.count == 8 ? "\(name);VALUE=DATE:\(written)" : "\(name):\(written)"
}

/// The properties of an event whose UID is its title, unless told otherwise.
public func event(_ title: String, _ start: String, _ end: String? = nil, _ more: String...) -> [String] {
  var lines = ["SUMMARY:\(title)", timeProperty("DTSTART", start)]
  if let end { lines.append(timeProperty("DTEND", end)) }
  if !more.contains(where: { $0.hasPrefix("UID:") }) { lines.append("UID:\(title)") }
  return lines + more
}

/// Problems as `check` prints them, without the path: `3:1: error: …`.
public func messages(_ diagnostics: Diagnostics) -> [String] {
  diagnostics.all.map {
    "\($0.position.line):\($0.position.column): \($0.severity): \(string($0.message))"
  }
}

/// Calendars, read and linked, with what was said of them.
public struct Loaded: Sendable {
  public var read = ReadEvents()
  /// All of their events.
  public var store: EventStore
  public var diagnostics = Diagnostics()
  public var superseded: [Superseded] = []

  /// Each file becomes a calendar: `a`, `b` and so on.
  public init(_ files: [[UInt8]], zones: ZoneTable = TestZones.table) {
    for (index, file) in files.enumerated() {
      let name = [UInt8.ascii("a") + UInt8(index)]
      let calendar = read.add(calendar: CalendarInfo(name: name, title: name, color: []))
      read.add(
        ICalendarDocument(parsing: file), to: calendar, zones: zones, diagnostics: &diagnostics)
    }
    superseded = read.link()
    store = read.unredacted()
  }

  /// One calendar of events, each a list of its properties.
  public init(_ events: [String]...) { self.init([calendar(events.map { vevent($0) })]) }

  public func title(_ index: some BinaryInteger) -> String {
    let event = store.events[Int(index)]
    return string(store.text(event.title, of: event))
  }
}

/// From the first date to the last, which is included.
public func range(_ first: String, _ last: String) -> Range<CivilDate> {
  date(first)..<date(last).adding(days: 1)!
}
