import Bytes
import CivilTime
import Events
import Files
import Foundation
import Gate
import ICalendar
import Publishing
import Readers
import Settling
import Synchronization
import TimeZones

/// Edits of a content folder, one after the other. Thread-safe; blocks while it reads and writes.
package final class SourceEditor: Sendable {
  private let options: ReadingOptions
  private let system: SystemZones
  /// Held during an edit: two at once would take each other's files for those of other programs.
  private let state = Mutex(State())

  private struct State: Sendable {
    var undo = UndoLog()
    /// What killed edits had left, not yet reported to anybody.
    var found: [EditError] = []
  }

  package init(_ options: ReadingOptions) throws(BuildError) {
    self.options = options
    system = try ReadingOptions.system()
    // Reported here, before the first edit is refused because of it.
    do throws(FileFailure) { _ = try FolderPath.open(options.content) } catch {
      throw .inputOutput("\(error) with --content")
    }
  }

  /// The content folder.
  package var content: String { options.content }

  /// Removes what killed edits have left in folders, before pages are made from them: what another program saved
  /// meanwhile gets its name back, or a visible one that the next edit reports. What can't be done now is done or
  /// reported by the next edit there.
  package func settle(_ folders: [String]) {
    state.withLock { state in
      for folder in folders {
        guard let folder = (try? FolderPath.open(folder)) ?? nil, HeldFile.hasRemains(in: folder),
          let lock = try? EditLock(folder, patience: .zero)
        else { continue }
        state.found += (try? HeldFile.settle(folder)) ?? []
        lock.release()
      }
    }
  }

  /// Answers the body of `POST /-/edit`.
  package func edit(_ body: [UInt8]) -> EditAnswer {
    answer { (state: inout State) throws(EditError) in
      let made = try self.make(try EditRequest(body))
      var id: String?
      if !made.edits.isEmpty {
        try Self.perform(made.edits)
        id = state.undo.keep(made.edits)
      }
      return EditAnswer([
        ("uid", made.uid), ("file", made.file), ("page", made.page), ("undo", id.map { Array($0.utf8) }),
      ])
    }
  }

  /// Answers the body of `POST /-/event`: an event as in its file, which pages show shortened or not at all.
  package func event(_ body: [UInt8]) -> EditAnswer {
    answer { (_: inout State) throws(EditError) in
      let question = try EventQuestion(body)
      let (loaded, view, now) = try read(question.zone)
      return try question.answer(loaded, system, view, now)
    }
  }

  /// Answers the body of `POST /-/undo`: restores the files' bytes from before an edit, if they have not changed since.
  /// This can be undone in turn.
  package func undo(_ body: [UInt8]) -> EditAnswer {
    answer { (state: inout State) throws(EditError) in
      guard let request = try? JSONDecoder().decode(UndoRequest.self, from: Data(body)) else {
        throw .malformed("the body is not a JSON object with the key undo")
      }
      guard let edits = state.undo[request.undo] else {
        throw EditError(
          kind: .notFound, message: "this edit can't be undone: it was undone before, or is too long ago")
      }
      let reversed = Array(edits.reversed().map { $0.reversed })
      try Self.perform(reversed)
      state.undo.remove(request.undo)
      let id = state.undo.keep(reversed)
      return EditAnswer([("file", Self.name(edits[0].path)), ("undo", Array(id.utf8))])
    }
  }

  private func answer(_ work: (inout State) throws(EditError) -> EditAnswer) -> EditAnswer {
    state.withLock { state in
      do throws(EditError) {
        if !state.found.isEmpty { throw state.found.removeFirst() }
        return try work(&state)
      } catch {
        return EditAnswer(status: error.kind.rawValue, error: error.message)
      }
    }
  }

  /// Makes several edits of files, or none: if a later one fails, the earlier ones are undone.
  private static func perform(_ edits: [FileEdit]) throws(EditError) {
    for index in edits.indices {
      do throws(EditError) { try edits[index].perform() } catch {
        for done in edits[..<index].reversed() { try? done.reversed.perform() }
        throw error
      }
    }
  }

  private static func name(_ path: String) -> [UInt8] { Array((path as NSString).lastPathComponent.utf8) }

  // MARK: Planning edits

  struct Made {
    var uid: [UInt8]
    var file: [UInt8]
    /// The path of the event's page; `nil` if it is removed.
    var page: [UInt8]?
    /// In an order in which a kill between two leaves an event twice rather than not at all.
    var edits: [FileEdit]
  }

  /// Reads the content.
  /// - Parameter zone: the page's zone.
  private func read(_ zone: String?) throws(EditError) -> (LoadedContent, view: Zone, now: Instant) {
    do throws(BuildError) {
      // An edit does not wait for servers.
      var reading = options
      reading.asking = .never
      let loaded = try LoadedContent(reading)
      let configured = loaded.content.configuration.zones.first.map { String(decoding: $0, as: UTF8.self) }
      let view = try ReadingOptions.zone(zone ?? options.zones.first ?? configured ?? "local", system)
      return (loaded, view, try options.instant())
    } catch {
      if case .usage(let text) = error { throw .malformed(text.replacingOccurrences(of: "--tz ", with: "zone ")) }
      throw .failure(error.lines.joined(separator: "\n"))
    }
  }

  /// Plans an edit and verifies it; writes nothing.
  func make(_ request: EditRequest) throws(EditError) -> Made {
    let (loaded, view, now) = try read(request.zone)
    if request.action == .create { return try create(request, loaded, view, now) }
    return try Rewriting(request: request, loaded: loaded, system: system, view: view, now: now).made()
  }

  private func create(_ request: EditRequest, _ loaded: LoadedContent, _ view: Zone, _ now: Instant) throws(EditError)
    -> Made
  {
    let calendar = try loaded.calendar(named: request.calendar)
    let uid = Random.uid()
    var texts = request.texts
    texts.title = texts.title ?? []
    let span = request.times!
    let path: String
    var before: [UInt8]?
    var old: ReadSource?
    let after: [UInt8]
    switch calendar.origin.edits {
    case .folder(let folder):
      path = folder + "/" + String(decoding: uid, as: UTF8.self) + ".ics"
      after = CalendarEdit.file(span, texts, uid: uid, now: now)
    case .file(let file):
      path = file
      let place = try EditPlace(path)
      try place.requireWritable()
      guard let bytes = try place.bytes() else { throw .conflict("\(path): the file is gone") }
      before = bytes
      let source = ReadSource(bytes, path: path, zones: system.table)
      old = source
      if ReadSource.isList(path) {
        let isNamed = ZoneSpelling.parse(view.identifier) == nil && system.zone(named: view.identifier) != nil
        var name: [UInt8]?
        if case .events = calendar.origin { name = calendar.entry.map { Array($0.name.utf8) } ?? calendar.title }
        after = try ListEdit.creating(
          span, texts, uid: uid, in: source, view: view, isNamed: isNamed, calendar: name)
      } else {
        after = try CalendarEdit.creating(span, texts, uid: uid, in: source, view: view, now: now)
      }
    case .elsewhere(let reason): throw .impossible("\(String(decoding: calendar.name, as: UTF8.self)): \(reason)")
    }
    let new = ReadSource(after, path: path, zones: system.table)
    let wanted = Wanted(uid: uid, recurrenceID: nil, span: span, texts: texts)
    guard new.store.occurrence(wanted, in: view) != nil, old?.hasProblems(of: new) ?? true else {
      throw Rewriting.unreadable(path)
    }
    return Made(
      uid: uid, file: Self.name(path), page: loaded.page(of: uid, in: new.store),
      edits: [FileEdit(path: path, before: before, after: after)])
  }
}

extension LoadedContent {
  /// The calendar with a name, or the first that can be written to.
  func calendar(named name: [UInt8]?) throws(EditError) -> CalendarSource {
    func isWritable(_ calendar: CalendarSource) -> Bool {
      switch calendar.origin.edits {
      case .folder: true
      case .file(let path): (try? EditPlace(path).requireWritable()) != nil && (try? EditPlace(path).bytes()) != nil
      case .elsewhere: false
      }
    }
    guard let name else {
      if let first = content.calendars.first(where: isWritable) { return first }
      throw .impossible(
        "there is no calendar that can be written to; put an events.json with [] into \(content.folder)")
    }
    guard let found = content.calendars.first(where: { $0.name == name }) else {
      throw .impossible(
        "there is no calendar \(String(decoding: quoted(name), as: UTF8.self)); see calendars in site.yml")
    }
    if case .elsewhere(let reason) = found.origin.edits {
      throw .impossible("\(String(decoding: name, as: UTF8.self)): \(reason)")
    }
    return found
  }
}
