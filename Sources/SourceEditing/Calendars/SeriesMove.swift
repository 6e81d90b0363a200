import Bytes
import CivilTime
import Events
import ICalendar
import Settling
import TimeZones

/// Moves, splits and ends whole series of an `.ics` file.
struct SeriesMove {
  private let edit: CalendarEdit
  private let part: SeriesPart
  private let new: EventSpan?
  private let texts: EventTexts
  private let shift: Shift
  /// The new length of every instance, in the units of the series; `nil` if it does not change.
  private let length: Int64?

  /// - Parameters:
  ///   - was: the present occurrence; `nil` together with `new` if nothing moves.
  ///   - new: the new occurrence.
  init(_ edit: CalendarEdit, from was: EventSpan?, to new: EventSpan?, _ texts: EventTexts) {
    self.edit = edit
    self.new = new
    self.texts = texts
    part = edit.part
    guard let was, let new else {
      shift = Shift(seconds: 0, zone: edit.part.zone)
      length = nil
      return
    }
    (shift, length) = edit.part.move(from: was, to: new)
  }

  private var source: ReadSource { edit.source }
  private var masterWall: CivilDateTime { part.nominal(part.master.start) }

  // MARK: All

  func all() throws(EditError) -> EditResult {
    let master = try edit.eventText(part.master)
    var patch = Patch()
    try move(master, start: part.master.start, &patch)
    for line in master.all(.rrule) {
      var rule = try ruleText(line, master)
      try rule.move(by: shift, instance: part.nominal(part.occurrence.original), start: masterWall)
      master.set(line, to: rule.bytes, &patch)
    }
    if !shift.isNone {
      for line in master.all(.exdate) + master.all(.rdate) {
        master.set(line, to: try dates(line, master, from: .min, moving: true), &patch)
      }
    }
    try master.set(texts, &patch)
    if !patch.isEmpty { master.stamp(edit.now, &patch) }
    for override in part.overrides { try move(override, &patch) }
    return EditResult(bytes: patch.applied(to: source.bytes), uid: uid, proof: .moved(shift))
  }

  private var uid: [UInt8] { part.store.text(part.master.uid, of: part.master) }

  /// Gives the series its new times, from an instance on.
  private func move(_ master: EventText, start: Int64, _ patch: inout Patch) throws(EditError) {
    if shift.isNone, start == part.master.start, length == nil { return }
    let (times, wall) = try part.times(from: start, movedBy: shift, length: length)
    try master.setTimes(times, nominal: wall, keepsDuration: length == nil, &patch)
  }

  /// Moves an override: its RECURRENCE-ID moves with the series; its time does only if it is that of the series, or if
  /// it is the edited one.
  private func move(_ override: Event, renaming newUID: [UInt8]? = nil, _ patch: inout Patch) throws(EditError) {
    let event = try edit.eventText(override)
    var own = Patch()
    if let newUID, let line = event.first(.uid) { event.set(line, to: newUID, &own) }
    if !shift.isNone, let line = event.first(.recurrenceID) {
      event.set(line, to: try moved(event.value(line), line, event), &own)
    }
    if override.component == part.event.component {
      if let new { try event.setTimes(event.units(new), &own) }
      try event.set(texts, &own)
    } else {
      let old = override.end - override.start
      if override.kind == part.master.kind, override.start == override.recurrenceStart {
        let start = part.units(try shift.moved(part.nominal(override.start)))
        let isUsual = old == part.master.end - part.master.start
        let end = start + (isUsual ? length ?? old : old)
        if start != override.start || end != override.end {
          try event.setTimes(Units(kind: override.kind, start: start, end: end), keepsDuration: length == nil, &own)
        }
      }
      let (mine, those) = (part.store.texts(of: override), part.store.texts(of: part.master))
      try event.set(texts.inherited(by: mine, of: those), &own)
    }
    if own.isEmpty { return }
    event.stamp(edit.now, &own)
    patch.replace(event.range, with: own.applied(to: source.bytes, in: event.range))
  }

  // MARK: This and all that follow

  /// Ends the series before the occurrence, and begins another one, with another UID, for the rest.
  func future() throws(EditError) -> EditResult {
    let original = part.occurrence.original
    let master = try edit.eventText(part.master)
    let place = try rulePlace(master)
    var rest = Patch()
    if let line = master.first(.uid) { master.set(line, to: edit.newUID, &rest) }
    try move(master, start: original, &rest)
    for line in master.all(.rrule) {
      var rule = try ruleText(line, master)
      if let count = rule.rule.count {
        guard count > Int64(place) else { throw RuleText.contradiction("its COUNT ends before this instance") }
        rule.setCount(count - Int64(place))
      }
      try rule.move(by: shift, instance: part.nominal(original), start: part.nominal(original))
      master.set(line, to: rule.bytes, &rest)
    }
    for line in master.all(.exdate) + master.all(.rdate) {
      setDates(line, try dates(line, master, from: original, moving: true), master, &rest)
    }
    try master.set(texts, &rest)
    master.stamp(edit.now, &rest)
    var components = rest.applied(to: source.bytes, in: master.range)

    var patch = Patch()
    try end(master, &patch)
    for override in part.overrides where override.recurrenceStart >= original {
      var own = Patch()
      try move(override, renaming: edit.newUID, &own)
      let range = try edit.eventText(override).range
      if components.last != .lineFeed { components += master.written([]) }
      components += own.applied(to: source.bytes, in: range)
      patch.remove(range)
    }
    var result = EditResult(bytes: nil, uid: edit.newUID, proof: .split(shift, at: original))
    if edit.isInFolder {
      result.companion = try file(of: components, master)
    } else {
      edit.insert(components, after: master, &patch)
    }
    result.bytes = patch.applied(to: source.bytes)
    return result
  }

