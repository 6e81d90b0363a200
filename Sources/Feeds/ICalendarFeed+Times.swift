import Bytes
import CivilTime
import Events
import ICalendar
import TimeZones

/// The times of an event as RFC 5545 requires them, however loose the source is: all times of a series have the form
/// and the zone of its DTSTART, since many programs compare them as they are written. A line that already conforms is
/// copied.
extension ICalendarFeed {
  /// The form of the times of an event or a series.
  struct TimeForm {
    let kind: TimeKind
    let zone: Zone
    /// What stands between the name of a property and the colon.
    let parameters: [UInt8]

    /// A time in this form; `nil` if it can't be written so, like the second of two equal local times.
    func text(_ instant: Instant) -> [UInt8]? {
      let wall = zone.wall(at: instant)
      if !isUTC, zone.instant(of: wall) != instant { return nil }
      return text(wall: wall)
    }

    func text(wall: CivilDateTime) -> [UInt8] {
      var out: [UInt8] = []
      if kind == .allDay {
        out.append(basic: wall.date)
      } else {
        out.append(basic: wall)
        if isUTC { out.append(ascii: "Z") }
      }
      return out
    }

    private var isUTC: Bool { kind == .zoned && parameters.isEmpty }
  }

  /// The form of an event's DTSTART.
  mutating func form(of event: Event) -> TimeForm {
    let zone = store.zone(of: event)
    guard event.kind == .zoned, event.zone != 0 else {
      return TimeForm(
        kind: event.kind, zone: event.kind == .zoned ? zone : .utc,
        parameters: event.kind == .allDay ? [UInt8](";VALUE=DATE") : [])
    }
    let document = store.document(of: event)
    let source = store.property(.dtstart, of: event).flatMap { document.parameter("TZID", of: $0) } ?? []
    let known = source.isEmpty ? nil : store.zoneNames[Int(event.document)].meaning(of: source)
    let name = zones.name(
      known == nil ? zone.identifier : source,
      as: known ?? ZoneNames.Meaning(zone: event.zone, definition: nil), event.document)
    return TimeForm(
      kind: .zoned, zone: zone, parameters: [UInt8](";TZID=") + ICalendarWriter.parameterValue(name))
  }

  // MARK: Single times

  /// Whether a value is in RFC 5545's own form, and of the kind of an event's times.
  private func isStrict(
    _ property: ICalendarDocument.Property, _ kind: TimeKind, isUTC: Bool, _ document: ICalendarDocument
  ) -> Bool {
    let value = document.value(property)
    guard Self.isCapital(value), DateOrDateTime.isStandard(value) else { return false }
    let type = document.hasParameters(property) ? document.parameter("VALUE", of: property) ?? [] : []
    switch value.count {
    case 8:
      return kind == .allDay && type.equalsIgnoringCase("DATE") && document.parameter("TZID", of: property) == nil
    case 15: return kind != .allDay && !isUTC && (type.isEmpty || type.equalsIgnoringCase("DATE-TIME"))
    default: return isUTC && (type.isEmpty || type.equalsIgnoringCase("DATE-TIME"))
    }
  }

  private static func isCapital(_ value: ArraySlice<UInt8>) -> Bool { !value.contains { $0 == 0x74 || $0 == 0x7A } }

  /// Writes a property of one time, or of times, if its line can't be copied; false if it can.
  mutating func rewrite(_ property: ICalendarDocument.Property, of event: Event, _ document: ICalendarDocument)
    -> Bool
  {
    let isUTC = event.kind == .zoned && event.zone == 0
    switch property.name {
    case .dtstart:
      if isStrict(property, event.kind, isUTC: isUTC, document) { return false }
      let form = form(of: event)
      write("DTSTART", form.parameters, form.text(wall: CivilDateTime(wallSeconds: event.wallStart) ?? .first))
      return true
    case .dtend: return rewriteEnd(property, of: event, document)
    case .duration: return rewriteDuration(property, of: event, document)
    case .recurrenceID: return rewriteRecurrenceID(property, of: event, document)
    case .rdate, .exdate:
      // RDATE and EXDATE are read from masters only.
      if event.isOverride { return true }
      return rewriteDates(property, of: event, document)
    default: return false
    }
  }

  /// Writes DTSTART of a series again as an RDATE if its rules don't match it: by RFC 5545, 3.8.5.3, DTSTART is an
  /// instance, but many programs show none there. A series without rules gets a rule for this instance alone: ical.js
  /// would read only RDATE and EXDATE, and libical would count an RDATE twice.
  mutating func writeStart(ofSeries event: Event) {
    guard event.series >= 0, !event.isOverride else { return }
    let set = store.series[Int(event.series)].set
    if set.rules.isEmpty {
      if set.hasListedTimes { body.line("RRULE:FREQ=DAILY;COUNT=1") }
      return
    }
    if !set.startStandsAlone { return }
    let form = form(of: event)
    write("RDATE", form.parameters, form.text(wall: set.start.wall))
  }

