import Bytes
import ICalendar
import TimeZones

/// All events as their files have them, before anything decides who may see which.
///
/// Documents are added one by one, then events are linked, and then the gate makes an ``EventStore`` of what somebody
/// may see (``redact(_:under:zones:)``). Code that uses this type directly sees everything, as `check` and the editor
/// must.
public struct ReadEvents: Sendable {
  /// All events that could be read. No other module has access.
  var store = EventStore()
  /// Whether every VEVENT of every document could be read; unread ones must not pass the gate as part of their file.
  var isWhole = true
  /// The readable parts of unread VEVENTs, which count for the level of their series.
  var unread: [Event] = []
  /// By document: the title that it gives its calendar, empty if none, or if the calendar has one of its own.
  var titles: [[UInt8]] = []
  /// Whether an event has ``repeatedUID``.
  private(set) var hasRepeatedUIDs = false

  /// A parameter of UID: the UID that an event has in its file and shares with others that are not versions of it.
  /// The property's value is the UID that replaced it.
  package static let repeatedUID: StaticString = "X-BUSYLIFE-UID"
  /// By a hash of a VTIMEZONE and its name: whether it differs from the tz database.
  var differingDefinitions: [(hash: UInt64, differs: Bool)] = []

  /// Whether ``link()`` has been called.
  private(set) var isLinked = false

  /// No events.
  public init() {}

  /// Adds a calendar and returns its index.
  public mutating func add(calendar: CalendarInfo) -> UInt16 {
    store.calendars.append(calendar)
    if calendar.title.isEmpty { store.calendars[store.calendars.count - 1].isTitledByFiles = true }
    return UInt16(store.calendars.count - 1)
  }

  /// Adds a document's events to a calendar. A VEVENT that can't be understood is skipped and reported; the others are
  /// kept. O(document).
  ///
  /// - Parameters:
  ///   - document: the parsed file.
  ///   - calendar: an index that ``add(calendar:)`` returned.
  ///   - zones: where TZIDs are looked up.
  ///   - positions: for events written in another format than iCalendar, the position of each VEVENT in its original
  ///     file, in order.
  ///   - diagnostics: receives the problems found.
  public mutating func add(
    _ document: ICalendarDocument, to calendar: UInt16, zones table: borrowing ZoneTable,
    positions: [Position]? = nil, diagnostics: inout Diagnostics
  ) {
    diagnostics.add(contentsOf: document.diagnostics)
    let index = Int32(store.documents.count)
    store.documents.append(document)
    titles.append([])
    var reader = EventReader(document: document, diagnostics: diagnostics)
    var calendarZone: UInt16?
    var ordinal = 0
    // At least doubled, as by appending: with exact capacities each of many small documents would copy all events.
    let count = store.events.count + document.components.count
    if count > store.events.capacity { store.events.reserveCapacity(max(count, 2 * store.events.capacity)) }
    for component in document.components.indices {
      switch document.components[component].kind {
      case .vcalendar:
        if !ForeignInput.isExpected { break }
        calendarZone = reader.calendarZone(component, &self, table)
        reader.zoneNames.floating = calendarZone
        setTitle(of: calendar, from: document, component, &reader.diagnostics)
      case .vevent:
        let position = positions.flatMap { ordinal < $0.count ? $0[ordinal] : nil }
        ordinal += 1
        guard !document.components[component].isBroken,
          var event = reader.event(component, position, calendarZone, &self, table)
        else {
          isWhole = false
          if ForeignInput.isMended {
            var remains = reader.remains(of: component)
            (remains.document, remains.calendar) = (index, calendar)
            unread.append(remains)
          }
          continue
        }
        event.document = index
        event.calendar = calendar
        event.place = Int32(store.events.count)
        store.events.append(event)
      default: break
      }
    }
    if ForeignInput.isMended { reader.reportWhatIsNotShown() }
    hasRepeatedUIDs = hasRepeatedUIDs || reader.hasRepeatedUIDs
    diagnostics = reader.diagnostics
    reader.zoneNames.finish()
    store.zoneNames.append(reader.zoneNames)
  }

