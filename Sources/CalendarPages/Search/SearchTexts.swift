import Bytes
import Events
import ICalendar

/// What an event is found and filtered by, read in one pass over its properties.
struct SearchFields {
  var title: [UInt8]
  /// "City, Name", or the one that is known, as pages show it.
  var place: [UInt8] = []
  var categories: [[UInt8]] = []
  var people: [[UInt8]] = []
  var description: [UInt8] = []

  /// O(the event's properties).
  init(_ event: Event, _ store: EventStore) {
    title = store.text(event.title, of: event)
    let document = store.documents[Int(event.document)]
    var city: [UInt8] = []
    var categoryLists = 0
    document.forEachProperty(of: Int(event.component)) { index in
      let property = document.properties[index]
      switch property.name {
      case .categories:
        categoryLists += 1
        for part in textList(document.value(property)) where !part.isEmpty { categories.append(part) }
      case .description: if description.isEmpty { description.append(unescaping: document.value(property)) }
      case .xBusyLifeCity: if city.isEmpty { city.append(unescaping: document.value(property)) }
      default: break
      }
    }
    if categories.count > 1 { categories = store.categories(of: event) }
    if event.hasPeople { people = store.people(of: event).map { $0.name } }
    place = city
    if event.location.isEmpty { return }
    var name = store.text(event.location, of: event)
    for index in name.indices where name[index] == 0x0A { name[index] = 0x20 }
    place = city.isEmpty || name == city ? name : city + ", " + name
  }
}

/// The texts by which an event or a note is found, and what a result shows of them.
struct SearchTexts {
  let store: EventStore
  let notes: Notes

  /// What an event says, and then its overrides that are not cancelled. O(their properties).
  func fields(ofEvent master: Int32) -> [SearchFields] {
    let event = store.events[Int(master)]
    if event.series < 0 || event.isOverride { return [SearchFields(event, store)] }
    return store.members(of: master).filter { $0 == master || store.events[Int($0)].status != .cancelled }
      .map { SearchFields(store.events[Int($0)], store) }
  }

  /// Calls `body` with each text of an event and of its overrides, and of the notes on it.
  func forEach(of fields: [SearchFields], _ master: Int32, _ body: ([UInt8]) -> Void) {
    for field in fields {
      body(field.title)
      if !field.place.isEmpty { body(field.place) }
      for category in field.categories { body(category) }
      for person in field.people { body(person) }
      if !field.description.isEmpty { body(field.description) }
    }
    let event = store.events[Int(master)]
    if event.uid.isEmpty || notes.all.isEmpty { return }
    for note in notes.on(uid: store.text(event.uid, of: event)) { forEach(ofNote: note, body) }
  }

  func forEach(ofNote index: Int, _ body: ([UInt8]) -> Void) {
    body(notes.all[index].title)
    body(Self.text(ofHTML: notes.all[index].html))
  }

  /// The calendars of an event and of its overrides, by their names.
  func forEachCalendar(ofEvent master: Int32, _ body: ([UInt8]) -> Void) {
    for index in store.members(of: master) {
      let event = store.events[Int(index)]
      if event.status == .cancelled, index != master { continue }
      body(store.calendars[Int(event.calendar)].name)
      for calendar in store.others(of: event) { body(store.calendars[Int(calendar)].name) }
    }
  }

  /// The greatest length of an excerpt in bytes: two lines on a phone.
  private static let excerptLength = 100

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
