import Bytes
import DataFiles
import Events
import ICalendar
import TimeZones

/// The events loaded by the engine: those of the site, file by file, and those of calendars that the reader added.
final class EngineEvents {
  /// As read, in reading order.
  private var added = ReadEvents()
  /// The place in the content of each event in ``added``; the reader's own come after all others.
  private var places: [Int32] = []
  /// The documents of ``added``, each with the reader's calendar that it belongs to; `nil` for the site's.
  private var documents: [(document: ICalendarDocument, owner: Int?)] = []
  /// The names of the reader's calendars; they follow the site's.
  private var own: [[UInt8]] = []
  private let siteCalendars: [CalendarInfo]
  /// The size of the reader's calendars in bytes.
  private var size = 0
  /// ``added`` after linking; `nil` if something has been added since.
  private var linked: EventStore?

  init(calendars: [CalendarInfo] = []) {
    siteCalendars = calendars
    for calendar in calendars { _ = added.add(calendar: calendar) }
  }

  /// Adds a document of the site's data. O(document).
  func add(siteDocument document: ICalendarDocument, zones: borrowing ZoneTable) {
    places += EventFileReader.add(document, to: &added, zones: zones)
    note(document, nil)
  }

  /// Adds a file to a calendar of the reader's, which is made if it is new. O(file).
  func add(
    _ file: consuming [UInt8], toCalendar name: [UInt8], zones: borrowing ZoneTable, diagnostics: inout Diagnostics
  ) throws(EngineError) {
    let count = file.count
    guard count <= EngineLimits.calendars - size else {
      throw EngineError(.limit, "the calendars are larger than 32 MiB together; this file is left out")
    }
    if !own.contains(name) {
      guard own.count < EngineLimits.calendarCount else {
        throw EngineError(.limit, "there are more than 1,000 calendars; this file is left out")
      }
      add(calendar: name)
    }
    size += count
    add(ICalendarDocument(parsing: file), to: own.firstIndex(of: name) ?? 0, zones, &diagnostics)
  }

  private func add(calendar name: [UInt8]) {
    own.append(name)
    // Pages identify calendars by their names; the site may have one of this name.
    var unique = name
    var number = 1
    while added.calendars.contains(where: { $0.name == unique }) {
      number += 1
      unique = name + "-"
      unique.append(decimal: number)
    }
    _ = added.add(calendar: CalendarInfo(name: unique, title: name, color: []))
  }

  private func add(
    _ document: ICalendarDocument, to calendar: Int, _ zones: borrowing ZoneTable, _ diagnostics: inout Diagnostics
  ) {
    added.add(document, to: UInt16(siteCalendars.count + calendar), zones: zones, diagnostics: &diagnostics)
    note(document, calendar)
  }

  /// Records the owner of a document that was added.
  private func note(_ document: ICalendarDocument, _ owner: Int?) {
    while places.count < added.events.count { places.append(.max) }
    documents.append((document, owner))
    linked = nil
  }

  /// All but a calendar of the reader's, read again; `nil` if there is none of this name. O(all events).
  func without(calendar name: [UInt8], siteZones: borrowing ZoneTable, _ zones: borrowing ZoneTable) -> EngineEvents? {
    guard let removed = own.firstIndex(of: name) else { return nil }
    let rest = EngineEvents(calendars: siteCalendars)
    for other in own where other != name { rest.add(calendar: other) }
    var diagnostics = Diagnostics()
    for (document, owner) in documents {
      guard let owner else {
        rest.add(siteDocument: document, zones: siteZones)
        continue
      }
      if owner == removed { continue }
      rest.size += document.text.count
      rest.add(document, to: owner > removed ? owner - 1 : owner, zones, &diagnostics)
    }
    return rest
  }

  /// All events, linked, in content order: the site's published ones and the reader's own. O(n log n) after a change,
  /// otherwise O(1).
  func all() -> EventStore {
    if let linked { return linked }
    var read = added
    read.arrange(by: places)
    read.link()
    let store = read.unredacted().store
    linked = store
    return store
  }
}
