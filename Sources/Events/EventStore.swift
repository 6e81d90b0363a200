import Bytes
import CivilTime
import ICalendar
import TimeZones

/// The events that somebody may see, and their documents, which contain nothing of any other event.
///
/// Only the gate makes a store (``redact(_:under:zones:)``, and for the owner ``OwnersEvents``), and everything that
/// settles, shows or publishes events accepts nothing else. So none of that code has to ask whether an event may be
/// shown.
public struct EventStore: Sendable {
  /// In the order in which they were added.
  public internal(set) var calendars: [CalendarInfo] = []
  /// The files of the events, in the order in which they were added.
  public internal(set) var documents: [ICalendarDocument] = []
  /// What the TZIDs of each document mean.
  package internal(set) var zoneNames: [ZoneNames] = []
  /// In reading order. Everything else refers to an event by its index here.
  public internal(set) var events: [Event] = []
  /// UTC first, then every zone used by an event's times.
  public internal(set) var zones: [Zone] = [.utc]
  /// The events that recur or have overrides.
  public internal(set) var series: [Series] = []
  /// Events that are shown by themselves, by ``Event/start``.
  package internal(set) var singles = SingleIndex()
  /// Indices of the masters of series.
  package internal(set) var recurring: [Int32] = []
  /// Lists of calendars, the empty one first. What an event's ``Event/others`` refers to.
  package internal(set) var calendarLists: [[UInt16]] = [[]]
  /// Indices of all events that have a UID, sorted by its hash.
  var byUID: [Int32] = []

  init() {}

  /// The event at an index of ``events``.
  @inline(__always) package internal(set) subscript(event: Int32) -> Event {
    get { events[Int(event)] }
    _modify { yield &events[Int(event)] }
  }

  /// The file of an event.
  @inline(__always) package func document(of event: Event) -> ICalendarDocument { documents[Int(event.document)] }

  /// The zone of an event's times.
  @inline(__always) package func zone(of event: Event) -> Zone { zones[Int(event.zone)] }

  /// The first calendar that has an event.
  @inline(__always) package func calendar(of event: Event) -> CalendarInfo { calendars[Int(event.calendar)] }

  /// The other calendars that have an event, in order: it is shown once for all of them.
  package func others(of event: Event) -> [UInt16] { calendarLists[Int(event.others)] }

  /// Whether an event is in a calendar.
  package func has(_ event: Event, in calendar: UInt16) -> Bool {
    event.calendar == calendar || event.others != 0 && others(of: event).contains(calendar)
  }

  mutating func setOthers(_ calendars: [UInt16], of index: Int) {
    if calendars.isEmpty {
      events[index].others = 0
    } else {
      // Few events are in several calendars; a search for equal lists would cost more than it saves.
      events[index].others = Int32(calendarLists.count)
      calendarLists.append(calendars)
    }
  }

  // MARK: Texts

  /// Appends a text of an event, unescaped. O(text).
  public func append(_ text: TextRef, of event: Event, to out: inout [UInt8]) {
    let bytes = documents[Int(event.document)].text[text.range]
    if text.isEscaped { out.append(unescaping: bytes) } else { out.append(contentsOf: bytes) }
  }

  /// A text of an event, unescaped. O(text).
  public func text(_ text: TextRef, of event: Event) -> [UInt8] {
    var out: [UInt8] = []
    append(text, of: event, to: &out)
    return out
  }

  /// A text of an event, unescaped: a piece of its document if nothing in it is escaped. O(1), otherwise O(text).
  package func slice(_ text: TextRef, of event: Event) -> ArraySlice<UInt8> {
    text.isEscaped ? self.text(text, of: event)[...] : documents[Int(event.document)].text[text.range]
  }

  /// Whether two events have the same UID. O(UID).
  func sameUID(_ left: Event, _ right: Event) -> Bool {
    left.uidHash == right.uidHash && order(left.uid, of: left, right.uid, of: right) == 0
  }

  /// Negative, 0 or positive if the left text sorts before, equals, or sorts after the right one, byte by byte.
  package func order(_ left: TextRef, of leftEvent: Event, _ right: TextRef, of rightEvent: Event) -> Int {
    let isEscaped = left.isEscaped || right.isEscaped
    let mine = documents[Int(leftEvent.document)].text[left.range]
    let theirs = documents[Int(rightEvent.document)].text[right.range]
    var index = theirs.startIndex
    for byte in mine {
      if index == theirs.endIndex { return 1 }
      let other = theirs[index]
      if isEscaped, byte == .backslash || other == .backslash {
        // Most texts differ before their first escape.
        let (mine, theirs) = (text(left, of: leftEvent), text(right, of: rightEvent))
        return mine.lexicographicallyPrecedes(theirs) ? -1 : mine == theirs ? 0 : 1
      }
      if byte != other { return byte < other ? -1 : 1 }
      index += 1
    }
    return index == theirs.endIndex ? 0 : -1
  }

  /// The event with a UID: a series' master, otherwise the first event without a master; `nil` if there is none.
  /// O(events with the same UID hash).
  public func event(uid: [UInt8]) -> Int32? {
    let hash = StableHash.of(uid)
    let start = byUID.partitioningIndex { self[$0].uidHash >= hash }
    var found: Int32?
    for index in byUID[start...] {
      let event = self[index]
      if event.uidHash != hash { break }
      if event.isSuperseded || text(event.uid, of: event) != uid { continue }
      if !event.isOverride { return index }
      if found == nil { found = index }
    }
    return found
  }

  /// A property of an event's own component, as in the file; `nil` if absent. O(the event's properties).
  public func property(_ name: PropertyName, of event: Event) -> ICalendarDocument.Property? {
    documents[Int(event.document)].first(name, of: Int(event.component))
  }

  /// The LANGUAGE of an event's title, as written (RFC 5545, 3.2.10); empty if absent, or if it can't be a language
  /// tag. O(the event's properties).
  package func titleLanguage(of event: Event) -> [UInt8] {
    guard event.hasTitleLanguage, let property = property(.summary, of: event),
      let tag = documents[Int(event.document)].parameter("LANGUAGE", of: property),
      tag.allSatisfy({ $0.isLetter || $0.digitValue != nil || $0 == .hyphen }), tag.first?.isLetter == true
    else { return [] }
    return tag
  }

  /// A TEXT property of an event, unescaped; empty if absent. O(the event's properties, and the text).
  public func text(_ name: PropertyName, of event: Event) -> [UInt8] {
    guard let property = property(name, of: event) else { return [] }
    var out: [UInt8] = []
    out.append(unescaping: documents[Int(event.document)].value(property))
    return out
  }
}
