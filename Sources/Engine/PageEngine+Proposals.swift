import Bytes
import CivilTime
import DataFiles
import Events
import Feeds
import ICalendar
import Settling
import TimeZones

extension PageEngine {
  /// A local time of the selected zone, or an instant, after adding seconds: RFC 3339 in that zone. Gaps and folds are
  /// resolved as usual (``TimeZones/Zone/instant(of:)``).
  /// - Parameters:
  ///   - text: `2026-11-20T09:00`, or with an offset.
  ///   - seconds: exact seconds to add.
  /// - Throws: `argument` if the text is not a time, and for times outside ``EngineLimits/times``.
  package func clock(_ text: [UInt8], plus seconds: Int) throws(EngineError) -> [UInt8] {
    guard let read = try? ISO8601.dateTime(text) else {
      throw EngineError(.argument, "there is no time " + quoted(text))
    }
    let time = (read.instant ?? zone.instant(of: read.dateTime)).secondsSinceEpoch
    guard EngineLimits.times.contains(time), EngineLimits.times.contains(time + Int64(seconds)) else {
      throw EngineError(.argument, "the time " + quoted(text) + " is outside the years 1 to 9999, or leaves them")
    }
    var out: [UInt8] = []
    AgendaJSON.append(time + Int64(seconds), in: zone, to: &out)
    return out
  }

  /// A proposal as JSON: `method`, the `organizer` to send it to with `name` and `email`, or `null`, and the file as
  /// `ics`. The caller must add the event's file first.
  /// - Parameter isNew: whether it is a new event.
  /// - Throws: `argument`, with the UID and what is wrong: an unknown event; invalid times, times outside
  ///   ``EngineLimits/times``, or of another kind than the event's; an instance of an event that does not recur, an
  ///   instance that the event does not have, or one that is not written as in the agenda of the event.
  package func propose(_ proposal: Proposal, isNew: Bool) throws(EngineError) -> [UInt8] {
    var out = [UInt8](
      isNew ? "{\"method\":\"REQUEST\",\"organizer\":" : "{\"method\":\"COUNTER\",\"organizer\":")
    let file: [UInt8]
    if isNew {
      guard !proposal.uid.isEmpty else { throw EngineError(.argument, "a new event needs a UID") }
      file = try ProposalWriter(proposal).request(in: zone)
      out.append("null")
    } else {
      let store = events.all()
      guard let event = Self.event(proposal, of: store) else {
        throw EngineError(.argument, "there is no event " + quoted(proposal.uid))
      }
      file = try ProposalWriter(proposal).counter(to: event, of: store, viewing: zone)
      if let organizer = store.people(of: event).first(where: {
        $0.isOrganizer && !$0.email.isEmpty
      }) {
        out.append("{\"name\":")
        out.append(json: organizer.name)
        out.append(",\"email\":")
        out.append(json: organizer.email)
        out.append("}")
      } else {
        out.append("null")
      }
    }
    out.append(",\"ics\":")
    out.append(json: file)
    out.append("}\n")
    return out
  }

  /// The event that a proposal concerns: the override of the instance, if there is one, otherwise the series or the
  /// event. O(events).
  private static func event(_ proposal: Proposal, of store: EventStore) -> Event? {
    if proposal.uid.isEmpty { return nil }
    let hash = StableHash.of(proposal.uid)
    for event in store.events where event.isOverride && event.uidHash == hash {
      var original: [UInt8] = []
      let wall = CivilDateTime(wallSeconds: event.recurrenceStart) ?? .first
      switch event.recurrenceKind {
      case .allDay: original.append(basic: wall.date)
      case .floating: original.append(basic: wall)
      case .zoned: original.append(basic: Instant(clamping: event.recurrenceStart))
      }
      if original == proposal.recurrenceID, store.text(event.uid, of: event) == proposal.uid {
        return event
      }
    }
    return store.event(uid: proposal.uid).map { store[$0] }
  }
}
