import Bytes
import CivilTime
import Events
import Foundation
import Gate
import ICalendar
import Readers
import Settling
import TimeZones

/// A change or removal in progress: from the event on the page to the bytes of its file.
struct Rewriting {
  let request: EditRequest
  let loaded: LoadedContent
  let system: SystemZones
  let view: Zone
  let now: Instant

  private var wanted: Wanted {
    Wanted(uid: request.uid, recurrenceID: request.recurrenceID, span: request.was!, texts: request.wasTexts)
  }

  /// The texts that change.
  private func texts(_ part: SeriesPart) -> EventTexts {
    request.action == .change ? request.texts.changes(of: part.store.texts(of: part.event)) : .none
  }

  /// A file whose event is edited, as it is now.
  private struct Found {
    var path: String
    var isInFolder: Bool
    var bytes: [UInt8]
    /// The title on pages: that of a note may be a heading.
    var title: [UInt8]
  }

  /// The requested event, as part of its series in the file.
  private func part(_ source: ReadSource) throws(EditError) -> SeriesPart {
    guard let occurrence = source.store.occurrence(wanted, in: view) else { throw Self.changed(source.path) }
    return SeriesPart(occurrence, in: source, view: view)
  }

  func made() throws(EditError) -> SourceEditor.Made {
    let found = try found()
    let (path, bytes) = (found.path, found.bytes)
    if NoteEdit.isNote(path) { return try note(found) }
    let source = ReadSource(bytes, path: path, zones: system.table)
    let part = try part(source)
    let newUID = Random.uid()
    let result: EditResult
    if ReadSource.isList(path) {
      let edit = try ListEdit(source, part, zones: system.table, newUID: newUID)
      result =
        request.action == .remove
        ? try edit.remove(request.scope)
        : try edit.change(request.scope, from: request.was!, to: request.times!, texts(part))
    } else {
      let edit = CalendarEdit(
        source, part, zones: system.table, now: now, isInFolder: found.isInFolder, newUID: newUID)
      result =
        request.action == .remove
        ? try edit.remove(request.scope)
        : try edit.change(request.scope, from: request.was!, to: request.times!, texts(part))
    }
    let shown = try prove(result, source, part)
    var edits: [FileEdit] = []
    if let companion = result.companion {
      let folder = (path as NSString).deletingLastPathComponent
      let name = String(decoding: newUID, as: UTF8.self) + ".ics"
      edits.append(FileEdit(path: folder + "/" + name, before: nil, after: companion))
    }
    if result.bytes != bytes { edits.append(FileEdit(path: path, before: bytes, after: result.bytes)) }
    return SourceEditor.Made(
      uid: result.uid, file: Array(((edits.first?.path ?? path) as NSString).lastPathComponent.utf8),
      page: request.action == .remove ? nil : loaded.page(of: result.uid, in: shown.store), edits: edits)
  }

  /// A change of a note that is an event.
  private func note(_ found: Found) throws(EditError) -> SourceEditor.Made {
    let (path, bytes) = (found.path, found.bytes)
    guard request.action == .change else {
      throw .impossible(
        "\(path): delete this file to remove the note, or remove start from its head to keep it without an event")
    }
    if request.texts.description != nil { throw .impossible(Self.whyNoDescription(path)) }
    let (edit, source) = try list(found, bytes)
    let part = try part(source)
    let result = try ListEdit(source, part, zones: system.table, newUID: Random.uid())
      .change(request.scope, from: request.was!, to: request.times!, texts(part))
    let after = try edit.applied(result.bytes ?? [])
    let made = try prove(result, source, part)
    // The lines of the note say the same as the list.
    guard try list(found, after).source.store.occurrence(shown(result, part), in: view, isAny: true) != nil else {
      throw Self.unreadable(path)
    }
    return SourceEditor.Made(
      uid: result.uid, file: Array((path as NSString).lastPathComponent.utf8),
      page: loaded.page(of: result.uid, in: made.store),
      edits: after == bytes ? [] : [FileEdit(path: path, before: bytes, after: after)])
  }

  /// A note's event as a list of one.
  private func list(_ found: Found, _ bytes: [UInt8]) throws(EditError) -> (edit: NoteEdit, source: ReadSource) {
    let edit = try NoteEdit(bytes, path: found.path, uid: request.uid, title: found.title)
    return (edit, ReadSource(edit.list, path: found.path, zones: system.table, isList: true))
  }

  private static func whyNoDescription(_ path: String) -> String {
    "\(path): the description of this event is the text of the note; edit the note"
  }

  // MARK: Reading

  /// What a form needs to change the event, as in its file.
  /// - Throws: what an edit of it would throw, as far as it is known before.
  func content() throws(EditError) -> EventContent {
    let found = try found()
    let isNote = NoteEdit.isNote(found.path)
    let source =
      isNote
      ? try list(found, found.bytes).source : ReadSource(found.bytes, path: found.path, zones: system.table)
    let part = try part(source)
    if isNote || ReadSource.isList(found.path) {
      _ = try ListEdit(source, part, zones: system.table, newUID: [])
    } else {
      _ = try EventText(part.event, source, CalendarText(source), zones: system.table, view: view)
    }
    return EventContent(
      texts: source.store.texts(of: part.event), path: found.path,
      noDescription: isNote ? Self.whyNoDescription(found.path) : nil)
  }

