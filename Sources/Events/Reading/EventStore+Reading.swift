import Bytes
import CivilTime
import ICalendar
import TimeZones

extension EventStore {
  /// Adds a document's events to a calendar. A VEVENT that can't be understood is skipped and
  /// reported; its neighbours are kept. O(document).
  ///
  /// - Parameters:
  ///   - document: the file, read.
  ///   - calendar: what ``add(calendar:)`` gave.
  ///   - zones: where TZIDs are looked up.
  ///   - positions: for events that were written in another form than iCalendar, the place of each
  ///     VEVENT in its real file, in order.
  ///   - diagnostics: takes what is wrong.
  public mutating func add(
    _ document: ICalendarDocument, to calendar: UInt16, zones table: borrowing ZoneTable,
    positions: [Position]? = nil, diagnostics: inout Diagnostics
  ) {
    diagnostics.add(contentsOf: document.diagnostics)
    let index = Int32(documents.count)
    documents.append(document)
    var reader = EventReader(document: document, diagnostics: diagnostics)
    var calendarZone: UInt16?
    var ordinal = 0
    events.reserveCapacity(events.count + document.components.count)
    for component in document.components.indices {
      switch document.components[component].kind {
      case .vcalendar:
        if !ForeignInput.isExpected { break }
        calendarZone = reader.calendarZone(component, &self, table)
        setTitle(of: calendar, from: document, component)
      case .vevent:
        let place = positions.flatMap { ordinal < $0.count ? $0[ordinal] : nil }
        ordinal += 1
        if document.components[component].isBroken { continue }
        if var event = reader.event(component, place, calendarZone, &self, table) {
          event.document = index
          event.calendar = calendar
          events.append(event)
        }
      default: break
      }
    }
    diagnostics = reader.diagnostics
    reader.zoneNames.floating = calendarZone
    reader.zoneNames.finish()
    zoneNames.append(reader.zoneNames)
  }

  /// A calendar without a title of its own takes NAME (RFC 7986) or X-WR-CALNAME from its file.
  private mutating func setTitle(of calendar: UInt16, from document: ICalendarDocument, _ component: Int) {
    guard calendars[Int(calendar)].title.isEmpty else { return }
    guard let name = document.first(.name, of: component) ?? document.first(.xWRCalname, of: component) else { return }
    var title: [UInt8] = []
    title.append(unescaping: document.value(name))
    calendars[Int(calendar)].title = title.onOneLine
  }

  /// The index of a zone in ``zones``, added if it is new; `nil` when there are more zones than any
  /// calendar of this world needs.
  mutating func index(of zone: Zone) -> UInt16? {
    if let known = zones.firstIndex(of: zone) { return UInt16(known) }
    if zones.count >= EventLimits.zones { return nil }
    zones.append(zone)
    return UInt16(zones.count - 1)
  }
}
