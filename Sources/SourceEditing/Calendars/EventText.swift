import Bytes
import CivilTime
import Events
import ICalendar
import Settling
import TimeZones

/// The form of a line's times.
enum TimeForm {
  /// `20261120`.
  case date
  /// `20261120T090000Z`.
  case utc
  /// `20261120T090000`, in a zone named by the line or the file.
  case local(Zone)
  /// The same, floating.
  case floating
}

/// One VEVENT of a file: its lines, and the changes to them.
struct EventText {
  let text: CalendarText
  let component: Int
  /// From BEGIN to the end of END.
  let range: Range<Int>
  let event: Event
  let store: EventStore
  /// `work.ics:12`: the beginning of messages.
  let place: String
  /// The zone in which floating times are read.
  let view: Zone
  let zones: ZoneTable
  private var lines: [PropertyName: [ICalendarDocument.Property]] = [:]

  /// - Throws: `impossible` for a component that could only be read after repairs.
  init(_ event: Event, _ source: ReadSource, _ text: CalendarText, zones: ZoneTable, view: Zone) throws(EditError) {
    self.text = text
    self.event = event
    self.zones = zones
    self.view = view
    store = source.store
    component = Int(event.component)
    place = source.place(of: event)
    guard !text.document.components[component].isBroken, let range = text.range(of: component)?.whole else {
      throw .impossible("\(place): the event has no END:VEVENT of its own; fix it in the file first")
    }
    self.range = range
    let numbers = text.number(of: range.lowerBound)...text.number(of: range.upperBound - 1)
    if let problem = source.problems.first(where: { numbers.contains($0.position.line) }) {
      let message = String(decoding: problem.message, as: UTF8.self)
      throw .impossible(
        "\(source.path):\(problem.position.line): the event had to be repaired to be read: \(message); fix it in "
          + "the file first"
      )
    }
    let document = text.document
    var found: [PropertyName: [ICalendarDocument.Property]] = [:]
    document.forEachProperty(of: component) { index in
      found[document.properties[index].name, default: []].append(document.properties[index])
    }
    lines = found
    let once: [PropertyName] = [
      .uid, .dtstart, .dtend, .duration, .summary, .sequence, .lastModified, .dtstamp, .recurrenceID,
    ]
    for name in once where all(name).count > 1 {
      throw .impossible(
        "\(place): \(String(decoding: document.name(all(name)[0]), as: UTF8.self)) is given twice; remove one first")
    }
    guard let start = first(.dtstart) else { throw .impossible("\(place): the event has no DTSTART") }
    let isDate = if case .date? = DateOrDateTime(value(start)) { true } else { false }
    if event.kind == .allDay, event.zone != 0 || !isDate {
      throw .impossible(
        "\(place): the event is all day only by X-MICROSOFT-CDO-ALLDAYEVENT; edit it where it came from")
    }
  }

  func all(_ name: PropertyName) -> [ICalendarDocument.Property] { lines[name] ?? [] }
  func first(_ name: PropertyName) -> ICalendarDocument.Property? { lines[name]?.first }
  func value(_ property: ICalendarDocument.Property) -> ArraySlice<UInt8> { text.document.value(property) }

  // MARK: Forms

  /// The form of DTSTART, which RECURRENCE-IDs and EXDATEs share.
  var form: TimeForm {
    switch event.kind {
    case .allDay: .date
    case .floating: .floating
    case .zoned:
      if case .utc? = DateOrDateTime(value(first(.dtstart)!)) { .utc } else { .local(store.zone(of: event)) }
    }
  }

