import Bytes
import Events
import ICalendar

/// The texts by which an event or a note is found, and what a result shows of them.
struct SearchTexts {
  let store: EventStore
  let notes: Notes

  /// Calls `body` with each text of an event and of its overrides, and of the notes on it.
  func forEach(ofEvent master: Int32, _ body: ([UInt8]) -> Void) {
    for index in store.members(of: master) {
      let event = store.events[Int(index)]
      if event.status == .cancelled, index != master { continue }
      body(store.text(event.title, of: event))
      let place = place(of: event)
      if !place.isEmpty { body(place) }
      for category in store.categories(of: event) { body(category) }
      for person in store.people(of: event) { body(person.name) }
      let description = store.text(.description, of: event)
      if !description.isEmpty { body(description) }
    }
    let event = store.events[Int(master)]
    if event.uid.isEmpty { return }
    for note in notes.on(uid: store.text(event.uid, of: event)) { forEach(ofNote: note, body) }
  }

  func forEach(ofNote index: Int, _ body: ([UInt8]) -> Void) {
    body(notes.all[index].title)
    body(Self.text(ofHTML: notes.all[index].html))
  }

  /// The values by which an event can be filtered, those of its overrides included.
  func filters(ofEvent master: Int32) -> [(SearchFilter, [UInt8])] {
    var found: [(SearchFilter, [UInt8])] = []
    for index in store.members(of: master) {
      let event = store.events[Int(index)]
      if event.status == .cancelled, index != master { continue }
      for calendar in [event.calendar] + store.others(of: event) {
        found.append((.calendar, store.calendars[Int(calendar)].name))
      }
      for category in store.categories(of: event) { found.append((.category, category)) }
      let place = place(of: event)
      if !place.isEmpty { found.append((.place, place)) }
    }
    return found
  }

  /// "City, Name", or the one that is known, as pages show it.
  func place(of event: Event) -> [UInt8] {
    let city = store.text(.xBusyLifeCity, of: event)
    if event.location.isEmpty { return city }
    var name = store.text(event.location, of: event)
    for index in name.indices where name[index] == 0x0A { name[index] = 0x20 }
    if city.isEmpty || name == city { return name }
    return city + ", " + name
  }

  /// The greatest length of an excerpt in bytes: some two lines on a phone.
  private static let excerptLength = 120

  /// The beginning of a text on one line, cut after a word.
  static func excerpt(of text: [UInt8]) -> [UInt8] {
    var line: [UInt8] = []
    for byte in text {
      if byte <= 0x20 {
        if let last = line.last, last != 0x20 { line.append(0x20) }
      } else {
        line.append(byte)
      }
      if line.count > excerptLength { break }
    }
    if line.count <= excerptLength {
      if line.last == 0x20 { line.removeLast() }
      return line
    }
    line.removeLast()
    // A word that is cut goes, unless it is long; then the character that is cut.
    if let space = line.lastIndex(of: 0x20), space > excerptLength / 2 {
      line.removeLast(line.count - space)
    } else {
      while let last = line.last, last.isUTF8Continuation { line.removeLast() }
      if !line.isEmpty { line.removeLast() }
    }
    line.append("…")
    return line
  }

  /// The text of safe HTML as notes have it: a space for each tag, and characters for references.
  static func text(ofHTML html: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    var index = 0
    while index < html.count {
      let byte = html[index]
      if byte == 0x3C {
        while index < html.count, html[index] != 0x3E { index += 1 }
        text.append(0x20)
      } else if byte == 0x26, let end = html[index...].prefix(8).firstIndex(of: 0x3B) {
        let name = html[(index + 1)..<end]
        text.append(
          name.equals("amp") ? 0x26 : name.equals("lt") ? 0x3C : name.equals("gt") ? 0x3E : 0x22)
        index = end
      } else {
        text.append(byte)
      }
      index += 1
    }
    return text
  }
}
