import Bytes
import ICalendar

extension EventText {
  /// Gives the event other texts. What programs keep beside a text, and now contradicts it, is removed: a description
  /// in HTML, and the coordinates of a place.
  func set(_ texts: EventTexts, _ patch: inout Patch) throws(EditError) {
    if let title = texts.title { try set(.summary, "SUMMARY", to: title, &patch) }
    if let location = texts.location {
      try set(.location, "LOCATION", to: location, &patch)
      for line in all(.geo) + unknown("X-APPLE-STRUCTURED-LOCATION") { remove(line, &patch) }
    }
    if let description = texts.description {
      try set(.description, "DESCRIPTION", to: description, &patch)
      for line in unknown("X-ALT-DESC") + unknown("STYLED-DESCRIPTION") { remove(line, &patch) }
    }
  }

  /// Only a title stays if it is empty: many programs want a SUMMARY.
  private func set(_ name: PropertyName, _ label: StaticString, to text: [UInt8], _ patch: inout Patch)
    throws(EditError)
  {
    guard all(name).count < 2 else { throw .impossible("\(place): \(label) is given twice; remove one first") }
    guard let old = first(name) else {
      if !text.isEmpty || name == .summary { add(Self.line(label, [], text), &patch) }
      return
    }
    if text.isEmpty, name != .summary { return remove(old, &patch) }
    let written = Array(self.text.document.name(old))
    replace(old, with: Self.line(written, parameters(of: old), text), &patch)
  }

  private func unknown(_ name: StaticString) -> [ICalendarDocument.Property] {
    all(.other).filter { text.document.name($0).equalsIgnoringCase(name) }
  }

  /// The parameters of a text that is replaced, as written. Its other form (ALTREP) does not say the same any more.
  private func parameters(of line: ICalendarDocument.Property) -> [UInt8] {
    var kept: [UInt8] = []
    var isQuoted = false
    let parts = text.document.parameters(line).split(omittingEmptySubsequences: true) { byte in
      if byte == .quote { isQuoted.toggle() }
      return byte == .semicolon && !isQuoted
    }
    for part in parts where !part.prefix(while: { $0 != .equals }).trimmed.equalsIgnoringCase("ALTREP") {
      kept += [.semicolon] + part
    }
    return kept
  }

  static func line(_ name: StaticString, _ parameters: [UInt8], _ text: [UInt8]) -> [UInt8] {
    line([UInt8](name), parameters, text)
  }

  private static func line(_ name: [UInt8], _ parameters: [UInt8], _ text: [UInt8]) -> [UInt8] {
    var line = name + parameters + [.colon]
    line.append(escapingText: text)
    return line
  }
}
