import Bytes
import CivilTime
import Events
import ICalendar
import Readers
import Settling
import TimeZones

/// An edit of an events.json. Its events have no RECURRENCE-ID: a single changed instance becomes an exception of its
/// series and another event.
struct ListEdit {
  private let source: ReadSource
  private let text: ListText
  private let part: SeriesPart
  private let event: ListEvent
  /// The UID for an event that the edit makes, if the original event has one.
  private let newUID: [UInt8]
  private let zones: ZoneTable

  init(_ source: ReadSource, _ part: SeriesPart, zones: ZoneTable, newUID: [UInt8]) throws(EditError) {
    self.zones = zones
    self.source = source
    self.part = part
    self.newUID = newUID
    // Positions are counted in what was read.
    if String(validating: source.bytes, as: UTF8.self) == nil {
      throw .impossible("\(source.path): this is not UTF-8; save the file as UTF-8 first")
    }
    text = try ListText(source.bytes, path: source.path)
    let position = source.position(of: part.event)
    guard let object = text.objects.first(where: { $0.position == position }) else {
      throw .conflict("\(source.path): the event is not where it was; look at the page again")
    }
    let place = source.place(of: part.event)
    if let problem = source.problems.first(where: { position <= $0.position && $0.position < object.end }) {
      let message = String(decoding: problem.message, as: UTF8.self)
      throw .impossible("\(source.path):\(problem.position.line): \(message); fix it first")
    }
    event = ListEvent(
      object: object, event: part.event, store: source.store, zones: zones, view: part.view, place: place)
  }

  /// - Parameter offset: the new offset of the edited event; `nil` if it is removed.
  private func result(_ patch: Patch, at offset: Int?, proof: Proof = .none) -> EditResult {
    let bytes = patch.applied(to: source.bytes)
    let old = part.store.text(part.event.uid, of: part.event)
    guard let offset else { return EditResult(bytes: bytes, uid: old) }
    // A UID derived from the content has changed with it.
    let again = ReadSource(bytes, path: source.path, zones: zones, isList: true)
    func uid(at offset: Int) -> [UInt8] {
      let position = bytes.withUnsafeBufferPointer { buffer in
        var cursor = PositionCursor(buffer)
        return cursor.position(of: offset)
      }
      let event = again.read.events.first { again.position(of: $0) == position }
      return event.map { again.read.text($0.uid, of: $0) } ?? old
    }
    // The series keeps its offset, whatever follows it.
    return EditResult(
      bytes: bytes, uid: uid(at: offset), seriesUID: uid(at: event.object.range.lowerBound), proof: proof)
  }

  // MARK: Change

  func change(_ scope: EditRequest.Scope, from was: EventSpan, to new: EventSpan, _ texts: EventTexts)
    throws(EditError) -> EditResult
  {
    var patch = Patch()
    var changes = ListText.Changes()
    guard part.occurrence.recurs else {
      if was != new { try event.setTimes(part.units(new), &changes) }
      try set(texts, &changes)
      if !changes.isEmpty { patch.replace(event.object.range, with: text.rebuilt(event.object, changes)) }
      return result(patch, at: event.object.range.lowerBound)
    }
    if scope == .this { return try setApart(to: new, texts) }
    guard new.isAllDay == was.isAllDay else {
      throw .impossible(
        "\(event.place): a whole series can't change between dates and times of day; change this instance alone "
          + "(\"this\"), or the file"
      )
    }
    let (shift, length) = part.move(from: was, to: new)
    if scope == .all || part.isFirst {
      try move(shift, start: part.master.start, length: length, &changes)
      try set(texts, &changes)
      if !changes.isEmpty { patch.replace(event.object.range, with: text.rebuilt(event.object, changes)) }
      return result(patch, at: event.object.range.lowerBound, proof: .moved(shift))
    }
    // From one instance on: the series ends, and another begins.
    let original = part.occurrence.original
    guard let place = part.rulePlace() else {
      throw .impossible(
        "\(event.place): this instance is not one of "
          + "the rule's")
    }
    try move(shift, start: original, length: length, count: place, &changes)
    try set(texts, &changes)
    if event.object.member("uid") != nil { changes.set("uid", text: newUID) }
    let rest = text.rebuilt(event.object, changes)
    let ended = text.rebuilt(event.object, try ending())
    patch.replace(event.object.range, with: ended)
    let offset = text.insert(rest, after: event.object, &patch) + ended.count - event.object.range.count
    return result(patch, at: offset, proof: .split(shift, at: original))
  }