  /// The form of one value of a line.
  func form(_ value: DateOrDateTime, _ property: ICalendarDocument.Property) throws(EditError) -> TimeForm {
    switch value {
    case .date: return .date
    case .utc: return .utc
    case .local:
      if property.name == .dtend, event.kind == .zoned { return .local(store.zones[Int(event.endZone)]) }
      guard let name = text.document.parameter("TZID", of: property), !name.isEmpty,
        name != text.document.parameter("TZID", of: first(.dtstart)!)
      else { return event.kind == .zoned ? .local(store.zone(of: event)) : .floating }
      guard let zone = zones.lookup(name) else {
        throw .impossible(
          "\(place): its \(String(decoding: text.document.name(property), as: UTF8.self)) is in the zone "
            + "\(String(decoding: quoted(name), as: UTF8.self)), which is written differently "
            + "than that of DTSTART; edit it in the file"
        )
      }
      return .local(zone)
    }
  }

  /// A time in a given form. - Parameter units: a time of a kind, in the units of ``Events/Event/start``.
  func value(_ units: Int64, _ kind: TimeKind, as form: TimeForm) throws(EditError) -> [UInt8] {
    var out: [UInt8] = []
    switch (kind, form) {
    case (.zoned, .utc): out.append(basic: Instant(clamping: units))
    case (.zoned, .local(let zone)):
      let wall = zone.wall(at: Instant(clamping: units))
      guard zone.instant(of: wall).secondsSinceEpoch == units else {
        throw .impossible(
          "\(place): clocks in \(String(decoding: zone.identifier, as: UTF8.self)) go back then and show this time "
            + "twice, and the file can only name the first; choose another time"
        )
      }
      out.append(basic: wall)
    case (.floating, _): out.append(basic: CivilDateTime(wallSeconds: units) ?? .first)
    case (.allDay, _): out.append(basic: (CivilDateTime(wallSeconds: units) ?? .first).date)
    case (.zoned, .floating):
      out.append(basic: view.wall(at: Instant(clamping: units)))
    case (.zoned, .date):
      out.append(basic: view.wall(at: Instant(clamping: units)).date)
    }
    return out
  }

  // MARK: Lines

  /// A whole new line of the file, with DTSTART's line ending.
  func written(_ line: [UInt8]) -> [UInt8] {
    CalendarText.written(line, ending: text.ending(of: text.line(of: first(.dtstart)!)))
  }

  /// Replaces the value of a line; its name and parameters stay.
  func set(_ property: ICalendarDocument.Property, to value: [UInt8], _ patch: inout Patch) {
    if self.value(property).elementsEqual(value) { return }
    let head = Array(text.document.name(property)) + Array(text.document.parameters(property))
    replace(property, with: head + [.colon] + value, &patch)
  }

  /// Replaces a line.
  func replace(_ property: ICalendarDocument.Property, with line: [UInt8], _ patch: inout Patch) {
    let range = text.line(of: property)
    patch.replace(range, with: CalendarText.written(line, ending: text.ending(of: range)))
  }

  func remove(_ property: ICalendarDocument.Property, _ patch: inout Patch) { patch.remove(text.line(of: property)) }

  /// Adds a line after another, or after DTSTART.
  func add(_ line: [UInt8], after other: ICalendarDocument.Property? = nil, _ patch: inout Patch) {
    patch.insert(written(line), at: text.line(of: other ?? first(.dtstart)!).upperBound)
  }

  /// Records the change: raises SEQUENCE, sets LAST-MODIFIED and DTSTAMP (RFC 5545, 3.8.7).
  func stamp(_ now: Instant, _ patch: inout Patch) {
    let number = [UInt8].written { $0.append(decimal: min(Int64(event.sequence) + 1, Int64(Int32.max))) }
    if let line = first(.sequence) { set(line, to: number, &patch) } else { add("SEQUENCE:" + number, &patch) }
    let time = [UInt8].written { $0.append(basic: now) }
    if let line = first(.lastModified) { set(line, to: time, &patch) } else { add("LAST-MODIFIED:" + time, &patch) }
    if let line = first(.dtstamp) { set(line, to: time, &patch) } else { add("DTSTAMP:" + time, &patch) }
  }
}
