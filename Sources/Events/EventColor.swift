import Bytes
import ICalendar

extension EventStore {
  /// An event's own colour, as a word that is safe in a class: a CSS name such as `tomato` (COLOR, RFC 7986, 5.9) or
  /// hexadecimal digits such as `2f6fde`; empty if it has none. Neither is checked any further: the browser module
  /// would need the table of names. O(the event's properties) if it has a colour, else O(1).
  public func color(of event: Event) -> [UInt8] {
    if !event.hasColor { return [] }
    var written = text(.xBusyLifeColor, of: event)
    if written.isEmpty { written = text(.color, of: event) }
    var color: [UInt8] = []
    for (index, byte) in written.trimmed.enumerated() {
      if index == 0, byte == UInt8.ascii("#") { continue }
      // The longest CSS name has 20 letters.
      guard byte.isLetter || byte.isDigit, color.count < 20 else { return [] }
      // This bit makes letters lower case; digits have it already.
      color.append(byte | 0x20)
    }
    return color
  }
}
