import Bytes
import ICalendar

extension EventStore {
  /// The colour that an event has of its own, as a word that is safe in a class: `tomato` of a name of CSS (COLOR,
  /// RFC 7986, 5.9), `2f6fde` of a hexadecimal one. Empty if it has none. Neither is looked into any further: the
  /// browser module would need the table of names. O(the event's properties) where it has one, else O(1).
  public func color(of event: Event) -> [UInt8] {
    if !event.hasColor { return [] }
    let document = documents[Int(event.document)]
    var color: ArraySlice<UInt8> = []
    document.forEachProperty(of: Int(event.component)) { index in
      let property = document.properties[index]
      if property.name == .color || property.name == .xBusyLifeColor { color = document.value(property).trimmed }
    }
    if color.first == UInt8.ascii("#") { color.removeFirst() }
    // The longest name of CSS has 20 letters.
    return color.count > 20 || !color.allSatisfy({ $0.isLetter || $0.isDigit }) ? [] : color.asciiLowercased
  }
}
