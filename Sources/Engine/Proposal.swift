import Bytes
import CivilTime
import DataFiles
import Events
import Feeds
import ICalendar
import Settling
import TimeZones

/// A reader's proposal: another time for an event, or a new event.
package struct Proposal: Sendable {
  /// Which instances of a series are meant.
  package enum Scope: Int32, Sendable {
    /// This instance, or an event that does not recur.
    case this = 0
    /// This instance and all that follow it (RANGE=THISANDFUTURE).
    case future = 1
  }

  /// The event's UID; for a new event the UID it will have.
  package var uid: [UInt8]
  /// The instance's original start in the form of ``AgendaJSON``; empty for an event that does not recur.
  package var recurrenceID: [UInt8]
  package var scope: Scope
  /// RFC 3339; for all-day events dates, the end exclusive.
  package var start: [UInt8]
  package var end: [UInt8]
  /// The title of a new event.
  package var title: [UInt8]
  /// When the proposal is made.
  package var stamp: Instant

  package init(
    uid: [UInt8], recurrenceID: [UInt8], scope: Scope, start: [UInt8], end: [UInt8], title: [UInt8],
    stamp: Instant
  ) {
    self.uid = uid
    self.recurrenceID = recurrenceID
    self.scope = scope
    self.start = start
    self.end = end
    self.title = title
    self.stamp = stamp
  }
}

/// A proposal as an iCalendar file (RFC 5546): METHOD:REQUEST for a new event, METHOD:COUNTER for another time. The
/// counter is the event as in the store, people included, with SEQUENCE raised by one (unless it is at its maximum) and
/// without its rule: a RECURRENCE-ID names the instance.
struct ProposalWriter {
  private var writer = ICalendarWriter()
  private let proposal: Proposal

  init(_ proposal: Proposal) { self.proposal = proposal }

  /// The file of a new event, in a zone. O(the zone's transitions).
  consuming func request(in zone: Zone) throws(EngineError) -> [UInt8] {
    let times = try times()
    begin("METHOD:REQUEST")
    // A zone with a fixed offset needs no definition: its times are written in UTC.
    let named = zone.fixedOffset == nil && !times.isAllDay
    if named { writer.write(timeZone: zone, name: zone.identifier) }
    writer.line("BEGIN:VEVENT")
    writer.property("UID", text: proposal.uid)
    stamp()
    writer.line("SEQUENCE:0")
    let written = Written(
      kind: times.isAllDay ? .allDay : .zoned, zone: zone, name: named ? zone.identifier : nil)
    writer.line(written.line("DTSTART", times.start))
    writer.line(written.line("DTEND", times.end))
    writer.property("SUMMARY", text: proposal.title)
    return finish()
  }

  /// The file of an event at another time. O(its component).
  /// - Parameters:
  ///   - event: the series' master, the event itself, or an existing override.
  ///   - viewing: the zone in which floating times are read.
  consuming func counter(to event: Event, of store: EventStore, viewing: Zone) throws(EngineError)
    -> [UInt8]
  {
    let times = try times()
    let document = store.document(of: event)
    guard times.isAllDay == (event.kind == .allDay) else {
      throw argument(
        "start", proposal.start, "is of another kind: write a date for an all-day event, else a time")
    }
    var zones = FeedZones(store)
    let written = Self.written(event, store, viewing: viewing, &zones)

    var body = ICalendarWriter()
    body.line(written.line("DTSTART", times.start))
    body.line(written.line("DTEND", times.end))
    if let line = try instance(of: event, store, written) { body.line(line) }
    document.forEachProperty(of: Int(event.component)) { index in
      let property = document.properties[index]
      switch property.name {
      case .dtstart, .dtend, .duration, .rrule, .exrule, .rdate, .exdate, .recurrenceID, .dtstamp,
        .sequence, .lastModified,
        .created:
        break
      default:
        body.line(document.line(property))
        if document.hasParameters(property), let name = document.parameter("TZID", of: property) {
          zones.keep(name, event.document)
        }
      }
    }

    begin("METHOD:COUNTER")
    zones.write(to: &writer)
    writer.line("BEGIN:VEVENT")
    stamp()
    var sequence = [UInt8]("SEQUENCE:")
    // An iCalendar INTEGER has 32 bits.
    sequence.append(decimal: Int(min(max(0, event.sequence), .max - 1) + 1))
    writer.line(sequence)
    writer.append(body)
    return finish()
  }

  // MARK: Parts

  private mutating func begin(_ method: StaticString) {
    writer.line("BEGIN:VCALENDAR")
    writer.line("VERSION:2.0")
    writer.line("PRODID:-//busylife-gen//busylife-gen//EN")
    writer.line("CALSCALE:GREGORIAN")
    writer.line(method)
  }

  private mutating func stamp() {
    var line = [UInt8]("DTSTAMP:")
    line.append(basic: proposal.stamp)
    writer.line(line)
  }

  private consuming func finish() -> [UInt8] {
    writer.line("END:VEVENT")
    writer.line("END:VCALENDAR")
    return writer.bytes
  }

