import Bytes
import CalendarPages
import CivilTime
import Events
import Foundation
import Gate
import ICalendar
import Publishing
import Readers
import Settling
import TimeZones

/// What each audience sees of an event, and which rule decides it: printed by `explain`. What is seen is looked up in
/// the store that the audience gets, made by the gate; only the reason is found apart.
package struct Explanation {
  /// What one audience sees.
  private struct View {
    /// Empty for the site of a content without audiences.
    var audience: String
    var privacy: Privacy
    var rule: Rule
    var fields: [EventField]
    /// What is seen of it as busy time, one line each.
    var remarks: [String] = []
  }

  /// The rule that decided.
  private struct Rule {
    var text: String
    /// `nil` if nothing written in a file decided.
    var place: (path: String, line: Int)?
  }

  private let loaded: LoadedContent
  /// All events.
  private let store: EventStore
  /// The event; for a series, its master.
  private let main: Int32
  private let heading: [UInt8]
  /// Everything that is known of it.
  private var whole: [EventField] = []
  private var views: [View] = []

  /// The greatest number of blocks of busy time that are shown.
  private static let blockLimit = 3

  /// - Parameter text: as ``EventFinder/event(_:)`` takes it.
  package init(of text: String, in loaded: LoadedContent, _ options: ReadingOptions) throws(BuildError) {
    // With settings that are not understood it is unknown who sees what.
    try loaded.requireReadable()
    self.loaded = loaded
    store = loaded.unredacted().store
    let finder = EventFinder(loaded, store)
    main = try finder.event(text)
    let event = store[main]
    let title = store.text(event.title, of: event)
    var heading: [UInt8] = []
    heading.append(printable: title.isEmpty ? [UInt8]("Untitled") : title)
    heading.append(event.uid.isEmpty ? ", without a UID" : ", UID ")
    heading.append(printable: store.text(event.uid, of: event))
    heading.append(" (")
    heading.append(printable: Array(finder.place(main).utf8))
    heading.append(")\n")
    self.heading = heading
    let system = try ReadingOptions.system()
    let configuration = loaded.content.configuration
    whole = EventField.all(
      of: event, in: store, notes: titles(of: loaded.content.notes),
      zone: try options.zone(of: configuration, system))
    let audiences: [Audience?] = configuration.audiences.isEmpty ? [nil] : configuration.audiences
    for audience in audiences { views.append(try view(audience, options, system)) }
  }

  // MARK: What is seen

  private func view(_ audience: Audience?, _ options: ReadingOptions, _ system: SystemZones) throws(BuildError) -> View
  {
    let reader = Reader(audience: audience)
    let settings = reader.settings(loaded.content.configuration)
    let zone = try options.zone(of: settings, system)
    let now = try options.instant()
    let window = try options.window(settings.window, now: zone.wall(at: now).date)
    let content = loaded.redacted(for: reader, BusyTime(title: [], zone: zone, window: window))
    let policy = loaded.policy(for: reader)
    let own = store[main].place
    let place = loaded.read.shown(for: own, under: policy) ?? own
    let shown = content.origins.firstIndex(of: place).map { content.store.events[$0] }
    let privacy = loaded.read.levels(under: policy).levels[Int(place)]
    var view = View(
      audience: audience?.name ?? "", privacy: privacy, rule: rule(policy, audience, of: place),
      fields: EventField.all(of: shown, in: content.store, notes: titles(of: content.notes), zone: zone))
    if privacy == .full { view.remarks = withheldNotes(content.notes) }
    if privacy == .busy {
      let start = max(now, zone.instant(of: CivilDateTime(window.lowerBound))).secondsSinceEpoch
      let end = zone.instant(of: CivilDateTime(window.upperBound)).secondsSinceEpoch
      let own = loaded.read.chosen(under: policy).unredacted().store
      view.remarks = busyTime(
        content.store, of: own.events.firstIndex { $0.place == place }, in: own, window: start..<end,
        told: Links.told(around: window), zone)
    }
    return view
  }

  /// Those among some notes that are on the event.
  private func own(_ notes: [Note]) -> [Note] {
    let event = store[main]
    if event.uid.isEmpty { return [] }
    let placement = Note.Placement.event(uid: store.text(event.uid, of: event))
    return notes.filter { $0.placement == placement }
  }

  private func titles(of notes: [Note]) -> [[UInt8]] { own(notes).map { $0.title } }

  /// Notes on an event shown in full that are not shown themselves, and the lines that decided.
  private func withheldNotes(_ shown: [Note]) -> [String] {
    let paths = Set(own(shown).map { $0.path })
    return own(loaded.content.notes).compactMap { note in
      guard !paths.contains(note.path), let line = note.privacyLine, note.privacy > .full else { return nil }
      return "its note is not shown, by privacy: \(note.privacy.name) of the note (\(note.path):\(line))"
    }
  }

  /// The blocks of merged busy time that the next occurrences are in, or why there are none. O(occurrences in the days
  /// that are told of, and blocks).
  /// - Parameters:
  ///   - shown: has the blocks.
  ///   - index: the event as it is for the audience.
  ///   - store: all events as they are for the audience.
  ///   - told: the days for which busy time is given.
  private func busyTime(
    _ shown: EventStore, of index: Int?, in store: EventStore, window: Range<Int64>, told: Range<CivilDate>,
    _ zone: Zone
  ) -> [String] {
    guard let index else { return [] }
    let main = Int32(index)
    let counting = members(of: main, in: store)
      .filter { store[$0].isOpaque && store[$0].status != .cancelled }
    if counting.isEmpty {
      let event = store.events[index]
      let reason = event.status == .cancelled ? "it is cancelled" : "its time is free (TRANSP:TRANSPARENT)"
      return ["not shown at all, since \(reason), which is no busy time"]
    }
    func second(_ date: CivilDate) -> Int64 { zone.instant(of: CivilDateTime(date)).secondsSinceEpoch }
    func occurrences(_ times: Range<Int64>) -> [Occurrence] {
      store.occurrences(of: store.master(of: main), from: times.lowerBound, to: times.upperBound, in: zone)
    }
    let all = occurrences(second(told.lowerBound)..<second(told.upperBound))
    if all.isEmpty { return ["not shown at all, since it is more than ten years outside of the window"] }
    if !all.contains(where: { $0.start < $0.end }) {
      return ["not shown at all, since it has no length, and so is no busy time"]
    }
    let blocks = shown.events.filter { shown.isBusyBlock($0) }
    var found: [String] = []
    var last: Int64?
    for occurrence in occurrences(window) {
      let event = store[occurrence.event]
      guard event.isOpaque, event.status != .cancelled, occurrence.start < occurrence.end else { continue }
      let index = blocks.partitioningIndex { $0.end > occurrence.start }
      guard index < blocks.count, blocks[index].start <= occurrence.start, blocks[index].start != last else { continue }
      last = blocks[index].start
      found.append("seen as busy from \(text(blocks[index].start, zone)) to \(text(blocks[index].end, zone))")
      if found.count == Self.blockLimit { return found }
    }
    return found.isEmpty ? ["seen as busy time, but not between now and the end of the window"] : found
  }

  private func text(_ seconds: Int64, _ zone: Zone) -> String {
    let instant = Instant(clamping: seconds)
    return String(
      decoding: [UInt8].written { $0.append(rfc3339: instant, at: zone.offset(at: instant)) }, as: UTF8.self)
  }

  // MARK: The reason

  /// An event, and all others with its UID: together they have one level.
  private func members(of main: Int32, in store: EventStore) -> [Int32] {
    let event = store[main]
    if event.uid.isEmpty { return [main] }
    let uid = store.text(event.uid, of: event)
    let others = store.events.indices.filter { index in
      let other = store.events[index]
      return index != Int(main) && other.uidHash == event.uidHash && store.text(other.uid, of: other) == uid
    }
    return [main] + others.map { Int32($0) }
  }

  /// - Parameter place: the event in what was read.
  private func rule(_ policy: PrivacyPolicy, _ audience: Audience?, of place: Int32) -> Rule {
    let decider = loaded.read.verdict(on: place, under: policy)
    let event = decider.event
    var rule = rule(decider.reason, decider.privacy, event, audience)
    let own = loaded.read[place]
    if (event.document, event.component) != (own.document, own.component) {
      let what = event.isOverride ? "the changed instance" : "the copy of another calendar"
      rule.text += ", by \(what) in \(loaded.path(of: event)):\(event.line)"
    }
    return rule
  }

  private func rule(
    _ reason: PrivacyPolicy.Reason, _ privacy: Privacy, _ event: Event, _ audience: Audience?
  ) -> Rule {
    let configuration = loaded.content.configuration
    func settings(_ position: Position?) -> (String, Int)? { position.map { (configuration.path, $0.line) } }
    switch reason {
    case .site:
      if let audience, audience.privacy > configuration.privacy {
        return Rule(
          text: "privacy: \(privacy.name) of the audience \(audience.name)", place: settings(position(of: audience)))
      }
      guard let position = configuration.privacyPositions["privacy"] else {
        return Rule(text: "no setting withholds anything", place: nil)
      }
      return Rule(text: "privacy: \(privacy.name) of the site", place: settings(position))
    case .calendar:
      let calendar = loaded.content.calendars[Int(event.calendar)]
      let name = String(decoding: calendar.name, as: UTF8.self)
      if let audience, let named = audience.calendars, !named.contains(where: { $0.equalsIgnoringCase(calendar.name) })
      {
        return Rule(
          text: "the audience \(audience.name) does not have the calendar \(name)",
          place: settings(position(of: audience)))
      }
      return Rule(
        text: "privacy: \(privacy.name) of the calendar \(name)",
        place: settings(calendar.entry.flatMap { configuration.privacyPositions["calendars[\($0.index)].privacy"] }))
    case .document:
      let file = loaded.files[Int(event.document)]
      return Rule(
        text: "privacy: \(privacy.name) of the note", place: (file.path, file.privacyPosition?.line ?? Int(event.line)))
    case .classification:
      let written = String(decoding: store.text(.class, of: event), as: UTF8.self)
      let known = event.classification == .confidential || written.uppercased() == "PRIVATE"
      let file = loaded.files[Int(event.document)]
      let line = store.property(.class, of: event).map { Int(file.line(of: $0.line)) }
      return Rule(
        text: "CLASS:\(written)\(known ? "" : ", an unknown class and so private"), which no rule names",
        place: (file.path, line ?? Int(event.line)))
    case .cut:
      let file = loaded.files[Int(event.document)]
      return Rule(
        text: "an event with the same UID has no END:VEVENT, so its privacy can't be read",
        place: (file.path, Int(file.line(of: event.line))))
    case .rule(let index):
      let rule = configuration.rules[index]
      return Rule(
        text: "the rule \(rule.key): \(rule.value), privacy: \(privacy.name)", place: settings(rule.position))
    }
  }

  private func position(of audience: Audience) -> Position? {
    let configuration = loaded.content.configuration
    return configuration.audiences.firstIndex(of: audience).map { configuration.audiencePositions[$0] }
  }

  // MARK: Output

  /// One object for each audience.
  package func json() -> [UInt8] {
    var out: [UInt8] = []
    for (index, view) in views.enumerated() {
      out.append(index == 0 ? "[\n {\"audience\":" : ",\n {\"audience\":")
      out.append(json: view.audience.utf8)
      out.append(",\"privacy\":\"")
      out.append(view.privacy.name)
      out.append("\",\"rule\":")
      out.append(json: view.rule.text.utf8)
      out.append(",\"file\":")
      if let place = view.rule.place { out.append(json: place.path.utf8) } else { out.append("null") }
      out.append(",\"line\":")
      if let place = view.rule.place { out.append(decimal: place.line) } else { out.append("null") }
      out.append(",\"fields\":{")
      for (index, field) in view.fields.enumerated() {
        out.append(index == 0 ? "\n  \"" : ",\n  \"")
        out.append(field.name)
        out.append("\":")
        field.appendJSON(to: &out)
      }
      out.append("}}")
    }
    out.append("\n]\n")
    return out
  }

  /// For people: a paragraph for each audience, a line for each field.
  package func text() -> [UInt8] {
    var out = heading
    for view in views {
      out.append("\n")
      out.append(printable: Array((view.audience.isEmpty ? "The site" : view.audience).utf8))
      out.append(": ")
      out.append(view.privacy.name)
      out.append(view.rule.place == nil ? ", as " : ", by ")
      out.append(printable: Array(view.rule.text.utf8))
      if let place = view.rule.place { out.append(printable: Array(" (\(place.path):\(place.line))".utf8)) }
      out.append("\n")
      for (field, known) in zip(view.fields, whole) {
        out.append("  ")
        out.append(field.name)
        for _ in field.name.utf8CodeUnitCount..<13 { out.append(ascii: " ") }
        if field.value == .none, known.value != .none { out.append("not shown") } else { field.appendText(to: &out) }
        out.append("\n")
      }
      for remark in view.remarks {
        out.append("  ")
        out.append(printable: Array(remark.utf8))
        out.append("\n")
      }
    }
    return out
  }
}