  /// A calendar without a title takes NAME (RFC 7986) or X-WR-CALNAME from its file; but not a mail address, Google's
  /// name for an account's own calendar: nobody asked for it to be published.
  private mutating func setTitle(
    of calendar: UInt16, from document: ICalendarDocument, _ component: Int, _ diagnostics: inout Diagnostics
  ) {
    guard store.calendars[Int(calendar)].isTitledByFiles else { return }
    guard let name = document.first(.name, of: component) ?? document.first(.xWRCalname, of: component) else { return }
    var title: [UInt8] = []
    title.append(unescaping: document.value(name))
    if ForeignInput.isMended, Self.isMailAddress(title.trimmed) {
      diagnostics.add(
        .note, line: name.line,
        "the calendar's name is a mail address, which is not shown; give it a title in site.yml")
      return
    }
    if titles[titles.count - 1].isEmpty { titles[titles.count - 1] = title.onOneLine }
    if !store.calendars[Int(calendar)].title.isEmpty { return }
    store.calendars[Int(calendar)].title = title.onOneLine
  }

  /// Records the calendar title of the document that was added last.
  package mutating func setTitle(_ title: [UInt8]) { titles[titles.count - 1] = title }

  /// Whether a calendar's name is a mail address, as of somebody's account.
  package static func isMailAddress(_ title: ArraySlice<UInt8>) -> Bool {
    guard let at = title.firstIndex(of: .at), at > title.startIndex else { return false }
    let host = title[(at + 1)...]
    return host.contains(.dot) && !host.contains(.at) && !title.contains { $0.isWhitespace }
  }

  /// Sorts events that were read file by file into content order, on which the choice between equal versions depends;
  /// to be called before ``link()``. O(n log n).
  /// - Parameter places: the place of each event in the content; events of one place keep their order.
  package mutating func arrange(by places: [Int32]) {
    for index in places.indices { store.events[index].place = places[index] }
    store.take((0..<Int32(places.count)).map { $0 }.sorted { places[Int($0)] < places[Int($1)] })
  }

  /// Links events, once all documents are added: of several versions one supersedes the others, and each RECURRENCE-ID
  /// finds its series. O(n log n).
  ///
  /// Versions have the same UID and the same RECURRENCE-ID (or none). The higher SEQUENCE counts, then the newer
  /// LAST-MODIFIED; then in one file the later, and of two calendars the one added first.
  /// - Returns: which event supersedes which, in the order of the events.
  @discardableResult
  public mutating func link() -> [Superseded] {
    isLinked = true
    return store.link()
  }

  /// The calendars that were added, with the titles that their files gave them.
  public var calendars: [CalendarInfo] { store.calendars }

  /// Records which other calendars have an event.
  package mutating func setOthers(_ calendars: [UInt16], of index: Int) { store.setOthers(calendars, of: index) }

  // MARK: For code that sees everything

  /// Replaces the lines of events, for files that were translated into iCalendar. O(events).
  /// - Parameter first: the index of the first of them.
  package mutating func setLines(from first: Int, _ line: (UInt32) -> UInt32) {
    for index in store.events.indices[first...] { store.events[index].line = line(store.events[index].line) }
  }

  /// Every event that could be read, in reading order, with all versions.
  package var events: [Event] { store.events }

  /// The event at an index of ``events``.
  package subscript(event: Int32) -> Event { store[event] }

  /// The files of the events, whole.
  package var documents: [ICalendarDocument] { store.documents }

  /// The number of events, several versions counted once.
  package var count: Int { store.events.count { !$0.isSuperseded } }

  /// A text of an event, unescaped. O(text).
  package func text(_ text: TextRef, of event: Event) -> [UInt8] { store.text(text, of: event) }

  /// Whether an event has this UID. O(events with the same UID hash).
  package func hasEvent(uid: [UInt8]) -> Bool { store.event(uid: uid) != nil }
}