  /// Start and end in seconds: since the epoch, or for dates of their midnight in wall time.
  private func times() throws(EngineError) -> (start: Int64, end: Int64, isAllDay: Bool) {
    let (start, isDate) = try seconds("start", proposal.start)
    let (end, endsWithDate) = try seconds("end", proposal.end)
    guard isDate == endsWithDate, isDate ? start < end : start <= end else {
      throw argument("end", proposal.end, "is before the start, or of another kind than it")
    }
    return (start, end, isDate)
  }

  private func seconds(_ name: StaticString, _ text: [UInt8]) throws(EngineError) -> (Int64, isDate: Bool) {
    if let date = try? ISO8601.date(text) {
      let seconds = CivilDateTime(date).wallSeconds
      if EngineLimits.times.contains(seconds) { return (seconds, true) }
    } else if let instant = try? ISO8601.instant(text) {
      if EngineLimits.times.contains(instant.secondsSinceEpoch) { return (instant.secondsSinceEpoch, false) }
    } else {
      throw argument(name, text, "is neither an instant of RFC 3339 nor a date")
    }
    throw argument(name, text, "is outside the years 1 to 9999, or on a day at their end")
  }

  private func argument(_ name: StaticString, _ text: [UInt8], _ what: StaticString) -> EngineError {
    let subject = [UInt8]("proposal for ") + quoted(proposal.uid) + ": "
    return EngineError(.argument, subject + [UInt8](name) + " " + quoted(text) + " " + [UInt8](what))
  }

  /// The line that names the instance; `nil` for an event that does not recur. Dates and floating times are written as
  /// given: a gap in the viewer's zone does not make them another instance.
  private func instance(of event: Event, _ store: EventStore, _ written: Written) throws(EngineError) -> [UInt8]? {
    let text = proposal.recurrenceID
    let recurs = event.isOverride || event.series >= 0 && store.series[Int(event.series)].recurs
    if text.isEmpty {
      if recurs { throw argument("recurrenceID", text, "is missing: the event recurs") }
      return nil
    }
    if !recurs { throw argument("recurrenceID", text, "names no instance: the event does not recur") }
    var name: [UInt8] = []
    var instant = Instant.first
    switch event.isOverride ? event.recurrenceKind : event.kind {
    case .allDay:
      if let date = try? ISO8601.date(text) { name.append(basic: date) }
    case .floating:
      if let read = try? ISO8601.dateTime(text), read.offset == nil { name.append(basic: read.dateTime) }
    case .zoned:
      if let read = try? ISO8601.instant(text) {
        instant = read
        name.append(basic: instant)
      }
    }
    if name != text {
      throw argument("recurrenceID", text, "is not an original start of this event as the agenda writes it")
    }
    let property: StaticString = proposal.scope == .future ? "RECURRENCE-ID;RANGE=THISANDFUTURE" : "RECURRENCE-ID"
    if text.last == UInt8.ascii("Z"), written.kind == .zoned {
      return written.line(property, instant.secondsSinceEpoch)
    }
    return [UInt8](property) + (text.count == 8 ? ";VALUE=DATE:" : ":") + text
  }

  /// The form of the times in an event's source.
  private static func written(
    _ event: Event, _ store: EventStore, viewing: Zone, _ zones: inout FeedZones
  ) -> Written {
    switch event.kind {
    case .allDay: return Written(kind: .allDay, zone: .utc, name: nil)
    case .floating: return Written(kind: .floating, zone: viewing, name: nil)
    case .zoned:
      if event.zone == 0 { return Written(kind: .zoned, zone: .utc, name: nil) }
      let zone = store.zone(of: event)
      var name: [UInt8] = []
      if let start = store.property(.dtstart, of: event) {
        name = store.document(of: event).parameter("TZID", of: start) ?? []
      }
      let known = name.isEmpty ? nil : store.zoneNames[Int(event.document)].meaning(of: name)
      let meaning = known ?? ZoneNames.Meaning(zone: event.zone, definition: nil)
      return Written(
        kind: .zoned, zone: zone,
        name: zones.name(known == nil ? zone.identifier : name, as: meaning, event.document))
    }
  }
}

/// The form of an event's times: dates, floating times, local times of a named zone if they mean the instant, or UTC.
private struct Written {
  let kind: TimeKind
  let zone: Zone
  /// The TZID; `nil` for UTC, or if no zone is named.
  let name: [UInt8]?

  /// `DTSTART;TZID=Europe/Berlin:20261123T093000`.
  /// - Parameter seconds: for dates of their midnight in wall time, otherwise since the epoch.
  func line(_ property: StaticString, _ seconds: Int64) -> [UInt8] {
    var line = [UInt8](property)
    let instant = Instant(clamping: seconds)
    switch kind {
    case .allDay:
      line.append(";VALUE=DATE:")
      line.append(basic: (CivilDateTime(wallSeconds: seconds) ?? .first).date)
    case .floating:
      line.append(":")
      line.append(basic: zone.wall(at: instant))
    case .zoned:
      let wall = zone.wall(at: instant)
      // Of two equal local times the first is meant; the second can only be written in UTC.
      if let name, zone.instant(of: wall) == instant {
        line.append(";TZID=")
        line.append(contentsOf: ICalendarWriter.parameterValue(name))
        line.append(":")
        line.append(basic: wall)
      } else {
        line.append(":")
        line.append(basic: instant)
      }
    }
    return line
  }
}