  private mutating func write(_ name: StaticString, _ parameters: [UInt8], _ value: [UInt8]) {
    body.line([UInt8](name) + parameters + [.colon] + value)
  }

  private mutating func rewriteEnd(
    _ property: ICalendarDocument.Property, of event: Event, _ document: ICalendarDocument
  ) -> Bool {
    // An end that was ignored, or that equals the start, is left out.
    if event.end <= event.start { return true }
    let zone = event.endZone == 0 ? event.zone : event.endZone
    let value = document.value(property)
    let isUTC = event.kind == .zoned && (zone == 0 || value.last == 0x5A)
    // If the start has no zone, the zone of the end was not read.
    let hasOtherZone =
      event.kind == .floating && document.hasParameters(property)
      && document.parameter("TZID", of: property) != nil
    if !hasOtherZone, isStrict(property, event.kind, isUTC: isUTC, document) {
      switch DateOrDateTime(value) {
      case .date(let date): if CivilDateTime(date).wallSeconds == event.end { return false }
      case .utc(let instant): if instant.secondsSinceEpoch == event.end { return false }
      case .local(let wall):
        // Most events end on the day on which they begin, in the same zone.
        if zone == event.zone, wall.wallSeconds - event.wallStart == event.end - event.start { return false }
        let isZoned = event.kind == .zoned
        let end = isZoned ? store.zones[Int(zone)].instant(of: wall).secondsSinceEpoch : wall.wallSeconds
        if end == event.end { return false }
      case nil: break
      }
    }
    let form = form(of: event)
    let end = CivilDateTime(wallSeconds: event.end) ?? .last
    if event.kind != .zoned {
      write("DTEND", form.parameters, form.text(wall: end))
    } else if let text = form.text(Instant(clamping: event.end)) {
      write("DTEND", form.parameters, text)
    } else {
      writeUTC("DTEND", [], [Instant(clamping: event.end)])
    }
    return true
  }

  private mutating func rewriteDuration(
    _ property: ICalendarDocument.Property, of event: Event, _ document: ICalendarDocument
  ) -> Bool {
    // DTEND counts if there are both.
    if store.property(.dtend, of: event) != nil { return true }
    if event.kind == .allDay {
      let days = ICalendarDuration(days: Int((event.end - event.start) / 86_400), seconds: 0)
      // An all-day event of no length lasts one day.
      let value = document.value(property)
      let isZero = !value.contains { (0x31...0x39).contains($0) }
      if event.hasDuration, event.durationSeconds == 0, !isZero, ICalendarDuration.isStandard(value) { return false }
      write("DURATION", [], days.bytes)
      return true
    }
    guard let duration = event.duration else { return true }
    if ICalendarDuration.isStandard(document.value(property)) { return false }
    write("DURATION", [], duration.bytes)
    return true
  }

  private mutating func rewriteRecurrenceID(
    _ property: ICalendarDocument.Property, of event: Event, _ document: ICalendarDocument
  ) -> Bool {
    guard event.isOverride else { return false }
    let range = event.isThisAndFuture ? [UInt8](";RANGE=THISANDFUTURE") : []
    let wall = CivilDateTime(wallSeconds: event.recurrenceStart) ?? .first
    let instant = Instant(clamping: event.recurrenceStart)
    guard event.series >= 0 else {
      // Without a series, RECURRENCE-ID keeps its own form.
      if isStrict(property, event.recurrenceKind, isUTC: document.value(property).last == 0x5A, document) {
        return false
      }
      switch event.recurrenceKind {
      case .allDay:
        write("RECURRENCE-ID", range + [UInt8](";VALUE=DATE"), TimeForm.date(wall))
      case .floating: write("RECURRENCE-ID", range, TimeForm.local(wall))
      case .zoned: writeUTC("RECURRENCE-ID", range, [instant])
      }
      return true
    }
    let master = store[store.series[Int(event.series)].event]
    let isUTC = master.kind == .zoned && master.zone == 0
    if isStrict(property, master.kind, isUTC: isUTC, document), hasZone(property, ofStartOf: master, document) {
      return false
    }
    let form = form(of: master)
    if master.kind != .zoned {
      write("RECURRENCE-ID", range + form.parameters, form.text(wall: wall))
    } else if let text = form.text(instant) {
      write("RECURRENCE-ID", range + form.parameters, text)
    } else {
      writeUTC("RECURRENCE-ID", range, [instant])
    }
    return true
  }

