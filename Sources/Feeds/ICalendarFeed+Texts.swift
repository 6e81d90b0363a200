import Bytes
import CivilTime
import Events
import ICalendar
import TimeZones

/// The texts and rules of an event as RFC 5545 requires them. A line that already conforms is copied.
extension ICalendarFeed {
  // MARK: Texts

  /// Writes a text whose value is not escaped as RFC 5545 has it (3.3.11), such as one with a comma or a stray
  /// backslash; false if its line can be copied. O(value).
  mutating func rewriteText(
    _ property: ICalendarDocument.Property, _ document: ICalendarDocument, isList: Bool
  ) -> Bool {
    let value = document.value(property)
    if Self.isStrict(text: value, isList: isList) { return false }
    var line = Array(document.line(property).dropLast(value.count))
    if isList {
      for (index, part) in textList(value).enumerated() {
        if index > 0 { line.append(.comma) }
        line.append(escapingText: part)
      }
    } else {
      var text: [UInt8] = []
      text.append(unescaping: value)
      line.append(escapingText: text)
    }
    body.line(line)
    return true
  }

  private static func isStrict(text value: ArraySlice<UInt8>, isList: Bool) -> Bool {
    // Most texts contain no character that is ever escaped; a loop without branches detects them.
    let isPlain =
      value.withContiguousStorageIfAvailable { bytes in
        var marks: UInt8 = 0
        for byte in bytes {
          marks |= byte < 0x20 || byte == 0x7F || byte == .backslash || byte == .semicolon || byte == .comma ? 1 : 0
        }
        return marks == 0
      } ?? false
    if isPlain { return true }
    var isEscaped = false
    for byte in value {
      switch byte {
      case .backslash: isEscaped.toggle()
      case .semicolon, .comma:
        if !isEscaped, byte == .semicolon || !isList { return false }
        isEscaped = false
      case 0x6E, 0x4E: isEscaped = false
      case .tab, 0x20...0x7E, 0x80...: if isEscaped { return false }
      default: return false
      }
    }
    return !isEscaped
  }

  // MARK: Rules

  /// The line of an RRULE or EXRULE as RFC 5545 wants it; `nil` if it can be copied, empty if it can't be read or is
  /// not the rule of a series.
  func rule(_ property: ICalendarDocument.Property, of event: Event, _ document: ICalendarDocument) -> [UInt8]? {
    guard event.series >= 0, !event.isOverride else { return [] }
    let start = store.series[Int(event.series)].set.start
    var set: RecurrenceSet
    var isRepaired = false
    do throws(RecurrenceRuleError) {
      let (source, repairs) = try RecurrenceRule.read(document.value(property))
      var rule = source
      if event.kind == .allDay, event.zone != 0 { rule.endOnDate(in: store.zone(of: event)) }
      let written = rule.written(beside: start)
      // If a rule ends before it begins, only DTSTART is an instance; other programs drop the whole event.
      if written.ends(before: start) { return [UInt8]("RRULE:FREQ=DAILY;COUNT=1") }
      set = RecurrenceSet(start: start, rules: [written])
      set.endByTime()
      // FREQ must stand first.
      isRepaired =
        !repairs.isEmpty || set.rules != [source] || document.hasParameters(property)
        || !document.value(property).starts(with: "FREQ=".utf8)
    } catch { return [] }
    if !isRepaired { return nil }
    set.settleEnds()
    var line = Array(document.name(property))
    line.append(.colon)
    line.append(set.rules[0])
    return line
  }
}

extension RecurrenceRule {
  /// Whether UNTIL is before a start.
  fileprivate func ends(before start: RecurrenceTime) -> Bool {
    switch until {
    case nil: false
    case .date(let date)?: date < start.wall.date
    case .local(let wall)?: wall.wallSeconds < start.wall.wallSeconds
    case .utc(let instant)?:
      if case .zoned(let wall, let zone) = start {
        instant < zone.instant(of: wall)
      } else {
        instant.wall(at: .utc).wallSeconds < start.wall.wallSeconds
      }
    }
  }
}
