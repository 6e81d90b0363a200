import Bytes
import CivilTime
import Events
import Foundation
import ICalendar
import Readers
import Settling
import SiteBuilder
import TimeZones

/// A change or removal in progress: from the event on the page to the bytes of its file.
struct Rewriting {
  private let request: EditRequest
  private let loaded: LoadedContent
  private let system: SystemZones
  private let view: Zone
  private let now: Instant

  init(_ request: EditRequest, _ loaded: LoadedContent, _ system: SystemZones, _ view: Zone, _ now: Instant) {
    (self.request, self.loaded, self.system) = (request, loaded, system)
    (self.view, self.now) = (view, now)
  }

  private var wanted: Wanted {
    Wanted(uid: request.uid, recurrenceID: request.recurrenceID, span: request.was!, title: request.wasTitle)
  }

  /// The new title; `nil` to keep it.
  private var title: [UInt8]? {
    guard request.action == .change, let title = request.title else { return nil }
    return request.wasTitle.map { $0.words == title.words } ?? false ? nil : title
  }

  func made() throws(EditError) -> SourceEditor.Made {
    let (path, isInFolder) = try find()
    let place = try EditPlace(path)
    try place.requireWritable()
    // Everything below is based on these bytes, and they are compared before anything is written.
    guard let bytes = try place.bytes() else { throw Self.changed(path) }
    if NoteEdit.isNote(path) { return try note(path, bytes) }
    let source = ReadSource(bytes, path: path, zones: system.table)
    guard let occurrence = source.store.occurrence(wanted, in: view) else { throw Self.changed(path) }
    let part = SeriesPart(occurrence, in: source, view: view)
    let newUID = Random.uid()
    let result: EditResult
    if ReadSource.isList(path) {
      let edit = try ListEdit(source, part, zones: system.table, newUID: newUID)
      result =
        request.action == .remove
        ? try edit.remove(request.scope)
        : try edit.change(request.scope, from: request.was!, to: request.times!, title: title)
    } else {
      let edit = CalendarEdit(
        source, part, zones: system.table, now: now, isInFolder: isInFolder, newUID: newUID)
      result =
        request.action == .remove
        ? try edit.remove(request.scope)
        : try edit.change(request.scope, from: request.was!, to: request.times!, title: title)
    }
    try prove(result, source, part)
    var edits: [FileEdit] = []
    if let companion = result.companion {
      let folder = (path as NSString).deletingLastPathComponent
      let name = String(decoding: newUID, as: UTF8.self) + ".ics"
      edits.append(FileEdit(path: folder + "/" + name, before: nil, after: companion))
    }
    if result.bytes != bytes { edits.append(FileEdit(path: path, before: bytes, after: result.bytes)) }
    return SourceEditor.Made(
      uid: result.uid, file: Array(((edits.first?.path ?? path) as NSString).lastPathComponent.utf8), edits: edits)
  }

  /// A change of a note that is an event.
  private func note(_ path: String, _ bytes: [UInt8]) throws(EditError) -> SourceEditor.Made {
    guard request.action == .change else {
      throw .impossible("\(path): a note is removed with its file; without start in its head it is no event")
    }
    func read(_ bytes: [UInt8]) throws(EditError) -> (edit: NoteEdit, source: ReadSource) {
      let edit = try NoteEdit(bytes, path: path, uid: request.uid, title: request.wasTitle ?? [])
      return (edit, ReadSource(edit.list, path: path, zones: system.table, isList: true))
    }
    let (edit, source) = try read(bytes)
    guard let occurrence = source.store.occurrence(wanted, in: view) else { throw Self.changed(path) }
    let part = SeriesPart(occurrence, in: source, view: view)
    let result = try ListEdit(source, part, zones: system.table, newUID: Random.uid())
      .change(request.scope, from: request.was!, to: request.times!, title: title)
    let after = try edit.applied(result.bytes ?? [])
    try prove(result, source, part)
    // The lines of the note say the same as the list.
    let shown = Wanted(
      uid: result.uid, recurrenceID: nil, span: request.times!, title: title ?? request.wasTitle)
    guard try read(after).source.store.occurrence(shown, in: view, isAny: true) != nil else {
      throw Self.unreadable(path)
    }
    return SourceEditor.Made(
      uid: result.uid, file: Array((path as NSString).lastPathComponent.utf8),
      edits: after == bytes ? [] : [FileEdit(path: path, before: bytes, after: after)])
  }

  // MARK: Finding the file

  /// The file of the event on the page.
  private func find() throws(EditError) -> (path: String, isInFolder: Bool) {
    let store = loaded.unredacted()
    guard let occurrence = store.occurrence(wanted, in: view) else {
      guard let index = store.event(uid: request.uid) else {
        throw .conflict(
          "there is no longer an event with the UID \(String(decoding: quoted(request.uid), as: UTF8.self)); look at "
            + "the page again"
        )
      }
      throw Self.changed(loaded.path(of: store.events[Int(index)]))
    }
    let event = store.events[Int(occurrence.event)]
    let path = loaded.path(of: event)
    let calendar = loaded.content.calendars[Int(event.calendar)]
    let members = store.members(of: store.master(of: occurrence.event)).map { store.events[Int($0)] }
    if members.contains(where: { $0.classification != .public }) {
      throw .impossible(
        "\(path):\(event.line): the event is private, and the site does not show it as it is; edit it in the file")
    }
    if let reason = loaded.whyFixed(event) { throw .impossible("\(path):\(event.line): \(reason)") }
    if ReadSource.isList(path) {
      // Its events may belong to any calendar that they name.
      try requireOneFile(event, path, members)
      return (path, false)
    }
    if NoteEdit.isNote(path) {
      try requireOneFile(event, path, members)
      return (path, false)
    }
    if case .elsewhere(let reason) = calendar.origin.edits { throw .impossible("\(path):\(event.line): \(reason)") }
    try requireOneFile(event, path, members)
    if case .folder = calendar.origin { return (path, true) }
    return (path, false)
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

  /// Reads the new bytes and compares them with the request before anything is written.
  private func prove(_ result: EditResult, _ old: ReadSource, _ part: SeriesPart) throws(EditError) {
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
      let shown = Wanted(uid: result.uid, recurrenceID: nil, span: request.times!, title: title ?? request.wasTitle)
      guard (beside ?? new).store.occurrence(shown, in: view, isAny: true) != nil else { throw fail() }
    }
    if result.bytes != nil, Self.others(old, part, view) != Self.others(new, part, view, except: result.uid) {
      throw fail()
    }
    if !result.isProven(part, new, rest: beside ?? new) {
      throw RuleText.contradiction("some instances would move differently than the edited one")
    }
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