  /// Whether a property names the zone of an event's DTSTART with the same words.
  private func hasZone(
    _ property: ICalendarDocument.Property, ofStartOf event: Event, _ document: ICalendarDocument
  ) -> Bool {
    let source = store.document(of: event)
    guard let start = store.property(.dtstart, of: event) else { return false }
    let names = [(property, document), (start, source)].map { property, document in
      document.hasParameters(property) ? document.parameter("TZID", of: property) ?? [] : []
    }
    return names[0] == names[1]
  }

  // MARK: Lists

  /// The greatest number of times to which the dates of a list are expanded. Beyond it, a date is written as a date,
  /// for example if the series has an instance every second.
  private static let expandedLimit = 20_000
  /// Values of one line.
  private static let valuesPerLine = 64

  private func isStrictList(
    _ property: ICalendarDocument.Property, of event: Event, _ document: ICalendarDocument
  ) -> Bool {
    var values = 0
    let count = event.kind == .allDay ? 8 : event.zone == 0 && event.kind == .zoned ? 16 : 15
    for value in document.value(property).split(separator: .comma, omittingEmptySubsequences: false) {
      guard value.count == count, Self.isCapital(value), DateOrDateTime.isStandard(value) else { return false }
      values += 1
    }
    let parameters = document.parameters(property)
    switch count {
    case 8: return values > 0 && parameters.equalsIgnoringCase(";VALUE=DATE")
    case 16: return values > 0 && parameters.isEmpty
    default:
      return values > 0 && hasZone(property, ofStartOf: event, document)
        && document.parameter("VALUE", of: property) == nil
    }
  }

  private mutating func rewriteDates(
    _ property: ICalendarDocument.Property, of event: Event, _ document: ICalendarDocument
  ) -> Bool {
    guard event.series >= 0, !isStrictList(property, of: event, document) else { return false }
    var list = DateList(event, store, form(of: event), property, document)
    list.read(document.value(property))
    let name: StaticString = property.name == .exdate ? "EXDATE" : "RDATE"
    write(name, list.form.parameters, list.values)
    write(name, [UInt8](";VALUE=PERIOD") + list.form.parameters, list.periods)
    write(name, [UInt8](";VALUE=PERIOD"), list.utcPeriods)
    writeUTC(name, [], list.instants)
    write(name, [UInt8](";VALUE=DATE"), list.dates)
    return true
  }

  private mutating func write(_ name: StaticString, _ parameters: [UInt8], _ values: [[UInt8]]) {
    for start in stride(from: 0, to: values.count, by: Self.valuesPerLine) {
      let some = values[start..<min(start + Self.valuesPerLine, values.count)]
      write(name, parameters, Array(some.joined(separator: [.comma])))
    }
  }

  private mutating func writeUTC(_ name: StaticString, _ parameters: [UInt8], _ instants: [Instant]) {
    write(name, parameters, instants.map { Self.utc($0) })
  }

  fileprivate static func utc(_ instant: Instant) -> [UInt8] {
    var out: [UInt8] = []
    out.append(basic: instant)
    return out
  }

  /// The values of an RDATE or EXDATE in the form of the series.
  private struct DateList {
    let form: TimeForm
    var values: [[UInt8]] = []
    var periods: [[UInt8]] = []
    /// Times that can't be written in the form, and periods that begin at such a time: a UTC time has no TZID.
    var instants: [Instant] = []
    var utcPeriods: [[UInt8]] = []
    /// Dates with too many instances.
    var dates: [[UInt8]] = []

    private let event: Event
    private let set: RecurrenceSet
    private let isExclusion: Bool
    /// The zone of local times; `nil` if they are floating.
    private let zone: Zone?

    init(
      _ event: Event, _ store: EventStore, _ form: TimeForm, _ property: ICalendarDocument.Property,
      _ document: ICalendarDocument
    ) {
      self.event = event
      self.form = form
      set = store.series[Int(event.series)].set.withoutExceptions
      isExclusion = property.name == .exdate
      let names = store.zoneNames[Int(event.document)]
      let source = document.hasParameters(property) ? document.parameter("TZID", of: property) ?? [] : []
      let index = source.isEmpty ? names.floating : names.meaning(of: source)?.zone
      zone = index.map { store.zones[Int($0)] }
      datesZone = event.kind == .allDay && event.zone != 0 ? store.zone(of: event) : nil
    }

    /// The zone in whose midnights a series of dates was written.
    private let datesZone: Zone?

    mutating func read(_ value: ArraySlice<UInt8>) {
      for listed in TimeList(value) {
        guard let time = listed.time else { continue }
        switch event.kind {
        case .allDay: values.append(TimeForm.date(date(of: time)))
        case .floating: addFloating(time, listed)
        case .zoned: addZoned(time, listed)
        }
      }
    }

