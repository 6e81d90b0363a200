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
      case .vcalendar: calendar = numbers("X-BUSYLIFE-CALENDAR", of: component, in: document).first
      case .vevent:
        lines.append(
          Position(line: numbers("X-BUSYLIFE-PLACE", of: component, in: document).second, column: 1))
      default: break
      }
    }
    guard calendar < read.calendars.count else { return [] }
    var diagnostics = Diagnostics()
    let known = read.events.count
    read.add(document, to: UInt16(calendar), zones: zones, positions: lines, diagnostics: &diagnostics)
    return read.events[known...].map {
      Int32(truncatingIfNeeded: numbers("X-BUSYLIFE-PLACE", of: Int($0.component), in: document).first)
    }
  }

  /// The numbers in a component's property: both of `17,220`, the first of `3`; 0 for missing ones.
  private static func numbers(
    _ name: StaticString, of component: Int, in document: ICalendarDocument
  ) -> (first: Int, second: Int) {
    var numbers = (first: 0, second: 0)
    var isFirst = true
    document.forEachProperty(of: component) {
      let property = document.properties[$0]
      guard property.name == .other, document.name(property).equals(name) else { return }
      for byte in document.value(property) {
        guard let digit = byte.digitValue, max(numbers.first, numbers.second) < 1 << 27 else {
          isFirst = false
          continue
        }
        if isFirst { numbers.first = numbers.first * 10 + digit } else { numbers.second = numbers.second * 10 + digit }
      }
    }
    return numbers
  }
}
