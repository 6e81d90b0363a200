import Bytes
import Testing

@testable import ICalendar

/// A file read in parts equals the file read as a whole.
struct PartsTests {
  /// Events of every kind of line, folded and not.
  static func events(_ count: Int, from first: Int = 0, end: String = "\r\n") -> String {
    (first..<first + count).map { number in
      let alarm = number % 7 == 0 ? "BEGIN:VALARM\nTRIGGER:-PT15M\nEND:VALARM\n" : ""
      let text =
        "BEGIN:VEVENT\nUID:\(number)@parts.example\nDTSTART;TZID=Europe/Berlin:20260101T\(100_000 + number % 50)\n"
        + "SUMMARY:Übung \(number)\nDESCRIPTION:A line that is\n  folded "
        + "\(number % 3 == 0 ? "once\n  and again" : "once")\n\(alarm)END:VEVENT\n"
      return text.replacing("\n", with: end)
    }.joined()
  }

  static let files: [String] = [
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + events(6_000) + "END:VCALENDAR\r\n",
    "BEGIN:VCALENDAR\nVERSION:2.0\n" + events(6_000, end: "\n") + "X-AFTER:1\nEND:VCALENDAR",
    // Several calendars, one of which ends and begins within a part.
    "BEGIN:VCALENDAR\r\nX-WR-CALNAME:one\r\n" + events(2_500)
      + "END:VCALENDAR\r\nBEGIN:VCALENDAR\r\nX-WR-CALNAME:two\r\n"
      + events(2_500, from: 2_500) + "END:VCALENDAR\r\nBEGIN:VCALENDAR\r\n" + events(900, from: 5_000)
      + "END:VCALENDAR\r\n",
    // Without an end, without a beginning, within something else.
    "BEGIN:VCALENDAR\r\n" + events(6_000),
    events(6_000) + "END:VCALENDAR\r\n",
    "BEGIN:VCALENDAR\r\nBEGIN:X-ALL\r\n" + events(6_000) + "END:X-ALL\r\nEND:VCALENDAR\r\n",
    // A diagnostic in the first part, and in the last.
    "BEGIN:VCALENDAR\r\nno property\r\n" + events(6_000) + "END:VCALENDAR\r\n",
    "BEGIN:VCALENDAR\r\n" + events(6_000) + "no property\r\nEND:VCALENDAR\r\nmore\r\n",
    "BEGIN:VCALENDAR\r\n" + events(6_000) + "X-CONTROL:a\u{1}b\r\nEND:VCALENDAR\r\n",
    // Cut off within an event, and with one in another.
    "BEGIN:VCALENDAR\r\n" + events(6_000) + "BEGIN:VEVENT\r\nUID:x\r\n",
    "BEGIN:VCALENDAR\r\n" + events(3_000) + "BEGIN:VEVENT\r\nUID:x\r\n" + events(3_000) + "END:VCALENDAR\r\n",
  ]

  @Test(arguments: files.indices, [2, 3, 8]) func isAsInOne(file: Int, parts: Int) {
    let bytes = Array(Self.files[file].utf8)
    let one = ICalendarDocument(parsing: bytes)
    // In any order.
    let many = ICalendarDocument(parsing: bytes, parts: parts) { count, body in
      for index in (0..<count).reversed() { body(index) }
    }
    #expect(one.text == many.text)
    #expect(one.diagnostics.all.map { $0.message } == many.diagnostics.all.map { $0.message })
    #expect(one.diagnostics.all.map { $0.position } == many.diagnostics.all.map { $0.position })
    #expect(
      one.properties.map { [$0.line, $0.start, $0.nameEnd, $0.valueStart, $0.end] }
        == many.properties.map { [$0.line, $0.start, $0.nameEnd, $0.valueStart, $0.end] })
    #expect(one.properties.map { $0.name } == many.properties.map { $0.name })
    #expect(
      one.components.map { [$0.line, $0.nameStart, $0.nameEnd] }
        == many.components.map { [$0.line, $0.nameStart, $0.nameEnd] })
    #expect(
      one.components.map { [$0.properties.lowerBound, $0.properties.upperBound, $0.subtreeEnd, $0.parent] }
        == many.components.map { [$0.properties.lowerBound, $0.properties.upperBound, $0.subtreeEnd, $0.parent] })
    #expect(one.components.map { $0.kind } == many.components.map { $0.kind })
    #expect(one.components.map { $0.isBroken } == many.components.map { $0.isBroken })
  }

  @Test func largeFilesAreReadInParts() {
    var counts: [Int] = []
    _ = ICalendarDocument(parsing: Array(Self.files[0].utf8), parts: 3) { count, body in
      counts.append(count)
      for index in 0..<count { body(index) }
    }
    #expect(counts == [3])
  }
}