  /// Ends the series before the occurrence.
  func end() throws(EditError) -> EditResult {
    let master = try edit.eventText(part.master)
    _ = try rulePlace(master)
    var patch = Patch()
    try end(master, &patch)
    for override in part.overrides where override.recurrenceStart >= part.occurrence.original {
      patch.remove(try edit.eventText(override).range)
    }
    return EditResult(
      bytes: patch.applied(to: source.bytes), uid: uid, proof: .ended(at: part.occurrence.original))
  }

  private func end(_ master: EventText, _ patch: inout Patch) throws(EditError) {
    for line in master.all(.rrule) {
      var rule = try ruleText(line, master)
      rule.end(before: part.originalStart)
      master.set(line, to: rule.bytes, &patch)
    }
    for line in master.all(.rdate) {
      setDates(line, try dates(line, master, before: part.occurrence.original), master, &patch)
    }
    master.stamp(edit.now, &patch)
  }

  private func rulePlace(_ master: EventText) throws(EditError) -> Int {
    guard master.all(.rrule).count == 1, let place = part.rulePlace() else {
      throw .impossible(
        "\(master.place): this instance was added by RDATE and not by a rule, so no series can begin with it; "
          + "edit it alone (\"this\")"
      )
    }
    return place
  }

  /// A separate file for some components: this file's, with its zones and without its other contents.
  private func file(of components: [UInt8], _ master: EventText) throws(EditError) -> [UInt8] {
    let text = edit.text
    guard let calendar = text.document.components.firstIndex(where: { $0.kind == .vcalendar }),
      let end = text.range(of: calendar)?.end
    else { throw .impossible("\(source.path): the file has no END:VCALENDAR; fix it first") }
    var patch = Patch()
    for index in text.document.contents {
      guard !text.document.components[index].isBroken, let range = text.range(of: index)?.whole else {
        throw .impossible(
          "\(source.path):\(text.document.components[index].line): this component has no END; fix it first")
      }
      patch.remove(range)
    }
    patch.insert(components, at: end.lowerBound)
    return patch.applied(to: source.bytes)
  }

  // MARK: Values

  private func ruleText(_ line: ICalendarDocument.Property, _ master: EventText) throws(EditError) -> RuleText {
    try RuleText(master.value(line), place: "\(source.path):\(line.line)")
  }

  private func setDates(
    _ line: ICalendarDocument.Property, _ value: [UInt8], _ master: EventText, _ patch: inout Patch
  ) {
    if value.isEmpty { master.remove(line, &patch) } else { master.set(line, to: value, &patch) }
  }

  /// The values of an RDATE or EXDATE within bounds of original starts, optionally moved with the series.
  private func dates(
    _ line: ICalendarDocument.Property, _ event: EventText, from low: Int64 = .min, before high: Int64 = .max,
    moving: Bool = false
  ) throws(EditError) -> [UInt8] {
    var kept: [[UInt8]] = []
    for value in event.value(line).split(separator: .comma) {
      let parts = value.split(separator: .slash, maxSplits: 1)
      let units = try originalStart(Array(parts[0].trimmed), line, event)
      guard low <= units, units < high else { continue }
      guard moving, !shift.isNone else {
        kept.append(Array(value))
        continue
      }
      var out = try moved(parts[0], line, event)
      if parts.count > 1 {
        let isDuration = parts[1].trimmed.first.map { $0.uppercased == 0x50 || $0 == .plus || $0 == .hyphen } ?? false
        out += [.slash] + (isDuration ? Array(parts[1]) : try moved(parts[1], line, event))
      }
      kept.append(out)
    }
    return Array(kept.joined(separator: [.comma]))
  }

  /// A value of RDATE, EXDATE or RECURRENCE-ID as an original start of the series. A date in a series of times means
  /// the instance of that day.
  private func originalStart(_ value: [UInt8], _ line: ICalendarDocument.Property, _ event: EventText)
    throws(EditError) -> Int64
  {
    guard let read = DateOrDateTime(value) else { throw unreadable(line) }
    switch read {
    case .date(let date):
      return part.units(CivilDateTime(date, part.master.kind == .allDay ? .midnight : masterWall.time))
    case .utc(let instant):
      return part.zone == nil ? instant.wall(at: .utc).wallSeconds : instant.secondsSinceEpoch
    case .local(let wall):
      if case .local(let zone) = try event.form(read, line) { return zone.instant(of: wall).secondsSinceEpoch }
      return wall.wallSeconds
    }
  }

  private func moved(_ value: some Collection<UInt8>, _ line: ICalendarDocument.Property, _ event: EventText)
    throws(EditError) -> [UInt8]
  {
    guard let read = DateOrDateTime(Array(value)) else { throw unreadable(line) }
    var out: [UInt8] = []
    switch read {
    case .date(let date): out.append(basic: date.adding(days: shift.days(at: masterWall)) ?? date)
    case .utc(let instant): out.append(basic: try shift.moved(instant))
    case .local(let wall):
      guard case .local(let zone) = try event.form(read, line), zone != shift.zone else {
        out.append(basic: try shift.moved(wall))
        return out
      }
      out.append(basic: zone.wall(at: try shift.moved(zone.instant(of: wall))))
    }
    return out
  }

  private func unreadable(_ line: ICalendarDocument.Property) -> EditError {
    .impossible("\(source.path):\(line.line): a date of the series can't be read; fix it in the file first")
  }
}
