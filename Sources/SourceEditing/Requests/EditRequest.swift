import Bytes
import CalendarPages
import CivilTime
import Foundation

/// The request of a page: the body of `POST /-/edit`.
struct EditRequest {
  enum Action: String, Decodable { case change, create, remove }
  /// Which instances of a series an edit concerns; for an event that does not recur all mean the same.
  enum Scope: String, Decodable { case this, future, all }

  var action: Action
  var uid: [UInt8]
  /// In the form of `agenda --format json`.
  var recurrenceID: [UInt8]?
  var scope: Scope
  /// The event's new time; absent only for `remove`.
  var times: EventSpan?
  /// The event's new texts.
  var texts: EventTexts
  var calendar: [UInt8]?
  /// The zone in which the page shows days.
  var zone: String?
  /// What the page shows; absent only for `create`.
  var was: EventSpan?
  /// What the page's form was filled with, as far as it matters.
  var wasTexts = EventTexts.none

  /// The request that changes nothing of an event yet.
  init(uid: [UInt8], recurrenceID: [UInt8]?, at span: EventSpan) {
    (action, scope, texts) = (.change, .this, .none)
    (self.uid, self.recurrenceID) = (uid, recurrenceID)
    (times, was) = (span, span)
  }

  private struct Body: Decodable {
    var action: Action
    var uid: String?
    var recurrenceId: String?
    var scope: Scope?
    var start: String?
    var end: String?
    var allDay: Bool?
    var title: String?
    var location: String?
    var description: String?
    var calendar: String?
    var zone: String?
    var was: Was?

    struct Was: Decodable {
      var start: String
      var end: String
      var title: String?
      var location: String?
      var description: String?
    }
  }

  init(_ bytes: [UInt8]) throws(EditError) {
    let body: Body
    do { body = try JSONDecoder().decode(Body.self, from: Data(bytes)) } catch {
      throw .malformed(Self.message(error))
    }
    action = body.action
    uid = Array((body.uid ?? "").utf8)
    recurrenceID = body.recurrenceId.map { Array($0.utf8) }
    scope = body.scope ?? .all
    texts = Self.texts(body.title, body.location, body.description)
    calendar = body.calendar.map { Array($0.utf8) }
    zone = body.zone
    if let was = body.was {
      self.was = try Self.span(was.start, was.end, "was.")
      wasTexts = Self.texts(was.title, was.location, was.description)
    }
    if action != .remove {
      guard let start = body.start, let end = body.end else {
        throw .malformed("start or end is missing; add both, such as \"2026-11-03T09:00:00+08:00\"")
      }
      times = try Self.span(start, end, "")
      if let allDay = body.allDay, allDay != times!.isAllDay {
        throw .malformed(
          allDay
            ? "allDay is true, and start and end have a time of day; write dates, such as \"2026-11-03\""
            : "allDay is false, and start and end have no time of day; write times with their offset")
      }
    }
    if action != .create {
      guard !uid.isEmpty else { throw .malformed("the key uid is missing: it identifies the event") }
      guard was != nil else { throw .malformed("the key was is missing: it says what the page shows") }
    }
  }

  /// Texts without control characters, which calendars can't contain, except line breaks.
  private static func texts(_ title: String?, _ location: String?, _ description: String?) -> EventTexts {
    func text(_ text: String) -> [UInt8] {
      Array(
        text.replacingOccurrences(of: "\r\n", with: "\n").utf8.filter {
          $0 >= .space && $0 != 0x7F || $0 == .lineFeed || $0 == .tab
        })
    }
    return EventTexts(
      title: title.map(text), location: location.map(text), description: description.map(text))
  }

  private static func span(_ start: String, _ end: String, _ prefix: String) throws(EditError) -> EventSpan {
    if let first = try? ISO8601.date(start.utf8), let last = try? ISO8601.date(end.utf8) {
      guard first < last else {
        throw .malformed("\(prefix)end \(end) is not after \(prefix)start \(start); write the day after the last")
      }
      return try inRange(.dates(first, last), start)
    }
    guard let first = try? ISO8601.dateTime(start.utf8), let from = first.instant,
      let last = try? ISO8601.dateTime(end.utf8), let to = last.instant
    else {
      throw .malformed(
        "write \(prefix)start and \(prefix)end as two dates, or two times with their offset such as "
          + "2026-11-03T09:00:00+08:00"
      )
    }
    guard from <= to else { throw .malformed("\(prefix)end \(end) is before \(prefix)start \(start)") }
    return try inRange(.times(from, to), start)
  }

  private static func inRange(_ span: EventSpan, _ start: String) throws(EditError) -> EventSpan {
    let years = 1...9999
    let (first, last): (CivilDate, CivilDate) =
      switch span {
      case .dates(let first, let last): (first, last)
      case .times(let first, let last): (first.wall(at: .utc).date, last.wall(at: .utc).date)
      }
    guard years.contains(first.year), years.contains(last.year) else {
      throw .malformed("\(start) is not in the years 1 to 9999, which iCalendar can write")
    }
    return span
  }

  static func message(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "the key \(key.stringValue) is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "the body is not a JSON object"
        : "\(context.codingPath.map(\.stringValue).joined(separator: ".")) has a value that can't be read"
    default: "the body is not a JSON object"
    }
  }
}

/// The time of an event: two dates, the second exclusive, or two instants.
enum EventSpan: Equatable {
  case dates(CivilDate, CivilDate)
  case times(Instant, Instant)

  var isAllDay: Bool { if case .dates = self { true } else { false } }
}

/// The body of `POST /-/undo`.
struct UndoRequest: Decodable {
  var undo: String
}

/// An answer to a page: an HTTP status and a JSON object.
package struct EditAnswer: Equatable, Sendable {
  package var status: Int
  package var body: [UInt8]

  init(_ members: [(name: StaticString, value: [UInt8]?)]) {
    status = 200
    body = []
    for (index, member) in members.enumerated() {
      body.append(index == 0 ? "{\"" : ",\"")
      body.append(member.name)
      body.append("\":")
      if let value = member.value { body.append(json: value) } else { body.append("null") }
    }
    body.append("}\n")
  }

  /// An answer with an error message.
  package init(status: Int, error: String) {
    self.init([("error", Array(error.utf8))])
    self.status = status
  }
}
