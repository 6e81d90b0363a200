import Bytes
import ICalendar
import TimeZones

/// Events as their files have them: all of them, before anything decides who may see which.
///
/// Documents are added one by one, then what belongs together is linked, and then the gate makes of it what somebody
/// may see (``redact(_:under:)``). What reads events from here sees everything, as `check` and the editor must.
public struct ReadEvents: Sendable {
  /// All events, unreadable ones aside. No other module sees it.
  var store = EventStore()
  /// Whether each VEVENT of every document is an event; others must not pass the gate with the rest of their file.
  var isWhole = true
  /// Whether a VTIMEZONE says something else than the tz database does, by a hash of it.
  var differingDefinitions: [(hash: UInt64, differs: Bool)] = []

  /// Whether ``link()`` was called.
  private(set) var isLinked = false

  /// No events.
  public init() {}

  /// Adds a calendar and gives its index.
  public mutating func add(calendar: CalendarInfo) -> UInt16 {
    store.calendars.append(calendar)
    return UInt16(store.calendars.count - 1)
  }

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
    let index = Int32(store.documents.count)
    store.documents.append(document)
    var reader = EventReader(document: document, diagnostics: diagnostics)
    var calendarZone: UInt16?
    var ordinal = 0
    store.events.reserveCapacity(store.events.count + document.components.count)
    for component in document.components.indices {
      switch document.components[component].kind {
      case .vcalendar:
        if !ForeignInput.isExpected { break }
        calendarZone = reader.calendarZone(component, &self, table)
        setTitle(of: calendar, from: document, component)
      case .vevent:
        let position = positions.flatMap { ordinal < $0.count ? $0[ordinal] : nil }
        ordinal += 1
        guard !document.components[component].isBroken,
          var event = reader.event(component, position, calendarZone, &self, table)
        else {
          isWhole = false
          continue
        }
        event.document = index
        event.calendar = calendar
        event.place = Int32(store.events.count)
        store.events.append(event)
      default: break
      }
    }
    diagnostics = reader.diagnostics
    reader.zoneNames.floating = calendarZone
    reader.zoneNames.finish()
    store.zoneNames.append(reader.zoneNames)
  }

  /// A calendar without a title of its own takes NAME (RFC 7986) or X-WR-CALNAME from its file.
  private mutating func setTitle(of calendar: UInt16, from document: ICalendarDocument, _ component: Int) {
    guard store.calendars[Int(calendar)].title.isEmpty else { return }
    guard let name = document.first(.name, of: component) ?? document.first(.xWRCalname, of: component) else { return }
    var title: [UInt8] = []
    title.append(unescaping: document.value(name))
    store.calendars[Int(calendar)].title = title.onOneLine
  }

  /// Puts events that were read file by file into the order of their content, on which the choice between equal
  /// ones depends; to be called before ``link()``. O(n log n).
  /// - Parameter places: of each event its place in the content; events of one place stay in their order.
  package mutating func arrange(by places: [Int32]) {
    for index in places.indices { store.events[index].place = places[index] }
    store.take((0..<Int32(places.count)).map { $0 }.sorted { places[Int($0)] < places[Int($1)] })
  }

  /// Brings together what belongs together, once all documents are added: of equal events one counts, and each
  /// RECURRENCE-ID finds its series. O(n log n).
  ///
  /// Equal are events with the same UID and the same RECURRENCE-ID or none. The one that counts has the higher
  /// SEQUENCE, then the newer LAST-MODIFIED; then in one file it is the later, and of two calendars that of the one
  /// that was added first.
  /// - Returns: which event counts in place of which, in the order of the events.
  @discardableResult
  public mutating func link() -> [Superseded] {
    isLinked = true
    return store.link()
  }

  /// The calendars that were added, with the titles that their files gave them.
  public var calendars: [CalendarInfo] { store.calendars }

  // MARK: For those who see everything

  /// Every event that could be read, in the order of reading; of several versions of one event all.
  package var events: [Event] { store.events }

  /// How many events there are, each counted in one version.
  package var count: Int { store.events.count { !$0.isSuperseded } }

  /// A text of an event, out of its escapes. O(text).
  package func text(_ text: TextRef, of event: Event) -> [UInt8] { store.text(text, of: event) }

  /// Whether a UID names an event. O(events with another UID of the same hash).
  package func hasEvent(uid: [UInt8]) -> Bool { store.event(uid: uid) != nil }
}