    private func date(of time: DateOrDateTime) -> CivilDateTime {
      switch time {
      case .date(let date): CivilDateTime(date)
      case .utc(let instant): (datesZone ?? .utc).wall(at: instant)
      case .local(let wall):
        if let zone, let datesZone { datesZone.wall(at: zone.instant(of: wall)) } else { wall }
      }
    }

    private mutating func addFloating(_ time: DateOrDateTime, _ listed: ListedTime) {
      switch time {
      case .date(let date):
        if isExclusion { return addInstances(of: date, in: .utc) }
        values.append(form.text(wall: CivilDateTime(date, set.start.wall.time)))
      // A time of a zone counts as a floating time with the same digits.
      case .utc(let instant): add(text: form.text(wall: instant.wall(at: .utc)), instant.secondsSinceEpoch, listed)
      case .local(let wall): add(text: form.text(wall: wall), wall.wallSeconds, listed)
      }
    }

    private mutating func addZoned(_ time: DateOrDateTime, _ listed: ListedTime) {
      switch time {
      case .date(let date):
        if isExclusion { return addInstances(of: date, in: form.zone) }
        add(form.zone.instant(of: CivilDateTime(date, set.start.wall.time)), listed)
      case .utc(let instant): add(instant, listed)
      case .local(let wall):
        let own = zone ?? form.zone
        // A local time in a gap stays as it is written.
        if own == form.zone {
          add(text: form.text(wall: wall), own.instant(of: wall).secondsSinceEpoch, listed)
        } else {
          add(own.instant(of: wall), listed)
        }
      }
    }

    private mutating func add(_ instant: Instant, _ listed: ListedTime) {
      if let text = form.text(instant) {
        add(text: text, instant.secondsSinceEpoch, listed)
      } else if let length = length(listed, from: instant.secondsSinceEpoch) {
        utcPeriods.append(utc(instant) + [.slash] + length.bytes)
      } else {
        instants.append(instant)
      }
    }

    private mutating func add(text: [UInt8], _ seconds: Int64, _ listed: ListedTime) {
      if let length = length(listed, from: seconds) {
        periods.append(text + [.slash] + length.bytes)
      } else {
        values.append(text)
      }
    }

    /// The length of a period that begins at some seconds, since the epoch or in wall time.
    private func length(_ listed: ListedTime, from start: Int64) -> ICalendarDuration? {
      if isExclusion { return nil }
      switch listed.length {
      case .none, .unreadable: return nil
      case .duration(let duration): return duration
      case .end(let end):
        let seconds: Int64
        switch end {
        case .date(let date): seconds = self.seconds(CivilDateTime(date))
        case .utc(let instant): seconds = instant.secondsSinceEpoch
        case .local(let wall): seconds = self.seconds(wall)
        }
        return ICalendarDuration(days: 0, seconds: max(0, seconds - start))
      }
    }

    private func seconds(_ wall: CivilDateTime) -> Int64 {
      event.kind == .floating ? wall.wallSeconds : (zone ?? form.zone).instant(of: wall).secondsSinceEpoch
    }

    /// Adds the instances on a day, all of which an EXDATE of that date removes.
    private mutating func addInstances(of date: CivilDate, in zone: Zone) {
      let room = ICalendarFeed.expandedLimit - values.count
      var found: [RecurrenceInstance] = []
      var instances = set.instances(
        from: zone.startOfDay(date), before: zone.startOfDay(date.adding(days: 1) ?? .last), in: .utc,
        limit: max(0, room))
      while let instance = instances.next() { found.append(instance) }
      if instances.outcome != .complete {
        dates.append(TimeForm.date(CivilDateTime(date)))
        return
      }
      for instance in found {
        // In a gap, an instance keeps the time of DTSTART, as the rule has it.
        let written = CivilDateTime(instance.wall.date, set.start.wall.time)
        if event.kind == .floating {
          values.append(form.text(wall: instance.wall))
        } else if form.zone.instant(of: written) == instance.start {
          values.append(form.text(wall: written))
        } else if let text = form.text(instance.start) {
          values.append(text)
        } else {
          self.instants.append(instance.start)
        }
      }
    }

    private func utc(_ instant: Instant) -> [UInt8] { ICalendarFeed.utc(instant) }
  }
}

extension ICalendarFeed.TimeForm {
  fileprivate static func date(_ wall: CivilDateTime) -> [UInt8] {
    var out: [UInt8] = []
    out.append(basic: wall.date)
    return out
  }

  fileprivate static func local(_ wall: CivilDateTime) -> [UInt8] {
    var out: [UInt8] = []
    out.append(basic: wall)
    return out
  }
}