  private func setApart(to new: EventSpan, _ texts: EventTexts) throws(EditError) -> EditResult {
    var own = ListText.Changes()
    for key in ["rrule", "exdates", "except"] as [StaticString] { own.set(key, to: nil) }
    if event.object.member("uid") != nil { own.set("uid", text: newUID) }
    try event.setTimes(part.units(new), &own)
    try set(texts, &own)
    let instance = text.rebuilt(event.object, own)
    var changes = ListText.Changes()
    changes.set("exdates", to: try excluding(part.occurrence.original), after: "rrule")
    let series = text.rebuilt(event.object, changes)
    var patch = Patch()
    patch.replace(event.object.range, with: series)
    let offset = text.insert(instance, after: event.object, &patch) + series.count - event.object.range.count
    return result(patch, at: offset, proof: .without(part.occurrence.original))
  }

  private func set(_ texts: EventTexts, _ changes: inout ListText.Changes) throws(EditError) {
    if let title = texts.title { changes.set("title", text: title) }
    if let location = texts.location { try setLocation(location, &changes) }
    if let description = texts.description {
      // `desc` is another name for it.
      let key: StaticString = event.object.member("desc") == nil ? "description" : "desc"
      changes.set(key, to: description.isEmpty ? nil : ListText.string(description))
    }
  }

  /// A place that is an object gets another name; its coordinates, which are those of the former place, go.
  private func setLocation(_ location: [UInt8], _ changes: inout ListText.Changes) throws(EditError) {
    guard !location.isEmpty, let old = event.object.member("location"), let parts = text.object(old) else {
      return changes.set("location", to: location.isEmpty ? nil : ListText.string(location))
    }
    if parts.member("name") == nil, parts.member("city") != nil {
      throw .impossible("\(event.place): its location is a city without a name; edit it in the file")
    }
    var own = ListText.Changes()
    own.set("name", text: location)
    for key in ["latitude", "longitude"] as [StaticString] { own.set(key, to: nil) }
    changes.set("location", to: parts.members.isEmpty ? ListText.string(location) : text.rebuilt(parts, own))
  }

  /// Moves the series, or the part that begins with an instance.
  /// - Parameter count: the number of instances of its rule before that one.
  private func move(
    _ shift: Shift, start: Int64, length: Int64?, count: Int = 0, _ changes: inout ListText.Changes
  ) throws(EditError) {
    let (times, wall) = try part.times(from: start, movedBy: shift, length: length)
    try event.setTimes(times, nominal: wall, keepsDuration: length == nil, &changes)
    if let (written, prefix) = try ruleText() {
      var rule = written
      let before = rule.bytes
      if let total = rule.rule.count, count > 0 {
        guard total > Int64(count) else { throw RuleText.contradiction("its COUNT ends before this instance") }
        rule.setCount(total - Int64(count))
      }
      try rule.move(by: shift, instance: part.nominal(part.occurrence.original), start: part.nominal(start))
      if rule.bytes != before { changes.set("rrule", text: prefix + rule.bytes) }
    }
    guard let member = event.object.member("exdates") else { return }
    let low = start == part.master.start ? Int64.min : start
    let items = text.items(member)
    var kept: [[UInt8]?] = []
    for (item, exception) in zip(items, try event.exceptions()) {
      guard event.originalStart(exception) >= low else {
        kept.append(nil)
        continue
      }
      let moved = shift.isNone ? exception : try event.moved(exception, by: shift)
      kept.append(moved == exception ? item : ListText.string(moved))
    }
    if kept != items { changes.set("exdates", to: text.array(member, kept)) }
  }

