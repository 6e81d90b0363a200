import Bytes
import CivilTime
import ICalendar
import TimeZones

extension EventReader {
  /// Reads RRULE, RDATE, EXRULE and EXDATE. What can't be understood is ignored and reported; the rest of the series is
  /// kept.
  mutating func readSeries(
    _ event: inout Event, _ found: EventProperties, _ component: Int, _ calendarZone: UInt16?,
    _ read: inout ReadEvents, _ table: borrowing ZoneTable
  ) {
    guard found.hasSeries, !event.isOverride else { return }
    var properties: [Int] = []
    document.forEachProperty(of: component) { properties.append($0) }
    var rules: [RecurrenceRule] = []
    var exclusionRules: [RecurrenceRule] = []
    for index in properties {
      let property = document.properties[index]
      switch property.name {
      case .rrule: if let rule = rule(property, index) { rules.append(rule) }
      case .exrule: if let rule = rule(property, index) { exclusionRules.append(rule) }
      default: break
      }
    }
    let dates = read.store.zoneOfDates(event)
    if let dates {
      for index in rules.indices { rules[index].endOnDate(in: dates) }
      for index in exclusionRules.indices { exclusionRules[index].endOnDate(in: dates) }
    }
    let start = read.store.recurrenceTime(event.kind, wall: event.wallStart, event.zone)
    var series = Series(
      event: Int32(read.store.events.count),
      set: RecurrenceSet(start: start, rules: rules, exclusionRules: exclusionRules),
      recurs: !rules.isEmpty, reach: event.end - event.start + (event.hasDuration ? 86_400 : 0))
    for index in properties {
      let property = document.properties[index]
      switch property.name {
      case .rdate: readDates(property, calendarZone, dates, &read, table, &series, excluding: false)
      case .exdate: readDates(property, calendarZone, dates, &read, table, &series, excluding: true)
      default: break
      }
    }
    series.set.sort()
    if !series.set.hasAllRules {
      diagnostics.add(.error, line: event.line, "an event has more than 100 rules; those beyond are left out")
    }
    event.series = Int32(read.store.series.count)
    read.store.series.append(series)
  }

  private mutating func rule(_ property: ICalendarDocument.Property, _ index: Int) -> RecurrenceRule? {
    let value = document.value(property)
    if !ForeignInput.isExpected { return RecurrenceRule(written: value) }
    do throws(RecurrenceRuleError) {
      let (rule, repairs) = try RecurrenceRule.read(value)
      for repair in repairs { report(repair, property, index) }
      return rule
    } catch {
      var message = Array(document.name(property)) + " " + quoted(value) + ": "
      message.append(contentsOf: error.message(Self.word(at: error.offset, of: value)))
      message.append("; the event is shown without it")
      let place = document.place(of: error.offset, in: index)
      diagnostics.add(.error, line: place.line, column: place.column, message)
      return nil
    }
  }

  /// A name or a value of a rule, up to the next separator.
  private static func word(at offset: Int, of value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    value.dropFirst(offset).prefix { $0 != .semicolon && $0 != .comma && $0 != .equals }
  }

  private mutating func report(_ repair: RecurrenceRuleRepair, _ property: ICalendarDocument.Property, _ index: Int) {
    let message = Array(document.name(property)) + " " + quoted(document.value(property)) + ": " + repair.message
    let place = document.place(of: repair.offset, in: index)
    diagnostics.add(repair.severity, line: place.line, column: place.column, message)
  }

  /// The dates, times or periods of an RDATE or EXDATE, separated by commas.
  private mutating func readDates(
    _ property: ICalendarDocument.Property, _ calendarZone: UInt16?, _ dates: Zone?, _ read: inout ReadEvents,
    _ table: borrowing ZoneTable, _ series: inout Series, excluding: Bool
  ) {
    var zone = calendarZone
    if document.hasParameters(property), let name = document.parameter("TZID", of: property), !name.isEmpty {
      zone = zoneNames.zone(name, line: property.line, in: document, &read, table, &diagnostics)
      if zone == nil {
        reportUnknown(zone: name, line: property.line, "the times are read in the event's zone")
      }
    }
    for listed in TimeList(document.value(property)) {
      readDate(listed, property, zone, dates, read, &series, excluding)
    }
  }

  private mutating func readDate(
    _ listed: ListedTime, _ property: ICalendarDocument.Property, _ zone: UInt16?, _ dates: Zone?,
    _ read: ReadEvents, _ series: inout Series, _ excluding: Bool
  ) {
    func recurrenceTime(_ time: DateOrDateTime) -> RecurrenceTime {
      switch time {
      case .date(let date): .date(date)
      case .utc(let instant): .utc(instant)
      case .local(let wall): zone.map { .zoned(wall, read.store.zones[Int($0)]) } ?? .floating(wall)
      }
    }
    guard var time = listed.time.map({ recurrenceTime($0) }) else {
      diagnostics.add(
        .warning, line: property.line,
        Array(document.name(property)) + " " + quoted(listed.text) + " is not a date or time and is ignored")
      return
    }
    if let dates, case .zoned(let wall, let own) = time { time = .date(dates.wall(at: own.instant(of: wall)).date) }
    if excluding {
      series.set.exclude(time)
      return
    }
    series.recurs = true
    switch listed.length {
    case .none: series.set.include(time)
    case .duration(let duration):
      series.reach = max(series.reach, duration.nominalSeconds + 86_400)
      series.set.include(time, duration: duration)
    case .end(let end):
      let end = recurrenceTime(end)
      series.reach = max(series.reach, end.wall.wallSeconds - time.wall.wallSeconds + 2 * 86_400)
      series.set.include(time, end: end)
    case .unreadable:
      diagnostics.add(
        .warning, line: property.line,
        "RDATE " + quoted(listed.text) + ": the period's end can't be read; the event's own length is used")
      series.set.include(time)
    }
  }
}
