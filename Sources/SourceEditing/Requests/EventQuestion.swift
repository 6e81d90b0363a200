import Bytes
import CalendarPages
import CivilTime
import Events
import Foundation
import Gate
import Readers
import Settling
import SiteTerms
import TimeZones

/// The body of `POST /-/event`: which event a form wants to change.
struct EventQuestion {
  private struct Body: Decodable {
    var uid: String?
    /// The path of its page, `event/….html`, which does not tell the UID.
    var page: String?
    var start: String
    /// Optional: a day may have two instances that start together.
    var end: String?
    /// Which of several instances at this time, in the order of the page.
    var nth: Int?
    var zone: String?
  }

  private let body: Body
  private let start: Moment
  private let end: Moment?

  private enum Moment: Equatable {
    case date(CivilDate)
    case time(Instant)

    /// - Parameter name: as the body calls it.
    init(_ text: String, _ name: String) throws(EditError) {
      if let date = try? ISO8601.date(text.utf8) {
        self = .date(date)
      } else if let time = (try? ISO8601.dateTime(text.utf8))?.instant {
        self = .time(time)
      } else {
        throw .malformed("write \(name) as a date, or a time with its offset such as 2026-11-03T09:00:00+08:00")
      }
    }
  }

  var zone: String? { body.zone }

  init(_ bytes: [UInt8]) throws(EditError) {
    do { body = try JSONDecoder().decode(Body.self, from: Data(bytes)) } catch {
      throw .malformed(EditRequest.message(error))
    }
    guard body.uid != nil || body.page != nil else { throw .malformed("uid or page is missing: it says which event") }
    start = try Moment(body.start, "start")
    if let text = body.end { end = try Moment(text, "end") } else { end = nil }
  }

  func answer(_ loaded: LoadedContent, _ system: SystemZones, _ view: Zone, _ now: Instant) throws(EditError)
    -> EditAnswer
  {
    let store = loaded.unredacted().store
    let found = occurrences(store, loaded, view)
    guard let occurrence = found.indices.contains(body.nth ?? 0) ? found[body.nth ?? 0] : found.first else {
      throw .conflict("the event is no longer as the page shows it; look at the page again")
    }
    let event = store[occurrence.event]
    let uid = store.text(event.uid, of: event)
    let (span, recurrenceID) = (store.span(of: occurrence), store.recurrenceID(of: occurrence))
    let request = EditRequest(uid: uid, recurrenceID: recurrenceID, at: span)
    let content = try Rewriting(request: request, loaded: loaded, system: system, view: view, now: now).content()
    let (start, end) = span.written(in: view)
    return EditAnswer([
      ("uid", uid), ("recurrenceId", recurrenceID), ("start", start), ("end", end),
      ("title", content.texts.title), ("location", content.texts.location),
      ("description", content.texts.description),
      ("file", Array((content.path as NSString).lastPathComponent.utf8)),
      ("noDescription", content.noDescription.map { Array($0.utf8) }),
    ])
  }

  /// The occurrences of the event at that time.
  private func occurrences(_ store: EventStore, _ loaded: LoadedContent, _ view: Zone) -> [Occurrence] {
    let date: CivilDate =
      switch start {
      case .date(let date): date
      case .time(let instant): view.date(at: instant)
      }
    var report = ExpansionReport()
    let run = store.settle(
      (date.adding(days: -1) ?? date)..<(date.adding(days: 2) ?? .last), in: view, report: &report)
    let found = run.occurrences.filter { occurrence in
      let (first, last): (Moment, Moment) =
        switch store.span(of: occurrence) {
        case .dates(let first, let last): (.date(first), .date(last))
        case .times(let first, let last): (.time(first), .time(last))
        }
      return first == start && end ?? last == last
    }
    if let uid = body.uid {
      return found.filter { occurrence in
        let event = store[occurrence.event]
        return store.text(event.uid, of: event).elementsEqual(uid.utf8)
      }
    }
    let names = loaded.slugs(store)
    let page = Array((body.page ?? "").utf8)
    let named = found.filter { names.path(ofPageOf: $0.event, store) == page }
    if !named.isEmpty { return named }
    // Letters with marks are spelt as in the language of the page; the hash at the end is the same.
    let hash = page.suffix(Self.ending)
    guard hash.count == Self.ending, hash.first == .hyphen else { return [] }
    return found.filter { names.path(ofPageOf: $0.event, store).suffix(Self.ending) == hash }
  }

  /// The characters of a page's path that do not depend on the language: `-wdc5yn7yta.html`.
  private static let ending = 16
}

/// What a form needs to change an event.
struct EventContent {
  var texts: EventTexts
  /// The file that it is in.
  var path: String
  /// Why its description can't be changed; `nil` if it can.
  var noDescription: String?
}

extension EventSpan {
  /// Both times, as requests have them.
  func written(in zone: Zone) -> (start: [UInt8], end: [UInt8]) {
    var (start, end): ([UInt8], [UInt8]) = ([], [])
    switch self {
    case .dates(let first, let last):
      start.append(iso: first)
      end.append(iso: last)
    case .times(let first, let last):
      start.append(rfc3339: first, at: zone.offset(at: first))
      end.append(rfc3339: last, at: zone.offset(at: last))
    }
    return (start, end)
  }
}

extension LoadedContent {
  private var spelling: SlugSpelling { SlugSpelling(locale: Array((content.configuration.locale ?? "").utf8)) }

  /// How pages of events are named.
  func slugs(_ store: EventStore) -> EventSlugs { EventSlugs(store, spelling) }

  /// The path of the page of an event of one file. If it collides with an event of another file, the page has another
  /// name, and the page for missing pages leads there.
  func page(of uid: [UInt8], in store: EventStore) -> [UInt8]? {
    store.event(uid: uid).map { slugs(store).path(ofPageOf: $0, store) }
  }
}