  /// The value of `exdates` with another original start.
  private func excluding(_ original: Int64) throws(EditError) -> [UInt8]? {
    let new = ListText.string(try event.exception(original))
    guard let member = event.object.member("exdates") else { return [.openBracket] + new + [.closeBracket] }
    _ = try event.exceptions()
    return text.array(member, text.items(member), adding: new)
  }

  private func ruleText() throws(EditError) -> (rule: RuleText, prefix: [UInt8])? {
    guard let member = event.object.member("rrule"), case .string(let text) = member.value.kind else { return nil }
    let hasName = Array(text.trimmed).asciiUppercased.starts(with: "RRULE:".utf8)
    let value = hasName ? Array(text.trimmed.dropFirst(6)) : Array(text.trimmed)
    return (try RuleText(value, place: event.place), hasName ? [UInt8]("RRULE:") : [])
  }

  /// The series, ended before the occurrence.
  private func ending() throws(EditError) -> ListText.Changes {
    var changes = ListText.Changes()
    guard let (written, prefix) = try ruleText() else { return changes }
    var rule = written
    rule.end(before: part.originalStart)
    changes.set("rrule", text: prefix + rule.bytes)
    return changes
  }

  // MARK: Remove

  func remove(_ scope: EditRequest.Scope) throws(EditError) -> EditResult {
    var patch = Patch()
    if !part.occurrence.recurs || scope == .all || (scope == .future && part.isFirst) {
      text.remove(event.object, &patch)
      return result(patch, at: nil)
    }
    if scope == .future {
      guard part.rulePlace() != nil else { throw .impossible("\(event.place): this instance is not one of the rule's") }
      patch.replace(event.object.range, with: text.rebuilt(event.object, try ending()))
      return result(patch, at: event.object.range.lowerBound, proof: .ended(at: part.occurrence.original))
    }
    var changes = ListText.Changes()
    changes.set("exdates", to: try excluding(part.occurrence.original), after: "rrule")
    patch.replace(event.object.range, with: text.rebuilt(event.object, changes))
    return result(patch, at: event.object.range.lowerBound, proof: .without(part.occurrence.original))
  }

  // MARK: Create

  /// A file with a new event.
  /// - Parameter calendar: the value of the event's `calendar`.
  static func creating(
    _ span: EventSpan, _ texts: EventTexts, uid: [UInt8], in source: ReadSource, view: Zone, isNamed: Bool,
    calendar: [UInt8]? = nil
  ) throws(EditError) -> [UInt8] {
    let text = try ListText(source.bytes, path: source.path)
    var members: [(key: StaticString, value: [UInt8])] = [
      ("uid", ListText.string(uid)), ("title", ListText.string(texts.title ?? [])),
    ]
    var zone: [UInt8]?
    func time(_ instant: Instant) -> [UInt8] {
      var out: [UInt8] = []
      let wall = view.wall(at: instant)
      if isNamed, view.instant(of: wall) == instant {
        out.append(iso: wall)
        zone = view.identifier
        return out.suffix(3) == [0x3A, 0x30, 0x30] ? out.dropLast(3) : out
      }
      out.append(rfc3339: instant, at: view.offset(at: instant))
      return out
    }
    switch span {
    case .dates(let first, let last):
      for (key, date) in [("start", first), ("end", last)] as [(StaticString, CivilDate)] {
        members.append((key, ListText.string(.written { $0.append(iso: date) })))
      }
      members.append(("allDay", [UInt8]("true")))
    case .times(let first, let last):
      members.append(("start", ListText.string(time(first))))
      members.append(("end", ListText.string(time(last))))
    }
    if let zone { members.append(("tz", ListText.string(zone))) }
    if let calendar { members.append(("calendar", ListText.string(calendar))) }
    let more: [(StaticString, [UInt8]?)] = [("location", texts.location), ("description", texts.description)]
    for (key, value) in more {
      if let value, !value.isEmpty { members.append((key, ListText.string(value))) }
    }
    var patch = Patch()
    _ = text.insert(text.object(members), after: nil, &patch)
    return patch.applied(to: source.bytes)
  }
}
