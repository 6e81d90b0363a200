import Bytes
import CivilTime
import Events
import ICalendar
import TimeZones

/// What programs write in many forms is written in one: the module that readers browse with reads no other
/// (``ForeignInput``).
extension EventFileWriter {
  /// A property's line, with nothing between its name and what follows, and no quotation mark left open. O(line).
  static func line(_ property: ICalendarDocument.Property, _ document: ICalendarDocument) -> ArraySlice<UInt8> {
    let parameters = document.parameters(property)
    if parameters.isEmpty { return document.line(property) }
    let isOpen = parameters.count { $0 == 0x22 } % 2 == 1
    if parameters[parameters.startIndex] == 0x3B, !isOpen { return document.line(property) }
    let colon: [UInt8] = isOpen ? [0x22, 0x3A] : [0x3A]
    return (document.name(property) + parameters.trimmed + colon + document.value(property))[...]
  }

  /// The value of a property of times, each as RFC 5545 writes it. What is no time stays as it is where it stands
  /// alone, since what is not understood has a meaning too, and is left out of a list. O(value).
  static func times(_ value: ArraySlice<UInt8>, isList: Bool) -> ArraySlice<UInt8> {
    // Nearly all are so.
    if DateOrDateTime.isStandard(value) { return value }
    guard isList else { return DateOrDateTime(value).map { time($0) }?[...] ?? value }
    var out: [UInt8] = []
    for listed in TimeList(value) {
      guard let start = listed.time else { continue }
      if !out.isEmpty { out.append(0x2C) }
      out += time(start)
      switch listed.length {
      case .duration: out += [0x2F] + Array(listed.writtenLength)
      case .end(let end): out += [0x2F] + time(end)
      // An end that can't be read is none.
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

  /// The line of a rule; without a value where there is no reading of it: the event still is one that has a rule.
  static func rule(_ property: ICalendarDocument.Property, _ document: ICalendarDocument) -> [UInt8] {
    let name = [UInt8](property.name == .exrule ? "EXRULE:" : "RRULE:")
    do throws(RecurrenceRuleError) {
      return name + (try RecurrenceRule.read(document.value(property))).rule.bytes
    } catch { return name }
  }
}
