import Bytes

extension ICalendarDocument {
  /// Properties that may not have the form of RFC 5545, in ascending order: those whose value and parameters a quick
  /// check does not recognise. It recognises those of nearly all files. O(bytes of names and short values).
  package func mendingCandidates() -> [Int] {
    text.withUnsafeBufferPointer { text in
      properties.withUnsafeBufferPointer { properties in
        var found: [Int] = []
        for index in properties.indices where !Self.isStandard(properties[index], text) { found.append(index) }
        return found
      }
    }
  }

  private static func isStandard(_ property: Property, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let name = Int(property.start)..<Int(property.nameEnd)
    for index in name where text[index] &- 0x61 < 26 { return false }
    let value = UnsafeBufferPointer(rebasing: text[Int(property.valueStart)..<Int(property.end)])
    guard let first = value.first, let last = value.last else { return false }
    if property.valueStart - property.nameEnd > 1 {
      let parameters = UnsafeBufferPointer(rebasing: text[name.upperBound..<Int(property.valueStart) - 1])
      if !isOfTimes(property.name) { return false }
      let isDate = value.count == 8 && parameters.elementsEqual(";VALUE=DATE".utf8)
      return isDate && DateOrDateTime.isStandard(value) || isZone(parameters) && isTime(value)
    }
    switch property.name {
    case .dtstart, .dtend, .rdate, .exdate, .recurrenceID: return isTime(value)
    case .dtstamp, .created, .lastModified:
      return value.count == 16 && value[8] == 0x54 && last == 0x5A && DateOrDateTime.isStandard(value)
    // `&eacute;`
    case .summary, .location, .categories: return !value.contains(.ampersand) || !value.contains(.semicolon)
    case .description, .comment, .contact, .resources: return true
    case .sequence, .priority: return value.count == 1 && first.isDigit
    case .uid, .class, .status, .color: return !first.isWhitespace && !last.isWhitespace
    case .transp: return value.elementsEqual("OPAQUE".utf8) || value.elementsEqual("TRANSPARENT".utf8)
    case .rrule, .exrule: return value.contains(.equals)
    case .url: return value.isURI
    case .other: return text[name.lowerBound] == 0x58 || isStandard(UnsafeBufferPointer(rebasing: text[name]), value)
    default: return false
    }
  }

  /// For properties of alarms, whether the value is a word or a length: `ACTION:DISPLAY`, `TRIGGER:-PT15M`.
  private static func isStandard(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Bool {
    if name.elementsEqual("ACTION".utf8) { return value.allSatisfy { $0.isLetter } }
    guard name.elementsEqual("TRIGGER".utf8) else { return false }
    let hasSign = value.first == .plus || value.first == .hyphen
    return ICalendarDuration.isStandard(hasSign ? value.dropFirst() : value[...])
  }

  private static func isOfTimes(_ name: PropertyName) -> Bool {
    switch name {
    case .dtstart, .dtend, .rdate, .exdate, .recurrenceID: true
    default: false
    }
  }

  /// Whether a value consists of characters of dates, times and lists of them.
  private static func isTime(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in value where !byte.isDigit && byte != 0x54 && byte != 0x5A && byte != .comma { return false }
    return value.count > 7
  }

  /// Whether parameters are no more than `;TZID=Europe/Berlin`, as on most lines.
  private static func isZone(_ parameters: UnsafeBufferPointer<UInt8>) -> Bool {
    guard parameters.count > 6, parameters.prefix(6).elementsEqual(";TZID=".utf8) else { return false }
    for byte in parameters.dropFirst() where byte == .semicolon || byte == .quote { return false }
    return true
  }
}
