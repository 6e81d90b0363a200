import Bytes
import CivilTime
import Events
import Readers
import Settling
import Testing
import TimeZones

@testable import SourceEditing

/// The clock of all tests.
let now = try! ISO8601.instant("2026-11-21T12:00:00Z".utf8)
let zones = try! SystemZones().table
let shanghai = zones.lookup("Asia/Shanghai".utf8)!
let newUID = [UInt8]("new-uid".utf8)

/// Text as bytes; files of the tests are written with LF and read with CR LF where that is usual.
func crlf(_ text: String) -> [UInt8] {
  Array(text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n").utf8)
}

func text(_ bytes: [UInt8]?) -> String {
  bytes.map { String(decoding: $0, as: UTF8.self).replacing("\r\n", with: "\n") } ?? "(no file)"
}

func span(_ start: String, _ end: String) -> EventSpan {
  if let first = try? ISO8601.date(start.utf8), let last = try? ISO8601.date(end.utf8) { return .dates(first, last) }
  return .times(try! ISO8601.instant(start.utf8), try! ISO8601.instant(end.utf8))
}

/// The action on an event.
struct Edit: Sendable {
  var scope = "all"
  var original: String?
  var was: (String, String)
  /// `nil` removes it.
  var new: (String, String)?
  var title: String?
  var location: String?
  var description: String?

  func apply(to bytes: [UInt8], uid: String = "a", path: String = "work.ics", isInFolder: Bool = false) throws
    -> EditResult
  {
    let source = ReadSource(bytes, path: path, zones: zones)
    let wanted = Wanted(uid: Array(uid.utf8), recurrenceID: original.map { Array($0.utf8) }, span: span(was.0, was.1))
    guard let occurrence = source.store.occurrence(wanted, in: shanghai) else { throw EditError.conflict("not there") }
    let part = SeriesPart(occurrence, in: source, view: shanghai)
    let scope = EditRequest.Scope(rawValue: scope)!
    let texts = EventTexts(
      title: title.map { Array($0.utf8) }, location: location.map { Array($0.utf8) },
      description: description.map { Array($0.utf8) })
    let result: EditResult
    if path.hasSuffix(".json") {
      let edit = try ListEdit(source, part, zones: zones, newUID: newUID)
      result =
        try new.map { try edit.change(scope, from: wanted.span, to: span($0.0, $0.1), texts) }
        ?? edit.remove(scope)
    } else {
      let edit = CalendarEdit(source, part, zones: zones, now: now, isInFolder: isInFolder, newUID: newUID)
      result =
        try new.map { try edit.change(scope, from: wanted.span, to: span($0.0, $0.1), texts) }
        ?? edit.remove(scope)
    }
    // Whatever a test is about, all results are read again, as the editor does.
    let read = ReadSource(result.bytes ?? [], path: path, zones: zones)
    let rest = result.companion.map { ReadSource($0, path: path, zones: zones) } ?? read
    #expect(result.isProven(part, read, rest: rest))
    if let new {
      let shown = Wanted(uid: result.uid, recurrenceID: nil, span: span(new.0, new.1), texts: texts)
      #expect(rest.store.occurrence(shown, in: shanghai, isAny: true) != nil)
      #expect(result.hasTexts(texts, scope, part, source, read, rest: rest))
    }
    return result
  }
}
