import Bytes

extension ICalendarDocument {
  /// The document with nothing left of what some components say: their properties, and those of components within
  /// them, have neither a name nor a value any more, and their bytes are blank. Events and definitions of zones that
  /// stand within them, as they do where an END is missing, stay. What was wrong with the document is left out,
  /// since it may quote what it is about. Places of all other bytes stay the same. O(bytes).
  package func withholding(_ withheld: [Int]) -> ICalendarDocument {
    var text = text
    var properties = properties
    func withhold(_ component: Int) {
      forEachProperty(of: component) { index in
        let (start, end) = (properties[index].start, properties[index].end)
        for offset in Int(start)..<Int(end) { text[offset] = 0x20 }
        properties[index] = Property(
          name: .other, line: properties[index].line, start: start, nameEnd: start, valueStart: start, end: start)
      }
      forEachChild(of: component) { child in
        if components[child].kind != .vevent, components[child].kind != .vtimezone { withhold(child) }
      }
    }
    for component in withheld { withhold(component) }
    return ICalendarDocument(text: text, properties: properties, components: components, diagnostics: Diagnostics())
  }
}
