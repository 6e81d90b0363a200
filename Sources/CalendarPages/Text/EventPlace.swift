import Bytes
import Events
import ICalendar

extension EventStore {
  /// "Name, City", or the one that is known, on one line. O(texts).
  package func place(of event: Event) -> [UInt8] {
    let name = text(event.location, of: event).onOneLine
    let city = text(.xBusyLifeCity, of: event).onOneLine
    if name.isEmpty || city.isEmpty || name == city { return name.isEmpty ? city : name }
    return name + [UInt8](", ") + city
  }
}
