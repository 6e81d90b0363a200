import Bytes
import ICalendar

/// Writes components and properties that were read in another syntax of iCalendar (jCal, xCal) as content lines, and
/// records the original position of each. Both syntaxes write dates, times and rules alike, so their values are
/// converted here.
struct CalendarTextWriter {
  /// A value of a property or a part of one, as it is written in jCal and xCal.
  enum Value {
    case plain([UInt8])
    case period(start: [UInt8], end: [UInt8])
    /// The parts of a recurrence rule, in their order.
    case rule([(name: [UInt8], values: [[UInt8]])])
    /// The fields of GEO and REQUEST-STATUS.
    case fields([[UInt8]])
  }

  struct Property {
    var name: [UInt8]
    var parameters: [(name: [UInt8], values: [[UInt8]])] = []
    /// The name of the value type in lower case; `unknown` for a value that is written as in iCalendar.
    var type: [UInt8] = []
    var values: [Value] = []
  }

  private var lines = TracedLines()
  private var positions: [Position] = []

  /// - Returns: whether it is a name of iCalendar.
  static func isName(_ name: [UInt8]) -> Bool {
    (1...100).contains(name.count) && name.allSatisfy { $0.isLetter || $0.isDigit || $0 == .hyphen }
  }

  mutating func begin(_ component: [UInt8], at position: Position) {
    lines.mark(position)
    if component.equalsIgnoringCase("VEVENT") { positions.append(position) }
    lines.writer.line([UInt8]("BEGIN:") + component.asciiUppercased)
  }

  mutating func end(_ component: [UInt8]) { lines.writer.line([UInt8]("END:") + component.asciiUppercased) }

  mutating func add(_ property: Property, at position: Position) {
    lines.mark(position)
    let name = property.name.asciiUppercased
    var line = name
    for parameter in property.parameters where !parameter.name.equalsIgnoringCase("VALUE") {
      line.append(.semicolon)
      line += parameter.name.asciiUppercased
      for (index, value) in parameter.values.enumerated() {
        line.append(index == 0 ? .equals : .comma)
        line += ICalendarWriter.parameterValue(value)
      }
      if parameter.values.isEmpty { line.append(.equals) }
    }
    let usual = Self.usualTypes[name] ?? [UInt8]("text")
    if !property.type.equals("unknown"), property.type != usual, Self.isName(property.type) {
      line += [UInt8](";VALUE=") + property.type.asciiUppercased
    }
    line.append(.colon)
    for (index, value) in property.values.enumerated() {
      if index > 0 { line.append(.comma) }
      append(value, property.type, to: &line)
    }
    lines.writer.line(line)
  }

  /// The whole file. A component that is still open has no END, so that it is reported and left out.
  func file(_ path: String) -> SourceFile {
    let isEmpty = lines.writer.bytes.isEmpty
    return SourceFile(
      path: path, iCalendar: isEmpty ? [UInt8]("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n") : lines.writer.bytes,
      eventPositions: positions, isTranslated: true, origins: lines.origins)
  }

  // MARK: Values

  private func append(_ value: Value, _ type: [UInt8], to line: inout [UInt8]) {
    switch value {
    case .plain(let text): Self.append(text, type, to: &line)
    case .period(let start, let end): line += Self.period(start, end)
    case .rule(let parts):
      let first = parts.filter { $0.name.equalsIgnoringCase("FREQ") }
      let rest = parts.filter { !$0.name.equalsIgnoringCase("FREQ") }
      for (index, part) in (first + rest).enumerated() {
        if index > 0 { line.append(.semicolon) }
        line += Self.onOneLine(part.name.asciiUppercased)
        line.append(.equals)
        let isTime = part.name.equalsIgnoringCase("UNTIL")
        let values = part.values.map { isTime ? Self.compact($0) : Self.onOneLine($0) }
        line += Array(values.joined(separator: [.comma]))
      }
    case .fields(let fields):
      for (index, field) in fields.enumerated() {
        if index > 0 { line.append(.semicolon) }
        line.append(escapingText: field)
      }
    }
  }

  private static func append(_ text: [UInt8], _ type: [UInt8], to line: inout [UInt8]) {
    switch String(utf8: type) {
    case "text": line.append(escapingText: text)
    case "date", "date-time", "time": line += compact(text)
    case "utc-offset": line += onOneLine(text.filter { $0 != .colon })
    case "boolean": line += onOneLine(text.asciiUppercased)
    case "uri", "cal-address": EventWriter.append(uri: text, to: &line)
    case "binary": line += text.filter { $0 > 0x20 && $0 != 0x7F }
    case "period":
      let halves = text.split(separator: .slash, maxSplits: 1).map { Array($0) }
      line += halves.count == 2 ? period(halves[0], halves[1]) : compact(text)
    default: line += onOneLine(text)
    }
  }

  private static func period(_ start: [UInt8], _ end: [UInt8]) -> [UInt8] {
    compact(start) + [.slash] + (end.contains(UInt8.ascii("P")) ? onOneLine(end) : compact(end))
  }

  /// ISO 8601's extended form as its basic form: `2026-11-20T09:00:00Z` as `20261120T090000Z`.
  private static func compact(_ time: [UInt8]) -> [UInt8] {
    onOneLine(time.filter { $0 != .hyphen && $0 != .colon })
  }

  /// A value must not contain line breaks, which would begin a new content line.
  private static func onOneLine(_ text: [UInt8]) -> [UInt8] { text.map { $0 < 0x20 || $0 == 0x7F ? .space : $0 } }

  /// The value types of properties that have no VALUE (RFC 5545, RFC 7986); `text` for all others.
  private static let usualTypes: [[UInt8]: [UInt8]] = {
    let names: [(String, String)] = [
      ("date-time", "DTSTART DTEND DUE DTSTAMP CREATED LAST-MODIFIED COMPLETED RECURRENCE-ID EXDATE RDATE"),
      ("duration", "DURATION TRIGGER"), ("float", "GEO"), ("cal-address", "ORGANIZER ATTENDEE"),
      ("uri", "URL TZURL ATTACH SOURCE"), ("integer", "SEQUENCE PRIORITY PERCENT-COMPLETE REPEAT"),
      ("utc-offset", "TZOFFSETFROM TZOFFSETTO"), ("recur", "RRULE EXRULE"), ("period", "FREEBUSY"),
    ]
    var types: [[UInt8]: [UInt8]] = [:]
    for (type, list) in names { for name in list.split(separator: " ") { types[Array(name.utf8)] = Array(type.utf8) } }
    return types
  }()
}
