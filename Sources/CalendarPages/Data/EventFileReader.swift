import Bytes
import Events
import ICalendar
import TimeZones

/// Reads what ``EventFileWriter`` wrote.
package enum EventFileReader {
  /// The documents of a file, one per calendar. O(file).
  package static func documents(of file: [UInt8]) -> [ICalendarDocument] {
    let head = [UInt8]("BEGIN:VCALENDAR\r\n")
    var documents: [ICalendarDocument] = []
    var start = 0
    while start < file.count {
      // Values contain no line breaks, so a line with this beginning always begins a calendar.
      var end = start + 1
      while end < file.count, file[end - 1] != 0x0A || !file[end...].starts(with: head) { end += 1 }
      documents.append(ICalendarDocument(parsing: Array(file[start..<end])))
      start = end
    }
    return documents
  }

  /// Adds one of these documents to events that have the site's calendars. O(document).
  /// - Returns: the places in the content of the added events, in order.
  package static func add(
    _ document: ICalendarDocument, to read: inout ReadEvents, zones: borrowing ZoneTable
  ) -> [Int32] {
    var calendar = 0
    var lines: [Position] = []
    for component in document.components.indices {
      switch document.components[component].kind {
      case .vcalendar: calendar = numbers("X-BUSYLIFE-CALENDAR", of: component, in: document)[0]
      case .vevent:
        lines.append(Position(line: numbers("X-BUSYLIFE-PLACE", of: component, in: document)[1], column: 1))
      default: break
      }
    }
    guard calendar < read.calendars.count else { return [] }
    var diagnostics = Diagnostics()
    let known = read.events.count
    read.add(document, to: UInt16(calendar), zones: zones, positions: lines, diagnostics: &diagnostics)
    var places: [Int32] = []
    for index in known..<read.events.count {
      let found = numbers("X-BUSYLIFE-PLACE", of: Int(read.events[index].component), in: document)
      places.append(Int32(truncatingIfNeeded: found[0]))
      if found.count > 2 { read.setOthers(found[2...].map { UInt16(truncatingIfNeeded: $0) }, of: index) }
    }
    return places
  }

  /// The numbers in a component's property, at least two: those of `17,220,3`; 0 for missing ones.
  private static func numbers(_ name: StaticString, of component: Int, in document: ICalendarDocument) -> [Int] {
    var numbers = [0]
    document.forEachProperty(of: component) {
      let property = document.properties[$0]
      guard property.name == .other, document.name(property).equals(name) else { return }
      for byte in document.value(property) {
        guard let digit = byte.digitValue, numbers[numbers.count - 1] < 1 << 27 else {
          numbers.append(0)
          continue
        }
        numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + digit
      }
    }
    if numbers.count < 2 { numbers.append(0) }
    return numbers
  }
}
