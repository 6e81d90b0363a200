import Bytes
import CalendarPages
import CivilTime
import Events
import ICalendar
import Readers
import TimeZones

/// A field of an event as `explain` names it, and what a store says of it. Users' scripts read the names.
struct EventField {
  enum Value: Equatable {
    case none
    case text([UInt8])
    case flag(Bool)
    case list([[UInt8]])

    init(_ text: [UInt8]) { self = text.isEmpty ? .none : .text(text) }
    init(list: [[UInt8]]) { self = list.isEmpty ? .none : .list(list) }
  }

  let name: StaticString
  let value: Value

  /// - Parameters:
  ///   - event: an event of the store; `nil` if the store does not have it: then no field has a value.
  ///   - notes: the titles of the notes on it.
  ///   - zone: the zone of its times.
  static func all(of event: Event?, in store: EventStore, notes: [[UInt8]], zone: Zone) -> [EventField] {
    guard let event else { return names.map { EventField(name: $0, value: .none) } }
    let values = [
      Value(store.text(event.title, of: event)), Value(time(event.start, event, zone)),
      Value(time(event.end, event, zone)), .flag(event.kind == .allDay), Value([UInt8](event.status.label)),
      Value(list: store.categories(of: event)), Value(store.text(event.location, of: event)),
      Value(store.text(.description, of: event)), Value(store.values(.url, of: event).first ?? []),
      Value(list: store.values(.conference, of: event)), Value(list: store.values(.image, of: event)),
      Value(calendars(of: event, in: store)), Value(list: people(event, store)),
      Value(list: store.texts(.comment, of: event)), Value(list: store.values(.attach, of: event)),
      Value(store.values(.geo, of: event).first ?? []), Value(color(event, store)), Value(list: notes),
    ]
    return zip(names, values).map { EventField(name: $0, value: $1) }
  }

  /// The names of all calendars that have it, the shown version's first.
  private static func calendars(of event: Event, in store: EventStore) -> [UInt8] {
    let all = [event.calendar] + store.others(of: event)
    return Array(all.map { store.calendars[Int($0)].name }.joined(separator: [0x2C, 0x20]))
  }

  private static let names: [StaticString] = [
    "title", "start", "end", "allDay", "status", "categories", "location", "description", "url", "conferences",
    "images", "calendar", "people", "comments", "attachments", "geo", "color", "notes",
  ]

  /// A date, a local time or, in a zone, a time with its offset.
  private static func time(_ time: Int64, _ event: Event, _ zone: Zone) -> [UInt8] {
    var out: [UInt8] = []
    switch event.kind {
    case .allDay: if let wall = CivilDateTime(wallSeconds: time) { out.append(iso: wall.date) }
    case .floating: if let wall = CivilDateTime(wallSeconds: time) { out.append(iso: wall) }
    case .zoned:
      let instant = Instant(clamping: time)
      out.append(rfc3339: instant, at: zone.offset(at: instant))
    }
    return out
  }

  private static func people(_ event: Event, _ store: EventStore) -> [[UInt8]] {
    store.people(of: event).map { person in
      if person.email.isEmpty || person.email == person.name { return person.name }
      return person.name + [UInt8](" <") + person.email + [UInt8](">")
    }
  }

  /// As it is written.
  private static func color(_ event: Event, _ store: EventStore) -> [UInt8] {
    let own = store.text(.xBusyLifeColor, of: event)
    return own.isEmpty ? store.text(.color, of: event) : own
  }

  /// Appends the value as JSON.
  func appendJSON(to out: inout [UInt8]) {
    switch value {
    case .none: out.append("null")
    case .text(let text): out.append(json: text)
    case .flag(let flag): out.append(flag ? "true" : "false")
    case .list(let texts): out.append(jsonTexts: texts)
    }
  }

  /// For people, on one line.
  func appendText(to out: inout [UInt8]) {
    switch value {
    case .none: out.append("none")
    case .text(let text): out.append(printable: text)
    case .flag(let flag): out.append(flag ? "yes" : "no")
    case .list(let texts): out.append(printable: Array(texts.joined(separator: [0x2C, 0x20])))
    }
  }
}

extension EventStore {
  /// The values of a property that may be repeated, as in the file; of data within the file only their length.
  fileprivate func values(_ name: PropertyName, of event: Event) -> [[UInt8]] {
    let document = documents[Int(event.document)]
    var values: [[UInt8]] = []
    document.forEachProperty(of: Int(event.component)) { index in
      let property = document.properties[index]
      guard property.name == name else { return }
      let value = document.value(property)
      let isData = document.parameter("ENCODING", of: property)?.equalsIgnoringCase("BASE64") ?? false
      values.append(isData ? Array("data of \(value.count * 3 / 4) bytes".utf8) : Array(value))
    }
    return values.filter { !$0.isEmpty }
  }

  /// The texts of a property that may be repeated.
  fileprivate func texts(_ name: PropertyName, of event: Event) -> [[UInt8]] {
    values(name, of: event).map { value in [UInt8].written { $0.append(unescaping: value[...]) } }
  }
}
