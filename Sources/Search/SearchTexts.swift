import Bytes
import CalendarPages
import Events
import ICalendar

/// The texts by which an event or a note is found, and what a result shows of them. A class, so that who reads them
/// for each event copies no store.
final class SearchTexts: Sendable {
  let store: EventStore
  let notes: Notes

  init(store: EventStore, notes: Notes) { (self.store, self.notes) = (store, notes) }

  /// The overrides of a series that are not cancelled: they are found with it. O(overrides).
  func overrides(of master: Int32) -> [SearchFields] {
    let event = store[master]
    if event.series < 0 || event.isOverride { return [] }
    return store.members(of: master).filter { $0 != master && store[$0].status != .cancelled }
      .map { SearchFields(store[$0], store) }
  }

  /// Calls `body` with each text of an event, and whether it is escaped.
  static func forEach(of fields: SearchFields, _ body: (ArraySlice<UInt8>, _ isEscaped: Bool) -> Void) {
    body(fields.title, false)
    if !fields.place.isEmpty { body(fields.place, false) }
    for category in fields.categories { body(category, false) }
    for person in fields.people { body(person[...], false) }
    if !fields.description.isEmpty { body(fields.description, true) }
  }

  /// Calls `body` with each text of the notes on an event.
  func forEachNote(on master: Int32, _ body: (ArraySlice<UInt8>, _ isEscaped: Bool) -> Void) {
    let event = store[master]
    if event.uid.isEmpty || notes.all.isEmpty { return }
    for note in notes.on(uid: store.text(event.uid, of: event)) { forEach(ofNote: note, body) }
  }

  func forEach(ofNote index: Int, _ body: (ArraySlice<UInt8>, _ isEscaped: Bool) -> Void) {
    body(notes.all[index].title[...], false)
    body(SafeHTML.text(of: notes.all[index].html)[...], false)
  }

  /// The calendars of an event and of its overrides.
  func forEachCalendar(ofEvent master: Int32, _ body: (UInt16) -> Void) {
    let event = store[master]
    body(event.calendar)
    if event.others != 0 { for calendar in store.others(of: event) { body(calendar) } }
    if event.series < 0 || event.isOverride { return }
    for index in store.members(of: master) where index != master {
      let event = store[index]
      if event.status == .cancelled { continue }
      body(event.calendar)
      for calendar in store.others(of: event) { body(calendar) }
    }
  }

  /// The greatest length of an excerpt in bytes: two lines on a phone.
  private static let excerptLength = 100

  /// Makes the beginning of a text on one line, cut after a word.
  /// - Parameter isEscaped: whether the text is a TEXT value as written.
  static func excerpt(of text: ArraySlice<UInt8>, isEscaped: Bool, in line: inout [UInt8]) {
    line.removeAll(keepingCapacity: true)
    guard isEscaped, text.contains(.backslash) else { return excerpt(of: text, in: &line) }
    var plain: [UInt8] = []
    plain.append(unescaping: text)
    excerpt(of: plain[...], in: &line)
  }

  private static func excerpt(of text: ArraySlice<UInt8>, in line: inout [UInt8]) {
    for byte in text {
      if byte <= .space {
        if let last = line.last, last != .space { line.append(.space) }
      } else {
        line.append(byte)
      }
      if line.count > excerptLength { break }
    }
    if line.count <= excerptLength {
      if line.last == .space { line.removeLast() }
      return
    }
    line.removeLast()
    // A word that is cut goes, unless it is long; then the character that is cut.
    if let space = line.lastIndex(of: .space), space > excerptLength / 2 {
      line.removeLast(line.count - space)
    } else {
      while let last = line.last, last.isUTF8Continuation { line.removeLast() }
      if !line.isEmpty { line.removeLast() }
    }
    line.append("…")
  }
}
