import Bytes
import CivilTime
import Events
import ICalendar
import TimeZones

/// Values that programs write in many forms are written in one, since the module for browsing reads no other
/// (``ForeignInput``).
extension EventFileWriter {
  /// A property's line, without white space around its name and with all quotation marks closed. O(line).
  static func line(_ property: ICalendarDocument.Property, _ document: ICalendarDocument) -> ArraySlice<UInt8> {
    let parameters = document.parameters(property)
    if parameters.isEmpty { return document.line(property) }
    let isOpen = parameters.count { $0 == .quote } % 2 == 1
    if parameters[parameters.startIndex] == .semicolon, !isOpen { return document.line(property) }
    let colon: [UInt8] = isOpen ? [0x22, 0x3A] : [.colon]
    return (document.name(property) + parameters.trimmed + colon + document.value(property))[...]
  }

  /// The value of a property of times, each in RFC 5545's form. An invalid value is kept if it is the only one, since
  /// the core reads it the same way in the browser, and dropped from a list. O(value).
  static func times(_ value: ArraySlice<UInt8>, isList: Bool) -> ArraySlice<UInt8> {
    // The usual case.
    if DateOrDateTime.isStandard(value) { return value }
    guard isList else { return DateOrDateTime(value).map { time($0) }?[...] ?? value }
    var out: [UInt8] = []
    for listed in TimeList(value) {
      guard let start = listed.time else { continue }
      if !out.isEmpty { out.append(.comma) }
      out += time(start)
      switch listed.length {
      case .duration: out += [.slash] + Array(listed.writtenLength)
      case .end(let end): out += [.slash] + time(end)
      // An unreadable end counts as no end.
      case .none, .unreadable: break
      }
    }
    return out[...]
  }

  private static func time(_ time: DateOrDateTime) -> [UInt8] {
    var out: [UInt8] = []
    switch time {
    case .date(let date): out.append(basic: date)
    case .utc(let instant): out.append(basic: instant)
    case .local(let wall): out.append(basic: wall)
    }
    return out
  }

  /// The line of a rule; with an empty value if the rule can't be read, since the event still counts as one with a
  /// rule.
  static func rule(_ property: ICalendarDocument.Property, _ document: ICalendarDocument) -> [UInt8] {
    let name = [UInt8](property.name == .exrule ? "EXRULE:" : "RRULE:")
    do throws(RecurrenceRuleError) {
      return name + (try RecurrenceRule.read(document.value(property))).rule.bytes
    } catch { return name }
  }
}
