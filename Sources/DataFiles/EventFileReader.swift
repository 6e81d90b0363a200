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
      while end < file.count, file[end - 1] != .lineFeed || !file[end...].starts(with: head) { end += 1 }
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
    var places: [Int32] = []
    for index in known..<read.events.count {
      let found = numbers(
        "X-BUSYLIFE-PLACE", of: Int(read.events[index].component), in: document, calendars: read.calendars.count)
      places.append(Int32(truncatingIfNeeded: found.first))
      if !found.rest.isEmpty { read.setOthers(found.rest, of: index) }
    }
    return places
  }

  /// The numbers in a component's property: the three groups of `17,220,2,5`, the first of `3`; 0 for missing ones.
  /// - Parameter calendars: how many calendars there are, which the third group names by their indices.
  private static func numbers(
    _ name: StaticString, of component: Int, in document: ICalendarDocument, calendars: Int = 0
  ) -> (first: Int, second: Int, rest: [UInt16]) {
    var numbers = (first: 0, second: 0, rest: [UInt16]())
    document.forEachProperty(of: component) {
      let property = document.properties[$0]
      guard property.name == .other, document.name(property).equals(name) else { return }
      var place = 0
      var number = 0
      func end() {
        if place == 0 { numbers.first = number } else if place == 1 { numbers.second = number }
        if place > 1, number < calendars { numbers.rest.append(UInt16(truncatingIfNeeded: number)) }
        place += 1
        number = 0
      }
      for byte in document.value(property) {
        if let digit = byte.digitValue, number < 1 << 27 { number = number * 10 + digit } else { end() }
      }
      end()
    }
    return numbers
  }
}
