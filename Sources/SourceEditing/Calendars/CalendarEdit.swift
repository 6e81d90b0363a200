import Bytes
import CivilTime
import Events
import ICalendar
import Settling
import TimeZones

/// An edit of an `.ics` file.
struct CalendarEdit {
  let source: ReadSource
  let text: CalendarText
  let part: SeriesPart
  let zones: ZoneTable
  let now: Instant
  /// Whether the file is in a folder with one event per file.
  let isInFolder: Bool
  /// The UID for an event that the edit makes.
  let newUID: [UInt8]

  init(
    _ source: ReadSource, _ part: SeriesPart, zones: ZoneTable, now: Instant, isInFolder: Bool, newUID: [UInt8]
  ) {
    self.source = source
    self.part = part
    self.zones = zones
    self.now = now
    self.isInFolder = isInFolder
    self.newUID = newUID
    text = CalendarText(source)
  }

  private var uid: [UInt8] { part.store.text(part.event.uid, of: part.event) }

  func eventText(_ event: Event) throws(EditError) -> EventText {
    try EventText(event, source, text, zones: zones, view: part.view)
  }

  // MARK: Change

  /// Changes the time and the texts of an event.
  func change(_ scope: EditRequest.Scope, from was: EventSpan, to new: EventSpan, _ texts: EventTexts)
    throws(EditError) -> EditResult
  {
    if !part.occurrence.recurs || (scope == .this && part.event.isOverride) {
      return try changeAlone(from: was, to: new, texts)
    }
    try refuseRanges()
    if scope == .this { return try setApart(to: new, texts) }
    try part.requirePlain(source.place(of: part.master))
    guard new.isAllDay == was.isAllDay, part.master.kind == .allDay ? new.isAllDay : !new.isAllDay else {
      throw .impossible(
        "\(source.place(of: part.master)): a whole series can't change between dates and times of day; change this "
          + "instance alone (\"this\"), or the file"
      )
    }
    let move = SeriesMove(self, from: was, to: new, texts)
    return scope == .all || part.isFirst ? try move.all() : try move.future()
  }

  private func changeAlone(from was: EventSpan, to new: EventSpan, _ texts: EventTexts) throws(EditError) -> EditResult
  {
    if part.event.isThisAndFuture { try refuseRanges() }
    let event = try eventText(part.event)
    var patch = Patch()
    if was != new { try event.setTimes(event.units(new), &patch) }
    try event.set(texts, &patch)
    if !patch.isEmpty { event.stamp(now, &patch) }
    return EditResult(
      bytes: patch.applied(to: source.bytes), uid: uid, proof: part.occurrence.recurs ? .kept : .none)
  }

  /// Makes an override of an instance: a VEVENT with RECURRENCE-ID, after the series.
  private func setApart(to new: EventSpan, _ texts: EventTexts) throws(EditError) -> EditResult {
    let master = try eventText(part.master)
    var own = Patch()
    for name in [PropertyName.rrule, .rdate, .exdate, .exrule] {
      for line in master.all(name) { master.remove(line, &own) }
    }
    master.add(try originalLine("RECURRENCE-ID", master), &own)
    try master.setTimes(master.units(new), isAlone: true, &own)
    try master.set(texts, &own)
    master.stamp(now, &own)
    var patch = Patch()
    insert(own.applied(to: source.bytes, in: master.range), after: master, &patch)
    return EditResult(bytes: patch.applied(to: source.bytes), uid: uid, proof: .kept)
  }

  private func refuseRanges() throws(EditError) {
    guard part.event.isThisAndFuture || part.overrides.contains(where: { $0.isThisAndFuture }) else { return }
    throw .impossible(
      "\(source.place(of: part.master)): an instance of the series applies to all that follow (RANGE=THISANDFUTURE), "
        + "which can't be edited here; edit the file"
    )
  }

  /// The line that names the occurrence by its original start, in the form of DTSTART.
  private func originalLine(_ name: StaticString, _ master: EventText) throws(EditError) -> [UInt8] {
    let original = part.occurrence.original
    let parameters = Array(text.document.parameters(master.first(.dtstart)!))
    do throws(EditError) {
      return [UInt8](name) + parameters + [.colon] + (try master.value(original, part.master.kind, as: master.form))
    } catch {
      // The second of two equal local times.
      return [UInt8](name) + [.colon] + (try master.value(original, part.master.kind, as: .utc))
    }
  }

  /// Inserts components after another one; the file may lack a final line ending.
  func insert(_ components: [UInt8], after other: EventText, _ patch: inout Patch) {
    let end = other.range.upperBound
    patch.insert(source.bytes[end - 1] == .lineFeed ? components : other.written([]) + components, at: end)
  }

  // MARK: Remove

