import Bytes
import ICalendar

extension EventStore {
  /// The colour that an event has of its own, as a word that is safe in a class: `tomato` of a name of CSS (COLOR,
  /// RFC 7986, 5.9), `2f6fde` of a hexadecimal one. Empty if it has none. Neither is looked into any further: the
  /// browser module would need the table of names. O(the event's properties) where it has one, else O(1).
  public func color(of event: Event) -> [UInt8] {
    if !event.hasColor { return [] }
    var written = text(.xBusyLifeColor, of: event)
    if written.isEmpty { written = text(.color, of: event) }
    var color: [UInt8] = []
    for (index, byte) in written.trimmed.enumerated() {
      if index == 0, byte == UInt8.ascii("#") { continue }
      // The longest CSS name has 20 letters.
      guard byte.isLetter || byte.isDigit, color.count < 20 else { return [] }
      // Digits have the bit that tells small letters from capitals.
      color.append(byte | 0x20)
    }
    return color
  }
}