  // MARK: Finding the file

  /// Finds the file of the event on the page, and reads it. Everything later is based on these bytes, and they are
  /// compared before anything is written.
  private func found() throws(EditError) -> Found {
    let store = loaded.unredacted().store
    // Its texts are compared with the file, since pages may show repaired texts.
    var wanted = wanted
    wanted.texts = .none
    guard let occurrence = store.occurrence(wanted, in: view) else {
      guard let index = store.event(uid: request.uid) else {
        throw .conflict(
          "there is no longer an event with the UID \(String(decoding: quoted(request.uid), as: UTF8.self)); look at "
            + "the page again"
        )
      }
      throw Self.changed(loaded.path(of: store[index]))
    }
    let event = store[occurrence.event]
    let path = loaded.path(of: event)
    let title = store.text(event.title, of: event)
    let calendar = loaded.content.calendars[Int(event.calendar)]
    let members = store.members(of: store.master(of: occurrence.event)).map { store[$0] }
    if members.contains(where: { $0.classification != .public }) {
      throw .impossible(
        "\(path):\(event.line): the event is private, and the site does not show it as it is; edit it in the file")
    }
    if let reason = loaded.whyFixed(event) { throw .impossible("\(path):\(event.line): \(reason)") }
    // Events of a list may belong to any calendar that they name.
    let isOfCalendar = !ReadSource.isList(path) && !NoteEdit.isNote(path)
    if isOfCalendar, case .elsewhere(let reason) = calendar.origin.edits {
      throw .impossible("\(path):\(event.line): \(reason)")
    }
    try requireOneFile(event, path, members)
    let place = try EditPlace(path)
    try place.requireWritable()
    guard let bytes = try place.bytes() else { throw Self.changed(path) }
    let isFolder = if case .folder = calendar.origin { true } else { false }
    return Found(path: path, isInFolder: isOfCalendar && isFolder, bytes: bytes, title: title)
  }

  /// Refuses edits that would need changes in several files.
  private func requireOneFile(_ event: Event, _ path: String, _ members: [Event]) throws(EditError) {
    let isWhole = request.scope != .this || request.action == .remove
    if isWhole, let other = members.first(where: { $0.document != event.document }) {
      throw .impossible(
        "\(path):\(event.line): instances of this event are also in \(loaded.path(of: other)); edit those files")
    }
    guard request.action == .remove else { return }
    let read = loaded.read
    let twin = read.events.first { other in
      other.document != event.document && other.uidHash == event.uidHash
        && read.text(other.uid, of: other) == request.uid
    }
    if let twin {
      throw .impossible(
        "\(path):\(event.line): the same event is also in \(loaded.path(of: twin)), and would become visible; "
          + "remove it there first"
      )
    }
  }

  static func changed(_ path: String) -> EditError {
    .conflict("\(path): the event is no longer as the page shows it; look at the page again")
  }

  static func unreadable(_ path: String) -> EditError {
    .impossible("\(path): this can't be written in a way that reads back as meant; edit the file by hand")
  }

  // MARK: Verification

  /// How the edited occurrence has to read.
  private func shown(_ result: EditResult, _ part: SeriesPart) -> Wanted {
    Wanted(
      uid: result.uid, recurrenceID: nil, span: request.times!,
      texts: texts(part).applied(to: part.store.texts(of: part.event)))
  }

  /// Reads the new bytes and compares them with the request before anything is written.
  /// - Returns: the file with the edited event.
  private func prove(_ result: EditResult, _ old: ReadSource, _ part: SeriesPart) throws(EditError) -> ReadSource {
    let new = ReadSource(result.bytes ?? [], path: old.path, zones: system.table, isList: old.isList)
    let beside = result.companion.map { ReadSource($0, path: "new.ics", zones: system.table) }
    func fail() -> EditError { Self.unreadable(old.place(of: part.event)) }
    if result.bytes != nil, !old.hasProblems(of: new) { throw fail() }
    if let beside, beside.problems.count > old.problems.count { throw fail() }
    switch request.action {
    case .create: break
    case .remove:
      if result.bytes != nil, new.store.occurrence(wanted, in: view) != nil { throw fail() }
    case .change:
      guard (beside ?? new).store.occurrence(shown(result, part), in: view, isAny: true) != nil,
        result.hasTexts(texts(part), request.scope, part, old, new, rest: beside ?? new)
      else { throw fail() }
    }
    if result.bytes != nil, Self.others(old, part, view) != Self.others(new, part, view, except: result.uid) {
      throw fail()
    }
    if !result.isProven(part, new, rest: beside ?? new) {
      throw RuleText.contradiction("some instances would move differently than the edited one")
    }
    return beside ?? new
  }

  /// A checksum of all events with other UIDs, line by line.
  private static func others(_ source: ReadSource, _ part: SeriesPart, _ view: Zone, except uid: [UInt8]? = nil)
    -> [UInt64]
  {
    let own = part.store.text(part.event.uid, of: part.event)
    return source.read.events.compactMap { event in
      let name = source.read.text(event.uid, of: event)
      // UIDs derived from content number equal events, and so depend on each other.
      if name == own || name == uid || name.suffix(derived.count).elementsEqual(derived) { return nil }
      return StableHash.of(source.document.span(of: Int(event.component)))
    }
  }

  private static let derived = Array("@events.json.busylife".utf8)
}