  func remove(_ scope: EditRequest.Scope) throws(EditError) -> EditResult {
    guard part.occurrence.recurs, scope != .all else { return try removeAll() }
    if part.isOrphan, scope == .this {
      var patch = Patch()
      patch.remove(try eventText(part.event).range)
      return finish(patch)
    }
    try refuseRanges()
    if scope == .future {
      try part.requirePlain(source.place(of: part.master))
      if part.isFirst { return try removeAll() }
      return try SeriesMove(self, from: nil, to: nil, .none).end()
    }
    let master = try eventText(part.master)
    var patch = Patch()
    if part.event.isOverride { patch.remove(try eventText(part.event).range) }
    master.add(
      try originalLine("EXDATE", master), after: master.all(.exdate).last ?? master.all(.rrule).last, &patch)
    master.stamp(now, &patch)
    return finish(patch, .without(part.occurrence.original))
  }

  /// Removes every component of the UID, older versions too, which would otherwise become visible.
  private func removeAll() throws(EditError) -> EditResult {
    var patch = Patch()
    for event in source.versions(of: uid) {
      if event.uid.isEmpty, event.component != part.event.component { continue }
      patch.remove(try eventText(event).range)
    }
    return finish(patch)
  }

  /// A file of a folder is removed with its last component.
  private func finish(_ patch: Patch, _ proof: Proof = .none) -> EditResult {
    let bytes = patch.applied(to: source.bytes)
    let isEmpty = isInFolder && ICalendarDocument(parsing: bytes).contents.isEmpty
    return EditResult(bytes: isEmpty ? nil : bytes, uid: uid, proof: proof)
  }
}

// MARK: - New events

extension CalendarEdit {
  /// An `.ics` file with a new event before its END:VCALENDAR.
  static func creating(
    _ span: EventSpan, _ texts: EventTexts, uid: [UInt8], in source: ReadSource, view: Zone, now: Instant
  ) throws(EditError) -> [UInt8] {
    let text = CalendarText(source)
    let document = source.document
    guard let calendar = document.components.lastIndex(where: { $0.kind == .vcalendar }),
      !document.components[calendar].isBroken, let end = text.range(of: calendar)?.end
    else {
      throw .impossible("\(source.path): the file has no BEGIN:VCALENDAR with its END:VCALENDAR; fix it first")
    }
    let name = EventText.zoneName(of: view, in: document)
    var patch = Patch()
    let ending = text.ending(of: text.line(document.components[calendar].line))
    patch.insert(
      component(span, texts, uid: uid, zone: name.map { ($0, view) }, now: now, ending: ending), at: end.lowerBound)
    return patch.applied(to: source.bytes)
  }

  /// A whole file with one event, for a folder with one event per file.
  static func file(_ span: EventSpan, _ texts: EventTexts, uid: [UInt8], now: Instant) -> [UInt8] {
    var out = [UInt8]("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//busylife-gen//SourceEditing//EN\r\n")
    out += component(span, texts, uid: uid, zone: nil, now: now, ending: [0x0D, 0x0A])
    return out + "END:VCALENDAR\r\n"
  }

  private static func component(
    _ span: EventSpan, _ texts: EventTexts, uid: [UInt8], zone: (name: [UInt8], zone: Zone)?, now: Instant,
    ending: [UInt8]
  ) -> [UInt8] {
    let stamp = [UInt8].written { $0.append(basic: now) }
    var lines: [[UInt8]] = [[UInt8]("BEGIN:VEVENT"), "UID:" + uid, "DTSTAMP:" + stamp, "CREATED:" + stamp]
    for (name, isEnd) in [("DTSTART", false), ("DTEND", true)] as [(StaticString, Bool)] {
      var line = [UInt8](name)
      switch span {
      case .dates(let first, let last):
        line.append(";VALUE=DATE:")
        line.append(basic: isEnd ? last : first)
      case .times(let first, let last):
        let instant = isEnd ? last : first
        if let zone, zone.zone.instant(of: zone.zone.wall(at: instant)) == instant {
          line += ";TZID=" + ICalendarWriter.parameterValue(zone.name) + ":"
          line.append(basic: zone.zone.wall(at: instant))
        } else {
          line.append(":")
          line.append(basic: instant)
        }
      }
      lines.append(line)
    }
    lines.append(EventText.line("SUMMARY", [], texts.title ?? []))
    if let text = texts.location, !text.isEmpty { lines.append(EventText.line("LOCATION", [], text)) }
    if let text = texts.description, !text.isEmpty { lines.append(EventText.line("DESCRIPTION", [], text)) }
    lines.append([UInt8]("END:VEVENT"))
    return lines.flatMap { CalendarText.written($0, ending: ending) }
  }
}
