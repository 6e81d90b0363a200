import Bytes
import Events
import ICalendar

/// What an event is found and filtered by, read in one pass over its properties. Texts without escapes lie in the
/// calendar's file.
package struct SearchFields {
  package var title: ArraySlice<UInt8>
  /// As pages show it.
  package var place: ArraySlice<UInt8> = []
  package var categories: [ArraySlice<UInt8>] = []
  package var people: [[UInt8]] = []
  /// As the calendar has it, escaped.
  package var description: ArraySlice<UInt8> = []

  /// O(the event's properties).
  package init(_ event: Event, _ store: EventStore) {
    title = store.slice(event.title, of: event)
    var city: [UInt8] = []
    let document = store.document(of: event)
    document.forEachProperty(of: Int(event.component)) { index in
      let property = document.properties[index]
      switch property.name {
      case .categories: Self.add(document.value(property), to: &categories)
      case .description: if description.isEmpty { description = document.value(property) }
      case .xBusyLifeCity: if city.isEmpty { city.append(unescaping: document.value(property)) }
      default: break
      }
    }
    if categories.count > 1 { categories = store.categories(of: event).map { $0[...] } }
    if event.hasPeople { people = store.people(of: event).map { $0.name } }
    place = Self.place(city, store.slice(event.location, of: event))
  }

  /// "City, Name", or the one that is known.
  package static func place(_ city: [UInt8], _ location: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if location.isEmpty { return city[...] }
    if city.isEmpty, !location.contains(.lineFeed) { return location }
    let name = location.map { $0 == .lineFeed ? .space : $0 }
    return city.isEmpty || name == city ? name[...] : (city + ", " + name)[...]
  }

  /// Adds the members of a TEXT list.
  private static func add(_ value: ArraySlice<UInt8>, to categories: inout [ArraySlice<UInt8>]) {
    if value.contains(where: { $0 == .comma || $0 == .backslash }) {
      for part in textList(value) where !part.isEmpty { categories.append(part[...]) }
    } else {
      let name = value.trimmed
      if !name.isEmpty { categories.append(name) }
    }
  }
}
